/** From tallies of chunks to verdicts on the games, independent of the order of chunks. */
import type { Profile } from '../../../core/base/profile.ts';
import { rejectedOf, defaultRule, Witness, type Verdict, type VerdictRule } from '../verdict/verdict.ts';
import type { WireBet } from '../wire-bet.ts';
import { roundsPerChunk, type ChunkTally } from './chunk.ts';
import type { Player } from './player.ts';

/** One piece of work for a worker. */
export interface ReplayTask {
  readonly game: string;
  readonly chunk: number;
  readonly rounds: number;
}

/** The data that all tasks of a worker share. */
export interface ReplaySetting {
  readonly profile: Profile;
  readonly seed: string;
}

/** The confidence sequence at one look. */
export interface Look {
  readonly rounds: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** The verdict on one game over all its chunks. `complaints` make an audit fail whatever the verdict is. */
export interface ReplayVerdict extends Verdict {
  readonly game: string;
  readonly bet: WireBet;
  readonly complaints: readonly string[];
  /** What is claimed: the exact return. */
  readonly claimed: number;
  /** The bounds over time, at increasing intervals. */
  readonly path: readonly Look[];
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
  rule: VerdictRule = defaultRule,
): ReplayVerdict[] {
  const followed = played.map(({ player, tallies }) => follow(player, tallies, rule));
  const witnesses = followed.map(({ witness }) => witness);
  const rejected = rejectedOf(
    witnesses.map((witness) => witness.logValue()),
    rule.alpha,
  );
  return played.map(({ player, tallies }, index) => {
    const isOne = played.length === 1;
    const verdict = isOne ? witnesses[index]!.verdict() : witnesses[index]!.verdict(rejected[index]);
    const complaints = [...new Set(tallies.flatMap((tally) => tally.complaints))];
    const { path, claimed } = followed[index]!;
    return { game: player.game, bet: player.bet, ...verdict, complaints, claimed, path };
  });
}

/** Passes the rounds to a witness in their order, and records its state whenever the rounds have grown by a sixth. */
function follow(
  player: Player,
  tallies: readonly ChunkTally[],
  rule: VerdictRule,
): { witness: Witness; claimed: number; path: Look[] } {
  const witness = new Witness(player.outcomes, rule);
  const path: Look[] = [];
  let next = 0;
  const batches = tallies.toSorted((left, right) => left.chunk - right.chunk).flatMap(batchesOf);
  for (const [index, counts] of batches.entries()) {
    witness.add(counts);
    if (witness.rounds < next && index + 1 < batches.length) continue;
    next = witness.rounds * (7 / 6);
    const { rounds, mean, low, high } = witness.verdict();
    path.push({ rounds, mean, low, high });
  }
  return { witness, claimed: witness.claimed, path };
}

/** The counts between one look and the next. */
function batchesOf({ counts, looks = [] }: ChunkTally): (readonly number[])[] {
  const ends = [...looks, counts];
  return ends.map((end, index) => {
    const before = ends[index - 1];
    return before === undefined ? end : end.map((count, at) => count - (before[at] ?? 0));
  });
}
