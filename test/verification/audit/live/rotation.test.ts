/** Calls about server seeds against scripted answers: how often a rotation is asked for, and which list is one. */
import { describe, expect, it } from 'vitest';
import { commitmentOf } from '../../../../src/core/fairness/hmac.ts';
import {
  fieldsOf,
  type LiveCall,
  type LiveCallAnswer,
} from '../../../../src/verification/audit/live/call.ts';
import { listed, rotated, verification } from '../../../../src/verification/audit/live/rotation.ts';

type Script = readonly (readonly [status: number, body?: object])[];
const [rotate, read] = ['POST /fairness/rotate', 'GET /fairness/seed-hash'];
const commitment = commitmentOf('the seed');

/** The calls in order, each repetition marked, and what the session came to. Without an answer left it is 404. */
function played<End>(session: Generator<LiveCall, End, LiveCallAnswer>, script: Script) {
  const calls: string[] = [];
  let step = session.next();
  for (let at = 0; step.done !== true; at += 1) {
    const { method, path, isRepeat } = step.value;
    calls.push(`${method} ${path}${isRepeat === true ? ' again' : ''}`);
    const [status, body] = script[at] ?? [404];
    step = session.next({ status, body: fieldsOf(body) });
  }
  return { calls, end: step.value };
}

describe('a rotation', () => {
  const asked = (...script: Script) => played(rotated(commitment), script);
  const lost: Script = [[0], [500], [503]];
  const inUse = [200, { seed_hash: commitment }] as const;

  it.each<[string, number, object, boolean]>([
    ['is carried out', 200, {}, false],
    ['is refused', 403, {}, false],
    ['is accepted for later', 202, {}, true],
    [
      'is carried out at once with the status of one for later',
      202,
      { revealed: { server_seed: 'the seed' } },
      false,
    ],
    ['is carried out in part', 201, {}, false],
  ])('that %s (%i) is asked for once', (_, status, body, isScheduled) => {
    const { calls, end } = asked([status, body]);
    expect(calls).toEqual([rotate]);
    expect(end).toMatchObject({ isRepeated: false, isWithheld: false, isScheduled });
    expect([end.answer.status, end.answer.body]).toEqual([status, fieldsOf(body)]);
  });

  it('whose answer is lost is repeated, and again where the house shows the same commitment', () => {
    const once = asked([0], [200]);
    expect([once.calls, once.end.isRepeated]).toEqual([[rotate, `${rotate} again`], true]);
    const { calls, end } = asked(...lost, inUse, [200]);
    expect(calls).toEqual([rotate, `${rotate} again`, `${rotate} again`, read, `${rotate} again`]);
    expect(end).toMatchObject({ isRepeated: true, isWithheld: false });
    expect(end.answer.status).toBe(200);
  });

  it('is withheld after four turns', () => {
    const { calls, end } = asked(...lost, inUse, ...lost, inUse, ...lost, inUse, ...lost, inUse);
    expect([calls.length, calls.filter((call) => call === read).length]).toEqual([16, 4]);
    expect(end).toMatchObject({ isWithheld: true, isRepeated: true, isScheduled: false });
  });

  it.each<[string, Script[number]]>([
    ['shows another commitment', [200, { seed_hash: commitmentOf('the next') }]],
    ['shows none', [200, {}]],
    ['refuses reads', [403, { seed_hash: commitment }]],
  ])('is not withheld by a house that %s', (_, answer) => {
    const { calls, end } = asked(...lost, answer);
    expect([calls.length, end.isWithheld, end.answer.status]).toEqual([4, false, 503]);
  });

  it('is withheld where the commitment stands in capitals', () => {
    const capitals = [200, { seed_hash: commitment.toUpperCase() }] as const;
    expect(asked(...lost, capitals, [200]).calls).toHaveLength(5);
  });
});

describe('the list of seeds', () => {
  const of = (status: number, body: object) => {
    const { calls, end } = played(listed(), [[status, body]]);
    expect(calls).toEqual(['GET /fairness/seeds']);
    return end?.get('seeds');
  };

  it.each<[number, object, unknown]>([
    [200, { seeds: [{ a: 1 }] }, [{ a: 1 }]],
    [200, { seeds: [] }, []],
    [200, { seeds: [], other: 1 }, []],
    [200, { items: [1], total: 2 }, [[1], 2]],
    [200, { seeds: 'none' }, ['none']],
    [200, {}, undefined],
    [404, { seeds: [1] }, undefined],
    [403, { error: 'no' }, undefined],
  ])('of an answer %i %j is %j', (status, body, seeds) => {
    expect(of(status, body)).toEqual(seeds);
  });

  it('has 10,000 seeds at most', () => {
    const seeds = Array.from({ length: 10_001 }, (_, at) => at);
    expect(of(200, { seeds })).toEqual(seeds.slice(0, 10_000));
  });
});

it('a verification is the answer of the house, where it has one', () => {
  const of = (status: number) => played(verification('b1'), [[status, { multiplier: 2 }]]);
  expect(of(200)).toEqual({ calls: ['POST /fairness/verify'], end: fieldsOf({ multiplier: 2 }) });
  expect(of(404).end).toBeUndefined();
  const first = verification('b1').next().value as LiveCall;
  expect(first).toEqual({ method: 'POST', path: '/fairness/verify', body: { bet_id: 'b1' } });
});
