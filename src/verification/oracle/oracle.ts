/** Rebuilds from requests and answers alone what the platform's state must be, until it is not: no code of services, limiter, ledger. */
import { assert } from '../../core/base/assert.ts';
import type { Instant } from '../../core/base/time.ts';
import { evmAddress, hasEvmForm } from './addresses.ts';
import { ExpectedBalances } from './books.ts';
import { differenceText } from './difference-text.ts';
import { callOf, hasMoved, reads, text, type Case, type KnownAgent, type Model } from './case.ts';
import type { AuditedExchange, Balances, Body, FinalBooks, RunSetup } from './exchange.ts';
import { ControlAnswers } from './models/control-answers.ts';
import { CasinoModel } from './models/casino.ts';
import { ChainBooks } from './models/chain-books.ts';
import { ChallengeModel } from './models/challenges.ts';
import { TournamentModel } from './models/tournaments.ts';
import { DepositModel } from './models/deposits.ts';
import { checkEndpoint } from './models/endpoints.ts';
import { DomainModel } from './models/domains.ts';
import { EndsModel } from './models/ends.ts';
import { checkErrors, checkErrorForm, checkErrorInput, checkKeys, checkSecrets } from './models/errors.ts';
import { EscrowModel } from './models/escrow.ts';
import { Followed, homeOf } from './followed.ts';
import { FaucetModel } from './models/faucet.ts';
import { IdempotencyModel } from './models/idempotency.ts';
import { HandModel } from './models/hands.ts';
import { HouseBooks, type HouseBalances } from './house-books.ts';
import { HouseMoves } from './models/house-moves.ts';
import { LimitModel } from './models/limits.ts';
import { areLimitsKnown } from './models/quotas.ts';
import { checkPossible } from './models/possible-refusals.ts';
import { checkPlannedFaults } from './models/planned-faults.ts';
import { ReferralModel } from './models/referral.ts';
import { ServedModel } from './models/served.ts';
import { TradingModel } from './models/trading.ts';
import { VenueModel } from './models/venue.ts';
import { SwapOrders } from './models/swap-orders.ts';
import { WalletModel } from './models/wallet.ts';
import type { PropertyName, Violation } from './properties.ts';
import { keyIn, namesShown, registered } from './registration.ts';
import { formMistakes } from './facts/forms.ts';
import { checkToolCall, type CalledTool } from './facts/tool-calls.ts';
import { checkTexts } from './facts/whole-texts.ts';
import { Facts } from './facts/facts.ts';
import { checkTotals } from './totals.ts';
import { Timers } from './timers.ts';
import { MadeWallets } from './made-wallets.ts';

/** Each looks at the exchanges of one service, in this order. */
// prettier-ignore
const models = [
  FaucetModel, EscrowModel, DomainModel, CasinoModel, HandModel, ChallengeModel, TournamentModel, TradingModel, VenueModel, WalletModel,
];

/** The oracle of one run: give it every exchange in order of time, then call `finish` once. What is wrong goes to `violations`. */
export class Oracle {
  readonly violations: Violation[] = [];
  readonly setting: RunSetup;
  readonly #books = new ExpectedBalances();
  readonly #houses: HouseBooks;
  readonly #timers = new Timers();
  readonly #agents = new Map<string, KnownAgent>();
  readonly #unknownRegistrations = new Set<string>();
  /** Agent ids by key, and by address and referral code. */
  readonly #keys = new Map<string, string>();
  readonly #names = new Map<string, string>();
  readonly #wallets = new MadeWallets();
  readonly #models: readonly Model[];
  readonly #referral: ReferralModel;
  readonly #deposits: DepositModel;
  readonly #chains: readonly [ChainBooks, SwapOrders];
  readonly #moves: HouseMoves;
  readonly #limits: LimitModel;
  readonly #control: ControlAnswers;
  readonly #ends: EndsModel;
  readonly #served: ServedModel;
  readonly #idempotency: IdempotencyModel;
  readonly #facts: Facts;
  readonly #case: Case;
  readonly #followed: Followed;
  #atMs: number;
  #before: Balances | undefined;
  /** `service/style/operation` of the response that is looked at. */
  #call: string | undefined;

  constructor(setting: RunSetup) {
    this.setting = setting;
    this.#houses = new HouseBooks(setting.policies);
    this.#atMs = setting.startMs;
    const file: Case = {
      setting,
      books: this.#books,
      houses: this.#houses,
      timers: this.#timers,
      nowMs: () => this.#atMs,
      agents: this.#agents,
      unknownRegistrations: this.#unknownRegistrations,
      resolve: (name) => this.#resolve(name),
      isMisspelt: (name) =>
        reads(this, 'wallet.addresses', 'checksum') && hasEvmForm(name) && evmAddress(name) === undefined,
      breaks: (property, message) => this.#breaks(property, message),
      feeCharged: (fee) => this.#referral.feeCharged(fee),
      sharesOf: (fee, isBetween) => this.#referral.sharesOf(fee, isBetween),
      invalidateReferrers: (payer, named) => this.#referral.blur(payer, named),
      betSettled: (bet) => this.#referral.betSettled(bet),
    };
    this.#case = file;
    this.#referral = new ReferralModel(file);
    this.#deposits = new DepositModel(file);
    this.#chains = [new ChainBooks(file), new SwapOrders(file)];
    this.#moves = new HouseMoves(file);
    this.#limits = new LimitModel(file);
    this.#control = new ControlAnswers(file);
    this.#ends = new EndsModel(file);
    this.#served = new ServedModel(file);
    this.#idempotency = new IdempotencyModel(file);
    this.#facts = new Facts(file);
    this.#models = models.map((ModelOf) => new ModelOf(file));
    this.#followed = new Followed(file);
  }

  /** Before the first exchange. */
  opened(houses: HouseBalances): void {
    this.#houses.begin(houses);
  }

  /** Right before an exchange: no deadline is blamed on the next request. */
  arrived(atMs: Instant, balances: Balances, houses?: HouseBalances): void {
    if (this.violations.length > 0) return;
    this.#before = balances;
    this.#between(atMs);
    this.#moves.arrived(balances, houses);
    this.#explain(balances, 'before the next request');
    this.#explainHouses(houses, 'before the next request');
  }

  /** Every exchange of a run, in order, with the balances of all agents and of the house after it. */
  answered(exchange: AuditedExchange, balances: Balances, houses?: HouseBalances): void {
    if (this.violations.length > 0) return;
    assert(exchange.atMs >= this.#atMs, 'exchanges come in order');
    this.#atMs = exchange.atMs;
    this.#timers.advance(exchange.atMs);
    this.#call = callOf(exchange);
    const caller = this.#keys.get(keyIn(exchange.headers['authorization']));
    this.#holdsGeneral(exchange, caller);
    const isMoved = hasMoved(caller, this.#before, balances);
    let isFirst = false;
    if (exchange.status >= 500) {
      this.#idempotency.failed(exchange, caller, isMoved);
      if (checkErrors(this.#case, exchange).isWhole) this.#markOutcomeUnknown(exchange, caller, balances);
    } else if (!this.#isRepeat(exchange, caller)) {
      this.#follow(exchange, caller);
      isFirst = !this.#idempotency.isLate(exchange, caller, isMoved);
      if (!isFirst) this.#facts.late(exchange, caller);
    }
    this.#compare(exchange, balances, houses);
    if (this.violations.length === 0) this.#moves.answered(exchange, balances, houses);
    // The models of one service are more specific: they speak first.
    if (isFirst && this.violations.length === 0) this.#facts.answered(exchange, { caller, balances });
    this.#timers.forget();
  }

  /** The end of a run: what is due by then has happened. */
  finish(endMs: number, end: FinalBooks): void {
    if (this.violations.length > 0) return;
    this.#between(endMs);
    checkTotals(this.#case, end.totals);
    this.#explain(end.balances, 'at the end');
    this.#explainHouses(end.houses, 'at the end');
  }

  /** A new wallet, with the words that no trace keeps: call it before `answered` of the same exchange. */
  walletMade(answer: Body, mayRepeat: boolean): void {
    if (this.violations.length > 0) return;
    for (const wrong of this.#wallets.wrongIn(answer, mayRepeat)) this.#breaks('wallet-addresses', wrong);
  }

  /** What came back for a message to an MCP endpoint: call it after `answered` of the call that was made of it. */
  toolAnswered(call: CalledTool): void {
    if (this.violations.length === 0) checkToolCall(this.#case, call);
  }

  /** What is seen until the next response is seen in none. */
  #between(atMs: Instant): void {
    this.#call = undefined;
    this.#atMs = atMs;
    this.#timers.advance(atMs);
  }

  /** An exception of the platform. */
  crashed(message: string, atMs: number): void {
    this.#call = undefined;
    this.#atMs = atMs;
    this.#breaks('invariants-hold', message);
  }

  /** The request may have been executed without a response. */
  #markOutcomeUnknown(exchange: AuditedExchange, caller: string | undefined, balances: Balances): void {
    const { operation, body, atMs } = exchange;
    const agentId = operation === 'register' ? text(body, 'agent_id') : undefined;
    if (agentId !== undefined) this.#unknownRegistrations.add(agentId);
    this.#followed.failed(exchange, balances);
    this.#facts.uncertain(exchange, caller);
    for (const joined of balances.keys())
      if (!this.#books.knows(joined)) this.#joinedUnseen(joined, body, atMs);
    this.#followed.answered(exchange, { caller, owner: this.#ownerOfNamedKey(exchange) });
  }

  /** An agent whose registration was answered 5xx: there is one more account. */
  #joinedUnseen(agentId: string, body: Body | undefined, atMs: Instant): void {
    const named = text(body, 'referrer') ?? text(body, 'referral_code');
    const referrer = named === undefined ? undefined : this.#resolve(named);
    this.#unknownRegistrations.add(agentId);
    this.#agents.set(agentId, { agentId, number: this.#agents.size, referrer, atMs });
    this.#books.open(agentId);
    this.#books.loosen(agentId, 'faucet');
  }

  #follow(exchange: AuditedExchange, caller: string | undefined): void {
    registered(this.#case, exchange, (agent, key, names) => {
      this.#agents.set(agent.agentId, agent);
      this.#books.open(agent.agentId);
      this.#keys.set(key, agent.agentId);
      for (const name of names) this.#names.set(name, agent.agentId);
    });
    for (const [name, agent] of namesShown(exchange, caller)) this.#names.set(name, agent);
    // Refused for its form, as it has to be: no model is needed.
    if (exchange.status === 400 && formMistakes(this.#case, exchange).length > 0) return;
    const owner = this.#ownerOfNamedKey(exchange);
    this.#followed.answered(exchange, { caller, owner });
    if (this.#followed.isFollowed('casino')) this.#deposits.answered(exchange, owner);
    if (this.#followed.isFollowed('wallet')) for (const model of this.#chains) model.answered(exchange);
    this.#referral.answered(exchange, caller);
    if (!this.#followed.isFollowed(exchange.service)) return;
    for (const model of this.#models)
      if (model.service === exchange.service) model.answered(exchange, caller);
  }

  #holdsGeneral(exchange: AuditedExchange, caller: string | undefined): void {
    const { changed } = this.setting;
    checkErrorForm(this.#case, exchange);
    checkPossible(this.#case, exchange);
    if (areLimitsKnown(changed)) this.#limits.answered(exchange, caller);
    checkKeys(this.#case, exchange, caller);
    checkEndpoint(this.#case, exchange);
    checkPlannedFaults(this.#case, exchange);
    this.#control.answered(exchange, this.#ownerOfNamedKey(exchange));
    this.#served.answered(exchange);
    this.#ends.answered(exchange, caller);
    for (const check of [checkSecrets, checkErrorInput, checkTexts]) check(this.#case, exchange);
  }

  #isRepeat(exchange: AuditedExchange, caller: string | undefined): boolean {
    return reads(this.#case, 'http.idempotency', 'header') && this.#idempotency.isRepeat(exchange, caller);
  }

  #compare(exchange: AuditedExchange, balances: Balances, houses: HouseBalances | undefined): void {
    if (this.violations.length > 0) return;
    const { service, operation, status } = exchange;
    const call = `${service}/${operation} answered ${status}`;
    this.#explain(balances, call, { status, service: homeOf(exchange) });
    this.#explainHouses(houses, call);
  }

  #explain(
    balances: Balances,
    when: string,
    { status, service }: { status: number; service?: string } = { status: 200 },
  ): void {
    const [difference] = this.#books.unexplained(balances, service);
    if (difference === undefined) return;
    const refused = status >= 500 ? 'errors-leave-no-trace' : 'refusals-leave-no-trace';
    const property: PropertyName = status >= 400 ? refused : 'balances-explained';
    const at = { when, atMs: this.#atMs, latest: this.#timers.latest };
    this.#breaks(property, differenceText(difference, at));
  }

  /** A fee in the wrong account moves no agent's balance. */
  #explainHouses(houses: HouseBalances | undefined, when: string): void {
    const difference = this.violations.length > 0 ? undefined : this.#houses.difference(houses);
    if (difference !== undefined) this.#breaks('balances-explained', `${difference}, ${when}`);
  }

  #ownerOfNamedKey({ body }: AuditedExchange): string | undefined {
    return this.#keys.get(text(body, 'api_key') ?? '');
  }

  #resolve(name: string): string | undefined {
    const key = name.startsWith('0x') ? name.toLowerCase() : name;
    return this.#names.get(key) ?? this.#agents.get(name)?.agentId;
  }

  #breaks(property: PropertyName, message: string): void {
    const seenIn = this.#call === undefined ? {} : { call: this.#call };
    this.violations.push({ property, message, atMs: this.#atMs, ...seenIn });
  }
}
