/**
 * Fields that the documents do not name: another deployment may have other names for them, or mean something else. They
 * are compared where the target shows that it means the same, by agreeing in most responses of a call.
 */
import { isNamedField, type FieldNames } from '../names/field-names.ts';
import type { Difference } from './difference.ts';
import { isDocumented } from '../../../platform/world/documented-fields.ts';

/** What was seen of the fields of each call, as data that can be sent to another thread. */
export interface FieldCounts {
  /** Compared responses by call. */
  readonly responses: Map<string, number>;
  /** Responses in which a field differed, by call and field. */
  readonly differing: Map<string, number>;
}

/** Counts agreement by call and field. Add every compared response, then ask. */
export class OwnFields {
  readonly counts: FieldCounts;
  readonly #names: FieldNames | undefined;

  /** `names` are the target's: a field that has one there is compared as if the documents named it. */
  constructor(names?: FieldNames) {
    this.counts = { responses: new Map(), differing: new Map() };
    this.#names = names;
  }

  /** Adds a response of which both sides had the same status; `fields` differed. */
  add(call: string, fields: Iterable<string>): void {
    increase(this.counts.responses, call, 1);
    for (const field of new Set(fields)) increase(this.counts.differing, keyOf(call, field), 1);
  }

  merge({ responses, differing }: FieldCounts): void {
    for (const [call, count] of responses) increase(this.counts.responses, call, count);
    for (const [key, count] of differing) increase(this.counts.differing, key, count);
  }

  /** True for a field that only we name so, and that the target does not have under that name, or does not mean as we do. */
  isTheirs(call: string, { kind, field }: Pick<Difference, 'kind' | 'field'>): boolean {
    // Which thing a name means is told by the documents' own fields.
    if (kind === 'id' || isDocumented(call, field)) return false;
    // An item of a list, which the ids in it have told.
    if (field.endsWith('/*')) return false;
    if (kind === 'shape') return true;
    if (isNamedField(this.#names, call, field)) return false;
    const differing = this.counts.differing.get(keyOf(call, field)) ?? 0;
    return differing * 2 > (this.counts.responses.get(call) ?? 0);
  }
}

const keyOf = (call: string, field: string): string => `${call} ${field}`;

function increase(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
