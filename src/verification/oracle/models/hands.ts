/** Games of several calls: which hand a call is about, and what of it is shown before its end (GAM80, gaps C11, C14). */
import { isOk, objects, outcomeOf, reads, type Case, type Model } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

interface DealtHand {
  readonly nonce: unknown;
  readonly clientSeed: unknown;
  isDrawn: boolean;
}

/** No player of a scenario comes to so many bets. */
const dealtMax = 900;

const resultOf = (got: Body): Body => {
  const { result } = got;
  return typeof result === 'object' && result !== null ? (result as Body) : {};
};

/** Checks `bet-records` for draws of video poker, and that an open hand of blackjack hides the second card of the house. */
export class HandModel implements Model {
  readonly service = 'casino';
  readonly #case: Case;
  /** The latest hand of video poker, by player. */
  readonly #dealt = new Map<string, DealtHand>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered(exchange: AuditedExchange, caller: string | undefined): void {
    if (caller === undefined) return;
    const { operation, answer, path } = exchange;
    if (path.endsWith('/video-poker/draw')) this.#drawn(exchange, caller);
    if (!isOk(exchange)) return;
    if (operation === 'deal')
      this.#dealt.set(caller, { nonce: answer['nonce'], clientSeed: answer['client_seed'], isDrawn: false });
    if (operation === 'rotate') this.#dealt.delete(caller);
    for (const part of [answer, ...objects(answer, 'results')]) this.#hides(part);
  }

  /** A new deal throws the last hand away, and a hand is drawn to once. */
  #drawn(exchange: AuditedExchange, caller: string): void {
    const hand = this.#dealt.get(caller);
    const { nonce, client_seed: seed } = exchange.body ?? {};
    const isLatest = hand !== undefined && hand.nonce === nonce && !hand.isDrawn;
    if (isOk(exchange)) {
      if (!isLatest)
        this.#breaks(
          `a draw to hand ${String(nonce)} is taken, which is not the latest or was drawn to before`,
        );
      if (hand !== undefined) hand.isDrawn = true;
      return;
    }
    if (Number(nonce) > dealtMax && outcomeOf(exchange) === 'CONFLICT')
      this.#breaks(`a draw to hand ${String(nonce)}, which was never dealt, is answered CONFLICT`);
    // A stake that the deal has taken, and another seed than the deal's, are other conflicts.
    const isOwn = seed === undefined || seed === hand?.clientSeed;
    const isPlain = isOwn && !reads(this.#case, 'casino.videoPokerDeal', 'staked');
    const isUnknown = outcomeOf(exchange) === 'NOT_FOUND' || (isPlain && outcomeOf(exchange) === 'CONFLICT');
    if (isLatest && isUnknown && !reads(this.#case, 'casino.openHands', '24h'))
      this.#breaks(`a draw to the latest hand, ${String(nonce)}, is answered ${outcomeOf(exchange)}`);
  }

  #hides(part: Body): void {
    const { dealer, player } = resultOf(part);
    const isOpen = part['status'] === 'open' && Array.isArray(player);
    if (isOpen && Array.isArray(dealer) && dealer.length !== 1)
      this.#breaks(`an open hand of blackjack shows ${dealer.length} cards of the dealer; expected 1`);
  }

  #breaks(message: string): void {
    this.#case.breaks('bet-records', message);
  }
}
