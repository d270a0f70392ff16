/** Mutants of what judges. */
import { kind, type NoticedMutant } from '../noticed-mutant.ts';

export const verdictsNoticed: readonly NoticedMutant[] = [
  ...kind(
    'a conform that asked nothing is not ok',
    ['live/conform/conform-result.test.ts'],
    [
      ['ok-without-an-exchange', 'conformResult', 'exchanges.length > 0', 'true'],
      ['ok-where-stopped', 'conformResult', 'stopped === null', 'true'],
    ],
  ),
  ...kind(
    'the verification of a bet says where it differs',
    ['platform/services/verified-bets.test.ts'],
    [
      ['mismatch-never-said', 'BetVerification.#verified', "isSame ? 'verified' : 'mismatch'", "'verified'"],
      [
        'underpayment-verified',
        'BetVerification.#verified',
        'totalReturn(bet.stakeMicros, outcome.payout) === bet.payoutMicros',
        'totalReturn(bet.stakeMicros, outcome.payout) >= bet.payoutMicros',
      ],
    ],
  ),
  ...kind(
    'how sure a verdict is',
    ['verification/audit/verdict.test.ts'],
    [
      ['verdict-at-half-of-alpha', 'Witness.verdict', '-log(this.#rule.alpha)', 'log(2 / this.#rule.alpha)'],
      ['verdict-at-twice-alpha', 'Witness.verdict', '-log(this.#rule.alpha)', 'log(0.5 / this.#rule.alpha)'],
      ['bounds-of-one-side', 'ReturnProcess.constructor', 'log(2 / alpha)', 'log(1 / alpha)'],
    ],
  ),
  ...kind(
    'shrinking leaves nothing that is not needed',
    ['verification/check/shrink.test.ts'],
    [
      [
        'first-operation-never-dropped',
        'fewerOperations',
        'index < Math.max(0, from) || index >= from + size',
        'index === 0 || index < Math.max(0, from) || index >= from + size',
      ],
      [
        'last-operation-never-dropped',
        'fewerOperations',
        'index < Math.max(0, from) || index >= from + size',
        'index === timed.length - 1 || index < Math.max(0, from) || index >= from + size',
      ],
    ],
  ),
];
