/** The same calls as text: bodies as a client may write JSON, and texts that are none (gap X16). */
import type { OperationSource } from '../../../simulation/scenario/schema.ts';
import { confided, withoutBody } from './confided.ts';
import type { Draw } from './draw.ts';

/** How many calls are sent as text, and how many carry values under the names of secrets. */
const textPercent = 5;
const capitalsPercent = 10;
const confidedPercent = 2;

/** Some of the operations in another form on the wire; what they mean stays the same, or they are refused. */
export function inWireForms(operations: readonly OperationSource[], draw: Draw): OperationSource[] {
  return operations.map((operation) => {
    if (operation.do.includes('/_sim/')) return operation;
    if (draw.chance(confidedPercent)) return confided(operation, draw);
    const sent = draw.chance(capitalsPercent) ? inCapitals(operation) : operation;
    return draw.chance(textPercent) ? asText(sent, draw) : sent;
  });
}

const capitals = (value: unknown): unknown =>
  typeof value === 'string' && /^0x[0-9a-f]{40}$/.test(value) ? `0x${value.slice(2).toUpperCase()}` : value;

/** An address of EVM chains is the same in capitals, which are no checksum of it. */
function inCapitals(operation: OperationSource): OperationSource {
  const { body } = operation;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return operation;
  return { ...operation, body: Object.fromEntries(Object.entries(body).map(([name, value]) => [name, capitals(value)])) };
} // prettier-ignore

function asText(operation: OperationSource, draw: Draw): OperationSource {
  const { body, headers = {}, raw } = operation;
  if (raw !== undefined || typeof body !== 'object' || body === null) return operation;
  const text = JSON.stringify(body);
  // A reference to a number is one only in a body.
  if (/\$\{[^}]{0,200}\/(?:nonce|cards)/.test(text)) return operation;
  const as = (sent: string): OperationSource => ({ ...withoutBody(operation), raw: sent });
  const under = (type: string): OperationSource => ({
    ...as(text),
    headers: { ...headers, 'content-type': type },
  });
  return draw.pick<() => OperationSource>([
    () => as(text),
    () => as(JSON.stringify(body, null, 2)),
    () => as(` \n\t${text}\r\n`),
    () => as(`{"unknown": [1.5e1, "\\u00e9", {}], ${text.slice(1)}`.replace(', }', '}')),
    () => under('application/json; charset=utf-8'),
    () => under('application/merge-patch+json'),
    () => under('Application/JSON'),
    () => under(draw.pick(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'json'])),
    () => as(draw.pick([text.slice(0, -1), `${text}x`, `[${text}]`, `"${text.length}"`, 'null', '7', 'true'])),
    () => as(''),
  ])();
} // prettier-ignore
