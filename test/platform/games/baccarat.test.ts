/** The rules of punto banco, against their printed table and against a count of all rounds that shares nothing with the game. */
import { describe, expect, it } from 'vitest';
import type { sides } from '../../../src/platform/games/baccarat.ts';
import { baccarat } from '../../../src/platform/games/baccarat.ts';
import { rankNames } from '../../../src/platform/games/cards.ts';
import { chancesOf } from '../../../src/platform/games/exact.ts';
import { ratioText } from '../../../src/platform/games/ratio.ts';
import { baccaratChances } from '../../../src/verification/audit/exact/baccarat-points.ts';

/** Whether the banker draws (D) or stands (S): a row for each of its totals, a column for each point of the player's third card. */
const printed = [
  'DDDDDDDDDD',
  'DDDDDDDDDD',
  'DDDDDDDDDD',
  'DDDDDDDDSD',
  'SSDDDDDDSS',
  'SSSSDDDDSS',
  'SSSSSSDDSS',
  'SSSSSSSSSS',
];

type Side = (typeof sides)[number];

/** The points of two hands that are dealt, and the third card of the player where there is one. */
interface Dealt {
  readonly player: number;
  readonly banker: number;
  readonly third?: number;
}

const isNatural = ({ player, banker }: Dealt): boolean => player >= 8 || banker >= 8;
const playerDraws = (dealt: Dealt): boolean => !isNatural(dealt) && dealt.player <= 5;

function bankerDraws(dealt: Dealt): boolean {
  if (isNatural(dealt)) return false;
  return dealt.third === undefined ? dealt.banker <= 5 : printed[dealt.banker]?.[dealt.third] === 'D';
}

function winner(player: number, banker: number): Side {
  if (player === banker) return 'tie';
  return player > banker ? 'player' : 'banker';
}

/** A rank of that many points: the ace for 1, the ten for none. */
const nameOf = (points: number): string => rankNames[points === 0 ? 9 : points - 1] ?? '';

/** A round with these cards, in the order in which they are dealt. */
function played(names: readonly string[], betOn: Side = 'tie') {
  const left = names.map((name) => rankNames.findIndex((rank) => rank === name));
  const pick = Object.assign(() => Number.NaN, { ofClasses: () => left.shift() ?? Number.NaN });
  const { payout, detail } = baccarat.play({ betOn }, pick, baccarat.rules.published);
  return { payout: ratioText(payout), detail };
}

const digits = Array.from({ length: 10 }, (_, digit) => digit);
describe('a round of baccarat', () => {
  it('deals the third cards of the printed table, for all totals and third cards', () => {
    for (const player of digits)
      for (const banker of digits)
        for (const point of digits) {
          const [fifth, sixth] = [nameOf(point), '3'];
          const { detail } = played(['T', 'T', nameOf(player), nameOf(banker), fifth, sixth]);
          const hasDrawn = playerDraws({ player, banker });
          const draws = bankerDraws({ player, banker, ...(hasDrawn ? { third: point } : {}) });
          expect(detail, `${player} against ${banker}, then ${point}`).toMatchObject({
            player: ['T', nameOf(player), ...(hasDrawn ? [fifth] : [])],
            banker: ['T', nameOf(banker), ...(draws ? [hasDrawn ? sixth : fifth] : [])],
          });
        }
  });

  it('counts an ace 1, pips as they are, tens and faces nothing, and of a sum the last digit', () => {
    const points = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0];
    for (const [first, one] of points.entries())
      for (const [second, other] of points.entries()) {
        const [name, next] = [rankNames[first] ?? '', rankNames[second] ?? ''];
        const total = (one + other) % 10;
        // The player's total decides against 7: no third card of the banker, and a third card that counts nothing.
        const { detail } = played([name, 'T', next, '7', 'K']);
        expect(detail['winner'], `${name} ${next}`).toBe(winner(total, 7));
        expect(detail['player']).toHaveLength(total <= 5 ? 3 : 2);
      }
  });

  it.each([
    ['player', ['2/1', '1/1', '0/1']],
    ['tie', ['0/1', '9/1', '0/1']],
    ['banker', ['0/1', '1/1', '39/20']],
  ] as const)(
    'pays a bet on %s for a win of the player, a tie and a win of the banker: %j',
    (betOn, paid) => {
      const rounds = ['TT87', 'TT77', 'TT67'].map((cards) => played(Array.from(cards), betOn));
      expect(rounds.map(({ payout }) => payout)).toEqual(paid);
      expect(rounds.map(({ detail }) => detail)).toMatchObject(
        ['player', 'tie', 'banker'].map((side) => ({ bet_on: betOn, winner: side })),
      );
    },
  );

  it('wins as often as a program says that counts the orders of points of eight packs', () => {
    const chances = baccaratChances(8);
    const { published: rules } = baccarat.rules;
    const walked = chancesOf(baccarat, { betOn: 'player' }, rules);
    const known = baccarat.knownChances?.({ betOn: 'player' }, rules) ?? [];
    for (const all of [walked, known])
      expect(all.map(({ payout, probability }) => [ratioText(payout), String(probability)])).toEqual([
        ['2/1', String(chances.player)],
        ['1/1', String(chances.tie)],
        ['0/1', String(chances.banker)],
      ]);
  });
});
