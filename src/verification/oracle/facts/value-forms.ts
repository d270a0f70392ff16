/**
 * What values look like, by the name of their field and wherever an answer has it: ids, hashes, seeds, keys and instants as the
 * documents' *Chosen by Orrery* has them. What the platform makes up cannot be predicted, but it is of its form.
 */
import { callOf, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';
import { isHeld } from './reading.ts';

const id = (prefix: string): RegExp => new RegExp(`^${prefix}_[a-z2-7]{16}$`);
const seed = /^[0-9a-f]{64}$/;
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
/** EVM, monero and bitcoin have hex, solana base58. */
const transaction = /^(?:0x[0-9a-f]{64}|[0-9a-f]{64}|[1-9A-HJ-NP-Za-km-z]{86,88})$/;
const evmAddress = /^0x[0-9a-fA-F]{40}$/;

/** Fields that have one form in every service. */
const forms: Readonly<Record<string, RegExp>> = {
  escrow_id: id('esc'),
  order_id: id('(?:ord|swap)'),
  bet_id: id('bet'),
  challenge_id: id('chl'),
  tournament_id: id('trn'),
  deposit_id: id('dep'),
  withdrawal_id: id('wdr'),
  tx_hash: transaction,
  lock_tx_hash: transaction,
  deposit_tx_hash: transaction,
  payout_tx_hash: transaction,
  refund_tx_hash: transaction,
  seed_hash: seed,
  server_seed: seed,
  seed,
  agent_address: evmAddress,
  api_key: /^sk_live_[0-9a-z]{32}$/,
  referral_code: /^ref_[0-9a-z]{4,40}$/,
  currency: /^USDC$/,
  created_at: instant,
  expires_at: instant,
  settled_at: instant,
  starts_at: instant,
  ends_at: instant,
  resolves_at: instant,
  opened_at: instant,
  next_claim: instant,
  registered_at: instant,
  started_at: instant,
  placed_at: instant,
  sent_at: instant,
  credited_at: instant,
  updated_at: instant,
  expires: instant,
  registered: instant,
  ts: instant,
  at: instant,
};

/** Addresses by the chain that they belong to (gap W23); of bitcoin those that the wallet derives. */
const addressForms: Readonly<Record<string, RegExp>> = {
  ethereum: evmAddress,
  base: evmAddress,
  arbitrum: evmAddress,
  polygon: evmAddress,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  bitcoin: /^bc1q[02-9ac-hj-np-z]{38}$/,
  tron: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
  monero: /^4[0-9A-Za-z]{94}$/,
};

/** Where the platform shows addresses that it has derived: an object by chain. */
const byChain: readonly string[] = ['wallet/primary/create', 'wallet/A/addresses', 'wallet/B/addresses'];

const depthMax = 4;

/** Checks `answers-fixed`. Give it successful exchanges that are no repeats. */
export function checkValueForms(file: Case, exchange: AuditedExchange): void {
  const { operation, answer, route } = exchange;
  const call = callOf(exchange);
  // Messages carry what an agent has sent, such as a request without an id.
  if (operation === 'message' || route.endsWith('/mcp')) return;
  const isByChain = byChain.includes(call);
  for (const [name, value] of leavesOf(answer, 0)) {
    const form = (isByChain ? addressForms[name] : undefined) ?? forms[name];
    if (form !== undefined && !form.test(value) && isHeld(file, `form ${name}`))
      file.breaks('answers-fixed', `${call}: ${name} is ${JSON.stringify(value)}, which is not of its form`);
  }
}

/** Texts with the names of their fields; what an agent sends is not looked into. */
function* leavesOf(value: unknown, depth: number, above = ''): Iterable<readonly [string, string]> {
  if (typeof value === 'string') yield [above, value];
  if (typeof value !== 'object' || value === null || depth > depthMax) return;
  if (Array.isArray(value)) for (const item of value) yield* leavesOf(item, depth + 1, above);
  else
    for (const [name, part] of Object.entries(value))
      if (!sentByAgents.includes(name)) yield* leavesOf(part, depth + 1, name);
}

const sentByAgents: readonly string[] = ['conditions', 'metadata', 'params', 'result', 'frameworks'];
