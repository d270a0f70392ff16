/** A bet in the parameter names of the wire (CAS15), as a report shows it. Of keno's picks their number is enough. */
import { present } from '../../core/base/assert.ts';
import type { BaccaratBet } from '../../platform/games/baccarat.ts';
import type { CoinFlipBet } from '../../platform/games/coin-flip.ts';
import type { CrashBet } from '../../platform/games/crash.ts';
import type { CustomBet } from '../../platform/games/custom.ts';
import type { DiceBet } from '../../platform/games/dice.ts';
import type { HiloBet } from '../../platform/games/hilo.ts';
import type { KenoBet } from '../../platform/games/keno.ts';
import type { MinesBet } from '../../platform/games/mines.ts';
import type { MultiplierBet } from '../../platform/games/multiplier.ts';
import type { PlinkoBet } from '../../platform/games/plinko.ts';
import type { RouletteBet } from '../../platform/games/roulette.ts';
import type { SimpleDiceBet } from '../../platform/games/simple-dice.ts';

export type WireBet = Readonly<Record<string, string | number>>;

const plain = (bet: object): WireBet => ({ ...bet });

const writers: Readonly<Record<string, (bet: never) => WireBet>> = {
  coin_flip: ({ side }: CoinFlipBet) => ({ side }),
  dice: ({ direction, threshold }: DiceBet) => ({ direction, threshold }),
  simple_dice: ({ pick }: SimpleDiceBet) => ({ pick }),
  multiplier: ({ targetHundredths }: MultiplierBet) => ({ target_multiplier: targetHundredths / 100 }),
  roulette: (bet: RouletteBet) =>
    bet.type === 'number' ? { bet_type: bet.type, bet_value: bet.value } : { bet_type: bet.type },
  custom: ({ winProbability }: CustomBet) => ({ win_probability: winProbability }),
  crash: ({ cashOutHundredths }: CrashBet) => ({ cash_out_at: cashOutHundredths / 100 }),
  plinko: ({ rows, risk }: PlinkoBet) => ({ rows, risk }),
  hilo: ({ guess }: HiloBet) => ({ guess }),
  keno: ({ picks }: KenoBet) => ({ picks: picks.length }),
  mines: ({ mines, reveals }: MinesBet) => ({ mines, reveals }),
  baccarat: ({ betOn }: BaccaratBet) => ({ bet_on: betOn }),
  slots: plain,
  scratch_card: plain,
  wheel: plain,
};

export const wireBet = (game: string, bet: object): WireBet =>
  present(writers[game], `${game} has a bet to write`)(bet as never);

/** `rows 16, risk high`; a game with one bet has nothing to say. */
export const betText = (bet: WireBet): string =>
  Object.entries(bet)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
