/**
 * What a process that tries mutants has found, line by line, so that it is known where the process does not end. The next
 * process reads it and goes on from there.
 */
import { existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { ComputingLimit, processorMsMax } from './computing-limit.ts';

/**
 * `begin` before an attempt, whose `id` lists mutants with commas between them; `passed` after it for those that the test has
 * not noticed, `tried` where it failed. `alone` for those of an attempt whose process did not end. `file` before the tests of
 * a file, `done` after all its attempts; `spoilt` in its place where a mutant left something behind that only a new process is without.
 */
export type AttemptLine =
  | {
      readonly kind: 'begin' | 'passed' | 'tried' | 'noticed' | 'endless' | 'alone';
      readonly id: string;
      readonly test: string;
    }
  | { readonly kind: 'file' | 'failed-clean' | 'spoilt'; readonly file: string }
  /** What is left is tried by all tests from here on, in other groups. */
  | { readonly kind: 'round' }
  | {
      readonly kind: 'done';
      readonly file: string;
      /** The bound for the tests of this run, and whether some took longer. */
      readonly durationMsMax?: number | undefined;
      readonly isLeft: boolean;
    };

/** Where the log is, and which mutants are to be tried. */
export interface AttemptPlan {
  readonly log: string;
  readonly ids: readonly string[];
  /** The module of every mutant that there is. */
  readonly modules: Readonly<Record<string, string>>;
  /** Tests that take longer without a mutant are left to another run; undefined for all. */
  readonly durationMsMax?: number | undefined;
}

export function linesOf(log: string): AttemptLine[] {
  if (!existsSync(log)) return [];
  const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as AttemptLine);
}

/** So many processes may be spoilt by the mutants of a file. */
const spoiltMax = 5;

export class AttemptLog {
  readonly durationMsMax: number | undefined;
  readonly #log: number;
  readonly #modules: Readonly<Record<string, string>>;
  readonly #open: Set<string>;
  /** By the test: the mutants that it has passed with. */
  readonly #tried = new Map<string, Set<string>>();
  readonly #alone = new Set<string>();
  readonly #spoilt = new Map<string, number>();
  readonly #limit = new ComputingLimit();

  constructor() {
    const { log, ids, modules, durationMsMax } = JSON.parse(
      readFileSync(process.env['ORRERY_ATTEMPTS'] ?? '', 'utf8'),
    ) as AttemptPlan;
    this.durationMsMax = durationMsMax;
    this.#log = openSync(log, 'a');
    this.#modules = modules;
    this.#open = new Set(ids);
    for (const line of linesOf(log)) {
      if (line.kind === 'noticed' || line.kind === 'endless') this.#open.delete(line.id);
      if (line.kind === 'round') this.#tried.clear();
      if (line.kind === 'passed') this.#passedBefore(line.id.split(','), line.test);
      if (line.kind === 'spoilt') this.#spoilt.set(line.file, (this.#spoilt.get(line.file) ?? 0) + 1);
      if (line.kind === 'alone') for (const id of line.id.split(',')) this.#alone.add(id);
    }
  }

  #passedBefore(ids: readonly string[], test: string): void {
    const before = this.#tried.get(test) ?? new Set();
    for (const id of ids) before.add(id);
    this.#tried.set(test, before);
  }

  /** Whether no test has noticed the mutant yet. */
  isOpen(id: string): boolean {
    return this.#open.has(id);
  }

  moduleOf(id: string): string {
    return this.#modules[id] ?? '';
  }

  wasTried(id: string, test: string): boolean {
    return this.#tried.get(test)?.has(id) ?? false;
  }

  /** Whether the mutant was in a group that did not end. */
  isAlone(id: string): boolean {
    return this.#alone.has(id);
  }

  /** `cleanMs` is how long it takes without mutants. Several may take less time than one: they are then tried alone. */
  begin(ids: readonly string[], test: string, cleanMs: number): void {
    this.#limit.begin(ids.length === 1 ? processorMsMax : Math.min(processorMsMax, 4000 + 5 * cleanMs));
    this.#write({ kind: 'begin', id: ids.join(','), test });
  }

  /** The attempt that has begun has ended with a test that passed: it has not noticed these of its mutants. */
  passed(ids: readonly string[], test: string): void {
    this.#limit.end();
    this.#write({ kind: 'passed', id: ids.join(','), test });
  }

  /** The attempt that has begun has ended with a test that failed. */
  tried(ids: readonly string[], test: string): void {
    this.#limit.end();
    this.#write({ kind: 'tried', id: ids.join(','), test });
  }

  ended(id: string, test: string, kind: 'noticed' | 'endless'): void {
    this.#open.delete(id);
    this.#write({ kind, id, test });
  }

  started(file: string): void {
    this.#write({ kind: 'file', file });
  }

  /** The mutants of the file were tried; `isLeft` where not by all its tests. */
  done(file: string, { isLeft }: { isLeft: boolean }): void {
    this.#write({ kind: 'done', file, durationMsMax: this.durationMsMax, isLeft });
  }

  failedClean(file: string): void {
    this.#write({ kind: 'failed-clean', file });
  }

  /** The file passes no more in this process, after mutants that were tried: another one goes on with the rest of them. */
  spoilt(file: string): void {
    if ((this.#spoilt.get(file) ?? 0) < spoiltMax) this.#write({ kind: 'spoilt', file });
    else this.done(file, { isLeft: true });
  }

  #write(line: AttemptLine): void {
    writeSync(this.#log, `${JSON.stringify(line)}\n`);
  }
}
