/**
 * What a sweep is: a scenario, a grid and seeds. Its points are numbered from 1, cell by cell and within a cell seed by
 * seed. Whoever has the same plan has the same points, whichever machine works through them.
 */
import { createHash } from 'node:crypto';
import type { Profile } from '../../core/policy/policies.ts';
import type { Setting } from '../scenario/vary.ts';
import { cellCount, settingsOf, type Axis } from './axes.ts';

/** One expectation of the scenario; all points are held against the same ones. */
export interface PlannedExpectation {
  readonly metric: string;
  readonly threshold: string;
  readonly aggregate: string;
}

/** Plain data, as `plan.json` has it. */
export interface SweepPlan {
  readonly version: 1;
  /** The version of Orrery: another one may count otherwise. */
  readonly orrery: string;
  readonly scenario: string;
  /** The file as the call named it; alone of all fields no part of the plan's identity. */
  readonly file: string;
  /** The scenario with everything it builds on. */
  readonly source: Readonly<Record<string, unknown>>;
  /** Behaviours that are files: the SHA-256 of each. */
  readonly behaviours: Readonly<Record<string, string>>;
  /** `--profile` and `--set` of the call. */
  readonly profile: Profile | null;
  readonly policies: Readonly<Record<string, string>>;
  readonly axes: readonly Axis[];
  readonly seeds: readonly string[];
  readonly expectations: readonly PlannedExpectation[];
}

export const pointsMax = 100_000;

export const pointCount = ({ axes, seeds }: Pick<SweepPlan, 'axes' | 'seeds'>): number =>
  cellCount(axes) * seeds.length;

/** 16 hex digits: alike for two calls that mean the same points. */
export function planHash(plan: SweepPlan): string {
  const meant = JSON.stringify({ ...plan, file: '' });
  return createHash('sha256').update(meant).digest('hex').slice(0, 16);
}

export interface Place {
  /** Cell of the grid, from 0. */
  readonly cell: number;
  readonly seed: string;
  readonly settings: readonly Setting[];
}

/** Where a point, from 1, stands. */
export function placeOf({ axes, seeds }: Pick<SweepPlan, 'axes' | 'seeds'>, point: number): Place {
  const cell = Math.floor((point - 1) / seeds.length);
  const seed = seeds[(point - 1) % seeds.length] ?? '';
  return { cell, seed, settings: settingsOf(axes, cell) };
}
