/** Records of a name as RFC 1035, RFC 2782 and RFC 8659 have them: what is one, and what a change makes of the others (gap N5). */
import { isIPv4, isIPv6 } from 'node:net';
import { text } from '../case.ts';
import type { Body } from '../exchange.ts';

/** One record; `name` is in lower case. */
export interface ZoneRecord {
  readonly type: string;
  readonly name: string;
  readonly value: string;
  readonly ttl: number;
}

const isLabel = (label: string): boolean =>
  label.length >= 1 && label.length <= 63 && /^[a-z0-9-]+$/i.test(label) && !/^-|-$/.test(label);

/** At least two labels; a final dot is allowed. */
function isHost(host: string): boolean {
  const labels = host.replace(/\.$/, '').split('.');
  return labels.length >= 2 && host.length <= 253 && labels.every(isLabel);
}

const isWord16 = (word: string): boolean => /^(?:0|[1-9]\d{0,4})$/.test(word) && Number(word) <= 65_535;

const values: Readonly<Record<string, (value: string) => boolean>> = {
  A: (value) => isIPv4(value),
  AAAA: (value) => isIPv6(value) && !value.includes('%'),
  CNAME: isHost,
  NS: isHost,
  MX: (value) => isListOf(value, 1),
  SRV: (value) => isListOf(value, 3),
  TXT: (value) => /^[ -~]{1,255}$/.test(value),
  CAA: (value) => /^(?:0|128) (?:issue|issuewild|iodef) "[ !#-~]{0,255}"$/.test(value),
};

/** So many numbers of 16 bits, and a host. */
function isListOf(value: string, count: number): boolean {
  const words = value.split(' ');
  return words.length === count + 1 && words.slice(0, count).every(isWord16) && isHost(words[count] ?? '');
}

/** A place within a name: `@`, or labels of which the first may be `*` and each may begin with `_`. */
function isPlace(type: string, place: string): boolean {
  if (place === '@') return type !== 'CNAME' && type !== 'SRV';
  const labels = place.split('.');
  if (type === 'SRV') return /^_[a-z0-9][a-z0-9-]*\._[a-z]+(?:\.|$)/i.test(place);
  return labels.every(
    (label, index) =>
      (index === 0 && label === '*') || isLabel(label.startsWith('_') ? label.slice(1) : label),
  );
}

/** The most records that a name has. */
const recordsMax = 100;

/** A full name has 253 characters at most (RFC 1035, 2.3.4). */
const isShortEnough = (place: string, domain: unknown): boolean =>
  place === '@' || place.length + 1 + String(domain).length <= 253;

/** True for a change that can be carried out; an empty value takes away what is there. */
export function isRecordChange(body: Body): boolean {
  const { type, name = '@', value } = body;
  if (typeof type !== 'string' || typeof name !== 'string' || typeof value !== 'string') return false;
  if (name === '@' && body['name'] === undefined && (type === 'CNAME' || type === 'SRV')) return false;
  return (
    isPlace(type, name) &&
    isShortEnough(name, body['domain']) &&
    (value === '' || values[type]?.(value) === true)
  );
}

/**
 * What a change does: the result that is answered, and the records afterwards; a CNAME stands alone. `isReplaced` where a
 * place has one record of a type.
 */
export function changed(
  records: readonly ZoneRecord[],
  body: Body,
  isReplaced = false,
): { result: string; records: readonly ZoneRecord[] } | 'CONFLICT' {
  const [type = '', value = ''] = [text(body, 'type'), text(body, 'value')];
  const name = (text(body, 'name') ?? '@').toLowerCase();
  const isSameSet = (record: ZoneRecord): boolean => record.type === type && record.name === name;
  if (value === '') {
    const rest = records.filter((record) => !isSameSet(record));
    return { result: rest.length === records.length ? 'unchanged' : 'removed', records: rest };
  }
  const others = records.filter((record) => record.name === name && record.type !== type);
  if (others.some((record) => type === 'CNAME' || record.type === 'CNAME')) return 'CONFLICT';
  const made = { type, name, value, ttl: Number(body['ttl'] ?? 3600) };
  const before = records.find(
    (record) =>
      isSameSet(record) &&
      (isReplaced || type === 'CNAME' || plain(type, record.value) === plain(type, value)),
  );
  if (before === undefined)
    return records.length < recordsMax ? { result: 'added', records: [...records, made] } : 'CONFLICT';
  const isSame = before.ttl === made.ttl && plain(type, before.value) === plain(type, value);
  return {
    result: isSame ? 'unchanged' : 'updated',
    records: records.map((record) => (record === before ? made : record)),
  };
}

/** Hosts are the same in either case and with or without a final dot; texts are as they were sent. */
const plain = (type: string, value: string): string =>
  type === 'TXT' || type === 'CAA' ? value : value.toLowerCase().replace(/\.$/, '');

/** The same text for the same records, in whatever order. */
export const recordsText = (records: readonly Body[] | readonly ZoneRecord[]): string =>
  records
    .map(
      ({ type, name, value, ttl }) =>
        `${String(type)} ${String(name)} ${plain(String(type), String(value))} ${String(ttl)}`,
    )
    .toSorted()
    .join('; ');
