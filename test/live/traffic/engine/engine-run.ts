/** An engine without connections, on a clock that a test moves: the test answers what is submitted. */
import { onTestFinished, vi } from 'vitest';
import type { OpenEngineOptions } from '../../../../src/live/traffic/engine/engine-options.ts';
import { percentiles } from '../../../../src/live/traffic/engine/measures.ts';
import { OpenEngine } from '../../../../src/live/traffic/engine/open-engine.ts';
import type { PlannedRequest, Script } from '../../../../src/live/traffic/engine/planned-request.ts';
import { Senders } from '../../../../src/live/traffic/engine/senders.ts';
import type { Connection, FailureReason } from '../../../../src/live/traffic/http/connection.ts';

type Request = PlannedRequest;

/** Request `n` of a session; due as soon as its turn has come where `dueMs` is left out. */
export const requestOf = (n: number, changes: Partial<Request> = {}): Request => ({
  n, session: n, method: 'GET', endpoint: 0, dueMs: undefined, isMeasured: true, isAlone: false, sentMs: -1, intendedMs: -1, readyMs: -1, ...changes,
}); // prettier-ignore

const answer = {
  status: 200,
  head: '',
  bytes: Buffer.alloc(0),
  start: 0,
  end: 0,
  keepsAlive: true,
  encoding: '',
};

export interface EngineRun {
  readonly engine: OpenEngine<Request>;
  /** What happened, each with the milliseconds since the start. */
  readonly log: string[];
  /** Takes the log so far. */
  readonly taken: () => string[];
  readonly written: (n: number) => boolean;
  readonly answered: (n: number, status?: number) => void;
  readonly failed: (n: number, reason?: FailureReason) => void;
  /** Resolves with `ended` or a message. */
  readonly outcome: Promise<string>;
  readonly wait: (ms: number) => Promise<void>;
}

export interface EngineCall {
  readonly options?: Partial<OpenEngineOptions>;
  readonly script?: Partial<Script<Request>>;
  /** The ceiling has held requests back for so long in all. */
  readonly heldMs?: () => number;
  readonly notesCuts?: boolean;
}

/** Starts a run over batches of requests. Call it with fake timers. */
export function engineRun(batches: readonly (readonly Request[])[], call: EngineCall = {}): EngineRun {
  // An instant of 0 stands for none.
  vi.advanceTimersByTime(1_000);
  const startMs = performance.now();
  const log: string[] = [];
  const note = (what: string): void => void log.push(`${Math.round((performance.now() - startMs) * 10) / 10} ${what}`);
  const all = new Map(batches.flat().map((request) => [request.n, request]));
  const of = (n: number): Request => all.get(n)!;
  const spies = [
    vi.spyOn(Senders.prototype, 'submit').mockImplementation(({ n }) => note(`submit ${n}`)),
    vi.spyOn(Senders.prototype, 'warm').mockImplementation(() => note('warm')),
    vi.spyOn(Senders.prototype, 'close').mockImplementation(() => note('close')),
    vi.spyOn(Senders.prototype, 'count').mockImplementation(() => note('count')),
    vi.spyOn(Senders.prototype, 'abandon').mockImplementation(() => []),
    vi.spyOn(Senders.prototype, 'heldMs').mockImplementation(() => call.heldMs?.() ?? 0),
    vi.spyOn(Senders.prototype, 'cutOlderThan').mockImplementation((beforeMs) => (call.notesCuts === true ? note(`cut ${beforeMs - startMs}`) : undefined)),
  ];
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
  const left = [...batches];
  const script: Script<Request> = {
    next: () => Promise.resolve(left.shift() ?? []),
    awaits: () => undefined,
    textOf: ({ n }) => `text ${n}`,
    answered: ({ n }, { status }, serviceMs) => (note(`answered ${n}: ${status} in ${serviceMs}`), 0),
    work: () => false,
    failed: ({ n }, reason) => note(`failed ${n}: ${reason}`),
    unsent: ({ n }, reason) => note(`unsent ${n}: ${reason}`),
    ...call.script,
  };
  const options: OpenEngineOptions = {
    endpoints: [], connectionsMax: 4, requestsPerSecondMax: 1e6, timeoutMs: 1e9, warmUpMs: 0, isInLine: false, permit: ({ n }) => note(`permit ${n}`), ...call.options,
  };
  const engine = new OpenEngine<Request>(options, script);
  const connection = { send: ({ n }: Request, text: string) => note(`send ${n}: ${text}`) } as unknown as Connection<Request>;
  const outcome = engine.run().then(() => 'ended', (error: unknown) => (error as Error).message);
  return {
    engine, log, outcome,
    taken: () => log.splice(0),
    written: (n) => engine.write(connection, of(n)),
    answered: (n, status = 200) => engine.answered(of(n), { ...answer, status }),
    failed: (n, reason = 'reset') => engine.failed(of(n), reason),
    wait: async (ms) => void (await vi.advanceTimersByTimeAsync(ms)),
  };
} // prettier-ignore

/** The longest time of each histogram that has one, with how many there are. */
export function timesOf({ measures }: OpenEngine<Request>): Record<string, string> {
  const { response, service, lag, serviceAlone, serviceCrowded, waits } = measures;
  const all = Object.entries({ response, service, lag, serviceAlone, serviceCrowded, ...waits });
  return Object.fromEntries(
    all.filter(([, histogram]) => histogram.count > 0).map(([name, histogram]) => [name, `${histogram.count} to ${Math.round(percentiles(histogram).max)}`]),
  );
} // prettier-ignore
