/** Secrets that are known go by their value: how short one may be, what stands in its place, and what is left alone. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  KnownSecrets,
  secretDigest,
  withoutAgentKeys,
} from '../../../../src/core/http/secrets/known-secrets.ts';

const knowing = (...secrets: string[]): KnownSecrets => {
  const known = new KnownSecrets();
  for (const secret of secrets) known.add(secret);
  return known;
};

const letters = fc.string({
  unit: fc.constantFrom(...Array.from('abcdefgh01')),
  minLength: 12,
  maxLength: 24,
});
/** Text that no such secret can be a part of. */
const around = fc.string({ unit: fc.constantFrom(...Array.from('xyz-. ')), maxLength: 12 });

describe('a known secret', () => {
  it('is found from 12 characters on', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), around, around, (length, before, after) => {
        const secret = 'q1w2e3r4t5z6u7i8o9p0a1s2d3f4g5'.slice(0, length);
        const text = `${before}${secret}${after}`;
        const expected = length >= 12 ? `${before}[redacted]${after}` : text;
        expect(knowing(secret).redactIn(text)).toBe(expected);
        expect(knowing(secret).holds(text)).toBe(length >= 12);
      }),
      {
        examples: [
          [11, '', ''],
          [12, '', ''],
        ],
      },
    );
  });

  it('is replaced where it stands, each by its own digest, and the text around it by what is made of it', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(around, letters), { maxLength: 6 }), around, (pairs, end) => {
        const known = knowing(...pairs.map(([, secret]) => secret));
        const raised = (part: string): string => part.replaceAll('x', 'X');
        const text = pairs.map(([before, secret]) => `${before}|${secret}|`);
        const clean = pairs.map(([before, secret]) => `${raised(before)}|<${secretDigest(secret)}>|`);
        const how = { secret: (digest: string) => `<${digest}>`, rest: raised };
        expect(known.redactIn(text.join('') + end, how)).toBe(clean.join('') + raised(end));
      }),
    );
  });

  it('is the longest or the first that was added where one begins as another, and none is hidden by another', () => {
    const [short, long] = ['abcdefgh0123', 'abcdefgh01234567'];
    for (const known of [knowing(short, long), knowing(long, short)]) {
      expect(known.redactIn(`-${short}-${long}-`)).not.toMatch(/abcdefgh/);
      expect(known.redactIn(`${short}${short}`)).toBe('[redacted][redacted]');
      expect(known.redactIn('abcdefgh0124')).toBe('abcdefgh0124');
    }
  });

  it('is the same with and without 0x, in any case, with spaces around it', () => {
    const secret = 'A1b2C3d4E5f6A7';
    for (const spelling of [secret, ` 0x${secret}\n`, `0X${secret.toLowerCase()}`]) {
      expect(secretDigest(spelling)).toBe(secretDigest(secret));
      expect(knowing(spelling).redactIn(`(${secret.toUpperCase()})`)).toBe('([redacted])');
    }
    expect(secretDigest(`x${secret}`)).not.toBe(secretDigest(secret));
    expect(secretDigest(`${secret}0x`)).not.toBe(secretDigest(secret));
  });

  it('is none where it holds a placeholder: that text is no secret any more', () => {
    expect(knowing('Bearer [redacted]').redact('Bearer [redacted]')).toBe('Bearer [redacted]');
  });

  it('differs from a text in another alphabet that only looks alike in its last bits', () => {
    const secret = 'abcdefgh0123';
    const shifted = Array.from(secret, (each) => String.fromCharCode(each.charCodeAt(0) & ~0x20)).join('');
    expect(shifted).not.toBe(secret);
    expect(knowing(secret).redact(shifted)).toBe(shifted);
  });

  it('of twelve short words is found with any space between them', () => {
    const words = 'one two six ten cat dog cow pig hen fox bat ant';
    const known = knowing(words);
    expect(words).toHaveLength(47);
    for (const space of ['+', ',', ';', '  ', '\n', '", "'])
      expect(known.redact(words.replaceAll(' ', space))).toBe('[redacted]');
    const others = words.replace('cat', 'cut').replaceAll(' ', '+');
    expect(known.redact(others)).toBe(others);
    expect(known.redact(`${words}, as written`)).toBe('[redacted], as written');
  });

  it('is found in an encoded part alone, and broken encoding hides nothing', () => {
    const secret = 'abcdefgh0123';
    const encoded = secret.replace('c', '%63');
    const known = knowing(secret);
    expect(known.redactIn(`/a%20b/${encoded}/c%20d`)).toBe('/a%20b/[redacted]/c%20d');
    expect(known.redactIn(`x=%zz${encoded}&y=%20`)).toBe('x=[redacted]&y=%20');
    expect(known.redact(String.raw`ab\u0063defgh0123`)).toBe('[redacted]');
    expect(known.redact(String.raw`ab\u0064defgh0123`)).toBe(String.raw`ab\u0064defgh0123`);
  });
});

describe('many known secrets', () => {
  it('are all found, however many share the bits by which they are looked up', () => {
    const secrets = Array.from(
      { length: 3_000 },
      (_, index) => `${(index * 7919 + 50_000).toString(36)}-secret-${index}`,
    );
    expect(knowing(...secrets).redactIn(secrets.join(' '))).toBe(secrets.map(() => '[redacted]').join(' '));
  });

  it('are found in a form with spaces and letters encoded, and what stands beside them stays', () => {
    const words = 'one two six ten cat dog cow pig hen fox bat ant';
    const form = encodeURIComponent(words).replaceAll('%20', '+').replace('o', '%6f');
    expect(knowing(words).redactIn(`memo=${form}&a=%20`)).toBe('memo=[redacted]&a=%20');
    expect(knowing('abcdefgh0123').redactIn('x%20y a+abcdefgh0123')).toBe('x%20y a+[redacted]');
  });
});

describe('the key of an agent', () => {
  const key = `sk_live_${'Ab1_'.repeat(8)}`;

  it('goes by its form, without being added, and only as far as it goes', () => {
    expect(withoutAgentKeys(`a ${key}-${key.toUpperCase()}.`)).toBe('a [redacted]-[redacted].');
    expect(withoutAgentKeys('sk_test_abc sk_live')).toBe('sk_test_abc sk_live');
    expect(knowing().redact(`a ${key}.`)).toBe('a [redacted].');
    expect(knowing().holds(key)).toBe(true);
  });

  it('stays where the caller replaces it', () => {
    const known = new KnownSecrets({ findsAgentKeys: false });
    expect(known.redact(`a ${key}`)).toBe(`a ${key}`);
    expect(known.redactIn(`a%20${key}`)).toBe(`a%20${key}`);
    known.add(key);
    expect(known.redact(`a ${key}`)).toBe('a [redacted]');
  });
});
