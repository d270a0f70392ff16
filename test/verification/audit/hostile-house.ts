/**
 * A casino over HTTP that keeps a tally of every stake it sees, takes each of them, and then answers as a script says:
 * honestly, with another status, with strange fields, late, in part, or not at all.
 */
import fc from 'fast-check';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { LiveCall } from '../../../src/verification/audit/live/call.ts';
import { LiveHouse } from './live-house.ts';
import { strangeJson } from './strange-values.ts';

export type Trick =
  | { readonly kind: 'honest' }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter: string | undefined }
  | { readonly kind: 'field'; readonly field: string; readonly json: string }
  | { readonly kind: 'body'; readonly text: string }
  | { readonly kind: 'reset' | 'partial' | 'never' };

const fields = [
  'payout', 'amount', 'balance', 'nonce', 'result', 'seed_hash', 'client_seed', 'bet_id', 'multiplier', 'cards', 'status',
  'revealed', 'server_seed', 'rounds', 'api_key', 'code',
]; // prettier-ignore

export const trick: fc.Arbitrary<Trick> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'honest' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      status: fc.oneof(fc.constant(429), fc.constantFrom(500, 503, 400, 409, 302, 201), fc.integer({ min: 200, max: 599 })),
      retryAfter: fc.option(fc.constantFrom('0', '1', '60', '-1', '1e999', 'NaN', 'Wed, 21 Oct 2099 07:28:00 GMT', ''), {
        nil: undefined,
      }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('field' as const), field: fc.constantFrom(...fields), json: strangeJson }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('body' as const), text: strangeJson }) },
  { weight: 1, arbitrary: fc.constantFrom('reset' as const, 'partial' as const, 'never' as const).map((kind) => ({ kind })) },
); // prettier-ignore

export interface Tally {
  readonly address: string;
  requests: number;
  stakes: number;
  stakedMicros: number;
}

/** Serves until the test is over; request number n, from 0, is answered by the n-th trick, and honestly after the last. */
export async function hostileHouse(tricks: readonly Trick[]): Promise<Tally & { close: () => void }> {
  const house = new LiveHouse({}, 1_000_000_000);
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
      const stakeMicros = typeof body['amount'] === 'number' ? Math.round(body['amount'] * 1e6) : 0;
      if (stakeMicros > 0) tally.stakes += 1;
      tally.stakedMicros += stakeMicros;
      const honest = honestAnswer(house, request, body);
      respond(response, honest, tricks[tally.requests] ?? { kind: 'honest' });
      tally.requests += 1;
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tally = { address, requests: 0, stakes: 0, stakedMicros: 0, close };
  return tally;
}

function honestAnswer(
  house: LiveHouse,
  { url = '', method = 'GET' }: IncomingMessage,
  body: LiveCall['body'],
) {
  if (url.includes('register')) return { api_key: 'key-of-the-audit' };
  if (!url.includes('/games/') && !url.includes('/fairness/')) return {};
  const path = url.slice(url.indexOf('/api/v1') + '/api/v1'.length);
  // A game of several calls is refused here; tricks give it other answers.
  if (/blackjack|video-poker/.test(path))
    return { nonce: 0, cards: ['AS', 'AH', '2C', '3C', '4C'], status: 'open' };
  const answer = house.answer({
    method: method as 'GET' | 'POST',
    path,
    ...(body === undefined ? {} : { body }),
  });
  return Object.fromEntries(answer.body);
}

function respond(response: ServerResponse, honest: object, played: Trick): void {
  const text = JSON.stringify(honest);
  if (played.kind === 'honest') response.end(text);
  if (played.kind === 'body') response.end(played.text);
  if (played.kind === 'field') response.end(`${text.slice(0, -1)}${text === '{}' ? '' : ','}"${played.field}":${played.json}}`);
  if (played.kind === 'reset') response.destroy();
  if (played.kind === 'partial') response.writeHead(200, { 'content-length': 1000 }).write(text.slice(0, 10));
  if (played.kind === 'status') {
    const { status, retryAfter } = played;
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
    response.end(status === 204 || status === 304 ? undefined : text);
  }
} // prettier-ignore
