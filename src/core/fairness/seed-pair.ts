/**
 * The seeds of one player: a server seed known by its commitment alone, the player's client seed, and a nonce that
 * counts the rounds under them. A client seed may change only after the commitment is out, and never the server seed
 * after a client seed: otherwise a house could try many server seeds and keep the one it likes.
 *
 * That order needs no trust here. The server seeds of a player are a hash chain used from its end: seed k is the
 * SHA-256 of seed k + 1. So the first commitment fixes all seeds to come, and each revealed seed is the commitment
 * of the next one. When a chain is used up, a new one starts and the player's client seed falls back to the default:
 * a client seed chosen before a commitment never meets it. Values throughout: every change gives a new pair.
 */
import { createHmac } from 'node:crypto';
import { assert } from '../base/assert.ts';
import { commitmentOf, hmacPick, type RoundSeeds } from './hmac.ts';
import type { Pick } from './pick.ts';

/** Server seeds in one chain. */
export const chainLength = 256;

/** The source of a player's seeds. The secret never leaves the house; two players share no seed. */
export interface SeedSource {
  readonly secret: string;
  readonly player: string;
  /** Used until the player sends a client seed. */
  readonly defaultClientSeed: string;
}

/** The seeds in use: `index` counts the server seeds of this player from 0. */
export interface SeedPair {
  readonly index: number;
  readonly serverSeed: string;
  /** SHA-256 of the server seed: all that is shown of it before rotation. */
  readonly commitment: string;
  readonly clientSeed: string;
  /** The nonce of the next round. */
  readonly nextNonce: number;
}

/** A server seed after its use. */
export interface RevealedSeed {
  readonly commitment: string;
  readonly serverSeed: string;
  /** How many rounds were played under it: nonces 0 to `rounds` - 1 and no other. */
  readonly rounds: number;
}

/** The server seed of that index: 64 hexadecimal digits. */
export function serverSeedAt(source: SeedSource, index: number): string {
  assert(Number.isSafeInteger(index) && index >= 0, () => `server seeds count from 0: ${index}`);
  const position = index % chainLength;
  const chain = (index - position) / chainLength;
  let seed = createHmac('sha256', source.secret).update(`${source.player}:${chain}`).digest('hex');
  for (let left = chainLength - 1 - position; left > 0; left -= 1) seed = commitmentOf(seed);
  return seed;
}

/** The first pair of a player; its commitment is public immediately. */
export const firstPair = (source: SeedSource): SeedPair => pairAt(source, 0, source.defaultClientSeed);

/** The pair of a server seed of that index, before its first round. */
export function pairAt(source: SeedSource, index: number, clientSeed: string): SeedPair {
  const serverSeed = serverSeedAt(source, index);
  return { index, serverSeed, commitment: commitmentOf(serverSeed), clientSeed, nextNonce: 0 };
}

/** The pair with the player's own client seed. Server seed, commitment and nonce stay as they are. */
export const withClientSeed = (pair: SeedPair, clientSeed: string): SeedPair => ({ ...pair, clientSeed });

/** The seeds of the next round, and the pair that has counted it. */
export function takeRound(pair: SeedPair): { seeds: RoundSeeds; pair: SeedPair } {
  const { serverSeed, clientSeed, nextNonce: nonce } = pair;
  return { seeds: { serverSeed, clientSeed, nonce }, pair: { ...pair, nextNonce: nonce + 1 } };
}

/** Reveals the server seed in use and goes on to the next one, whose nonces start at 0. */
export function rotate(source: SeedSource, pair: SeedPair): { revealed: RevealedSeed; pair: SeedPair } {
  const { serverSeed, commitment, nextNonce: rounds } = pair;
  const index = pair.index + 1;
  const clientSeed = index % chainLength === 0 ? source.defaultClientSeed : pair.clientSeed;
  return { revealed: { commitment, serverSeed, rounds }, pair: pairAt(source, index, clientSeed) };
}

/** A settled bet as a player kept it, with the server seed once it is revealed. */
export interface BetSeeds {
  readonly commitment: string;
  readonly serverSeed?: string;
  readonly clientSeed: string;
  readonly nonce: number;
}

/**
 * What recomputing a bet says: `unrevealed` while its server seed is in use (gap C21), `wrong-seed` when the seed is
 * not the one that was committed to, else what the play gives under those seeds, to be compared with what was paid.
 */
export type Verification<Outcome> =
  | { readonly status: 'unrevealed' }
  | { readonly status: 'wrong-seed' }
  | { readonly status: 'recomputed'; readonly outcome: Outcome };

/** Recomputes a bet from its record with the play of its game. */
export function verify<Outcome>(record: BetSeeds, play: (pick: Pick) => Outcome): Verification<Outcome> {
  const { serverSeed, clientSeed, nonce } = record;
  if (serverSeed === undefined) return { status: 'unrevealed' };
  if (commitmentOf(serverSeed) !== record.commitment) return { status: 'wrong-seed' };
  return { status: 'recomputed', outcome: play(hmacPick({ serverSeed, clientSeed, nonce })) };
}
