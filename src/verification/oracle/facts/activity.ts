/** How active an agent is: the requests under its key that succeeded; those to the sandbox itself may count or not (gap F7). */
import { isOk, objects, text, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';

/** Checks `answers-fixed`. Give it every exchange that is no repeat. */
export class Activity {
  readonly #case: Case;
  readonly #settled = new Map<string, number>();
  /** What counts or not. */
  readonly #uncertain = new Map<string, number>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered(exchange: AuditedExchange, caller: string | undefined): void {
    const { service, operation, answer } = exchange;
    if (!isOk(exchange) || service === '') return;
    if (operation === 'publicAgents')
      for (const row of objects(answer, 'agents')) {
        const agent = text(row, 'agent_id') ?? '';
        const wanted = this.#settled.get(agent) ?? 0;
        const seen = Number(row['activity']);
        if (!(seen >= wanted && seen <= wanted + (this.#uncertain.get(agent) ?? 0)))
          this.#case.breaks(
            'answers-fixed',
            `the activity of ${agent} is ${JSON.stringify(row['activity'])}; expected ${wanted}`,
          );
      }
    if (caller === undefined || operation === 'message') return;
    this.#count(service === 'control' ? this.#uncertain : this.#settled, caller);
  }

  /** A request that was executed now, or is answered with what an earlier one did. */
  late(exchange: AuditedExchange, caller: string | undefined): void {
    if (caller !== undefined && isOk(exchange)) this.#count(this.#uncertain, caller);
  }

  #count(counts: Map<string, number>, caller: string): void {
    counts.set(caller, (counts.get(caller) ?? 0) + 1);
  }
}
