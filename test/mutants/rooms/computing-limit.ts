/** Ends this process where one attempt computes for too long: a thread looks at the time of the processor, not at the clock. */
import { Worker } from 'node:worker_threads';

const processorMsMax = 30_000;

const watching = `
  const { workerData: count } = require('node:worker_threads');
  let [seen, since] = [0, 0];
  const spent = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
  setInterval(() => {
    const now = Atomics.load(count, 0);
    if (now !== seen) { seen = now; since = spent(); }
    else if (seen % 2 === 1 && spent() - since > ${processorMsMax}) process.kill(process.pid, 'SIGKILL');
  }, 500);
`;

export class ComputingLimit {
  readonly #count = new Int32Array(new SharedArrayBuffer(4));

  constructor() {
    new Worker(watching, { eval: true, workerData: this.#count }).unref();
  }

  /** An attempt begins, or the one that has begun ends: the count is odd in between. */
  turn(): void {
    Atomics.add(this.#count, 0, 1);
  }
}
