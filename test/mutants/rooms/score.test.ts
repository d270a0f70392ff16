/** A score is computed from what was tried, and a survivor keeps its name when lines move. */
import { expect, it } from 'vitest';
import { percentOf, scoreOf, type RoomVerdict, type TriedMutant } from './score.ts';
import { judged } from './tried.ts';
import { triedIn } from './whole-room.ts';

const tried = (verdict: RoomVerdict, change: Partial<TriedMutant> = {}): TriedMutant => ({
  file: 'core/a.ts',
  line: 1,
  column: 1,
  operator: 'X',
  original: 'a <  b',
  replacement: 'a <= b',
  test: '',
  verdict,
  ...change,
});

const score = (...mutants: TriedMutant[]) => scoreOf({ room: 'a', total: mutants.length, tried: mutants });

it('counts noticed and endless ones, and never rounds up', () => {
  const room = score(tried('noticed'), tried('endless'), tried('survived'));
  expect([room.noticed, room.endless, percentOf(room)]).toEqual([1, 1, 66.6]);
  expect(percentOf(score(tried('unreached')))).toBe(0);
  expect(percentOf(score())).toBe(0);
});

it('names survivors by their code; equal ones by their order among all', () => {
  const moved = score(tried('noticed'), tried('survived', { line: 9 }), tried('unreached', { file: 'b.ts' }));
  expect(moved.survivors.map(({ id }) => id)).toEqual([
    'core/a.ts: a < b -> a <= b (2)',
    'b.ts: a < b -> a <= b',
  ]);
});

it('reads what a process has written: the first test that notices counts, and a mutant without any line is not reached', () => {
  const { verdict: _, test: __, ...place } = tried('survived');
  const mutants = ['1', '2', '3', '4'].map((id) => ({ ...place, id, name: id, room: 'a' }));
  const lines = [
    { kind: 'passed', id: '1', test: 'test/a.test.ts: one' },
    { kind: 'noticed', id: '1', test: 'test/a.test.ts: two' },
    { kind: 'passed', id: '2', test: 'test/a.test.ts: one' },
    { kind: 'begin', id: '3', test: 'test/a.test.ts: one' },
    { kind: 'endless', id: '3', test: 'test/a.test.ts: one' },
    { kind: 'done', file: 'test/a.test.ts', isLeft: false },
  ] as const;
  expect(judged(mutants, lines).map(({ verdict, test }) => [verdict, test])).toEqual([
    ['noticed', 'a.test.ts: two'],
    ['survived', ''],
    ['endless', 'a.test.ts: one'],
    ['unreached', ''],
  ]);
});

it('reads a report of StrykerJS in order of its places', () => {
  const at = (line: number, from: number, to: number) => ({
    start: { line, column: from },
    end: { line, column: to },
  });
  const mutant = { mutatorName: 'X', replacement: 'y' };
  const mutants = [
    { ...mutant, status: 'NoCoverage', location: at(2, 3, 5) },
    { ...mutant, status: 'Killed', killedBy: ['7'], location: at(1, 1, 2) },
  ];
  const testFiles = { 'test/a.test.ts': { tests: [{ id: '7', name: 'works' }] } };
  const read = triedIn({ files: { 'src/core/a.ts': { source: 'abc\ndefg', mutants } }, testFiles });
  expect(read.map(({ original, verdict, test }) => [original, verdict, test])).toEqual([
    ['a', 'noticed', 'a.test.ts: works'],
    ['fg', 'unreached', ''],
  ]);
  const odd = [{ ...mutant, status: 'Pending', location: at(1, 1, 2) }];
  expect(() => triedIn({ files: { 'src/a.ts': { source: 'abc', mutants: odd } } })).toThrow(
    'StrykerJS says Pending',
  );
});
