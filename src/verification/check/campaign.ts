/** Checked runs one after the other until the budget is spent; what breaks is shrunk and kept. */
import { sample } from 'fast-check';
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import type { Violation } from '../oracle/properties.ts';
import { Coverage, type CoverageResult, type SeenNames } from './coverage.ts';
import { execute, executed, type Checked } from './execute.ts';
import { falsify, type Falsification, type Falsified, type ScenarioFailure } from './falsify.ts';
import { scenarios } from './generate/scenarios.ts';
import { asRequests } from './requests-of.ts';
import type { CheckHost } from './served/check-host.ts';
import { shrink } from './shrink.ts';
import { heldTo, isRelation, watched, type ScenarioSource } from './source.ts';
import { wordOf } from './word-of.ts';

/** A property that does not hold, and the smallest scenario that shows it. */
export interface CheckFinding {
  readonly violation: Violation;
  readonly source: ScenarioSource;
  /** Operations that the scenario lists, or makes where behaviours act. */
  readonly operations: number;
  /** The run it was found in, from 1; 0 for a stored scenario. */
  readonly run: number;
  /** The file of a stored scenario. */
  readonly file?: string | undefined;
}

/** One run with what it reached, as plain data. */
export interface RunOutcome extends Checked {
  readonly seen: SeenNames;
}

/** A scenario of an earlier finding, as its file has it and built from there. */
export interface StoredScenario {
  readonly file: string;
  readonly source: ScenarioSource;
  readonly scenario: Scenario;
}

/** Executes the run of a number, which follows from the seed alone: elsewhere, or ahead of its turn. Undefined once it is to stop. */
export type RunElsewhere = (run: number) => Promise<RunOutcome | undefined>;

/** What decides the scenarios of a campaign. */
export interface CampaignSeries {
  readonly seed: string;
  /** The service that all scenarios are about; undefined for any. */
  readonly service?: string | undefined;
}

/**
 * What a campaign runs. The seed and the budget decide every scenario; `isOver` makes the number of runs depend on
 * time.
 */
export interface CampaignOptions extends CampaignSeries {
  readonly runsMax: number;
  readonly findingsMax: number;
  readonly host: CheckHost;
  /** Scenarios of earlier findings, which run first. */
  readonly stored: readonly StoredScenario[];
  /** True to begin with the last run: state that a run leaks into its process then affects other runs. */
  readonly isBackwards?: boolean;
  /** True once the time is up: asked before each run. */
  readonly isOver: () => Promise<boolean>;
  /** True once the campaign is to stop: asked while a finding is shrunk, which then stays as it is. */
  readonly isStopped?: () => Promise<boolean>;
  readonly onRun?: (run: number) => void;
  /** Executes the generated runs, such as in threads; the result is the same. Shrinking stays here. */
  readonly runElsewhere?: RunElsewhere | undefined;
}

/** What a campaign did. `operations` and `coverage` include stored scenarios but not the runs of shrinking. */
export interface CampaignResult {
  readonly runs: number;
  readonly operations: number;
  readonly findings: readonly CheckFinding[];
  readonly coverage: CoverageResult;
  /** Of each run by its number, for comparison with a second process. */
  readonly digests: readonly string[];
}

/** A run of its scenario, with what it alone reached. */
export async function outcomeOf(source: ScenarioSource, host: CheckHost): Promise<RunOutcome> {
  const coverage = new Coverage();
  const checked = await execute(source, host, coverage);
  return { ...checked, seen: coverage.seen };
}

/** The scenario of a run of a campaign, counted from 1. */
export function scenarioOf(seed: string, run: number, service?: string): ScenarioSource {
  const [source] = scenariosFrom(seed, { first: run, count: 1, service });
  return source as ScenarioSource;
}

/** The scenarios of runs that follow each other; all before the first are passed on the way, at a microsecond each. */
export const scenariosFrom = (
  seed: string,
  { first, count, service }: { first: number; count: number; service?: string | undefined },
): readonly ScenarioSource[] =>
  sample(scenarios({ service }), { seed: wordOf(seed), path: String(first - 1), numRuns: count });

/**
 * Runs the stored scenarios, then generated ones, until `runsMax`, `findingsMax` or `isOver`. Broken properties are
 * findings.
 */
export async function campaign(options: CampaignOptions): Promise<CampaignResult> {
  const { host, findingsMax, runsMax } = options;
  const tally = new Tally(host);
  const findings = storedFindings(options, tally);
  if (options.isBackwards === true) await backwards(options, tally);
  else
    while (tally.runs < runsMax && findings.length < findingsMax) {
      const finding = await nextFinding(options, { tally, findings });
      if (finding === undefined) break;
      findings.push(finding);
    }
  const { runs, operations, coverage, digests } = tally;
  return { runs, operations, findings, coverage: coverage.result(), digests };
}

/** Sums over the runs of a campaign. */
class Tally {
  readonly coverage = new Coverage();
  readonly digests: string[] = [];
  runs = 0;
  operations = 0;
  readonly #host: CheckHost;

  constructor(host: CheckHost) {
    this.#host = host;
  }

  /** Runs a stored scenario. */
  executeStored({ scenario }: StoredScenario): Checked {
    return this.#counted(executed(scenario, this.coverage), 0);
  }

  /** Runs a scenario of the campaign by its number. */
  async execute(source: ScenarioSource, run: number): Promise<Checked> {
    return this.#counted(await execute(source, this.#host, this.coverage), run);
  }

  /** Takes in a run of the campaign that was executed elsewhere. */
  take({ seen, ...checked }: RunOutcome, run: number): Checked {
    this.coverage.add(seen);
    return this.#counted(checked, run);
  }

  #counted(checked: Checked, run: number): Checked {
    this.operations += checked.operations;
    if (run > 0) this.digests[run - 1] = checked.digest;
    return checked;
  }
}

function storedFindings({ stored }: CampaignOptions, tally: Tally): CheckFinding[] {
  const findings: CheckFinding[] = [];
  for (const one of stored) {
    const { source, file } = one;
    const checked = tally.executeStored(one);
    const [violation] = checked.violations;
    if (violation !== undefined)
      findings.push({ violation, source, operations: countOf(source, checked.operations), run: 0, file });
  }
  return findings;
}

/** The digests of all runs, beginning with the last one. */
async function backwards(options: CampaignOptions, tally: Tally): Promise<void> {
  const { runsMax, seed, service } = options;
  const sources = scenariosFrom(seed, { first: 1, count: runsMax, service });
  for (let run = runsMax; run > 0 && !(await options.isOver()); run -= 1) {
    tally.runs += 1;
    options.onRun?.(tally.runs);
    await tally.execute(sources[run - 1] as ScenarioSource, run);
  }
}

interface Broken extends ScenarioFailure {
  readonly violation: Violation;
  /** Requests that were made. */
  readonly operations: number;
}

/** Continues the campaign until a property breaks that is not among the findings. */
async function nextFinding(
  options: CampaignOptions,
  { tally, findings }: { tally: Tally; findings: readonly CheckFinding[] },
): Promise<CheckFinding | undefined> {
  const { host, isStopped, seed, service } = options;
  const known = new Set(findings.map(({ violation }) => violation.property));
  const next = async (checked: (run: number) => Promise<Checked>): Promise<Broken | undefined> => {
    tally.runs += 1;
    options.onRun?.(tally.runs);
    const broken = brokenIn(await checked(tally.runs));
    return broken === undefined || known.has(broken.violation.property) ? undefined : broken;
  };
  const search = await searchOf(options, { tally, next });
  if (search === undefined) return undefined;
  const found = await falsify({
    ...search,
    scenarios: scenarios({ service }),
    seed: wordOf(seed),
    isStopped,
    triedAgain: async (source) => brokenIn(await execute(source, host)),
  });
  if (found === undefined) return undefined;
  const { failure, source: smallest } = await withoutBehaviours(found, options);
  const { violation, operations } = failure;
  const source = named(smallest, violation);
  return { violation, source, operations: countOf(source, operations), run: tally.runs };
}

type Found = Pick<Falsified<Broken>, 'failure' | 'source'>;

/** The requests that behaviours made, as few of them as break the same; what was found where they do not break it alone. */
async function withoutBehaviours(found: Found, { host, isStopped }: CampaignOptions): Promise<Found> {
  const requests = await asRequests(found.source, host);
  if (requests === undefined) return found;
  let latest: Broken | undefined;
  const fails = async (source: ScenarioSource): Promise<boolean> => {
    if ((await isStopped?.()) === true) return false;
    const broken = await execute(source, host).then(brokenIn, () => undefined);
    if (broken?.signature !== found.failure.signature) return false;
    latest = broken;
    return true;
  };
  if (!(await fails(requests))) return found;
  const { source } = await shrink(requests, fails);
  return latest === undefined ? found : { source, failure: latest };
}

type Search = Pick<Falsification<Broken>, 'path' | 'runsMax' | 'isOver' | 'tried'>;

/**
 * Where to look for the next finding: in the runs to come, or in the one that broke elsewhere, which alone is made here, to be
 * shrunk. Undefined where no run broke elsewhere.
 */
async function searchOf(
  { isOver, runsMax, runElsewhere }: CampaignOptions,
  {
    tally,
    next,
  }: { tally: Tally; next: (executed: (run: number) => Promise<Checked>) => Promise<Broken | undefined> },
): Promise<Search | undefined> {
  if (runElsewhere === undefined)
    return {
      path: String(tally.runs),
      runsMax: runsMax - tally.runs,
      isOver,
      tried: (source) => next((run) => tally.execute(source, run)),
    };
  while (tally.runs < runsMax && !(await isOver())) {
    const outcome = await runElsewhere(tally.runs + 1);
    if (outcome === undefined) return undefined;
    const broken = await next((run) => Promise.resolve(tally.take(outcome, run)));
    if (broken !== undefined)
      return { path: String(tally.runs - 1), runsMax: 1, tried: () => Promise.resolve(broken) };
  }
  return undefined;
}

function brokenIn({ violations, operations }: Checked): Broken | undefined {
  const [violation] = violations;
  if (violation === undefined) return undefined;
  const { message } = violation;
  return { violation, operations, signature: signatureOf(violation), message };
}

/** A scenario file that says what it shows. */
export function named(
  source: ScenarioSource,
  { property, message }: { property: string; message: string },
): ScenarioSource {
  const { name: _, operations, ...rest } = source;
  const lines = operations === undefined ? {} : { operations };
  const expect = isRelation(property) ? heldTo(property) : watched;
  return { name: property, about: oneLine(message), ...rest, ...lines, expect };
}

/** What is the same about two scenarios that show one thing: the property, and the codes that were answered and expected. */
export function signatureOf({ property, message }: Violation): string {
  const codes = /answered (\w+); expected (\w+)$/.exec(message);
  return codes === null ? property : `${property} ${codes[1]} ${codes[2]}`;
}

const countOf = ({ operations = [] }: ScenarioSource, made: number): number =>
  Math.max(operations.length, made);

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 200);
