/**
 * Survivors of generated mutants that no client can see, each with the reason: no answer, header, trace line, ledger account or
 * later state differs. What merely is not reached or not predicted does not belong here.
 */
const absent = 'the compiler asks for the value of an absent element; this one is always there';
const alwaysHolds = 'an assertion that holds for every payout of every game';

export const equivalents: Readonly<Record<string, string>> = {
  'core/http/limits/sliding-log.ts: this.#ring.length < this.#shape.largestLimit && overwrittenM… -> this.#ring.length < this.#shape.largestLimit || overwrittenM…':
    'a larger ring keeps uses that are too old to count: only memory differs',
  'core/http/gate.ts: waitMs > longest -> waitMs >= longest': 'the longest of two equal waits is either',
  'core/http/decimal-text.ts: Math.abs(minimum * 10 ** index - 1) < 1e-9 -> Math.abs(minimum * 10 ** index - 1) <= 1e-9':
    'an assertion about constants, none of which is off by that',
  'platform/games/ratio.ts: Number.isSafeInteger(denominator) && denominator > 0 -> true': alwaysHolds,
  'platform/games/ratio.ts: denominator > 0 -> true': alwaysHolds,
  'platform/services/casino/play/bet-body.ts: stakes === undefined -> false': absent,
  'platform/services/casino/play/style-a-kelly.ts: percent / 100 === body.risk_factor && percent >= 1 && percen… -> percent / 100 === body.risk_factor && percent >= 1 || percen…':
    'the schema admits hundredths from 0.01 to 1 alone: the condition is true',
};
