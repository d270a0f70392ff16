/** A server on loopback that keeps what it was asked, and answers what a test says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

export type Respond = (asked: Asked, response: ServerResponse, index: number) => void;

export interface Toy {
  readonly port: number;
  readonly asked: Asked[];
  /** The most connections that were open at once. */
  readonly connectionsMost: () => number;
}

export const answerJson = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

export async function toyServer(
  respond: Respond = (_asked, response) => answerJson(response, {}),
): Promise<Toy> {
  const asked: Asked[] = [];
  let [open, most] = [0, 0];
  const server = createServer((message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      const { method = '', url = '', headers } = message;
      const one = { method, url, headers, text: Buffer.concat(chunks).toString() };
      respond(one, response, asked.push(one) - 1);
    });
  });
  server.on('connection', (socket) => {
    most = Math.max(most, ++open);
    socket.on('close', () => (open -= 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, asked, connectionsMost: () => most };
}
