/** An audit trail of a bet shows the parameters that the bet was placed with (FAI07): those of hands are moves, which have models. */
import { callOf, text, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

/** Beside the parameters a bet has its stake and its seed. */
const beside: ReadonlySet<string> = new Set(['amount', 'client_seed']);

/** Checks `answers-echo`. Give it successful exchanges that are no repeats. */
export class BetParams {
  readonly #case: Case;
  /** By bet. */
  readonly #sent = new Map<string, Body>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered(exchange: AuditedExchange): void {
    const { answer, body, path } = exchange;
    const call = callOf(exchange);
    const bet = text(answer, 'bet_id') ?? '';
    if (call === 'casino/A/bet' && answer['status'] === undefined && body !== undefined)
      this.#sent.set(bet, body);
    const sent = this.#sent.get(bet);
    if (call !== 'casino/A/verifyBet' || !path.includes('/audit/') || sent === undefined) return;
    for (const [name, shown] of Object.entries((answer['params'] ?? {}) as Body)) {
      const [seen, wanted] = [JSON.stringify(shown), JSON.stringify(sent[name])];
      if (seen !== wanted && !beside.has(name) && name !== 'moves')
        this.#case.breaks(
          'answers-echo',
          `an audit of a bet with ${name} ${wanted ?? 'left out'} tells ${name} ${seen}`,
        );
    }
  }
}
