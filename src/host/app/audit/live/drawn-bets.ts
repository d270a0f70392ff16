/** Bets as ordinary players place them: the parameters of each game, drawn again for each bet. */
import type { Stream } from '../../../../core/kernel/stream.ts';
import type { GameEntry } from '../../../../platform/games/registry.ts';
import type { LiveBet } from '../../../../verification/audit/live/round.ts';

const one = <T>(stream: Stream, items: readonly T[]): T => items[stream.integer(items.length)]!;

/** Mostly round numbers, now and then any other. */
const mostlyRound = (stream: Stream, items: readonly number[], other: () => number): number =>
  stream.unit() < 0.7 ? one(stream, items) : other();

const between = (stream: Stream, low: number, high: number): number => low + stream.integer(high - low + 1);

/** A multiple with two decimals. */
const multiple = (stream: Stream): number =>
  mostlyRound(stream, [1.5, 2, 3, 5, 10], () => between(stream, 110, 2500) / 100);

type Draw = (stream: Stream) => Readonly<Record<string, unknown>>;

const draws: Readonly<Record<string, Draw>> = {
  coin_flip: (stream) => ({ side: one(stream, ['heads', 'tails']) }),
  dice: (stream) => ({
    direction: one(stream, ['over', 'under']),
    threshold: mostlyRound(stream, [25, 50, 75, 90], () => between(stream, 3, 97)),
  }),
  simple_dice: (stream) => ({ pick: between(stream, 1, 6) }),
  multiplier: (stream) => ({ target_multiplier: multiple(stream) }),
  roulette: (stream) =>
    stream.unit() < 0.3
      ? { bet_type: 'number', bet_value: between(stream, 0, 36) }
      : { bet_type: one(stream, ['red', 'black', 'odd', 'even', 'dozen_1', 'dozen_2', 'dozen_3']) },
  custom: (stream) => ({
    win_probability: mostlyRound(stream, [10, 25, 50, 75], () => between(stream, 2, 97)),
  }),
  crash: (stream) => ({ cash_out_at: multiple(stream) }),
  plinko: (stream) => ({ rows: one(stream, [8, 12, 16]), risk: one(stream, ['low', 'medium', 'high']) }),
  hilo: (stream) => ({ guess: one(stream, ['higher', 'lower']) }),
  keno: (stream) => {
    const picks = new Set<number>();
    const count = between(stream, 1, 10);
    while (picks.size < count) picks.add(between(stream, 1, 80));
    return { picks: [...picks] };
  },
  mines: (stream) => ({ mines: one(stream, [1, 3, 5, 10]), reveals: between(stream, 1, 6) }),
  baccarat: (stream) => ({ bet_on: one(stream, ['player', 'banker', 'banker', 'tie']) }),
};

/** A bet on this game: its parameters are drawn where the game has a row above, otherwise those of its sample bet. */
export const drawnBet = (entry: GameEntry, stream: Stream): LiveBet => ({
  entry,
  params: draws[entry.game.id]?.(stream) ?? (entry.kind === 'single' ? entry.game.samples.replayed : {}),
});
