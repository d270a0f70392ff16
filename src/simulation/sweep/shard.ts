/** `--shard 3/8`: every eighth point from the third on, which spreads expensive cells evenly. */
import { refuse, type Outcome } from '../../core/base/refusal.ts';
import type { SweepPlan } from './result-schema.ts';
import { pointCount } from './plan.ts';

/** Part `index` of `count` of a sweep's points. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

/** The only shard of an undivided sweep. */
export const wholeSweep: Shard = { index: 1, count: 1 };

const shardsMax = 10_000;

/** Parses `3/8`. Refuses an index outside 1 to count, and more than 10,000 shards. */
export function parseShard(text: string): Outcome<Shard> {
  const match = /^(\d{1,5})\/(\d{1,5})$/.exec(text.trim());
  const [index, count] = [Number(match?.[1]), Number(match?.[2])];
  if (match === null || index < 1 || count < index || count > shardsMax)
    return refuse('BAD_REQUEST', `"${text}" is no shard; expected one such as 3/8, from 1/8 to 8/8`);
  return { index, count };
}

/** The text that `parseShard` reads. */
export const shardText = ({ index, count }: Shard): string => `${index}/${count}`;

/** The numbers of a shard's points, in order. */
export function pointsOf(
  plan: Pick<SweepPlan, 'axes' | 'seeds'>,
  { index, count }: Shard,
): readonly number[] {
  const total = pointCount(plan);
  const length = Math.max(0, Math.ceil((total - index + 1) / count));
  return Array.from({ length }, (_, place) => index + place * count);
}
