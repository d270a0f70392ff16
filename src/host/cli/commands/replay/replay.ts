/** `orrery replay`: recorded traffic against a live deployment, every answer compared with the recorded one. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { disarmed } from '../../../../core/base/plain-text.ts';
import type { DifferenceGroup } from '../../../../live/traffic/compare/difference.ts';
import { startAutocannon } from '../../../../live/traffic/autocannon/autocannon-replay.ts';
import { exportK6, runExported } from '../../../../live/traffic/k6/k6-replay.ts';
import { NoK6 } from '../../../../live/traffic/k6/run-k6.ts';
import { parseSpeed } from '../../../../live/traffic/plan/schedule.ts';
import { Replay, type ReplayCall } from '../../../../live/traffic/replay/replay.ts';
import { planText, replayText } from '../../../../live/traffic/replay/text.ts';
import type { ReplayResult } from '../../../../live/traffic/replay/result.ts';
import { Forbidden } from '../../../../live/traffic/target/permit.ts';
import { commandContext } from '../../../app/command-context.ts';
import { CallMistake, exitCode } from '../../../app/exit.ts';
import { traceOption, wallOption } from '../../options/option-values.ts';
import { startWorkers } from '../../../app/replay-workers.ts';
import { certificatesOf, loadTarget } from '../../../app/target-file.ts';
import { say, sayJson, showStatus } from '../../output/output.ts';
import { jsonIn } from '../../../app/text-file.ts';

export interface ReplayOptions {
  target: string;
  engine: 'open' | 'autocannon' | 'k6';
  speed: string;
  ramp?: string;
  from?: string;
  to?: string;
  think: 'keep' | 'drop';
  warmUp?: string;
  noise?: string;
  workers: string;
  machines: string;
  dryRun?: boolean;
  out?: string;
  json?: boolean;
  quiet?: boolean;
}

export async function replayCommand(trace: string, options: ReplayOptions): Promise<number> {
  const call = callOf(trace, options);
  const workers = workersOf(options, call);
  machinesOf(options);
  const replay = await Replay.plan(call);
  if (options.dryRun === true) {
    const { header: _header, needs: _needs, ...plan } = replay.plan;
    if (options.json === true) sayJson({ ...plan, ok: true });
    else if (options.quiet !== true) say(planText(replay.plan));
    return exitCode.held;
  }
  const result = await resultOf(replay, call, { ...options, threads: workers }).catch((error: unknown) => {
    throw error instanceof Forbidden || error instanceof NoK6 ? new CallMistake(error.message) : error;
  });
  if (options.out !== undefined) keep(result, options.out);
  if (options.json === true) sayJson(result);
  else if (options.quiet !== true) say(replayText(result));
  return result.ok ? exitCode.held : exitCode.failed;
}

async function resultOf(
  replay: Replay,
  call: ReplayCall,
  options: ReplayOptions & { threads: number },
): Promise<ReplayResult> {
  if (options.threads > 1) return stoppable(await startWorkers(call, replay.plan, options.threads));
  if (options.engine === 'open') return running(replay, options);
  if (options.engine === 'k6') return k6Replay(replay, call, options);
  return stoppable(await startAutocannon(call, replay.plan));
}

/** Script and lanes stay where the result is kept, and nowhere else. */
async function k6Replay(replay: Replay, call: ReplayCall, options: ReplayOptions): Promise<ReplayResult> {
  const folder =
    options.out === undefined ? mkdtempSync(join(tmpdir(), 'orrery-k6-')) : join(options.out, 'k6');
  try {
    const { leftOut } = await exportK6(call, replay.plan, { folder, machines: machinesOf(options) });
    const binary = process.env['K6_BIN'] ?? 'k6';
    return await stoppable(runExported(call, replay.plan, { folder, binary, leftOut }));
  } finally {
    if (options.out === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** A signal stops whoever sends, and the result so far is reported. */
const stoppable = ({ result, stop }: { result: Promise<ReplayResult>; stop: () => void }) =>
  result.finally(commandContext.onInterrupt(stop));

function callOf(trace: string, options: ReplayOptions): ReplayCall {
  const speed = parseSpeed(options.speed);
  if (speed === undefined)
    throw new CallMistake(`--speed ${options.speed}: expected a factor such as 1000x, or max`);
  const target = loadTarget(options.target);
  return {
    trace,
    target,
    schedule: {
      speed,
      rampMs: wallOption('--ramp', options.ramp ?? '0s', { leastMs: 0 }),
      fromMs: traceOption('--from', options.from ?? '0s'),
      toMs: options.to === undefined ? Number.POSITIVE_INFINITY : traceOption('--to', options.to),
    },
    keepsThinkTime: options.think === 'keep',
    warmUpMs: wallOption('--warm-up', options.warmUp ?? '0s', { leastMs: 0 }),
    noise: options.noise === undefined ? [] : noiseIn(options.noise),
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

/** A signal stops the replay, which still reports. */
async function running(replay: Replay, { quiet, json }: ReplayOptions): Promise<ReplayResult> {
  const over = commandContext.onInterrupt(() => replay.stop());
  const isShown = quiet !== true && json !== true && process.stderr.isTTY;
  const ticker = isShown ? setInterval(() => show(replay), 500) : undefined;
  try {
    return await replay.run();
  } finally {
    clearInterval(ticker);
    if (isShown) showStatus('');
    over();
  }
}

function show(replay: Replay): void {
  const { answered, elapsedMs } = replay.progress;
  const rate = elapsedMs > 0 ? Math.round((answered / elapsedMs) * 1000) : 0;
  showStatus(`${answered} of ${replay.plan.requests} answered, ${rate} a second`);
}

function noiseIn(file: string): DifferenceGroup[] {
  const result = jsonIn(file, 'the replay.json of an earlier replay') as Partial<ReplayResult> | null;
  const groups = result?.differences?.groups;
  if (Array.isArray(groups)) return groups.slice();
  throw new CallMistake(`${file}: this is no result of a replay; expected a replay.json`);
}

function keep(result: ReplayResult, folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'replay.json'), `${disarmed(JSON.stringify(result, null, 2))}\n`);
}
