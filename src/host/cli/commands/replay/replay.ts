/** `orrery replay`: recorded traffic against a live deployment, every answer compared with the recorded one. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { disarmed } from '../../../../core/base/plain-text.ts';
import type { CompareRules } from '../../../../live/traffic/compare/rules.ts';
import { parseSpeed } from '../../../../live/traffic/plan/schedule.ts';
import { Replay } from '../../../../live/traffic/replay/replay.ts';
import type { ReplayCall } from '../../../../live/traffic/replay/replay-call.ts';
import type { ReplayResult } from '../../../../live/traffic/replay/result-schema.ts';
import { planText, replayText } from '../../../../live/traffic/replay/text.ts';
import { certificatesOf, loadTarget } from '../../../app/files/target-file.ts';
import { CallMistake, exitCode } from '../../../app/process/exit.ts';
import { isNamespace, newNamespace } from '../../../app/process/namespace.ts';
import { firstOfTwo, sendReplay } from '../../../app/replay/send-replay.ts';
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
  const result = await sendReplay(replay, call, sending).finally(() => {
    if (isShown) showStatus('');
  });
  if (options.out !== undefined) keep(result, options.out);
  if (options.json === true) sayJson(result);
  else if (options.quiet !== true) say(replayText(result));
  return result.ok ? exitCode.held : exitCode.failed;
}

function tellPlan(replay: Replay, { json, quiet }: ReplayOptions): number {
  const { header: _header, needs: _needs, names: _names, ...plan } = replay.plan;
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
    target: { ...target, compare: rulesWith(target.compare, options) },
    schedule: {
      speed,
      rampMs: wallOption('--ramp', options.ramp ?? '0s', { leastMs: 0 }),
      fromMs: traceOption('--from', options.from ?? '0s'),
      toMs: options.to === undefined ? Number.POSITIVE_INFINITY : traceOption('--to', options.to),
    },
    keepsThinkTime: options.think === 'keep',
    warmUpMs: wallOption('--warm-up', options.warmUp ?? '0s', { leastMs: 0 }),
    noise: undefined,
    namespace: namespaceOf(options),
    limitWaitMs: wallOption('--limit-wait', options.limitWait, { leastMs: 0 }),
    answersOnly: options.answersOnly === true,
    ca: certificatesOf(target),
  };
}

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

function rulesWith(rules: CompareRules, { ignore, unordered }: ReplayOptions): CompareRules {
  for (const [option, fields] of Object.entries({ ignore, unordered })) {
    const wrong = fields.find((field) => !field.startsWith('/'));
    if (wrong !== undefined)
      throw new CallMistake(`--${option} ${wrong}: expected the end of a JSON pointer such as /price`);
  }
  return { ...rules, ignore: [...rules.ignore, ...ignore], unordered: [...rules.unordered, ...unordered] };
}

function keep(result: ReplayResult, folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'replay.json'), `${disarmed(JSON.stringify(result, null, 2))}\n`);
}
