/**
 * Generated scenarios have at least the settings of a table. Each of them is in one of 33 scenarios or more, so that 400
 * scenarios lack none of them by chance. `drawn-by-move` holds what their calls are.
 */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scenarios } from '../../../src/verification/check/generate/scenarios.ts';
import { drawnIn } from './drawn.ts';

const table = JSON.parse(readFileSync(new URL('drawn-values.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, string>
>;

it('four hundred scenarios draw every value of the table', () => {
  const drawn = drawnIn(fc.sample(scenarios(), { seed: 7, numRuns: 400 }));
  const missing = Object.entries(table).flatMap(([place, values]) =>
    values
      .split(' | ')
      .filter((value) => !drawn.get(place)?.has(value))
      .map((value) => `${place}: ${value}`),
  );
  expect(missing).toEqual([]);
});
