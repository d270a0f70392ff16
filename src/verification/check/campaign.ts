/** Checked runs one after the other until the budget is spent; what breaks is shrunk and kept. */
import fc from 'fast-check';
import type { ScenarioHost } from '../../simulation/scenario/layers.ts';
import type { Violation } from '../oracle/properties.ts';
import { Coverage, type CoverageResult } from './coverage.ts';
import { execute } from './execute.ts';
import { scenarios } from './generate/scenarios.ts';
import { tidied } from './tidied.ts';
import { shrink } from './shrink.ts';
import { watched, type ScenarioSource } from './source.ts';

/** A property that does not hold, and the smallest scenario that shows it. */
export interface CheckFinding {
  readonly violation: Violation;
  readonly source: ScenarioSource;
  /** Operations that the scenario lists, or makes where behaviours act. */
  readonly operations: number;
  /** The run it was found in, from 1; 0 for a stored scenario. */
  readonly run: number;
}

export interface CampaignOptions {
  readonly seed: string;
  readonly runsMax: number;
  readonly findingsMax: number;
  readonly host: ScenarioHost;
  /** Scenarios of earlier findings, which run first. */
  readonly stored: readonly ScenarioSource[];
  /** True to begin with the last run: whatever a run leaves behind in its process then meets other runs. */
  readonly isBackwards?: boolean;
  /** True once the time is up: asked before each run. */
  readonly isOver: () => Promise<boolean>;
  /** True once somebody stops the campaign: asked while a finding is made small, which then stays as it is. */
  readonly isStopped?: () => Promise<boolean>;
  readonly onRun?: (run: number) => void;
}

export interface CampaignResult {
  readonly runs: number;
  readonly operations: number;
  readonly findings: readonly CheckFinding[];
  readonly coverage: CoverageResult;
  /** Of each run by its number, for comparison with a second process. */
  readonly digests: readonly string[];
}

/** The scenario of a run of a campaign. */
export function scenarioOf(seed: string, run: number): ScenarioSource {
  const [source] = fc.sample(scenarios(), { seed: wordOf(`${seed}/${run}`), numRuns: 1 });
  return { ...(source as ScenarioSource), name: `check-${run}` };
}

export async function campaign(options: CampaignOptions): Promise<CampaignResult> {
  const { host, stored, findingsMax, runsMax, seed } = options;
  const coverage = new Coverage();
  const findings: CheckFinding[] = [];
  const digests: string[] = [];
  let [runs, operations] = [0, 0];
  for (const source of stored) {
    const checked = await execute(source, host, coverage);
    operations += checked.operations;
    const [violation] = checked.violations;
    if (violation !== undefined)
      findings.push({ violation, source, operations: countOf(source, checked.operations), run: 0 });
  }
  while (runs < runsMax && findings.length < findingsMax && !(await options.isOver())) {
    runs += 1;
    options.onRun?.(runs);
    const run = options.isBackwards === true ? runsMax - runs + 1 : runs;
    const source = scenarioOf(seed, run);
    const checked = await execute(source, host, coverage);
    operations += checked.operations;
    digests[run - 1] = checked.digest;
    const [violation] = checked.violations;
    if (violation === undefined || findings.some((known) => known.violation.property === violation.property))
      continue;
    findings.push(await smallest(source, { violation, run, host, isStopped: options.isStopped }));
  }
  return { runs, operations, findings, coverage: coverage.result(), digests };
}

/** Shrinks towards the same property, and takes what is said of it from the smallest scenario. */
export async function smallest(
  source: ScenarioSource,
  found: {
    violation: Violation;
    run: number;
    host: ScenarioHost;
    isStopped?: (() => Promise<boolean>) | undefined;
  },
): Promise<CheckFinding> {
  const { run, host } = found;
  let { violation } = found;
  let operations = 0;
  const fails = async (candidate: ScenarioSource): Promise<boolean> => {
    if ((await found.isStopped?.()) === true) return false;
    try {
      const checked = await execute(candidate, host);
      const [first] = checked.violations;
      if (first === undefined || signatureOf(first) !== signatureOf(found.violation)) return false;
      violation = first;
      operations = checked.operations;
      return true;
    } catch {
      // A scenario that cannot be built shows nothing.
      return false;
    }
  };
  const { source: least } = await shrink(source, fails);
  const plain = tidied({
    ...least,
    name: found.violation.property,
    about: `Breaks "${found.violation.property}".`,
    expect: watched,
  });
  if (!(await fails(plain))) return { violation, source: { ...least, expect: watched }, operations, run };
  return {
    violation,
    source: { ...plain, about: oneLine(violation.message) },
    operations: countOf(plain, operations),
    run,
  };
}

/** What is the same about two scenarios that show one thing: the property, and the codes that were answered and expected. */
function signatureOf({ property, message }: Violation): string {
  const codes = /answered (\w+); expected (\w+)$/.exec(message);
  return codes === null ? property : `${property} ${codes[1]} ${codes[2]}`;
}

const countOf = ({ operations = [] }: ScenarioSource, made: number): number =>
  Math.max(operations.length, made);

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 200);

/** 32 bits of a text (FNV-1a). */
export function wordOf(text: string): number {
  let word = 0x811c9dc5;
  for (const character of text) word = Math.imul(word ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return word | 0;
}
