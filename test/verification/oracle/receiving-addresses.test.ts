/** Addresses that are published as examples: of BIP-173, BIP-350, the Bitcoin wiki and Monero's documentation. */
import { describe, expect, it } from 'vitest';
import { receivers } from '../../../src/verification/oracle/facts/receiving-addresses.ts';

const valid: readonly (readonly [chain: string, address: string])[] = [
  ['bitcoin', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ['bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['bitcoin', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
  ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['bitcoin', 'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y'],
  [
    'monero',
    '44jKQv6ZKMd5ecLLmkNJGi7azgSptEq8ki7TFiat1TfLfdDQ1tQ7ZYa3cRh7X2uRwvLDjddWh97ajeyhR2seKSECQeDx1WR',
  ],
  [
    'monero',
    '888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H',
  ],
  [
    'monero',
    '4LL9oSLmtpccfufTMvppY6JwXNouMBzSkbLYfpAV5Usx3skxNgYeYTRj5UzqtReoS44qo9mtmXCqY45DJ852K5Jv2bYXZKKQePHES9khPK',
  ],
];

const wrong: readonly (readonly [chain: string, address: string, why: string])[] = [
  ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'its checksum'],
  ['bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'the test network'],
  [
    'bitcoin',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'the older checksum of version 1',
  ],
  ['bitcoin', 'bc1rw5uspcuh', 'one byte'],
  ['bitcoin', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', '16 bytes of version 0'],
  ['bitcoin', 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8', 'an address of tron'],
  ['bitcoin', 'x', 'no address at all'],
  ['monero', `4${'A'.repeat(94)}`, 'its checksum'],
  ['monero', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'an address of bitcoin'],
];

describe('addresses that money can be sent to', () => {
  it.each(valid)('of %s: %s', (chain, address) => expect(receivers[chain]?.(address)).toBe(true));
  it.each(wrong)('not of %s: %s, for %s', (chain, address) =>
    expect(receivers[chain]?.(address)).toBe(false),
  );
  it.each(valid)('%s: each letter of %s counts', (chain, address) => {
    for (let at = 0; at < address.length; at += 1) {
      const letter = address[at] === '2' ? '3' : '2';
      const other = `${address.slice(0, at)}${letter}${address.slice(at + 1)}`;
      expect(receivers[chain]?.(other), other).toBe(false);
    }
  });
});
