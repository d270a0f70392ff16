/**
 * A closed loop on a clock that a test moves, against sockets on loopback: each part of it (one connection alone, then
 * the steps) is answered as said, and ends once no connection gets another answer.
 */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished, vi } from 'vitest';
import { ClosedLoop, type ClosedCall } from '../../../../src/live/traffic/bench/closed-loop.ts';
import type { ReadLoad } from '../../../../src/live/traffic/bench/load.ts';
import type { BenchFigures, BenchStep } from '../../../../src/live/traffic/bench/result.ts';
import { GeneratorWatch } from '../../../../src/live/traffic/engine/generator-watch.ts';
import type { MetricResult } from '../../../../src/simulation/scenario/result.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';

/** Statuses of the first answers, or other bytes; nothing comes after them. */
export interface Part {
  readonly answers: readonly (number | string)[];
  readonly connections?: number;
  /** By how much the clock moves before each answer. */
  readonly tookMs?: number;
  /** How long the part lasts. */
  readonly ms?: number;
}

/** The same status so many times. */
export const times = (count: number, status = 200): number[] => Array.from({ length: count }, () => status);

const idle = { processorShare: 0, eventLoopDelayP99Ms: 0, collectionShare: 0, collectionLongestMs: 0 };

/** From now on the event loop of the generator is busy for this share of the time. */
export const sharing = (eventLoopShare: number): void =>
  void vi.spyOn(GeneratorWatch.prototype, 'figures', 'get').mockReturnValue({ ...idle, eventLoopShare });

const none = { p50: 0, p90: 0, p99: 0, p999: 0, max: 0 };
/** A step that held at this rate, and took no time. */
export const stepAt = (perSecond: number, changes: Partial<BenchStep> = {}): BenchStep => ({
  offeredPerSecond: perSecond,
  achievedPerSecond: perSecond,
  responseMs: none,
  failed: 0,
  sendLagP99Ms: 0,
  voidReason: null,
  holds: true,
  limitedBy: null,
  generatorPart: null,
  ...changes,
});

/** Before each test: what autocannon takes its times from. */
export const movesClock = (): void =>
  void vi.useFakeTimers({
    now: 0,
    toFake: ['Date', 'hrtime', 'setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'],
  });

/** After each test. */
export function realClock(): void {
  vi.restoreAllMocks();
  vi.useRealTimers();
}

const bytesOf = (answer: number | string): string =>
  typeof answer === 'string' ? answer : `HTTP/1.1 ${answer} X\r\ncontent-length: 0\r\n\r\n`;

async function partServer() {
  const asked: string[] = [];
  let begun = (): void => undefined;
  const sockets: Socket[] = [];
  let [given, left]: [Part, number] = [{ answers: [] }, 0];
  const server = createServer((socket) => {
    const own = given;
    sockets.push(socket);
    const over = (): void => {
      if (own === given && --left === 0) begun();
    };
    let isHeld = false;
    socket.on('error', () => undefined);
    socket.on('close', () => isHeld || over());
    socket.on('data', (chunk) => {
      asked.push(chunk.toString());
      const answer = own.answers[count++];
      isHeld = answer === undefined;
      if (answer === undefined) return over();
      vi.advanceTimersByTime(own.tookMs ?? 0);
      return socket.write(bytesOf(answer));
    });
  });
  let count = 0;
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  /** Ends when every connection of the part waits or is closed. */
  const answered = (part: Part): Promise<void> => {
    [given, left, count] = [part, part.connections ?? 1, 0];
    return new Promise((resolve) => (begun = resolve));
  };
  return { asked, port: (server.address() as AddressInfo).port, answered };
}

/** Where the loop sends, and what. */
export const loadTo = (port: number, changes: Partial<ReadLoad> = {}): ReadLoad => ({
  endpoints: [{ isTls: false, host: 'localhost', address: '127.0.0.1', port, ca: undefined }],
  messages: [{ text: 'GET /x HTTP/1.1\r\n\r\n', endpoint: 0, call: '' }],
  pick: () => 0,
  script: () => ({}) as never,
  ...changes,
});

/** The call of a loop with one step of a second on one connection. */
export function callTo(load: ReadLoad, lines = '', changes: Partial<ClosedCall> = {}): ClosedCall {
  const text = `name: toy\nhosts: [127.0.0.1]\nservices: { faucet: "http://127.0.0.1:1" }\n${lines}`;
  const limits = { p99MsMax: 1_000, failedMax: 0 };
  return {
    target: readTarget('toy.yaml', text),
    load,
    stepMs: 1_000,
    connections: 1,
    limits,
    repeats: 1,
    ...changes,
  };
}

interface Looped {
  readonly figures: BenchFigures;
  readonly measures: readonly MetricResult[];
  /** Every request, as it came. */
  readonly asked: readonly string[];
  readonly port: number;
}

/** What may be changed about a loop. */
export interface LoopChanges extends Partial<ClosedCall> {
  /** Further lines of the target file. */
  readonly lines?: string;
  readonly sent?: Partial<ReadLoad>;
  /** The part during which the loop is stopped. */
  readonly stopIn?: number;
}

/** Runs a loop: the first part is that of one connection alone, and it and each other takes a second. */
export async function looped(parts: readonly Part[], changes: LoopChanges = {}): Promise<Looped> {
  const { lines, sent, stopIn, ...call } = changes;
  const server = await partServer();
  const loop = new ClosedLoop(callTo(loadTo(server.port, sent), lines, call));
  let next = server.answered(parts[0]!);
  const run = loop.run();
  for (const [index, { ms = 1_000 }] of parts.entries()) {
    // A loop that ends too early is not waited for.
    await Promise.race([next, run]);
    if (index === stopIn) loop.stop();
    next = server.answered(parts[index + 1] ?? { answers: [] });
    vi.advanceTimersByTime(ms);
  }
  return { figures: await run, measures: loop.measures, asked: server.asked, port: server.port };
}
