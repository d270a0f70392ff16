/**
 * The records of one player at a live casino: commitments before each bet, requests and responses. They show whether
 * statements before and after a bet agree; whether the seeds give the outcomes is the audit of the log.
 */
import { commitmentOf } from '../../../core/fairness/hmac.ts';
import { readBet, type LoggedBet } from '../log/logged-bet.ts';
import { AccountBalance } from './account-balance.ts';
import { AccountLedger } from './account-ledger.ts';
import { textIn, type Fields } from './call.ts';
import { finePerMicro, parseFine } from '../log/fine-amount.ts';
import { seedIn } from './own-fields.ts';
import { PeriodEnd } from './period-end.ts';
import { seedOf, type SeedStatements } from './period-seeds.ts';
import { VerifiableBets } from './verifiable-bets.ts';
import type { LiveEvidence } from './evidence.ts';
import { liveRow } from './live-row.ts';
import { MissedOutcomes } from './missed-outcomes.ts';
import type { MissedRounds } from './missed-rounds.ts';
import { PeriodNonces, type MissedBet } from './missed-bets.ts';
import type { LiveBet, RoundEnd, RoundSent } from './round.ts';

/** A longer `result` is no result of a game. */
const resultLengthMax = 16_384;

/** How a response to a stake was read: a bet, a response without a payout, or something else. */
export type AnswerKind = 'settled' | 'left out' | 'unreadable';

/** The books of one player. Faults are counted by code and do not throw. */
export class PlayerBooks {
  readonly #evidence: LiveEvidence;
  readonly #player: string;
  readonly #rounds: MissedRounds;
  readonly balance: AccountBalance;
  readonly ledger: AccountLedger;
  #commitment = '';
  #clientSeed = '';
  /** The next commitment, as the rotation named it. */
  #announced: string | undefined = undefined;
  #nonces = new PeriodNonces(undefined);
  /** Another commitment that an answer to a bet named. */
  #replacement: string | undefined = undefined;
  /** The bet before which the house replaced the seed of the period, with the nonce that it would have had. */
  #replacedBefore: MissedBet | undefined = undefined;
  /** Places of this period's bets in the evidence, and of those before it that had its seed already. */
  #indexes: number[] = [];
  #settled = 0;
  readonly verifiable: VerifiableBets;
  /** Bets whose answer named the commitment. */
  readonly #named = new Set<number>();
  /** Bets whose payout follows from the balance. */
  readonly #inferred = new Set<number>();
  readonly #outcomes: MissedOutcomes;

  constructor(evidence: LiveEvidence, { player, rounds }: { player: string; rounds: MissedRounds }) {
    this.#evidence = evidence;
    this.#player = player;
    this.#rounds = rounds;
    this.#outcomes = new MissedOutcomes(evidence, rounds);
    this.balance = new AccountBalance(evidence);
    this.ledger = new AccountLedger(evidence);
    this.verifiable = new VerifiableBets(evidence);
  }

  /** Starts a period: its commitment was published before the client seed was sent. */
  open({
    commitment,
    clientSeed,
    firstNonce,
  }: {
    commitment: string;
    clientSeed: string;
    firstNonce: number | undefined;
  }): void {
    this.#announced = undefined;
    this.#replacement = undefined;
    this.#replacedBefore = undefined;
    this.#commitment = commitment;
    this.#clientSeed = clientSeed;
    this.#settled = 0;
    this.verifiable.clear();
    this.#nonces = new PeriodNonces(firstNonce);
  }

  /** The commitment that the period began with. */
  get commitment(): string {
    return this.#commitment;
  }

  /** Bets settled under the seed in use. */
  get roundsOfPeriod(): number {
    return this.#settled;
  }

  /** Bets that were refused or lost under the seed in use. */
  get missedOfPeriod(): number {
    return this.#nonces.missed.length;
  }

  /** A bet that was refused or whose answer was lost. Of a hand the cards, and so its money, are not known. */
  miss(
    bet: LiveBet,
    sent: RoundSent,
    {
      params,
      nonces,
      repeats = 0,
      status,
    }: Pick<RoundEnd, 'params' | 'nonces' | 'repeats'> & { status: number },
  ): void {
    const { stakeMicros, clientSeed } = sent;
    const isLost = status === 0;
    const evidence = this.#evidence;
    const { availability } = evidence;
    if (isLost) availability.lost += 1;
    else availability.refused += 1;
    this.#nonces.mayUse(repeats);
    const missed = { bet, params, stakeMicros, clientSeed, status };
    const shown = nonces.find(
      (nonce) => typeof nonce === 'number' && Number.isSafeInteger(nonce) && nonce >= 0,
    );
    const isShown = bet.entry.kind === 'hand' && typeof shown === 'number';
    if (!isShown) this.#nonces.miss(missed);
    else if (this.#nonces.missShown(missed, shown) > 0) evidence.note('nonce-skipped');
    if (isLost) this.balance.lose(this.#nonces.missed.at(-1)!);
    if (bet.entry.kind === 'hand') this.balance.forget();
  }

  /** Records the answer to a stake that was accepted. */
  settle(bet: LiveBet, sent: RoundSent, end: RoundEnd): AnswerKind {
    const { body } = end.answer;
    const evidence = this.#evidence;
    this.#nonces.mayUse(end.repeats ?? 0);
    const shown = end.nonces.find((nonce) => nonce !== undefined);
    const commitment = this.#commitmentOf(body, shown);
    const isOwn = commitment === this.#commitment;
    if (!isOwn)
      this.#replacedBefore ??= { bet, params: end.params, ...sent, status: 200, nonce: this.#nonces.likely };
    const nonce = shown ?? (isOwn ? this.#nonces.certain : undefined);
    const payout = body.has('payout') ? body.get('payout') : this.balance.payoutOf(body, sent.stakeMicros);
    const row = liveRow({ bet, sent, end, payout, nonce, commitment, player: this.#player });
    const isLeftOut = row['payout'] === undefined && !body.has('payout');
    const length = JSON.stringify(row).length;
    const logged = length > resultLengthMax
      ? `it has ${length} characters; expected at most ${resultLengthMax}`
      : readBet(row, evidence.settledCount + 1);
    if (typeof logged === 'string') {
      if (!isLeftOut) evidence.note('answer-unreadable', { first: logged });
      evidence.unreadable.push(length > resultLengthMax ? { ...row, result: null, payout: null } : row);
      this.#nonces.mayUse(1);
      this.balance.forget();
      this.balance.read(body, 'bet');
      return isLeftOut ? 'left out' : 'unreadable';
    }
    if (isOwn) this.#followNonce(typeof shown === 'number' ? logged.nonce : undefined);
    this.#compare(body, logged);
    const index = evidence.add(logged, row);
    this.#settled += 1;
    if (nonce === undefined || end.isUnclear === true) evidence.setAside(index);
    else this.#indexes.push(index);
    if (textIn(body, 'seed_hash') !== undefined) this.#named.add(index);
    if (!body.has('payout')) this.#inferred.add(index);
    const betId = textIn(body, 'bet_id');
    if (betId !== undefined && nonce !== undefined) this.verifiable.add({ betId, index });
    return 'settled';
  } // prettier-ignore

  /** The commitment that a bet was drawn under: the one that its answer names, where it is another one. */
  #commitmentOf(body: Fields, nonce: unknown): string {
    const shown = textIn(body, 'seed_hash')?.toLowerCase();
    if (shown === undefined || shown === this.#commitment || !/^[0-9a-f]{64}$/.test(shown))
      return this.#commitment;
    this.#replacement = shown;
    // The answer may name the seed of the next bet already.
    return typeof nonce === 'number' && nonce > 1 && nonce === this.#nonces.certain
      ? this.#commitment
      : shown;
  }

  /** The seed that an answer to a bet named in the place of the one of the period. */
  get replacement(): string | undefined {
    return this.#replacement;
  }

  /** The commitment that the latest rotation announced, where it is not the one that the house shows now. */
  isAnnounced(commitment: string): boolean {
    return this.#announced === undefined || this.#announced === commitment;
  }

  /** What became of an announced seed that is not in use. */
  skipAnnounced(list: Fields | undefined): void {
    const isListed = list !== undefined && seedOf(this.#announced ?? '', { rotation: new Map(), list, isUncertain: false }) !== undefined;
    if (list === undefined) this.#evidence.unexplained += 1;
    else if (isListed) this.#evidence.replaced += 1;
    else this.#evidence.note('commitment-swapped');
  } // prettier-ignore

  #followNonce(nonce: number | undefined): void {
    const evidence = this.#evidence;
    if (nonce === undefined) return this.#nonces.pass();
    evidence.tested.nonces += 1;
    const hidden = this.#nonces.show(nonce);
    if (hidden > 0) evidence.note('nonce-skipped');
  }

  #compare(body: Fields, { stakeMicros, payoutMicros, params }: LoggedBet): void {
    const { tested } = this.#evidence;
    if (textIn(body, 'seed_hash') !== undefined) tested.commitments += 1;
    const clientSeed = textIn(body, 'client_seed');
    if (clientSeed !== undefined) tested.clientSeeds += 1;
    if (clientSeed !== undefined && clientSeed !== this.#clientSeed)
      this.#evidence.note('client-seed-swapped');
    const amount = parseFine(body.get('amount'));
    if (amount !== undefined) tested.stakes += 1;
    const { actions } = params;
    const isDoubled = Array.isArray(actions) && actions.includes('double');
    // Of a doubled hand an answer may name one stake or both.
    const stakes = isDoubled ? [stakeMicros, stakeMicros / 2] : [stakeMicros];
    if (amount !== undefined && !stakes.includes(amount / finePerMicro)) this.#evidence.note('stake-changed');
    const payout = this.balance.settle(body, { stakeMicros, payoutMicros });
    // A doubled hand has one row or two.
    if (!isDoubled) this.ledger.book({ stake: stakeMicros * finePerMicro, payout });
  }

  /** The commitment that the house shows between two bets; false where it is not that of the period. */
  watch(body: Fields): boolean {
    const shown = textIn(body, 'seed_hash')?.toLowerCase();
    if (shown === undefined) return true;
    this.#evidence.tested.commitments += 1;
    // An answer named another one, which is not in use.
    if (shown === this.#commitment && this.#replacement !== undefined) {
      this.#evidence.note('commitment-swapped');
      this.#replacement = undefined;
    }
    return shown === this.#commitment;
  }

  /** True where the house's verification of a bet shows the seed of the period. */
  isShown(body: Fields): boolean {
    return seedIn(body, this.#commitment) !== undefined;
  }

  /** The house showed the seed of the period, and goes on using it. */
  noteLeak(): void {
    this.#evidence.note('seed-leaked');
  }

  /** True for the seed that the period began with. */
  isSeed(serverSeed: string | undefined): serverSeed is string {
    return serverSeed !== undefined && commitmentOf(serverSeed) === this.#commitment;
  }

  /** The rotation's answer has all seeds that bets were drawn with, so that the list of seeds need not be asked for. */
  isAllRevealed(rotation: Fields): boolean {
    return [...this.#commitments()].every((commitment) => seedOf(commitment, { rotation, list: undefined, isUncertain: false }) !== undefined);
  } // prettier-ignore

  #commitments(): Set<string> {
    const ofBets = this.#indexes.map((index) => this.#evidence.at(index)!.commitment);
    return new Set([this.#commitment, ...ofBets]);
  }

  /** The end of the period: its seeds, and how many rounds they are said to have had. True where its seed is known. */
  close(statements: SeedStatements, status: number): boolean {
    const period = {
      commitment: this.#commitment,
      indexes: this.#indexes,
      named: this.#named,
      inferred: this.#inferred,
      nonces: this.#nonces,
    };
    const { serverSeed, announced, isOther } = new PeriodEnd(this.#evidence, this.#rounds).close(period, {
      statements,
      status,
    });
    this.#announced = announced;
    this.#indexes = this.#indexes.filter(
      (index) => this.#evidence.at(index)!.commitment === statements.inUse,
    );
    // Of a period whose seed the house replaced it is not known which seed a lost bet had.
    const ofMissed = this.isSeed(serverSeed) && !isOther ? serverSeed : undefined;
    this.#outcomes.compute(this.#nonces.missed, ofMissed);
    this.balance.judge((missed) => this.#outcomes.payoutOf(missed));
    if (this.isSeed(serverSeed)) this.#outcomes.replaced(this.#replacedBefore, serverSeed);
    return serverSeed !== undefined;
  }
}
