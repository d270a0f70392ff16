/** The shards of a sweep as one folder, and each reason why folders are no whole sweep. */
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallMistake } from '../../../../src/host/app/process/exit.ts';
import { packageVersion } from '../../../../src/host/app/process/package-version.ts';
import { mergeSweeps } from '../../../../src/host/app/sweep/merge-sweeps.ts';
import { defaultFolder, writeSweep } from '../../../../src/host/app/sweep/sweep-folder.ts';
import { planHash } from '../../../../src/simulation/sweep/plan.ts';
import type { SweepPlan, SweepSummary } from '../../../../src/simulation/sweep/result-schema.ts';
import { pointsOf, wholeSweep, type Shard } from '../../../../src/simulation/sweep/shard.ts';
import { heldPoint, planOf } from '../../../simulation/sweep/plans.ts';
import { folderWith } from '../../../folder-with.ts';

const plan = planOf({ seeds: ['1', '2', '3', '4', '5', '6', '7'] });
const lineOf = (point: number): string => JSON.stringify(heldPoint(point, 0.25));
const making = { by: 'threads', workers: 1, wallSeconds: 2, resumed: 0 } as const;
const [first, second]: [Shard, Shard] = [
  { index: 1, count: 2 },
  { index: 2, count: 2 },
];
let kept = '';
let summary: SweepSummary;

beforeAll(async () => {
  kept = mkdtempSync(join(tmpdir(), 'orrery-merge-'));
  for (const [name, shard] of [['a', first], ['b', second], ['whole', wholeSweep]] as const) {
    summary = await writeSweep({ plan, shard, lines: pointsOf(plan, shard).map(lineOf) }, join(kept, name), making);
  }
}); // prettier-ignore
afterAll(() => rmSync(kept, { recursive: true, force: true }));

/** Both shards in a new folder, which a test may change. */
function shards(): { folder: string; a: string; b: string; out: string } {
  const folder = folderWith();
  for (const name of ['a', 'b']) cpSync(join(kept, name), join(folder, name), { recursive: true });
  return { folder, a: join(folder, 'a'), b: join(folder, 'b'), out: join(folder, 'out') };
}

const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

/** Writes a file of a shard, with its hash in the manifest. */
function rewritten(folder: string, name: string, text: string): void {
  writeFileSync(join(folder, name), text);
  const manifest = JSON.parse(read(folder, 'manifest.json')) as { files: Record<string, string> };
  manifest.files[name] = createHash('sha256').update(text).digest('hex');
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
}

const replanned = (folder: string, changes: Partial<SweepPlan>): void =>
  rewritten(folder, 'plan.json', `${JSON.stringify({ ...plan, ...changes })}\n`);

describe('the shards of a sweep', () => {
  it.each([['in order'], ['in another order']])('%s make the folder of the whole', async (order) => {
    const { a, b, out } = shards();
    expect(await mergeSweeps(order === 'in order' ? [a, b] : [b, a], out)).toEqual(summary);
    expect(readdirSync(out).toSorted()).toEqual([
      'manifest.json',
      'plan.json',
      'points.ndjson',
      'results.csv',
      'results.parquet',
      'summary.json',
    ]);
    for (const name of ['plan.json', 'points.ndjson', 'results.csv', 'summary.json', 'results.parquet'])
      expect(read(out, name)).toBe(read(join(kept, 'whole'), name));
  });

  it('have a manifest that says what they are', async () => {
    const { a, b, out } = shards();
    await mergeSweeps([a, b], out);
    const head = {
      orrery: packageVersion(),
      sweep: 'town',
      plan: planHash(plan),
      shard: '1/1',
      points: 7,
      digest: summary.digest,
    };
    const { files, ...manifest } = JSON.parse(read(out, 'manifest.json')) as Record<string, unknown>;
    expect(manifest).toEqual({
      ...head,
      making: { by: 'merge', workers: 0, wallSeconds: null, resumed: 0, node: process.version },
    });
    const whole = JSON.parse(read(join(kept, 'whole'), 'manifest.json')) as Record<string, unknown>;
    expect(whole).toEqual({ ...head, making: { ...making, node: process.version }, files });
    expect(JSON.parse(read(a, 'manifest.json'))).toMatchObject({ shard: '1/2', points: 4 });
  });

  it('may come from calls that named the scenario file differently', async () => {
    const { a, b, out } = shards();
    replanned(b, { file: 'other/town.yaml' });
    expect((await mergeSweeps([a, b], out)).points).toBe(7);
  });
});

/** What is wrong with the folders, made by `change`. */
async function refused(
  change: (made: ReturnType<typeof shards>) => readonly string[],
  message: (made: ReturnType<typeof shards>) => string,
): Promise<void> {
  const made = shards();
  const folders = change(made);
  await expect(mergeSweeps(folders, made.out)).rejects.toThrow(new CallMistake(message(made)));
  expect(existsSync(made.out)).toBe(false);
}

describe('folders that are no whole sweep', () => {
  it('are none at all', () => refused(() => [], () => 'nothing to merge; expected the folders of shards')); // prettier-ignore

  it('are merged into a folder other than theirs', async () => {
    const { a, b } = shards();
    await expect(mergeSweeps([a, b], join(b, '.'))).rejects.toThrow(
      new CallMistake(`--out ${join(b, '.')} is one of the shards; expected another folder`),
    );
    expect(existsSync(join(b, 'points.ndjson'))).toBe(true);
  });

  it('are merged into no folder of something else', async () => {
    const { a, b, out } = shards();
    mkdirSync(out);
    writeFileSync(join(out, 'mine.txt'), 'x');
    await expect(mergeSweeps([a, b], out)).rejects.toThrow(
      new CallMistake(`${out} exists and is no report folder; expected --out to name a new or an empty folder`),
    );
  }); // prettier-ignore

  it('are not finished', () =>
    refused(
      ({ a, folder }) => {
        mkdirSync(join(folder, 'c.partial'));
        return [a, join(folder, 'c')];
      },
      ({ folder }) => `${join(folder, 'c')} is not finished; expected what orrery sweep --shard has written`,
    ));

  it('are no folders of sweeps', () =>
    refused(
      ({ a, folder }) => [a, join(folder, 'c')],
      ({ folder }) =>
        `${join(folder, 'c')} is no folder of a sweep; expected what orrery sweep --shard has written`,
    ));

  it.each([['{"files":{}}'], ['{"shard":1}'], ['null']])('are reports of something else: %s', (text) =>
    refused(
      ({ a, b }) => {
        writeFileSync(join(b, 'manifest.json'), text);
        return [a, b];
      },
      ({ b }) => `${b} is the report of something else; expected the folder of a sweep`,
    ),
  );

  it.each([['plan.json'], ['points.ndjson']])('have lost or changed their %s', async (name) => {
    await refused(
      ({ a, b }) => {
        rmSync(join(b, name));
        return [a, b];
      },
      ({ b }) => `${join(b, name)} is missing; expected the folder as it was`,
    );
    await refused(
      ({ a, b }) => {
        writeFileSync(join(b, name), `${read(b, name)} `);
        return [a, b];
      },
      ({ b }) => `${join(b, name)} is not as it was written; expected the folder as it was`,
    );
  });

  it('have a manifest without hashes', () =>
    refused(
      ({ a, b }) => {
        writeFileSync(join(b, 'manifest.json'), '{"shard":"2/2"}');
        return [a, b];
      },
      ({ b }) => `${join(b, 'plan.json')} is not as it was written; expected the folder as it was`,
    ));

  it.each<[string, Partial<SweepPlan>]>([
    ['the version of Orrery', { orrery: '2.0.0', seeds: ['1'] }],
    ['the scenario', { scenario: 'city' }],
    ['the scenario file', { source: { for: '2d' } }],
    ['a behaviour file', { behaviours: { 'a.js': '0' } }],
    ['--profile', { profile: 'published' }],
    ['--set', { policies: { rounding: 'floor' } }],
    ['--grid', { axes: [{ path: 'for', values: ['1d'] }] }],
    ['--seeds', { seeds: ['1'] }],
    ['their plans', { expectations: [] }],
  ])('are of different sweeps: %s', (what, changes) =>
    refused(
      ({ a, b }) => {
        replanned(b, changes);
        return [a, b];
      },
      ({ a, b }) => `${a} and ${b} are of different sweeps: they differ in ${what}`,
    ),
  );

  it('hold a line that is no point', () =>
    refused(
      ({ a, b }) => {
        rewritten(b, 'points.ndjson', `${lineOf(2)}\n\n{}\n`);
        return [a, b];
      },
      ({ b }) => `${join(b, 'points.ndjson')} holds a line that is no point of this sweep`,
    ));

  it('hold a point twice', () =>
    refused(
      ({ a, b }) => {
        rewritten(b, 'points.ndjson', `${lineOf(2)}\n${lineOf(3)}\n`);
        return [a, b];
      },
      ({ a, b }) => `point 3 is in ${a} and in ${b}; expected each point once`,
    ));

  it('are not all of them', () =>
    refused(
      ({ a }) => [a],
      () => '3 of 7 points are in no folder (2, 4, 6); expected all shards, got 1/2',
    ));

  it.each([
    [5, '2, 3, 4, 5, 6'],
    [6, '2, 3, 4, 5, 6 …'],
  ])('lack %i points, of which five are named', (count, named) =>
    refused(
      ({ a, b }) => {
        rewritten(a, 'points.ndjson', `${lineOf(1)}\n`);
        rewritten(b, 'points.ndjson', count === 5 ? `${lineOf(7)}\n` : '');
        return [a, b];
      },
      () => `${count} of 7 points are in no folder (${named}); expected all shards, got 1/2, 2/2`,
    ),
  );
});

describe('the folder of a sweep that names none', () => {
  const part = planHash(plan).slice(0, 8);
  it.each([
    ['of all points', plan, wholeSweep, `reports/sweep-town-${part}`],
    ['of a shard', plan, second, `reports/sweep-town-${part}-shard-2-of-2`],
  ] as const)('%s', (_what, of, shard, folder) => {
    expect(defaultFolder(of, shard)).toBe(folder);
  });

  it('has the last part of a scenario named with folders', () => {
    expect(defaultFolder({ ...plan, scenario: '../up/town' }, wholeSweep)).toMatch(
      /^reports\/sweep-town-[0-9a-f]{8}$/,
    );
  });
});
