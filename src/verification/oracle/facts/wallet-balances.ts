/** What the wallet shows on each chain: the one USDC balance at its home, and native assets that came from somewhere (gaps W1, W2, X18). */
import { isOk, reads, signedMicros, type Case } from '../case.ts';
import { usdc } from '../usdc.ts';
import { chainSymbols } from './chain-symbols.ts';
import type { AuditedExchange, Balances, Body } from '../exchange.ts';

/** Calls that bring native assets to an address, whose they may be, or take them from it: the fields that name the chains. */
const moving: Readonly<Record<string, readonly string[]>> = {
  openSwap: ['from_chain', 'to_chain'],
  fund: ['chain'],
  send: ['chain'],
  sendSigned: ['chain'],
};

/** More ether than a send on base ever costs. */
const feeMax = 0.001;

/** Native assets are shown as doubles. */
const roundingPart = 1e-9;

/** Checks `wallet-balances`. Give it successful exchanges that are no repeats. */
export class WalletBalances {
  readonly #case: Case;
  /** A swap may be executed without an answer. */
  readonly #mayMoveUnseen: boolean;
  /** Symbols of native assets that have moved, and no answer says whose they are. */
  readonly #moved = new Set<string>();
  /** What swaps have brought and taken, by agent and symbol. */
  readonly #held = new Map<string, number>();
  /** At least so much ether do swaps leave on base, by agent. */
  readonly #brought = new Map<string, number>();

  constructor(file: Case) {
    this.#case = file;
    this.#mayMoveUnseen = file.setting.faults.some(
      ({ service, effect }) => service === 'wallet' && effect === 'after',
    );
  }

  answered(
    exchange: AuditedExchange,
    { agent, balances }: { agent: string | undefined; balances: Balances },
  ): void {
    const { service, operation, answer, body } = exchange;
    const isUsdc =
      operation === 'send' && [undefined, 'USDC'].includes(body?.['token'] as string | undefined);
    if (isOk(exchange) && !isUsdc)
      for (const field of moving[operation] ?? [])
        this.#moved.add(chainSymbols[String(answer[field] ?? body?.[field])] ?? '');
    if (operation === 'send' && !isOk(exchange)) this.#refused(exchange, agent ?? '');
    if (isOk(exchange) && operation === 'swap') this.#swapped(exchange, agent ?? '');
    const balance = balances.get(agent ?? '');
    if (service !== 'wallet' || operation !== 'balance' || balance === undefined) return;
    const chains = Object.entries((answer['chains'] ?? {}) as Readonly<Record<string, Body>>);
    for (const [chain, part] of chains) this.#shown(chain, part, balance.availableMicros);
    const isWhole = exchange.query['chain'] === undefined;
    if (!reads(this.#case, 'wallet.genesis', 'gas')) this.#shownIn(chains, agent ?? '', isWhole);
  }

  #isFollowed(symbol: string): boolean {
    return !this.#mayMoveUnseen && !this.#moved.has(symbol);
  }

  /** What a swap has brought can be sent, as long as it is far more than a fee of that chain may be. */
  #refused({ body, answer }: AuditedExchange, agent: string): void {
    const { token, amount, chain } = body ?? {};
    const isNative = token === 'native' && chain === 'base';
    if (!isNative || answer['code'] !== 'INSUFFICIENT_BALANCE' || !this.#isFollowed('ETH')) return;
    const held = this.#brought.get(agent) ?? 0;
    if (held > Number(amount) + feeMax)
      this.#case.breaks(
        'wallet-balances',
        `${agent} has ${held} ETH on base and cannot send ${String(amount)}`,
      );
  }

  /** A swap at once: USDC for the native asset of a chain, or back. */
  #swapped({ body, answer }: AuditedExchange, agent: string): void {
    const [from, to] = [symbolOf(answer['from']), symbolOf(answer['to'])];
    this.#covered(agent, from, Number(body?.['amount']));
    for (const [symbol, change] of [
      [to, Number(answer['received'])],
      [from, -Number(body?.['amount'])],
    ] as const)
      if (symbol !== 'USDC')
        this.#held.set(`${agent} ${symbol}`, (this.#held.get(`${agent} ${symbol}`) ?? 0) + change);
    // What is taken may come from another chain.
    const onBase = body?.['to'] === 'base:ETH' ? Number(answer['received']) : 0;
    const taken = from === 'ETH' ? Number(body?.['amount']) : 0;
    this.#brought.set(agent, (this.#brought.get(agent) ?? 0) + onBase - taken);
  }

  /** No more is swapped than earlier swaps have brought. */
  #covered(agent: string, symbol: string, amount: number): void {
    if (symbol === 'USDC' || !this.#isFollowed(symbol) || reads(this.#case, 'wallet.genesis', 'gas')) return;
    const held = this.#held.get(`${agent} ${symbol}`) ?? 0;
    if (amount > held + roundingPart * (1 + held))
      this.#case.breaks('wallet-balances', `${agent} swaps ${amount} ${symbol} and has ${held}`);
  }

  /** All that an agent has of a native asset is on one chain or another: no more of it on one of them than on all. */
  #shownIn(chains: readonly (readonly [string, Body])[], agent: string, isWhole: boolean): void {
    const sums = new Map<string, number>();
    for (const [, part] of chains)
      for (const [symbol, amount] of [
        [part['symbol'], part['native']],
        ['ETH', part['eth']],
        ['POL', part['pol']],
      ])
        if (amount !== undefined) sums.set(String(symbol), (sums.get(String(symbol)) ?? 0) + Number(amount));
    for (const [symbol, sum] of sums) {
      if (!this.#isFollowed(symbol)) continue;
      const wanted = this.#held.get(`${agent} ${symbol}`) ?? 0;
      const over = sum - wanted;
      if ((isWhole ? Math.abs(over) : over) > roundingPart * (1 + Math.abs(wanted)))
        this.#case.breaks(
          'wallet-balances',
          `${agent} has ${sum} ${symbol} on all chains; expected ${wanted}`,
        );
    }
  }

  #shown(chain: string, part: Body, availableMicros: number): void {
    const isEverywhere = reads(this.#case, 'wallet.balanceHome', 'everywhere');
    const isHome = chain === 'ethereum' || (isEverywhere && chain === 'base');
    const held = isEverywhere && !isHome ? undefined : isHome ? availableMicros : 0;
    this.#holds(`usdc on ${chain}`, part['usdc'], held);
  }

  #holds(name: string, seen: unknown, wanted: number | undefined): void {
    if (seen === undefined || wanted === undefined || signedMicros(seen) === wanted) return;
    this.#case.breaks('wallet-balances', `${name} is ${JSON.stringify(seen)}; expected ${usdc(wanted)}`);
  }
}

/** Of an asset such as `ETH` or `base:ETH`. */
const symbolOf = (asset: unknown): string => String(asset).split(':').at(-1)?.toUpperCase() ?? '';
