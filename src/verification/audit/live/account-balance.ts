/** The balance of one account, from the answers of a house: what it shows in the answers to bets and in the account itself. */
import { usdcNumber, type Micros } from '../../../core/base/money.ts';
import { finePerMicro, microsOf, parseFine, type Fine } from '../log/fine-amount.ts';
import { BalanceChain, type BalanceSource } from './balance-chain.ts';
import type { Fields } from './call.ts';
import type { LiveEvidence } from './evidence.ts';
import type { MissedBet } from './missed-bets.ts';

/** Reads `balance` of each answer. Faults are noted in the evidence. */
export class AccountBalance {
  readonly #evidence: LiveEvidence;
  readonly #chain = new BalanceChain();

  constructor(evidence: LiveEvidence) {
    this.#evidence = evidence;
  }

  /** What the account can spend as far as the house said it. */
  get spendable(): Micros | undefined {
    const { latest } = this.#chain;
    return latest === undefined ? undefined : microsOf(Math.max(0, latest));
  }

  lose(missed: MissedBet): void {
    this.#chain.lose(missed);
  }

  /** What happened is not known: the next balance is a beginning. */
  forget(): void {
    this.#chain.forget();
  }

  /** A settled bet, and the balance that its answer shows; returns the payout. */
  settle(body: Fields, { stakeMicros, payoutMicros }: { stakeMicros: Micros; payoutMicros: Micros }): Fine {
    const payout = parseFine(body.get('payout')) ?? payoutMicros * finePerMicro;
    this.#chain.book(payout - stakeMicros * finePerMicro);
    this.read(body, 'bet');
    return payout;
  }

  /** The balance that an answer shows. */
  read(body: Fields, source: BalanceSource): void {
    const balance: Fine | undefined = parseFine(body.get('balance'));
    if (balance === undefined) return;
    const isCompared = this.#chain.show(balance, source);
    if (isCompared) this.#evidence.tested[source === 'bet' ? 'balances' : 'balanceReads'] += 1;
  }

  /** USDC: what a house that leaves out the payout says of it by the balance. */
  payoutOf(body: Fields, stakeMicros: Micros): number | undefined {
    const [balance, before] = [parseFine(body.get('balance')), this.#chain.expected];
    if (balance === undefined || before === undefined) return undefined;
    const payout = balance - before + stakeMicros * finePerMicro;
    return payout < 0 ? undefined : usdcNumber(microsOf(payout));
  }

  /** True where the account shows what the answers to the bets make of it. */
  isBooked(body: Fields): boolean {
    const balance = parseFine(body.get('balance'));
    return balance !== undefined && balance === this.#chain.latest;
  }

  /** Judges what was shown so far; `payoutOf` is undefined for a lost bet that could not be computed. */
  judge(payoutOf: (missed: MissedBet) => Micros | undefined): void {
    const { wrong } = this.#chain.judge(payoutOf);
    if (wrong > 0) this.#evidence.note('balance-wrong', { times: wrong });
  }

  /** The audit of this player is over: an account that never came to show what was paid. */
  end(): void {
    const { shortReadings } = this.#chain;
    if (shortReadings > 1) this.#evidence.note('balance-unbooked', { times: shortReadings });
  }
}
