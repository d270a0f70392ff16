/**
 * Real HTTP that a test need not wait for: requests go over a socket to `orrery serve`, in a process of its own, and the
 * thread of the test stands still meanwhile. In use where CONFORMANCE=http.
 */
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeEach, onTestFinished } from 'vitest';
import { assert } from '../../src/core/base/assert.ts';
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

/** For the file of tests that is about to run: each of its tests says how it was answered, and its servers end with it. */
export function countsAnswers(): void {
  beforeEach(() => {
    wireAnswers = 0;
    inProcess.clear();
  });
  afterEach(({ task }) => {
    task.meta.wireAnswers = wireAnswers;
    task.meta.inProcess = [...inProcess];
  });
  afterAll(async () => {
    await bridge?.close();
    bridge = undefined;
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

const patienceMs = 60_000;

/** How many worlds of one test can be asked: each takes a process, and a second to start it. */
const worldsMax = 6;

/** The thread that waits in the place of the test. */
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

  ask(order: object): { status: number; headers: Record<string, string>; text: string } {
    return this.#order({ kind: 'ask', ...order }) as ReturnType<Bridge['ask']>;
  }

  async close(): Promise<void> {
    process.off('exit', this.#kill);
    this.#kill();
    await this.#worker.terminate();
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
    const port = this.#port;
    assert(port !== undefined, 'a served world is given up once');
    this.#port = undefined;
    return port;
  }

  /** The answer as it came; headers are text, and the body what its JSON says. */
  ask(request: Request): Response {
    const { method, query, headers, body, rawBody, ip } = request;
    const text = new URLSearchParams(query).toString();
    assert(this.#port !== undefined, `a test asks the ${worldsMax} worlds that it has opened last`);
    const answer = this.#bridge.ask({
      port: this.#port,
      method,
      path: text === '' ? request.path : `${request.path}?${text}`,
      headers: { ...headers, 'x-sim-ip': ip },
      body: rawBody ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
    wireAnswers += 1;
    return {
      status: answer.status,
      headers: Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name, numbered(name, value)]),
      ),
      body: JSON.parse(answer.text) as JsonObject,
    };
  }
}

/** Headers that count are numbers for those who ask. */
const numbered = (name: string, value: string): string | number =>
  /^(?:x-ratelimit-.*|retry-after)$/.test(name) ? Number(value) : value;
