/** What holds of answers in every service, whatever the policies: models that look at fields by their names. */
import { isOk, text, type Case } from '../case.ts';
import type { AuditedExchange, Balances } from '../exchange.ts';
import { Activity } from './activity.ts';
import { checkClosures } from '../models/closures.ts';
import { AnsweredReads } from './answered-reads.ts';
import { checkAmountForms } from './amount-forms.ts';
import { checkCatalogues } from './catalogues.ts';
import { AssetWorths } from './asset-worths.ts';
import { BetParams } from './bet-params.ts';
import { BlackjackCalls } from './blackjack-calls.ts';
import { checkReadings } from './chosen-readings.ts';
import { checkChainHashes } from './chain-hashes.ts';
import { checkConfirmations } from './confirmations.ts';
import { checkDefaults } from './defaults.ts';
import { checkDestination } from './destinations.ts';
import { Echoes } from './echoes.ts';
import { EntryIds } from './entry-ids.ts';
import { checkFieldRules } from './field-rules.ts';
import { checkForms } from './forms.ts';
import { EscrowHashes } from './escrow-hashes.ts';
import { GrowingLists } from './growing-lists.ts';
import { LaterGuesses } from './later-guesses.ts';
import { checkLedgerRows } from './ledger-rows.ts';
import { checkOrder } from './lists.ts';
import { checkOwnFields } from './own-fields.ts';
import { MadeOnce } from './made-once.ts';
import { OwnIds } from './own-ids.ts';
import { OwnLists } from './own-lists.ts';
import { MarketPrices } from './prices.ts';
import { RecentEntries } from './recent-entries.ts';
import { RecordFacts } from './record-facts.ts';
import { ReferralCodes } from './referral-codes.ts';
import { checkRefusedByReading } from './refusals-by-reading.ts';
import { checkRelations } from './relations.ts';
import { checkResults } from './results.ts';
import { Rounds } from './rounds.ts';
import { ShownAddresses } from './shown-addresses.ts';
import { checkStatedBounds } from './stated-bounds.ts';
import { StableReads } from './stable-reads.ts';
import { Statuses } from './statuses.ts';
import { checkToolMessage } from './tool-messages.ts';
import { checkReportedBalances } from './reported-balances.ts';
import { checkValueForms } from './value-forms.ts';
import { checkVariants } from './variants.ts';
import { WalletBalances } from './wallet-balances.ts';

/** Rules of one answer alone, for successful exchanges with a service. */
const rules: readonly ((file: Case, exchange: AuditedExchange) => void)[] = [
  checkResults,
  checkLedgerRows,
  checkAmountForms,
  checkValueForms,
  checkClosures,
  checkConfirmations,
  checkChainHashes,
  checkDestination,
  checkCatalogues,
  checkDefaults,
  checkRefusedByReading,
  checkFieldRules,
  checkRelations,
  checkVariants,
  checkToolMessage,
  checkOrder,
];

/** What remembers earlier answers, for successful exchanges with a service. */
const memories = [
  RecordFacts, StableReads, Echoes, Statuses, MarketPrices, AssetWorths, BetParams, GrowingLists, EntryIds, EscrowHashes, MadeOnce, ReferralCodes,
  ShownAddresses,
] as const; // prettier-ignore

/** Give it every exchange that is no repeat, with the balances after it. */
export class Facts {
  readonly #case: Case;
  readonly #memories: readonly { answered(exchange: AuditedExchange, caller: string | undefined): void }[];
  readonly #rounds: Rounds;
  readonly #wallets: WalletBalances;
  readonly #activity: Activity;
  readonly #own: OwnLists;
  readonly #recent: RecentEntries;
  readonly #ids: OwnIds;
  readonly #reads: AnsweredReads;
  readonly #blackjack: BlackjackCalls;
  readonly #guesses: LaterGuesses;

  constructor(file: Case) {
    this.#case = file;
    this.#memories = memories.map((Memory) => new Memory(file));
    this.#rounds = new Rounds(file);
    this.#wallets = new WalletBalances(file);
    this.#activity = new Activity(file);
    this.#own = new OwnLists(file);
    this.#recent = new RecentEntries(file);
    this.#ids = new OwnIds(file);
    this.#reads = new AnsweredReads(file);
    this.#blackjack = new BlackjackCalls(file);
    this.#guesses = new LaterGuesses(file);
  }

  /** An answer that may be that of an earlier call (`IdempotencyModel.isLate`). */
  late(exchange: AuditedExchange, caller: string | undefined): void {
    this.#activity.late(exchange, caller);
    this.#rounds.uncertain(exchange, caller);
    this.#guesses.failed(exchange, caller);
  }

  /** A request that was answered 5xx and may have been executed. */
  uncertain(exchange: AuditedExchange, caller: string | undefined): void {
    this.#rounds.uncertain(exchange, caller);
    this.#blackjack.failed(exchange, caller);
    this.#guesses.failed(exchange, caller);
  }

  answered(exchange: AuditedExchange, at: { caller: string | undefined; balances: Balances }): void {
    checkForms(this.#case, exchange, at.caller);
    if (exchange.status === 400) checkStatedBounds(this.#case, exchange);
    if (!isOk(exchange)) this.#blackjack.refused(exchange, at.caller);
    if (!isOk(exchange)) this.#guesses.refused(exchange);
    checkReadings(this.#case, exchange);
    this.#activity.answered(exchange, at.caller);
    this.#ids.answered(exchange, at.caller);
    this.#reads.answered(exchange, at.caller);
    this.#recent.answered(exchange, at);
    this.#wallets.answered(exchange, { agent: at.caller, balances: at.balances });
    if (isOk(exchange)) this.#own.answered(exchange, at.caller);
    if (!isOk(exchange) || exchange.service === '' || exchange.service === 'control') return;
    for (const memory of this.#memories) memory.answered(exchange, at.caller);
    checkOwnFields(this.#case, exchange, at.caller);
    this.#rounds.answered(exchange, at.caller);
    this.#blackjack.answered(exchange, at.caller);
    this.#guesses.answered(exchange, at.caller);
    for (const rule of rules) rule(this.#case, exchange);
    const agent = exchange.operation === 'register' ? text(exchange.body, 'agent_id') : at.caller;
    checkReportedBalances(this.#case, exchange, { agent, balances: at.balances });
  }
}
