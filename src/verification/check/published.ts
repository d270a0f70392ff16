/**
 * Holds what a route publishes of its answer (the schema from which the OpenAPI document comes) against what the oracle knows
 * of it: exactly the declared fields.
 */
import { declaredFields } from '../oracle/fields/declared-fields.ts';
import { pathsOf } from './answer-fields.ts';

const declared = declaredFields();

/** By call, the paths of its answer. */
const pathsByCall = new Map<string, Set<string>>();
for (const field of declared.keys()) {
  const [call = '', path = ''] = field.split(/ (?=\/)/);
  pathsByCall.set(call, (pathsByCall.get(call) ?? new Set()).add(path));
}

/** Calls of several routes, each of which publishes a part. */
const several: readonly string[] = ['casino/A/bet', 'casino/A/verifyBet'];

/** The first difference between the answer that a call publishes and the one that is declared; undefined for none. */
export function undeclared(call: string, answer: object | undefined): string | undefined {
  const known = pathsByCall.get(call);
  if (known === undefined || answer === undefined) return undefined;
  const published = new Set(pathsOf(answer, ''));
  for (const path of published) if (!known.has(path)) return `it publishes ${path}, which is not declared`;
  if (several.includes(call)) return undefined;
  for (const path of known) if (!published.has(path)) return `it does not publish ${path}`;
  return undefined;
}
