/**
 * What a sweep is: a scenario, a grid and seeds. Its points are numbered from 1, cell by cell and within a cell seed by
 * seed. Whoever has the same plan has the same points, whichever machine works through them.
 */
import { createHash } from 'node:crypto';
import type { Setting } from '../scenario/scenario.ts';
import type { SweepPlan } from './result-schema.ts';
import { cellCount, settingsOf } from './axes.ts';

export const pointsMax = 100_000;

export const pointCount = ({ axes, seeds }: Pick<SweepPlan, 'axes' | 'seeds'>): number =>
  cellCount(axes) * seeds.length;

/** 16 hex digits: alike for two calls that mean the same points. */
export function planHash(plan: SweepPlan): string {
  const meant = JSON.stringify({ ...plan, file: '' });
  return createHash('sha256').update(meant).digest('hex').slice(0, 16);
}

export interface PointInPlan {
  /** Cell of the grid, from 0. */
  readonly cell: number;
  readonly seed: string;
  readonly settings: readonly Setting[];
}

/** Where a point, from 1, stands. */
export function pointAt({ axes, seeds }: Pick<SweepPlan, 'axes' | 'seeds'>, point: number): PointInPlan {
  const cell = Math.floor((point - 1) / seeds.length);
  const seed = seeds[(point - 1) % seeds.length] ?? '';
  return { cell, seed, settings: settingsOf(axes, cell) };
}
