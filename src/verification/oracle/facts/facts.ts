/** What holds of answers in every service, whatever the policies: models that look at fields by their names. */
import { isOk, text, type Case } from '../case.ts';
import type { AuditedExchange, Balances } from '../exchange.ts';
import { Activity } from './activity.ts';
import { checkClosures } from '../models/closures.ts';
import { checkCatalogues } from './catalogues.ts';
import { AssetWorths } from './asset-worths.ts';
import { BetParams } from './bet-params.ts';
import { BlackjackCalls } from './blackjack-calls.ts';
import { checkReadings } from './chosen-readings.ts';
import { checkConfirmations } from './confirmations.ts';
import { checkDefaults } from './defaults.ts';
import { Echoes } from './echoes.ts';
import { checkFieldRules } from './field-rules.ts';
import { checkForms } from './forms.ts';
import { GrowingLists } from './growing-lists.ts';
import { checkLedgerRows } from './ledger-rows.ts';
import { checkOrder } from './lists.ts';
import { checkOwnFields } from './own-fields.ts';
import { OwnIds } from './own-ids.ts';
import { OwnLists } from './own-lists.ts';
import { MarketPrices } from './prices.ts';
import { RecentEntries } from './recent-entries.ts';
import { RecordFacts } from './record-facts.ts';
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

/** Give it every exchange that is no repeat, with the balances after it. */
export class Facts {
  readonly #case: Case;
  readonly #records: RecordFacts;
  readonly #reads: StableReads;
  readonly #echoes: Echoes;
  readonly #statuses: Statuses;
  readonly #rounds: Rounds;
  readonly #prices: MarketPrices;
  readonly #assets: AssetWorths;
  readonly #params: BetParams;
  readonly #growing: GrowingLists;
  readonly #wallets: WalletBalances;
  readonly #addresses: ShownAddresses;
  readonly #activity: Activity;
  readonly #own: OwnLists;
  readonly #recent: RecentEntries;
  readonly #ids: OwnIds;
  readonly #blackjack: BlackjackCalls;

  constructor(file: Case) {
    this.#case = file;
    this.#records = new RecordFacts(file);
    this.#reads = new StableReads(file);
    this.#echoes = new Echoes(file);
    this.#statuses = new Statuses(file);
    this.#rounds = new Rounds(file);
    this.#prices = new MarketPrices(file);
    this.#assets = new AssetWorths(file);
    this.#params = new BetParams(file);
    this.#growing = new GrowingLists(file);
    this.#wallets = new WalletBalances(file);
    this.#addresses = new ShownAddresses(file);
    this.#activity = new Activity(file);
    this.#own = new OwnLists(file);
    this.#recent = new RecentEntries(file);
    this.#ids = new OwnIds(file);
    this.#blackjack = new BlackjackCalls(file);
  }

  /** An answer that may be that of an earlier call (`IdempotencyModel.isLate`). */
  late(exchange: AuditedExchange, caller: string | undefined): void {
    this.#activity.late(exchange, caller);
    this.#rounds.uncertain(exchange, caller);
  }

  /** A request that was answered 5xx and may have been executed. */
  uncertain(exchange: AuditedExchange, caller: string | undefined): void {
    this.#rounds.uncertain(exchange, caller);
    this.#blackjack.failed(exchange, caller);
  }

  answered(exchange: AuditedExchange, at: { caller: string | undefined; balances: Balances }): void {
    checkForms(this.#case, exchange, at.caller);
    if (exchange.status === 400) checkStatedBounds(this.#case, exchange);
    if (!isOk(exchange)) this.#blackjack.refused(exchange, at.caller);
    checkReadings(this.#case, exchange);
    this.#activity.answered(exchange, at.caller);
    this.#ids.answered(exchange, at.caller);
    this.#recent.answered(exchange, at);
    this.#wallets.answered(exchange, { agent: at.caller, balances: at.balances });
    if (isOk(exchange)) this.#own.answered(exchange, at.caller);
    if (!isOk(exchange) || exchange.service === '' || exchange.service === 'control') return;
    this.#records.answered(exchange, at.caller);
    this.#reads.answered(exchange, at.caller);
    this.#echoes.answered(exchange);
    checkOwnFields(this.#case, exchange, at.caller);
    this.#statuses.answered(exchange);
    this.#rounds.answered(exchange, at.caller);
    this.#blackjack.answered(exchange, at.caller);
    this.#prices.answered(exchange);
    this.#assets.answered(exchange);
    this.#params.answered(exchange);
    this.#growing.answered(exchange, at.caller);
    this.#addresses.answered(exchange, at.caller);
    checkResults(this.#case, exchange);
    checkLedgerRows(this.#case, exchange);
    checkValueForms(this.#case, exchange);
    checkClosures(this.#case, exchange);
    checkConfirmations(this.#case, exchange);
    checkCatalogues(this.#case, exchange);
    checkDefaults(this.#case, exchange);
    checkRefusedByReading(this.#case, exchange);
    checkFieldRules(this.#case, exchange);
    checkRelations(this.#case, exchange);
    checkVariants(this.#case, exchange);
    checkToolMessage(this.#case, exchange);
    checkOrder(this.#case, exchange);
    const agent = exchange.operation === 'register' ? text(exchange.body, 'agent_id') : at.caller;
    checkReportedBalances(this.#case, exchange, { agent, balances: at.balances });
  }
}
