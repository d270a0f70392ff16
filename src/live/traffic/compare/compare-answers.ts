/**
 * Compares a live response with the recorded one: status, code, shape, amounts and every other value. Ids are
 * compared through references: an id from an earlier response must be the id that the target issued there. A newly
 * issued id only needs the same format.
 */
import { redacted } from '../../../core/http/secrets/names.ts';
import { parseInstant } from '../../../core/base/time.ts';
import { expand } from '../../../simulation/trace/references.ts';
import { shown, type Difference, type DifferenceKind } from './difference.ts';

/** One side of a comparison: the status and the parsed body. */
export interface Compared {
  readonly status: number;
  /** Undefined where the body is no JSON. */
  readonly body: unknown;
}

/** Maps recorded ids to those of the target, for the comparison of one response. */
export interface Correlation {
  /** The value that the target issued at that field of the response to record `n`; undefined if there is none. */
  valueOf(n: number, pointer: string): string | undefined;
  /** True for a value that the request itself contained. */
  isOwn(value: string): boolean;
  /** The value as a report may show it, without secrets. */
  clean(value: unknown, field: string): unknown;
}

/** Differences reported for one response. */
const differencesMax = 50;

/**
 * The differences of a live response, at most 50. A different status is the only difference reported for its
 * response. Redacted values match every non-empty text.
 */
export function compareAnswers(recorded: Compared, live: Compared, correlation: Correlation): Difference[] {
  if (recorded.status !== live.status) {
    return [
      {
        kind: 'status',
        field: '',
        recorded: `${recorded.status}${codeOf(recorded.body)}`,
        live: `${live.status}${codeOf(live.body)}`,
      },
    ];
  }
  const comparison = new Comparison(correlation);
  comparison.compare(recorded.body, live.body, '');
  return comparison.found;
}

/** Equal primitive values without a reference. */
function isPlainlySame(recorded: unknown, live: unknown): boolean {
  if (recorded !== live) return false;
  return typeof recorded === 'string'
    ? !recorded.includes('$')
    : typeof recorded !== 'object' || recorded === null;
}

function codeOf(body: unknown): string {
  const code = (body as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? ` ${code}` : '';
}

class Comparison {
  readonly found: Difference[] = [];
  readonly #correlation: Correlation;

  constructor(correlation: Correlation) {
    this.#correlation = correlation;
  }

  compare(recorded: unknown, live: unknown, field: string): void {
    if (typeof recorded === 'string') this.#compareText(recorded, live, field);
    else if (Array.isArray(recorded)) this.#compareLists(recorded, live, field);
    else if (typeof recorded === 'object' && recorded !== null) {
      this.#compareMaps(recorded as Record<string, unknown>, live, field);
    } else if (recorded !== live) this.#add(kindOf(recorded, live, field), field, recorded, live);
  }

  #compareText(recorded: string, live: unknown, field: string): void {
    if (typeof live !== 'string') {
      this.#add('shape', field, recorded, live);
      return;
    }
    if (recorded === live && !recorded.includes('$')) return;
    if (recorded === redacted) {
      if (live === '') this.#add('shape', field, recorded, live);
      return;
    }
    const expected = expand(recorded, (n, pointer) => this.#correlation.valueOf(n, pointer));
    if (expected === live) return;
    if (expected === undefined) this.#add('id', field, recorded, live);
    else if (recorded.includes('${')) {
      if (!isSameButForNew(recorded, expected, live)) this.#add('id', field, recorded, live);
    } else if (!this.#isNewOfKind(expected, live) && !this.#isSameSentence(expected, live))
      this.#add(kindOf(expected, live, field), field, expected, live);
  }

  /** Both issued a new value of the same format, alone or (below) within a sentence. */
  #isNewOfKind(recorded: string, live: string): boolean {
    const format = issuedFormats.find((candidate) => candidate.test(recorded));
    if (format === undefined || !format.test(live) || this.#correlation.isOwn(recorded)) return false;
    const [prefix] = recorded.split('_', 1);
    return prefix === recorded || live.startsWith(`${prefix}_`);
  }

  #isSameSentence(recorded: string, live: string): boolean {
    const plain = (text: string): string =>
      text.replaceAll(idInText, (id, prefix: string) => (this.#correlation.isOwn(id) ? id : `${prefix}_`));
    return plain(recorded) === plain(live);
  }

  #compareLists(recorded: readonly unknown[], live: unknown, field: string): void {
    if (!Array.isArray(live)) {
      this.#add('shape', field, recorded, live);
      return;
    }
    if (recorded.length !== live.length) {
      this.#add('shape', field, `${recorded.length} items`, `${live.length} items`);
      return;
    }
    for (let index = 0; index < recorded.length; index++) {
      this.compare(recorded[index], live[index], `${field}/*`);
    }
  }

  #compareMaps(recorded: Readonly<Record<string, unknown>>, live: unknown, field: string): void {
    if (typeof live !== 'object' || live === null || Array.isArray(live)) {
      this.#add('shape', field, recorded, live);
      return;
    }
    const other = live as Record<string, unknown>;
    let sharedCount = 0;
    for (const name of Object.keys(recorded)) {
      const [one, two] = [recorded[name], other[name]];
      // Most fields are equal: the pointer is built only for those that are not.
      if (Object.hasOwn(other, name)) {
        sharedCount += 1;
        if (!isPlainlySame(one, two)) this.compare(one, two, `${field}/${name}`);
      } else this.#add('shape', `${field}/${name}`, one, undefined);
    }
    const names = Object.keys(other);
    if (names.length === sharedCount) return;
    for (const name of names) {
      if (!Object.hasOwn(recorded, name)) this.#add('shape', `${field}/${name}`, undefined, other[name]);
    }
  }

  #add(kind: DifferenceKind, field: string, recorded: unknown, live: unknown): void {
    if (this.found.length >= differencesMax) return;
    const [one, two] = [recorded, live].map((value) => shown(this.#correlation.clean(value, field)));
    this.found.push({ kind, field, recorded: one ?? '', live: two ?? '' });
  }
}

/**
 * Formats of issued values: the same prefix and length, or the same alphabet. No price or instant matches one, so a
 * difference in these is never taken for a new id.
 */
const issuedFormats: readonly RegExp[] = [
  /^[a-z]{2,12}_[a-z2-7]{16}$/,
  /^sk_live_[a-z2-7]{32}$/,
  /^ref_[0-9a-f]{16}$/,
  /^agent_\d+$/,
  /^0x[0-9a-fA-F]{40}$/,
  /^0x[0-9a-f]{64}$/,
  /^[0-9a-f]{64}$/,
  /^bc1[02-9ac-hj-np-z]{20,}$/,
  /^[1-9A-HJ-NP-Za-km-z]{32,106}$/,
];

/**
 * A text with references may also contain a newly issued value, as JSON within a text does: another of the same kind
 * may stand in its place. Resolved references have to be equal.
 */
function isSameButForNew(recorded: string, expected: string, live: string): boolean {
  const [plain, other] = [expected, live].map((text) => text.split(issuedInText));
  if (plain === undefined || other === undefined || plain.length === 1) return false;
  return (
    plain.length === other.length &&
    plain.every((part, index) => {
      const [one, two] = [part, other[index] ?? ''];
      if (one === two) return true;
      return (
        index % 2 === 1 &&
        recorded.includes(one) &&
        one.length === two.length &&
        prefixOf(one) === prefixOf(two)
      );
    })
  );
}

/** One group around the whole, so that every second part of a split is an issued value. */
const issuedInText = /\b([a-z]{2,12}_[a-z2-7]{16}|0x[0-9a-f]{64})\b/;
const prefixOf = (id: string): string => (id.startsWith('0x') ? '0x' : (id.split('_', 1)[0] ?? ''));

const idInText = /\b([a-z]{2,12})_[a-z2-7]{16}\b/g;

const amountFormat = /^-?\d+(\.\d+)?$/;

const isInstant = (text: string): boolean => parseInstant(text) !== undefined;

function kindOf(recorded: unknown, live: unknown, field: string): DifferenceKind {
  if (typeof recorded !== typeof live) return 'shape';
  if (field === '/code') return 'code';
  if (typeof recorded === 'number') return 'amount';
  if (typeof recorded !== 'string' || typeof live !== 'string') return 'value';
  if (isInstant(recorded) && isInstant(live)) return 'time';
  return amountFormat.test(recorded) && amountFormat.test(live) ? 'amount' : 'value';
}
