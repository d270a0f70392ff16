/**
 * Finished points of a sweep that is not finished: `<out>.partial/` with the plan and one line a point, written as they
 * come. A sweep that was stopped or killed goes on from it; a line that was cut short is done again.
 */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { InvariantError } from '../base/assert.ts';
import { planHash, type SweepPlan } from '../sweep/plan.ts';
import { readLine } from '../sweep/point-result.ts';
import { shardText, type Shard } from '../sweep/shard.ts';
import { CallMistake } from './exit.ts';

const planName = 'plan.json';
const linesName = 'points.ndjson';
const lockName = 'lock';

export class SweepJournal {
  readonly folder: string;
  readonly #plan: SweepPlan;
  readonly #lines = new Map<number, string>();
  readonly #file: number;

  /** Throws `CallMistake` where another sweep, or another process with the same one, has its points there. */
  constructor(out: string, plan: SweepPlan, shard: Shard) {
    this.folder = `${out}.partial`;
    this.#plan = plan;
    try {
      mkdirSync(this.folder, { recursive: true });
    } catch (cause) {
      throw new CallMistake(
        `cannot write to ${out}: ${cause instanceof Error ? cause.message : String(cause)}`,
      );
    }
    this.#lock();
    this.#claim(shard);
    const file = join(this.folder, linesName);
    const kept = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    for (const line of kept) this.#keep(line);
    // What was cut short would otherwise run into the next line.
    if (kept.at(-1) !== '') writeFileSync(file, [...this.#lines.values(), ''].join('\n').replace(/^\n$/, ''));
    this.#file = openSync(file, 'a');
  }

  get count(): number {
    return this.#lines.size;
  }

  has(point: number): boolean {
    return this.#lines.has(point);
  }

  /** Keeps each point once, however often it comes. Throws `InvariantError` where one comes back with another result. */
  add(lines: readonly string[]): void {
    const fresh = lines.filter((line) => this.#keep(line));
    if (fresh.length > 0) writeSync(this.#file, fresh.map((line) => `${line}\n`).join(''));
  }

  /** The lines in the order of points. */
  lines(): readonly string[] {
    return [...this.#lines].toSorted(([left], [right]) => left - right).map(([, line]) => line);
  }

  /** Leaves what is finished for the next call; nothing where nothing is. */
  close(): void {
    if (this.count === 0) return this.remove();
    closeSync(this.#file);
    this.#unlock();
  }

  /** Once the report stands in its place. */
  remove(): void {
    closeSync(this.#file);
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** True where the line is a point that was not there yet. */
  #keep(line: string): boolean {
    const result = readLine(line, this.#plan);
    if (result === undefined) return false;
    const before = this.#lines.get(result.point);
    if (before === undefined) {
      this.#lines.set(result.point, line);
      return true;
    }
    if (before === line) return false;
    const crashed = result.outcome === 'crashed' || before.includes('"outcome":"crashed"');
    if (crashed) return false;
    throw new InvariantError(`point ${result.point} was worked out twice, with two results`);
  }

  #claim(shard: Shard): void {
    const file = join(this.folder, planName);
    const mark = { plan: planHash(this.#plan), shard: shardText(shard) };
    if (!existsSync(file)) {
      writeFileSync(file, `${JSON.stringify(mark)}\n`);
      return;
    }
    const text = readFileSync(file, 'utf8').trim();
    if (text === JSON.stringify(mark)) return;
    this.#unlock();
    throw new CallMistake(
      `${this.folder} holds points of another sweep (${text}; this one is ${JSON.stringify(mark)}); expected the same call, another --out, or no such folder`,
    );
  }

  /** One process at a time: a lock whose process is gone is taken over. */
  #lock(): void {
    const file = join(this.folder, lockName);
    const owner = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
    if (owner > 0 && owner !== process.pid && isAlive(owner))
      throw new CallMistake(
        `process ${owner} works on ${this.folder}; expected it to end first, or another --out`,
      );
    writeFileSync(file, String(process.pid));
  }

  #unlock(): void {
    rmSync(join(this.folder, lockName), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
