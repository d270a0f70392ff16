/**
 * The finished points of an unfinished sweep: `<out>.partial/` with the plan and a line for each point, with a
 * checksum and the result. A sweep that was stopped or killed resumes from it. A line is used only if its checksum and
 * its own fields agree; the point of any other line runs again. The checksum finds damage and edits, but not an edit
 * that recomputes it.
 */
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { InvariantError } from '../../../core/base/assert.ts';
import { planHash } from '../../../simulation/sweep/plan.ts';
import type { SweepPlan } from '../../../simulation/sweep/result-schema.ts';
import { readLine } from '../../../simulation/sweep/point-result.ts';
import { shardText, type Shard } from '../../../simulation/sweep/shard.ts';
import { CallMistake } from '../process/exit.ts';
import { onFile } from '../process/machine-refusal.ts';
import { isAlive } from '../process/process-alive.ts';
import { makeFolder } from '../files/folders.ts';

const planName = 'plan.json';
const linesName = 'points.ndjson';
const lockName = 'lock';
const checksumLength = 16;

/**
 * The journal of one sweep, open in one process at a time. The caller ends it with `close` to keep the points or
 * `remove` to delete them.
 */
export class SweepJournal {
  readonly folder: string;
  readonly #plan: SweepPlan;
  readonly #planHash: string;
  readonly #lines = new Map<number, string>();
  readonly #file: number;
  /** Lines of an earlier call that were not taken up. */
  readonly discarded: number;

  /** Throws `CallMistake` where another sweep, or another process with the same one, has its points there. */
  constructor(out: string, plan: SweepPlan, shard: Shard) {
    this.folder = `${out}.partial`;
    this.#plan = plan;
    this.#planHash = planHash(plan);
    makeFolder(this.folder);
    this.#lock();
    this.#claim(shard);
    const file = join(this.folder, linesName);
    this.discarded = this.#takeUp(existsSync(file) ? readFileSync(file, 'utf8') : '');
    // Removes discarded lines, and an incomplete last line, which would join the next one.
    writeFileSync(file, this.#written([...this.#lines.values()]));
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
    if (fresh.length === 0) return;
    onFile(join(this.folder, linesName), () => writeSync(this.#file, this.#written(fresh)));
  }

  /** The lines in the order of points. */
  lines(): readonly string[] {
    return [...this.#lines].toSorted(([left], [right]) => left - right).map(([, line]) => line);
  }

  /** Keeps the finished points for the next call; removes the folder where there are none. */
  close(): void {
    if (this.count === 0) return this.remove();
    closeSync(this.#file);
    this.#unlock();
  }

  /** Removes the journal once the report is in its place. */
  remove(): void {
    closeSync(this.#file);
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Reads the lines of an earlier call and returns how many were discarded. A point with two results loses both. */
  #takeUp(text: string): number {
    const contradicted = new Set<number>();
    let discarded = 0;
    for (const written of text.split('\n').filter((one) => one !== '')) {
      const line = written.slice(checksumLength + 1);
      const point = written === this.#writtenLine(line) ? readLine(line, this.#plan)?.point : undefined;
      if (point === undefined) discarded += 1;
      else if ((this.#lines.get(point) ?? line) !== line) contradicted.add(point);
      else this.#lines.set(point, line);
    }
    for (const point of contradicted) this.#lines.delete(point);
    return discarded + contradicted.size;
  }

  #written(lines: readonly string[]): string {
    return lines.map((line) => `${this.#writtenLine(line)}\n`).join('');
  }

  #writtenLine(line: string): string {
    const hash = createHash('sha256').update(`${this.#planHash}\n${line}`).digest('hex');
    return `${hash.slice(0, checksumLength)} ${line}`;
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
    const mark = JSON.stringify({ plan: this.#planHash, shard: shardText(shard) });
    const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
    if (text === mark) return;
    const points = join(this.folder, linesName);
    if (text === undefined || !existsSync(points) || statSync(points).size === 0) {
      // No point was finished: the folder has nothing to keep.
      rmSync(points, { force: true });
      writeFileSync(file, `${mark}\n`);
      return;
    }
    this.#unlock();
    const other = /^[\w{}":,/ -]{1,100}$/.test(text) ? text : 'one that cannot be read';
    throw new CallMistake(
      `${this.folder} holds points of another sweep (${other}; this one is ${mark}); expected the same call, another --out, or no such folder`,
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
