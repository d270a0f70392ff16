/** Published bounds against the readers behind them: what the schema allows is read, and what is read is allowed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatUsdc, parseUsdc } from '../../../src/core/base/money.ts';
import { Refusal } from '../../../src/core/base/refusal.ts';
import { decimalPattern } from '../../../src/core/http/decimal-text.ts';
import { validatorOf } from '../../../src/core/http/schema.ts';
import { usdcFrom } from '../../../src/core/http/wire.ts';
import { resolvePolicies } from '../../../src/core/policy/policies.ts';
import { readDomainName } from '../../../src/platform/services/domains/domain-name.ts';
import {
  readHost,
  readRecordValue,
  recordTypes,
  type RecordType,
} from '../../../src/platform/services/domains/resource-record.ts';
import { readResolver } from '../../../src/platform/services/domains/resolver.ts';
import { DomainText, Resolver } from '../../../src/platform/services/domains/schemas.ts';
import { dnsA } from '../../../src/platform/services/domains/style-a.ts';
import { anyCharacter } from '../../any-character.ts';

const isRead = (outcome: unknown): boolean => !(outcome instanceof Refusal);

describe('an amount', () => {
  it.each([
    [0, undefined],
    [1, undefined],
    [100_000, undefined],
    [1_000_000, undefined],
    [10_000, 1_000_000_000],
    [100_000, 10_000_000_000],
  ])('from %d to %s micros is allowed by its schema exactly where it is read', (minMicros, maxMicros) => {
    const check = validatorOf(usdcFrom(minMicros, maxMicros));
    const most = maxMicros ?? 8_589_934_591_999_999;
    const near = fc.oneof(
      fc.constantFrom(0, 1, minMicros - 1, minMicros, minMicros + 1, most, most + 1),
      fc.nat(20_000_000),
    );
    const micros = near.filter((value) => value >= 0);
    const digits = fc.stringMatching(/^[0-9]{0,11}(?:\.[0-9]{0,8})?$/);
    const values = fc.oneof(
      micros.map((value) => formatUsdc(value)),
      micros.map((value) => value / 1e6),
      micros.map((value) => `${formatUsdc(value)}0`),
      digits,
      fc.double({ noNaN: true }),
      fc.constantFrom('1e3', '+1', '01', '1.', '.1', '', ' 1', '1\n', '１', null, true),
    );
    fc.assert(
      fc.property(values, (value) => {
        const read = parseUsdc(value);
        const isTooLong = typeof value === 'string' && read !== undefined && read > 8_999_999_999_999_999;
        const isWithin =
          read !== undefined && read >= minMicros && read <= (maxMicros ?? Infinity) && !isTooLong;
        expect(check(value), String(value)).toBe(isWithin);
      }),
      { numRuns: 3000 },
    );
  });

  it('has bounds that are powers of ten, or no pattern', () => {
    expect(() => decimalPattern({ minimum: 0.3, decimals: 6 })).toThrow('a power of ten');
    expect(() => decimalPattern({ minimum: 1, maximum: 50, decimals: 6 })).toThrow('a power of ten');
  });
});

describe('a name of domains', () => {
  const policies = resolvePolicies('published', {});
  if (policies instanceof Refusal) throw new Error(policies.message);

  it('is allowed by its schema exactly where it is read', () => {
    const check = validatorOf(DomainText);
    const label = fc.stringMatching(/^[A-Za-z0-9-]{0,5}$/);
    const long = fc.integer({ min: 60, max: 66 }).map((length) => 'x'.repeat(length));
    const top = fc.constantFrom('agent', 'BOT', 'Dao', 'orrery', 'sim', 'com', 'agents', '', 'ſim', 'agent.');
    const names = fc.tuple(fc.oneof(label, long), top).map(([first, second]) => `${first}.${second}`);
    fc.assert(
      fc.property(fc.oneof(names, fc.string()), (name) => {
        expect(check(name), name).toBe(isRead(readDomainName(name, policies)));
      }),
      { numRuns: 3000 },
    );
  });

  const values = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.domain(),
    fc.domain().map((name) => `${name}.`),
    fc.domain().map((name) => `10 ${name}`),
    fc.tuple(fc.nat(70_000), fc.domain()).map(([port, name]) => `0 5 ${port} ${name}`),
    fc.string(),
    fc.string({ unit: anyCharacter }),
    fc.constantFrom(
      '0 issue "ca.example.com"',
      '1 issue "x"',
      '128 iodef ""',
      '::',
      '::1.2.3.4',
      '1::2::3',
      'localhost',
    ),
    fc.constantFrom(
      '1:2:3:4:5:6:7::',
      '::2:3:4:5:6:7:8',
      '1:2:3:4:5:6:1.2.3.4',
      '1:2:3:4:5:6:7:1.2.3.4',
      '01 a.b',
      ':::',
    ),
  );

  it('has records whose place and value the schema allows exactly where they are read', () => {
    const check = validatorOf(dnsA.body ?? {});
    const hosts = fc.oneof(
      fc.constantFrom(
        '@',
        'www',
        '*',
        '*.eu',
        '_sip._tcp',
        '_sip._tcp.x',
        '_SIP._TCP',
        'a..b',
        '-a',
        'a_b',
        'a.*',
        '_sip',
      ),
      fc.stringMatching(/^[a-z0-9_*.-]{1,8}$/),
    );
    fc.assert(
      fc.property(fc.constantFrom(...recordTypes), hosts, values, (type: RecordType, name, value) => {
        const wanted =
          isRead(readHost(type, name, 'name.agent')) &&
          (value === '' || isRead(readRecordValue(type, value)));
        expect(check({ domain: 'name.agent', type, name, value }), `${type} ${name} ${value}`).toBe(wanted);
      }),
      { numRuns: 5000 },
    );
  });

  it('has a resolver that the schema allows exactly where it is read', () => {
    const check = validatorOf(Resolver);
    // No schema can hold a checksum.
    const anyCase = resolvePolicies('published', { 'wallet.addresses': 'any-case' });
    if (anyCase instanceof Refusal) throw new Error(anyCase.message);
    fc.assert(
      fc.property(fc.oneof(values, fc.stringMatching(/^0x[0-9a-fA-F]{39,41}$/)), (text) => {
        expect(check(text), text).toBe(isRead(readResolver(text, anyCase)));
      }),
      { numRuns: 3000 },
    );
  });
});
