/** The nonces of bets without a result: a lost bet may have arrived or not, each by itself. */
import { describe, expect, it } from 'vitest';
import { gameNamed } from '../../../../src/platform/games/registry.ts';
import { PeriodNonces } from '../../../../src/verification/audit/live/missed-bets.ts';

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
