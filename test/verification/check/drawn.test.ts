/**
 * A seed draws the same calls from each move and each series, and the same scenarios, until the generator changes: then the digests of
 * what has changed are renewed, and of nothing else. `UPDATE_DRAWN=1 npx vitest run test/verification/check/drawn.test.ts` does so.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs, parseInstant, type Instant } from '../../../src/core/base/time.ts';
import { calmSeries } from '../../../src/verification/check/generate/calm.ts';
import { Draw } from '../../../src/verification/check/generate/draw.ts';
import { moves } from '../../../src/verification/check/generate/generate-scenario.ts';
import { ModelState } from '../../../src/verification/check/generate/model-state.ts';
import { addOne, extraSeries } from '../../../src/verification/check/generate/moves/extras.ts';
import type { CallSeries } from '../../../src/verification/check/generate/moves/series.ts';
import { scenarios, type ScenarioLimits } from '../../../src/verification/check/generate/scenarios.ts';
import { services } from '../../../src/verification/check/service-path.ts';

const file = new URL('drawn.json', import.meta.url);
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
  readonly drawn: () => Iterable<unknown>;
}

/** What is done to a furnished model, by so many seeds. */
function* doneTo(
  name: string,
  count: number,
  act: (model: ModelState, draw: Draw) => void,
): Iterable<unknown> {
  for (let index = 0; index < count; index += 1) {
    const model = furnished();
    const before = model.operations.length;
    act(model, drawOf(`${name}/${index}`));
    yield [model.policies, model.faults, model.operations.slice(before)];
  }
}

function moved(model: ModelState, draw: Draw, move: (typeof moves)[number]): void {
  const call = move.make(model, draw);
  if (call !== undefined) model.add(call, 'dave');
  for (let next = model.planned.shift(); next !== undefined; next = model.planned.shift()) {
    model.atMs = Math.max(model.atMs, next.atMs ?? 0);
    const planned = next.make(model);
    model.add(planned.call, planned.by);
  }
}

const ofMove = (move: (typeof moves)[number], place: number): Subject => {
  const name =
    moves.findIndex((each) => each.name === move.name) === place ? move.name : `${move.name} ${place}`;
  return { name, drawn: () => doneTo(name, 150, (model, draw) => moved(model, draw, move)) };
};

const ofSeries = (make: CallSeries): Subject => {
  const name = `series ${make.name}`;
  return {
    name,
    drawn: () => doneTo(name, 50, (model, draw) => addOne(make, { model, draw, person: 'bob', endMs })),
  };
};

const ofScenarios = (name: string, numRuns: number, limits: ScenarioLimits): Subject => ({
  name: `scenarios ${name}`,
  drawn: () => fc.sample(scenarios(limits), { seed: 7, numRuns }),
});

const subjects = [
  ...moves.map(ofMove),
  ...[...new Set([...calmSeries, ...extraSeries])].map(ofSeries),
  ofScenarios('of any kind', 400, {}),
  ofScenarios('without trouble', 60, { hasTrouble: false, operationsMax: 12 }),
  ...services.map((service) => ofScenarios(`about ${service}`, 15, { service })),
];

function digestOf({ drawn }: Subject): string {
  const hash = createHash('sha256');
  for (const each of drawn()) hash.update(JSON.stringify(each));
  return hash.digest('hex').slice(0, 16);
}

if (process.env['UPDATE_DRAWN'] === '1') {
  const digests = Object.fromEntries(subjects.map((subject) => [subject.name, digestOf(subject)]));
  writeFileSync(file, `${JSON.stringify(digests, null, 2)}\n`);
}

const kept = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>;

it('the digests have the names of what there is', () => {
  expect(Object.keys(kept)).toEqual(subjects.map(({ name }) => name));
});

describe.each(subjects)('$name', (subject) => {
  it('draws what it has drawn before', () => {
    expect(digestOf(subject)).toBe(kept[subject.name]);
  });
});
