/** Which fields of a response the documents name, and which of them are drawn, by call (`service/style/operation`). */
import type { Row } from '../../core/http/route.ts';
import { platformServices } from './platform.ts';

/** Fields of every refusal, and of the response to too many requests (Errors). */
const ofRefusals: ReadonlySet<string> = new Set([
  'error',
  'code',
  'message',
  'limit',
  'window',
  'retry_after_seconds',
  'reset_at',
  'tier',
  'upgrade_url',
]);

/**
 * What a market or a draw decides in any call of a service. Each house draws its own server seeds, and has its own prices and
 * network fees: two platforms never have the same. What such a value leads to, as the latest rows of an account, is among them.
 */
const drawnBy: Readonly<Record<string, readonly string[]>> = {
  casino: 'win payout multiplier result cards hand crash_point win_rate paid recent'.split(' '),
  trading: (
    'mark_price current_price entry_price liquidation_price fill_price fill_qty ' +
    'qty value unrealized_pnl funding funding_rate'
  ).split(' '),
  wallet: 'fee fees fee_usdc amount_out received received_usdc value_usdc usdc_equivalent settled_at'.split(
    ' ',
  ),
};

interface NamedFields {
  readonly documented: ReadonlySet<string>;
  readonly drawn: ReadonlySet<string>;
  readonly prose: ReadonlySet<string>;
}

const byCall: ReadonlyMap<string, NamedFields> = new Map(
  platformServices.flatMap(({ name, routes }) =>
    routes.flatMap(({ rows }) => rows.flatMap((row) => fieldsOf(name, row))),
  ),
);

function fieldsOf(service: string, { operation, styles }: Row): [string, NamedFields][] {
  return Object.entries(styles).map(([style, [, , { documented, drawn = [], prose }]]) => [
    `${service}/${style}/${operation}`,
    {
      documented: new Set(documented),
      drawn: new Set([...drawn, ...(drawnBy[service] ?? [])]),
      prose: new Set(prose),
    },
  ]);
}

/** True if the documents name the field that a JSON pointer ends in. A call without a route has no other fields. */
export function isDocumented(call: string, field: string): boolean {
  const name = nameOf(field);
  if (name === '' || field.startsWith('header ')) return true;
  if (ofRefusals.has(name)) return true;
  // The documents name a field once: one of that name inside it is ours.
  if (field.split('/').indexOf(name) < field.split('/').lastIndexOf(name)) return false;
  return byCall.get(call)?.documented.has(name) ?? true;
}

/** True for the name of an operation, `service/style/operation`. */
export const isOperation = (call: string): boolean => byCall.has(call);

/** The operation of a path of the platform without a query; undefined for a path without a route. */
export function operationAt(method: string, path: string): string | undefined {
  const steps = path.split('/');
  const fitting = templates.filter(
    (each) =>
      each.method === method &&
      each.steps.length === steps.length &&
      each.steps.every((step, index) => step.startsWith(':') || step === steps[index]),
  );
  // A fixed path comes before one with parameters.
  return fitting.toSorted((one, other) => parametersOf(one) - parametersOf(other))[0]?.call;
}

const parametersOf = ({ steps }: { steps: readonly string[] }): number =>
  steps.filter((step) => step.startsWith(':')).length;

const templates = platformServices.flatMap(({ name, prefixes, routes }) =>
  routes.flatMap(({ rows }) =>
    rows.flatMap(({ operation, styles }) =>
      Object.entries(styles).map(([style, [method, path]]) => ({
        call: `${name}/${style}/${operation}`,
        method,
        steps: `${prefixes[style as keyof typeof prefixes] ?? ''}${path}`.split('/'),
      })),
    ),
  ),
);

/** True if a market or a draw decides the value of the field that a JSON pointer ends in, or of one around it. */
export function isDrawn(call: string, field: string): boolean {
  const drawn = byCall.get(call)?.drawn;
  if (drawn === undefined || drawn.size === 0) return false;
  return field.split('/').some((name) => drawn.has(name)) || drawn.has(field.slice(1));
}

/** True if a deployment describes itself in the field that a JSON pointer ends in. */
export const isProse = (call: string, field: string): boolean =>
  byCall.get(call)?.prose.has(nameOf(field)) === true;

const nameOf = (field: string): string => field.split('/').findLast((part) => part !== '*') ?? '';
