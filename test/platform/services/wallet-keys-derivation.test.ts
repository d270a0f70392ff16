/**
 * Derivation against other people's: BIP-32's own vectors and ethers, SLIP-10's own vectors, addresses of five libraries.
 */
import { createKeyPairFromPrivateKeyBytes, getAddressFromPublicKey } from '@solana/kit';
import { base58 } from '@scure/base';
import * as bitcoin from 'bitcoinjs-lib';
import { HDNodeWallet, Mnemonic, computeAddress } from 'ethers';
import monero from 'monero-ts';
import * as secp from 'tiny-secp256k1';
import { TronWeb } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { hexOf } from '../../../src/platform/services/wallet/keys/bytes.ts';
import {
  deriveAddresses,
  deriveKeys,
  derivationPaths,
  newMnemonic,
} from '../../../src/platform/services/wallet/keys/hd-wallet.ts';
import { secretAt } from '../../../src/platform/services/wallet/keys/hierarchical.ts';
import { attempts } from '../../campaigns.ts';
import { Draws } from './wallet-keys-draws.ts';

const fromHex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'));

describe('hierarchical derivation on ed25519', () => {
  const seed1 = '000102030405060708090a0b0c0d0e0f';
  const seed2 =
    'fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542';
  // SLIP-0010, test vectors 1 and 2: curve, seed, path, chain code, secret.
  // prettier-ignore
  it.each<[string, string, string]>([
    [seed1, "m", '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7'],
    [seed1, "m/0'", '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3'],
    [seed1, "m/0'/1'/2'/2'/1000000000'", '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793'],
    [seed2, "m", '171cb88b1b3c1db25add599712e36245d75bc65a1a5c9e18d76f9f2b1eab4012'],
  ])('of %s at %j is that of SLIP-10', (seed, path, secret) => {
    expect(hexOf(secretAt(fromHex(seed), { path, scheme: 'SLIP-10' }))).toBe(secret);
  });

  it.each([
    "m/0'/",
    "m//0'",
    "m/-1'",
    "m/0x1'",
    "m/1.5'",
    'm/',
    "m/2147483648'",
    "m/10000000000'",
    "m/0''",
    "m/٣'",
    "m/44'/0",
  ])('has no step in %j', (path) => {
    expect(() => secretAt(new Uint8Array(64), { path, scheme: 'SLIP-10' })).toThrow('no step');
  });
});

describe('hierarchical derivation on secp256k1', () => {
  const secretOf = (seed: Uint8Array, path: string): string =>
    hexOf(secretAt(seed, { path, scheme: 'BIP-32' }));

  // BIP-32, test vector 1: path, secret.
  // prettier-ignore
  it.each<[string, string]>([
    ["m", 'e8f32e723decf4051aefac8e2c93c9c5b214313817cdb01a1494b917c8436b35'],
    ["m/0'", 'edb2e14f9ee77d26dd93b4ecede8d16ed408ce149b6cd80b0715a2d911a0afea'],
    ["m/0'/1", '3c6cb8d0f6a264c91ea8b5030fadaa8e538b020f0a387421a12de9319dc93368'],
  ])('at %j is that of BIP-32', (path, secret) => {
    expect(secretOf(fromHex('000102030405060708090a0b0c0d0e0f'), path)).toBe(secret);
  });

  it('is that of ethers at any path', () => {
    const draws = new Draws('paths on secp256k1');
    const step = (): string => {
      const [first = 0, ...rest] = draws.bytes(4);
      const index = rest.reduce((sum, byte) => sum * 256 + byte, first % 128);
      return `/${index}${first < 128 ? "'" : ''}`;
    };
    for (let round = 0; round < 60; round += 1) {
      const seed = draws.bytes(64);
      const path = `m${Array.from({ length: 1 + (round % 4) }, step).join('')}`;
      expect(secretOf(seed, path)).toBe(HDNodeWallet.fromSeed(seed).derivePath(path).privateKey.slice(2));
    }
  });

  it.each(["m/0'/", 'm//0', 'm/-1', 'm/0x1', 'm/2147483648', "m/2147483648'", "m/0''"])(
    'has no step in %j',
    (path) => {
      expect(() => secretOf(new Uint8Array(64).fill(1), path)).toThrow('no step');
    },
  );
});

const draws = new Draws('wallets');
const derived: { words: string; keys: ReturnType<typeof deriveKeys> }[] = [];

/** The first of the wallets that all tests share: to derive one takes longer than most of what is compared. */
function wallets(count: number): typeof derived {
  while (derived.length < count) {
    const words = newMnemonic(draws.bytes(16));
    derived.push({ words, keys: deriveKeys(words) });
  }
  return derived.slice(0, count);
}

it('wallets have the addresses that five other libraries give their keys', async () => {
  for (const { keys } of wallets(attempts('addressesOfWallets'))) {
    const { ethereum, base, bitcoin: onBitcoin, tron, solana } = keys;
    expect(ethereum.address).toBe(computeAddress(ethereum.privateKey ?? ''));
    expect({ ...base, chain: 'ethereum' }).toEqual(ethereum);
    const pubkey = secp.pointFromScalar(fromHex(onBitcoin.privateKey ?? '')) ?? new Uint8Array();
    expect(onBitcoin.address).toBe(bitcoin.payments.p2wpkh({ pubkey }).address);
    expect(tron.address).toBe(TronWeb.address.fromPrivateKey(tron.privateKey ?? ''));
    const secret = base58.decode(solana.privateKey ?? '');
    const pair = await createKeyPairFromPrivateKeyBytes(secret.subarray(0, 32));
    expect(solana.address).toBe(await getAddressFromPublicKey(pair.publicKey));
    expect(base58.encode(secret.subarray(32))).toBe(solana.address);
  }
});

it('wallets have the keys that ethers finds at the published paths', () => {
  for (const { words, keys } of wallets(40)) {
    const root = HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(words), 'm');
    for (const chain of ['ethereum', 'bitcoin', 'tron'] as const) {
      const theirs = root.derivePath(derivationPaths[chain].path);
      expect(keys[chain].privateKey?.replace('0x', '')).toBe(theirs.privateKey.slice(2));
    }
  }
});

it('wallets have the address and the view key that monero-ts finds from the spend key', async () => {
  for (const { keys } of wallets(150)) {
    const { address, spendKey = '', viewKey } = keys.monero;
    const theirs = await monero.createWalletKeys({
      networkType: monero.MoneroNetworkType.MAINNET,
      privateSpendKey: spendKey,
      proxyToWorker: false,
    });
    expect([await theirs.getPrimaryAddress(), await theirs.getPrivateViewKey()]).toEqual([address, viewKey]);
    await theirs.close();
  }
});

it('wallets depend only on their words, and no two are equal', () => {
  const all = wallets(50).map(({ words, keys }) => {
    const addresses = Object.values(keys).map(({ address }) => address);
    expect(Object.values(deriveAddresses(words))).toEqual(addresses);
    return addresses;
  });
  // Ethereum's and Base's are the same one.
  expect(new Set(all.flat()).size).toBe(50 * 5);
});
