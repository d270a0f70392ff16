/** What calls of blackjack do to the hand of their player. */
import { objects, outcomeOf, reads, text, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { doubleMistake } from '../models/blackjack-hands.ts';
import { blackjackTotal, isNatural } from '../models/card-points.ts';

const bodyOf = (value: unknown): Body => (typeof value === 'object' && value !== null ? (value as Body) : {});
const textsOf = (cards: unknown): string[] => (Array.isArray(cards) ? cards.map(String) : []);

/**
 * Calls of blackjack: the first one of a hand applies its action, or deals alone (gap C11), and a double is for two cards. Checks
 * `answers-fixed` and `forms-admitted`.
 */
export class BlackjackCalls {
  readonly #case: Case;
  /** Who may have an open hand; undefined where it is not known which. */
  readonly #open = new Map<string, Body | undefined>();

  constructor(file: Case) {
    this.#case = file;
  }

  /** A call of the casino that may have dealt a hand: what comes next is no first call for certain. */
  failed({ service, status }: AuditedExchange, caller: string | undefined): void {
    if (service === 'casino' && status >= 500 && caller !== undefined) this.#open.set(caller, undefined);
  }

  /** Give it what is refused and no repeat: two cards, and 11 points where that counts, may be doubled. */
  refused(exchange: AuditedExchange, caller: string | undefined): void {
    const { body, path, answer, headers } = exchange;
    const isStakeless = path.endsWith('/games/blackjack') && body?.['amount'] === undefined;
    if (isStakeless && outcomeOf(exchange) === 'INSUFFICIENT_BALANCE' && !this.#open.has(caller ?? ''))
      this.#case.breaks('answers-fixed', 'blackjack: a first call without a stake is refused as too dear');
    // A key that was used for another call is a conflict as well.
    const isOfHand =
      ['BAD_REQUEST', 'CONFLICT'].includes(outcomeOf(exchange)) && headers['idempotency-key'] === undefined;
    if (!isOfHand) return;
    const { amount, result } = this.#open.get(caller ?? '') ?? {};
    const { client_seed: seed, action, amount: sent = amount } = body ?? {};
    const isPlain = seed === undefined && sent === amount && path.endsWith('/blackjack');
    // The other stake may be more than a limit allows, and a hand that is left alone may be over.
    const message = String(answer['error']);
    if (!isPlain || message.includes('Kelly') || reads(this.#case, 'casino.openHands', '24h')) return;
    const player = textsOf(bodyOf(result)['player']);
    const isDoubled = reads(this.#case, 'casino.payouts', 'published') || blackjackTotal(player) === 11;
    const isMove =
      action === 'double' ? player.length === 2 && isDoubled : ['hit', 'stand'].includes(String(action));
    if (player.length > 0 && isMove)
      this.#case.breaks(
        'forms-admitted',
        `${String(action)} with ${player.join(' ')} is answered ${JSON.stringify(message)}`,
      );
  }

  /** Give it successes that are no repeats. */
  answered({ service, operation, answer, body, style }: AuditedExchange, caller: string | undefined): void {
    if (service !== 'casino' || caller === undefined) return;
    if (operation !== 'batch')
      return this.#moved(caller, answer, text(style === 'B' ? bodyOf(body?.['params']) : body, 'action'));
    const items = objects(body ?? {}, 'bets');
    for (const [index, got] of objects(answer, 'results').entries())
      this.#moved(caller, got, text(items[index], 'action'));
  }

  #moved(caller: string, answer: Body, action: string | undefined): void {
    const result = bodyOf(answer['result']);
    const cards = result['player'];
    // A player and a banker have no hand that stays open.
    if (!Array.isArray(cards) || result['banker'] !== undefined) return;
    const isFirst = !this.#open.has(caller);
    const isUnknown = !isFirst && this.#open.get(caller) === undefined;
    const before = this.#open.get(caller);
    // Style B shows it beside the cards.
    const status = answer['status'] ?? result['status'];
    const isOpen = status === 'open';
    if (isOpen) this.#open.set(caller, answer);
    else this.#open.delete(caller);
    if (action === undefined || status === undefined) return;
    const option = this.#case.setting.policies['casino.blackjackFirstCall'];
    // A hand that is left alone may be over, and this call the first one of the next.
    const mayBeFirst = isFirst || isUnknown || reads(this.#case, 'casino.openHands', '24h');
    if (action === 'double' && !(mayBeFirst && option === 'deals')) this.#doubled(result, isOpen);
    if (action === 'double' && before !== undefined && !mayBeFirst) this.#staked(before, answer);
    if (!isFirst) return;
    const isApplied = !isOpen || (action !== 'stand' && cards.length > 2);
    const isDealt = cards.length === 2 && (isOpen || [cards, textsOf(result['dealer'])].some(isNatural));
    const isRight = option === 'applies' ? isApplied : isDealt;
    if (!isRight)
      this.#case.breaks(
        'answers-fixed',
        `the first call of a hand, ${action}, leaves ${cards.join(' ')}; casino.blackjackFirstCall is ${option ?? ''}`,
      );
  }

  /** A double puts down as much again (GAM33). */
  #staked(before: Body, { amount, status }: Body): void {
    const [once, seen] = [Number(before['amount']), Number(amount)];
    if (status === undefined || before['amount'] === undefined || Math.abs(seen - 2 * once) < 1e-9) return;
    this.#case.breaks(
      'answers-fixed',
      `blackjack: a double of ${once} has the stake ${seen}; expected ${2 * once}`,
    );
  }

  #doubled(result: Body, isOpen: boolean): void {
    const [player, dealer] = [textsOf(result['player']), textsOf(result['dealer'])];
    const standsAtSoft = reads(this.#case, 'casino.payouts', 'published');
    const wrong = doubleMistake({ player, dealer, isOpen, standsAtSoft });
    if (wrong !== undefined) this.#case.breaks('answers-fixed', `blackjack: ${wrong}`);
  }
}
