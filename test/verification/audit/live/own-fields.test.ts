/** Answers under other names: what is written in another case, by another name or in an envelope is found, and nothing else. */
import { describe, expect, it } from 'vitest';
import { ownFields, withOwnNames } from '../../../../src/verification/audit/live/own-fields.ts';

const hash = 'a'.repeat(64);
const aliases = {
  seed_hash: ['server_seed_hash', 'hashed_server_seed', 'server_hash', 'commitment', 'hash', 'seed'],
  server_seed: ['revealed_server_seed', 'previous_server_seed', 'server_seed_revealed'],
  client_seed: ['player_seed', 'user_seed'],
  amount: ['stake', 'wager', 'bet_amount'],
  balance: ['new_balance', 'balance_after', 'available'],
  api_key: ['key', 'token', 'access_token'],
} as const;

const camel = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

describe.each(Object.entries(aliases))('%s', (ours, others) => {
  const value = ours === 'seed_hash' ? hash : 'text';

  it('is read under each of its other names, in any case, beside what the answer has', () => {
    for (const other of [ours, ...others])
      for (const name of [other, camel(other), other.replaceAll('_', '-'), other.toUpperCase()]) {
        const fields = withOwnNames({ [name]: value });
        expect(fields.get(ours), name).toBe(value);
        expect(fields.get(name)).toBe(value);
      }
  });

  it('is its own name before all others, and of the others the first whose value has the form', () => {
    const all = Object.fromEntries(others.map((name) => [name, name === 'seed' ? hash : value]));
    expect(withOwnNames({ ...all, [ours]: 'own' }).get(ours)).toBe('own');
    for (const wrong of [null, true, [], {}])
      expect(withOwnNames({ [others[0]]: wrong, [others[1]]: value }).get(ours)).toBe(value);
    for (const wrong of [null, true, [], {}])
      expect(withOwnNames({ [others[0]]: wrong }).has(ours)).toBe(false);
    expect(withOwnNames({ [others[0]]: 5 }).has(ours)).toBe(ours !== 'seed_hash');
  });
});

it('a hash has 64 digits', () => {
  expect(withOwnNames({ hash: hash.toUpperCase() }).get('seed_hash')).toBe(hash.toUpperCase());
  for (const wrong of [`${hash}a`, hash.slice(1), `x${hash}`, `${hash.slice(1)}g`])
    expect(withOwnNames({ hash: wrong }).has('seed_hash'), wrong).toBe(false);
});

describe('an envelope', () => {
  it.each(['data', 'response', 'payload', 'result'])(
    '%s is opened where nothing beside it is known',
    (name) => {
      const inner = { payoutAmount: 1, nonce: 4 };
      for (const beside of [{}, { success: true }, { status: 'ok', code: 0 }])
        expect(ownFields({ ...beside, [name]: inner }).get('nonce')).toBe(4);
      expect(ownFields({ payout: 2, [name]: inner }).get('nonce')).toBeUndefined();
      expect(ownFields({ [name]: { other: 1 } }).get(name)).toEqual({ other: 1 });
    },
  );

  it.each('next_nonce nonce payout multiplier win bet_id revealed rounds seeds error cards'.split(' '))(
    'is left closed beside %s', (known) => {
      expect(ownFields({ [known]: 1, data: { nonce: 4, balance: 1 } }).has('balance')).toBe(false);
      expect(ownFields({ data: { [known]: 1 } }).get(known)).toBe(1);
    }); // prettier-ignore

  it('is no list and no text', () => {
    for (const value of [[1], 'text', null, 3]) expect(ownFields({ data: value }).get('data')).toBe(value);
    for (const value of [[1], 'text', null, undefined]) expect(ownFields(value).size).toBe(0);
  });
});
