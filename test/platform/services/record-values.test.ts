/** Names of domains and values of records, at the bounds of their RFCs. */
import { expect, it } from 'vitest';
import { Refusal, type Outcome } from '../../../src/core/base/refusal.ts';
import { resolvePolicies, type Policies } from '../../../src/core/policy/policies.ts';
import {
  partsOf,
  readDomainName,
  topLevelDomains,
} from '../../../src/platform/services/domains/domain-name.ts';
import {
  readHost,
  readHostName,
  readRecordValue,
  recordTypes,
} from '../../../src/platform/services/domains/resource-record.ts';

const policiesWith = (overrides: Record<string, string> = {}): Policies =>
  resolvePolicies('published', overrides) as Policies;

/** What is read, or the code of its refusal. */
const read = (outcome: Outcome<string>): string => (outcome instanceof Refusal ? outcome.code : outcome);
const refused = 'BAD_REQUEST';

it.each([
  ['a.agent', 'a.agent'],
  [`${'a'.repeat(63)}.bot`, `${'a'.repeat(63)}.bot`],
  [`${'a'.repeat(64)}.bot`, refused],
  ['A-1.Sim', 'a-1.sim'],
  ['-a.sim', refused],
  ['a-.sim', refused],
  ['a_b.sim', refused],
  ['a.b.sim', refused],
  ['.sim', refused],
  ['sim', refused],
  ['a.com', refused],
  ['a.simx', refused],
  ['a.sim.', refused],
  // A letter that JavaScript lowers to ASCII is none of A to Z.
  ['\u212a.sim', refused],
  ['ab--c.sim', 'ab--c.sim'],
])('the name %s of a domain is %s', (name, expected) => {
  expect(read(readDomainName(name, policiesWith({ 'domains.labels': 'ldh' })))).toBe(expected);
});

it('of a domain has a label and one of the top levels, which the refusal lists', () => {
  for (const topLevel of topLevelDomains) {
    expect(readDomainName(`Name.${topLevel}`, policiesWith())).toBe(`name.${topLevel}`);
    expect(partsOf(`name.${topLevel}`)).toEqual({ label: 'name', topLevel });
  }
  const messageOf = (name: string): string => (readDomainName(name, policiesWith()) as Refusal).message;
  for (const topLevel of topLevelDomains) expect(messageOf('a.com')).toContain(`.${topLevel}`);
  expect(messageOf('-.sim')).toContain('1 to 63 letters');
});

it('has reserved labels under a policy alone', () => {
  const reserved = policiesWith({ 'domains.labels': 'unreserved' });
  expect(['xn--a.sim', 'ab--c.sim', 'a--b.sim', 'abc--d.sim'].map((name) => read(readDomainName(name, reserved)))).toEqual([
    refused, refused, 'a--b.sim', 'abc--d.sim',
  ]);
}); // prettier-ignore

const label = (length: number): string => 'a'.repeat(length);
/** A host name of so many characters. */
const long = (length: number): string => {
  const three = [label(63), label(63), label(63)].join('.');
  return `${three}.${label(length - three.length - 1)}`;
};

it('a host name has labels of 63 and 253 characters at most, and two labels at least', () => {
  expect(readHostName('Host.Example.COM.')).toBe('host.example.com');
  expect(readHostName(long(253))).toBe(long(253));
  for (const name of [long(254), `${long(253)}x.`, 'host', '', '.', 'a..b', 'a.b..', `${label(64)}.b`, `a.${label(64)}`, '-a.b', 'a-.b', 'a.-b', 'a.b-', 'a_b.c', 'a.b c'])
    expect(readHostName(name), name).toBeUndefined();
  expect(readHostName(`${label(63)}.${label(63)}`)).toHaveLength(127);
}); // prettier-ignore

it.each([
  ['A', '192.0.2.1', '192.0.2.1'],
  ['A', '192.0.2.256', refused],
  ['AAAA', '2001:DB8::1', '2001:db8::1'],
  ['AAAA', '192.0.2.1', refused],
  ['CNAME', 'WWW.example.com.', 'www.example.com'],
  ['NS', 'ns', refused],
  ['MX', '10 Mail.example.com', '10 mail.example.com'],
  ['MX', '0 mail.example.com', '0 mail.example.com'],
  ['MX', '65535 mail.example.com', '65535 mail.example.com'],
  ['MX', '65536 mail.example.com', refused],
  ['MX', '100000 mail.example.com', refused],
  ['MX', '01 mail.example.com', refused],
  ['MX', '-1 mail.example.com', refused],
  ['MX', 'x1 mail.example.com', refused],
  ['MX', '1x mail.example.com', refused],
  ['MX', 'mail.example.com', refused],
  ['MX', '10 mail.example.com x', refused],
  ['MX', '10  mail.example.com', refused],
  ['MX', '10', refused],
  ['SRV', '10 5 443 Host.example.com', '10 5 443 host.example.com'],
  ['SRV', '10 5 65536 host.example.com', refused],
  ['SRV', '10 5 host.example.com', refused],
  ['TXT', ' ~', ' ~'],
  ['TXT', label(255), label(255)],
  ['TXT', label(256), refused],
  ['TXT', '', refused],
  ['TXT', '\u001f', refused],
  ['TXT', '\u007f', refused],
  ['TXT', 'a\n', refused],
  ['CAA', '0 issue "ca.example.com"', '0 issue "ca.example.com"'],
  ['CAA', '128 issuewild ""', '128 issuewild ""'],
  ['CAA', `0 iodef "${label(255)}"`, `0 iodef "${label(255)}"`],
  ['CAA', `0 iodef "${label(256)}"`, refused],
  ['CAA', '1 issue "a"', refused],
  ['CAA', '0 issues "a"', refused],
  ['CAA', '0 issue a', refused],
  ['CAA', '0 issue "a"b"', refused],
  ['CAA', 'x0 issue "a"', refused],
  ['CAA', '0 issue "a" x', refused],
] as const)('a record %s %j is read as %j', (type, value, expected) => {
  expect(read(readRecordValue(type, value))).toBe(expected);
});

it('a refused value says what its type expects', () => {
  for (const type of recordTypes) {
    const { code, message } = readRecordValue(type, '') as Refusal;
    expect([code, message]).toEqual([refused, expect.stringMatching(new RegExp(`^value of ${type} must be \\w`, 'v'))]);
  }
}); // prettier-ignore

it.each([
  ['A', '@', '@'],
  ['TXT', '@', '@'],
  ['CNAME', '@', refused],
  ['SRV', '@', refused],
  ['A', 'WWW', 'www'],
  ['A', '*', '*'],
  ['A', '*.eu', '*.eu'],
  ['A', 'eu.*', refused],
  ['A', '', refused],
  ['A', 'a..b', refused],
  ['A', '-a', refused],
  ['A', 'a-', refused],
  ['A', '_dmarc', '_dmarc'],
  ['A', '__a', refused],
  ['A', label(62), label(62)],
  ['A', label(63), refused],
  ['SRV', '_sip._tcp', '_sip._tcp'],
  ['SRV', '_sip._tcp.eu', '_sip._tcp.eu'],
  ['SRV', '_sip', refused],
  ['SRV', 'www._sip._tcp', refused],
  ['SRV', '_sip._tcp2', refused],
  ['SRV', 'www', refused],
] as const)('the host of a record %s named %j is %j', (type, name, expected) => {
  expect(read(readHost(type, name, 'a.sim'))).toBe(expected);
});

it('a host and its domain have 253 characters together', () => {
  const host = [label(61), label(61), label(61)].join('.');
  const domain = `${label(253 - host.length - 1 - 4)}.sim`;
  expect(read(readHost('A', host, domain))).toBe(host);
  expect(read(readHost('A', host, `a${domain}`))).toBe(refused);
});
