/** Which names of fields hold secrets, in any spelling. */
import { describe, expect, it } from 'vitest';
import { kindInQuery, kindOfName, SecretNames } from '../../../../src/core/http/secrets/names.ts';
import { policyNames } from '../../../../src/core/policy/policies.ts';

const spellings = (words: readonly string[]): string[] => {
  const capital = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return [
    words.join(' '),
    words.join('_'),
    words.join('-'),
    words.join(''),
    words.join('_').toUpperCase(),
    capital.join(''),
    capital.join('-'),
    [words[0], ...capital.slice(1)].join(''),
    ` ${words.join('.')} `,
    `user_${words.join('_')}`,
  ];
};

describe('the name of a secret', () => {
  it.each([
    ['private key', 'private-key'], ['view key', 'private-key'], ['spend key', 'private-key'], ['secret key', 'private-key'],
    ['mnemonic', 'private-key'], ['seed phrase', 'private-key'], ['recovery phrase', 'private-key'],
    ['api key', 'credential'], ['access token', 'credential'], ['session token', 'credential'], ['token', 'credential'],
    ['jwt', 'credential'], ['secret', 'credential'], ['client secret', 'credential'], ['seed', 'credential'],
    ['password', 'credential'], ['passphrase', 'credential'], ['pin', 'credential'], ['otp', 'credential'],
    ['cookie', 'credential'], ['set cookie', 'credential'], ['authorization', 'credential'], ['signature', 'credential'],
    ['sig', 'credential'], ['session id', 'credential'],
    ['seed words', 'private-key'], ['recovery words', 'private-key'], ['backup phrase', 'private-key'],
    ['priv key', 'private-key'], ['xprv', 'private-key'], ['wif', 'private-key'],
    ['access key', 'credential'], ['auth key', 'credential'], ['signing key', 'credential'], ['encryption key', 'credential'],
    ['secret access', 'credential'], ['passcode', 'credential'], ['credential', 'credential'], ['bearer', 'credential'],
    ['session key', 'credential'], ['csrf', 'credential'], ['xsrf', 'credential'], ['verification code', 'credential'],
    ['secrets', 'credential'], ['pin code', 'credential'], ['totp', 'credential'], ['passwd', 'credential'],
    ['pwd', 'credential'], ['pass', 'credential'], ['session', 'credential'], ['sid', 'credential'], ['auth', 'credential'],
  ])('"%s" is one of a %s, however it is spelled', (name, kind) => {
    const all = spellings(name.split(' '));
    const single = name.includes(' ') ? all : all.filter((each) => each.length > 4);
    expect(single.map((each) => [each, kindOfName(each)])).toEqual(single.map((each) => [each, kind]));
  }); // prettier-ignore

  it('may have other words behind it where it says enough by itself, and not where only its end counts', () => {
    const anywhere = [
      'private key',
      'mnemonic',
      'seed phrase',
      'backup phrase',
      'api key',
      'password',
      'cookie',
      'jwt',
      'csrf',
    ];
    for (const name of anywhere)
      expect([name, kindOfName(`user ${name} v2`)]).toEqual([name, kindOfName(name) ?? 'a kind']);
    for (const name of ['token', 'secret', 'seed', 'signature', 'wif', 'xprv', 'pass', 'session', 'auth'])
      expect([name, kindOfName(`${name} count`)]).toEqual([name, null]);
  });

  it('of up to four letters is a word by itself, in any spelling', () => {
    for (const name of ['userPin', 'user-otp', 'MyTotp', 'my_pass', 'x1Sid', 'webAuth'])
      expect([name, kindOfName(name)]).toEqual([name, 'credential']);
    for (const name of ['compass', 'oauth', 'stotp', 'wsid', 'userpin', 'axprv'])
      expect([name, kindOfName(name)]).toEqual([name, null]);
  });

  it('is looked for in the first 1,024 characters', () => {
    expect(kindOfName(`${'a'.repeat(1_018)}_token`)).toBe('credential');
    expect(kindOfName(`${'a'.repeat(1_019)}_token`)).toBe(null);
  });

  it.each(['spin', 'config', 'design', 'tokens', 'token_count', 'opinion', 'public_key', 'client_seed', 'serverSeed',
    'server_seed_hash', 'key', 'code', 'from_token', 'passport', 'id', 'compass_heading', '', 'session_count'])(
    '"%s" is none',
    (name) => {
      expect(kindOfName(name)).toBe(null);
    },
  ); // prettier-ignore

  it.each(['idempotency key', 'x idempotency key', 'mcp session id'])(
    '"%s" marks a repeated request, as a whole',
    (name) => {
      const [whole, longer] = [spellings(name.split(' ')).slice(0, -1), `user ${name}`];
      expect(new Set(whole.map(kindOfName))).toEqual(new Set(['repeat']));
      expect(kindOfName(longer)).toBe(name === 'mcp session id' ? 'credential' : null);
    },
  );

  it('is none where it is the name of a policy', () => {
    expect(policyNames.map(kindOfName).filter((kind) => kind !== null)).toEqual([]);
    expect(['to_token', 'toToken', 'from_token', 'server-seed', 'client seed'].map(kindOfName)).toEqual(
      Array.from({ length: 5 }, () => null),
    );
  });

  it('is known again, whatever other names were looked up', () => {
    const names = new SecretNames();
    const some = ['token', 'page', 'user_pin', 'server_seed', `${'long_'.repeat(13)}pin`, 'view key'];
    const first = some.map((name) => names.kindOf(name));
    for (let number = 0; number < 4_100; number += 1) names.kindOf(`a${number}`);
    expect([first, some.map((name) => names.kindOf(name))]).toEqual([
      some.map(kindOfName),
      some.map(kindOfName),
    ]);
  });

  it('is wider in a query string, where a key is a credential', () => {
    const names = ['key', 'code', 'access', 'hmac', 'sig', 'token', 'page', 'hmac_key'];
    expect(names.filter((name) => kindInQuery(name) === 'credential')).toEqual(names.slice(0, 6));
    expect(['key', 'code', 'access', 'hmac', 'page'].map(kindOfName)).toEqual([null, null, null, null, null]);
  });

  it('is short to look at, however long it is', () => {
    expect(kindOfName('aA'.repeat(2_000_000))).toBe(null);
  });
});
