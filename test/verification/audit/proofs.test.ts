/** Proofs of games that pay otherwise than they say: which bets are named, and in which words. */
import { describe, expect, it } from 'vitest';
import { nothing, ratio, stakeBack } from '../../../src/platform/games/ratio.ts';
import { mapGame } from '../../../src/verification/audit/mapping/mapping.ts';
import { provePayouts } from '../../../src/verification/audit/mapping/prove.ts';
import type { Game } from '../../../src/platform/games/game.ts';
import { gameNamed } from '../../../src/platform/games/registry.ts';
import { singleGame } from '../../platform/games/chances.ts';

/** By the banker's total, the points of the player's third card to which it draws, as rule books print them. */
const bankerDraws = ['0123456789', '0123456789', '0123456789', '012345679', '234567', '4567', '67', ''];

/** Baccarat from a shoe that is changed in place: who wins. */
function winnerOf(pick: (n: number) => number): 'player' | 'banker' | 'tie' {
  const left = Array.from({ length: 13 }, () => 32);
  let size = 416;
  const drawn = (): number => {
    let [rest, rank] = [pick(size), 0];
    while (rest >= left[rank]!) rest -= left[rank++]!;
    left[rank]! -= 1;
    size -= 1;
    return rank >= 9 ? 0 : rank + 1;
  };
  const [first, second, third, fourth] = [drawn(), drawn(), drawn(), drawn()];
  let [player, banker] = [(first + third) % 10, (second + fourth) % 10];
  if (player < 8 && banker < 8) {
    const card = player <= 5 ? drawn() : undefined;
    const draws = card === undefined ? banker <= 5 : bankerDraws[banker]!.includes(String(card));
    if (card !== undefined) player = (player + card) % 10;
    if (draws) banker = (banker + drawn()) % 10;
  }
  return player === banker ? 'tie' : player > banker ? 'player' : 'banker';
}

describe('the proof of', () => {
  it('baccarat sends every order of points that can be dealt, in whole weights', () => {
    const baccarat = singleGame('baccarat');
    const seen = new Set<object>();
    // The game's own play takes ten times as long.
    const play: typeof baccarat.play = (bet, pick) => {
      seen.add(bet);
      const winner = winnerOf(pick);
      const payout = winner === 'tie' ? stakeBack : winner === 'player' ? ratio(2) : nothing;
      return { payout, detail: {} };
    };
    const entry = { kind: 'single', names: ['baccarat'], game: { ...baccarat, play } } as const;
    expect(provePayouts(entry, 'published')).toEqual({
      game: 'baccarat',
      outcomes: 339_400,
      differences: [],
    });
    expect([...seen]).toEqual([{ betOn: 'player' }]);
  });

  it('video poker values every hand', () => {
    const proof = provePayouts(gameNamed('video_poker')!, 'published');
    expect(proof).toEqual({ game: 'video_poker', outcomes: 2_598_960, differences: [] });
  });
});

/** A made up game that draws a second time where the first draw is 1. */
const uneven = (second: number): Game => {
  const play: Game['play'] = (_, pick) => ({ payout: pick(2) === 0 ? ratio(2) : ratio(pick(second)), detail: {} });
  const parts = Object.entries(singleGame('coin_flip')).filter(([name]) => name !== 'steps' && name !== 'knownChances');
  return { ...(Object.fromEntries(parts) as unknown as Game), id: 'made up', play };
}; // prettier-ignore

describe('paths of different lengths', () => {
  it('weigh by all that was drawn', () => {
    expect(mapGame(uneven(5), undefined, [{}])).toEqual({ game: 'made up', outcomes: 6, differences: [] });
  });

  it('have a common total, or there is no proof', () => {
    expect(() => mapGame(uneven(11), undefined, [{}])).toThrow('paths have a common total');
  });
});

describe('a proof that fails', () => {
  it.each(['crash', 'multiplier'])('is none of %s by its bets: the curve has its points', (id) => {
    const game = singleGame(id);
    expect(() => mapGame(game, game.rules.published)).toThrow('the curve is mapped by its points');
  });

  it('names what is paid and was not enumerated, and what is paid too seldom', () => {
    const wheel = singleGame('wheel');
    const [bet] = wheel.bets();
    // The enumeration asks for classes, and the proof for numbers.
    const played = (payoutAt: (drawn: number) => number | undefined): typeof wheel => ({
      ...wheel,
      play: (choice, pick, rules) => {
        if ('ofClasses' in pick) return wheel.play(choice, pick, rules);
        let drawn = -1;
        const round = wheel.play(choice, (n) => (drawn = pick(n)), rules);
        const payout = payoutAt(drawn);
        return payout === undefined ? round : { ...round, payout: ratio(payout) };
      },
    });
    const differencesOf = (payoutAt: (drawn: number) => number | undefined) =>
      mapGame(played(payoutAt), wheel.rules.published, [bet!]).differences;
    expect(differencesOf(() => undefined)).toEqual([]);
    expect(differencesOf((drawn) => (drawn === 0 ? 10 : undefined))).toEqual([
      'wheel {}: 10/1 is paid in 1/50 of all cases, enumerated 1/100',
    ]);
    expect(differencesOf((drawn) => (drawn === 99 ? 0 : undefined))).toEqual([
      'wheel {}: 10/1 is paid in 0/1 of all cases, enumerated 1/100',
    ]);
  }); // prettier-ignore
});
