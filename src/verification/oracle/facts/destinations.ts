/** Money leaves for addresses of the chain that it leaves on, and for no others (WAL18, WAL26, CAS07, REF18). */
import { hasEvmForm } from '../addresses.ts';
import { callOf, text, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';
import { receivers } from './receiving-addresses.ts';
import { evmChains, isDerived } from './shown-addresses.ts';

/** By operation, the fields that name where it goes and on which chain. */
const payees: Readonly<Record<string, readonly [to: string, chain: string]>> = {
  sendSigned: ['to', 'chain'],
  openSwap: ['to_address', 'to_chain'],
  withdrawReferral: ['address', 'chain'],
};

/** False for what is no address of the chain in any of its forms. */
function isAddress({ isMisspelt }: Pick<Case, 'isMisspelt'>, chain: string, address: string): boolean {
  if (evmChains.includes(chain)) return hasEvmForm(address) && !isMisspelt(address);
  return receivers[chain]?.(address) ?? isDerived(chain, address);
}

/** A symbol is no token: these are named by contracts, and the asset of a chain as `native` (WAL33). */
function checkTokens(file: Case, exchange: AuditedExchange): void {
  const { operation, body, query } = exchange;
  if (operation !== 'quote' && operation !== 'openSwap') return;
  const sent = body ?? query;
  const symbol = [text(sent, 'from_token'), text(sent, 'to_token')].find(
    (token) => token !== undefined && token !== 'native' && /^[A-Za-z]{2,8}$/.test(token),
  );
  if (symbol !== undefined)
    file.breaks('answers-fixed', `${callOf(exchange)}: ${symbol} is taken for a token`);
}

/** Checks `answers-fixed`. Give it successful exchanges that are no repeats. */
export function checkDestination(file: Case, exchange: AuditedExchange): void {
  const { service, operation, body } = exchange;
  if (service === 'wallet') checkTokens(file, exchange);
  const [to, on] = payees[operation] ?? [];
  if (service !== 'wallet' || to === undefined || on === undefined) return;
  const [address, chain] = [text(body, to), text(body, on)];
  if (address === undefined || chain === undefined || file.agents.has(address)) return;
  if (!isAddress({ isMisspelt: (name) => file.isMisspelt(name) }, chain, address))
    file.breaks(
      'answers-fixed',
      `${callOf(exchange)}: money goes to ${JSON.stringify(address)}, which is no address of ${chain}`,
    );
}
