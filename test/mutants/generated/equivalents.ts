/**
 * Survivors of generated mutants that no client can see, each with the reason: no answer, header, trace line, ledger account or
 * later state differs. What merely is not reached or not predicted does not belong here.
 */
const absent = 'the compiler asks for the value of an absent element; this one is always there';

export const equivalents: Readonly<Record<string, string>> = {
  'core/http/limits/sliding-log.ts: this.#ring.length < this.#shape.largestLimit && overwrittenM… -> this.#ring.length < this.#shape.largestLimit || overwrittenM…':
    'a larger ring keeps uses that are too old to count: only memory differs',
  'platform/services/casino/play/bet-body.ts: stakes === undefined -> false': absent,
};
