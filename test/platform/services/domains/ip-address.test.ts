/** IP addresses as Node's network library reads them, one character away from right ones. */
import { isIPv4, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ipv4Text, ipv6Text, isIpv4, isIpv6 } from '../../../../src/platform/services/domains/ip-address.ts';

const schemas = { v4: new RegExp(`^${ipv4Text}$`), v6: new RegExp(`^${ipv6Text}$`) };

function expectAsNode(text: string): void {
  const [v4, v6] = [isIPv4(text), isIPv6(text)];
  expect([isIpv4(text), isIpv6(text), schemas.v4.test(text), schemas.v6.test(text)], text).toEqual([v4, v6, v4, v6]);
} // prettier-ignore

it.each([
  '1:2:3:4:5:6:7:8',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '::',
  ':::',
  '::1',
  '1::',
  '1::2::3',
  '::2::',
  '1:2:3:4:5:6:7::',
  '::2:3:4:5:6:7:8',
  '1:2:3:4::5:6:7',
  '1:2:3:4::5:6:7:8',
  '1:2:3:4:5:6:7:8::',
  '1:2:3:4:5:6:1.2.3.4',
  '1:2:3:4:5:1.2.3.4',
  '1:2:3:4:5:6:7:1.2.3.4',
  '::1.2.3.4',
  '1::2:1.2.3.4',
  '1.2.3.4::',
  '1.2.3.4::1',
  '1:1.2.3.4::',
  '1.2.3.4:1::',
  '::1.2.3.4:1',
  '12345::',
  '1g::',
  'g1::',
  '1:',
  ':1',
  ':1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:',
  '1:2:3:4:5:6::7:8',
  '0:0:0:0:0:ffff:1.2.3.4',
  '::ffff:1.2.3.256',
  '::ffff:1.2.3.04',
  '1.2.3.4',
  '1.2.3',
  '1.2.3.4.5',
  '01.2.3.4',
  '',
])('%s', (text) => expectAsNode(text));

it('any text of their characters', () => {
  const pieces = fc.constantFrom('0', '1', '25', 'ff', 'F', ':', '::', '.', '1.2.3.4', 'g', '12345', '1:2:3:', ':4:5');
  fc.assert(fc.property(fc.array(pieces, { maxLength: 9 }), (parts) => expectAsNode(parts.join(''))), { numRuns: 400 });
  fc.assert(fc.property(fc.ipV6(), fc.nat(38), pieces, (text, at, piece) => {
    expectAsNode(text);
    expectAsNode(`${text.slice(0, at)}${piece}${text.slice(at + 1)}`);
  })); // prettier-ignore
}); // prettier-ignore
