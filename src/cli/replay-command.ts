/** `orrery replay`: recorded traffic against a live deployment, every answer compared with the recorded one. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDuration } from '../base/time.ts';
import type { DifferenceGroup } from '../traffic/compare/difference.ts';
import { startAutocannon } from '../traffic/autocannon/autocannon-replay.ts';
import { exportK6, runExported } from '../traffic/k6/k6-replay.ts';
import { NoK6 } from '../traffic/k6/run-k6.ts';
import { parseSpeed } from '../traffic/plan/schedule.ts';
import { Replay, type ReplayCall } from '../traffic/replay/replay.ts';
import { planText, replayText } from '../traffic/replay/text.ts';
import type { ReplayResult } from '../traffic/replay/result.ts';
import { Forbidden } from '../traffic/target/permit.ts';
import { CallMistake, exitCode } from './exit.ts';
import { startWorkers } from './replay-workers.ts';
import { certificatesOf, loadTarget } from './target-file.ts';

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
    process.stdout.write(
      options.json === true ? `${JSON.stringify({ ...plan, ok: true })}\n` : planText(replay.plan),
    );
    return exitCode.held;
  }
  const result = await resultOf(replay, call, { ...options, threads: workers }).catch((error: unknown) => {
    throw error instanceof Forbidden || error instanceof NoK6 ? new CallMistake(error.message) : error;
  });
  if (options.out !== undefined) keep(result, options.out);
  if (options.json === true) process.stdout.write(`${JSON.stringify(result)}\n`);
  else if (options.quiet !== true) process.stdout.write(replayText(result));
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

/** Ctrl-C stops whoever sends, and the result so far is reported. */
async function stoppable({ result, stop }: { result: Promise<ReplayResult>; stop: () => void }) {
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return result.finally(() => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  });
}

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
      rampMs: durationOf('--ramp', options.ramp, 0),
      fromMs: durationOf('--from', options.from, 0),
      toMs: durationOf('--to', options.to, Number.POSITIVE_INFINITY),
    },
    keepsThinkTime: options.think === 'keep',
    warmUpMs: durationOf('--warm-up', options.warmUp, 0),
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

function durationOf(option: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const ms = parseDuration(text);
  if (ms !== undefined) return ms;
  throw new CallMistake(`${option} ${text}: expected a duration such as 30s or 2d`);
}

/** Ctrl-C stops the replay, which still reports; a second one ends the process. */
async function running(replay: Replay, { quiet, json }: ReplayOptions): Promise<ReplayResult> {
  const stop = (): void => replay.stop();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const isShown = quiet !== true && json !== true && process.stderr.isTTY;
  const ticker = isShown ? setInterval(() => show(replay), 500) : undefined;
  try {
    return await replay.run();
  } finally {
    clearInterval(ticker);
    if (isShown) process.stderr.write('\r\u001b[K');
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

function show(replay: Replay): void {
  const { answered, elapsedMs } = replay.progress;
  const rate = elapsedMs > 0 ? Math.round((answered / elapsedMs) * 1000) : 0;
  process.stderr.write(`\r\u001b[K${answered} of ${replay.plan.requests} answered, ${rate} a second`);
}

function noiseIn(file: string): DifferenceGroup[] {
  try {
    return (
      JSON.parse(readText(file, 'the replay.json of an earlier replay')) as ReplayResult
    ).differences.groups.slice();
  } catch (cause) {
    if (cause instanceof CallMistake) throw cause;
    throw new CallMistake(`${file}: this is no result of a replay; expected a replay.json`);
  }
}

function readText(file: string, expected: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    throw new CallMistake(`${file}: the file cannot be read (${code}); expected ${expected}`);
  }
}

function keep(result: ReplayResult, folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'replay.json'), `${JSON.stringify(result, null, 2)}\n`);
  } catch (cause) {
    throw new CallMistake(
      `cannot write to ${folder}: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  }
}
