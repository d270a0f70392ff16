/** How much evidence an explanation of wrong payouts needs. */
import { describe, expect, it } from 'vitest';
import { codes, drawn, found, of, paid, suspectOf, wrongBy } from './diagnosed-bets.ts';

const dice = drawn('dice', 60);
const coins = drawn('coin_flip', 120);

describe('the evidence for a habit', () => {
  const kept = suspectOf('stake-kept');
  const wins = drawn('dice', 120).filter(({ bet, dueMicros = 0 }) => dueMicros > bet.stakeMicros);
  const others = of('others', paid(wins.slice(0, 10)));

  it('is two bets, if it predicts all of them', () => {
    const lost = paid(dice.filter(({ dueMicros }) => dueMicros === 0));
    expect(codes([...lost, ...wrongBy(kept, wins.slice(0, 2))])).toEqual([['stake-kept', 'dice']]);
    expect(codes([...lost, ...wrongBy(kept, wins.slice(0, 1))])).toEqual([['payout-short', 'dice']]);
  });

  it.each([
    [12, 'fee-taken'],
    [11, 'payout-short'],
  ])('is twelve bets where others contradict it: %i are %s', (count, code) => {
    const some = of(
      'victim',
      paid(wins.slice(10, 10 + count), ({ dueMicros }) => dueMicros! - 20_000),
    );
    const [finding, ...more] = found([...others, ...some]);
    expect([finding?.code, finding?.count, more]).toEqual([code, count, []]);
    expect(finding?.sentence).toContain(', against player "victim" alone');
  });

  it('is more than coincidence where another draw explains them', () => {
    const after = suspectOf('nonce-shifted', 'after');
    const some = (count: number) => of('victim', wrongBy(after, coins).slice(0, count));
    const honest = of('others', paid(coins.slice(0, 20)));
    expect(codes([...honest, ...some(14)]).flat()).not.toContain('nonce-shifted');
    expect(codes([...honest, ...some(40)])).toEqual([['nonce-shifted', 'coin_flip']]);
  });

  describe('of a game with other draws', () => {
    const hilo = drawn('hilo', 200);
    const honest = of('others', paid(hilo.filter(({ dueMicros }) => dueMicros! > 0).slice(0, 12)));
    const wrong = of('victim', wrongBy(suspectOf('ace-high'), hilo));

    it.each([
      [48, 2, true],
      [47, 3, false],
      [47, 2, false],
    ])('may have a few exceptions among fifty bets: %i and %i others, %s', (predicted, other, isNamed) => {
      const exceptions = wrong
        .slice(predicted, predicted + other)
        .map((bet) => ({ ...bet, payoutMicros: 123 }));
      expect(exceptions).toHaveLength(other);
      const named = codes([...honest, ...wrong.slice(0, predicted), ...exceptions]).flat();
      expect(named.includes('ace-high')).toBe(isNamed);
    });
  });
});
