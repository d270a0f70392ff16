/** How active an agent is: the requests under its key that succeeded; those to the sandbox itself may count or not (gap F7). */
import { isOk, objects, text, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';

/** Checks `answers-fixed`. Give it every exchange that is no repeat. */
export class Activity {
  readonly #case: Case;
  readonly #settled = new Map<string, number>();
  readonly #steered = new Map<string, number>();

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
        if (!(seen >= wanted && seen <= wanted + (this.#steered.get(agent) ?? 0)))
          this.#case.breaks(
            'answers-fixed',
            `the activity of ${agent} is ${JSON.stringify(row['activity'])}; expected ${wanted}`,
          );
      }
    if (caller === undefined || operation === 'message') return;
    const counts = service === 'control' ? this.#steered : this.#settled;
    counts.set(caller, (counts.get(caller) ?? 0) + 1);
  }
}
