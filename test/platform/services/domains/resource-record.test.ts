/** Records of one domain together: what joins, what replaces, and what stands alone. */
import { expect, it } from 'vitest';
import { Refusal } from '../../../../src/core/base/refusal.ts';
import {
  readHost,
  readHostName,
  readRecordValue,
  recordsMax,
  withoutRecords,
  withRecord,
  type ResourceRecord,
} from '../../../../src/platform/services/domains/resource-record.ts';

const record = (fields: Partial<ResourceRecord> = {}): ResourceRecord => ({
  type: 'A',
  host: 'www',
  value: '192.0.2.1',
  ttlSeconds: 60,
  ...fields,
});
const saying = (outcome: unknown): string =>
  outcome instanceof Refusal ? `${outcome.code}: ${outcome.message}` : 'accepted';

const [first, second, other] = [record(), record({ value: '192.0.2.2' }), record({ host: 'ftp' })];

it('a record joins others of its name, or replaces all of them', () => {
  expect(withRecord([first, other], second, 'merge')).toEqual({ records: [first, other, second], result: 'added' });
  expect(withRecord([first, other], second, 'replace')).toEqual({ records: [other, second], result: 'updated' });
  expect(withRecord([first, second, other], first, 'replace')).toEqual({ records: [other, first], result: 'updated' });
  expect(withRecord([first, second], first, 'merge')).toEqual({ records: [first, second], result: 'unchanged' });
  const longer = record({ ttlSeconds: 61 });
  expect(withRecord([first, second], longer, 'merge')).toEqual({ records: [second, longer], result: 'updated' });
  expect(withRecord([], first, 'merge')).toEqual({ records: [first], result: 'added' });
}); // prettier-ignore

it('a CNAME stands alone at its host and is replaced by another', () => {
  const cname = record({ type: 'CNAME', value: 'a.example.com' });
  const moved = record({ type: 'CNAME', value: 'b.example.com' });
  expect(withRecord([cname, other], moved, 'merge')).toEqual({ records: [other, moved], result: 'updated' });
  expect(saying(withRecord([cname], first, 'merge'))).toBe(
    'CONFLICT: a CNAME stands alone: www already has CNAME',
  );
  expect(saying(withRecord([first], cname, 'replace'))).toBe(
    'CONFLICT: a CNAME stands alone: www already has A',
  );
  expect(saying(withRecord([other], cname, 'merge'))).toBe('accepted');
});

it('a domain has a hundred records at most; changing one of them is no further record', () => {
  const many = Array.from({ length: recordsMax }, (_, index) => record({ host: `h${index}` }));
  expect(recordsMax).toBe(100);
  expect(saying(withRecord(many.slice(1), first, 'merge'))).toBe('accepted');
  expect(saying(withRecord(many, first, 'merge'))).toBe('CONFLICT: a domain has at most 100 records');
  const changed = withRecord(many, record({ host: 'h7', ttlSeconds: 61 }), 'merge');
  expect(changed).toMatchObject({ result: 'updated', records: { length: 100 } });
});

it('records go by type and host', () => {
  const mail = record({ type: 'TXT', value: 'x' });
  expect(withoutRecords([first, second, mail, other], first)).toEqual({
    records: [mail, other],
    result: 'removed',
  });
  expect(withoutRecords([mail, other], first)).toEqual({ records: [mail, other], result: 'unchanged' });
});

it('what is wrong with a host names what it should be', () => {
  expect(saying(readHost('CNAME', '@', 'a.sim'))).toBe('BAD_REQUEST: the domain itself cannot be a CNAME (RFC 1034, 3.6.2)');
  for (const host of ['-a', 'a..b', 'a.*', '_', 'a-'])
    expect(saying(readHost('A', host, 'a.sim'))).toBe('BAD_REQUEST: name must be @ or labels below the domain such as www or _sip._tcp');
  for (const host of ['@', 'www', '_sip', '_sip._1'])
    expect(saying(readHost('SRV', host, 'a.sim'))).toBe('BAD_REQUEST: name of SRV must be a service such as _sip._tcp');
  for (const host of ['@', '*', 'a', '_a', 'A.b', '_dmarc']) expect(readHost('TXT', host, 'a.sim')).toBe(host.toLowerCase());
}); // prettier-ignore

it('a host name has labels of one character or more', () => {
  for (const name of ['a.b', 'a.bc', 'ab.c', 'a-b.c1']) expect(readHostName(name)).toBe(name);
  for (const name of ['a', '', '.', 'a.', 'a.-b', 'a-.b', 'a..b', 'a b.c'])
    expect(readHostName(name)).toBeUndefined();
});

it('a preference without a host name, or with more, is no value', () => {
  expect(readRecordValue('MX', '10 Mail.example.com.')).toBe('10 mail.example.com');
  for (const value of ['10', '10 ', '10 mail', '10 mail.example.com x', '65536 mail.example.com', '01 mail.example.com', 'mail.example.com'])
    expect(saying(readRecordValue('MX', value))).toBe('BAD_REQUEST: value of MX must be a preference and a host name such as 10 mail.example.com');
}); // prettier-ignore
