/**
 * Totals that count what was in a target before: a pool's balance, the number of agents. They are compared as changes:
 * the difference to the recording has to stay what it was at first.
 */
import { carriesKey } from '../http/carries-key.ts';
import { isDecimal } from './forms.ts';
import type { Difference } from './difference.ts';

/** Names of fields that count things, or hold what many have paid or own. */
const totalField =
  /(?:^|[/_])(?:total|totals|count|counts|balance|pool|volume|supply|rank|registered|agents|users|claims|bets|games)(?:_|$)/;

/** Fields that are the same for all agents. */
const commonField = /\/pool(?:_|$)/;

interface Asked {
  readonly call: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly query?: Readonly<Record<string, string>> | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
  };
}

/** Follows the totals of responses that need no key: those of one agent begin with the agent. */
export class ExistingTotals {
  readonly #offsets = new Map<string, number>();

  /**
   * True if the difference is that of the first response with this total. `apart`: by how much a total of all agents may differ besides,
   * because other agents' requests came in another order.
   */
  explains(
    { call, request }: Asked,
    { kind, field, recorded, live }: Difference,
    apart = (): number => 0,
  ): boolean {
    const isRead = request.method === 'GET' || request.path.endsWith('/mcp');
    if (kind !== 'amount' || !isRead) return false;
    if (!(carriesKey(request.headers) ? commonField : totalField).test(field)) return false;
    const [before, now] = [numberIn(recorded), numberIn(live)];
    if (before === undefined || now === undefined) return false;
    const key = JSON.stringify([call, request.path, request.query, field]);
    const offset = this.#offsets.get(key);
    const slack = commonField.test(field) ? apart() : 0;
    if (slack > 0) return Math.abs(now - before - (offset ?? 0)) <= slack || offset === undefined;
    if (offset === undefined) this.#offsets.set(key, now - before);
    return offset === undefined || Math.abs(now - before - offset) < 1e-9 * Math.max(1, Math.abs(offset));
  }
}

/** The number in a displayed value, which is JSON. */
function numberIn(shownText: string): number | undefined {
  const text = shownText.replaceAll('"', '');
  return isDecimal(text) ? Number(text) : undefined;
}
