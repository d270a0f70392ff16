/** Records of a name: values of every type, such as are valid and such as are nearly, at places of every form. */
import type { Draw } from '../draw.ts';
import { spelled } from '../move.ts';
import type { ModelState, OperationDraft } from '../model-state.ts';

/** Values of each type of record: such as are valid, and such as are nearly. */
const recordValues: Readonly<Record<string, readonly string[]>> = {
  A: ['10.0.0.1', '255.255.255.255', '0.0.0.0', '199.200.9.249', '256.0.0.1', '1.2.3', '01.2.3.4', '1.2.3.4.5', ' 1.2.3.4', '1.2.3.', '1.300.2.3'],
  AAAA: ['::', '::1', '1::', '2001:db8::7', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:10.0.0.1', '::ffff:10.0.0.1', '1:2:3:4:5:6:7::', '1::3:4:5:6:7:8', 'FE80::A', ':::', '1:2:3', '1::2::3', '12345::', '1:2:3:4:5:6:7:8:9', '::256.0.0.1', 'g::', '1:2:3:4:5:6:7:8::'],
  CNAME: ['x.agent', 'A-b.c.example.', 'x', '-a.b', 'a-.b', 'a..b', 'a_b.c', '10.0.0.1', 'a.b..', '!a.b.c', 'a.b.c!'],
  NS: ['ns.x.agent', 'ns1.example.org.', 'ns', '.x.y', 'a b.c'],
  MX: ['10 mail.x.agent', '0 mail.x.agent', '65535 m.x', '65536 m.x', '010 m.x', 'm.x', '10  m.x', '10 m', '-1 m.x', '59999 m.x', '60000 m.x', '65530 m.x', '9999 m.x', '10000 m.x', '10 !m.x', 'x10 m.x', '10 m.x!'],
  TXT: ['a text', 'A Text', 'v=SPF1 -all.', '~', ' ', 'é', 'a\u0007b', 'x'.repeat(255), 'x'.repeat(256)],
  SRV: ['1 2 3 h.x.agent', '0 0 65535 h.x', '1 2 h.x', '1 2 65536 h.x', '1 2 3 4 h.x', '1 2 3 h', '1 2 3 !h.x', 'x1 2 3 h.x'],
  CAA: ['0 issue "ca.org"', '128 issuewild ";"', '0 iodef "mailto:a@b.c"', '0 issue "CA.Org"', '1 issue "x"', '0 issue x', '0 other "x"', '0 issue "a"b"', '0 issue "ca.org" x', ' 0 issue "x"'],
}; // prettier-ignore

/** Addresses and names of hosts, and what is nearly one (DOM15). */
const resolvers = [
  '::1',
  '2001:db8::7',
  'fe80::g',
  '1::2::3',
  '10.0.0.300',
  '-ns.example.org',
  'ns..org',
  '0x1',
];

const places = ['@', 'www', 'WWW', 'a.b', '*', '*.a', '_x', '_sip._tcp', '_sip._tcp.a', 'www._sip._tcp', '-bad', 'a-', 'a..b', 'a.*', '_', 'x'.repeat(40)]; // prettier-ignore

/** A place whose full name has so many characters (RFC 1035, 2.3.4). */
function placeFor(domain: string, length: number): string {
  const count = length - domain.length - 1;
  return Array.from({ length: count }, (_, index) =>
    index % 60 === 59 && index < count - 1 ? '.' : 'x',
  ).join('');
}

export function records(model: ModelState, draw: Draw): readonly OperationDraft[] {
  const domain = `records-${draw.integer(3)}.agent`;
  const resolver = draw.pick([{}, {}, { resolver: '10.0.0.7' }, { resolver: 'ns.example.org' }, { resolver: draw.pick(resolvers) }]);
  const register = { do: 'POST /api/domains-api/register', body: { domain, ...resolver } };
  const change = (): OperationDraft => {
    const type = draw.pick(Object.keys(recordValues));
    const name = draw.chance(40) ? { name: type === 'SRV' ? '_sip._tcp' : 'www' } : { name: draw.pick([...places, placeFor(domain, 253), placeFor(domain, 254)]) };
    const value = draw.chance(10) ? '' : draw.pick(recordValues[type] ?? []);
    const ttl = draw.chance(30) ? { ttl: draw.pick([60, 86_400, 300]) } : {};
    return { do: 'POST /domains/api/v1/dns', body: { domain, type, value, ...(draw.chance(90) ? name : {}), ...ttl } };
  };
  const again = change();
  return [
    register,
    ...Array.from({ length: 10 }, change),
    again,
    again,
    { do: `GET /api/domains-api/lookup/${spelled(domain, draw)}` },
    { do: 'GET /domains/api/v1/domains' },
    { do: 'GET /domains/api/v1/valuation', query: { domain } },
  ];
} // prettier-ignore
