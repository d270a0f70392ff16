import { hexToBytes } from '@noble/hashes/utils.js';
import { mnemonicToSeedSync } from '@scure/bip39';
import { describe, expect, it } from 'vitest';
import { isAddress } from '../../../src/platform/services/wallet/keys/address.ts';
import { chains } from '../../../src/platform/services/wallet/keys/chain.ts';
import {
  deriveAddresses,
  deriveKeys,
  derivationPaths,
  newMnemonic,
} from '../../../src/platform/services/wallet/keys/hd-wallet.ts';
import {
  addressOfMoneroKeys,
  viewKeyMatches,
} from '../../../src/platform/services/wallet/keys/monero/keys.ts';
import { addressOfKey } from '../../../src/platform/services/wallet/keys/signing-key.ts';

const about = `${'abandon '.repeat(11)}about`;

/** Each agreed by at least two independent implementations. */
const aboutAddresses = {
  ethereum: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  base: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  solana: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
  bitcoin: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  tron: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  monero: '44jKQv6ZKMd5ecLLmkNJGi7azgSptEq8ki7TFiat1TfLfdDQ1tQ7ZYa3cRh7X2uRwvLDjddWh97ajeyhR2seKSECQeDx1WR',
};

describe('the wallet of eleven times abandon, and about', () => {
  it('has the six published addresses', () => {
    expect(newMnemonic(new Uint8Array(16))).toBe(about);
    expect(deriveAddresses(about)).toEqual(aboutAddresses);
  });

  it('has the keys that the published paths lead to', () => {
    const keys = deriveKeys(about);
    expect(chains.map((chain) => [keys[chain].chain, keys[chain].path])).toEqual(
      chains.map((chain) => [chain, derivationPaths[chain].path]),
    );
    // The first key of BIP-84's own test vectors, whose WIF is printed there.
    expect(addressOfKey('bitcoin', 'KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9d')).toBe(
      aboutAddresses.bitcoin,
    );
    for (const chain of ['ethereum', 'base', 'solana', 'bitcoin', 'tron'] as const) {
      expect(addressOfKey(chain, keys[chain].privateKey ?? '')).toBe(aboutAddresses[chain]);
    }
    const { viewKey = '', spendKey = '', privateKey } = keys.monero;
    expect(privateKey).toBeUndefined();
    expect(addressOfMoneroKeys(viewKey, spendKey)).toBe(aboutAddresses.monero);
    expect(viewKeyMatches(aboutAddresses.monero, viewKey)).toBe(true);
    expect(viewKeyMatches(aboutAddresses.monero, spendKey)).toBe(false);
  });

  it.each(chains)('has an address that is one of %s', (chain) => {
    expect(isAddress(chain, aboutAddresses[chain])).toBe(true);
    for (const other of chains) {
      const isShared = ['ethereum', 'base'].includes(chain) && ['ethereum', 'base'].includes(other);
      expect(isAddress(other, aboutAddresses[chain]), other).toBe(other === chain || isShared);
    }
  });
});

describe('the words', () => {
  // Of the official list (Trezor), those of 128 bits; the seeds there have the passphrase TREZOR.
  it.each([
    ['7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f', 'legal winner thank year wave sausage worth useful legal winner thank yellow', '2e8905819b8723fe2c1d161860e5ee1830318dbf49a83bd451cfb8440c28bd6fa457fe1296106559a3c80937a1c1069be3a3a5bd381ee6260e8d9739fce1f607'],
    ['80808080808080808080808080808080', 'letter advice cage absurd amount doctor acoustic avoid letter advice cage above', 'd71de856f81a8acc65e6fc851a38d4d7ec216fd0796d0a6827a3ad6ed5511a30fa280f12eb2e47ed2ac03b5c462a0358d18d69fe4f985ec81778c1b370b652a8'],
    ['ffffffffffffffffffffffffffffffff', 'zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong', 'ac27495480225222079d7be181583751e86f571027b0497b5b5d11218e0a8a13332572917f0f8e5a589620c6f15b11c61dee327651a14c34e18231052e48c069'],
    ['9e885d952ad362caeb4efe34a8e91bd2', 'ozone drill grab fiber curtain grace pudding thank cruise elder eight picnic', '274ddc525802f7c828d8ef7ddbcdc5304e87ac3535913611fbbfa986d0c9e5476c91689f9c8a54fd55bd38606aa6a8595ad213d4c9c9f9aca3fb217069a41028'],
  ])('of %s are those of BIP-39', (entropy, words, trezorSeed) => {
    expect(newMnemonic(hexToBytes(entropy))).toBe(words);
    expect(Buffer.from(mnemonicToSeedSync(words, 'TREZOR')).toString('hex')).toBe(trezorSeed);
    expect(() => deriveAddresses(words)).not.toThrow();
  }); // prettier-ignore

  it.each([
    ['a wrong checksum', 'abandon '.repeat(12).trim()],
    ['eleven words', 'abandon '.repeat(11).trim()],
    ['a word of no list', `${'abandon '.repeat(11)}orrery`],
    ['capitals', about.toUpperCase()],
    ['two blanks', about.replace(' ', '  ')],
    ['a blank at the end', `${about} `],
    ['nothing', ''],
    ['a lot', 'abandon '.repeat(100_000)],
  ])('are refused with %s', (_, words) => {
    expect(() => deriveKeys(words)).toThrow('a mnemonic is BIP-39 words');
  });

  it.each([0, 15, 17, 32])('are refused of %i bytes', (length) => {
    expect(() => newMnemonic(new Uint8Array(length))).toThrow('16 bytes');
  });
});
