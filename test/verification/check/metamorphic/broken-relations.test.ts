/** Which relations a scenario names, and what breaks them in a recorded run. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { ScenarioSource } from '../../../../src/verification/check/source.ts';
import { heldTo, watched } from '../../../../src/verification/check/source.ts';
import { brokenRelations, relationsOf } from '../../../../src/verification/check/metamorphic/relations.ts';
import {
  transcriptOf,
  type AnsweredCall,
} from '../../../../src/verification/check/metamorphic/transcript.ts';
import { scenarioWith, startMs } from '../watched.ts';
import { register, type Operations } from './recorded.ts';

const operations: Operations = [register('alice'), { by: 'alice', do: 'GET /escrow/escrows', at: '5s' }];
type Relation = Parameters<typeof heldTo>[0];
const all: readonly Relation[] = ['agents-renamed', 'strangers-added', 'called-as-tools'];
const expects = (...names: readonly Relation[]): Partial<ScenarioSource> => ({
  expect: names.reduce((sum, name) => ({ ...sum, ...heldTo(name) }), watched),
});

/** What is broken where the second call of the recorded run was answered otherwise. */
async function brokenIn(more: Partial<ScenarioSource>, change: Partial<AnsweredCall> = {}) {
  const scenario = await scenarioWith(operations, more);
  const transcript = transcriptOf(scenario, Infinity);
  transcript.calls[1] = { ...transcript.calls[1]!, ...change };
  return brokenRelations(scenario, transcript);
}

// The first run loads what all of them need.
beforeAll(() => brokenIn(expects('strangers-added')));

describe('the relations of a scenario', () => {
  it.each<[Partial<ScenarioSource>, readonly Relation[]]>([
    [{}, []],
    [{ expect: watched }, []],
    [expects(...all), all],
    [expects('called-as-tools', 'agents-renamed', 'called-as-tools'), ['called-as-tools', 'agents-renamed']],
  ])('%j', async (more, wanted) => expect(relationsOf(await scenarioWith(operations, more))).toEqual(wanted));
});

describe('a recorded run', () => {
  it.each(all)('does not break %s where both runs are answered alike', async (name) => {
    expect(await brokenIn(expects(name))).toEqual([]);
  });

  it('is made where there is none', async () => {
    expect(brokenRelations(await scenarioWith(operations, expects('strangers-added')))).toEqual([]);
  });

  it('breaks none where it names none', async () => {
    expect(await brokenIn({}, { body: { code: 'X' } })).toEqual([]);
  });

  it.each(all)('breaks %s where it is answered otherwise', async (name) => {
    const [{ property, atMs, message } = {}, ...others] = await brokenIn(expects(name), {
      body: { other: 1 },
    });
    expect([property, atMs, others]).toEqual([name, startMs + 5_000, []]);
    expect(message).toContain('other');
  });

  it('has a difference for each relation that it breaks', async () => {
    const broken = await brokenIn(expects(...all), { body: { other: 1 } });
    expect(broken.map(({ property }) => property)).toEqual(all);
  });

  it.each<[string, Partial<AnsweredCall>, boolean]>([
    ['of a call that is drawn by number', { operation: 'escrow/dispute', status: 200 }, false],
    ['of a call that is refused', { operation: 'escrow/dispute', status: 300, body: { code: 'X' } }, true],
    [
      'of a pool that is empty',
      { operation: 'faucet/claimOnce', status: 503, body: { code: 'SERVICE_UNAVAILABLE' } },
      false,
    ],
    [
      'of a pool that is not',
      { operation: 'faucet/claimOnce', status: 200, body: { code: 'SERVICE_UNAVAILABLE' } },
      true,
    ],
  ])('%s with an answer of another form', async (_, change, isBroken) => {
    expect((await brokenIn(expects('strangers-added'), change)).length > 0).toBe(isBroken);
  });
});
