/** Validation of addresses (gap W23) against other libraries, for valid texts and for every small typing error. */
import { isAddress as isSolanaAddress } from '@solana/kit';
import { base58xmr, bech32, bech32m, createBase58check } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import * as bitcoin from 'bitcoinjs-lib';
import { getAddress, isAddress as isEvmAddress } from 'ethers';
import fc from 'fast-check';
import monero from 'monero-ts';
import * as secp from 'tiny-secp256k1';
import { TronWeb } from 'tronweb';
import { describe, expect, it } from 'vitest';
import {
  canonicalAddress,
  isAddress,
  sameAddress,
} from '../../../src/platform/services/wallet/keys/address.ts';
import { chains, type Chain } from '../../../src/platform/services/wallet/keys/chain.ts';
import { deriveAddresses, newMnemonic } from '../../../src/platform/services/wallet/keys/hd-wallet.ts';
import { solanaAddress } from '../../../src/platform/services/wallet/keys/solana/address.ts';
import { anyCharacter } from '../../any-character.ts';
import { Draws } from './wallet-keys-draws.ts';

bitcoin.initEccLib(secp);
const base58check = createBase58check(sha256);
const { MAINNET } = monero.MoneroNetworkType;

function bitcoinPays(text: string): boolean {
  try {
    // Witness versions without a meaning are warned of, and an upper case address is one of theirs too.
    const version = /^bc1([a-z0-9])/i.exec(text)?.[1]?.toLowerCase();
    bitcoin.address.toOutputScript(text);
    return version === undefined || 'qp'.includes(version);
  } catch {
    return false;
  }
}

/** True if another library accepts the text as an address of the chain. */
const oracles: Readonly<Record<Chain, (text: string) => boolean | Promise<boolean>>> = {
  ethereum: (text) => text.startsWith('0x') && isEvmAddress(text),
  base: (text) => text.startsWith('0x') && isEvmAddress(text),
  solana: isSolanaAddress,
  bitcoin: bitcoinPays,
  // Tron's own hexadecimal form is for its nodes, not for people.
  tron: (text) => text.startsWith('T') && TronWeb.isAddress(text),
  monero: (text) => monero.MoneroUtils.isValidAddress(text, MAINNET),
};

/** Published or widely quoted addresses of every kind that can be paid. */
const known: Readonly<Record<Chain, readonly string[]>> = {
  ethereum: [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', // EIP-55's own
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x0000000000000000000000000000000000000000',
  ],
  base: ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'], // USDC on Base
  solana: [
    '11111111111111111111111111111111',
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  ],
  bitcoin: [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', // the genesis block's
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', // BIP-173
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', // BIP-350
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr', // BIP-86
  ],
  tron: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
  monero: [
    // The donation address of the Monero project, and two of its documentation.
    '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A',
    '4GdoN7NCTi8a5gZug7PrwZNKjvHFmKeV11L6pNJPgj5QNEHsN6eeX3DaAQFwZ1ufD4LYCZKArktt113W7QjWvQ7CW7F7tDFvS511SNfZV7',
    '8AsN91rznfkBGTY8psSNkJBg9SZgxxGGRUhGwRptBhgr5XSQ1XzmA9m8QAnoxydecSh5aLJXdrgXwTDMMZ1AuXsN1EX5Mtm',
  ],
};

const wallets = new Draws('addresses');
/** Each has an address of every chain. */
const derived = Array.from({ length: 10 }, () => deriveAddresses(newMnemonic(wallets.bytes(16))));

describe.each(chains)('an address of %s', (chain) => {
  it('is valid exactly if another library says so, for well-known and derived addresses', async () => {
    for (const text of [...known[chain], ...derived.map((addresses) => addresses[chain])]) {
      expect(await oracles[chain](text), `the other library on ${text}`).toBe(true);
      expect(isAddress(chain, text), text).toBe(true);
    }
  });

  it('with one letter changed, dropped or doubled is valid exactly if another library says so', async () => {
    const draws = new Draws(`slips on ${chain}`);
    let accepted = 0;
    for (let round = 0; round < 2000; round += 1) {
      const text = slip(draws.one(known[chain]), draws);
      const isOurs = isAddress(chain, text);
      if (isOurs !== (await oracles[chain](text))) expect.fail(`${text}: ${String(isOurs)} here, not there`);
      accepted += Number(isOurs);
    }
    // Solana has no checksum, and an EVM address in one case has none either.
    const isChecked = !['solana', 'ethereum'].includes(chain);
    expect(accepted > 0).toBe(!isChecked);
  });

  it.each([
    ['a blank before', (text: string) => ` ${text}`],
    ['a blank after', (text: string) => `${text} `],
    ['a line break after', (text: string) => `${text}\n`],
    ['a null after', (text: string) => `${text}\0`],
    ['a blank inside', (text: string) => `${text.slice(0, 9)} ${text.slice(9)}`],
    ['a name of its chain', (text: string) => `${text}:${text}`],
    ['itself again', (text: string) => text + text],
    ['nothing left', () => ''],
    ['a wide letter for its first', (text: string) => `\uff10${text.slice(1)}`],
    ['a Kelvin sign for every k', (text: string) => `${text.replaceAll(/k/gi, '\u212a')}\u212a`],
  ])('is none with %s', (_, change) => {
    for (const text of known[chain]) expect(isAddress(chain, change(text)), change(text)).toBe(false);
  });

  it('is not a megabyte of arbitrary text', () => {
    for (const letter of ['1', 'a', '0', 'z', ' ', '\u{1f600}']) {
      const huge = letter.repeat(1_000_000);
      for (const text of [huge, `0x${huge}`, `bc1${huge}`, `T${huge}`, `4${huge}`]) {
        expect(isAddress(chain, text)).toBe(false);
      }
    }
  });

  it('is not any text that is not an address', () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => !isAddress(chain, text)));
    for (const text of [
      '__proto__',
      'constructor',
      'toString',
      'null',
      'undefined',
      'NaN',
      '0',
      '0x',
      'bc1',
      'T',
      '4',
    ]) {
      expect(isAddress(chain, text)).toBe(false);
    }
  });

  it('has one stored spelling, and that is stable', () => {
    for (const text of known[chain]) {
      const canonical = canonicalAddress(chain, text) ?? '';
      expect(canonicalAddress(chain, canonical)).toBe(canonical);
      expect(sameAddress(chain, text, canonical)).toBe(true);
      expect(sameAddress(chain, `${text}1`, `${text}1`)).toBe(false);
    }
    const spellings = known[chain].map((text) => canonicalAddress(chain, text));
    // BIP-173's address stands in the list in both cases.
    expect(new Set(spellings).size).toBe(chain === 'bitcoin' ? spellings.length - 1 : spellings.length);
  });
});

const letters = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');

/** One letter changed, dropped or doubled, or two neighbours swapped; never the text itself. */
function slip(text: string, draws: Draws): string {
  const at = draws.below(text.length);
  const [before, letter, after] = [text.slice(0, at), text.charAt(at), text.slice(at + 1)];
  const slipped = draws.one([
    before + draws.one(letters) + after,
    before + after,
    before + letter + letter + after,
    before + after.charAt(0) + letter + after.slice(1),
  ]);
  return slipped === text ? slip(text, draws) : slipped;
}

describe('every single letter changed', () => {
  it.each([
    ['bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
    ['bitcoin', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
    ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['tron', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
    ['ethereum', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
    ['monero', '44jKQv6ZKMd5ecLLmkNJGi7azgSptEq8ki7TFiat1TfLfdDQ1tQ7ZYa3cRh7X2uRwvLDjddWh97ajeyhR2seKSECQeDx1WR'],
  ] as const)('is seen in %s %s', (chain, text) => {
    const accepted = text.split('').flatMap((own, at) =>
      letters
        .filter((letter) => letter !== own)
        .map((letter) => text.slice(0, at) + letter + text.slice(at + 1))
        .filter((changed) => isAddress(chain, changed)),
    );
    expect(accepted).toEqual([]);
  }); // prettier-ignore

  it('is another address on solana, whose addresses have no checksum', () => {
    const text = solanaAddress(new Draws('solana').bytes(32));
    for (let at = 0; at < text.length; at += 1) {
      const changed = `${text.slice(0, at)}${text.charAt(at) === '2' ? '3' : '2'}${text.slice(at + 1)}`;
      expect(sameAddress('solana', text, changed)).toBe(false);
    }
  });
});

describe('addresses of other networks and kinds are invalid:', () => {
  const program = new Draws('programs').bytes(40);
  const words = (length: number): number[] => bech32.toWords(program.subarray(0, length));
  const legacy = (prefix: number, length = 20): string =>
    base58check.encode(Uint8Array.of(prefix, ...program.subarray(0, length)));
  // The x that no point of the curve has: BIP-341's field element 4 is one, 5 is not.
  const offCurve = bech32m.encode('bc', [1, ...bech32.toWords(Uint8Array.of(...new Uint8Array(31), 5))]);

  it.each<[string, Chain, string]>([
    ['testnet P2WPKH', 'bitcoin', bech32.encode('tb', [0, ...words(20)])],
    ['regtest P2WPKH', 'bitcoin', bech32.encode('bcrt', [0, ...words(20)])],
    ['version 0 in bech32m', 'bitcoin', bech32m.encode('bc', [0, ...words(20)])],
    ['version 1 in bech32', 'bitcoin', bech32.encode('bc', [1, ...words(32)])],
    ['a version without a meaning', 'bitcoin', bech32m.encode('bc', [2, ...words(32)])],
    ['pay to anchor', 'bitcoin', 'bc1pfeessrawgf'],
    ['version 0 of 16 bytes', 'bitcoin', bech32.encode('bc', [0, ...words(16)])],
    ['version 0 of 40 bytes', 'bitcoin', bech32.encode('bc', [0, ...words(40)])],
    ['a taproot key off the curve', 'bitcoin', offCurve],
    ['mixed case', 'bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306FYU'],
    ['testnet P2PKH', 'bitcoin', legacy(0x6f)],
    ['testnet P2SH', 'bitcoin', legacy(0xc4)],
    ['litecoin', 'bitcoin', legacy(0x30)],
    ['P2PKH of 19 bytes', 'bitcoin', legacy(0, 19)],
    ['P2PKH of 21 bytes', 'bitcoin', legacy(0, 21)],
    ['a private key', 'bitcoin', 'KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9d'],
    ['tron of 19 bytes', 'tron', legacy(0x41, 19)],
    ['tron with a testnet prefix', 'tron', legacy(0xa0)],
    ['tron after the byte 0x40', 'tron', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKB9nv2z'],
    ['tron after the byte 0x42', 'tron', legacy(0x42)],
    ['tron in hexadecimal', 'tron', `41${'00'.repeat(20)}`],
    ['a missing 0x', 'ethereum', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['0X', 'ethereum', '0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['a name', 'ethereum', 'vitalik.eth'],
    ['an ICAP', 'base', 'XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS'],
    ['31 bytes', 'solana', solanaAddress(program.subarray(0, 31))],
    ['33 bytes', 'solana', solanaAddress(program.subarray(0, 33))],
    ['a secret', 'solana', solanaAddress(new Draws('secret').bytes(64))],
    ['monero on stagenet', 'monero', '55LTR8KniP4LQGJSPtbYDacR7dz8RBFnsfAKMaMuwUNYX6aQbBcovzDPyrQF9KXF9tVU6Xk3K8no1BywnJX6GvZX8yJsXvt'],
    ['monero on testnet', 'monero', '9wviCeWe2D8XS82k2ovp5EUYLzBt9pYNW2LXUFsZiv8S3Mt21FZ5qQaAroko1enzw3eGr9qC7X1D7Geoo2RrAotYPwq9Gm8'],
  ])('%s on %s', (_, chain, text) => {
    expect(isAddress(chain, text)).toBe(false);
  }); // prettier-ignore

  it('a Kelvin sign is not a K, although its lower case is k', () => {
    const upper = 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4';
    expect(upper.replace('K', '\u212a').toLowerCase()).toBe(upper.toLowerCase());
    expect(isAddress('bitcoin', upper.replace('K', '\u212a'))).toBe(false);
  });

  it('monero, where a key is no point of the curve or is written in more than one way', async () => {
    const [text = ''] = known.monero;
    const keys = base58xmr.decode(text).subarray(0, 65);
    const withKeys = (at: number, key: Uint8Array): string => {
      const content = Uint8Array.from(keys);
      content.set(key, at);
      return base58xmr.encode(Uint8Array.of(...content, ...keccak_256(content).subarray(0, 4)));
    };
    const off = Uint8Array.of(2, ...new Uint8Array(31)); // y = 2 is on no point
    const unreduced = Uint8Array.of(0xee, ...new Uint8Array(30).fill(0xff), 0x7f); // y = p + 1
    const signOfNothing = Uint8Array.of(1, ...new Uint8Array(30), 0x80); // x = 0 has no sign
    for (const key of [off, unreduced, signOfNothing]) {
      for (const at of [1, 33]) {
        expect(await oracles.monero(withKeys(at, key))).toBe(false);
        expect(isAddress('monero', withKeys(at, key))).toBe(false);
      }
    }
    expect(withKeys(1, keys.subarray(1, 33))).toBe(text);
  });

  it('monero, where a block says more than eight bytes hold', () => {
    const [text = ''] = known.monero;
    expect(isAddress('monero', `${text.slice(0, 11)}zzzzzzzzzzz${text.slice(22)}`)).toBe(false);
    expect(isAddress('monero', 'z'.repeat(95))).toBe(false);
    expect(isAddress('monero', '1'.repeat(95))).toBe(false);
  });
});

it('case is ignored only where it has no meaning', () => {
  const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  for (const spelling of [evm.toLowerCase(), `0x${evm.slice(2).toUpperCase()}`]) {
    expect(sameAddress('base', evm, spelling)).toBe(true);
    expect(canonicalAddress('base', spelling)).toBe(getAddress(spelling));
  }
  const [legacy = ''] = known.bitcoin;
  expect(sameAddress('bitcoin', legacy, legacy.toLowerCase())).toBe(false);
  expect(sameAddress('tron', known.tron[0] ?? '', known.tron[1] ?? '')).toBe(false);
});
