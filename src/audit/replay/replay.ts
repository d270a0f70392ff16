/** From tallies of chunks to verdicts on the games; the same whatever came first. */
import type { Profile } from '../../games/game.ts';
import { rejectedOf, usualRule, Witness, type Verdict, type VerdictRule } from '../verdict/verdict.ts';
import type { WireBet } from '../wire-bet.ts';
import { roundsPerChunk, type ChunkTally } from './chunk.ts';
import type { Player } from './player.ts';

/** One piece of work for a worker. */
export interface ReplayTask {
  readonly game: string;
  readonly chunk: number;
  readonly rounds: number;
}

/** What a worker needs to know besides its task. */
export interface ReplaySetting {
  readonly profile: Profile;
  readonly seed: string;
}

export interface ReplayVerdict extends Verdict {
  readonly game: string;
  readonly bet: WireBet;
  readonly complaints: readonly string[];
}

/** Every chunk of so many rounds a game. */
export function replayTasks(games: readonly string[], rounds: number): ReplayTask[] {
  const chunks = Math.ceil(rounds / roundsPerChunk);
  return games.flatMap((game) =>
    Array.from({ length: chunks }, (_, chunk) => ({
      game,
      chunk,
      rounds: Math.min(roundsPerChunk, rounds - chunk * roundsPerChunk),
    })),
  );
}

/** Looks after every chunk, in order; several games are judged together so that false alarms do not multiply. */
export function judge(
  played: readonly { player: Player; tallies: readonly ChunkTally[] }[],
  rule: VerdictRule = usualRule,
): ReplayVerdict[] {
  const witnesses = played.map(({ player, tallies }) => {
    const witness = new Witness(player.outcomes, rule);
    for (const { counts } of tallies.toSorted((left, right) => left.chunk - right.chunk)) witness.add(counts);
    return witness;
  });
  const rejected = rejectedOf(
    witnesses.map((witness) => witness.logValue()),
    rule.alpha,
  );
  return played.map(({ player, tallies }, index) => {
    const isOne = played.length === 1;
    const verdict = isOne ? witnesses[index]!.verdict() : witnesses[index]!.verdict(rejected[index]);
    const complaints = [...new Set(tallies.flatMap((tally) => tally.complaints))];
    return { game: player.game, bet: player.bet, ...verdict, complaints };
  });
}
