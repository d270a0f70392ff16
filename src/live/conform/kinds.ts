/** The subject of a difference, as a keyword and as a sentence. */
import type { Difference } from '../traffic/compare/difference.ts';

/** The keywords of a cause's `subject` in the result. */
export const subjects = [
  'header',
  'limit',
  'order of checks',
  'refusal',
  'acceptance',
  'status',
  'code',
  'schema',
  'amount',
  'time',
  'identity',
  'order',
  'state',
  'no answer',
] as const;
/** One of `subjects`. */
export type Subject = (typeof subjects)[number];

const statusIn = (text: string): number => Number.parseInt(text, 10);

/** The subject of a difference. `order of checks` means that both sides refuse, with different statuses. */
export function subjectOf(difference: Difference): Subject {
  const { kind, field, recorded, live } = difference;
  if (kind === 'failed' || kind === 'unsent') return 'no answer';
  if (/^header (x-ratelimit|retry-after)/.test(field)) return 'limit';
  if (field.startsWith('header ')) return 'header';
  if (kind === 'status') return subjectOfStatus(statusIn(recorded), statusIn(live));
  if (kind === 'code') return 'code';
  if (kind === 'shape') return 'schema';
  if (kind === 'id') return 'identity';
  if (kind === 'amount' || kind === 'time' || kind === 'order') return kind;
  return 'state';
}

function subjectOfStatus(model: number, live: number): Subject {
  if (model === 429 || live === 429) return 'limit';
  if (model >= 400 && live >= 400) return 'order of checks';
  if (live >= 400) return 'refusal';
  return model >= 400 ? 'acceptance' : 'status';
}

/** One sentence that states the target's value and that of the model, or of a recording. */
export function sentenceOf(
  call: string,
  difference: Difference,
  other: 'model' | 'recording' = 'model',
): string {
  const { kind, field, recorded, live } = difference;
  const what = call === '' ? 'a path that leads nowhere' : call;
  if (kind === 'failed') return `${what}: no answer (${live}); the ${other} answers ${recorded}`;
  if (kind === 'unsent') return `${what}: was not sent (${live}); the ${other} answers ${recorded}`;
  if (kind === 'status') return `${what}: the target answers ${live}, the ${other} ${recorded}`;
  if (recorded === 'nothing')
    return `${what}: the target answers ${field} ${live}, the ${other} has no such field`;
  if (live === 'nothing') return `${what}: the target answers no ${field}, the ${other} says ${recorded}`;
  return `${what}: ${field} is ${live}, the ${other} says ${recorded}`;
}
