/** A mistake of a behaviour. The kernel ends that process and the run continues. */
import type { Instant } from '../base/time.ts';
import { Effect } from './effects.ts';

/** `unknown-effect` includes effects with invalid arguments. */
export type FindingKind = 'behaviour-threw' | 'unknown-effect' | 'zero-delay-loop' | 'never-yielded';

/** One behaviour's mistake, in one sentence for its author. */
export interface Finding {
  readonly kind: FindingKind;
  readonly agent: string;
  readonly behaviour: string;
  readonly atMs: Instant;
  readonly message: string;
}

const example = "agent.sleep('1s')";
const textLengthMax = 60;

const isObject = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null;

/** A short name for any value: `42`, `"six"`, `a Promise`, `an object with to, amount`. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, textLengthMax));
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return value.name === '' ? 'a function' : `the function ${value.name}`;
  if (!isObject(value)) return String(value);
  if (value instanceof Effect) return `an effect of kind ${describeValue(value.kind)}`;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value['then'] === 'function') return 'a Promise';
  if (typeof value['next'] === 'function') return 'a generator';
  const keys = Object.keys(value).slice(0, 5);
  return keys.length === 0 ? 'an empty object' : `an object with ${keys.join(', ')}`;
}

/** Says what was yielded in place of an effect, and the likely way out. */
export function describeYielded(value: unknown): string {
  const described = `yielded ${describeValue(value)}`;
  if (isObject(value) && typeof value['then'] === 'function') {
    return `${described}; a behaviour never awaits: it yields an effect such as ${example} and gets the answer back`;
  }
  if (isObject(value) && !(value instanceof Effect) && typeof value['next'] === 'function') {
    return `${described}; hand over to another generator with yield*`;
  }
  if (value instanceof Effect) return `${described}; nothing in this run performs that`;
  return `${described}; expected an effect such as ${example}`;
}

/** What a behaviour threw, in one line. */
export const describeThrown = (error: unknown): string =>
  error instanceof Error ? `threw ${error.name}: ${error.message}` : `threw ${describeValue(error)}`;
