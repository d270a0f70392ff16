/**
 * A seed draws the same calls from each move and each series, and the same scenarios, until the generator changes: then the digests of
 * what has changed are renewed, and of nothing else. `UPDATE_DRAWN=1 npx vitest run test/verification/check/drawn.test.ts` does so.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../src/core/base/time.ts';
import { calmSeries } from '../../../src/verification/check/generate/calm.ts';
import type { Draw } from '../../../src/verification/check/generate/draw.ts';
import { moves } from '../../../src/verification/check/generate/generate-scenario.ts';
import type { ModelState } from '../../../src/verification/check/generate/model-state.ts';
import { addOne, extraSeries } from '../../../src/verification/check/generate/moves/extras.ts';
import type { CallSeries } from '../../../src/verification/check/generate/moves/series.ts';
import { scenarios, type ScenarioLimits } from '../../../src/verification/check/generate/scenarios.ts';
import { services } from '../../../src/verification/check/service-path.ts';
import { drawOf, furnished, moved } from './generate/furnished.ts';

const file = new URL('drawn.json', import.meta.url);
const endMs = 40 * dayMs;

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
