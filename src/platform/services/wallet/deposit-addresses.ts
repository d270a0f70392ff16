/**
 * Deposit addresses of platform balances: the agent's own address on the EVM chains, and one derived from the run's
 * seed and the agent's id on every other chain (gaps W1, W3). None of them comes from a mnemonic.
 */
import { Table } from '../../../core/base/table.ts';
import type { Platform, RegisteredAgent } from '../ports.ts';
import { isEvm, type ChainNetwork } from './chains/networks.ts';
import { standInAddress } from './stand-in-address.ts';

interface DepositAddress {
  readonly agent: RegisteredAgent;
  readonly address: string;
}

/** Derives and remembers deposit addresses. Addresses are in the spelling of `storedAddress`. */
export class DepositAddresses {
  readonly #platform: Platform;
  readonly #byAgent: Table<DepositAddress>;
  readonly #byAddress: Table<DepositAddress>;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#byAgent = new Table(platform.journal);
    this.#byAddress = new Table(platform.journal);
  }

  of(agent: RegisteredAgent, network: ChainNetwork): string {
    return this.known(agent, network) ?? this.#derive(agent, network);
  }

  /** The address if it has been derived before; nothing can have been sent to one that has not. */
  known(agent: RegisteredAgent, network: ChainNetwork): string | undefined {
    if (isEvm(network)) return agent.address;
    return this.#byAgent.get(`${network}/${agent.agentId}`)?.address;
  }

  /** The agent whose deposit address it is; undefined for any other address. */
  agentAt(network: ChainNetwork, address: string): RegisteredAgent | undefined {
    if (!isEvm(network)) return this.#byAddress.get(`${network}/${address}`)?.agent;
    const agent = this.#platform.agents.resolve(address);
    return agent?.address === address ? agent : undefined;
  }

  #derive(agent: RegisteredAgent, network: ChainNetwork): string {
    const path = `wallet/deposit/${network}/${agent.agentId}`;
    const row = { agent, address: standInAddress(network, this.#platform.idStream(path)) };
    this.#byAddress.insert(`${network}/${row.address}`, row);
    return this.#byAgent.insert(`${network}/${agent.agentId}`, row).address;
  }
}
