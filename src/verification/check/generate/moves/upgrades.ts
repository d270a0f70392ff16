/** Quotas that are partly used up when a larger tier begins: those whose numbers it changes count from the start, the others go on (gaps L9, L12, L25). */
import type { OperationDraft } from '../model-state.ts';
import { quotas, type CallSeries, type SeriesPause } from './series.ts';

/** The same call under one tier and at once under the next, up to its quota or beyond. */
export const upgraded: CallSeries = (model, draw) => {
  const key = draw.pick([model.first('agent'), model.latest('agent')]);
  if (key === undefined) return [];
  model.policies['limits.upgrade'] = draw.pick(['immediate', 'immediate', 'bound']);
  if (draw.chance(50)) model.policies['limits.rowScaling'] = 'tier';
  const [call, times] = draw.pick(quotas);
  const by = key.by;
  const calls = (count: number): OperationDraft[] => Array.from({ length: count }, () => ({ ...call, by }));
  const ask = (tier: string): OperationDraft => ({
    do: 'POST /_sim/tier',
    by,
    body: { api_key: key.reference, tier },
  });
  const used = draw.pick([times, times, times - 1, 1 + draw.integer(times)]);
  const [first, ...others] = draw.pick([['pro'], ['pro'], ['enterprise'], ['pro', 'enterprise']]);
  return [
    ...calls(used),
    ask(first ?? 'pro'),
    ...calls(draw.pick([2, times + 1])),
    ...others.flatMap((tier) => [ask(tier), ...calls(2)]),
  ];
};

/** Within one second, but for what waits for a tier. */
export const upgradedPause: SeriesPause = { stepMs: 1, jumpMs: 0, jumpAt: 1 };
