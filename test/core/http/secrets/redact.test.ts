/** Secrets go by name from values and texts, however the name is written, and by value from everything. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KnownSecrets } from '../../../../src/core/http/secrets/known-secrets.ts';
import { quotedTexts, Redactor } from '../../../../src/core/http/secrets/redact.ts';
import { publicNamesAt } from '../../../../src/platform/services/public-names.ts';
import { anyCharacter } from '../../../any-character.ts';

const words = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
const key = '1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727';

describe('a text', () => {
  const redactor = new Redactor({ publicAt: publicNamesAt });

  it.each([
    [String.raw`{"mnemon\u0069c":"hunter2"}`],
    [String.raw`{"a":[{"private\u004bey":"hunter2"}]}`],
    ['{"mnemonic":"hunter2","mnemonic":"x"}'],
    ['{"token":"hunter2"'],
    ['[{"Seed Phrase":["hunter2"]}]'],
    ['{"pin":1,"password":{"is":"hunter2"}}'],
    ['user=a&token=hunter2'],
    ['user=a&to%6Ben=hunter2&x=1'],
    ['see https://example.org/a?sig=hunter2&b=1 for it'],
    ['/path?key=hunter2#top'],
  ])('has no secret left in %s', (text) => {
    const clean = redactor.text(text);
    expect(clean).toContain('[redacted]');
    expect(clean).not.toContain('hunter2');
  });

  it('loses duplicate names, as every parser does', () => {
    expect(redactor.text('{"a":{"token":"hunter2"},"a":1}')).toBe('{"a":1}');
  });

  it('stays as it is where it has none', () => {
    for (const text of ['{"a" : "b=1"}', 'a=1&b=2', 'plain', '{broken', '{"client_seed":"x"}', '[1, 2]', ''])
      expect(redactor.text(text)).toBe(text);
  });

  it('keeps what refers to a secret, and what is none at the wallet', () => {
    expect(redactor.text('{"api_key":"${0:/api_key}"}')).toBe('{"api_key":"${0:/api_key}"}');
    expect(redactor.value({ token: 'USDC' }, '/wallet/api/v1/send')).toEqual({ token: 'USDC' });
    expect(redactor.value({ token: 'USDC' }, '/elsewhere')).toEqual({ token: '[redacted]' });
  });
});

/** What `quotedTexts` finds, character by character, without resolving escapes. */
function quotedSlowly(text: string): string[] {
  const found: string[] = [];
  for (let from = text.indexOf('"'); from >= 0;) {
    let to = from + 1;
    while (to < text.length && text[to] !== '"') to += text[to] === '\\' ? 2 : 1;
    found.push(text.slice(from + 1, to));
    from = text.indexOf('"', to + 1);
  }
  return found;
}

describe('quoted texts', () => {
  const pieces = fc.array(fc.constantFrom('"', '\\', '\\\\', '\\"', 'a', 'é', ':', '\n'), { maxLength: 40 });

  it('are those that a search character by character finds', () => {
    const isOtherwiseRead = (text: string): boolean => /\\["\\n]/.test(text);
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('');
        const [fast, slow] = [quotedTexts(text), quotedSlowly(text)];
        expect(fast).toHaveLength(slow.length);
        for (const [index, each] of slow.entries())
          if (!isOtherwiseRead(each)) expect(fast[index]).toBe(each);
      }),
    );
  });
});

describe('a secret that is known', () => {
  const known = new KnownSecrets();
  known.add(words);
  known.add(`0x${key}`);

  it.each([
    ['alone', words],
    ['in a sentence', `my words: ${words}.`],
    ['in capitals', words.toUpperCase()],
    ['with other spaces', words.replaceAll(' ', '  \n')],
    ['in a list', JSON.stringify(words.split(' '))],
    ['in a path', `/agents/${encodeURIComponent(words)}/x`],
    ['in a form', `memo=${words.replaceAll(' ', '+')}`],
    ['with escapes', words.replace('about', String.raw`ab\u006fut`)],
    ['as a key', key],
    ['as a key with its prefix', `to 0x${key.toUpperCase()}`],
    ['within other letters', `zz${key}zz`],
    ['encoded letter by letter', Array.from(key, (c) => `%${c.charCodeAt(0).toString(16)}`).join('')],
    ['as the key of an agent', `agent sk_live_${'a'.repeat(32)}`],
    ['as the key of an agent, encoded', `/agents/sk%5Flive%5F${'a'.repeat(32)}`],
  ])('is found %s', (_how, text) => {
    const clean = known.redact(text);
    expect(clean).toContain('[redacted]');
    expect(clean.toLowerCase()).not.toMatch(/abandon|1ab42c|a{32}/);
  });

  it('leaves everything around it in a file', () => {
    const text = `a,b\n1,${words},"x%20y"\n2,${key},/z/sk%5flive%5f${'b'.repeat(32)}/y\n`;
    expect(known.redactIn(text)).toBe('a,b\n1,[redacted],"x%20y"\n2,[redacted],/z/[redacted]/y\n');
  });

  it('leaves every text without one as it is', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300, unit: anyCharacter }), (text) => {
        expect(known.redact(text)).toBe(text);
      }),
    );
  });

  it('is found among many others, at any position of a text', () => {
    const hex = fc.string({
      unit: fc.constantFrom(...Array.from('0123456789abcdef')),
      minLength: 64,
      maxLength: 64,
    });
    fc.assert(
      fc.property(
        fc.array(hex, { minLength: 1, maxLength: 50 }),
        fc.string({ unit: anyCharacter }),
        fc.string(),
        (secrets, before, after) => {
          const many = new KnownSecrets();
          for (const secret of secrets) many.add(secret);
          for (const secret of secrets)
            expect(many.redactIn(`${before} ${secret} ${after}`)).not.toContain(secret);
        },
      ),
    );
  });
});
