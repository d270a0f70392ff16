/** Checks of a few milliseconds: of no run or of one that is short, of runs that end at once, and of few names to reach. */
import { vi } from 'vitest';
import { ScenarioRun } from '../../../src/simulation/scenario/run.ts';
import { Coverage, type CoverageResult } from '../../../src/verification/check/coverage.ts';
import type { Outcome } from './orrery.ts';

export const stored = 'scenarios/regressions';

/** A run of few operations. */
export const one = '--runs 1 --seed 19 --no-regressions';
/** Over before its first run, on the clock of `clockOf(1)`. */
export const none = '--runs 1 --seed 19 --twice 0 --no-regressions --for 1ms';

/** Nothing of the machine that a check runs on. */
export const noVariables = { GITHUB_ACTIONS: '', GITHUB_SHA: '', ORRERY_DIGESTS: '', NODE_OPTIONS: '' };

export const resultOf = ({ stdout }: Outcome): Record<string, unknown> =>
  JSON.parse(stdout) as Record<string, unknown>;

/** So many milliseconds pass whenever the clock is read; processor time stands. */
export function clockOf(stepMs: number): void {
  let nowMs = 1000;
  vi.spyOn(Date, 'now').mockImplementation(() => (nowMs += stepMs));
  vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 1_234_000, system: 500_000 });
}

const reachedOf = (...missing: readonly string[]) => ({ reached: 9, total: 9 + missing.length, missing });
export const few = {
  operations: reachedOf(),
  refusals: reachedOf('r1'),
  states: reachedOf('s1', 's2', 's3'),
  policies: reachedOf('p1', 'p2', 'p3', 'p4'),
  pairs: reachedOf('a', 'b', 'c', 'd', 'e'),
} as unknown as CoverageResult;
export const fewLines = `  operations: 9 of 9
  refusals: 9 of 10; never reached: r1
  states: 9 of 12; never reached: s1, s2, s3
  policies: 9 of 13; never reached: p1, p2, p3 and 1 more
  pairs: 9 of 14; never reached: a, b, c and 2 more
`;
/** A campaign that has reached little, in few names. */
export const lendCoverage = (): void => void vi.spyOn(Coverage.prototype, 'result').mockReturnValue(few);
/** A defect that every run meets. */
export function breakRuns(): void {
  vi.spyOn(ScenarioRun.prototype, 'step').mockImplementation(() => {
    throw new Error('half of\n100% is\n50%');
  });
}

export const registers = `name: one
seed: "3"
for: 1h
operations: [{ by: ann, do: POST /faucet/register, body: { agent_id: ann } }]
`;

/** Every run ends before its first event. */
export const endRuns = (): void => void vi.spyOn(ScenarioRun.prototype, 'step').mockReturnValue(false);
