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

/** The thread that waits in the place of the test. */
class Bridge {
  readonly #signal = new Int32Array(new SharedArrayBuffer(4));
  readonly #port: MessageChannel['port1'];
  readonly #worker: Worker;
  readonly #pids: number[] = [];
  #orders = 0;
  /** Served worlds that nobody uses now. */
  readonly free: number[] = [];

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

  /** The port of one more served world. */
  start(): number {
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
  readonly #port: number;

  /** For the rest of the test that runs. */
  constructor() {
    this.#bridge = bridge ??= new Bridge();
    this.#port = this.#bridge.free.pop() ?? this.#bridge.start();
    onTestFinished(() => void this.#bridge.free.push(this.#port));
  }

  /** The answer as it came; headers are text, and the body what its JSON says. */
  ask(request: Request): Response {
    const { method, query, headers, body, rawBody, ip } = request;
    const text = new URLSearchParams(query).toString();
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
