/** A verdict in words: what is consistent with what, what is ruled out, at which level, and what would decide. */
import { groupedDigits } from '../../core/base/digits.ts';
import type { Verdict } from '../../verification/audit/verdict/verdict.ts';

/** What a round costs at a live casino. */
export interface RoundCost {
  /** The most bets a second. */
  readonly betsPerSecond: number;
  /** The stake of a bet in USDC. */
  readonly stake: number;
}

/** What of a verdict is said in words. */
export type SpokenVerdict = Pick<
  Verdict,
  'rounds' | 'claimed' | 'low' | 'high' | 'verdict' | 'roundsNeeded' | 'level' | 'tolerance'
>;

/** One sentence for one game; with `cost` an undecided one says how long and how dear a decision is. */
export function verdictSentence(found: SpokenVerdict, cost?: RoundCost): string {
  const { rounds, claimed, low, high, verdict, level } = found;
  const claim = `the claimed return of ${share(claimed)}`;
  if (verdict === 'contradicted')
    return `contradicted: with ${claim}, rounds as unlikely as these ${count(rounds)} come up at any look with a chance of ${share(1 - level)} at most`;
  const bounds = `a return below ${share(low)} or above ${share(high)}`;
  if (verdict === 'consistent')
    return (
      `consistent with ${claim} as far as ${count(rounds)} rounds tell: ${bounds} is ruled out at a level of ${share(level)}; ` +
      'a house that pays anything between these bounds would look the same'
    );
  return `undecided: after ${count(rounds)} rounds only ${bounds} is ruled out at a level of ${share(level)}; ${decision(found, cost)}`;
}

function decision({ roundsNeeded, tolerance, claimed }: SpokenVerdict, cost: RoundCost | undefined): string {
  const points = Number((100 * tolerance).toFixed(4));
  const what = `about ${count(roundsNeeded)} more rounds tell a return that is off by ${points} percentage point${points === 1 ? '' : 's'}`;
  if (cost === undefined) return what;
  const staked = roundsNeeded * cost.stake;
  return (
    `${what}, which at ${cost.betsPerSecond} a second take ${duration(roundsNeeded / cost.betsPerSecond)} or more, stake ` +
    `${money(staked)} USDC in all and cost ${money(staked * Math.max(0, 1 - claimed))} USDC at the claimed edge`
  );
}

/** Undecided verdicts first, then contradicted, then consistent ones; else the order stays. */
export function undecidedFirst<Found extends Pick<Verdict, 'verdict'>>(verdicts: readonly Found[]): Found[] {
  const order = ['undecided', 'contradicted', 'consistent'];
  return verdicts.toSorted((left, right) => order.indexOf(left.verdict) - order.indexOf(right.verdict));
}

const count = (value: number): string => groupedDigits(String(value));

/** `98%`, `97.2134%`: at most four decimals of a percent. */
const share = (value: number): string => `${Number((100 * value).toFixed(4))}%`;

function money(value: number): string {
  const [whole = '0', cents = '00'] = value.toFixed(2).split('.');
  return `${groupedDigits(whole)}.${cents}`;
}

/** `45 minutes`, `1.9 days`: in the largest unit that fits. */
function duration(seconds: number): string {
  const units = [
    [86_400, 'days'],
    [3600, 'hours'],
    [60, 'minutes'],
  ] as const;
  const [size, name] = units.find(([length]) => seconds >= length) ?? [1, 'seconds'];
  return `${groupedDigits(String(Math.floor(seconds / size)))}.${Math.floor((10 * (seconds / size)) % 10)} ${name}`;
}
