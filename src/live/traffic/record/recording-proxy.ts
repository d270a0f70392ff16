/**
 * A proxy on loopback before a live deployment. Each path goes to the address that the target file names for its
 * service, and nothing else is ever contacted. Requests and answers pass unchanged; complete exchanges are handed to
 * `onExchange`.
 */
import {
  createServer,
  request as requestPlain,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Agent as PlainAgent } from 'node:http';
import { Agent as TlsAgent, request as requestTls } from 'node:https';
import { isIP, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { present } from '../../../core/base/assert.ts';
import { Ceiling } from '../engine/ceiling.ts';
import { count, newHistogram, recordMs } from '../engine/measures.ts';
import { hostHeader } from '../http/wire-request.ts';
import { serviceOf, withoutService } from '../plan/plan.ts';
import type { PinnedAddresses } from '../target/pinned-addresses.ts';
import type { Target } from '../target/target.ts';
import { TapMemory } from './body-tap.ts';
import { headersToTarget } from './forwarded-headers.ts';
import { ForwardedRequest, type ForwardingEnd } from './forwarded-request.ts';
import type { LeftOutReason, PassedExchange } from './passed-exchange.ts';
import { answerAlone, recordingOver, refusalFor, tooLate, unreachable, type OwnAnswer } from './refusals.ts';

/** What a proxy needs. */
export interface ProxyParts {
  readonly target: Target;
  readonly addresses: PinnedAddresses;
  /** Certificates to trust beside the default ones, as PEM. */
  readonly ca: string | undefined;
  /** After so many requests to the target, further ones are refused and `onLimit` is called. */
  readonly requestsMax: number;
  readonly onExchange: (exchange: PassedExchange) => void;
  readonly onLimit: () => void;
  /** Resolves when the recorder can take more; undefined if it can now. */
  readonly ready: () => Promise<void> | undefined;
}

/** How long open requests may take to end once the recording is over. */
const drainMsMax = 10_000;
/** A server may close an idle connection at any moment: after this idle time it is not used again. */
const idleMsMax = 4_000;
/** Clients keep idle connections for as long as that. */
const clientIdleMsMax = 75_000;

/** `listen`, then `stop` exactly once. */
export class RecordingProxy {
  /** Requests that the target was sent. */
  passed = 0;
  readonly statusCounts = new Map<number, number>();
  /** Requests that the proxy answered by itself, by code; `TARGET_DOWN` and `TARGET_LATE` among them. */
  readonly refused = new Map<string, number>();
  readonly leftOut = new Map<LeftOutReason, number>();
  /** Milliseconds that exchanges spent in this process. */
  readonly added = newHistogram();
  readonly #parts: ProxyParts;
  readonly #server: Server;
  readonly #agents: { readonly plain: PlainAgent; readonly tls: TlsAgent };
  readonly #ceiling: Ceiling;
  readonly #memory = new TapMemory();
  readonly #open = new Set<ForwardedRequest>();
  /** Requests that the target is to be sent, or was sent, without an end so far. */
  #pending = 0;
  readonly #startMs = performance.now();
  #stamp = 0;
  #isOver = false;
  #drained: (() => void) | undefined;

  constructor(parts: ProxyParts) {
    this.#parts = parts;
    const { connectionsMax, requestsPerSecondMax } = parts.target;
    // The target file bounds connections to the whole target.
    const pool = {
      keepAlive: true,
      maxSockets: connectionsMax,
      maxTotalSockets: connectionsMax,
      timeout: idleMsMax,
    };
    this.#agents = { plain: new PlainAgent(pool), tls: new TlsAgent(pool) };
    this.#ceiling = new Ceiling(requestsPerSecondMax);
    this.#server = createServer(
      { requestTimeout: 0, keepAliveTimeout: clientIdleMsMax },
      (message, response) => {
        this.#handle(message, response).catch(() => response.destroy());
      },
    );
    this.#server.on('connect', (_message, socket) =>
      socket.end('HTTP/1.1 405 Method Not Allowed\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'),
    );
  }

  /** Requests on their way. */
  get openCount(): number {
    return this.#pending;
  }

  /** Opens the port on loopback, a free one for 0, and resolves with its address. Rejects with the error of the system. */
  async listen(port: number): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Takes no new requests and waits for the open ones, except for streams without an end. */
  async stop(): Promise<void> {
    this.#isOver = true;
    this.#server.close();
    for (const forwarded of this.#open) if (forwarded.isStream) forwarded.cut();
    const drained = new Promise<void>((resolve) => (this.#drained = resolve));
    if (this.#pending > 0) await Promise.race([drained, pause(drainMsMax, undefined, { ref: false })]);
    for (const forwarded of this.#open) forwarded.cut();
    this.#server.closeAllConnections();
    this.#agents.plain.destroy();
    this.#agents.tls.destroy();
  }

  async #handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const receivedMs = performance.now();
    const refusal = this.#isOver ? recordingOver : refusalFor(message, this.#parts.target);
    if (refusal !== undefined) {
      this.#answerAlone(message, response, refusal);
      return;
    }
    this.#pending += 1;
    this.passed += 1;
    if (this.passed >= this.#parts.requestsMax) {
      this.#isOver = true;
      this.#parts.onLimit();
    }
    const { remoteAddress = '', remotePort = 0 } = message.socket;
    const client = `${remoteAddress}:${remotePort}`;
    try {
      await this.#pass({ message, response, client, arrival: this.#stamp++, receivedMs });
    } finally {
      this.#pending -= 1;
      if (this.#pending === 0) this.#drained?.();
    }
  }

  async #pass(passed: PassedRequest): Promise<void> {
    const { message, response, receivedMs } = passed;
    await this.#turn();
    if (response.closed) {
      count(this.leftOut, 'cut off by the client');
      return;
    }
    let endStamp = 0;
    const forwarded = new ForwardedRequest({
      message,
      response,
      upstream: this.#upstream(message),
      memory: this.#memory,
      timeoutMs: this.#parts.target.timeoutMs,
      receivedMs,
      onAnswer: () => (endStamp = this.#stamp++),
    });
    this.#open.add(forwarded);
    const end = await forwarded.end;
    this.#open.delete(forwarded);
    const startMs = performance.now();
    this.#ended(end, passed, endStamp);
    // The work of recording counts too: it delays the requests behind this one.
    if (end.kind === 'whole') recordMs(this.added, forwarded.addedMs + performance.now() - startMs);
  }

  /** Waits for the recorder and for the ceiling of the target file. */
  async #turn(): Promise<void> {
    await this.#parts.ready();
    for (let waitMs = 1; waitMs > 0;) {
      waitMs = this.#ceiling.waitMs(performance.now());
      if (waitMs > 0) await pause(waitMs);
    }
    this.#ceiling.count(performance.now());
  }

  #upstream(message: IncomingMessage) {
    const { target, addresses, ca } = this.#parts;
    const { url = '', method = '' } = message;
    const service = present(serviceOf(url), 'a path without a service was refused');
    const address = present(target.services.get(service), 'a path without an address was refused');
    const isChunked = message.headers['transfer-encoding'] !== undefined;
    const options = {
      host: addresses.addressOf(address.host),
      port: address.port,
      method,
      path: `${address.basePath}${withoutService(url)}` || '/',
      headers: headersToTarget(message.rawHeaders, { host: hostHeader(address), isChunked }),
      setHost: false,
    };
    if (!address.isTls) return requestPlain({ ...options, agent: this.#agents.plain });
    return requestTls({
      ...options,
      agent: this.#agents.tls,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      ...(isIP(address.host) === 0 ? { servername: address.host } : {}),
      ...(ca === undefined ? {} : { ca }),
    });
  }

  #answerAlone(message: IncomingMessage, response: ServerResponse, own: OwnAnswer): void {
    count(this.refused, own.reason);
    answerAlone(message, response, own);
  }

  #ended(end: ForwardingEnd, passed: PassedRequest, endStamp: number): void {
    const { message, response, arrival, client, receivedMs } = passed;
    if (end.kind === 'unanswered') {
      const { target } = this.#parts;
      this.#answerAlone(message, response, end.isLate ? tooLate(target) : unreachable(target, end.error));
      return;
    }
    if (end.kind === 'left-out') {
      count(this.leftOut, end.reason);
      return;
    }
    const { answer, requestBody, answerBody } = end;
    const status = answer.statusCode ?? 0;
    count(this.statusCounts, status);
    this.#parts.onExchange({
      arrival,
      end: endStamp,
      atMs: receivedMs - this.#startMs,
      tookMs: performance.now() - receivedMs,
      client,
      method: message.method ?? '',
      url: message.url ?? '',
      requestHeaders: message.rawHeaders,
      requestBody,
      status,
      answerHeaders: answer.rawHeaders,
      answerBody,
    });
  }
}

/** A request that the target is sent. */
interface PassedRequest {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly client: string;
  readonly arrival: number;
  readonly receivedMs: number;
}
