/** Many calls of one kind around the edges of the windows that count them, under any reading of what a window is (gaps L1 to L18). */
import { minuteMs, secondMs, type DurationMs } from '../../../../core/base/time.ts';
import { anyCall, endpointsNow } from '../any-call.ts';
import type { Draw } from '../draw.ts';
import type { ModelState, OperationDraft } from '../model-state.ts';
import { burstCalls } from './crowds.ts';

const outsideTier = { do: 'GET /trading/api/v1/positions' };

/** Calls with own quotas, and about how many one minute or one day admits. */
const calls: readonly (readonly [call: OperationDraft, count: number])[] = [
  [{ do: 'GET /faucet/status' }, 11],
  [{ do: 'GET /faucet/status' }, 7],
  [{ do: 'GET /faucet/api/v1/faucet/status' }, 52],
  [outsideTier, 52],
  [outsideTier, 30],
  [{ do: 'GET /nowhere' }, 52],
  [{ do: 'GET /api/domains-api/domains' }, 31],
  [{ do: 'GET /escrow/escrows' }, 61],
  [{ do: 'GET /api/trading-api/orders' }, 51],
  [{ do: 'GET /api/trading-api/portfolio' }, 51],
  [{ do: 'POST /api/wallet-api/send', body: { to: 'nobody', amount: 1 } }, 21],
  [{ do: 'POST /api/domains-api/register', body: { domain: 'bad' } }, 11],
  [{ do: 'POST /domains/api/v1/register', body: { domain: 'bad' } }, 11],
  [{ do: 'POST /wallet/v1/auth/register', body: { referral_code: '' } }, 11],
  [{ do: 'POST /faucet/register', body: { agent_id: 'no id!' } }, 11],
  [{ do: 'POST /api/casino-api/bet', body: { game: 'dice', amount: 0 } }, 52],
];

/** Readings of limits that a scenario is put under, up to three at a time. */
const readings: Readonly<Record<string, readonly string[]>> = {
  'limits.burst': ['x3', 'x3capped'],
  'limits.algorithm': ['gcra'],
  'limits.window': ['fixed', 'first-request'],
  'limits.day': ['rolling'],
  'limits.rejections': ['consume'],
  'limits.anonymous': ['none'],
  'limits.enterpriseCaps': ['lifted'],
  'limits.styleB': ['row'],
  'limits.rowBurst': ['1s'],
  'limits.registerCap': ['accounts', 'paths'],
  'limits.ipSource': ['forwarded'],
  'limits.headers': ['tier'],
  'limits.unlimitedHeaders': ['maximum'],
  'limits.tradingRow': ['service'],
  'limits.rowScaling': ['tier'],
};

/** Policies about limits, none of them at its default. */
export function limitReadings(draw: Draw): Record<string, string> {
  const names = Object.keys(readings);
  const chosen = Array.from({ length: draw.pick([1, 2, 3]) }, () => draw.pick(names));
  return Object.fromEntries(chosen.map((name) => [name, draw.pick(readings[name] ?? [])]));
}

/** How long after the burst the call is made again. */
const gapsMs: readonly DurationMs[] = [
  1, 999, secondMs, 9_998, 9_999, 10_000, 10_001, 30_000, 59_998, 59_999, minuteMs, minuteMs + 1, 3 * minuteMs,
]; // prettier-ignore

/** Any call of the tables, beyond what the free tier admits in ten seconds. */
function anyBurst(model: ModelState, draw: Draw, person: string): readonly [OperationDraft, number] {
  const { makes: _, ...call } = anyCall(draw.pick(endpointsNow(model)), { model, draw, person });
  return [call, burstCalls];
}

/** A burst, then single calls around the instants at which its uses leave their windows; sometimes a second burst. */
export function addPressure(
  model: ModelState,
  draw: Draw,
  { endMs, policies = {} }: { endMs: DurationMs; policies?: Readonly<Record<string, unknown>> | undefined },
): void {
  const person = draw.chance(85) ? model.person(draw) : 'nobody';
  const add = (call: OperationDraft, afterMs: DurationMs): void => {
    model.atMs = Math.min(model.atMs + afterMs, endMs - 1);
    model.add({ ...call, ...forwarded(draw) }, person);
  };
  const key = model.latest('agent');
  const isScaled = policies['limits.rowScaling'] === 'tier';
  const isPaid = key !== undefined && (isScaled || draw.chance(25));
  if (isPaid) {
    add(
      { do: 'POST /_sim/tier', body: { api_key: key.reference, tier: draw.pick(['pro', 'enterprise']) } },
      1,
    );
    model.atMs = Math.min(model.atMs + 50 * 60 * minuteMs, endMs - 5 * minuteMs);
  }
  const [call, count] = draw.chance(60) ? draw.pick(calls) : anyBurst(model, draw, person);
  const by = isPaid ? { by: key.by } : {};
  for (let burst = draw.pick([1, 1, 2]); burst > 0; burst -= 1) {
    const stepMs = draw.pick([0, 1, 7, 150]);
    for (let index = 0; index < count; index += 1) add({ ...call, ...by }, stepMs);
    for (let index = 0; index < 4; index += 1) add({ ...call, ...by }, draw.pick(gapsMs));
  }
}

/** Some calls come through a proxy, which says so. */
function forwarded(draw: Draw): Pick<OperationDraft, 'headers'> {
  if (draw.chance(80)) return {};
  return {
    headers: { 'x-forwarded-for': draw.pick(['10.9.8.7', ' 10.9.8.6 , 10.1.1.1', '', '10.9.8.7,10.0.0.2']) },
  };
}
