/** Derivation against other people's: BIP-32 of @scure and ethers, SLIP-10's own vectors, addresses of five libraries. */
import { createKeyPairFromPrivateKeyBytes, getAddressFromPublicKey } from '@solana/kit';
import { base58 } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import * as bitcoin from 'bitcoinjs-lib';
import { HDNodeWallet, Mnemonic, computeAddress } from 'ethers';
import monero from 'monero-ts';
import * as secp from 'tiny-secp256k1';
import { TronWeb } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { hexOf } from '../../src/services/wallet/keys/bytes.ts';
import {
  deriveAddresses,
  deriveKeys,
  derivationPaths,
  newMnemonic,
} from '../../src/services/wallet/keys/hd-wallet.ts';
import { follow, rootOf, type Curve } from '../../src/services/wallet/keys/hierarchy.ts';
import { Draws } from './wallet-keys-draws.ts';

const fromHex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'));

describe('hierarchical derivation', () => {
  const seed1 = '000102030405060708090a0b0c0d0e0f';
  const seed2 =
    'fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542';
  // SLIP-0010, test vectors 1 and 2: curve, seed, path, chain code, secret.
  it.each<[Curve, string, string, string, string]>([
    ['ed25519', seed1, '', '90046a93de5380a72b5e45010748567d5ea02bbf6522f979e05c0d8d8ca9fffb', '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7'],
    ['ed25519', seed1, "0'", '8b59aa11380b624e81507a27fedda59fea6d0b779a778918a2fd3590e16e9c69', '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3'],
    ['ed25519', seed1, "0'/1'/2'/2'/1000000000'", '68789923a0cac2cd5a29172a475fe9e0fb14cd6adb5ad98a3fa70333e7afa230', '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793'],
    ['ed25519', seed2, '', 'ef70a74db9c3a5af931b5fe73ed8e1a53464133654fd55e7a66f8570b8e33c3b', '171cb88b1b3c1db25add599712e36245d75bc65a1a5c9e18d76f9f2b1eab4012'],
    ['secp256k1', seed1, '', '873dff81c02f525623fd1fe5167eac3a55a049de3d314bb42ee227ffed37d508', 'e8f32e723decf4051aefac8e2c93c9c5b214313817cdb01a1494b917c8436b35'],
    ['secp256k1', seed1, "0'/1", '2a7857631386ba23dacac34180dd1983734e444fdbf774041578e9b6adb37c19', '3c6cb8d0f6a264c91ea8b5030fadaa8e538b020f0a387421a12de9319dc93368'],
  ])('on %s of %s at %j is that of SLIP-10', (curve, seed, path, chainCode, secret) => {
    const root = rootOf(fromHex(seed), curve);
    const branch = path === '' ? root : follow(root, path, curve);
    expect([hexOf(branch.chainCode), hexOf(branch.secret)]).toEqual([chainCode, secret]);
  }); // prettier-ignore

  it('on secp256k1 is that of @scure/bip32 at any path', () => {
    const draws = new Draws('paths');
    for (let round = 0; round < 150; round += 1) {
      const seed = draws.bytes(64);
      const steps = Array.from({ length: draws.below(4) + 1 }, () => {
        return `${String(draws.one([0, 1, draws.below(2 ** 31)]))}${draws.one(['', "'"])}`;
      });
      const theirs = HDKey.fromMasterSeed(seed).derive(`m/${steps.join('/')}`);
      const ours = follow(rootOf(seed, 'secp256k1'), steps.join('/'), 'secp256k1');
      expect([ours.secret, ours.chainCode]).toEqual([theirs.privateKey, theirs.chainCode]);
    }
  });

  it.each(["0'/", '/0', '-1', '0x1', '1.5', '', '2147483648', '10000000000', 'm', "0''", '٣'])(
    'has no step in %j',
    (path) => {
      const root = rootOf(new Uint8Array(64), 'secp256k1');
      expect(() => follow(root, path, 'secp256k1')).toThrow('a path has no step');
    },
  );

  it('takes hardened steps alone on ed25519', () => {
    expect(() => follow(rootOf(new Uint8Array(64), 'ed25519'), "44'/0", 'ed25519')).toThrow('hardened');
  });
});

it('wallets have the addresses that five other libraries give their keys', async () => {
  const draws = new Draws('addresses of wallets');
  for (let round = 0; round < 300; round += 1) {
    const { ethereum, base, bitcoin: onBitcoin, tron, solana } = deriveKeys(newMnemonic(draws.bytes(16)));
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

it('wallets have the keys that ethers and @scure/bip32 find at the published paths', () => {
  const draws = new Draws('keys of wallets');
  for (let round = 0; round < 60; round += 1) {
    const words = newMnemonic(draws.bytes(16));
    const keys = deriveKeys(words);
    const root = HDKey.fromMasterSeed(mnemonicToSeedSync(words));
    for (const chain of ['bitcoin', 'tron'] as const) {
      const secret = root.derive(derivationPaths[chain].path).privateKey ?? new Uint8Array();
      expect(keys[chain].privateKey).toBe(hexOf(secret));
    }
    const theirs = HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(words), derivationPaths.ethereum.path);
    expect([theirs.address, theirs.privateKey]).toEqual([keys.ethereum.address, keys.ethereum.privateKey]);
  }
});

it('wallets have the address and the view key that monero-ts finds from the spend key', async () => {
  const draws = new Draws('monero wallets');
  for (let round = 0; round < 150; round += 1) {
    const { address, spendKey = '', viewKey } = deriveKeys(newMnemonic(draws.bytes(16))).monero;
    const theirs = await monero.createWalletKeys({
      networkType: monero.MoneroNetworkType.MAINNET,
      privateSpendKey: spendKey,
      proxyToWorker: false,
    });
    expect([await theirs.getPrimaryAddress(), await theirs.getPrivateViewKey()]).toEqual([address, viewKey]);
    await theirs.close();
  }
});

it('wallets follow from their words alone, and no two are alike', () => {
  const draws = new Draws('distinct wallets');
  const all = Array.from({ length: 50 }, () => newMnemonic(draws.bytes(16))).map((words) => {
    const addresses = deriveAddresses(words);
    expect(deriveAddresses(words)).toEqual(addresses);
    return Object.values(addresses);
  });
  // Ethereum's and Base's are the same one.
  expect(new Set(all.flat()).size).toBe(50 * 5);
});
