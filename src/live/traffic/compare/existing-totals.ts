/**
 * Totals that count what was in a target before: a pool's balance, the number of agents. They are compared as changes:
 * the difference to the recording has to stay what it was at first.
 */
import { carriesKey } from '../http/carries-key.ts';
import { isDecimal } from './forms.ts';
import type { Difference } from './difference.ts';
import type { SumRange } from './total-order.ts';

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

const inOrder: SumRange = { least: 0, most: 0 };

/** Follows the totals of responses that need no key: those of one agent begin with the agent. */
export class ExistingTotals {
  /** Between which differences each total can have begun. */
  readonly #begun = new Map<string, SumRange>();

  /**
   * True if the difference follows from what the total was before the run, which its first difference says. `apart`: by how much a total
   * of all agents may differ besides, because other agents' requests came in another order.
   */
  explains(
    { call, request }: Asked,
    { kind, field, recorded, live }: Difference,
    apart = (): SumRange => inOrder,
  ): boolean {
    const isRead = request.method === 'GET' || request.path.endsWith('/mcp');
    if (kind !== 'amount' || !isRead) return false;
    if (!(carriesKey(request.headers) ? commonField : totalField).test(field)) return false;
    const [before, now] = [numberIn(recorded), numberIn(live)];
    if (before === undefined || now === undefined) return false;
    const key = JSON.stringify([call, request.path, request.query, field]);
    const { least, most } = commonField.test(field) ? apart() : inOrder;
    const seen = { least: now - before - most, most: now - before - least };
    const begun = this.#begun.get(key);
    const both = begun === undefined ? seen : inBoth(begun, seen);
    if (both !== undefined) this.#begun.set(key, both);
    return both !== undefined;
  }
}

/** What is in both ranges, but for rounding; undefined where nothing is. */
function inBoth(one: SumRange, other: SumRange): SumRange | undefined {
  const [least, most] = [Math.max(one.least, other.least), Math.min(one.most, other.most)];
  return least <= most + 1e-9 * Math.max(1, Math.abs(most)) ? { least, most } : undefined;
}

/** The number in a displayed value, which is JSON. */
function numberIn(shownText: string): number | undefined {
  const text = shownText.replaceAll('"', '');
  return isDecimal(text) ? Number(text) : undefined;
}
