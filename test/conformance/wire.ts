/**
 * Real HTTP that a test need not wait for: requests go over a socket to `orrery serve`, in a process of its own, and the
 * thread of the test stands still meanwhile. In use where CONFORMANCE=http.
 */
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { afterEach, beforeEach, onTestFinished } from 'vitest';
import { assert, present } from '../../src/core/base/assert.ts';
import type { JsonObject, Request, Response } from '../../src/core/http/message.ts';
import { program } from '../host/cli/orrery.ts';

/** True where every request of a conformance test also goes over a socket. */
export const isOverHttp = process.env['CONFORMANCE'] === 'http';

declare module 'vitest' {
  interface TaskMeta {
    /** How many answers of this test came over a socket. */
    wireAnswers?: number;
    /** Parts of a platform that this test has asked without a socket. */
    inProcess?: string[];
  }
}

let wireAnswers = 0;
const inProcess = new Set<string>();

/** Says that a test asks a part of the platform that HTTP does not lead to; its claims are not proved over HTTP. */
export const askedInProcess = (part: string): void => void inProcess.add(part);

/** For the file of tests that is about to run: each of its tests says how it was answered. */
export function countsAnswers(): void {
  beforeEach(() => {
    wireAnswers = 0;
    inProcess.clear();
  });
  afterEach(({ task }) => {
    bridge?.settle();
    task.meta.wireAnswers = wireAnswers;
    task.meta.inProcess = [...inProcess];
  });
}

/** Counts an answer that came over a socket in another way. */
export const cameOverHttp = (): void => void (wireAnswers += 1);

interface Started {
  readonly pid: number;
  readonly port: number;
}

interface Ordered {
  readonly number: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** An answer as it came. */
interface Told {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
}

/** A request that is still to be sent, and what its answer is held against. */
interface Waiting {
  readonly request: object;
  readonly check: (told: Response) => unknown;
}

const patienceMs = 60_000;
/** Handing one request to the other thread and waiting for it costs as much as asking: so many are handed over at once. */
const waitingMax = 200;

/** How many worlds of one test can be asked: each takes a process, and a second to start it. */
const worldsMax = 6;

/** The thread that waits in the place of the test. Its servers are for all files of a process, and end with it. */
class Bridge {
  readonly #signal = new Int32Array(new SharedArrayBuffer(4));
  readonly #port: MessageChannel['port1'];
  readonly #worker: Worker;
  readonly #pids: number[] = [];
  #orders = 0;
  /** Served worlds that nobody uses now. */
  readonly #free: number[] = [];
  /** Worlds of the test that runs, oldest first. */
  readonly #used: ServedWorld[] = [];

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#worker = new Worker(new URL('wire-worker.js', import.meta.url), {
      workerData: { port: port2, signal: this.#signal.buffer, program },
      transferList: [port2],
    });
    this.#worker.unref();
    process.on('exit', this.#kill);
    process.once('SIGTERM', () => process.exit());
  }

  /** A port for a world until the test ends. A test that opens many takes those that it opened first. */
  lend(world: ServedWorld): number {
    const oldest = this.#used.length < worldsMax ? undefined : this.#used.shift();
    const port = oldest?.giveUp() ?? this.#free.pop() ?? this.#start();
    this.#used.push(world);
    return port;
  }

  takeBack(world: ServedWorld): void {
    const at = this.#used.indexOf(world);
    if (at < 0) return;
    this.#used.splice(at, 1);
    this.#free.push(world.giveUp());
  }

  #start(): number {
    const { pid, port } = this.#order({ kind: 'start' }) as Started;
    this.#pids.push(pid);
    return port;
  }

  /** The answers to these requests, each sent after the answer to the one before it. */
  ask(port: number, requests: readonly object[]): readonly Told[] {
    return this.#order({ kind: 'ask', port, requests }) as readonly Told[];
  }

  /** Sends what is waiting for any world. */
  settle(): void {
    for (const world of this.#used) world.settle();
  }

  #order(order: object): unknown {
    const number = (this.#orders += 1);
    Atomics.store(this.#signal, 0, 0);
    this.#port.postMessage({ number, ...order }, []);
    for (;;) {
      const waited = Atomics.wait(this.#signal, 0, 0, patienceMs);
      assert(waited !== 'timed-out', 'a served world answers in time');
      const received = receiveMessageOnPort(this.#port)?.message as Ordered | undefined;
      Atomics.store(this.#signal, 0, 0);
      // An answer that nobody waited for any longer belongs to an order before this one.
      if (received?.number !== number) continue;
      assert(received.error === undefined, `over the wire: ${received.error}`);
      return received.value;
    }
  }

  readonly #kill = (): void => {
    for (const pid of this.#pids.splice(0)) process.kill(pid, 'SIGKILL');
  };
}

let bridge: Bridge | undefined;

/** A served world, somebody else's before and after: it has to be reset before it is used. */
export class ServedWorld {
  readonly #bridge: Bridge;
  readonly #waiting: Waiting[] = [];
  #port: number | undefined;

  /** For the rest of the test that runs, or until it has opened six others. */
  constructor() {
    const own = (bridge ??= new Bridge());
    this.#bridge = own;
    this.#port = own.lend(this);
    onTestFinished(() => own.takeBack(this));
  }

  /** Its port, for another world: from then on this one cannot be asked. */
  giveUp(): number {
    this.settle();
    const port = this.#port;
    assert(port !== undefined, 'a served world is given up once');
    this.#port = undefined;
    return port;
  }

  /** Sends a request at the latest when the test ends or asks for something else, after all others. */
  expect(request: Request, check: Waiting['check']): void {
    assert(this.#port !== undefined, `a test asks the ${worldsMax} worlds that it has opened last`);
    this.#waiting.push({ request: asSent(request), check });
    if (this.#waiting.length >= waitingMax) this.settle();
  }

  /** Sends what is waiting, in order. */
  settle(): void {
    const waiting = this.#waiting.splice(0);
    if (waiting.length === 0 || this.#port === undefined) return;
    const told = this.#bridge.ask(
      this.#port,
      waiting.map(({ request }) => request),
    );
    assert(told.length === waiting.length, 'each request has an answer');
    wireAnswers += told.length;
    for (const [index, { check }] of waiting.entries()) check(answerOf(present(told[index], 'as above')));
  }

  /** The answer as it came; headers are text, and the body what its JSON says. */
  ask(request: Request): Response {
    let answer: Response | undefined;
    this.expect(request, (told) => (answer = told));
    this.settle();
    return present(answer, 'what was sent has been answered');
  }
}

function asSent({ method, query, path, headers, body, rawBody, ip }: Request): object {
  const text = new URLSearchParams(query).toString();
  return {
    method,
    path: text === '' ? path : `${path}?${text}`,
    headers: { ...headers, 'x-sim-ip': ip },
    body: rawBody ?? (body === undefined ? undefined : JSON.stringify(body)),
  };
}

const answerOf = ({ status, headers, text }: Told): Response => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, numbered(name, value)])),
  body: JSON.parse(text) as JsonObject,
});

/** Headers that count are numbers for those who ask. */
const numbered = (name: string, value: string): string | number =>
  /^(?:x-ratelimit-.*|retry-after)$/.test(name) ? Number(value) : value;
