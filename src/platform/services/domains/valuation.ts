/**
 * The valuation of a name (DOM05). The documents promise an AI-based valuation without parameters; this is a pure
 * function of the name and its yearly price, so that all requests in all runs get the same answer (gap N5):
 *
 *   five years of its price, times one percentage for each factor, each product rounded down to a micro
 *
 * Nothing on the platform depends on it: it neither binds a sale nor costs anything.
 */
import { shareOf, type Micros } from '../../../core/base/money.ts';
import { partsOf, type TopLevelDomain } from './domain-name.ts';

/** One reason for the price, in percent of what it would be without it. */
export interface Factor {
  readonly name: 'length' | 'characters' | 'hyphens' | 'sound' | 'topLevel';
  readonly percent: number;
}

/** An estimate in micro-USDC; it is not binding and costs nothing. */
export interface Valuation {
  readonly name: string;
  readonly estimateMicros: Micros;
  readonly factors: readonly Factor[];
}

const yearsOfPrice = 5;

/** Short labels are rare: percent by length, the last row for all longer ones. */
const lengthPercents = [
  { lengthMax: 1, percent: 1_000 },
  { lengthMax: 2, percent: 500 },
  { lengthMax: 3, percent: 200 },
  { lengthMax: 4, percent: 150 },
  { lengthMax: 6, percent: 130 },
  { lengthMax: 9, percent: 100 },
  { lengthMax: 14, percent: 70 },
  { lengthMax: 63, percent: 40 },
] as const;

const topLevelPercents: Readonly<Record<TopLevelDomain, number>> = {
  agent: 150,
  bot: 120,
  dao: 100,
  sim: 80,
  orrery: 60,
};

/** The valuation of a name that `readDomainName` has returned; `yearlyMicros` is its price for a year. */
export function valuationOf(name: string, yearlyMicros: Micros): Valuation {
  const { label, topLevel } = partsOf(name);
  const factors: readonly Factor[] = [
    { name: 'length', percent: lengthPercent(label) },
    { name: 'characters', percent: charactersPercent(label) },
    { name: 'hyphens', percent: hyphensPercent(label) },
    { name: 'sound', percent: soundPercent(label) },
    { name: 'topLevel', percent: topLevelPercents[topLevel] },
  ];
  const estimateMicros = factors.reduce(
    (micros, { percent }) => shareOf(micros, { numerator: percent, denominator: 100, rounding: 'floor' }),
    yearsOfPrice * yearlyMicros,
  );
  return { name, estimateMicros, factors };
}

const lengthPercent = (label: string): number =>
  lengthPercents.find(({ lengthMax }) => label.length <= lengthMax)?.percent ?? 0;

/** All letters is worth most, all digits less, a mix of both least. */
function charactersPercent(label: string): number {
  if (!/\d/.test(label)) return 100;
  return /[a-z]/.test(label) ? 60 : 80;
}

/** Every hyphen costs a quarter, down to a quarter. */
const hyphensPercent = (label: string): number => Math.max(25, 100 - 25 * label.split('-').slice(1).length);

/** A premium for pronounceable labels: only letters, with a vowel, and never three consonants in a row. */
function soundPercent(label: string): number {
  const isSayable = /^[a-z]+$/.test(label) && /[aeiouy]/.test(label) && !/[^aeiouy]{3}/.test(label);
  return isSayable ? 125 : 100;
}
