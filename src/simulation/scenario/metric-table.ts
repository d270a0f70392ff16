/** The table of all metrics. `docs/metrics.md` is generated from it; an expectation may only name these. */
import { games } from '../../platform/games/registry.ts';
import type { PlatformEvent } from '../../platform/services/ports.ts';
import { statusOf } from '../../core/http/errors.ts';
import { timeoutCode } from '../population/answer.ts';
import { serviceNames } from '../../platform/world/platform.ts';
import { operationNames } from './operation-names.ts';
import { relationNames } from './relation-names.ts';

/** k6's four kinds; a counter also answers to `value`. */
export type MetricKind = 'counter' | 'gauge' | 'rate' | 'trend';
/** One metric: its kind, unit and meaning. */
export interface MetricRow {
  readonly kind: MetricKind;
  readonly unit: string;
  readonly about: string;
  /** Tags by which an expectation may narrow it. */
  readonly tags: readonly string[];
}

const requestTags = ['service', 'operation', 'style', 'status', 'code', 'agent'] as const;
/** The metrics by name, in display order. */
export const metricTable = {
  http_reqs: { kind: 'counter', unit: 'requests', about: 'Requests that agents sent', tags: requestTags },
  http_req_failed: {
    kind: 'rate',
    unit: 'share',
    about: 'Requests answered with 400 or above, or not at all',
    tags: requestTags,
  },
  http_req_duration: {
    kind: 'trend',
    unit: 'ms',
    about: 'From sending a request to its answer, in virtual time',
    tags: requestTags,
  },
  http_req_timeouts: {
    kind: 'counter',
    unit: 'requests',
    about: 'Requests without an answer in time',
    tags: requestTags,
  },
  rate_limited_total: {
    kind: 'counter',
    unit: 'requests',
    about: 'Requests answered 429',
    tags: requestTags,
  },
  rate_window_excess: {
    kind: 'gauge',
    unit: 'requests',
    about:
      'The most by which any key got more answers other than 429 in a 60 s or 10 s window than its tier allows',
    tags: [],
  },
  checks: {
    kind: 'rate',
    unit: 'share',
    about: 'What behaviours stated with agent.check and found true',
    tags: ['check', 'agent'],
  },
  property_violations: {
    kind: 'gauge',
    unit: 'properties',
    about: 'Properties that the oracle, or a relation to a second run, found broken where expected',
    tags: ['relation'],
  },
  agents_total: { kind: 'gauge', unit: 'agents', about: 'Agents in the population', tags: [] },
  agents_registered_total: { kind: 'counter', unit: 'agents', about: 'Registrations', tags: [] },
  faucet_claims_total: { kind: 'counter', unit: 'claims', about: 'Payments by the faucet', tags: [] },
  faucet_paid_micros: { kind: 'counter', unit: 'micro-USDC', about: 'Paid by the faucet', tags: [] },
  faucet_pool_micros: {
    kind: 'gauge',
    unit: 'micro-USDC',
    about: 'Left in the faucet pool at the end',
    tags: [],
  },
  escrow_created_total: { kind: 'counter', unit: 'escrows', about: 'Escrows locked', tags: [] },
  escrow_released_total: {
    kind: 'counter',
    unit: 'escrows',
    about: 'Escrows released by their senders',
    tags: [],
  },
  escrow_refunded_total: {
    kind: 'counter',
    unit: 'escrows',
    about: 'Escrows refunded by their senders',
    tags: [],
  },
  escrow_expired_total: {
    kind: 'counter',
    unit: 'escrows',
    about: 'Escrows that came back at expires_at',
    tags: [],
  },
  escrow_disputed_total: { kind: 'counter', unit: 'escrows', about: 'Disputes opened', tags: [] },
  escrow_ruled_total: {
    kind: 'counter',
    unit: 'escrows',
    about: 'Disputes whose window has ended',
    tags: [],
  },
  escrow_open: { kind: 'gauge', unit: 'escrows', about: 'Escrows locked or disputed at the end', tags: [] },
  escrow_held_micros: { kind: 'gauge', unit: 'micro-USDC', about: 'Held in escrows at the end', tags: [] },
  referral_accrued_micros: {
    kind: 'counter',
    unit: 'micro-USDC',
    about: 'Referral shares accrued',
    tags: [],
  },
  referral_paid_micros: { kind: 'counter', unit: 'micro-USDC', about: 'Referral shares paid out', tags: [] },
  tier_upgrades_total: {
    kind: 'counter',
    unit: 'upgrades',
    about: 'Tier upgrades that took effect',
    tags: [],
  },
  domains_registered_total: {
    kind: 'counter',
    unit: 'domains',
    about: 'Domains registered, again after expiry included',
    tags: [],
  },
  domains_renewed_total: { kind: 'counter', unit: 'renewals', about: 'Domains renewed', tags: [] },
  domains_transferred_total: {
    kind: 'counter',
    unit: 'transfers',
    about: 'Domains handed on, sold or given',
    tags: [],
  },
  domains_expired_total: {
    kind: 'counter',
    unit: 'domains',
    about: 'Domains that reached their expiry without a renewal',
    tags: [],
  },
  dns_changes_total: {
    kind: 'counter',
    unit: 'changes',
    about: 'DNS records added, updated or removed',
    tags: [],
  },
  domain_fees_micros: {
    kind: 'counter',
    unit: 'micro-USDC',
    about: 'Paid for registrations and renewals, before referral shares',
    tags: [],
  },
  domain_sales_micros: {
    kind: 'counter',
    unit: 'micro-USDC',
    about: 'Paid by one agent to another for a domain',
    tags: [],
  },
  casino_bets_total: { kind: 'counter', unit: 'bets', about: 'Bets settled', tags: ['game'] },
  casino_wagered_micros: {
    kind: 'counter',
    unit: 'micro-USDC',
    about: 'Stakes of settled bets',
    tags: ['game'],
  },
  casino_paid_micros: {
    kind: 'counter',
    unit: 'micro-USDC',
    about: 'Paid out by the casino, returned stakes included',
    tags: ['game'],
  },
  casino_house_micros: { kind: 'gauge', unit: 'micro-USDC', about: 'Held by the house at the end', tags: [] },
  casino_deposits_total: { kind: 'counter', unit: 'deposits', about: 'Deposits credited', tags: [] },
  casino_deposited_micros: {
    kind: 'counter',
    unit: 'micro-USDC',
    about: 'Credited from outside by deposits',
    tags: [],
  },
  casino_return: {
    kind: 'gauge',
    unit: 'share',
    about: 'What bets paid over what was staked on them, at the end; one less the edge the house had',
    tags: ['game'],
  },
  tournaments_created_total: {
    kind: 'counter',
    unit: 'tournaments',
    about: 'Tournaments created',
    tags: ['game'],
  },
  tournament_entries_total: { kind: 'counter', unit: 'entries', about: 'Tournament entries', tags: ['game'] },
  tournaments_finished_total: {
    kind: 'counter',
    unit: 'tournaments',
    about: 'Tournaments that paid their prizes',
    tags: ['game'],
  },
  tournaments_cancelled_total: {
    kind: 'counter',
    unit: 'tournaments',
    about: 'Tournaments that gave everything back',
    tags: ['game'],
  },
  tournament_in_micros: {
    kind: 'counter',
    unit: 'micro-USDC',
    about: 'Prize pools and entry fees put into tournaments',
    tags: ['game'],
  },
  tournament_paid_micros: {
    kind: 'counter',
    unit: 'micro-USDC',
    about: 'Prizes paid to entrants',
    tags: ['game'],
  },
  tournament_back_micros: {
    kind: 'counter',
    unit: 'micro-USDC',
    about: 'Prize pools and entry fees given back by tournaments that were cancelled',
    tags: ['game'],
  },
  challenges_created_total: {
    kind: 'counter',
    unit: 'challenges',
    about: 'Challenges made',
    tags: ['game'],
  },
  challenges_resolved_total: {
    kind: 'counter',
    unit: 'challenges',
    about: 'Challenges accepted and played',
    tags: ['game'],
  },
  challenges_returned_total: {
    kind: 'counter',
    unit: 'challenges',
    about: 'Challenges declined or expired',
    tags: ['game'],
  },
  contest_held_micros: {
    kind: 'gauge',
    unit: 'micro-USDC',
    about: 'Held for tournaments and challenges at the end',
    tags: [],
  },
  trading_orders_total: { kind: 'counter', unit: 'orders', about: 'Orders accepted', tags: [] },
  trading_filled_total: { kind: 'counter', unit: 'orders', about: 'Orders filled', tags: [] },
  trading_cancelled_total: { kind: 'counter', unit: 'orders', about: 'Orders cancelled', tags: [] },
  trading_open: { kind: 'gauge', unit: 'orders', about: 'Limit orders open at the end', tags: [] },
  trading_volume_micros: {
    kind: 'counter',
    unit: 'micro-USDC',
    about: 'What filled orders were worth',
    tags: [],
  },
  trading_fees_micros: { kind: 'counter', unit: 'micro-USDC', about: 'Trading fees charged', tags: [] },
  trading_liquidations_total: {
    kind: 'counter',
    unit: 'positions',
    about: 'Positions closed by force',
    tags: [],
  },
  trading_liquidated_micros: {
    kind: 'counter',
    unit: 'micro-USDC',
    about: 'Margin lost in positions that were closed by force',
    tags: [],
  },
  trading_returned_micros: {
    kind: 'counter',
    unit: 'micro-USDC',
    about: 'Margin that was left in positions closed by force, and came back',
    tags: [],
  },
  trading_funding_paid_micros: {
    kind: 'counter',
    unit: 'micro-USDC',
    about: 'Funding that positions paid',
    tags: [],
  },
  trading_funding_sum_micros: {
    kind: 'counter',
    unit: 'micro-USDC',
    about: 'What the settlements of funding add up to over longs, shorts and the venue',
    tags: [],
  },
  trading_held_micros: {
    kind: 'gauge',
    unit: 'micro-USDC',
    about: 'Held for open orders and positions at the end',
    tags: [],
  },
  trading_drift: {
    kind: 'gauge',
    unit: 'micro-USDC and lots',
    about: 'Disagreement between positions or holdings and the accounts behind them',
    tags: [],
  },
  wallets_created_total: { kind: 'counter', unit: 'wallets', about: 'Wallets with a mnemonic', tags: [] },
  wallet_sent_total: {
    kind: 'counter',
    unit: 'transactions',
    about: 'Sends that the wallet has taken, in every style',
    tags: [],
  },
  wallet_confirmed_total: {
    kind: 'counter',
    unit: 'transactions',
    about: 'Transactions that the simulated chains have confirmed, those of swaps included',
    tags: [],
  },
  wallet_failed_total: {
    kind: 'counter',
    unit: 'transactions',
    about: 'Transactions that have failed',
    tags: [],
  },
  wallet_confirmed_micros: {
    kind: 'counter',
    unit: 'micro-USDC',
    about: 'USDC in confirmed transactions',
    tags: [],
  },
  wallet_fees_micros: {
    kind: 'counter',
    unit: 'micro-USDC',
    about: 'Fees of the wallet, before referral shares',
    tags: [],
  },
  wallet_swaps_total: { kind: 'counter', unit: 'swaps', about: 'Swaps at once, in style A', tags: [] },
  wallet_swapped_micros: {
    kind: 'counter',
    unit: 'micro-USDC',
    about: 'What was given in swaps at once and in completed orders',
    tags: [],
  },
  wallet_orders_total: { kind: 'counter', unit: 'orders', about: 'Swap orders opened', tags: [] },
  wallet_orders_completed_total: {
    kind: 'counter',
    unit: 'orders',
    about: 'Swap orders paid out',
    tags: [],
  },
  wallet_orders_failed_total: {
    kind: 'counter',
    unit: 'orders',
    about: 'Swap orders whose payout failed, refunded or not',
    tags: [],
  },
  wallet_orders_refunded_total: {
    kind: 'counter',
    unit: 'orders',
    about: 'Swap orders whose deposit went back',
    tags: [],
  },
  wallet_orders_expired_total: {
    kind: 'counter',
    unit: 'orders',
    about: 'Swap orders without a deposit in time',
    tags: [],
  },
  wallet_drift: {
    kind: 'gauge',
    unit: 'base units',
    about: 'Disagreement in the books of the native assets of the simulated chains',
    tags: [],
  },
  ledger_transfers_total: { kind: 'gauge', unit: 'transfers', about: 'Rows of the ledger', tags: [] },
  ledger_drift_micros: {
    kind: 'gauge',
    unit: 'micro-USDC',
    about: 'Disagreement between the balances and the transfers added up again',
    tags: [],
  },
  ledger_pending_total: {
    kind: 'gauge',
    unit: 'transfers',
    about: 'Pending transfers that are open at the end, and those that a service takes for open',
    tags: [],
  },
  ledger_pending_unexplained: {
    kind: 'gauge',
    unit: 'transfers',
    about:
      'Pending transfers without a reason: no service answers for them, or books and ledger differ, or their time is up',
    tags: [],
  },
  findings_total: { kind: 'counter', unit: 'findings', about: 'Behaviours that broke', tags: [] },
} as const satisfies Readonly<Record<string, MetricRow>>;

/** Statuses besides those of refusals: no response, successes, and a policy's substitute for 404. */
const otherStatuses = [0, 200, 201, 405];
/** Tags with a fixed set of values. Behaviours of `agent` come from the scenario; a `check` may have any name. */
export const tagValues: Readonly<Record<string, readonly string[]>> = {
  service: [...serviceNames, 'control', 'unknown path'],
  operation: operationNames,
  style: ['primary', 'A', 'B', 'short', 'control'],
  status: [...new Set([...otherStatuses, ...Object.values(statusOf)])].map(String),
  code: [...Object.keys(statusOf), timeoutCode],
  relation: relationNames,
  game: games.map(({ game }) => game.id),
};
/** The name of a metric in the table. */
export type MetricName = keyof typeof metricTable;
/** All names, in the order of the table. */
export const metricNames = Object.keys(metricTable) as MetricName[];
/** The row of a metric. */
export const metricRow = (name: MetricName): MetricRow => metricTable[name];
/** The metrics that an event of the platform adds to: a count, and the amount that moved. */
export const eventMetrics: Readonly<
  Record<PlatformEvent, { readonly count?: MetricName; readonly amount?: MetricName }>
> = {
  agentRegistered: { count: 'agents_registered_total' },
  faucetClaimed: { count: 'faucet_claims_total', amount: 'faucet_paid_micros' },
  escrowCreated: { count: 'escrow_created_total' },
  escrowReleased: { count: 'escrow_released_total' },
  escrowRefunded: { count: 'escrow_refunded_total' },
  escrowExpired: { count: 'escrow_expired_total' },
  escrowDisputed: { count: 'escrow_disputed_total' },
  escrowRuled: { count: 'escrow_ruled_total' },
  referralAccrued: { amount: 'referral_accrued_micros' },
  referralPaid: { amount: 'referral_paid_micros' },
  tierUpgraded: { count: 'tier_upgrades_total' },
  domainRegistered: { count: 'domains_registered_total', amount: 'domain_fees_micros' },
  domainRenewed: { count: 'domains_renewed_total', amount: 'domain_fees_micros' },
  domainTransferred: { count: 'domains_transferred_total', amount: 'domain_sales_micros' },
  domainExpired: { count: 'domains_expired_total' },
  dnsChanged: { count: 'dns_changes_total' },
  betSettled: { count: 'casino_bets_total', amount: 'casino_wagered_micros' },
  betPaid: { amount: 'casino_paid_micros' },
  orderPlaced: { count: 'trading_orders_total' },
  orderFilled: { count: 'trading_filled_total', amount: 'trading_volume_micros' },
  orderCancelled: { count: 'trading_cancelled_total' },
  tradingFeeCharged: { amount: 'trading_fees_micros' },
  positionLiquidated: { count: 'trading_liquidations_total', amount: 'trading_liquidated_micros' },
  marginReturned: { amount: 'trading_returned_micros' },
  fundingPaid: { amount: 'trading_funding_paid_micros' },
  fundingSettled: { amount: 'trading_funding_sum_micros' },
  depositCredited: { count: 'casino_deposits_total', amount: 'casino_deposited_micros' },
  walletCreated: { count: 'wallets_created_total' },
  walletSent: { count: 'wallet_sent_total' },
  walletConfirmed: { count: 'wallet_confirmed_total', amount: 'wallet_confirmed_micros' },
  walletFailed: { count: 'wallet_failed_total' },
  walletFeeCharged: { amount: 'wallet_fees_micros' },
  swapped: { count: 'wallet_swaps_total', amount: 'wallet_swapped_micros' },
  swapOpened: { count: 'wallet_orders_total' },
  swapCompleted: { count: 'wallet_orders_completed_total', amount: 'wallet_swapped_micros' },
  swapFailed: { count: 'wallet_orders_failed_total' },
  swapRefunded: { count: 'wallet_orders_refunded_total' },
  swapExpired: { count: 'wallet_orders_expired_total' },
  tournamentCreated: { count: 'tournaments_created_total', amount: 'tournament_in_micros' },
  tournamentEntered: { count: 'tournament_entries_total', amount: 'tournament_in_micros' },
  tournamentFinished: { count: 'tournaments_finished_total' },
  tournamentCancelled: { count: 'tournaments_cancelled_total', amount: 'tournament_back_micros' },
  tournamentPrizePaid: { amount: 'tournament_paid_micros' },
  challengeCreated: { count: 'challenges_created_total' },
  challengeResolved: { count: 'challenges_resolved_total' },
  challengeReturned: { count: 'challenges_returned_total' },
};
