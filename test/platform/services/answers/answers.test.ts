/**
 * Scripted requests and their exact answers: short scenarios in which the routes of the services come to each of their
 * outcomes, calls at the edges of their forms, and states that come up seldom, with every status, header and body, and the digest of what has happened at
 * the end. `UPDATE_ANSWERS=1 npx vitest run test/platform/services/answers` writes what is answered now,
 * `CHOOSE_ANSWERS=4000` chooses the scenarios from so many generated ones first.
 */
import { describe, expect, it } from 'vitest';
import type { ScenarioSource } from '../../../../src/verification/check/source.ts';
import { chosen } from './choose.ts';
import { edgeScenarios } from './edges.ts';
import { played } from './played.ts';
import { stateScenarios } from './states.ts';
import { share } from '../../../campaigns.ts';
import { keep, keptRuns, linesLike, type KeptRun } from './table.ts';

/** How many scenarios are kept. */
const count = 200;

const keepAnswers = (sources: readonly ScenarioSource[]): Promise<void> =>
  keep(
    'answers.json',
    sources.map((source) => ({ source, play: () => played(source) })),
  );

const among = Number(process.env['CHOOSE_ANSWERS'] ?? 0);
const log = (line: string): void => void process.stderr.write(`${line}\n`);
if (among > 0) await keepAnswers(await chosen('answers', { among, count, log }));
const named = { 'edges.json': edgeScenarios, 'states.json': stateScenarios };
if (process.env['UPDATE_ANSWERS'] === '1') {
  await keepAnswers(keptRuns<ScenarioSource>('answers.json').map(({ source }) => source));
  for (const [file, sources] of Object.entries(named))
    await keep(
      file,
      sources.map((source) => ({ source: source.seed, play: () => played(source) })),
    );
}

async function expectAnswers(source: ScenarioSource, { answers, end }: KeptRun<unknown>): Promise<void> {
  const run = await played(source);
  expect(linesLike(run, answers)).toEqual(answers);
  expect(run.end).toBe(end);
}

it.each(share('scenariosAnswered', [...keptRuns<ScenarioSource>('answers.json').entries()]))(
  'scenario %i is answered as it is written',
  async (_, run) => {
    await expectAnswers(run.source, run);
  },
);

describe.each(Object.entries(named))('of %s', (file, sources) => {
  const kept = new Map(keptRuns<string>(file).map((run) => [run.source, run]));

  it('every scenario is kept', () => {
    expect([...kept.keys()]).toEqual(sources.map(({ seed }) => seed));
  });

  it.each(sources.map((source) => [source.seed, source] as const))(
    '%s is answered as it is written',
    async (name, source) => {
      await expectAnswers(source, kept.get(name) ?? { source: name, answers: [], end: '' });
    },
  );
});
