/** The native assets of the chains that the primary wallet tells of (gaps W2, W22): what came in and what went out of an address. */
import { expectField, isOk, objects, outcomeOf, reads, text, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';

interface Account {
  /** In units of 10 to the power of -30. */
  balance: bigint;
  /** What comes back if every transfer fails. */
  sent: bigint;
  /** Hashes of transfers in and out, in order. */
  readonly hashes: Set<string>;
}

/** Symbols of the native assets. */
const symbols: Readonly<Record<string, string>> = {
  ethereum: 'ETH', base: 'ETH', solana: 'SOL', bitcoin: 'BTC', tron: 'TRX', monero: 'XMR',
}; // prettier-ignore

/** A decimal text as a whole number of units; undefined for anything else. */
function unitsOf(value: unknown): bigint | undefined {
  const match = /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(String(value));
  return match === null ? undefined : BigInt((match[1] ?? '0') + (match[2] ?? '').padEnd(30, '0'));
}

const keyOf = (chain: string, address: string): string =>
  `${chain} ${chain === 'ethereum' || chain === 'base' ? address.toLowerCase() : address}`;

/** Checks `chain-balances`. Give it exchanges that are no repeats. */
export class ChainBooks {
  readonly #case: Case;
  readonly #accounts = new Map<string, Account>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered(exchange: AuditedExchange): void {
    const { operation, service } = exchange;
    if (service === 'control' && operation === 'fund') this.#funded(exchange);
    if (service !== 'wallet') return;
    if (operation === 'sendSigned') this.#sent(exchange);
    if (operation === 'chainBalance' && isOk(exchange)) this.#balance(exchange);
    if (operation === 'chainTransactions' && isOk(exchange)) this.#listed(exchange);
  }

  /** A new wallet may hold some of each asset, of which no answer says how much (gap W22). */
  get #isEmptyAtFirst(): boolean {
    return reads(this.#case, 'wallet.genesis', 'empty');
  }

  #accountOf(chain: string, address: string): Account {
    const key = keyOf(chain, address);
    let account = this.#accounts.get(key);
    if (account === undefined)
      this.#accounts.set(key, (account = { balance: 0n, sent: 0n, hashes: new Set() }));
    return account;
  }

  #funded({ answer, status }: AuditedExchange): void {
    const chain = text(answer, 'chain') ?? '';
    const amount = unitsOf(answer['amount']);
    if (status >= 300 || answer['asset'] !== symbols[chain] || amount === undefined) return;
    const account = this.#accountOf(chain, text(answer, 'address') ?? '');
    account.balance += amount;
    account.hashes.add(text(answer, 'tx_hash') ?? '');
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
      { name: 'fee_asset', seen: answer['fee_asset'], wanted: symbols[chain] },
      { name: 'settled_at', seen: answer['settled_at'], wanted: null },
      { name: 'a fee', seen: fee > 0n, wanted: true },
      ...(isNative ? [{ name: 'asset', seen: answer['asset'], wanted: symbols[chain] }] : []),
    ];
    for (const field of fields) expectField(this.#case, 'chain-balances', field);
    account.balance -= isNative ? amount + fee : fee;
    account.sent += isNative ? amount + fee : fee;
    // Those that failed have given back what they took.
    if (this.#isEmptyAtFirst && account.balance + account.sent < amount)
      this.#case.breaks('chain-balances', `${String(answer['amount'])} are sent, which the address has not`);
    for (const address of [answer['from'], answer['to']])
      this.#accountOf(chain, String(address)).hashes.add(text(answer, 'tx_hash') ?? '');
    if (isNative) this.#accountOf(chain, String(answer['to'])).sent += amount;
  }

  /** A monero transfer names its sender; the others are known by their keys, which nothing keeps. */
  #refused(exchange: AuditedExchange): void {
    const from = text(exchange.body, 'from');
    if (outcomeOf(exchange) !== 'INSUFFICIENT_BALANCE' || from === undefined) return;
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
  #balance({ answer }: AuditedExchange): void {
    const chain = text(answer, 'chain') ?? '';
    const seen = unitsOf(answer['balance']) ?? -1n;
    const account = this.#accounts.get(keyOf(chain, text(answer, 'address') ?? ''));
    const { balance = 0n, sent = 0n } = account ?? {};
    const symbol = { name: 'symbol', seen: answer['symbol'], wanted: symbols[chain] };
    expectField(this.#case, 'chain-balances', symbol);
    const lowest = chain === 'bitcoin' && sent > 0n ? 0n : balance;
    if (seen < lowest || (this.#isEmptyAtFirst && seen > balance + sent))
      this.#case.breaks(
        'chain-balances',
        `${String(answer['balance'])} are on ${chain}; expected ${lowest} to ${balance + sent} times 1e-30`,
      );
  }

  /** Newest first, as long as nothing else has paid the address. */
  #listed({ answer, params, query }: AuditedExchange): void {
    const account = this.#accounts.get(keyOf(query['chain'] ?? '', params['address'] ?? ''));
    const seen = objects(answer, 'transactions').map((row) => String(row['tx_hash']));
    const missing = [...(account?.hashes ?? [])]
      .slice(-Math.min(10, seen.length))
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
