/** The chains that the primary wallet tells of (gaps W2, W22): what came in and what went out of an address, of each asset. */
import { expectField, isOk, objects, outcomeOf, reads, text, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { chainSymbols } from '../facts/chain-symbols.ts';
import { isUsdcContract } from '../facts/usdc-contracts.ts';
import { lostFee, KeyedTransfers, type KeyedTransfer, type TransferEnd } from './keyed-transfers.ts';

interface Account {
  /** In units of 10 to the power of -30. */
  balance: bigint;
  /** What comes back if every transfer fails. */
  sent: bigint;
  /** Hashes of transfers in and out, in order. */
  readonly hashes: Set<string>;
}

/** A decimal text as a whole number of units; undefined for anything else. */
function unitsOf(value: unknown): bigint | undefined {
  const match = /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(String(value));
  return match === null ? undefined : BigInt((match[1] ?? '0') + (match[2] ?? '').padEnd(30, '0'));
}

/** By operation, the fields that name the address which is paid, its chain and the asset; `amount` where no more can arrive. */
const payees: Readonly<Record<string, { to: string; chain: string; token?: string; amount?: string }>> = {
  send: { to: 'to', chain: 'chain', token: 'token', amount: 'amount' },
  openSwap: { to: 'to_address', chain: 'to_chain', token: 'to_token' },
  withdraw: { to: 'address', chain: 'chain', amount: 'amount' },
  withdrawReferral: { to: 'address', chain: 'chain' },
};

const keyOf = (chain: string, address: string, asset = chainSymbols[chain]): string =>
  `${chain} ${chain === 'ethereum' || chain === 'base' ? address.toLowerCase() : address} ${asset}`;

/** Below what there may be of any asset, less all that a run issues. */
const suppliedMax = 1_000;

/** More than there can be of anything. */
const unbounded = 10n ** 60n;

/** 546 satoshi: outputs of less are not relayed. */
const bitcoinDust = 546n * 10n ** 22n;

/** Checks `chain-balances`. Give it exchanges that are no repeats. */
export class ChainBooks {
  readonly #case: Case;
  readonly #accounts = new Map<string, Account>();
  /** By address and asset, what swaps, sends and withdrawals of agents pay at most, at instants that no answer names. */
  readonly #paidElse = new Map<string, bigint>();
  /** Addresses of swaps, from which deposits go on or back. */
  readonly #deposits = new Set<string>();
  readonly #transfers: KeyedTransfers;
  /** Addresses that have signed: nothing else spends what they have. */
  readonly #signers = new Set<string>();
  /** True once an address of bitcoin was given less than can be spent. */
  #isPaidLittle = false;

  constructor(file: Case) {
    this.#case = file;
    this.#transfers = new KeyedTransfers(file);
  }

  answered(exchange: AuditedExchange): void {
    const { operation, service } = exchange;
    if (service === 'control' && operation === 'fund') this.#funded(exchange);
    if (operation in payees && isOk(exchange)) this.#pays(exchange);
    if (operation === 'openSwap' && isOk(exchange))
      this.#deposits.add(String(exchange.answer['deposit_address']).toLowerCase());
    if (service !== 'wallet') return;
    if (operation === 'sendSigned') this.#sent(exchange);
    if (operation === 'send' && isOk(exchange)) this.#native(exchange);
    if (['transaction', 'transactions', 'chainTransactions'].includes(operation) && isOk(exchange))
      for (const [transfer, end] of this.#transfers.endedIn(exchange)) this.#ended(transfer, end);
    if (operation === 'chainBalance' && isOk(exchange)) this.#balance(exchange);
    if (operation === 'chainTransactions' && isOk(exchange)) this.#listed(exchange);
  }

  #pays({ operation, answer, body }: AuditedExchange): void {
    const { to = '', chain: on = '', token, amount } = payees[operation] ?? {};
    const chain = text(answer, on) ?? text(body, on) ?? 'base';
    const sent = token === undefined ? undefined : (answer[token] ?? body?.[token]);
    const isUsdc = sent === undefined || sent === 'USDC' || isUsdcContract(chain, sent);
    const most = amount === undefined ? unbounded : (unitsOf(answer[amount] ?? body?.[amount]) ?? unbounded);
    const addresses = new Set([answer, body].flatMap((part) => text(part, to)?.toLowerCase() ?? []));
    for (const address of addresses)
      for (const asset of isUsdc ? ['USDC'] : [chainSymbols[chain], 'USDC']) {
        const key = keyOf(chain, address, asset).toLowerCase();
        this.#paidElse.set(key, (this.#paidElse.get(key) ?? 0n) + most);
      }
  }

  /** A new wallet may hold some of each asset, of which no answer says how much (gap W22). */
  get #isEmptyAtFirst(): boolean {
    return reads(this.#case, 'wallet.genesis', 'empty');
  }

  /** Of the native asset, unless another one is named. */
  #accountOf(chain: string, address: string, asset?: string): Account {
    const key = keyOf(chain, address, asset);
    let account = this.#accounts.get(key);
    if (account === undefined)
      this.#accounts.set(key, (account = { balance: 0n, sent: 0n, hashes: new Set() }));
    return account;
  }

  #funded({ answer, body, status }: AuditedExchange): void {
    if (status === 409 && Number(body?.['amount']) <= suppliedMax)
      this.#case.breaks('chain-balances', `no more than ${String(body?.['amount'])} is refused as too much`);
    const chain = text(answer, 'chain') ?? '';
    const amount = unitsOf(answer['amount']);
    if (status >= 300 || amount === undefined) return;
    const address = text(answer, 'address') ?? '';
    this.#isPaidLittle ||= chain === 'bitcoin' && amount < bitcoinDust;
    this.#accountOf(chain, address, text(answer, 'asset')).balance += amount;
    this.#accountOf(chain, address).hashes.add(text(answer, 'tx_hash') ?? '');
  }

  /** The asset of a chain by its symbol. */
  #native({ body, answer }: AuditedExchange): void {
    const wanted = chainSymbols[String(answer['chain'])];
    if (body?.['token'] === 'native' && wanted !== undefined)
      expectField(this.#case, 'chain-balances', { name: 'token', seen: answer['token'], wanted });
  }

  #sent(exchange: AuditedExchange): void {
    const { answer, body } = exchange;
    if (!isOk(exchange)) return this.#refused(exchange);
    const chain = text(answer, 'chain') ?? '';
    const [amount, fee] = [unitsOf(answer['amount']) ?? 0n, unitsOf(answer['fee']) ?? 0n];
    const account = this.#accountOf(chain, text(answer, 'from') ?? '');
    const isNative = body?.['token'] === undefined;
    const fields = [
      { name: 'status', seen: answer['status'], wanted: 'pending' },
      { name: 'fee_asset', seen: answer['fee_asset'], wanted: chainSymbols[chain] },
      { name: 'settled_at', seen: answer['settled_at'], wanted: null },
      { name: 'a fee', seen: fee > 0n, wanted: true },
      ...(isNative ? [{ name: 'asset', seen: answer['asset'], wanted: chainSymbols[chain] }] : []),
    ];
    for (const field of fields) expectField(this.#case, 'chain-balances', field);
    const asset = text(answer, 'asset');
    const spent = this.#accountOf(chain, text(answer, 'from') ?? '', asset);
    if (chain === 'bitcoin' && account.sent === 0n) this.#leaves(answer, account.balance - amount - fee);
    account.balance -= fee;
    account.sent += fee;
    spent.balance -= amount;
    spent.sent += amount;
    // Those that failed have given back what they took, and a swap may have paid.
    const most = spent.balance + spent.sent + this.#paidTo(chain, answer['from'], asset);
    if ((this.#isEmptyAtFirst || !isNative) && most < amount)
      this.#case.breaks('chain-balances', `${String(answer['amount'])} are sent, which the address has not`);
    for (const address of [answer['from'], answer['to']])
      this.#accountOf(chain, String(address)).hashes.add(text(answer, 'tx_hash') ?? '');
    this.#accountOf(chain, String(answer['to']), asset).sent += amount;
    const [from, to] = [String(answer['from']), String(answer['to'])];
    this.#signers.add(keyOf(chain, from));
    this.#transfers.signed(text(answer, 'tx_hash') ?? '', { chain, from, to, asset, amount, fee });
  }

  /** What was confirmed does not come back, and what failed does, but for its fee. Tokens may be credited elsewhere. */
  #ended(transfer: KeyedTransfer, end: TransferEnd): void {
    const { chain, from, to, asset, amount, fee } = transfer;
    const [payer, spent, paid] = [this.#accountOf(chain, from), this.#accountOf(chain, from, asset), this.#accountOf(chain, to, asset)]; // prettier-ignore
    payer.sent -= fee;
    spent.sent -= amount;
    if (end === 'failed') {
      payer.balance += fee - lostFee(transfer);
      spent.balance += amount;
      paid.sent -= amount;
    } else if (asset === chainSymbols[chain] && this.#signers.has(keyOf(chain, to))) {
      paid.sent -= amount;
      paid.balance += amount;
    }
  }

  /** Change that is less than can be spent goes with the fee; an address that was paid nothing so small has none either. */
  #leaves({ from }: Body, rest: bigint): void {
    const isKnown = this.#isEmptyAtFirst && this.#paidTo('bitcoin', from) === 0n && !this.#isPaidLittle;
    if (isKnown && rest > 0n && rest < bitcoinDust)
      this.#case.breaks(
        'chain-balances',
        `a transfer leaves ${rest} times 1e-30 of bitcoin, which is never spent`,
      );
  }

  /** A monero transfer names its sender; the others are known by their keys, which nothing keeps. */
  #refused(exchange: AuditedExchange): void {
    // Two transfers of an address differ in their nonce, or in the block or the coins that they name.
    if (outcomeOf(exchange) === 'CONFLICT' && exchange.headers['idempotency-key'] === undefined)
      this.#case.breaks('chain-balances', 'a transfer like an earlier one is refused; expected another one');
    const from = text(exchange.body, 'from');
    if (outcomeOf(exchange) !== 'INSUFFICIENT_BALANCE' || from === undefined) return;
    if (exchange.body?.['token'] !== undefined) return;
    const chain = text(exchange.body, 'chain') ?? '';
    const account = this.#accountOf(chain, from);
    // The change of a bitcoin transfer is not there before its block.
    if (chain === 'bitcoin' && account.sent > 0n) return;
    const amount = unitsOf(exchange.body?.['amount']) ?? 0n;
    if (account.balance > 2n * amount + 10n ** 30n)
      this.#case.breaks(
        'chain-balances',
        `a transfer of ${String(exchange.body?.['amount'])} is not covered`,
      );
  }

  /**
   * Between what is left if all transfers succeed, and what there was if all of them fail. Bitcoin spends whole outputs, and
   * the change comes back with the block.
   */
  #balance({ answer, query }: AuditedExchange): void {
    const chain = text(answer, 'chain') ?? '';
    // Without its view key nothing can be seen there: it is refused, or looks empty (gap W9).
    if (chain === 'monero' && query['view_key'] === undefined)
      return expectField(this.#case, 'chain-balances', {
        name: 'monero without a view key',
        seen: unitsOf(answer['balance']),
        wanted: 0n,
      });
    const seen = unitsOf(answer['balance']) ?? -1n;
    const account = this.#accounts.get(keyOf(chain, text(answer, 'address') ?? ''));
    const { balance = 0n, sent = 0n } = account ?? {};
    const symbol = { name: 'symbol', seen: answer['symbol'], wanted: chainSymbols[chain] };
    expectField(this.#case, 'chain-balances', symbol);
    const mayBeLess = this.#isDeposit(answer['address']) || (chain === 'bitcoin' && sent > 0n);
    const lowest = mayBeLess ? 0n : balance;
    const most = balance + sent + this.#paidTo(chain, answer['address']);
    if (seen < lowest || (this.#isEmptyAtFirst && seen > most))
      this.#case.breaks(
        'chain-balances',
        `${String(answer['balance'])} are on ${chain}; expected ${lowest} to ${most} times 1e-30`,
      );
    for (const row of objects(answer, 'tokens')) this.#token(row, chain, text(answer, 'address') ?? '');
  }

  #isDeposit(address: unknown): boolean {
    return this.#deposits.has(String(address).toLowerCase());
  }

  /** Of the native asset, unless another one is named. */
  #paidTo(chain: string, address: unknown, asset?: string): bigint {
    return this.#paidElse.get(keyOf(chain, String(address), asset).toLowerCase()) ?? 0n;
  }

  /** The one token that is followed; what an address may hold of it lies within the same bounds. */
  #token(row: Body, chain: string, address: string): void {
    const asset = String(row['symbol']);
    const { balance = 0n, sent = 0n } = this.#accounts.get(keyOf(chain, address, asset)) ?? {};
    const seen = unitsOf(row['balance']) ?? -1n;
    const most = balance + sent + this.#paidTo(chain, address, asset);
    if ((seen < balance && !this.#isDeposit(address)) || seen > most)
      this.#case.breaks(
        'chain-balances',
        `${String(row['balance'])} ${asset} are on ${chain}; expected ${balance} to ${most} times 1e-30`,
      );
  }

  /** Newest first; what a deposit address has paid on or back stands between. */
  #listed({ answer, params, query }: AuditedExchange): void {
    const account = this.#accounts.get(keyOf(query['chain'] ?? '', params['address'] ?? ''));
    const seen = objects(answer, 'transactions').map((row) => String(row['tx_hash']));
    const known = [...(account?.hashes ?? [])];
    const newest = seen.slice(0, 10);
    const others = this.#isDeposit(params['address']) ? newest.filter((hash) => !known.includes(hash)) : [];
    const missing = known
      .slice(Math.max(0, known.length - (newest.length - others.length)))
      .filter((hash) => !seen.includes(hash));
    if (query['limit'] === undefined && query['page'] === undefined && missing.length > 0)
      this.#case.breaks('chain-balances', `the list of an address lacks ${missing.join(', ')}`);
    const wanted = account?.hashes.size ?? 0;
    if (Number(answer['total']) < wanted)
      this.#case.breaks(
        'chain-balances',
        `an address has ${String(answer['total'])} transactions; expected ${wanted}`,
      );
  }
}
