/** `orrery replay`: recorded traffic against a live deployment, every answer compared with the recorded one. */
import { ownCall } from '../../../../core/base/own-call.ts';
import { join } from 'node:path';
import { shellWord } from '../../../../core/base/shell-word.ts';
import { parseSpeed } from '../../../../live/traffic/plan/schedule.ts';
import { Replay } from '../../../../live/traffic/replay/replay.ts';
import type { ReplayCall } from '../../../../live/traffic/replay/replay-call.ts';
import type { SpendingLimits } from '../../../../live/traffic/target/bounds.ts';
import { shareOf } from '../../../../live/traffic/target/budget.ts';
import type { Target } from '../../../../live/traffic/target/target.ts';
import { planText, replayText } from '../../../../live/traffic/replay/text.ts';
import { certificatesOf, loadTarget } from '../../../app/files/target-file.ts';
import { CallMistake, exitCode } from '../../../app/process/exit.ts';
import { isNamespace, newNamespace } from '../../../app/process/namespace.ts';
import { callsBelow } from '../../../app/record/route-names.ts';
import { firstOfTwo, sendReplay } from '../../../app/replay/send-replay.ts';
import { writeReplay } from '../../../app/replay/write-replay.ts';
import { rulesWith } from '../../options/compare-rules.ts';
import { traceOption, wallOption } from '../../options/option-values.ts';
import { say, sayJson, showStatus } from '../../output/output.ts';

/** The options as text from the command line; commander has checked `engine` and `think` alone. */
export interface ReplayOptions {
  target: string;
  engine: 'open' | 'autocannon' | 'k6';
  speed: string;
  ramp?: string;
  from?: string;
  to?: string;
  think: 'keep' | 'drop';
  warmUp?: string;
  noise?: boolean;
  namespace?: string;
  limitWait: string;
  answersOnly?: boolean;
  ignore: string[];
  unordered: string[];
  tolerance: string[];
  workers: string;
  machines: string;
  dryRun?: boolean;
  out?: string;
  json?: boolean;
  quiet?: boolean;
}

/**
 * Resolves with 1 where the replay is void, incomplete, over a limit or has unexplained differences. Throws
 * `CallMistake` for wrong options before anything is sent.
 */
export async function replayCommand(trace: string, options: ReplayOptions): Promise<number> {
  const planned = callOf(trace, options);
  const threads = workersOf(options, planned);
  const machines = machinesOf(options);
  if (options.dryRun === true) return tellPlan(await Replay.plan(planned), options);
  const { engine, out } = options;
  const isShown = options.quiet !== true && options.json !== true && process.stderr.isTTY;
  const first = options.noise === true ? await firstOfTwo(planned, isShown ? show : undefined) : undefined;
  const call = { ...planned, noise: first?.shown };
  const replay = await Replay.plan(call);
  if (first?.isStopped === true) replay.stop();
  const shown = isShown ? { onProgress: show } : {};
  const k6Binary = process.env['K6_BIN'] ?? 'k6';
  const sending = { engine, threads, machines, k6Binary, out, ...shown };
  const finished = await sendReplay(replay, call, sending).finally(() => {
    if (isShown) showStatus('');
  });
  const { result } = finished;
  const { header } = replay.plan;
  if (out !== undefined)
    await writeReplay(finished, { folder: out, command: commandOf(trace, options), header });
  if (options.json === true) sayJson(result);
  else if (options.quiet !== true) say(replayText(result) + reportLine(out));
  return result.ok ? exitCode.held : exitCode.failed;
}

const reportLine = (folder: string | undefined): string =>
  folder === undefined ? '' : `report: ${join(folder, 'replay.html')}\n`;

/** The call without what only shows or keeps its result; the next call draws another namespace. */
function commandOf(trace: string, options: ReplayOptions): string {
  const { target, engine, speed, from, to, think, ramp, warmUp, limitWait, workers } = options;
  const values = Object.entries({ target, engine, speed, from, to, think, ramp, 'warm-up': warmUp });
  const given = [...values, ['limit-wait', limitWait], ['workers', workers]].flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  );
  const lists = [
    ...options.ignore.flatMap((field) => ['--ignore', field]),
    ...options.tolerance.flatMap((each) => ['--tolerance', each]),
    ...options.unordered.flatMap((field) => ['--unordered', field]),
  ];
  const switches = [
    ...(options.noise === true ? ['--noise'] : []),
    ...(options.answersOnly === true ? ['--answers-only'] : []),
  ];
  return [`${ownCall} replay`, ...[trace, ...given, ...lists, ...switches].map(shellWord)].join(' ');
}

function tellPlan(replay: Replay, { json, quiet }: ReplayOptions): number {
  const {
    header: _header,
    needs: _needs,
    names: _names,
    taken: _taken,
    spending: _spending,
    ...plan
  } = replay.plan;
  if (json === true) sayJson({ ...plan, ok: true });
  else if (quiet !== true) say(planText(replay.plan));
  return exitCode.held;
}

function callOf(trace: string, options: ReplayOptions): ReplayCall {
  const speed = parseSpeed(options.speed);
  if (speed === undefined)
    throw new CallMistake(`--speed ${options.speed}: expected a factor such as 1000x, or max`);
  const target = loadTarget(options.target);
  return {
    trace,
    target: { ...target, budget: budgetOf(target, options), compare: rulesWith(target.compare, options) },
    schedule: {
      speed,
      rampMs: wallOption('--ramp', options.ramp ?? '0s', { leastMs: 0 }),
      ...windowOf(options),
    },
    keepsThinkTime: options.think === 'keep',
    warmUpMs: wallOption('--warm-up', options.warmUp ?? '0s', { leastMs: 0 }),
    noise: undefined,
    namespace: namespaceOf(options),
    limitWaitMs: wallOption('--limit-wait', options.limitWait, { leastMs: 0 }),
    answersOnly: options.answersOnly === true,
    callOf: callsBelow(target.budget),
    ca: certificatesOf(target),
  };
}

/** The part of the trace that is measured. */
function windowOf({ from = '0s', to }: ReplayOptions): Pick<ReplayCall['schedule'], 'fromMs' | 'toMs'> {
  const fromMs = traceOption('--from', from);
  const toMs = to === undefined ? Number.POSITIVE_INFINITY : traceOption('--to', to);
  if (toMs > fromMs) return { fromMs, toMs };
  throw new CallMistake(`--to ${to} is not after --from ${from}; expected a later --to`);
}

/** With --noise the trace is sent twice, each time within half of the budget. */
const budgetOf = ({ budget }: Target, { noise }: ReplayOptions): SpendingLimits =>
  noise === true ? shareOf(budget, { index: 1, count: 2 }) : budget;

const machinesMax = 1_000;

/** For how many the segments and the TestRun beside the script are written; the script itself runs here. */
function machinesOf({ machines }: ReplayOptions): number {
  const count = /^\d{1,4}$/.test(machines) ? Number(machines) : 0;
  if (count >= 1 && count <= machinesMax) return count;
  throw new CallMistake(`--machines ${machines}: expected a number from 1 to ${machinesMax}`);
}

const workersMax = 64;

function workersOf({ workers, engine }: ReplayOptions, { target }: ReplayCall): number {
  const count = /^\d{1,2}$/.test(workers) ? Number(workers) : 0;
  if (count < 1 || count > workersMax)
    throw new CallMistake(`--workers ${workers}: expected a number from 1 to ${workersMax}`);
  if (count > 1 && engine !== 'open')
    throw new CallMistake(`--workers ${workers}: ${engine} has its own; expected --engine open`);
  if (count > 1 && target.clock.kind === 'sandbox')
    throw new CallMistake(
      `--workers ${workers}: a sandbox is sent everything in one line; expected 1, or a clock that runs in ${target.file}`,
    );
  return count;
}

function show(replay: Replay): void {
  const { answered, elapsedMs } = replay.progress;
  const rate = elapsedMs > 0 ? Math.round((answered / elapsedMs) * 1000) : 0;
  showStatus(`${answered} of ${replay.plan.requests} answered, ${rate} a second`);
}

function namespaceOf({ namespace = newNamespace() }: ReplayOptions): string {
  if (isNamespace(namespace)) return namespace;
  throw new CallMistake(`--namespace ${namespace}: expected 4 to 16 lower-case letters and digits`);
}
