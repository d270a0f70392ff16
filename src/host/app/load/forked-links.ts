/** Workers that are processes of this machine. They end with this process. */
import { fork, type ChildProcess } from 'node:child_process';
import { compiledFile } from '../process/compiled-file.ts';
import type { LoadCommand, LinkOwner, LoadLinks, LoadOrder, LoadReport } from './load-links.ts';

/** Starts the process of one worker; `report` gets what it says, `lost` how it ended. */
export function forkWorker(on: {
  report: (report: LoadReport) => void;
  lost: (how: string) => void;
}): ChildProcess {
  const child = fork(compiledFile(new URL('load-worker.js', import.meta.url)), { serialization: 'advanced' });
  child.on('message', (report: LoadReport) => on.report(report));
  child.on('error', (error) => on.lost(error.message));
  child.on('exit', (code, signal) => on.lost(signal === null ? `exit code ${code}` : `signal ${signal}`));
  return child;
}

/** Sends an order to a process that may have gone. */
export function order(child: ChildProcess, what: LoadOrder): void {
  if (child.connected) child.send(what, () => undefined);
}

/** So many processes, with what each needs to prepare. */
export class ForkedLinks implements LoadLinks {
  readonly aheadMs = 250;
  readonly #workers: number;
  readonly #prepare: Omit<Extract<LoadOrder, { kind: 'prepare' }>, 'share'>;
  readonly #children: ChildProcess[] = [];

  constructor(workers: number, prepare: Omit<Extract<LoadOrder, { kind: 'prepare' }>, 'share'>) {
    this.#workers = workers;
    this.#prepare = prepare;
  }

  open(owner: LinkOwner): Promise<void> {
    const count = this.#workers;
    for (let index = 0; index < count; index++) {
      const child = forkWorker({
        report: (report) => owner.heard(index, report),
        lost: (how) => owner.lost(index, how),
      });
      this.#children.push(child);
      order(child, { ...this.#prepare, share: { index, count } });
    }
    return Promise.resolve();
  }

  tell(worker: number, command: LoadCommand): void {
    const child = this.#children[worker];
    if (child !== undefined) order(child, command);
  }

  clockErrorMs(): number {
    return 0;
  }

  notes(): readonly string[] {
    return [];
  }

  close(): Promise<void> {
    for (const child of this.#children)
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    return Promise.resolve();
  }
}
