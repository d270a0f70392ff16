/**
 * What every agent and every account of the house has, read from the ledger of a run. All are read at every look; where none has
 * changed since the look before, that look's maps are given again: most looks come right after another, or after a read.
 */
import type { World } from '../../platform/world/world.ts';
import type { Balance } from '../oracle/exchange.ts';

/** Give it the world before the first event: the accounts that are open by then are the house's. */
export class SeenBooks {
  readonly #world: World;
  readonly #houseNames: readonly string[];
  /** The ids of the agents, in the order of the map. */
  #agentIds: readonly string[] = [];
  #balances: ReadonlyMap<string, Balance> = new Map();
  #houses: ReadonlyMap<string, number> = new Map();

  constructor(world: World) {
    this.#world = world;
    const { ledger } = world;
    this.#houseNames = Array.from({ length: ledger.accountCount }, (_, account) =>
      ledger.accountName(account),
    );
  }

  /** By agent id. Nothing changes a map that was given. */
  balances(): ReadonlyMap<string, Balance> {
    if (!this.#isSameForAgents()) this.#balances = this.#readBalances();
    return this.#balances;
  }

  /** By name: accounts that belong to no agent and stand for nothing outside. */
  houses(): ReadonlyMap<string, number> {
    if (!this.#isSameForHouses()) this.#houses = this.#readHouses();
    return this.#houses;
  }

  #isSameForAgents(): boolean {
    const { agents, ledger } = this.#world;
    if (agents.count !== this.#balances.size) return false;
    let place = 0;
    for (const { agentId, account } of agents.all()) {
      if (agentId !== this.#agentIds[place]) return false;
      place += 1;
      const known = this.#balances.get(agentId);
      const heldMicros = ledger.reserved(account);
      if (known?.heldMicros !== heldMicros) return false;
      if (known.availableMicros !== ledger.balance(account) - heldMicros) return false;
    }
    return true;
  }

  #readBalances(): Map<string, Balance> {
    const { agents, ledger } = this.#world;
    const balances = new Map<string, Balance>();
    for (const { agentId, account } of agents.all()) {
      const heldMicros = ledger.reserved(account);
      balances.set(agentId, { availableMicros: ledger.balance(account) - heldMicros, heldMicros });
    }
    this.#agentIds = [...balances.keys()];
    return balances;
  }

  #isSameForHouses(): boolean {
    const { ledger } = this.#world;
    if (this.#houses.size !== this.#houseNames.length) return false;
    let account = 0;
    for (const known of this.#houses.values()) {
      if (ledger.balance(account) !== known) return false;
      account += 1;
    }
    return true;
  }

  #readHouses(): Map<string, number> {
    const { ledger } = this.#world;
    return new Map(this.#houseNames.map((name, account) => [name, ledger.balance(account)]));
  }
}
