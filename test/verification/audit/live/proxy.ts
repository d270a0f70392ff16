/**
 * A casino that cheats: a proxy before `orrery serve`. It sees every request of every player with the honest answer, and
 * gives another one. It keeps a tally of the stakes that reach it.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Body = Record<string, unknown>;

/** What is answered; status 0 breaks the connection off. */
export interface Answer {
  readonly status: number;
  readonly body: Body;
  readonly retryAfter?: string;
}

/** One request on its way through the proxy. Amounts are USDC. */
export interface Passing {
  /** Below `/casino/api/v1`, such as `/games/dice`; other paths are never changed. */
  readonly path: string;
  readonly sent: Body;
  readonly honest: Answer;
  /** What the proxy remembers of this player. */
  readonly player: PlayerState;
  /** Sends another request of the same player to the honest house. */
  readonly ask: (path: string, body: Body | undefined) => Promise<Answer>;
  readonly isBet: boolean;
  /** A bet that returns more than its stake. */
  readonly isWin: boolean;
  readonly stake: number;
  readonly payout: number;
}

/** `hidden` is what the player's account has more than the proxy says. */
export interface PlayerState {
  bets: number;
  hidden: number;
  readonly notes: Map<string, unknown>;
}

/** How a house deviates: what reaches the honest one, and what comes back. */
export interface House {
  readonly request?: (path: string, sent: Body, player: PlayerState) => Body;
  /** An answer without asking the honest house. */
  readonly instead?: (path: string, sent: Body) => Answer | undefined;
  readonly answer?: (passing: Passing) => Answer | Promise<Answer>;
  /** Another account than the player's, such as one for all. */
  readonly authorization?: (own: string) => string;
  /** Held back for so long. */
  readonly delayMs?: () => number;
}

export interface Tally {
  readonly address: string;
  stakes: number;
  stakedMicros: number;
  readonly close: () => void;
}

/** Listens on loopback before the honest house at `upstream`. */
export async function proxyBefore(upstream: string, house: House): Promise<Tally> {
  const players = new Map<string, PlayerState>();
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answer = await passed(request);
    const delayMs = house.delayMs?.() ?? 0;
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (answer.status === 0) {
      response.destroy();
      return;
    }
    const headers = answer.retryAfter === undefined ? {} : { 'retry-after': answer.retryAfter };
    response.writeHead(answer.status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(answer.body));
  };
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  const tally = { address: '', stakes: 0, stakedMicros: 0, close: () => server.close() };

  const passed = async (request: IncomingMessage): Promise<Answer> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    const [sent, url] = [(text === '' ? {} : JSON.parse(text)) as Body, request.url ?? ''];
    const own = request.headers.authorization ?? '';
    const player = players.get(own) ?? { bets: 0, hidden: 0, notes: new Map() };
    players.set(own, player);
    const ask = async (at: string, body: Body | undefined, key?: string): Promise<Answer> => {
      const reply = await fetch(`${upstream}${at}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          'content-type': 'application/json',
          ...(own === '' ? {} : { authorization: house.authorization?.(own) ?? own }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const retryAfter = reply.headers.get('retry-after');
      const shown = (await reply.json()) as Body;
      return { status: reply.status, body: shown, ...(retryAfter === null ? {} : { retryAfter }) };
    };
    const stake = typeof sent['amount'] === 'number' ? sent['amount'] : 0;
    if (stake > 0) tally.stakes += 1;
    // A hand that is doubled with its first call costs both stakes.
    tally.stakedMicros += Math.round(stake * 1e6) * (sent['action'] === 'double' ? 2 : 1);
    const base = '/casino/api/v1';
    const path = url.startsWith(base) ? url.slice(base.length) : '';
    const changed = path === '' ? sent : (house.request?.(path, sent, player) ?? sent);
    const instead = path === '' ? undefined : house.instead?.(path, sent);
    if (instead !== undefined) return instead;
    const key = request.headers['idempotency-key'] as string | undefined;
    const honest = await ask(url, request.method === 'GET' ? undefined : changed, key);
    if (path === '') return honest;
    const isBet = path.startsWith('/games/') && honest.status < 300 && honest.body['payout'] !== undefined;
    const payout = isBet ? Number(honest.body['payout']) : 0;
    if (isBet) player.bets += 1;
    const won = Number(honest.body['amount'] ?? stake);
    const passing = { path, sent, honest, player, isBet, isWin: isBet && payout > won, stake: won, payout };
    const inner = (at: string, body: Body | undefined): Promise<Answer> => ask(`${base}${at}`, body);
    return (await house.answer?.({ ...passing, ask: inner })) ?? honest;
  };
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  tally.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return tally;
}
