/**
 * Replayed rounds under one server seed: Monte Carlo over the production code, from the secret over commitment, client
 * seed and nonce to the pick. A chunk depends on its number alone, so that any number of workers, in any order, get the
 * same tallies. Each round also passes the checks that a player can make.
 */
import { HmacLanes } from '../../../core/fairness/hmac-lanes.ts';
import { commitmentOf } from '../../../core/fairness/hmac.ts';
import {
  chainLength,
  pairAt,
  rotate,
  takeRound,
  verify,
  withClientSeed,
  type SeedPair,
  type SeedSource,
} from '../../../core/fairness/seed-pair.ts';
import type { Player } from './player.ts';

/** Rounds under one server seed. */
export const roundsPerChunk = 10_000;

/** Numbers of rounds after which the tallies of the first chunk are recorded. */
const earlyLooks = new Set([100, 200, 400, 700, 1000, 1500, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000]);

/**
 * Counts of one chunk; `counts` has one entry more than the game has outcomes. Tallies of different chunks may be
 * added.
 */
export interface ChunkTally {
  readonly chunk: number;
  /** By outcome; the last count is of rounds whose payout is not among the exact outcomes. */
  readonly counts: readonly number[];
  /** Counts after the first rounds of the first chunk, each beside the last: so that early looks can be shown. */
  readonly looks?: readonly (readonly number[])[];
  /** Failed checks of seeds, nonces and balances, each as a sentence. */
  readonly complaints: readonly string[];
}

/** Plays chunk number `chunk` of a game, or the beginning of it. */
export function replayChunk(
  player: Player,
  where: { seed: string; chunk: number; rounds?: number },
): ChunkTally {
  const { seed, chunk, rounds = roundsPerChunk } = where;
  const source: SeedSource = {
    secret: `audit:${seed}`,
    player: `audit:${player.game}`,
    defaultClientSeed: `${seed}:${player.game}`,
  };
  const books = new Books(source, chunk);
  const counts = Array.from({ length: player.outcomes.length + 1 }, () => 0);
  const lanes = new HmacLanes(books.pair);
  const looks: number[][] = [];
  let last: number | undefined;
  for (let round = 0; round < rounds; round += 1) {
    if (earlyLooks.has(round)) looks.push([...counts]);
    lanes.select(books.nextNonce());
    last = player.play(lanes.pick);
    counts[last]! += 1;
  }
  const complaints = books.close((pick) => player.play(pick), last);
  return { chunk, counts, ...(chunk === 0 ? { looks } : {}), complaints };
}

/** The player's own record of one server seed. */
class Books {
  pair: SeedPair;
  readonly #source: SeedSource;
  readonly #shown: SeedPair;
  readonly #complaints: string[] = [];
  #expectedNonce = 0;

  constructor(source: SeedSource, chunk: number) {
    this.#source = source;
    // The commitment is published before the client seed is chosen.
    const shown = pairAt(source, chunk, source.defaultClientSeed);
    this.pair = withClientSeed(shown, `${source.defaultClientSeed}:${chunk}`);
    this.#shown = this.pair;
    if (this.pair.commitment !== shown.commitment)
      this.#complaints.push('the server seed changed after the client seed');
  }

  nextNonce(): number {
    const { seeds, pair } = takeRound(this.pair);
    this.pair = pair;
    if (seeds.nonce !== this.#expectedNonce)
      this.#complaints.push(`nonce ${seeds.nonce} after ${this.#expectedNonce - 1}`);
    if (seeds.clientSeed !== this.#shown.clientSeed)
      this.#complaints.push('the client seed is not the one that was sent');
    this.#expectedNonce = seeds.nonce + 1;
    return seeds.nonce;
  }

  /** Asks for the rotation and checks what is revealed; the last round, which came to `last`, is recomputed from its record alone. */
  close(play: (pick: (n: number) => number) => number, last: number | undefined): string[] {
    const { revealed, pair: next } = rotate(this.#source, this.pair);
    const { commitment, clientSeed } = this.#shown;
    if (commitmentOf(revealed.serverSeed) !== commitment)
      this.#complaints.push('the revealed seed is not the one committed to');
    if (revealed.rounds !== this.#expectedNonce)
      this.#complaints.push(`${revealed.rounds} rounds are claimed`);
    const isChained = next.index % chainLength === 0 || next.commitment === revealed.serverSeed;
    if (!isChained) this.#complaints.push('the next commitment is not in the chain of the last');
    const record = {
      commitment,
      serverSeed: revealed.serverSeed,
      clientSeed,
      nonce: this.#expectedNonce - 1,
    };
    const again = last === undefined ? undefined : verify(record, play);
    if (again !== undefined && (again.status !== 'recomputed' || again.outcome !== last))
      this.#complaints.push('the last round cannot be recomputed');
    return [...new Set(this.#complaints)];
  }
}
