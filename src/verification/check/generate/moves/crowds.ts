/** Many calls within one instant: of one operation beyond its quota, and of several agents in one service. */
import { minuteMs } from '../../../../core/base/time.ts';
import { anyCall, endpointsNow, serviceOf, type AnyEndpoint } from '../any-call.ts';
import type { ModelState, OperationDraft } from '../model-state.ts';
import type { CallSeries, SeriesCall, SeriesPause } from './series.ts';

/** More than any quota of a few seconds admits to the free tier (LIM01, LIM30). */
export const burstCalls = 51;

/** More than the bucket of the free tier holds, which is three times what a minute admits (LIM12). */
const bucketCalls = 301;

/** Calls of neighbours in the tables: mostly of one service, some of the next. */
const othersCount = 24;

const inService = (model: ModelState, service: string): readonly AnyEndpoint[] =>
  endpointsNow(model).filter((endpoint) => serviceOf(endpoint) === service);

/** Hundreds of these take as long as all other calls of a hundred scenarios. */
const costly: readonly string[] = ['trading/A/markets', 'wallet/primary/create', 'casino/A/simulateKelly'];

/** A quota that one operation has used up, then others under the same key, which share it or do not, and the first one a minute later. */
export const exhausted: CallSeries = (model, draw, person) => {
  const endpoints = endpointsNow(model);
  const endpoint = draw.pick(endpoints.filter(({ call }) => !costly.includes(call)));
  const by = draw.chance(90) ? person : 'nobody';
  const of = (one: AnyEndpoint): OperationDraft => ({ ...anyCall(one, { model, draw, person }), by });
  const { makes: _made, ...call } = of(endpoint);
  const first = draw.integer(endpoints.length);
  const others = Array.from({ length: othersCount }, (_, index) =>
    of(endpoints[(first + index) % endpoints.length] ?? endpoint),
  );
  const hasBucket = draw.chance(60);
  if (hasBucket) model.policies['limits.burst'] = 'x3';
  const burst = Array.from({ length: hasBucket ? bucketCalls : burstCalls }, () => call);
  return [...burst, ...others, call];
};

/** All at once, but for the last one. */
export const exhaustedPause: SeriesPause = { stepMs: 0, jumpMs: minuteMs, jumpAt: -1 };

/** Services in which two calls of one instant may concern each other; those with more calls come up more often. */
const crowded = ['casino', 'casino', 'casino', 'casino', 'wallet', 'wallet', 'escrow', 'domains', 'trading', 'faucet'] as const; // prettier-ignore

const crowdedNow = (model: ModelState): readonly string[] =>
  crowded.filter((service) => inService(model, service).length > 0);

/** Writes of one service by several agents in turn, in one instant. */
export const crowd: CallSeries = (model, draw) => {
  const writes = inService(model, draw.pick(crowdedNow(model))).filter(({ method }) => method !== 'GET');
  const operations = [...new Set(writes.map(({ call }) => call))];
  const { registered } = model;
  return Array.from({ length: 14 }, (_, index): SeriesCall => {
    const person = registered[index % registered.length] ?? model.main;
    const call = draw.pick(operations);
    const endpoint = draw.pick(writes.filter((each) => each.call === call));
    return (now) => ({ ...anyCall(endpoint, { model: now, draw, person }), by: person });
  });
};

export const crowdPause: SeriesPause = { stepMs: 0, jumpMs: 0, jumpAt: 1 };

/** Calls that need a key, of several kinds of quotas (AUT01). */
const keyed = ['GET /escrow/escrows', 'GET /api/wallet-api/balance', 'GET /casino/api/v1/auth/balance', 'POST /api/trading-api/order', 'GET /faucet/status', 'GET /trading/api/v1/positions', 'POST /casino/api/v1/bets/batch'] as const; // prettier-ignore

/** A burst of one call without a key, or with a wrong one, where keys are mostly looked at before limits; then the same call with a key. */
export const keylessBurst: CallSeries = (model, draw, person) => {
  if (draw.chance(70)) model.policies['errors.order'] = 'auth-first';
  if (draw.chance(30)) model.policies['limits.anonymous'] = 'none';
  const call = draw.pick(keyed);
  const body = call.startsWith('GET') ? {} : { body: {} };
  const wrong = draw.chance(40) ? { headers: { authorization: 'Bearer sk_live_wrong' } } : {};
  const keyless: OperationDraft = { do: call, ...body, by: 'nobody', ...wrong };
  const burst = Array.from({ length: burstCalls + draw.integer(3) }, () => keyless);
  const own: OperationDraft = { do: call, ...body, by: person };
  return [...burst, own, { do: draw.pick(keyed.slice(0, 3)), by: 'nobody' }, own, keyless, own];
};

export const keylessBurstPause: SeriesPause = { stepMs: 0, jumpMs: minuteMs, jumpAt: -2 };
