/**
 * A sweep: a scenario, a grid and seeds. Points are numbered from 1, cell by cell, and seed by seed within a cell.
 * Equal plans have equal points on every machine.
 */
import { createHash } from 'node:crypto';
import type { ScenarioSetting } from '../scenario/scenario.ts';
import type { SweepPlan } from './result-schema.ts';
import { cellCount, settingsOf } from './axes.ts';

/** The most points of a sweep. */
export const pointsMax = 100_000;

/** The number of points: cells times seeds. */
export const pointCount = ({ axes, seeds }: Pick<SweepPlan, 'axes' | 'seeds'>): number =>
  cellCount(axes) * seeds.length;

/** A hash of 16 hex digits; equal for plans with the same points, whatever the file's name. */
export function planHash(plan: SweepPlan): string {
  const meant = JSON.stringify({ ...plan, file: '' });
  return createHash('sha256').update(meant).digest('hex').slice(0, 16);
}

/** The position of a point: cell, seed and the settings of the cell. */
export interface PointInPlan {
  /** Cell of the grid, from 0. */
  readonly cell: number;
  readonly seed: string;
  readonly settings: readonly ScenarioSetting[];
}

/** The position of a point, numbered from 1. */
export function pointAt({ axes, seeds }: Pick<SweepPlan, 'axes' | 'seeds'>, point: number): PointInPlan {
  const cell = Math.floor((point - 1) / seeds.length);
  const seed = seeds[(point - 1) % seeds.length] ?? '';
  return { cell, seed, settings: settingsOf(axes, cell) };
}
