/** One checked run of one scenario: what broke, what was reached, and the digest of what happened. */
import { InvariantError } from '../../core/base/assert.ts';
import { FileMistake } from '../../core/base/file-mistake.ts';
import { buildFromValue } from '../../simulation/scenario/load.ts';
import { ScenarioRun, type RunHooks } from '../../simulation/scenario/run.ts';
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import { sentenceOf, type Violation } from '../oracle/properties.ts';
import { planViolation } from './built-plans.ts';
import type { Coverage } from './coverage.ts';
import { brokenRelations, relationsOf } from './metamorphic/relations.ts';
import { Transcript } from './metamorphic/transcript.ts';
import { Watch } from './observe.ts';
import type { CheckHost } from './served/check-host.ts';
import { endStateOf, type EndState } from './served/end-state.ts';
import { servedViolation } from './served/served-run.ts';
import type { ScenarioSource } from './source.ts';

/** The result of one run. `violations` is empty where every property holds; secrets are removed from messages. */
export interface Checked {
  readonly violations: readonly Violation[];
  readonly operations: number;
  /** Empty where the run broke off. */
  readonly digest: string;
}

/** `end` is undefined where the run broke off. */
interface Executed extends Checked {
  readonly end: EndState | undefined;
}

/** Bounds a run that a bug keeps from ending. */
const eventsMax = 2_000_000;

/**
 * Runs a scenario as it is written, then tries plans of its seed, and perhaps the same run as a served world makes it. Throws `FileMistake`
 * for one that cannot be built.
 */
export async function execute(
  source: ScenarioSource,
  host: CheckHost,
  coverage?: Coverage,
): Promise<Checked> {
  const scenario = await buildFromValue(source, host);
  const { end, ...checked } = executed(scenario, coverage);
  if (checked.violations.length > 0) return checked;
  const wrong =
    (await planViolation(source.seed, host)) ??
    (end && servedViolation({ scenario, source, end }, host.serve));
  return wrong === undefined
    ? checked
    : { ...checked, violations: [{ ...wrong, message: sentenceOf(wrong) }] };
}

/**
 * Runs a scenario until its end, its first violation or the limit of events; then the relations that it names, where
 * nothing else is broken. An exception of the run becomes a violation of `invariants-hold`; only a `FileMistake` is thrown.
 */
export function executed(scenario: Scenario, coverage?: Coverage): Executed {
  coverage?.ranUnder(scenario.policies);
  const watch = new Watch(scenario, coverage);
  const transcript = relationsOf(scenario).length === 0 ? undefined : new Transcript();
  let digest = '';
  let end: EndState | undefined;
  let secrets: ScenarioRun['world']['secrets'] | undefined;
  try {
    const run = new ScenarioRun(scenario, hooksOf(watch, transcript));
    secrets = run.world.secrets;
    watch.attach(run);
    transcript?.attach(run);
    // What went wrong first is what went wrong: the rest of the run only takes time.
    while (watch.violations.length === 0 && run.step(2_000)) {
      if (run.kernel.eventCount > eventsMax) break;
    }
    if (watch.violations.length === 0) {
      // What the watch asks for is no part of the run.
      digest = `${run.world.digest().digest}/${watch.answers}`;
      end = endStateOf(run.world);
      watch.finish();
    }
  } catch (error) {
    if (error instanceof FileMistake) throw error;
    watch.crashed(messageOf(error));
  }
  const broken =
    digest === '' ? watch.violations : [...watch.violations, ...brokenRelations(scenario, transcript)];
  const violations = broken.map((violation) => ({
    ...violation,
    message: secrets?.redact(sentenceOf(violation)) ?? sentenceOf(violation),
  }));
  return { violations, operations: watch.operations, digest, end };
}

const hooksOf = (watch: Watch, transcript: Transcript | undefined): RunHooks => ({
  ...watch.hooks,
  hasTimeline: false,
  ...(transcript === undefined
    ? {}
    : {
        onEvent: (record) => {
          watch.onEvent(record);
          if (!watch.isOver) transcript.onEvent(record);
        },
      }),
});

function messageOf(error: unknown): string {
  if (error instanceof InvariantError) return error.message;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
