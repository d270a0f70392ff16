/**
 * A report folder, written beside its final place and renamed into it: a run that is killed leaves nothing that looks
 * finished, and a folder that is no report is never overwritten.
 */
import { createHash, type Hash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { CallMistake } from '../process/exit.ts';
import { onFile } from '../process/machine-refusal.ts';
import { commandContext } from '../process/command-context.ts';
import { assertFolder, makeFolder } from './folders.ts';
import { clearStale, replacedName, unfinishedName } from './stale-folders.ts';

/** What a finished report always has; a folder with it may be replaced. */
const manifestName = 'manifest.json';

/**
 * Files of one report until `finish` or `discard`, of which the caller calls exactly one. Files are hashed as they
 * are written.
 */
export class ReportFolder {
  readonly #working: string;
  /** The first of the folders that were made for it. */
  #made: string | undefined;
  readonly #open = new Map<string, { readonly file: number; readonly hash: Hash }>();
  readonly #hashes = new Map<string, string>();
  #redact: (text: string) => string = (text) => text;

  /** `parent` is where the finished folder will stand. */
  constructor(parent: string) {
    this.#working = join(resolve(parent), unfinishedName(process.pid));
    // Before it is there: what ends this thread from outside removes it.
    commandContext.temporary(this.#working, true);
    // An error is about the folder that was asked for, and not about the name of the unfinished one.
    onFile(parent, () => {
      rmSync(this.#working, { recursive: true, force: true });
      this.#made = makeFolder(this.#working);
    });
    clearStale(resolve(parent));
  }

  /** Passes every text through `redact` before it is written: a report holds no secret that its run issued. */
  redactWith(redact: (text: string) => string): void {
    this.#redact = redact;
  }

  /** The path of a file that is no part of the report; the caller removes it before `finish`. */
  temporaryFile(name: string): string {
    return join(this.#working, name);
  }

  /** Adds to a file that grows during the run. */
  append(name: string, text: string | Uint8Array): void {
    let open = this.#open.get(name);
    if (open === undefined) {
      open = { file: openSync(join(this.#working, name), 'w'), hash: createHash('sha256') };
      this.#open.set(name, open);
    }
    const bytes = typeof text === 'string' ? Buffer.from(this.#redact(text)) : text;
    open.hash.update(bytes);
    const { file } = open;
    onFile(join(this.#working, name), () => {
      for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
    });
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
    makeFolder(dirname(place));
    const old = join(dirname(place), replacedName(process.pid, basename(place)));
    if (existsSync(place)) renameSync(place, old);
    renameSync(this.#working, place);
    commandContext.temporary(this.#working, false);
    rmSync(old, { recursive: true, force: true });
    return place;
  }

  /** Removes everything written so far. */
  discard(): void {
    for (const { file } of this.#open.values()) closeSync(file);
    this.#open.clear();
    rmSync(this.#working, { recursive: true, force: true });
    removeEmpty(dirname(this.#working), this.#made ?? this.#working);
  }
}

/** Removes a folder and those above it as far as `top`, until one of them holds something. */
function removeEmpty(folder: string, top: string): void {
  for (let at = folder; at === top || at.startsWith(`${top}${sep}`); at = dirname(at)) {
    if (readdirSync(at).length > 0) return;
    rmdirSync(at);
  }
}

/** Refuses a folder that is no report, the current folder, and a path below a file. */
export function assertReplaceable(folder: string): void {
  if (!existsSync(folder)) return assertFolder(folder);
  if (existsSync(join(folder, manifestName))) return;
  const isEmpty = statSync(folder).isDirectory() && readdirSync(folder).length === 0;
  // Replacing the current folder of a shell would leave the shell in a removed folder.
  const isCurrent = !relative(resolve(folder), process.cwd()).startsWith('..');
  if (isEmpty && !isCurrent) return;
  const why = isEmpty ? 'is the current folder' : 'is no report folder';
  throw new CallMistake(`${folder} exists and ${why}; expected --out to name a new or an empty folder`);
}
