/** Hi-lo in two calls, where its first card is known when the guess is made: the first call deals a card, the second one guesses (gaps C9, C10). */
import { objects, outcomeOf, reads, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

const bodyOf = (value: unknown): Body => (typeof value === 'object' && value !== null ? (value as Body) : {});

/** A stake within every limit, and nothing that could be refused beside it. */
function isPlainDeal(sent: Body): boolean {
  const { amount } = sent;
  const isWhole = typeof amount === 'number' && Math.round(amount * 1_000_000) / 1_000_000 === amount;
  const hasNoMore = Object.keys(sent).every((name) => name === 'amount' || name === 'game');
  return isWhole && amount >= 0.01 && amount <= 10_000 && hasNoMore;
}

/** A bet that was sent, by itself or within a batch, and its part of the answer. */
interface Played {
  readonly sent: Body;
  readonly got: Body;
}

/** Checks `answers-fixed` and `forms-admitted`; holds nothing where one call deals both cards. */
export class LaterGuesses {
  readonly #case: Case;
  /** The deal whose guess is awaited, by player; undefined where it is not known whether there is one. */
  readonly #open = new Map<string, Body | undefined>();

  constructor(file: Case) {
    this.#case = file;
  }

  /** A call of the casino that may have dealt a card, or taken a guess. */
  failed({ service }: AuditedExchange, caller: string | undefined): void {
    if (service === 'casino' && caller !== undefined) this.#open.set(caller, undefined);
  }

  /** Give it what is refused and no repeat. */
  refused(exchange: AuditedExchange): void {
    const { answer, body } = exchange;
    if (outcomeOf(exchange) === 'BAD_REQUEST' && isDirect(exchange))
      this.#dealt({ sent: body ?? {}, got: answer });
  }

  /** Give it successes that are no repeats. */
  answered(exchange: AuditedExchange, caller: string | undefined): void {
    if (caller === undefined || exchange.service !== 'casino') return;
    for (const played of playedIn(exchange)) {
      if (played.got['code'] === undefined) this.#played(played, caller);
      else this.#dealt(played);
    }
  }

  get #isInformed(): boolean {
    return reads(this.#case, 'casino.hiloGuess', 'informed');
  }

  /** The first call needs no guess. */
  #dealt({ sent, got }: Played): void {
    const message = String(got['error']);
    if (!this.#isInformed || !isPlainDeal(sent) || got['code'] !== 'BAD_REQUEST') return;
    if (/\bguess\b/.test(message))
      this.#case.breaks(
        'forms-admitted',
        `a deal of hilo without a guess is answered ${JSON.stringify(message)}; casino.hiloGuess is informed`,
      );
  }

  #played({ sent, got }: Played, caller: string): void {
    if (!this.#isInformed) return;
    const before = this.#open.get(caller);
    const isOpen = got['status'] === 'open';
    if (isOpen) this.#open.set(caller, got);
    else this.#open.delete(caller);
    const isGuess = sent['guess'] !== undefined;
    const wrong = shownMistake(isGuess, isOpen, bodyOf(got['result'])) ?? this.#goesOn(isGuess, before, got);
    if (wrong !== undefined) this.#case.breaks('answers-fixed', `${wrong}; casino.hiloGuess is informed`);
  }

  /** The guess is about the card after the one that was shown. A hand that is left alone may be over. */
  #goesOn(isGuess: boolean, before: Body | undefined, got: Body): string | undefined {
    if (!isGuess || before === undefined || reads(this.#case, 'casino.openHands', '24h')) return undefined;
    const [dealt, seen] = [before, got].map(
      ({ nonce, seed_hash: hash, amount, result }) =>
        `${String(bodyOf(result)['first_card'])}, nonce ${String(nonce)} of ${String(hash)}, stake ${String(amount)}`,
    );
    return dealt === seen ? undefined : `the guess of hilo is on ${seen}; dealt was ${dealt}`;
  }
}

/** The call of the game itself. */
const isDirect = ({ service, path }: AuditedExchange): boolean =>
  service === 'casino' && path.endsWith('/games/hilo');

function playedIn(exchange: AuditedExchange): readonly Played[] {
  const { operation, answer, body } = exchange;
  if (isDirect(exchange)) return [{ sent: body ?? {}, got: answer }];
  if (operation !== 'batch') return [];
  const sent = objects(body ?? {}, 'bets');
  return objects(answer, 'results')
    .map((got, index) => ({ sent: bodyOf(sent[index]), got }))
    .filter((played) => played.sent['game'] === 'hilo');
}

function shownMistake(isGuess: boolean, isOpen: boolean, shown: Body): string | undefined {
  if (isGuess && isOpen) return 'a guess of hilo leaves its hand open';
  if (isGuess) return undefined;
  if (!isOpen) return 'a deal of hilo without a guess is settled';
  return shown['first_card'] !== undefined && shown['next_card'] === undefined
    ? undefined
    : `a deal of hilo shows ${Object.keys(shown).join(', ')}; expected its first card`;
}
