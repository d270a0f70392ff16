/**
 * Addresses that the platform shows: each with the checksum of its chain, the EVM chains with one address, and every agent with the same one
 * wherever it is shown (gaps F2, W1, W3, W23).
 */
import { callOf, text, type Case } from '../case.ts';
import { evmAddress } from '../addresses.ts';
import { base58Bytes, base58Version, moneroKind, witnessProgram } from '../decoded-addresses.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

const isBitcoin = (address: string): boolean => {
  const { version, size } = witnessProgram(address) ?? { version: -1, size: 0 };
  return version === 0 && size === 20;
};

const isEvm = (address: string): boolean => evmAddress(address) !== undefined;

const byChain: Readonly<Record<string, (address: string) => boolean>> = {
  ethereum: isEvm,
  base: isEvm,
  arbitrum: isEvm,
  polygon: isEvm,
  solana: (address) => base58Bytes(address)?.length === 32,
  bitcoin: isBitcoin,
  tron: (address) => base58Version(address) === 0x41,
  monero: (address) => moneroKind(address) === 0x12,
};

/** False for what is no address of the chain as the wallet derives them. */
export const isDerived = (chain: string, address: string): boolean => byChain[chain]?.(address) ?? true;

/** Chains on which an agent has one address. */
export const evmChains: readonly string[] = ['ethereum', 'base', 'arbitrum', 'polygon'];

/** The addresses that an answer shows, by chain. */
function addressesIn(call: string, answer: Body): readonly (readonly [chain: string, address: unknown])[] {
  switch (call) {
    case 'wallet/primary/create':
    case 'wallet/A/addresses':
      return Object.entries((answer['addresses'] ?? {}) as Body);
    case 'wallet/B/addresses':
      return Object.entries(answer);
    case 'casino/A/depositAddress':
      return [[text(answer, 'chain') ?? '', answer['address']]];
    case 'wallet/primary/openSwap':
      return [[text(answer, 'from_chain') ?? '', answer['deposit_address']]];
    default:
      return [];
  }
}

/** Checks `answers-fixed` and `answers-agree`. Give it successful exchanges that are no repeats. */
export class ShownAddresses {
  readonly #case: Case;
  readonly #byAgent = new Map<string, string>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered(exchange: AuditedExchange, caller: string | undefined): void {
    const { operation, answer } = exchange;
    const call = callOf(exchange);
    const shown = addressesIn(call, answer);
    for (const [chain, address] of shown) this.#holdsForm(call, chain, address);
    const evm = new Set(shown.filter(([chain]) => evmChains.includes(chain)).map(([, address]) => address));
    if (evm.size > 1)
      this.#case.breaks('answers-fixed', `${call}: EVM chains have ${evm.size} addresses; expected one`);
    const [own] = evm;
    if (operation === 'addresses' && caller !== undefined) this.#holdsOwner(caller, own);
    this.#holdsOwner(text(answer, 'agent_id'), answer['agent_address']);
    if (operation === 'lookup') this.#holdsOwner(text(answer, 'owner_id'), answer['owner']);
  }

  #holdsForm(call: string, chain: string, address: unknown): void {
    if (typeof address !== 'string' || isDerived(chain, address)) return;
    this.#case.breaks('answers-fixed', `${call}: ${address} is no address of ${chain}`);
  }

  #holdsOwner(agent: string | undefined, address: unknown): void {
    if (agent === undefined || typeof address !== 'string') return;
    const before = this.#byAgent.get(agent) ?? address.toLowerCase();
    this.#byAgent.set(agent, before);
    if (before !== address.toLowerCase())
      this.#case.breaks('answers-agree', `the address of ${agent} is ${address}; it was ${before}`);
  }
}
