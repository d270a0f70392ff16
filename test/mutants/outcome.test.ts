/** What planted runs say: of the module that is planted, whatever was planted before. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { outcomeOf, type Outcome } from './outcome.ts';

const nearest = 'core/base/nearest.ts';
const files = ['core/base/nearest.test.ts'];
const textOf = (module: string): string =>
  readFileSync(new URL(`../../src/${module}`, import.meta.url), 'utf8');
const planted = (module: string, text: string): Promise<Outcome> =>
  outcomeOf({ modules: new Map([[module, text]]), files });

it('each planted module is the one that its tests judge, before and after others', async () => {
  const source = textOf(nearest);
  const stopped = source.replaceAll('return', 'throw new Error(); return');
  expect(stopped).not.toBe(source);
  const outcomes: Outcome[] = [];
  for (const text of [source, stopped, source]) outcomes.push(await planted(nearest, text));
  expect(outcomes.map(({ kind }) => kind)).toEqual(['unnoticed', 'noticed', 'unnoticed']);
  expect(await planted(nearest, 'not a module')).toMatchObject({ kind: 'broken' });
  expect((await outcomeOf({ modules: new Map(), files })).kind).toBe('unnoticed');
});

it('a run that loads no planted module has judged nothing', async () => {
  const lease = 'host/workers/lease.ts';
  const outcome = { kind: 'broken', file: files[0], test: 'no planted module is loaded' };
  expect(await planted(lease, textOf(lease))).toEqual(outcome);
});
