/**
 * The seed pair in use of each player, and the server seeds revealed so far. The first pair of a player is derived at
 * first use from a secret that is never shown; later server seeds follow from it (src/core/fairness/seed-pair.ts).
 */
import { GroupIndex, Table } from '../../../../core/base/table.ts';
import type { RoundSeeds } from '../../../../core/fairness/hmac.ts';
import {
  firstPair,
  rotate,
  takeRound,
  withClientSeed,
  type RevealedSeed,
  type SeedPair,
  type SeedSource,
} from '../../../../core/fairness/seed-pair.ts';
import type { Platform, RegisteredAgent } from '../../ports.ts';

/** The seeds a player has in use. */
interface SeedSession {
  readonly source: SeedSource;
  pair: SeedPair;
}

/** The public part of a pair in use. */
export type ShownPair = Omit<SeedPair, 'serverSeed' | 'index'>;

/** A revealed server seed and its player. */
interface Revealed {
  readonly agent: RegisteredAgent;
  readonly seed: RevealedSeed;
}

const secretWords = 8;

/**
 * Hands out seeds round by round: commitment, nonce and seeds of a round are fixed before its bet (FAI02 to FAI04).
 */
export class SeedSessions {
  readonly #platform: Platform;
  readonly #sessions: Table<SeedSession>;
  readonly #revealed: Table<Revealed>;
  readonly #revealedOf: GroupIndex<RevealedSeed>;
  #secret: string | undefined = undefined;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#sessions = new Table(platform.journal);
    this.#revealed = new Table(platform.journal);
    this.#revealedOf = new GroupIndex(platform.journal);
  }

  /** The pair in use, without its server seed. */
  pairOf(agent: RegisteredAgent): ShownPair {
    const { commitment, clientSeed, nextNonce } = this.#sessionOf(agent).pair;
    return { commitment, clientSeed, nextNonce };
  }

  /** Revealed server seeds of this player, oldest first. */
  revealedBy(agent: RegisteredAgent): readonly RevealedSeed[] {
    return this.#revealedOf.get(agent.agentId);
  }

  /** The server seed behind a commitment to this player, once it is revealed. */
  revealed(commitment: string, agent: RegisteredAgent): RevealedSeed | undefined {
    const known = this.#revealed.get(commitment);
    return known?.agent === agent ? known.seed : undefined;
  }

  /** Takes the next nonce. A client seed in the request is used from this round on. */
  takeRound(
    agent: RegisteredAgent,
    clientSeed: string | undefined,
  ): { seeds: RoundSeeds; commitment: string } {
    const session = this.#sessionOf(agent);
    const chosen = clientSeed === undefined ? session.pair : withClientSeed(session.pair, clientSeed);
    const { seeds, pair } = takeRound(chosen);
    this.#sessions.update(session, { pair });
    return { seeds, commitment: pair.commitment };
  }

  /** Reveals the server seed in use; a client seed in the request is paired with the next one. */
  rotate(
    agent: RegisteredAgent,
    clientSeed: string | undefined,
  ): { revealed: RevealedSeed; next: ShownPair } {
    const session = this.#sessionOf(agent);
    const { revealed, pair } = rotate(session.source, session.pair);
    this.#revealed.insert(revealed.commitment, { agent, seed: revealed });
    this.#revealedOf.add(agent.agentId, revealed);
    this.#sessions.update(session, {
      pair: clientSeed === undefined ? pair : withClientSeed(pair, clientSeed),
    });
    return { revealed, next: this.pairOf(agent) };
  }

  #sessionOf(agent: RegisteredAgent): SeedSession {
    const { agentId } = agent;
    const known = this.#sessions.get(agentId);
    if (known !== undefined) return known;
    const source = { secret: this.#secretText(), player: agentId, defaultClientSeed: agentId };
    return this.#sessions.insert(agentId, { source, pair: firstPair(source) });
  }

  /** Drawn once, from a separate stream: 256 bits that a rollback need not undo. */
  #secretText(): string {
    if (this.#secret === undefined) {
      const stream = this.#platform.stream('casino/secret');
      const words = Array.from({ length: secretWords }, () => stream.word());
      this.#secret = words.map((word) => word.toString(16).padStart(8, '0')).join('');
    }
    return this.#secret;
  }
}
