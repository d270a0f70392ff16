/** An engine of a load without connections, on a clock that a test moves: the test answers what agents ask. */
import { setImmediate as turn } from 'node:timers/promises';
import { vi } from 'vitest';
import { LoadEngine } from '../../../../src/live/load/engine/load-engine.ts';
import type { AgentMessage } from '../../../../src/live/load/engine/engine-parts.ts';
import { LoadPace } from '../../../../src/live/load/engine/load-pace.ts';
import type { LoadCall } from '../../../../src/live/load/load-call.ts';
import { LoadSender } from '../../../../src/live/load/send/load-sender.ts';
import type { RawAnswer } from '../../../../src/live/traffic/http/answer-parser.ts';
import type { FailureReason } from '../../../../src/live/traffic/http/connection.ts';
import type { PathTemplates } from '../../../../src/live/traffic/plan/path-templates.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';
import type { Scenario } from '../../../../src/simulation/scenario/scenario.ts';
import { market } from '../../../simulation/scenario/market.ts';
import { startMs } from '../../../platform/world/new-world.ts';

/** The clock of the agents when the load starts. */
export const agentStartMs = startMs;

/** Before each test: the timers are those of vitest, and `performance` begins with 1970. */
export const fakesTimers = (): void =>
  void vi.useFakeTimers({
    now: 0,
    toFake: ['performance', 'Date', 'setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'],
  });

/** After each test. */
export function realTimers(): void {
  vi.restoreAllMocks();
  vi.useRealTimers();
}

const target = readTarget(
  'toy.yaml',
  'name: toy\nhosts: [127.0.0.1]\nallow: writes\nservices: { faucet: "http://127.0.0.1:81/faucet" }',
);
const address = target.services.get('faucet')!;

/** The only service is the faucet. */
export const templates = {
  routeTo: (path: string) =>
    path.startsWith('/faucet/') ? { path, address, place: {} as never } : undefined,
  areLoopback: true,
  notes: [],
} as unknown as PathTemplates;

/** A clock that a test moves; what is asked of the sender is kept. Call it with fake timers. */
export function ownSender() {
  let [nowMs, sleptMs] = [1_000, 0];
  vi.advanceTimersByTime(nowMs);
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const asked: AgentMessage[] = [];
  vi.spyOn(LoadSender.prototype, 'submit').mockImplementation(
    (_, message) => void asked.push(message as AgentMessage),
  );
  /** Lets so much time pass, and everything happen that is due meanwhile. */
  const wait = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 1) {
      nowMs += 1;
      vi.advanceTimersByTime(1 + sleptMs);
      sleptMs = 0;
      await turn();
    }
    for (let count = 0; count < 3; count += 1) await turn();
  };
  /** Lets time pass in which this process does nothing: timers that are due meanwhile are late. */
  const sleep = (ms: number): void => {
    nowMs += ms;
    sleptMs += ms;
  };
  return { asked, wait, sleep, nowMs: () => nowMs };
}

/** A call of that target. */
export const callWith = (scenario: Partial<Scenario>, call: Partial<LoadCall> = {}): LoadCall => ({
  scenario: market({ forMs: 60_000, ...scenario }),
  target,
  ca: undefined,
  speed: undefined,
  durationMs: undefined,
  namespace: 'test',
  budget: { micros: undefined, requests: undefined },
  tracing: undefined,
  callOf: (_method, path) => `faucet/B/${path.split('/')[2] ?? ''}`,
  share: { index: 0, count: 1 },
  ...call,
});

export const rawOf = (status: number, body: object = {}, headers = ''): RawAnswer => {
  const bytes = Buffer.from(JSON.stringify(body));
  const head = `HTTP/1.1 ${status} x\r\n${headers}\r\n`;
  return { status, head, bytes, start: 0, end: bytes.length, keepsAlive: true, encoding: '' };
};

/** An engine that is to start after 50 ms. */
export function loadRun(scenario: Partial<Scenario>, call: Partial<LoadCall> = {}) {
  const { asked, wait, sleep, nowMs } = ownSender();
  const whole = callWith(scenario, call);
  const startWallMs = nowMs() + 50;
  const start = { epochMs: startWallMs, startMs: agentStartMs };
  const engine = new LoadEngine({ call: whole, templates, start, pace: new LoadPace(whole, agentStartMs) });
  const outcome: string[] = [];
  void engine.run().then(
    () => outcome.push('ended'),
    (error: unknown) => outcome.push(String(error)),
  );
  return {
    engine,
    asked,
    wait,
    sleep,
    /** Ends up as `ended` or as the message of a mistake, and is empty until then. */
    outcome,
    startWallMs,
    /** When each request was due, in milliseconds from the start. */
    dueMs: (): number[] => asked.map(({ dueMs }) => dueMs - startWallMs),
    /** A request goes out on a connection. */
    write: (index: number): void => void (asked[index]!.sentMs = nowMs()),
    answer: (index: number, status = 200, body: object = {}, headers = ''): void =>
      engine.answered(asked[index]!, rawOf(status, body, headers)),
    fail: (index: number, reason: FailureReason): void => engine.failed(asked[index]!, reason),
  };
}
