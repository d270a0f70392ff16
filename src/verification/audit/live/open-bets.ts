/** The bets that a house still takes. A game that is refused again and again, and was never taken, is given up. */
import type { Micros } from '../../../core/base/money.ts';
import { isAnswered, textIn, type LiveCallAnswer } from './call.ts';
import type { LiveBet, RoundSent } from './round.ts';

/** A game that took no bet, with the status and message of the last refusal. */
export interface LiveRefusal {
  readonly game: string;
  readonly status: number;
  readonly reason: string;
}

/** Refusals in turn after which a game is given up: fewer where it never took a bet. */
const refusalsMax = { never: 5, later: 10 } as const;

export class OpenBets {
  bets: readonly LiveBet[];
  readonly #inTurn = new Map<string, number>();
  readonly #wasTaken = new Set<string>();
  readonly #mostMicros = new Map<string, Micros>();

  constructor(bets: readonly LiveBet[]) {
    this.bets = bets;
  }

  /** The highest stake to try on this game. */
  mostMicros({ entry }: LiveBet): Micros | undefined {
    return this.#mostMicros.get(entry.game.id);
  }

  taken({ entry }: LiveBet): void {
    this.#wasTaken.add(entry.game.id);
    this.#inTurn.delete(entry.game.id);
  }

  /** A bet without a result; the refusal where its game is given up for it. */
  missed(
    { entry }: LiveBet,
    { stakeMicros, isStuck }: RoundSent & { readonly isStuck: boolean },
    answer: LiveCallAnswer,
  ): LiveRefusal | undefined {
    const { status, body } = answer;
    // A game whose hand may be open still takes no other one.
    if (!isStuck && (!isAnswered(answer) || status === 429)) return undefined;
    const { id } = entry.game;
    // Its limit may be lower: the next stakes are smaller, as a player's would be.
    this.#mostMicros.set(id, Math.floor(stakeMicros / 2));
    const count = (this.#inTurn.get(id) ?? 0) + 1;
    this.#inTurn.set(id, count);
    if (!isStuck && count < (this.#wasTaken.has(id) ? refusalsMax.later : refusalsMax.never))
      return undefined;
    const reason = textIn(body, 'code') ?? textIn(body, 'error') ?? `status ${status}`;
    this.bets = this.bets.filter((bet) => bet.entry.game.id !== id);
    return { game: id, status, reason: reason.slice(0, 200) };
  }
}
