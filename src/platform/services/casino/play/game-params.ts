/**
 * What each game takes beside the stake, as schemas: the published form of what the game's own `parseBet` reads. A test
 * holds the two against each other.
 */
import { Type, type TSchema } from 'typebox';
import { sides as baccaratSides } from '../../../games/baccarat.ts';
import { sides as coinSides } from '../../../games/coin-flip.ts';
import { cashOuts } from '../../../games/crash.ts';
import { directions } from '../../../games/dice.ts';
import { guesses } from '../../../games/hilo.ts';
import { numbers } from '../../../games/keno.ts';
import { cells } from '../../../games/mines.ts';
import { targets } from '../../../games/multiplier.ts';
import { risks, rowCounts } from '../../../games/plinko.ts';
import { outsideNames } from '../../../games/roulette.ts';

/** The fields of a game, and what they must fulfil together. */
export interface GameParams {
  readonly fields: Readonly<Record<string, TSchema>>;
  readonly anyOf?: readonly object[];
}

const hundredths = ([low, high]: readonly [number, number]): TSchema =>
  Type.Number({
    minimum: low / 100,
    maximum: high / 100,
    multipleOf: 0.01,
    description: `a number from ${low / 100} to ${high / 100} with at most two decimals`,
  });

const whole = (minimum: number, maximum: number): TSchema => Type.Integer({ minimum, maximum });
const noParams: GameParams = { fields: {} };

/** Cash-outs of a live round too. */
export const CashOut = hundredths(cashOuts);

const mineMax = cells - 1;

/** By the id of the game; those of several calls are not among them. */
export const gameParams: Readonly<Record<string, GameParams>> = {
  coin_flip: { fields: { side: Type.Enum([...coinSides]) } },
  dice: {
    fields: { direction: Type.Enum([...directions]), threshold: whole(1, 99) },
    // No roll is under 1.
    anyOf: [{ properties: { direction: { const: 'over' } } }, { properties: { threshold: { minimum: 2 } } }],
  },
  simple_dice: { fields: { pick: whole(1, 6) } },
  multiplier: { fields: { target_multiplier: hundredths(targets) } },
  roulette: {
    fields: {
      bet_type: Type.Enum(['number', ...outsideNames]),
      bet_value: Type.Optional(whole(0, 36)),
    },
    anyOf: [
      { properties: { bet_type: { const: 'number' } }, required: ['bet_value'] },
      { properties: { bet_type: { enum: [...outsideNames] } }, not: { required: ['bet_value'] } },
    ],
  },
  custom: { fields: { win_probability: whole(1, 99) } },
  crash: { fields: { cash_out_at: CashOut } },
  plinko: { fields: { rows: Type.Enum([...rowCounts]), risk: Type.Enum([...risks]) } },
  slots: noParams,
  hilo: { fields: { guess: Type.Enum([...guesses]) } },
  keno: {
    fields: { picks: Type.Array(whole(1, numbers), { minItems: 1, maxItems: 10, uniqueItems: true }) },
  },
  scratch_card: noParams,
  wheel: noParams,
  mines: {
    fields: { mines: whole(1, mineMax), reveals: whole(1, mineMax) },
    // Together at most the cells there are.
    anyOf: Array.from({ length: mineMax }, (_, index) => ({
      properties: { mines: { maximum: index + 1 }, reveals: { maximum: cells - index - 1 } },
    })),
  },
  baccarat: { fields: { bet_on: Type.Enum([...baccaratSides]) } },
};
