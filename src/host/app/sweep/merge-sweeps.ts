/** The shards of one sweep as one folder. Refuses missing points, duplicate points, and shards of other sweeps. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { planHash, pointCount } from '../../../simulation/sweep/plan.ts';
import type { SweepPlan, SweepSummary } from '../../../simulation/sweep/result-schema.ts';
import { readLine } from '../../../simulation/sweep/point-result.ts';
import { wholeSweep } from '../../../simulation/sweep/shard.ts';
import { assertInstalled } from '../../packages/optional-package.ts';
import { assertReplaceable } from '../files/report-folder.ts';
import { jsonIn } from '../files/text-file.ts';
import { CallMistake } from '../process/exit.ts';
import { planName, pointsName, writeSweep } from './sweep-folder.ts';

interface ShardFolder {
  readonly folder: string;
  readonly plan: SweepPlan;
  readonly shard: string;
  readonly lines: readonly string[];
}

/** Writes `out` from the folders of all shards. Throws `CallMistake` where they are no whole sweep. */
export async function mergeSweeps(folders: readonly string[], out: string): Promise<SweepSummary> {
  assertInstalled('results.parquet');
  if (folders.some((folder) => resolve(folder) === resolve(out)))
    throw new CallMistake(`--out ${out} is one of the shards; expected another folder`);
  assertReplaceable(out);
  const shards = folders.map(readShard);
  const [first] = shards;
  if (first === undefined) throw new CallMistake('nothing to merge; expected the folders of shards');
  for (const other of shards) assertSamePlan(first, other);
  const lines = gathered(first.plan, shards);
  const making = { by: 'merge', workers: 0, wallSeconds: null, resumed: 0 } as const;
  return writeSweep({ plan: first.plan, shard: wholeSweep, lines }, out, making);
}

function readShard(folder: string): ShardFolder {
  const manifestFile = join(folder, 'manifest.json');
  if (!existsSync(manifestFile)) {
    const why = existsSync(`${folder}.partial`) ? 'is not finished' : 'is no folder of a sweep';
    throw new CallMistake(`${folder} ${why}; expected what orrery sweep --shard has written`);
  }
  const manifest = jsonIn(manifestFile, 'the manifest of a sweep') as {
    shard?: unknown;
    files?: Record<string, string>;
  };
  if (typeof manifest?.shard !== 'string')
    throw new CallMistake(`${folder} is the report of something else; expected the folder of a sweep`);
  const [plan, points] = [planName, pointsName].map((name) => {
    const file = join(folder, name);
    const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    const hash = text === undefined ? '' : createHash('sha256').update(text).digest('hex');
    if (text !== undefined && hash === manifest.files?.[name]) return text;
    throw new CallMistake(
      `${file} is ${text === undefined ? 'missing' : 'not as it was written'}; expected the folder as it was`,
    );
  });
  return {
    folder,
    plan: JSON.parse(plan ?? '') as SweepPlan,
    shard: manifest.shard,
    lines: (points ?? '').split('\n').filter((line) => line !== ''),
  };
}

function assertSamePlan(one: ShardFolder, other: ShardFolder): void {
  if (planHash(one.plan) === planHash(other.plan)) return;
  const part = (
    ['orrery', 'scenario', 'source', 'behaviours', 'profile', 'policies', 'axes', 'seeds'] as const
  ).find((key) => JSON.stringify(one.plan[key]) !== JSON.stringify(other.plan[key]));
  throw new CallMistake(
    `${one.folder} and ${other.folder} are of different sweeps: they differ in ${part === undefined ? 'their plans' : partWords[part]}`,
  );
}

const partWords = {
  orrery: 'the version of Orrery',
  scenario: 'the scenario',
  source: 'the scenario file',
  behaviours: 'a behaviour file',
  profile: '--profile',
  policies: '--set',
  axes: '--grid',
  seeds: '--seeds',
} as const;

/** The lines of all points in order. */
function gathered(plan: SweepPlan, shards: readonly ShardFolder[]): readonly string[] {
  const found = new Map<number, { readonly line: string; readonly folder: string }>();
  for (const { folder, lines } of shards) {
    for (const line of lines) {
      const point = readLine(line, plan)?.point;
      if (point === undefined)
        throw new CallMistake(`${join(folder, pointsName)} holds a line that is no point of this sweep`);
      const other = found.get(point);
      if (other !== undefined)
        throw new CallMistake(
          `point ${point} is in ${other.folder} and in ${folder}; expected each point once`,
        );
      found.set(point, { line, folder });
    }
  }
  const total = pointCount(plan);
  const missing = Array.from({ length: total }, (_, index) => index + 1).filter((point) => !found.has(point));
  if (missing.length > 0) {
    const there = shards.map(({ shard }) => shard).join(', ');
    const some = missing.slice(0, 5).join(', ');
    throw new CallMistake(
      `${missing.length} of ${total} points are in no folder (${some}${missing.length > 5 ? ' …' : ''}); expected all shards, got ${there}`,
    );
  }
  return Array.from({ length: total }, (_, index) => found.get(index + 1)?.line ?? '');
}
