/** `--seeds 1000`, `--seeds 1..1000` or `--seeds 1..5,42,blue`: the seeds of a sweep. */
import { refuse, type Outcome } from '../../core/base/refusal.ts';

/** The most seeds of one sweep. */
export const seedsMax = 100_000;

/** Parses seeds in order; a single number is their count, from 1. Refuses a duplicate seed. */
export function parseSeeds(text: string): Outcome<readonly string[]> {
  const trimmed = text.trim();
  const isCount = /^\d+$/.test(trimmed);
  const seeds = isCount ? rangeOf('1', trimmed) : isOddCount(trimmed) ? undefined : listOf(trimmed);
  if (seeds === undefined)
    return refuse(
      'BAD_REQUEST',
      `"${text}" names no seeds; expected a count such as 1000, a range such as 1..1000 or a list such as 7,8,blue`,
    );
  if (seeds.length > seedsMax)
    return refuse('BAD_REQUEST', `"${text}" names more than ${seedsMax} seeds; expected several sweeps`);
  const twice = repeated(seeds);
  if (twice !== undefined) return refuse('BAD_REQUEST', `seed ${twice} stands there twice`);
  return seeds;
}

function repeated(seeds: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (const seed of seeds) {
    if (seen.has(seed)) return seed;
    seen.add(seed);
  }
  return undefined;
}

function listOf(text: string): readonly string[] | undefined {
  const seeds: string[] = [];
  for (const part of text.split(',')) {
    const seed = part.trim();
    const range = /^(\d+)\.\.(\d+)$/.exec(seed);
    const found = range === null ? single(seed) : rangeOf(range[1] ?? '', range[2] ?? '');
    if (found === undefined) return undefined;
    for (const one of found) if (seeds.length <= seedsMax) seeds.push(one);
  }
  return seeds;
}

const single = (seed: string): readonly string[] | undefined =>
  seed === '' || seed.includes('..') || seed.length > 200 || isFraction(seed) ? undefined : [seed];

/** A fraction is meant as something else than a seed. */
const isFraction = (text: string): boolean => /^[-+]?(\d+\.\d*|\.\d+)(e[-+]?\d+)?$/i.test(text);

/** Alone it is meant as a count, which it is not. */
const isOddCount = (text: string): boolean => /^([-+]\d+|\d+e[-+]?\d+)$/i.test(text);

/** One more than allowed is enough to be refused. */
function rangeOf(first: string, last: string): readonly string[] | undefined {
  const [from, to] = [Number(first), Number(last)];
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || to < from) return undefined;
  return Array.from({ length: Math.min(to - from + 1, seedsMax + 1) }, (_, index) => String(from + index));
}
