/** A node:http server that disconnects slow and silent senders, and passes on every request in one way. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { DirectConnections, type DirectParts } from './direct/direct-connections.ts';
import { rawAnswer } from './raw-answer.ts';
import { announcesTooMuch } from './read-body.ts';

/** A slow or silent sender is cut off by these; node checks them every `checkMs`. */
const patienceDefault = {
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 30_000,
  idleMs: 360_000,
  checkMs: 2_000,
};

/** Time limits in wall milliseconds and the size limit of headers, with the names of `patienceDefault`. */
export type Patience = typeof patienceDefault;

/** Callbacks for requests and parse errors. */
interface Listeners extends Pick<DirectParts, 'dispatch' | 'outbox' | 'isFor'> {
  readonly accept: (message: IncomingMessage, response: ServerResponse) => void;
  readonly notUnderstood: (error: NodeJS.ErrnoException, socket: Duplex) => void;
}

/** A server, and its connections that node:http has not taken over. */
interface PatientServer {
  readonly server: Server;
  readonly direct: DirectConnections;
}

/** It does not listen yet. */
export function patientServer(
  given: Partial<Patience> | undefined,
  { accept, notUnderstood, ...parts }: Listeners,
): PatientServer {
  const patience = { ...patienceDefault, ...given };
  const server = createServer({
    connectionsCheckingInterval: patience.checkMs,
    headersTimeout: patience.headersMs,
    requestTimeout: patience.requestMs,
    keepAliveTimeout: patience.keepAliveMs,
    requireHostHeader: false,
    noDelay: true,
  });
  server.on('request', accept);
  server.on('checkExpectation', accept);
  server.on('checkContinue', (message: IncomingMessage, response: ServerResponse) => {
    if (!announcesTooMuch(message)) response.writeContinue();
    accept(message, response);
  });
  server.on('connect', (_message, socket) => {
    socket.end(rawAnswer('NOT_FOUND', 'there is no such path or method'));
  });
  server.on('clientError', notUnderstood);
  server.setTimeout(patience.idleMs);
  return { server, direct: directlyConnected(server, { ...parts, ...patience }) };
}

/** New connections are not those of node:http at first: its own listeners get them as they are handed over. */
function directlyConnected(server: Server, parts: Omit<DirectParts, 'handOver'>): DirectConnections {
  const own = server.listeners('connection');
  server.removeAllListeners('connection');
  const handOver = (socket: Socket): void => {
    for (const listener of own) listener.call(server, socket);
  };
  const direct = new DirectConnections({ ...parts, handOver });
  server.on('connection', (socket: Socket) => direct.accept(socket));
  return direct;
}
