/** The nonces of bets without a result: a lost bet may have arrived or not, each by itself. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gameNamed } from '../../../../src/platform/games/registry.ts';
import { PeriodNonces } from '../../../../src/verification/audit/live/missed-bets.ts';
import { drawFrom, describeKept, oneOf, type DrawBelow } from '../../../kept-digests.ts';

const bet = { entry: gameNamed('coin_flip')!, params: { side: 'heads' } };

function noncesAfter(
  statuses: readonly number[],
  { shown, repeats = 0 }: { shown: number; repeats?: number },
): (number | undefined)[] {
  const nonces = new PeriodNonces(0);
  for (const status of statuses)
    nonces.miss({ bet, params: {}, stakeMicros: 10_000, clientSeed: 'c', status });
  nonces.mayUse(repeats);
  nonces.show(shown);
  return nonces.missed.map(({ nonce }) => nonce);
}

describe('the nonces of bets without a result', () => {
  it.each([
    { title: 'no bet arrived', statuses: [0, 0], shown: 0, expected: [0, 0] },
    { title: 'all bets arrived', statuses: [0, 0], shown: 2, expected: [0, 1] },
    { title: 'one of two arrived', statuses: [0, 0], shown: 1, expected: [0, undefined] },
    { title: 'a refusal or a lost bet took it', statuses: [429, 0, 0], shown: 1, expected: [0, undefined, undefined] },
    { title: 'a refusal takes a nonce each time', statuses: [400, 400], shown: 2, expected: [0, 1] },
    { title: 'one refusal does not take what the other does not', statuses: [400, 0, 400], shown: 1, expected: [0, 0, 1] },
  ])('$title', ({ statuses, shown, expected }) => {
    expect(noncesAfter(statuses, { shown })).toEqual(expected);
  }); // prettier-ignore

  it('are not known where a repeated request may have used one', () => {
    expect(noncesAfter([0], { shown: 1, repeats: 1 })).toEqual([undefined]);
    const nonces = new PeriodNonces(3);
    expect([nonces.certain, nonces.likely]).toEqual([3, 3]);
    nonces.mayUse(1);
    expect([nonces.certain, nonces.likely]).toEqual([undefined, undefined]);
  });
});

/** Every way in which these bets used up so many nonces: a status uses one each time or never, a lost bet may, so may a repeat. */
function knownNonces(statuses: readonly number[], { used, repeats }: { used: number; repeats: number }): (number | undefined)[] | undefined {
  const kinds = [...new Set(statuses.filter((status) => status > 0))];
  const lost = statuses.flatMap((status, at) => (status === 0 ? [at] : []));
  const possible = statuses.map(() => new Set<number>());
  for (let set = 0; set < 2 ** (kinds.length + lost.length); set += 1) {
    const isIn = (place: number): boolean => Math.floor(set / 2 ** place) % 2 === 1;
    const uses = statuses.map((status, at) => isIn(status === 0 ? kinds.length + lost.indexOf(at) : kinds.indexOf(status)));
    const left = used - uses.filter(Boolean).length;
    if (left < 0 || left > repeats) continue;
    for (const [at, nonces] of possible.entries())
      for (let earlier = 0; earlier <= left; earlier += 1) nonces.add(uses.slice(0, at).filter(Boolean).length + earlier);
  }
  if (possible.some(({ size }) => size === 0)) return undefined;
  return possible.map((nonces) => (nonces.size === 1 ? [...nonces][0] : undefined));
} // prettier-ignore

it('a nonce is known where all ways that come to the next one agree on it', () => {
  const list = fc.array(fc.constantFrom(0, 0, 400, 429, 422), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(list, fc.nat({ max: 7 }), fc.nat({ max: 2 }), (statuses, used, repeats) => {
      const known = knownNonces(statuses, { used, repeats });
      // Where no way comes to it the house has skipped nonces: only the first bet has the one that was next.
      const skipped = statuses.map((_, at) => (at === 0 ? 0 : undefined));
      expect(noncesAfter(statuses, { shown: used, repeats })).toEqual(known ?? skipped);
    }),
    { numRuns: 60, seed: 7 },
  );
});

/** What the nonces of a period came to after some steps that are drawn. */
function* periodOf(draw: DrawBelow): Iterable<unknown> {
  const nonces = new PeriodNonces(oneOf(draw, [undefined, undefined, 0, 1, 5]));
  let next = 0;
  for (let step = 0; step < 9; step += 1) {
    const missed = { bet, params: {}, stakeMicros: 10_000, clientSeed: 'c', status: oneOf(draw, [0, 400, 429]) };
    const kind = oneOf(draw, ['miss', 'miss', 'use', 'pass', 'show', 'shown'] as const);
    if (kind === 'miss') nonces.miss(missed);
    if (kind === 'use') nonces.mayUse(1 + draw(2));
    if (kind === 'pass') nonces.pass();
    if (kind === 'show') yield nonces.show((next += draw(4)));
    if (kind === 'shown') yield nonces.missShown(missed, (next += draw(3)));
    yield [kind, nonces.certain, nonces.likely, nonces.missed.map(({ nonce }) => nonce)];
  }
  yield [nonces.end(oneOf(draw, [undefined, next, next + 1, next + 3])), nonces.missed.map(({ nonce }) => nonce)];
} // prettier-ignore

describe('the nonces of a period', () => {
  describeKept(
    new URL('missed-bets.json', import.meta.url),
    Array.from({ length: 6 }, (_, part) => ({
      name: `of drawn steps, part ${part}`,
      made: () => Array.from({ length: 60 }, (__, turn) => [...periodOf(drawFrom(`${part} ${turn}`))]),
    })),
  );
});
