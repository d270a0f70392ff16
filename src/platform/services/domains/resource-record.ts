/**
 * DNS records in the text form of zone files (RFC 1035, 5.1): the values of each type, and which records of one domain
 * may exist together. Pure functions; a refusal names what was expected.
 */
import { refuse, type Outcome } from '../../../core/base/refusal.ts';
import { asciiLowerCase } from './domain-name.ts';
import { isIpv4, isIpv6 } from './ip-address.ts';

/** The record types that a domain may have. */
export const recordTypes = ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'NS', 'SRV', 'CAA'] as const;
/** One of `recordTypes`. */
export type RecordType = (typeof recordTypes)[number];

/** One DNS record; its value is in the stored form of `readRecordValue`. */
export interface ResourceRecord {
  readonly type: RecordType;
  /** Relative to the domain: `@` for the domain itself, `www`, `*.eu`, `_sip._tcp`. */
  readonly host: string;
  readonly value: string;
  readonly ttlSeconds: number;
}

/** Time to live, in seconds: bounds and default. */
export const ttlSeconds = { minimum: 60, maximum: 86_400, default: 3_600 } as const;
/** Records that one domain may have. */
export const recordsMax = 100;
/** RFC 1035, 2.3.4, without the two bytes that only the wire has. */
const fullNameLengthMax = 253;

const hostNamePattern =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const hostLabelPattern = /^_?[a-z0-9](?:[a-z0-9-]{0,60}[a-z0-9])?$/;
const serviceHostPattern = /^_[a-z0-9-]+\._[a-z]+(?:\.|$)/;
const printablePattern = /^[\x20-\x7e]{1,255}$/;
const caaPattern = /^(0|128) (issue|issuewild|iodef) "([\x20\x21\x23-\x7e]{0,255})"$/;

interface TypeRule {
  readonly expected: string;
  /** The value as it is stored, or undefined if it is invalid. */
  read(value: string): string | undefined;
}

const hostName: TypeRule = { expected: 'a host name such as host.example.com', read: readHostName };

const rules: Readonly<Record<RecordType, TypeRule>> = {
  A: { expected: 'an IPv4 address such as 192.0.2.1', read: (value) => (isIpv4(value) ? value : undefined) },
  AAAA: {
    expected: 'an IPv6 address such as 2001:db8::1',
    read: (value) => (isIpv6(value) ? value.toLowerCase() : undefined),
  },
  CNAME: hostName,
  NS: hostName,
  MX: {
    expected: 'a preference and a host name such as 10 mail.example.com',
    read: (value) => readNumbered(value, 1),
  },
  SRV: {
    expected: 'priority, weight, port and host name such as 10 5 443 host.example.com',
    read: (value) => readNumbered(value, 3),
  },
  TXT: {
    expected: '1 to 255 printable ASCII characters',
    read: (value) => (printablePattern.test(value) ? value : undefined),
  },
  CAA: {
    expected: 'flags, tag and quoted value such as 0 issue "ca.example.com"',
    read: (value) => (caaPattern.test(value) ? value : undefined),
  },
};

/** A host name of at least two labels in lower case, without a final dot, or undefined. */
export function readHostName(value: string): string | undefined {
  const name = asciiLowerCase(value).replace(/\.$/, '');
  return hostNamePattern.test(name) ? name : undefined;
}

/** The value of a record of this type as it is stored. Refuses BAD_REQUEST. */
export function readRecordValue(type: RecordType, value: string): Outcome<string> {
  const rule = rules[type];
  return rule.read(value) ?? refuse('BAD_REQUEST', `value of ${type} must be ${rule.expected}`);
}

/** The host of a record relative to its domain, in lower case. Refuses BAD_REQUEST. */
export function readHost(type: RecordType, text: string, domain: string): Outcome<string> {
  const host = asciiLowerCase(text);
  if (host === '@') {
    if (type === 'CNAME')
      return refuse('BAD_REQUEST', 'the domain itself cannot be a CNAME (RFC 1034, 3.6.2)');
    return type === 'SRV' ? serviceHostExpected : host;
  }
  const labels = host.split('.');
  const isWellFormed = labels.every(
    (label, index) => hostLabelPattern.test(label) || (label === '*' && index === 0),
  );
  if (!isWellFormed || host.length + 1 + domain.length > fullNameLengthMax) {
    return refuse('BAD_REQUEST', 'name must be @ or labels below the domain such as www or _sip._tcp');
  }
  return type === 'SRV' && !serviceHostPattern.test(host) ? serviceHostExpected : host;
}

const serviceHostExpected = refuse('BAD_REQUEST', 'name of SRV must be a service such as _sip._tcp');

/** Whether a record joins or replaces others of the same type and host (policy `domains.dnsWrite`). */
export type WriteMode = 'merge' | 'replace';

/**
 * The records with one added or changed. Refuses CONFLICT for a CNAME at a host with records of other types (RFC 1034,
 * 3.6.2), and for more than `recordsMax` records. A second CNAME replaces the first.
 */
export function withRecord(
  records: readonly ResourceRecord[],
  record: ResourceRecord,
  mode: WriteMode,
): Outcome<{ records: readonly ResourceRecord[]; result: 'added' | 'updated' | 'unchanged' }> {
  const neighbours = records.filter(({ host }) => host === record.host);
  const excluded = neighbours.find(({ type }) => (type === 'CNAME') !== (record.type === 'CNAME'));
  if (excluded !== undefined) {
    return refuse('CONFLICT', `a CNAME stands alone: ${record.host} already has ${excluded.type}`);
  }
  const isReplaced = (other: ResourceRecord): boolean =>
    isSameName(other, record) &&
    (mode === 'replace' || record.type === 'CNAME' || other.value === record.value);
  const replaced = records.filter(isReplaced);
  if (replaced.length === 1 && isSame(replaced[0], record)) return { records, result: 'unchanged' };
  if (replaced.length === 0 && records.length >= recordsMax) {
    return refuse('CONFLICT', `a domain has at most ${recordsMax} records`);
  }
  const kept = records.filter((other) => !isReplaced(other));
  return { records: [...kept, record], result: replaced.length === 0 ? 'added' : 'updated' };
}

/** The records without those of one type at one host. */
export function withoutRecords(
  records: readonly ResourceRecord[],
  index: Pick<ResourceRecord, 'type' | 'host'>,
): { records: readonly ResourceRecord[]; result: 'removed' | 'unchanged' } {
  const kept = records.filter((record) => !isSameName(record, index));
  return { records: kept, result: kept.length === records.length ? 'unchanged' : 'removed' };
}

const isSameName = (
  left: Pick<ResourceRecord, 'type' | 'host'>,
  right: Pick<ResourceRecord, 'type' | 'host'>,
): boolean => left.type === right.type && left.host === right.host;

const isSame = (left: ResourceRecord | undefined, right: ResourceRecord): boolean =>
  left?.value === right.value && left.ttlSeconds === right.ttlSeconds;

/** `count` whole numbers of 16 bits, then a host name, separated by single spaces. */
function readNumbered(value: string, count: number): string | undefined {
  const parts = value.split(' ');
  const numbers = parts.slice(0, count);
  const isNumbered = numbers.every((part) => /^(?:0|[1-9]\d{0,4})$/.test(part) && Number(part) <= 65_535);
  const host = readHostName(parts[count] ?? '');
  if (!isNumbered || host === undefined || parts.length !== count + 1) return undefined;
  return [...numbers, host].join(' ');
}
