/** Ends this process where one attempt computes for too long: a thread looks at the time of the processor, not at the clock. */
import { Worker } from 'node:worker_threads';

/** For an attempt with one mutant. */
export const processorMsMax = 30_000;

// `shared` has how many attempts have begun or ended, odd within one, and how long the last may compute.
const watching = `
  const { workerData: shared } = require('node:worker_threads');
  let [seen, since] = [0, 0];
  const spent = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
  setInterval(() => {
    const now = Atomics.load(shared, 0);
    if (now !== seen) { seen = now; since = spent(); }
    else if (seen % 2 === 1 && spent() - since > Atomics.load(shared, 1)) process.kill(process.pid, 'SIGKILL');
  }, 500);
`;

export class ComputingLimit {
  readonly #shared = new Int32Array(new SharedArrayBuffer(8));

  constructor() {
    new Worker(watching, { eval: true, workerData: this.#shared }).unref();
  }

  begin(processorMs: number): void {
    Atomics.store(this.#shared, 1, Math.ceil(processorMs));
    Atomics.add(this.#shared, 0, 1);
  }

  end(): void {
    Atomics.add(this.#shared, 0, 1);
  }
}
