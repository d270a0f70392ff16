/**
 * Holds what a route publishes (the schemas from which the OpenAPI document comes) against what the oracle knows of it: exactly the
 * declared fields of its answer, and the documented forms of its request.
 */
import type { RunHooks } from '../../simulation/scenario/run.ts';
import { formNameOf } from '../oracle/facts/forms.ts';
import { declaredFields } from '../oracle/fields/declared-fields.ts';
import { pathsOf } from './answer-fields.ts';
import { unlikeForms } from './published-forms.ts';

/** A route of a run. */
export type WatchedRoute = NonNullable<Parameters<NonNullable<RunHooks['onEvent']>>[0]['exchange']['route']>;

const declared = declaredFields();

/** By call, the paths of its answer. */
const pathsByCall = new Map<string, Set<string>>();
for (const field of declared.keys()) {
  const [call = '', path = ''] = field.split(/ (?=\/)/);
  pathsByCall.set(call, (pathsByCall.get(call) ?? new Set()).add(path));
}

/** Calls of several routes, each of which publishes a part. */
const several: readonly string[] = ['casino/A/bet', 'casino/A/verifyBet'];

const mistakes = new WeakMap<object, { readonly wrong: string | undefined }>();

/**
 * What is wrong with the schemas of a route themselves: worked out once for each. Forms depend on policies: `hasPolicies` where one has
 * another value than the profile's.
 */
export function publishedMistake(route: WatchedRoute, hasPolicies: boolean): string | undefined {
  const { service, style, row, binding, method } = route;
  if (row.transport !== undefined) return undefined;
  const call = `${service}/${style}/${row.operation}`;
  const { answer } = binding;
  const wrong =
    answer === undefined ? undefined : once(answer, () => undeclared(call, answer) ?? wordlessIn(answer, ''));
  const request = method === 'GET' ? route.query : route.body;
  const name = formNameOf({ service, style, operation: row.operation, path: route.template, method });
  if (wrong !== undefined || hasPolicies || request === undefined || name === undefined) return wrong;
  return once(request, () => wordlessIn(request, '') ?? unlikeForms(request, name, method === 'GET'));
}

/** Each schema belongs to one call. */
function once(schema: object, find: () => string | undefined): string | undefined {
  let known = mistakes.get(schema);
  if (known === undefined) mistakes.set(schema, (known = { wrong: find() }));
  return known.wrong;
}

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

/** What JSON Schema knows. */
const types: readonly string[] = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

/** The first list of words, below a schema, in which one has no letter or digit, or stands twice; undefined for none. */
function wordlessIn(schema: unknown, path: string): string | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined;
  const { enum: words, const: word, type } = schema as { enum?: unknown; const?: unknown; type?: unknown };
  if (typeof type === 'string' && !types.includes(type))
    return `it publishes ${JSON.stringify(type)} as the type of ${path || 'the whole'}`;
  const listed = Array.isArray(words) ? (words as readonly unknown[]) : [word];
  const isWordless = listed.some((each) => typeof each === 'string' && !/[A-Za-z0-9]/.test(each));
  if (isWordless || new Set(listed).size < listed.length)
    return `it publishes ${JSON.stringify(listed)} as words of ${path || 'the whole'}`;
  for (const [name, part] of Object.entries(schema)) {
    const wrong = wordlessIn(part, `${path}/${name}`);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}
