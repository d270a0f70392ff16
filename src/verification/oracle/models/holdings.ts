/** What agents hold of each pair after spot trades, in units of the twelfth decimal. */
export class Holdings {
  readonly #units = new Map<string, bigint>();

  add(agent: string, pair: string, units: bigint): void {
    const key = `${agent}/${pair}`;
    this.#units.set(key, (this.#units.get(key) ?? 0n) + units);
  }

  of(agent: string, pair: string): bigint {
    return this.#units.get(`${agent}/${pair}`) ?? 0n;
  }

  /** `PAIR UNITS` for everything that an agent holds, in order. */
  lines(agent: string): string[] {
    return [...this.#units]
      .filter(([key, units]) => key.startsWith(`${agent}/`) && units > 0n)
      .map(([key, units]) => `${key.slice(agent.length + 1)} ${units}`)
      .toSorted();
  }
}
