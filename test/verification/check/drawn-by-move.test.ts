/**
 * Each kind of call and each series draws at least the values that a table has for it, out of a state in which there is
 * something of every kind. What is added needs no entry; what is no longer wanted is taken out.
 * `UPDATE_DRAWN=1 npx vitest run test/verification/check/drawn-by-move.test.ts` rewrites the table.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs, parseInstant, type Instant } from '../../../src/core/base/time.ts';
import { calmSeries } from '../../../src/verification/check/generate/calm.ts';
import { Draw } from '../../../src/verification/check/generate/draw.ts';
import { moves } from '../../../src/verification/check/generate/generate-scenario.ts';
import { ModelState } from '../../../src/verification/check/generate/model-state.ts';
import { addOne, extraSeries } from '../../../src/verification/check/generate/moves/extras.ts';
import type { CallSeries } from '../../../src/verification/check/generate/moves/series.ts';
import { drawnIn } from './drawn.ts';

type Table = Record<string, Record<string, string>>;

const file = new URL('drawn-by-move.json', import.meta.url);
const endMs = 40 * dayMs;

/** Each with one of `alice`, and one of `bob` that is due in an hour. */
const kinds = [
  'address', 'bet', 'challenge', 'code', 'curve', 'deposit-address', 'dispute', 'domain', 'escrow', 'hand', 'order', 'own-address',
  'quote', 'resting', 'swap', 'tournament', 'transaction', 'watched-challenge', 'watched-cup', 'watched-escrow', 'watched-swap',
] as const; // prettier-ignore

const drawOf = (seed: string): Draw => {
  const random = seedrandom(seed);
  const nextInt = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
  return new Draw({ nextInt } as ConstructorParameters<typeof Draw>[0]);
};

/** Four agents, and something of every kind. */
function furnished(): ModelState {
  const model = new ModelState(parseInstant('2026-01-01T00:00:00Z') as Instant);
  for (const agent of ['alice', 'bob', 'carol', 'dave']) {
    model.registered.push(agent);
    const makes = { kind: 'agent', field: 'api_key' };
    model.add({ do: 'POST /faucet/register', body: { agent_id: agent }, makes }, agent);
  }
  model.atMs = minuteMs;
  for (const kind of kinds)
    for (const [by, other] of [['alice', 'bob'], ['bob', 'carol']] as const)
      model.add({ do: 'GET /nowhere', makes: { kind, field: 'id', other, dueMs: [model.atMs + hourMs] } }, by);
  return model;
} // prettier-ignore

interface Subject {
  readonly name: string;
  /** How often it is tried. */
  readonly count: number;
  readonly act: (model: ModelState, draw: Draw) => void;
}

const ofMove = (move: (typeof moves)[number], place: number): Subject => ({
  name: moves.findIndex(({ name }) => name === move.name) === place ? move.name : `${move.name} ${place}`,
  count: 150,
  act: (model, draw) => {
    const call = move.make(model, draw);
    if (call !== undefined) model.add(call, 'dave');
    for (let next = model.planned.shift(); next !== undefined; next = model.planned.shift()) {
      model.atMs = Math.max(model.atMs, next.atMs ?? 0);
      const planned = next.make(model);
      model.add(planned.call, planned.by);
    }
  },
});

const ofSeries = (make: CallSeries): Subject => ({
  name: `series ${make.name}`,
  count: 50,
  act: (model, draw) => addOne(make, { model, draw, person: 'bob', endMs }),
});

const subjects = [...moves.map(ofMove), ...[...new Set([...calmSeries, ...extraSeries])].map(ofSeries)];

/** By place, the values that come up more than once: such as come up once follow from the seed. */
function drawnBy({ name, count, act }: Subject): Map<string, Set<string>> {
  const sources = Array.from({ length: count }, (_, index) => {
    const model = furnished();
    const before = model.operations.length;
    act(model, drawOf(`${name}/${index}`));
    const { faults, policies } = model;
    const troubles = faults.length === 0 ? {} : { faults };
    return { name, seed: '', for: '1d', ...troubles, policies, operations: model.operations.slice(before) };
  });
  return new Map(
    [...drawnIn(sources)].map(([place, values]) => [
      place,
      new Set([...values].filter(([, times]) => times > 1).map(([value]) => value)),
    ]),
  );
}

const isUpdate = process.env['UPDATE_DRAWN'] === '1';
if (isUpdate) {
  const rows = subjects.map((subject): [string, Record<string, string>] => {
    const places = [...drawnBy(subject)].filter(([, values]) => values.size > 0);
    const texts = places.map(([place, values]) => [place, [...values].toSorted().join(' | ')]);
    return [subject.name, Object.fromEntries(texts) as Record<string, string>];
  });
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`);
}

const table = JSON.parse(readFileSync(file, 'utf8')) as Table;

it('the table has no other names', () => {
  const names = new Set(subjects.map(({ name }) => name));
  expect(Object.keys(table).filter((name) => !names.has(name))).toEqual([]);
});

describe.each(subjects)('$name', (subject) => {
  it('draws what the table has', () => {
    const drawn = drawnBy(subject);
    const missing = Object.entries(table[subject.name] ?? {}).flatMap(([place, values]) =>
      values
        .split(' | ')
        .filter((value) => !drawn.get(place)?.has(value))
        .map((value) => `${place}: ${value}`),
    );
    expect(missing).toEqual([]);
  });
});
