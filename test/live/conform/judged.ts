/** A judge of exchanges, both responses to a request, and what the judge finds in them. */
import type { Json } from '../../../src/core/http/message.ts';
import { Correspondence } from '../../../src/live/conform/correspondence.ts';
import { ExchangeJudge, type BothResponses } from '../../../src/live/conform/exchange-judge.ts';
import type { LiveAnswer } from '../../../src/live/conform/live-client.ts';
import { Namespace } from '../../../src/live/traffic/correlation/namespace.ts';
import { answerOf } from './exchanges.ts';

export type Options = ConstructorParameters<typeof ExchangeJudge>[1];

export const judgeWith = (options: Partial<Options> = {}, saidMs?: number, toleranceMs = 0): ExchangeJudge =>
  new ExchangeJudge(new Correspondence(), { driver: { answeredAtMs: () => saidMs, toleranceMs: () => toleranceMs }, ...options } as Options); // prettier-ignore

export const both = (model: Json, live: LiveAnswer | Json, change: Partial<BothResponses> = {}): BothResponses =>
  ({
    n: 0, call: 'faucet/B/status', agent: 1, things: [], nowMs: 1_000, isFromKeys: false, account: undefined,
    request: { method: 'GET', path: '/faucet/status', query: {}, headers: {}, body: undefined, rawBody: undefined },
    model: { status: 200, headers: {}, body: model },
    live: isAnswer(live) ? live : answerOf(live), ...change,
  }) as unknown as BothResponses; // prettier-ignore

const isAnswer = (value: unknown): value is LiveAnswer =>
  typeof value === 'object' && value !== null && 'kind' in value;

export const foundIn = (judge: ExchangeJudge, ...of: Parameters<typeof both>) =>
  judge.judge(both(...of)).differences.map(({ kind, field, explanation }) => [kind, field, explanation]);

export const ownNames = (): Partial<Options> => ({ names: new Namespace('tests') });

/** The request of an account. */
export const keyed = { request: { ...both({}, {}).request, headers: { authorization: 'Bearer x' } } };
