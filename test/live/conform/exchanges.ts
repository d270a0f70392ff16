/** Exchanges as a comparison keeps them, for tests of what is made of them. */
import type { Exchange, FoundDifference } from '../../../src/live/conform/exchange.ts';
import type { LiveAnswer } from '../../../src/live/conform/live-client.ts';

export const answerOf = (body: unknown = {}, status = 200, head = ''): LiveAnswer => ({
  kind: 'answer', status, head, body, serviceMs: 1,
}); // prettier-ignore

/** A difference without an explanation; both sides are numbers unless given. */
export const open = (change: Partial<FoundDifference> = {}): FoundDifference => ({
  kind: 'amount', field: '/fee', recorded: '"1"', live: '"2"', explanation: null, ...change,
}); // prettier-ignore

/** The exchange at a position: alice asks for her balance, and nothing differs. */
export const exchangeAt = (n: number, change: Partial<Exchange> = {}): Exchange => ({
  n,
  atMs: n * 1000,
  call: 'faucet/B/status',
  operation: { by: 'alice', do: 'GET /faucet/status', as: `c${n}` },
  live: answerOf(),
  answeredAtMs: n,
  isSameStatus: true,
  differences: [],
  ...change,
});

/** Exchanges in order, each from what is particular to it. */
export const exchangesOf = (changes: readonly Partial<Exchange>[]): Exchange[] =>
  changes.map((change, n) => exchangeAt(n, change));
