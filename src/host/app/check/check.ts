/** `orrery check` as a function: generated scenarios against the oracle's properties, and a minimal one per finding. */
import { campaign } from '../../../verification/check/campaign.ts';
import type { CoverageResult } from '../../../verification/check/coverage.ts';
import { yamlOf } from '../../../verification/check/source.ts';
import { checkHost } from './check-host.ts';
import { countAbove } from './count-above.ts';

/** The budget of a check. Runs of the same seed check the same scenarios. */
export interface Check {
  /** How many scenarios to generate; 50 by default. */
  readonly runs?: number;
  readonly seed?: string | number;
  /** Stops after so many broken properties; 5 unless given. */
  readonly findings?: number;
}

/** What a check found. `ok` is false where a property is broken; the coverage does not decide it. */
export interface CheckResult {
  readonly runs: number;
  readonly operations: number;
  readonly findings: readonly {
    readonly property: string;
    readonly message: string;
    /** A scenario file that shows it. */
    readonly scenario: string;
    readonly operations: number;
  }[];
  readonly coverage: CoverageResult;
  readonly ok: boolean;
}

/** The same seed gives the same scenarios. Rejects counts below 1, which would check nothing. */
export async function check({
  runs = 50,
  seed = '1',
  findings: findingsMax = 5,
}: Check = {}): Promise<CheckResult> {
  const result = await campaign({
    seed: String(seed),
    runsMax: countAbove('runs', runs),
    findingsMax: countAbove('findings', findingsMax),
    host: checkHost,
    stored: [],
    isOver: () => Promise.resolve(false),
  });
  const findings = result.findings.map(({ violation, source, operations }) => ({
    property: violation.property,
    message: violation.message,
    scenario: yamlOf(source),
    operations,
  }));
  return {
    runs: result.runs,
    operations: result.operations,
    findings,
    coverage: result.coverage,
    ok: findings.length === 0,
  };
}
