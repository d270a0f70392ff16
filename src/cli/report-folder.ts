/**
 * A report folder, written beside its final place and renamed into it: a run that is killed leaves nothing that looks
 * finished, and a folder that is no report is never overwritten.
 */
import { createHash, type Hash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CallMistake } from './exit.ts';

/** What a finished report always has; a folder with it may be replaced. */
const manifestName = 'manifest.json';

export class ReportFolder {
  readonly #working: string;
  readonly #open = new Map<string, { readonly file: number; readonly hash: Hash }>();
  readonly #hashes = new Map<string, string>();

  /** `parent` is where the finished folder will stand. Throws `CallMistake` when nothing can be written there. */
  constructor(parent: string) {
    this.#working = join(resolve(parent), `.unfinished-${process.pid}`);
    try {
      rmSync(this.#working, { recursive: true, force: true });
      mkdirSync(this.#working, { recursive: true });
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new CallMistake(`cannot write to ${parent}: ${message}`);
    }
  }

  /** Adds to a file that grows during the run. */
  append(name: string, text: string | Uint8Array): void {
    let open = this.#open.get(name);
    if (open === undefined) {
      open = { file: openSync(join(this.#working, name), 'w'), hash: createHash('sha256') };
      this.#open.set(name, open);
    }
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    open.hash.update(bytes);
    for (let written = 0; written < bytes.length;) written += writeSync(open.file, bytes, written);
  }

  write(name: string, text: string): void {
    this.append(name, text);
  }

  /** The SHA-256 of every file written so far, in order of names. */
  hashes(): Record<string, string> {
    for (const [name, { file, hash }] of this.#open) {
      closeSync(file);
      this.#hashes.set(name, hash.digest('hex'));
    }
    this.#open.clear();
    return Object.fromEntries([...this.#hashes].toSorted(([left], [right]) => (left < right ? -1 : 1)));
  }

  /** Writes the manifest and moves the folder to its place, replacing an earlier report there. */
  finish(folder: string, manifest: Readonly<Record<string, unknown>>): string {
    const place = resolve(folder);
    const files = this.hashes();
    writeFileSync(join(this.#working, manifestName), `${JSON.stringify({ ...manifest, files }, null, 2)}\n`);
    assertReplaceable(place);
    mkdirSync(dirname(place), { recursive: true });
    const old = join(dirname(place), `.replaced-${process.pid}-${basename(place)}`);
    if (existsSync(place)) renameSync(place, old);
    renameSync(this.#working, place);
    rmSync(old, { recursive: true, force: true });
    return place;
  }

  /** Removes everything written so far. */
  discard(): void {
    for (const { file } of this.#open.values()) closeSync(file);
    this.#open.clear();
    rmSync(this.#working, { recursive: true, force: true });
  }
}

/** Refuses a folder that holds something else than a report. */
export function assertReplaceable(folder: string): void {
  if (!existsSync(folder) || existsSync(join(folder, manifestName))) return;
  throw new CallMistake(`${folder} exists and is no report folder; expected --out to name a new one`);
}
