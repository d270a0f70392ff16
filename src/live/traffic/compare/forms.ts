/** Forms of values in responses: ids that one side issued, decimal texts, instants, sentences. */
import { withoutEnding } from '../../../core/base/digits.ts';
import { dayMs, parseInstant } from '../../../core/base/time.ts';
import type { DifferenceKind } from './difference.ts';

/** Orrery's own forms of ids and keys. Another deployment has others, so that any id may stand in their place. */
const ownForms: readonly RegExp[] = [
  /^[a-z]{2,12}_[a-z2-7]{16}$/,
  /^sk_live_[a-z2-7]{32}$/,
  /^ref_[0-9a-f]{16}$/,
  /^agent_\d+$/,
];

/** Forms that chains and hash functions define: only the same form may stand in their place. */
const standardForms: readonly RegExp[] = [
  /^0x[0-9a-fA-F]{40}$/,
  /^0x[0-9a-f]{64}$/,
  /^[0-9a-f]{64}$/,
  /^bc1[02-9ac-hj-np-z]{20,}$/,
  /^[1-9A-HJ-NP-Za-km-z]{32,106}$/,
];

/** An id of any deployment: one word of at most 512 characters. */
const idForm = /^[^\s\p{Cc}]{1,512}$/u;

/**
 * True if both values were issued at the same place of corresponding responses, and may be two names of one thing.
 * Two ids of Orrery's own form must have the same prefix, such as `esc_`.
 */
export function mayCorrespond(recorded: string, live: string): boolean {
  const standard = standardForms.find((form) => form.test(recorded));
  if (standard !== undefined && !ownForms.some((form) => form.test(recorded))) return standard.test(live);
  if (!ownForms.some((form) => form.test(recorded)) || !idForm.test(live)) return false;
  return !ownForms.some((form) => form.test(live)) || prefixOf(recorded) === prefixOf(live);
}

/** Names of fields that hold ids. */
const idField = /(?:^|[/_])(?:id|key|hash|address|token|cursor|signature)$/;
export const isIdField = (name: string): boolean => idField.test(name);

/** An id that cannot be mistaken for a word: eight characters at least, digits among them. */
const opaqueForm = /^[\w.~+/=-]{8,512}$/;

/** True if both may be ids of other deployments than Orrery's: a trace may be recorded from any of them. */
export const areOpaqueIds = (field: string, recorded: string, live: string): boolean =>
  isIdField(field) && [recorded, live].every((text) => opaqueForm.test(text) && /\d/.test(text));

const prefixOf = (id: string): string => id.slice(0, id.lastIndexOf('_'));

const decimalForm = /^-?\d+(\.\d+)?$/;

/** True for a decimal number as text, such as `-1.50`. */
export const isDecimal = (text: string): boolean => decimalForm.test(text);

/** True for decimal texts of equal value, such as `1.5` and `1.500`. Any number of digits. */
export const isSameDecimal = (one: string, other: string): boolean =>
  isDecimal(one) && isDecimal(other) && plainDecimal(one) === plainDecimal(other);

function plainDecimal(text: string): string {
  const [whole = '', decimals = ''] = text.replace('-', '').split('.');
  const [start, end] = [whole.replace(/^0+/, '') || '0', withoutEnding(decimals, '0')];
  const plain = end === '' ? start : `${start}.${end}`;
  return text.startsWith('-') && plain !== '0' ? `-${plain}` : plain;
}

/** True for two instants in RFC 3339 at the same millisecond, whatever their offsets and decimals. */
export function isSameInstant(one: string, other: string): boolean {
  const oneMs = parseInstant(one);
  return oneMs !== undefined && oneMs === parseInstant(other);
}

/** The field that the documents call a date, while the model has an instant (gap N3). */
const dateField = /(?:^|\/)expires$/;
const dateForm = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The time that a text names, as milliseconds since the epoch: an instant in RFC 3339, or in a field that may be one, a whole
 * day in UTC. Undefined for any other text.
 */
export function timeSpan(text: string, field: string): { fromMs: number; toMs: number } | undefined {
  const instantMs = parseInstant(text);
  if (instantMs !== undefined) return { fromMs: instantMs, toMs: instantMs };
  if (!dateField.test(field) || !dateForm.test(text)) return undefined;
  const fromMs = parseInstant(`${text}T00:00:00Z`);
  return fromMs === undefined ? undefined : { fromMs, toMs: fromMs + dayMs - 1 };
}

/** True for a date and an instant of that day, in a field that may be a date. */
export function isSameDate(one: string, other: string, field: string): boolean {
  const [first, second] = [timeSpan(one, field), timeSpan(other, field)];
  if (first === undefined || second === undefined) return false;
  const hasDate = first.toMs > first.fromMs || second.toMs > second.fromMs;
  return hasDate && first.fromMs <= second.toMs && second.fromMs <= first.toMs;
}

/** The side of a position, which the documents name in each style of orders alone (gaps T2, T9). */
const sideOfPosition = /^\/positions\/\*\/side$/;
const sideNames: readonly (readonly string[])[] = [
  ['buy', 'long'],
  ['sell', 'short'],
];

/** True for two names of one side of a position. */
export const isSameSide = (one: string, other: string, field: string): boolean =>
  sideOfPosition.test(field) && sideNames.some((names) => names.includes(one) && names.includes(other));

/** Fields that hold text for people: no client may depend on its wording. */
const wordingField = /(?:^|\/)(?:error|message|detail|details|hint|note|reason|description|warning)$/;

/** True if both are text for people: the field is one for that, or both are sentences. */
export function isWording(field: string, recorded: string, live: string): boolean {
  if (live === '') return false;
  return wordingField.test(field) ? isSentence(recorded) : isSentence(recorded) && isSentence(live);
}

/** Three words at least. */
const isSentence = (text: string): boolean => text.split(/\s+/).length >= 3;

/** What differs where two values of one field differ. */
export function kindOf(recorded: unknown, live: unknown, field: string): DifferenceKind {
  if (typeof recorded !== typeof live) return 'shape';
  if (field === '/code') return 'code';
  if (typeof recorded === 'number') return 'amount';
  if (typeof recorded !== 'string' || typeof live !== 'string') return 'value';
  if (timeSpan(recorded, field) !== undefined) return timeSpan(live, field) === undefined ? 'shape' : 'time';
  return isDecimal(recorded) && isDecimal(live) ? 'amount' : 'value';
}

/** True for the address of a page or service: each deployment has other ones. */
export const isAddress = (text: string): boolean => /^https?:\/\/[^\s/?#]+/.test(text) && URL.canParse(text);
