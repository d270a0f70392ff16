/** The same calls as text: bodies as a client may write JSON, and texts that are none (gap X16). */
import type { OperationSource } from '../../../simulation/scenario/schema.ts';
import { confided, withoutBody } from './confided.ts';
import type { Draw } from './draw.ts';

/** How many calls are sent as text, and how many carry values under the names of secrets. */
const textPercent = 5;
const confidedPercent = 2;

/** Some of the operations in another form on the wire; what they mean stays the same, or they are refused. */
export function inWireForms(operations: readonly OperationSource[], draw: Draw): OperationSource[] {
  return operations.map((operation) => {
    if (operation.do.includes('/_sim/')) return operation;
    if (draw.chance(confidedPercent)) return confided(operation, draw);
    return draw.chance(textPercent) ? asText(operation, draw) : operation;
  });
}

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
