/** Which marks a line has come by, and where a rewind leads. */
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../../src/core/base/refusal.ts';
import { hourMs } from '../../../../src/core/base/time.ts';
import type { SessionEntry } from '../../../../src/host/serve/session/entry.ts';
import { goalOf, isHere } from '../../../../src/host/serve/session/goal-of.ts';
import {
  freeName,
  isOn,
  linesMax,
  mainLine,
  marksMax,
  newLine,
  type Line,
  type Mark,
} from '../../../../src/host/serve/session/lines.ts';
import { newSandbox } from '../serving.ts';
import { entryOf, send, registration, requestOf } from './past.ts';

const lineOf = (...entries: SessionEntry[]): Line => ({ ...newLine(), entries });
const markOn = (line: Line, entryCount: number, atMs: number): Mark => ({
  name: 'm',
  branch: line.name,
  event: 0,
  digest: 'd',
  line,
  entryCount,
  atMs,
});
const [one, two, three] = [entryOf({ atMs: 1 }), entryOf({ atMs: 2 }), entryOf({ atMs: 3 })];

describe('a line', () => {
  it('begins empty, as the first, and its parts are bounded', () => {
    const end = { branch: 'main', atMs: 0, event: 0, digest: '' };
    expect(newLine()).toStrictEqual({ name: 'main', from: undefined, entries: [], end });
    expect([mainLine, linesMax, marksMax]).toEqual(['main', 32, 1000]);
  });

  it.each([
    [[], 'branch-2'],
    [['main', 'branch-3'], 'branch-2'],
    [['branch-2', 'branch-3', 'branch-5'], 'branch-4'],
  ])('beside %j is called %s', (taken, name) => {
    expect(freeName(new Map(taken.map((other) => [other, true])))).toBe(name);
  });

  const own = lineOf(one, two, three);
  it.each<[string, Line, Mark, boolean]>([
    ['before anything came', lineOf(one), markOn(own, 0, 1), true],
    ['before anything came, on an empty line', lineOf(), markOn(own, 0, 5), true],
    ['before anything came, but later than the first entry', lineOf(one), markOn(own, 0, 2), false],
    ['after an entry that both lines have', lineOf(one, two), markOn(own, 1, 1), true],
    ['at the instant of the entry after it', lineOf(one, two), markOn(own, 1, 2), true],
    ['later than the entry after it', lineOf(one, two), markOn(own, 1, 3), false],
    ['after an equal entry that is another', lineOf({ ...one }, two), markOn(own, 1, 1), false],
    ['after the last entry', lineOf(one, two), markOn(own, 2, 9), true],
    ['after an entry that the line has not', lineOf(one, two), markOn(own, 3, 3), false],
    ['of more entries than any line has', lineOf(one), markOn(lineOf(one), 2, 1), false],
    ['after another second entry', lineOf(one, { ...two }), markOn(own, 2, 2), false],
  ])('has come by a mark %s: %#', (_, line, mark, isPassed) => {
    expect(isOn(line, mark)).toBe(isPassed);
  });
});

describe('a goal', () => {
  const sandbox = newSandbox();
  const startMs = sandbox.nowMs;
  send(sandbox, registration('a'));
  sandbox.advance(startMs + hourMs);
  send(sandbox, requestOf());
  const { served } = sandbox;
  const [early, late] = [entryOf({ atMs: startMs }), entryOf({ atMs: startMs + hourMs })];
  const current = lineOf(early, late);
  const other = lineOf(early, one, two);
  const mark = { ...markOn(other, 2, 77), name: 'there', event: 5 };
  const past = { served, current, marks: new Map([['there', mark]]) };
  const log = served.world.digestLog.checkpoints();
  const events = served.world.eventNumber;

  it.each<[string, Parameters<typeof goalOf>[0], unknown]>([
    [
      'a checkpoint',
      { name: 'there' },
      { line: other, goal: { entries: [early, one], atMs: 77, expected: mark } },
    ],
    [
      'the present event',
      { event: events },
      { line: current, goal: { entries: [early, late], atMs: startMs + hourMs, event: events, log } },
    ],
    [
      'the first event',
      { event: 0 },
      { line: current, goal: { entries: [early, late], atMs: startMs + hourMs, event: 0, log } },
    ],
    [
      'now',
      { instantMs: startMs + hourMs },
      { line: current, goal: { entries: [early, late], atMs: startMs + hourMs, log } },
    ],
    [
      'just before now',
      { instantMs: startMs + hourMs - 1 },
      { line: current, goal: { entries: [early], atMs: startMs + hourMs - 1, log } },
    ],
    ['the start', { instantMs: startMs }, { line: current, goal: { entries: [early], atMs: startMs, log } }],
  ])('is %s', (_, to, goal) => {
    expect(goalOf(to, past)).toStrictEqual(goal);
  });

  it.each<[Parameters<typeof goalOf>[0], string, string]>([
    [{ name: 'not' }, 'NOT_FOUND', 'there is no checkpoint "not"; expected a name, an instant or an event'],
    [
      { event: events + 1 },
      'BAD_REQUEST',
      `to is event ${events + 1}; expected at most ${events}, the present event`,
    ],
    [
      { instantMs: startMs + hourMs + 1 },
      'BAD_REQUEST',
      'to lies after now, 2026-01-01T01:00:00.000Z; expected an instant of the past',
    ],
    [
      { instantMs: startMs - 1 },
      'BAD_REQUEST',
      'to lies before the start of the world, 2026-01-01T00:00:00.000Z',
    ],
  ])('%j is refused', (to, code, message) => {
    const refusal = goalOf(to, past);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({ code, message });
  });

  it.each<[string, Parameters<typeof isHere>[0], boolean]>([
    ['with the same entries, now', { entries: [one, two], atMs: 5 }, true],
    ['an instant away', { entries: [one, two], atMs: 4 }, false],
    ['with an entry less', { entries: [one], atMs: 5 }, false],
    ['with one more before the last', { entries: [one, one, two], atMs: 5 }, false],
    ['with another last one', { entries: [one, { ...two }], atMs: 5 }, false],
    ['that is an event', { entries: [one, two], atMs: 5, event: 9 }, false],
  ])('%s is where the world stands: %#', (_, goal, isThere) => {
    expect(isHere(goal, lineOf(one, two), 5)).toBe(isThere);
  });

  it('without entries is where a world stands to which none has come', () => {
    expect(isHere({ entries: [], atMs: 5 }, lineOf(), 5)).toBe(true);
    expect(isHere({ entries: [], atMs: 5 }, lineOf(one), 5)).toBe(false);
  });
});
