/** Each module of `src` is in a room, and each room has modules and tests that are there. */
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sourceModules } from '../plant.ts';
import { generation } from '../generated/mutant.ts';
import { instrumentedHeader } from './switches.ts';
import { isAt, mutatedRooms, roomsNamed } from './room-tests.ts';
import { scores } from './score.ts';

const sources = sourceModules().map(({ file }) => file);
const tests = readdirSync(new URL('../../', import.meta.url), { recursive: true, encoding: 'utf8' });

it('has each module of the sources in a room', () => {
  expect(sources.filter((file) => !mutatedRooms.some((room) => isAt(file, room.sources)))).toEqual([]);
});

it.each(mutatedRooms)(
  'has only places that are there in the room $name',
  ({ sources: own, tests: held, without = [] }) => {
    expect(own.filter((place) => !sources.some((file) => isAt(file, [place])))).toEqual([]);
    expect([...held, ...without].filter((place) => !tests.some((file) => isAt(file, [place])))).toEqual([]);
  },
);

it('mutates a program whose first line names what runs it', async () => {
  const { instrumented, modules } = await generation(
    (file) => file === 'host/cli/main.ts',
    instrumentedHeader,
  );
  for (const texts of [instrumented, modules]) expect(texts.get('host/cli/main.ts')).toMatch(/^#!/);
});

it('keeps scores of rooms that are there', () => {
  const names = mutatedRooms.map(({ name }) => name);
  expect(scores().filter(({ room }) => !names.includes(room))).toEqual([]);
});

it('tells a folder with all below it from the modules directly in it', () => {
  expect(['a/b.ts', 'a/b/c.ts', 'ab.ts'].map((file) => [isAt(file, ['a/']), isAt(file, ['a/*.ts'])])).toEqual(
    [
      [true, true],
      [true, false],
      [false, false],
    ],
  );
});

it('takes a room by its name, or all by the first part of theirs, and refuses what names none', () => {
  const named = (...names: string[]): string[] => roomsNamed(names).map(({ name }) => name);
  expect(named('ledger')).toEqual(['ledger']);
  expect(named('oracle')).toEqual(['oracle/facts', 'oracle/models', 'oracle/whole']);
  expect(() => named('ledger', 'trade')).toThrow('expected rooms: ledger, ');
  expect(() => named()).toThrow('expected rooms: ledger, ');
});
