/**
 * Compares a live response with the recorded one, as a client would: status, code, documented fields, amounts, states,
 * and which ids name the same thing. Ids are compared through references: an id from an earlier response must be the
 * one that the target issued there; a newly issued id may have any form. Wording, additional fields and the form of
 * numbers and instants are no differences.
 */
import { readJson } from '../../../core/base/json-text.ts';
import { redacted } from '../../../core/http/secrets/names.ts';
import { expand, hasReference } from '../../../simulation/trace/references.ts';
import { mapTexts } from '../../../core/base/map-texts.ts';
import { shown, type Difference, type DifferenceKind } from './difference.ts';
import {
  areOpaqueIds,
  isAddress,
  isSameDate,
  isSameDecimal,
  isSameInstant,
  isSameSide,
  isWording,
  kindOf,
  mayCorrespond,
} from './forms.ts';
import type { DecidedRows } from './drawn-states.ts';
import { matchItems, reorderedItems } from './match-items.ts';
import { isLackingIn, pairedUnnamed } from './unnamed-items.ts';
import { isNamed, isWithin, noRules, type CompareRules, type HiddenBy } from './rules.ts';

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
  /** True for a field of the response to record `n` that the documents do not name and the target does not have. */
  isLacking?(n: number, pointer: string): boolean;
  /** The value as a report may show it, without secrets. */
  clean(value: unknown, field: string): unknown;
  /** A live text in the names of the recording. */
  asRecorded?(live: string): string;
  /** True for live data that this run did not cause. */
  isExisting?(live: unknown): boolean;
  /** Notes a newly issued id; false if the target has issued the same one for something else. */
  isNew?(recorded: string, live: string, field: string): boolean;
  /** True for a field in which each deployment describes itself. */
  isProse?(field: string): boolean;
  /** Called for each difference that a rule hides. */
  hidden?(rule: HiddenBy, field: string): void;
  readonly rules?: CompareRules;
  /** What a market or a network decides in the objects of this response. */
  readonly decided?: DecidedRows | undefined;
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
  readonly #rules: CompareRules;

  constructor(correlation: Correlation) {
    this.#correlation = correlation;
    this.#rules = correlation.rules ?? noRules;
  }

  compare(recorded: unknown, live: unknown, field: string): void {
    if (live !== null && this.#correlation.isProse?.(field) === true)
      this.#correlation.hidden?.('wording', field);
    else if (typeof recorded === 'string') this.#compareText(recorded, live, field);
    else if (Array.isArray(recorded)) this.#compareLists(recorded, live, field);
    else if (typeof recorded === 'object' && recorded !== null) {
      this.#compareMaps(recorded as Record<string, unknown>, live, field);
    } else if (recorded !== live) this.#add(kindOf(recorded, live, field), field, recorded, live);
  }

  #compareText(recorded: string, answered: unknown, field: string): void {
    // Ids may be numbers: the texts of both are compared.
    const isNumberedId =
      typeof answered === 'number' && (recorded.startsWith('${') || mayCorrespond(recorded, '0'));
    const live = isNumberedId ? String(answered) : answered;
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
    const plain = this.#correlation.asRecorded?.(live) ?? live;
    if (expected === plain) return;
    if (expected !== undefined && this.#compareJson(expected, plain, field)) return;
    if (expected === undefined && this.#isLacking(recorded))
      this.#correlation.hidden?.('undocumented', field);
    else if (expected === undefined) this.#add('id', field, recorded, live);
    else if (recorded.includes('${')) {
      if (isSameButForNew(recorded, expected, plain)) return;
      if (/^\$\{[^}]*\}$/.test(recorded) || !isWording(field, expected, plain))
        this.#add('id', field, recorded, live);
      else this.#correlation.hidden?.('wording', field);
    } else this.#comparePlain(expected, { live: plain, isOurs: plain !== live }, field);
  }

  /** A text that is a JSON object, as in the result of an MCP tool, is compared as such; false for any other. */
  #compareJson(expected: string, live: string, field: string): boolean {
    if (!expected.startsWith('{') || !live.startsWith('{')) return false;
    const [one, two] = [readJson(expected), readJson(live)];
    if (one === undefined || two === undefined) return false;
    // References are resolved: a dollar is a dollar.
    this.compare(
      mapTexts(one, (text) => text.replaceAll('$', () => '$$')),
      two,
      field,
    );
    return true;
  }

  /** True if the text refers to a value that the target may have given out under a name that is not known. */
  readonly #isLacking = (recorded: string): boolean =>
    isLackingIn(recorded, (n, pointer) => this.#correlation.isLacking?.(n, pointer) === true);

  /** Texts without a reference. `isOurs` is true for a name of this run, which the target has not given out. */
  #comparePlain(expected: string, { live, isOurs }: { live: string; isOurs: boolean }, field: string): void {
    const isOwn = this.#correlation.isOwn(expected);
    const isOpaque = !isOurs && areOpaqueIds(field, expected, live);
    if (!isOwn && (isOpaque || mayCorrespond(expected, live))) {
      if (this.#correlation.isNew?.(expected, live, field) === false)
        this.#add('id', field, 'something new', live);
    } else if (!isOwn && isWording(field, expected, live)) this.#correlation.hidden?.('wording', field);
    else if (isAddress(expected) && isAddress(live)) this.#correlation.hidden?.('address', field);
    else if (
      !isSameDecimal(expected, live) &&
      !isSameInstant(expected, live) &&
      !isSameDate(expected, live, field) &&
      !isSameSide(expected, live, field)
    ) {
      this.#add(kindOf(expected, live, field), field, expected, live);
    }
  }

  #compareLists(recorded: readonly unknown[], live: unknown, field: string): void {
    if (!Array.isArray(live)) {
      this.#add('shape', field, recorded, live);
      return;
    }
    const matched = matchItems(recorded, live, {
      resolve: (text) => expand(text, (n, pointer) => this.#correlation.valueOf(n, pointer)),
      isLacking: this.#isLacking,
    });
    if (matched !== undefined && matched.pairs.length > 0) this.#compareMatched(matched, field);
    else this.#compareByPosition(recorded, live, field);
  }

  #compareMatched(
    { pairs, missing, unnamed, extra, isInOrder }: NonNullable<ReturnType<typeof matchItems>>,
    field: string,
  ): void {
    const isKnown = (item: unknown): boolean => this.#correlation.isExisting?.(item) === false;
    const unknown = extra.filter((item) => !isKnown(item));
    const byPosition = pairedUnnamed(unnamed, unknown);
    for (const each of [...pairs, ...byPosition.pairs]) this.compare(each.recorded, each.live, `${field}/*`);
    for (const item of [...missing, ...byPosition.lost]) this.#add('shape', `${field}/*`, item, undefined);
    for (const item of [...extra.filter(isKnown), ...unknown.slice(unnamed.length)]) {
      if (this.#correlation.isExisting?.(item) === true) this.#correlation.hidden?.('existing', `${field}/*`);
      else this.#add('shape', `${field}/*`, undefined, item);
    }
    if (!isInOrder) this.#addOrder(field);
  }

  #addOrder(field: string): void {
    if (isNamed(field, this.#rules.unordered)) this.#correlation.hidden?.('unordered', field);
    else this.#add('order', field, 'items in this order', 'the same items in another order');
  }

  #compareByPosition(recorded: readonly unknown[], all: readonly unknown[], field: string): void {
    const isNew = (item: unknown): boolean => this.#correlation.isExisting?.(item) !== true;
    const live = all.length === recorded.length ? all : all.filter(isNew);
    if (live.length < all.length) this.#correlation.hidden?.('existing', `${field}/*`);
    if (recorded.length !== live.length) {
      this.#add('shape', field, `${recorded.length} items`, `${live.length} items`);
      return;
    }
    const reordered = reorderedItems(recorded, live, (text) => this.#correlation.asRecorded?.(text) ?? text);
    if (reordered !== undefined) this.#addOrder(field);
    const items = reordered ?? live;
    for (let index = 0; index < recorded.length; index++)
      this.compare(recorded[index], items[index], `${field}/*`);
  }

  #compareMaps(recorded: Readonly<Record<string, unknown>>, live: unknown, field: string): void {
    if (typeof live !== 'object' || live === null || Array.isArray(live)) {
      this.#add('shape', field, recorded, live);
      return;
    }
    const other = live as Record<string, unknown>;
    const { decided } = this.#correlation;
    const isAnother = (name: string): boolean => this.#isAnother(recorded[name], other[name]);
    const fields = decided?.fieldsOf(recorded, other, { field, isAnother }) ?? [];
    let sharedCount = 0;
    for (const name of Object.keys(recorded)) {
      const before = this.found.length;
      const [one, two] = [recorded[name], other[name]];
      // Most fields are equal: the pointer is built only for those that are not.
      if (Object.hasOwn(other, name)) {
        sharedCount += 1;
        if (!isPlainlySame(one, two)) this.compare(one, two, `${field}/${name}`);
      } else this.#add('shape', `${field}/${name}`, one, undefined);
      if (fields.includes(name)) for (const each of this.found.slice(before)) decided?.add(each);
    }
    if (Object.keys(other).length === sharedCount) return;
    for (const name of Object.keys(other)) {
      if (!Object.hasOwn(recorded, name)) this.#correlation.hidden?.('extra field', `${field}/${name}`);
    }
  }

  /** True if the recorded value refers to something that has another name at the target than this. */
  #isAnother(recorded: unknown, live: unknown): boolean {
    if (typeof recorded !== 'string' || !hasReference(recorded)) return false;
    const name = expand(recorded, (n, pointer) => this.#correlation.valueOf(n, pointer));
    return name !== undefined && name !== live;
  }

  #add(kind: DifferenceKind, field: string, recorded: unknown, live: unknown): void {
    if (isNamed(field, this.#rules.ignore)) this.#correlation.hidden?.('ignore', field);
    else if (isWithin(recorded, live, field, this.#rules)) this.#correlation.hidden?.('tolerance', field);
    else if (this.found.length < differencesMax) {
      const [one, two] = [recorded, live].map((value) => shown(this.#correlation.clean(value, field)));
      this.found.push({ kind, field, recorded: one ?? '', live: two ?? '' });
    }
  }
}

/**
 * A text with references may also contain a newly issued value, as JSON within a text does: another of the same kind
 * may stand in its place. Resolved references have to be equal.
 */
function isSameButForNew(recorded: string, expected: string, live: string): boolean {
  const [plain, other] = [expected.split(issuedInText), live.split(issuedInText)];
  if (plain.length === 1) return false;
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
