/** What services share: the agent, the platform a world hands to each service, and the ports between services. */
import type { Fraction } from '../../core/base/fraction.ts';
import type { Journal } from '../../core/base/journal.ts';
import type { Micros } from '../../core/base/money.ts';
import type { Principal } from '../../core/http/exchange.ts';
import type { Tier } from '../../core/http/limits/published-limits.ts';
import type { JsonObject } from '../../core/http/message.ts';
import type { Stream } from '../../core/kernel/stream.ts';
import type { AccountId, Ledger, TransferId } from '../../core/ledger/ledger.ts';
import type { Policies, PolicyValue } from '../../core/policy/policies.ts';
import type { TransferKind } from './transfer-kinds.ts';

/** An agent that is registered on the platform. One key, one address, one USDC balance over all services (gaps X8, X18). */
export interface RegisteredAgent extends Principal {
  readonly number: number;
  readonly agentId: string;
  /** EVM address, lower case. */
  readonly address: string;
  /** What others name it by as their referrer (gap X7). */
  readonly referralCode: string;
  readonly apiKey: string;
  readonly account: AccountId;
  readonly createdAtMs: number;
  /** The agent that this one named at registration; registered before it, so referrals form a tree (gap X6). */
  readonly referrer: RegisteredAgent | null;
  readonly metadata: JsonObject;
  tier: Tier;
  /** Requests answered with a success; the measure of activity (gap F7). */
  settledRequests: number;
}

/** A registration: the id must be free and valid (gap A8), the referrer already resolved. */
export interface NewAgent {
  agentId: string;
  referrer: RegisteredAgent | null;
  metadata: JsonObject;
  atMs: number;
}

/** Finds and adds agents. */
export interface AgentDirectory {
  byId(agentId: string): RegisteredAgent | undefined;
  /** An agent id, an EVM address or a referral code (gap X7). */
  resolve(name: string): RegisteredAgent | undefined;
  /** The id must be free. */
  add(agent: NewAgent): RegisteredAgent;
  all(): Iterable<RegisteredAgent>;
  /** The number of registered agents. */
  readonly count: number;
}

/** Accounts of addresses that lie outside of the platform: what USDC there is on a chain, by chain and address. */
export interface OutsideAccounts {
  /** The account of an address that has received USDC before. */
  find(network: string, address: string): AccountId | undefined;
  /** The account of an address, opened at first use. */
  open(network: string, address: string): AccountId;
}

/** The worth of one whole unit of an asset in micro-USDC; undefined if the asset is not traded. */
export interface AssetPrices {
  worthOf(asset: string): Fraction | undefined;
}

/** A clock of one service, which a fault may hold or step. */
export interface ServiceClock {
  readonly nowMs: number;
  /** Runs `due` when this clock reaches `atMs`, before requests of the same instant. The result cancels it. */
  schedule(atMs: number, due: () => void): () => void;
}

/** What the fault plan does to markets. */
export interface MarketHours {
  /** True when a market that goes by any of these names takes no orders. */
  isClosed(names: readonly string[]): boolean;
  /** The jumps of prices so far, in order of time; the list grows as they happen. */
  readonly jumps: readonly PriceJump[];
}

/** What the fault plan does to games of the casino. */
export interface GameHours {
  /** True when a game is closed, by its id. */
  isGameClosed(gameId: string): boolean;
}

/** A price that moves by a share of itself, from the next minute on. */
export interface PriceJump {
  /** A pair such as `BTC-USDC`, or `all`. */
  readonly pair: string;
  /** On the clock of the trading service. */
  readonly atMs: number;
  /** Above -10,000. */
  readonly basisPoints: number;
}

/** Referral shares over three levels (gaps X4 to X6): accrued at settlement, out of what was settled. */
export interface ReferralPort {
  /** Notes that an agent has registered, under a referrer or not. */
  joined(agent: RegisteredAgent): void;
  /** Shares a fee that has just come into `feesAccount`; the shares together never exceed it. */
  accrue(fee: {
    service: FeeService;
    payer: RegisteredAgent;
    /** The referrer that the call names in place of the payer's own; null for none. */
    named: RegisteredAgent | null;
    feeMicros: Micros;
    feesAccount: AccountId;
    atMs: number;
  }): void;
  /** The casino reports every settled bet once: its shares are computed from stakes less payouts (gap C32). */
  settledBet(bet: {
    player: RegisteredAgent;
    stakeMicros: Micros;
    payoutMicros: Micros;
    houseAccount: AccountId;
    atMs: number;
  }): void;
  earningsOf(agent: RegisteredAgent): ReferralEarnings;
  /** The agent's referral code; the same for ever. */
  codeOf(agent: RegisteredAgent): string;
  /** What each level earns of each service. */
  terms(): ReferralTerms;
  /** Pays everything available into the account. Returns the amount, 0 if there is none. */
  withdraw(agent: RegisteredAgent, into: AccountId, atMs: number): Micros;
}

/** Why one pending transfer is still open, according to the service that holds it. */
export interface PendingReason {
  readonly transfer: TransferId;
  /** In words, the same for all of its kind: `locked until its expiry`. */
  readonly reason: string;
  /** The reserved amount according to the service; the ledger's own must agree. */
  readonly amountMicros: Micros;
  /** The latest instant on the service's clock at which it is resolved; null if that depends on a call or a price. */
  readonly untilMs: number | null;
}

/** A service that reserves money names the reason of every open reservation. */
export interface PendingHolder {
  pendingReasons(): Iterable<PendingReason>;
}

/** The services that charge fees. */
export type FeeService = 'trading' | 'escrow' | 'domains' | 'casino' | 'wallet';

/** 1 is the referrer that the payer named at registration, 2 and 3 are the referrers above it. */
export type ReferralLevel = 1 | 2 | 3;

/** What an agent has earned; `earnedMicros` is always `withdrawnMicros + availableMicros`. */
export interface ReferralEarnings {
  /** The agents it referred, and what each of them earned it. */
  referred: readonly { agent: RegisteredAgent; earnedMicros: Micros }[];
  levels: readonly { level: ReferralLevel; agents: number; earnedMicros: Micros }[];
  earnedMicros: Micros;
  /** Not paid out yet; the same as `availableMicros`, under the faucet's name for it. */
  pendingMicros: Micros;
  /** What a withdrawal would pay now. */
  availableMicros: Micros;
  /** Paid out so far, with or without a withdrawal. */
  withdrawnMicros: Micros;
}

/** The terms of the referral programme. */
export interface ReferralTerms {
  readonly levels: readonly {
    readonly level: ReferralLevel;
    /** Percent of a fee, at the casino of net losses, if every level has a referrer. */
    readonly percent: Readonly<Record<FeeService, number>>;
  }[];
  /** Whether level 1 also gets the shares of empty levels. */
  readonly emptyLevels: PolicyValue<'referral.emptyLevels'>;
}

/** What happened in a service, for metrics and the report; the amount is in micros where money moved. */
export const platformEvents = [
  'agentRegistered',
  'faucetClaimed',
  'escrowCreated',
  'escrowReleased',
  'escrowRefunded',
  'escrowExpired',
  'escrowDisputed',
  'escrowRuled',
  'referralAccrued',
  'referralPaid',
  'tierUpgraded',
  'domainRegistered',
  'domainRenewed',
  'domainTransferred',
  'domainExpired',
  'dnsChanged',
  'betSettled',
  'betPaid',
  'orderPlaced',
  'orderFilled',
  'orderCancelled',
  'tradingFeeCharged',
  'positionLiquidated',
  'marginReturned',
  'fundingPaid',
  'fundingSettled',
  'depositCredited',
  'walletCreated',
  'walletSent',
  'walletConfirmed',
  'walletFailed',
  'walletFeeCharged',
  'swapped',
  'swapOpened',
  'swapCompleted',
  'swapRefunded',
  'swapFailed',
  'swapExpired',
  'tournamentCreated',
  'tournamentEntered',
  'tournamentFinished',
  'tournamentCancelled',
  'tournamentPrizePaid',
  'challengeCreated',
  'challengeResolved',
  'challengeReturned',
] as const;
/** The name of an event, as metrics and reports know it. */
export type PlatformEvent = (typeof platformEvents)[number];

/** What an event is about, beside its amount: tags by which metrics of it can be narrowed. */
export interface EventTags {
  readonly game?: string;
}

/** What a world gives to every service. */
export interface Platform {
  readonly ledger: Ledger<TransferKind>;
  readonly journal: Journal;
  readonly policies: Policies;
  readonly agents: AgentDirectory;
  readonly referral: ReferralPort;
  readonly outside: OutsideAccounts;
  /** A fresh id such as `esc_4k2m…`, from a separate stream for each prefix (gap X12). */
  nextId(prefix: string): string;
  /** The hash of the next transaction of this run: 0x and SHA-256 over run and number (gap S20). */
  nextTxHash(): string;
  /** Draws that decide outcomes. The path contains no generated id, so that other ids change no outcome. */
  stream(path: string): Stream;
  /** Draws for generated secrets and addresses. A run with other ids has other ones of these too. */
  idStream(path: string): Stream;
  emit(event: PlatformEvent, amountMicros: Micros, tags?: EventTags): void;
}
