/** The sandbox of a call: from its options, or from the file of a session. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FileMistake } from '../../../../core/base/file-mistake.ts';
import { Refusal } from '../../../../core/base/refusal.ts';
import { instantExpected } from '../../../../core/base/time.ts';
import { resolvePolicies } from '../../../../core/policy/policies.ts';
import { paceExpected, parsePace, type Pace } from '../../../../platform/control/pace.ts';
import { parseStart } from '../../../../platform/world/start.ts';
import { jsonIn } from '../../../app/files/text-file.ts';
import { commandContext } from '../../../app/process/command-context.ts';
import { CallMistake } from '../../../app/process/exit.ts';
import { allBehaviours } from '../../../app/run/behaviours.ts';
import { sessionOrigin } from '../../../app/run/session-origin.ts';
import { stepForOneTurn } from '../../../serve/clock-move.ts';
import { Sandbox } from '../../../serve/sandbox.ts';
import type { SandboxOptions } from '../../../serve/sandbox-options.ts';
import { openSession } from '../../../serve/session/open-session.ts';
import { readSession, type SessionOrigin } from '../../../serve/session/session-file.ts';
import { startLine } from '../../output/progress.ts';
import { assertFits } from '../run/memory-need.ts';
import { scenarioOf, type ScenarioOptions } from '../run/scenario-of.ts';

/** The options that decide a world, as text; commander has checked `profile` alone. */
export interface SandboxCall extends ScenarioOptions {
  clock: string;
  start?: string;
  at?: string;
  idSeed?: string;
  session?: string;
}

const wall = { elapsedMs: () => performance.now(), nowMs: () => Date.now() };

/** Throws `CallMistake` or `FileMistake`; `Interrupted` after a signal. */
export async function newSandbox(
  file: string | undefined,
  call: SandboxCall,
  isShown: boolean,
): Promise<Sandbox> {
  const pace = paceOf(call.clock);
  const scenario = file === undefined ? undefined : await scenarioOf(file, withStart(call));
  if (scenario !== undefined) assertFits(scenario);
  const [setting] = call.with;
  if (scenario === undefined && setting !== undefined)
    throw new CallMistake(`--with ${setting}: expected a scenario to serve`);
  const behaviours = await allBehaviours();
  const common = { pace, wall, scenario, behaviours, origin: sessionOrigin(file) };
  if (call.session !== undefined) {
    assertNothingElse(call, call.session);
    return fromSession(call.session, common, isShown);
  }
  const { seed, profile, policies } = scenario ?? plainSetup(call);
  const startMs = startOf(call.start);
  const { idSeed } = call;
  return new Sandbox({ ...common, seed, profile, policies, startMs, idSeed });
}

function plainSetup({ seed = '1', profile = 'published', set }: SandboxCall) {
  const policies = resolvePolicies(profile, set);
  if (policies instanceof Refusal) throw new CallMistake(`--set: ${policies.message}`);
  return { seed, profile, policies };
}

/** A session has all that decides its world. */
function assertNothingElse(call: SandboxCall, session: string): void {
  const { seed, profile, start, at, idSeed, set } = call;
  const options = { seed, profile, start, at, 'id-seed': idSeed, set: Object.keys(set)[0] };
  for (const [name, value] of Object.entries(options))
    if (value !== undefined)
      throw new CallMistake(
        `--session ${session}: expected no --${name} beside it; the session decides that`,
      );
}

async function fromSession(
  file: string,
  common: Omit<SandboxOptions, 'seed' | 'profile' | 'policies'> & { readonly origin: SessionOrigin },
  isShown: boolean,
): Promise<Sandbox> {
  const mistake = ({ message }: Refusal): FileMistake =>
    new FileMistake(file, { line: 1, column: 1 }, message);
  const session = readSession(jsonIn(file, 'a session of orrery serve'), {
    origin: common.origin,
    scenario: common.scenario,
  });
  if (session instanceof Refusal) throw mistake(session);
  const { setup, startMs, idSeed } = session.base;
  const sandbox = new Sandbox({ ...common, ...setup, startMs, idSeed });
  const opening = openSession(sandbox, session);
  const line = startLine(isShown, 'requests');
  try {
    while (!stepForOneTurn(() => opening.step())) {
      line?.step({ share: opening.progress, count: opening.requestCount });
      await nextTurn();
      commandContext.assertGoesOn(() => 'the session was not executed to its end; nothing was served');
    }
  } finally {
    line?.stop();
  }
  const refusal = opening.finish();
  if (refusal !== undefined) throw mistake(refusal);
  return sandbox;
}

function paceOf(text: string): Pace {
  const pace = parsePace(text);
  if (pace === undefined) throw new CallMistake(`--clock ${text}: expected ${paceExpected}`);
  return pace;
}

function startOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const startMs = parseStart(text);
  if (startMs !== undefined) return startMs;
  throw new CallMistake(`--start ${text}: expected ${instantExpected}, from 1970 to 9998`);
}

/** A scenario that starts at another instant has its faults at other instants. */
function withStart(call: SandboxCall): ScenarioOptions {
  if (startOf(call.start) === undefined) return call;
  return { ...call, with: [...call.with, `start=${call.start}`] };
}
