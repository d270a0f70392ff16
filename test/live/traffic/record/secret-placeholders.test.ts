/** What a recording keeps of bodies: nothing of what stands under the name of a secret, however deep. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/core/http/message.ts';
import { SecretPlaceholders } from '../../../../src/live/traffic/record/secret-placeholders.ts';

const at = { path: '/faucet/register', caller: 'k' };
const bodyOf = (body: Json): Json => new SecretPlaceholders().body(body, at);

/** A value in lists and objects. A number has more digits than a placeholder. */
const nested = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.stringMatching(/^sec[0-9]{4}ret$/),
    fc.nat().map((number) => 10 ** 13 + number),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'id', 'items', 'address'), tie('value'), { maxKeys: 3 }),
  ),
})).value;
const marksIn = (value: Json): string[] => JSON.stringify(value).match(/sec\d{4}ret|\d{14}/g) ?? [];

describe('a body in a recording', () => {
  it.each(['api_key', 'apiKey', 'private_key', 'password', 'token'])(
    'has nothing of what stands under %s, in lists and objects at any depth',
    (name) => {
      fc.assert(
        fc.property(nested, (value) => {
          const kept = JSON.stringify(bodyOf([{ [name]: value }]));
          for (const mark of marksIn(value)) expect(kept).not.toContain(mark);
        }),
      );
    },
  );

  it('has what stands under other names as it was', () => {
    fc.assert(
      fc.property(nested, (value) => {
        expect(bodyOf({ note: value })).toEqual({ note: value });
      }),
    );
  });

  it('has the same secret by one placeholder wherever it stands, and numbers and flags without their value', () => {
    const secrets = new SecretPlaceholders();
    const secret = 'mine-0123456789abcdef';
    const [first, second] = [secrets.of(secret), secrets.of('other-0123456789')];
    expect(
      secrets.body({ token: [secret, { deep: ['other-0123456789'] }, 17, true, null], note: secret }, at),
    ).toEqual({
      token: [first, { deep: [second] }, '[redacted]', true, null],
      note: first,
    });
    expect(first).not.toBe(second);
  });
});
