/** The kept points of an unfinished sweep: what stands in the folder, what is taken up again, and who may have it. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../../../src/core/base/assert.ts';
import { CallMistake } from '../../../../src/host/app/process/exit.ts';
import { SweepJournal } from '../../../../src/host/app/sweep/sweep-journal.ts';
import { planHash } from '../../../../src/simulation/sweep/plan.ts';
import { lineOfFailure } from '../../../../src/simulation/sweep/point-result.ts';
import { wholeSweep } from '../../../../src/simulation/sweep/shard.ts';
import { heldPoint, planOf } from '../../../simulation/sweep/plans.ts';
import { folderWith } from '../../../folder-with.ts';

const plan = planOf();
const lineOf = (point: number, rate = 0.25): string => JSON.stringify(heldPoint(point, rate));
const written = (line: string, of = plan): string =>
  `${createHash('sha256')
    .update(`${planHash(of)}\n${line}`)
    .digest('hex')
    .slice(0, 16)} ${line}\n`;
const mark = `{"plan":"${planHash(plan)}","shard":"1/1"}`;

const newOut = (): string => join(folderWith(), 'sweep');
const openAt = (out: string, shard = wholeSweep): SweepJournal => new SweepJournal(out, plan, shard);
const read = (out: string, name: string): string => readFileSync(join(`${out}.partial`, name), 'utf8');

/** A folder as an earlier call has left it. */
function leftBehind(files: Readonly<Record<string, string>>): string {
  const out = newOut();
  mkdirSync(`${out}.partial`);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(`${out}.partial`, name), text);
  return out;
}

describe('a new journal', () => {
  it('has its plan, its process and no points', () => {
    const out = newOut();
    const journal = openAt(out);
    expect(journal.folder).toBe(`${out}.partial`);
    expect([journal.count, journal.discarded, journal.has(1), journal.lines()]).toEqual([0, 0, false, []]);
    expect(readdirSync(journal.folder).toSorted()).toEqual(['lock', 'plan.json', 'points.ndjson']);
    expect(read(out, 'plan.json')).toBe(`${mark}\n`);
    expect(read(out, 'lock')).toBe(String(process.pid));
    expect(read(out, 'points.ndjson')).toBe('');
    journal.remove();
  });

  it('names its shard', () => {
    const out = newOut();
    const journal = openAt(out, { index: 2, count: 3 });
    expect(read(out, 'plan.json')).toBe(`{"plan":"${planHash(plan)}","shard":"2/3"}\n`);
    journal.remove();
  });

  it('is gone when it is closed without a point, and when it is removed', () => {
    const out = newOut();
    openAt(out).close();
    expect(existsSync(`${out}.partial`)).toBe(false);
    const journal = openAt(out);
    journal.add([lineOf(1)]);
    journal.remove();
    expect(existsSync(`${out}.partial`)).toBe(false);
  });
});

describe('the points of a journal', () => {
  it('are each kept once, written as they come and listed in order', () => {
    const out = newOut();
    const journal = openAt(out);
    journal.add([lineOf(3), lineOf(1)]);
    journal.add([lineOf(1)]);
    journal.add(['{"point":9}', 'no line', lineOf(4)]);
    journal.add([lineOf(3), lineOf(2)]);
    expect(journal.count).toBe(3);
    expect([0, 1, 2, 3, 4].map((point) => journal.has(point))).toEqual([false, true, true, true, false]);
    expect(journal.lines()).toEqual([lineOf(1), lineOf(2), lineOf(3)]);
    expect(read(out, 'points.ndjson')).toBe([3, 1, 2].map((point) => written(lineOf(point))).join(''));
    journal.remove();
  });

  it('are taken up by the next call, which goes on behind them', () => {
    const out = newOut();
    const first = openAt(out);
    first.add([lineOf(2)]);
    first.close();
    expect(readdirSync(first.folder).toSorted()).toEqual(['plan.json', 'points.ndjson']);
    const second = openAt(out);
    expect([second.count, second.discarded, second.has(2)]).toEqual([1, 0, true]);
    second.add([lineOf(2), lineOf(1)]);
    expect(read(out, 'points.ndjson')).toBe(written(lineOf(2)) + written(lineOf(1)));
    second.remove();
  });

  it('never have two results', () => {
    const journal = openAt(newOut());
    journal.add([lineOf(1)]);
    expect(() => journal.add([lineOf(1, 0.5)])).toThrow(
      new InvariantError('point 1 was worked out twice, with two results'),
    );
    expect(journal.lines()).toEqual([lineOf(1)]);
    journal.remove();
  });

  it('stay as they came first where a thread crashed with one of the two', () => {
    const journal = openAt(newOut());
    const [crashed, broken] = [lineOfFailure(2, 'crashed', 'out'), lineOfFailure(2, 'broken', 'x')];
    journal.add([lineOf(1), crashed]);
    journal.add([lineOfFailure(1, 'crashed', 'out'), lineOf(2)]);
    journal.add([broken]);
    expect(journal.lines()).toEqual([lineOf(1), crashed]);
    journal.remove();
  });
});

describe('lines of an earlier call', () => {
  const whole = written(lineOf(1));
  it.each([
    ['one cut short', whole + written(lineOf(2)).slice(0, -10), [1], 1],
    ['one without a line end', whole + written(lineOf(2)).slice(0, -1), [1, 2], 0],
    ['one that was edited', written(lineOf(2)).replace('"requests":20', '"requests":21') + whole, [1], 1],
    ['one with another checksum', `${'0'.repeat(16)} ${lineOf(2)}\n${whole}`, [1], 1],
    ['one of another plan', written(lineOf(2), planOf({ scenario: 'city' })) + whole, [1], 1],
    ['one that is no point of the plan', written(lineOf(4)) + whole, [1], 1],
    ['empty lines', `\n${whole}\n`, [1], 0],
    ['the same twice', whole + whole, [1], 0],
    ['two results for one point', whole + written(lineOf(2)) + written(lineOf(1, 0.5)), [2], 1],
    ['two results and the first again', whole + written(lineOf(1, 0.5)) + whole, [], 1],
  ])('%s', (_what, text, points, discarded) => {
    const out = leftBehind({ 'plan.json': `${mark}\n`, 'points.ndjson': text });
    const journal = openAt(out);
    expect([1, 2, 3, 4].filter((point) => journal.has(point))).toEqual(points);
    expect([journal.count, journal.discarded]).toEqual([points.length, discarded]);
    expect(read(out, 'points.ndjson')).toBe(points.map((point) => written(lineOf(point))).join(''));
    journal.remove();
  });
});

describe('whose points they are', () => {
  const other = `{"plan":"${'0'.repeat(16)}","shard":"1/1"}`;
  const points = written(lineOf(1));
  const refusal = (out: string, what: string) =>
    new CallMistake(
      `${out}.partial holds points of another sweep (${what}; this one is ${mark}); expected the same call, another --out, or no such folder`,
    );

  it.each([
    ['another plan', other, other],
    ['another shard', mark.replace('1/1', '1/2'), mark.replace('1/1', '1/2')],
    ['a text of 100 characters', 'x'.repeat(100), 'x'.repeat(100)],
    ['a text of 101 characters', 'x'.repeat(101), 'one that cannot be read'],
    ['an empty text', '', 'one that cannot be read'],
    ['a text of other characters', '<b>', 'one that cannot be read'],
    ['an odd end', `${other}<`, 'one that cannot be read'],
  ])('are those of %s: refused, and left as they are', (_what, text, shown) => {
    const out = leftBehind({ 'plan.json': `${text}\n`, 'points.ndjson': points });
    expect(() => openAt(out)).toThrow(refusal(out, shown));
    expect(readdirSync(`${out}.partial`).toSorted()).toEqual(['plan.json', 'points.ndjson']);
    expect(read(out, 'points.ndjson')).toBe(points);
  });

  it.each<[string, Record<string, string>]>([
    ['another plan without points', { 'plan.json': other }],
    ['another plan with an empty file of points', { 'plan.json': other, 'points.ndjson': '' }],
    ['points without a plan', { 'points.ndjson': points }],
  ])('matters nothing where there is %s', (_what, files) => {
    const out = leftBehind(files);
    const journal = openAt(out);
    expect([journal.count, journal.discarded]).toEqual([0, 0]);
    expect(read(out, 'plan.json')).toBe(`${mark}\n`);
    expect(read(out, 'points.ndjson')).toBe('');
    journal.remove();
  });
});

describe('the lock', () => {
  it('keeps another process out while the first one runs', () => {
    const out = leftBehind({ lock: String(process.ppid) });
    expect(() => openAt(out)).toThrow(
      new CallMistake(
        `process ${process.ppid} works on ${out}.partial; expected it to end first, or another --out`,
      ),
    );
    expect(readdirSync(`${out}.partial`)).toEqual(['lock']);
  });

  it.each([
    ['a process that is gone', '999999999'],
    ['this process', String(process.pid)],
    ['no process', 'x'],
    ['every process of the group', '0'],
    ['every process', '-1'],
  ])('of %s is taken over', (_what, owner) => {
    const out = leftBehind({ lock: owner });
    const journal = openAt(out);
    expect(read(out, 'lock')).toBe(String(process.pid));
    journal.remove();
  });

  it('may be missing when the journal is closed', () => {
    const out = newOut();
    const journal = openAt(out);
    journal.add([lineOf(1)]);
    rmSync(join(journal.folder, 'lock'));
    journal.close();
    expect(readdirSync(journal.folder).toSorted()).toEqual(['plan.json', 'points.ndjson']);
  });
});
