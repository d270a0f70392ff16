/** Requests under limits, and what a model of them says of each answer. */
import type { AuditedExchange } from '../../../src/verification/oracle/exchange.ts';
import { LimitModel } from '../../../src/verification/oracle/models/limits.ts';
import { caseOf, exchangeOf } from './said.ts';

export type Policies = Readonly<Record<string, string>>;

/** A request at its instant; without an address it comes from `10.0.0.1`. */
export interface Asked extends Partial<AuditedExchange> {
  readonly call: string;
  readonly caller?: string | undefined;
}

/** One run whose requests are counted. */
export class Limited {
  readonly #model: LimitModel;
  readonly #said: string[];

  constructor(policies: Policies = {}) {
    const { file, said } = caseOf({ setting: { faults: [], policies } });
    this.#model = new LimitModel(file);
    this.#said = said;
  }

  asks({ call, caller, ...more }: Asked): string[] {
    const before = this.#said.length;
    const exchange = exchangeOf(call, { ip: '10.0.0.1', answerHeaders: {}, ...more });
    this.#model.answered(exchange, caller);
    return this.#said.slice(before);
  }

  /** So many equal requests, of which only the last one is heard out. */
  repeats(count: number, asked: Asked): string[] {
    for (let turn = 1; turn < count; turn += 1) this.asks(asked);
    return this.asks(asked);
  }

  /** A tier of an agent, from an instant on. */
  upgrades(caller: string, tier: string, atMs = 0): string[] {
    const answer = { agent_id: caller, effective_at: new Date(atMs).toISOString() };
    return this.asks({ call: 'control/control/requestTier', atMs, body: { tier, at_once: true }, answer });
  }
}
