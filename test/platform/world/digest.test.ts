import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameHash } from '../../../src/core/base/name-hash.ts';
import { newWorld, textIn } from './new-world.ts';

/** One thing that an outside party does at a time. */
interface Act {
  readonly afterMs: number;
  readonly agent: number;
  readonly what: 'register' | 'claim' | 'escrow' | 'release' | 'list' | 'lost';
  readonly amount: number;
}

const story: readonly Act[] = [
  { afterMs: 0, agent: 0, what: 'register', amount: 0 },
  { afterMs: 5, agent: 1, what: 'register', amount: 0 },
  { afterMs: 10, agent: 0, what: 'escrow', amount: 1 },
  { afterMs: 10, agent: 0, what: 'escrow', amount: 1 },
  { afterMs: 10, agent: 1, what: 'escrow', amount: 2 },
  { afterMs: 20, agent: 0, what: 'release', amount: 0 },
  { afterMs: 20, agent: 1, what: 'list', amount: 0 },
  { afterMs: 0, agent: 1, what: 'lost', amount: 0 },
  { afterMs: 86_400_000, agent: 0, what: 'claim', amount: 0 },
];

function digestOf(
  acts: readonly Act[],
  options: { seed?: string; policies?: Record<string, string> } = {},
): string {
  const { kernel, world, call, post } = newWorld(options);
  const keys: Record<number, { authorization: string }> = {};
  const escrows: string[] = [];
  for (const { afterMs, agent, what, amount } of acts) {
    kernel.run({ untilMs: kernel.nowMs + afterMs });
    const rest = {
      agent,
      agentHash: nameHash(`agents/${agent}`),
      headers: keys[agent] ?? {},
      ip: `10.0.0.${agent}`,
    };
    if (what === 'register') {
      const { body } = post('/faucet/register', { agent_id: `a${agent}` }, rest);
      keys[agent] = { authorization: `Bearer ${textIn(body, 'api_key')}` };
    } else if (what === 'escrow') {
      const { body } = post('/escrow/escrow', { amount, receiver: `a${1 - agent}` }, rest);
      if ('escrow_id' in body) escrows.push(textIn(body, 'escrow_id'));
    } else if (what === 'release') post(`/escrow/escrow/${escrows[amount]}/release`, undefined, rest);
    else if (what === 'claim') post('/faucet/claim', {}, rest);
    else if (what === 'list') call('GET', '/escrow/escrows', rest);
    else call('GET', '/nowhere', rest);
  }
  return world.digest().digest;
}

/** The story with one act changed. */
const changed = (index: number, patch: Partial<Act>): Act[] =>
  story.map((act, place) => (place === index ? { ...act, ...patch } : act));

describe('the digest of a world', () => {
  const published = digestOf(story);

  it('is the same for the same seed and the same requests', () => expect(digestOf(story)).toBe(published));

  it('differs with another seed, and with a policy that changes the run', () => {
    const others = [
      digestOf(story, { seed: '8' }),
      digestOf(story, { policies: { 'faucet.pool': '5000' } }),
      digestOf(story, { policies: { 'referral.payout': 'withdraw' } }),
    ];
    expect(new Set([published, ...others]).size).toBe(4);
  });

  it.each<[string, readonly Act[]]>([
    ['a millisecond later', changed(6, { afterMs: 21 })],
    ['a millisecond earlier', changed(8, { afterMs: 86_399_999 })],
    ['another agent who does the same', changed(6, { agent: 0 })],
    ['another agent on an unknown path', changed(7, { agent: 0 })],
    ['another amount', changed(4, { amount: 2.000001 })],
    ['another route with the same status', changed(6, { what: 'lost' })],
    ['a refusal in place of an answer', changed(4, { amount: 1000 })],
    ['one request less at the end', story.slice(0, -1)],
    ['one request less in the middle', story.toSpliced(6, 1)],
    ['one request twice', story.toSpliced(6, 0, { ...story[6]!, afterMs: 0 })],
    [
      'two requests in another order',
      story.toSpliced(6, 2, { ...story[7]!, afterMs: 20 }, { ...story[6]!, afterMs: 0 }),
    ],
  ])('is another after %s', (_, acts) => expect(digestOf(acts)).not.toBe(published));

  it('differs by which of two equal escrows was released', () => {
    const [first, second] = [0, 1].map((amount) => digestOf(changed(5, { amount }).slice(0, 6)));
    expect(first).not.toBe(second);
  });

  it('never repeats a value while requests go on', () => {
    const { world, call } = newWorld();
    const seen = new Set([world.digest().digest]);
    for (let count = 0; count < 200; count++) {
      call('GET', '/nowhere');
      seen.add(world.digest().digest);
    }
    expect(seen.size).toBe(201);
  });

  it('differs for any two sequences of different agents', () => {
    const sequences = fc.uniqueArray(fc.array(fc.nat({ max: 3 }), { maxLength: 6 }), {
      selector: (agents) => agents.join(),
      minLength: 2,
      maxLength: 2,
    });
    const digest = (agents: readonly number[]): string =>
      digestOf(agents.map((agent) => ({ afterMs: 1, agent, what: 'lost', amount: 0 })));
    fc.assert(
      fc.property(sequences, ([left = [], right = []]) => {
        expect(digest(left)).not.toBe(digest(right));
      }),
      { numRuns: 50 },
    );
  });
});

describe('dispatch', () => {
  it.each([
    ['GET', '/_sim/clock', undefined],
    ['POST', '/faucet/register', { agent_id: 'x' }],
    ['POST', '/faucet/register', 'no object'],
    ['GET', '/nowhere', undefined],
    ['DELETE', '/escrow/escrows', undefined],
    ['GET', '/escrow/escrows', undefined],
  ] as const)('answers %s %s with a plain object, never a promise', (method, path, body) => {
    const answer = newWorld().call(method, path, { body });
    expect(answer).not.toHaveProperty('then');
    expect(Object.getPrototypeOf(answer)).toBe(Object.prototype);
    expect(answer.status).toBeTypeOf('number');
    expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
  });

  it('counts every request, and the transfers of due events belong to the digest too', () => {
    const { world, call, runTo, post, join } = newWorld();
    for (let count = 0; count < 7; count++) call('GET', '/nowhere');
    expect(world.requestCount).toBe(7);
    post('/escrow/escrow', { amount: 1, receiver: `0x${'1'.repeat(40)}` }, { headers: join('ann') });
    const before = world.digest();
    runTo(86_400_000);
    expect(world.digest().digest).not.toBe(before.digest);
    expect(world.digest().events).toBeGreaterThan(before.events);
  });
});
