/** What the wallet shows on each chain: the one USDC balance at its home, and native assets that came from somewhere (gaps W1, W2, X18). */
import { isOk, reads, signedMicros, type Case } from '../case.ts';
import type { AuditedExchange, Balances, Body } from '../exchange.ts';

/** Calls that bring native assets to an address, whose they may be. */
const bringing: readonly string[] = ['swap', 'openSwap', 'fund', 'send', 'sendSigned'];

/** Checks `wallet-balances`. Give it successful exchanges that are no repeats. */
export class WalletBalances {
  readonly #case: Case;
  /** True until anything has come to an address. */
  #isEmpty = true;

  constructor(file: Case) {
    this.#case = file;
  }

  answered(
    exchange: AuditedExchange,
    { agent, balances }: { agent: string | undefined; balances: Balances },
  ): void {
    const { service, operation, answer, body } = exchange;
    const isUsdc =
      operation === 'send' && [undefined, 'USDC'].includes(body?.['token'] as string | undefined);
    if (isOk(exchange) && bringing.includes(operation) && !isUsdc) this.#isEmpty = false;
    const balance = balances.get(agent ?? '');
    if (service !== 'wallet' || operation !== 'balance' || balance === undefined) return;
    for (const [chain, part] of Object.entries((answer['chains'] ?? {}) as Readonly<Record<string, Body>>))
      this.#shown(chain, part, balance.availableMicros);
  }

  #shown(chain: string, part: Body, availableMicros: number): void {
    const isEverywhere = reads(this.#case, 'wallet.balanceHome', 'everywhere');
    const isHome = chain === 'ethereum' || (isEverywhere && chain === 'base');
    const usdc = isEverywhere && !isHome ? undefined : isHome ? availableMicros : 0;
    this.#holds(`usdc on ${chain}`, part['usdc'], usdc);
    for (const name of ['native', 'eth', 'pol'])
      if (this.#isEmpty) this.#holds(`${name} on ${chain}`, part[name], 0);
  }

  #holds(name: string, seen: unknown, wanted: number | undefined): void {
    if (seen === undefined || wanted === undefined || signedMicros(seen) === wanted) return;
    this.#case.breaks('wallet-balances', `${name} is ${JSON.stringify(seen)}; expected ${wanted} micros`);
  }
}
