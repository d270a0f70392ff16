/** What the tests of sweeps share: a call that goes on by itself, and folders that must hold the same bytes. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import type { Planting } from '../../mutants/plant.ts';
import { program as shipped, type Outcome } from './orrery.ts';

/** The files of a sweep that depend on its points alone. */
export const resultFiles = ['results.csv', 'results.parquet', 'summary.json', 'points.ndjson'] as const;

/** Every point once, in order, and every file byte by byte the same. */
export function expectSameResults(folder: string, one: string, other: string): void {
  for (const name of resultFiles) {
    const [left, right] = [one, other].map((place) => readFileSync(join(folder, place, name)));
    expect(left?.equals(right ?? Buffer.of()), `${name} of ${one} and ${other}`).toBe(true);
  }
}

/** The numbers of the points in a folder, as they stand there. */
export const pointsIn = (folder: string, place: string): readonly number[] =>
  readFileSync(join(folder, place, 'points.ndjson'), 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => (JSON.parse(line) as { point: number }).point);

/** How many points of a sweep that is under way are kept by now. */
export function keptIn(folder: string, place: string): number {
  const file = join(folder, `${place}.partial`, 'points.ndjson');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
}

export interface Running {
  readonly child: ChildProcess;
  readonly outcome: Promise<Outcome>;
}

/** A command that is not waited for; it is gone after the test in any case. */
export function started(
  folder: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  { program }: Pick<Planting, 'program'> = { program: shipped },
): Running {
  const child = spawn(process.execPath, [program, ...words], {
    cwd: folder,
    env: { ...process.env, CI: '', ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  return {
    child,
    outcome: new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr }))),
  };
}

/** Looks again and again until it is so. */
export const until = (isSo: () => boolean | Promise<boolean>): Promise<void> =>
  vi.waitFor(async () => expect(await isSo()).toBe(true), { timeout: 200_000, interval: 20 });
