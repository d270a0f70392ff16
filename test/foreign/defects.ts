/** The list of defects that a foreign deployment has, and what a client sees of one. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { valueAt, type ForeignAnswer, type ForeignCall } from './calls.ts';

/** A row of a defects.json. */
export interface Defect {
  readonly name: string;
  readonly says: string;
  /** Method and path of the call, and its field: `status`, `header NAME` or a JSON pointer. */
  readonly operation: string;
  readonly field: string;
  readonly calls: readonly ForeignCall[];
}

/** The defects of one deployment: `go` or `python`. */
export const defectsOf = (deployment: 'go' | 'python'): readonly Defect[] =>
  JSON.parse(
    readFileSync(new URL(`${deployment}/defects.json`, import.meta.url), 'utf8'),
  ) as readonly Defect[];

/** The field that a defect names, of the last answer, without what differs from run to run. */
export function observed({ field }: Defect, answers: readonly ForeignAnswer[]): unknown {
  const last = answers.at(-1);
  if (last === undefined) throw new Error('a defect without calls');
  if (field === 'status') return last.status;
  if (field === 'header Retry-After') return waitOf(last);
  if (field.startsWith('header ')) return last.headers.get(field.slice('header '.length));
  const value = valueAt(last.body, field);
  if (field.endsWith('_id')) {
    const giver = answers.findIndex(({ body }) => valueAt(body, '/escrow_id') === value);
    return `the id that answer ${giver} gave`;
  }
  if (typeof value !== 'string') return value;
  if (/^[\da-f]{64}$/.test(value)) return seedIn(value, answers);
  if (/^\d{4}-/.test(value)) return instantIn(value, last);
  return value;
}

/** A number of seconds that no limit of a minute exceeds, or what stands there instead. */
function waitOf({ headers }: ForeignAnswer): string | null {
  const value = headers.get('retry-after');
  return Number(value) >= 1 && Number(value) <= 60 ? 'a part of a minute' : value && 'more than a minute';
}

/** Whether a server seed is the one that an earlier bet was committed to. */
function seedIn(value: string, answers: readonly ForeignAnswer[]): string {
  const commitment = createHash('sha256').update(value).digest('hex');
  const giver = answers.findIndex(({ body }) => valueAt(body, '/seed') === commitment);
  return giver < 0 ? 'a seed without a commitment' : `the seed that answer ${giver} was committed to`;
}

function instantIn(value: string, { headers }: ForeignAnswer): string {
  if (!/T.*(?:Z|[+-]\d\d:\d\d)$/.test(value)) return 'an instant that is no RFC 3339';
  const hours = (Date.parse(value) - Date.parse(headers.get('date') ?? '')) / 3_600_000;
  return `an instant ${Math.round(hours)} hours after the answer`;
}
