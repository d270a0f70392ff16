/** From keys to addresses (WAL20, WAL22 to WAL24): every way of writing a key, and everything that is none. */
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { WIF } from '@scure/btc-signer';
import * as bitcoin from 'bitcoinjs-lib';
import { computeAddress } from 'ethers';
import fc from 'fast-check';
import monero from 'monero-ts';
import * as secp from 'tiny-secp256k1';
import { TronWeb } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { hexOf, joined } from '../../../src/platform/services/wallet/keys/bytes.ts';
import { chains } from '../../../src/platform/services/wallet/keys/chain.ts';
import { keyImage, pointOfHash } from '../../../src/platform/services/wallet/keys/monero/key-image.ts';
import { scalarBytes, scalarOf } from '../../../src/platform/services/wallet/keys/monero/address.ts';
import { signingKey } from '../../../src/platform/services/wallet/keys/public-key.ts';
import {
  addressOfMoneroKeys,
  viewKeyMatches,
} from '../../../src/platform/services/wallet/keys/monero/keys.ts';
import { addressOfKey } from '../../../src/platform/services/wallet/keys/signing-key.ts';
import { solanaAddress } from '../../../src/platform/services/wallet/keys/solana/address.ts';
import { signTransfer, type Transfer } from '../../../src/platform/services/wallet/keys/transfer.ts';
import { Draws } from './wallet-keys-draws.ts';

const keyed = ['ethereum', 'base', 'bitcoin', 'tron', 'solana'] as const;

describe('a private key', () => {
  it('has the address that other libraries give it, however it is written', () => {
    const draws = new Draws('keys');
    for (let round = 0; round < 1000; round += 1) {
      const key = draws.hex(32);
      const pubkey = secp.pointFromScalar(hexToBytes(key)) ?? new Uint8Array();
      const onBitcoin = bitcoin.payments.p2wpkh({ pubkey }).address;
      const spelling = draws.one([key, key.toUpperCase(), `0x${key}`]);
      expect(addressOfKey(draws.one(['ethereum', 'base']), spelling)).toBe(
        computeAddress(`0x${hexOf(pubkey)}`),
      );
      expect(addressOfKey('bitcoin', draws.one([spelling, WIF().encode(hexToBytes(key))]))).toBe(onBitcoin);
      if (round % 10 === 0) expect(addressOfKey('tron', spelling)).toBe(TronWeb.address.fromPrivateKey(key));
    }
  });

  it('of solana is 64 bytes or the seed in them, if the other half is the public key', () => {
    const seed = new Draws('solana').bytes(32);
    const publicKey = signingKey(seed);
    const pair = joined(seed, publicKey);
    const address = solanaAddress(publicKey);
    expect(addressOfKey('solana', solanaAddress(seed))).toBe(address);
    expect(addressOfKey('solana', solanaAddress(pair))).toBe(address);
    pair[40] = (pair[40] ?? 0) ^ 1;
    expect(addressOfKey('solana', solanaAddress(pair))).toBeUndefined();
  });

  const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141';
  it.each([
    ['nothing', ''],
    ['zero', '00'.repeat(32)],
    ['the order of the curve', order],
    ['the largest number', 'ff'.repeat(32)],
    ['31 bytes', '11'.repeat(31)],
    ['33 bytes', '11'.repeat(33)],
    ['half a byte less', '1'.repeat(63)],
    ['two prefixes', `0x0x${'11'.repeat(32)}`],
    ['a prefix in capitals', `0X${'11'.repeat(32)}`],
    ['a blank after', `${'11'.repeat(32)} `],
    ['a letter that is no digit', `g${'1'.repeat(63)}`],
    ['digits of another script', '١'.repeat(64)],
    ['a WIF of testnet', 'cTpB4YiyKiBcPxnefsDpbnDxFDffjqJob8wGCEDXxgQ7zQoMXJdH'],
    ['a WIF for uncompressed keys', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ'],
    ['a WIF with a wrong letter', 'KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9e'],
    [
      'a WIF with an unknown flag',
      createBase58check(sha256).encode(Uint8Array.of(0x80, ...new Uint8Array(32).fill(7), 2)),
    ],
    ['63 bytes in base58', solanaAddress(new Draws('63').bytes(63))],
    ['65 bytes in base58', solanaAddress(new Draws('65').bytes(65))],
    ['twelve words', `${'abandon '.repeat(11)}about`],
    ['a prototype', '__proto__'],
    ['a megabyte of digits', '1'.repeat(1_000_000)],
  ])('is not %s', (_, text) => {
    for (const chain of keyed) expect(addressOfKey(chain, text), chain).toBeUndefined();
    expect(addressOfMoneroKeys(text, '01'.padEnd(64, '0'))).toBeUndefined();
    expect(addressOfMoneroKeys('01'.padEnd(64, '0'), text)).toBeUndefined();
  });

  it('is the smallest and the largest number of its range', () => {
    const last = `${order.slice(0, -1)}0`;
    for (const key of ['1'.padStart(64, '0'), last]) {
      expect(addressOfKey('ethereum', key)).toBe(computeAddress(`0x${key}`));
    }
    // Twice the private key of one.
    expect(addressOfKey('ethereum', '1'.padStart(64, '0'))).toBe(
      '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
    );
  });

  it('is not any other text', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...keyed),
        fc.string(),
        (chain, text) => addressOfKey(chain, text) === undefined,
      ),
    );
  });
});

describe('the keys of monero', () => {
  const order = 'edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010';

  it('are numbers below the order of the curve, as Monero checks them', () => {
    // Of check_scalar in Monero's own tests.
    expect(scalarOf('ac10e070c8574ef374bdd1c5dbe9bacfd927f9ae0705cf08018ff865f6092d0f')).toBeDefined();
    expect(scalarOf('18fd66f7a0874de792f12a1b2add7d294100ea454537ae5794d0abc91dbf098a')).toBeUndefined();
    expect(scalarOf(order)).toBeUndefined();
    expect(scalarOf(order.replace('ed', 'ec'))).toBeDefined();
    expect(scalarOf('00'.repeat(32))).toBeUndefined();
  });

  it('see what their address, its integrated addresses and its subaddresses receive', async () => {
    const draws = new Draws('monero keys');
    for (let round = 0; round < 20; round += 1) {
      const viewKey = hexOf(scalarBytes(draws.big(252)));
      const spendKey = hexOf(scalarBytes(draws.big(252)));
      const { MAINNET } = monero.MoneroNetworkType;
      const address = addressOfMoneroKeys(viewKey, spendKey) ?? '';
      const wallet = await monero.createWalletKeys({
        networkType: MAINNET,
        primaryAddress: address,
        privateViewKey: viewKey,
        privateSpendKey: spendKey,
        proxyToWorker: false,
      });
      const integrated = await monero.MoneroUtils.getIntegratedAddress(MAINNET, address, draws.hex(8));
      const subaddress = await wallet.getAddress(draws.below(3), draws.below(50) + 1);
      await wallet.close();
      for (const text of [address, integrated.getIntegratedAddress(), subaddress]) {
        expect(viewKeyMatches(text, viewKey), text).toBe(true);
        expect(viewKeyMatches(text, spendKey), text).toBe(false);
      }
    }
  });

  it('see nothing if the address or the key is invalid', () => {
    const one = '01'.padEnd(64, '0');
    expect(viewKeyMatches('', one)).toBe(false);
    expect(viewKeyMatches(addressOfMoneroKeys(one, one) ?? '', '')).toBe(false);
    expect(viewKeyMatches(addressOfMoneroKeys(one, one) ?? '', one)).toBe(true);
  });

  // Of biased_hash_to_ec and generate_key_image in Monero's own tests.
  it.each([
    ['da66e9ba613919dec28ef367a125bb310d6d83fb9052e71034164b6dc4f392d0', '52b3f38753b4e13b74624862e253072cf12f745d43fcfafbe8c217701a6e5875'],
    ['a7fbdeeccb597c2d5fdaf2ea2e10cbfcd26b5740903e7f6d46bcbf9a90384fc6', 'f055ba2d0d9828ce2e203d9896bfda494d7830e7e3a27fa27d5eaa825a79a19c'],
    ['ed6e6579368caba2cc4851672972e949c0ee586fee4d6d6a9476d4a908f64070', 'da3ceda9a2ef6316bf9272566e6dffd785ac71f57855c0202f422bbb86af4ec0'],
    ['9ae78e5620f1c4e6b29d03da006869465b3b16dae87ab0a51f4e1b74bc8aa48b', '72d8720da66f797f55fbb7fa538af0b4a4f5930c8289c991472c37dc5ec16853'],
    ['ab49eb4834d24db7f479753217b763f70604ecb79ed37e6c788528720f424e5b', '45914ba926a1a22c8146459c7f050a51ef5f560f5b74bae436b93a379866e6b8'],
    ['5b79158ef2341180b8327b976efddbf364620b7e88d2e0707fa56f3b902c34b3', 'eac991dcbba39cb3bd166906ab48e2c3c3f4cd289a05e1c188486d348ede7c2e'],
  ])('hash %s to Monero\'s own point', (publicKey, point) => {
    expect(pointOfHash(hexToBytes(publicKey)).toHex()).toBe(point);
  }); // prettier-ignore

  it.each([
    ['a5f5f7f1da5828c8af009b1fc0c86f7875ab8560b452248d3776b8744b559f1f', '293f58590af5d4d25efbc1f0135a92bc28f70bb0a95f2d129113078c602a9303', 'bada50a9617fa5c6276a08e4bab46fad22fe0df0125b486769974602fd6ef8a2'],
    ['a8f909489661d54ce960b81ef7d2661de5eff77efd9ad50388fec2e9e658ece0', '196ed883e9dd30985cacc37aa2bc0235281da73501f9cb0b96c890f661c1ff0f', '07be020bca46918517eca8675e54c984cbf24e78031eac35900359fe9582aa34'],
    ['359feec1ddd4b6c8c3dca5aa01f3f08623835329a60d3c9c3ba7c0668c3193fb', '60cb86e9be9fe305c6df8d4ff8ac8f41a4e3541ce5e7630a040dc0506695610a', 'ac9d17122fe97f53ab55e945ebe7a872edc9adbc385b738ba6739f4b78223e4f'],
    ['a67f22bb2ddc3e649db20f5fb163ed1026c34daa0e0d249a861f9830add9dafb', '4e543290a10059970b4dda59b2f349c959d218b97466306b5c284f7d915ebb0a', 'bd97a7222befc90a71e16c6c3ce3fefedf541a2f595c914d413549547bc03b53'],
    ['fcfea9b25704ade7b54f4dcd61c8ed3e97fd45a13406141fff07f9d3fb8f3191', 'fef29570476c4fbf2e2f14475d52160a0bc3f248d7d63a22173962f7dd20e200', '49cbb8617bcca4191e92bdc742fae784d5f6e7d893f396a1473df0de0089d60d'],
  ])('have Monero\'s own key image of %s', (_, secret, image) => {
    expect(hexOf(keyImage(scalarOf(secret) ?? 0n))).toBe(image);
  }); // prettier-ignore
});

describe('a transfer of monero', () => {
  const viewKey = '02'.padEnd(64, '0');
  const spendKey = '03'.padEnd(64, '0');
  const from = addressOfMoneroKeys(viewKey, spendKey) ?? '';
  const transfer: Transfer = {
    chain: 'monero',
    to: from,
    amount: 5_000_000_000_000n,
    keys: { from, viewKey, spendKey },
    context: { family: 'monero', ringSeed: 'ring 1' },
  };

  it('is marked as simulated, in the response and in its bytes, and contains no key', () => {
    const { hash, raw, simulated } = signTransfer(transfer);
    expect(simulated).toBe(true);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    const lines = Buffer.from(raw, 'hex').toString('utf8').split('\n');
    expect(lines.slice(0, 4)).toEqual(['simulated monero transfer 1', from, from, '5000000000000']);
    expect(lines[4]).toMatch(/^[0-9a-f]{64}$/);
    expect(lines).toHaveLength(5);
    expect(raw + hash).not.toContain(spendKey);
  });

  it('has a different hash for every changed field, and the same hash for equal fields', () => {
    const ring = { family: 'monero', ringSeed: 'ring 2' } as const;
    const other = addressOfMoneroKeys(spendKey, viewKey) ?? '';
    const all: Transfer[] = [
      transfer,
      { ...transfer, amount: 5_000_000_000_001n },
      { ...transfer, to: other },
      { ...transfer, context: ring },
      { ...transfer, keys: { from: other, viewKey: spendKey, spendKey: viewKey } },
    ];
    expect(new Set(all.map((each) => signTransfer(each).hash)).size).toBe(all.length);
    expect(signTransfer(transfer)).toEqual(signTransfer({ ...transfer }));
  });
});

describe('signing throws if the caller has not validated', () => {
  const privateKey = '11'.repeat(32);
  const evm: Transfer = {
    chain: 'base',
    to: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    amount: 1n,
    keys: { privateKey },
    context: { family: 'evm', nonce: 0, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n, gasLimit: 21_000n },
  };
  const own = addressOfKey('bitcoin', privateKey) ?? '';
  const inputs = [{ txid: '22'.repeat(32), index: 0, amount: 10_000n }];
  const onBitcoin: Transfer = {
    chain: 'bitcoin',
    to: own,
    amount: 9_000n,
    keys: { privateKey },
    context: { family: 'bitcoin', inputs, change: own, feeSats: 100n },
  };
  const onTron: Transfer = {
    chain: 'tron',
    to: addressOfKey('tron', privateKey) ?? '',
    amount: 1n,
    keys: { privateKey },
    context: {
      family: 'tron',
      refBlockBytes: '0a0b',
      refBlockHash: '00'.repeat(8),
      expirationMs: 2,
      timestampMs: 1,
    },
  };
  const solana = solanaAddress(new Uint8Array(32));
  const onSolana: Transfer = {
    chain: 'solana',
    to: solana,
    amount: 1n,
    keys: { privateKey: solana },
    context: { family: 'solana', recentBlockhash: solana },
  };
  const monero1 = '01'.padEnd(64, '0');
  const onMonero: Transfer = {
    chain: 'monero',
    to: addressOfMoneroKeys(monero1, monero1) ?? '',
    amount: 1n,
    keys: { from: addressOfMoneroKeys(monero1, monero1) ?? '', viewKey: monero1, spendKey: monero1 },
    context: { family: 'monero', ringSeed: '' },
  };

  const withContext = (transfer: Transfer, change: object): Transfer => ({
    ...transfer,
    context: { ...transfer.context, ...change },
  });
  const good = [evm, { ...evm, chain: 'ethereum' as const }, onBitcoin, onTron, onSolana, onMonero];

  it('and not before', () => {
    expect(good.map((transfer) => signTransfer(transfer).simulated)).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
    expect(good.map(({ chain }) => chain).toSorted()).toEqual([...chains].toSorted());
  });

  it.each<[string, Transfer]>([
    ['a token on solana', { ...onSolana, token: solana }],
    ['a token on bitcoin', { ...onBitcoin, token: own }],
    ['a token on monero', { ...onMonero, token: onMonero.to }],
    ['a token that is no address', { ...evm, token: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD' }],
    ['the context of another chain', { ...evm, context: onTron.context }],
    ['bitcoin with the context of solana', { ...onBitcoin, context: onSolana.context }],
    ['tron with that of ethereum', { ...onTron, context: evm.context }],
    ['solana with that of bitcoin', { ...onSolana, context: onBitcoin.context }],
    ['monero with that of tron', { ...onMonero, context: onTron.context }],
    ['monero with a private key', { ...onMonero, keys: evm.keys }],
    ['bitcoin with the keys of monero', { ...onBitcoin, keys: onMonero.keys }],
    ['the keys of somebody else', { ...onMonero, keys: { from: onMonero.to, viewKey: monero1, spendKey: '02'.padEnd(64, '0') } }],
    ['more wei than a word holds', { ...evm, amount: 2n ** 256n }],
    ['more of a token than a word holds', { ...evm, amount: 2n ** 256n, token: evm.to }],
    ['more lamports than 64 bits hold', { ...onSolana, amount: 2n ** 64n }],
    ['more sun than an int64 holds', { ...onTron, amount: 2n ** 63n }],
    ['more piconero than 64 bits hold', { ...onMonero, amount: 2n ** 64n }],
    ['a nonce below zero', withContext(evm, { nonce: -1 })],
    ['a nonce of half', withContext(evm, { nonce: 0.5 })],
    ['a tip above the fee', withContext(evm, { maxPriorityFeePerGas: 3n })],
    ['no gas', withContext(evm, { gasLimit: 0n })],
    ['gas that costs more than a word holds', withContext(evm, { maxFeePerGas: 2n ** 250n })],
    ['no inputs', withContext(onBitcoin, { inputs: [] })],
    ['one input twice', withContext(onBitcoin, { inputs: [...inputs, ...inputs] })],
    ['inputs that do not pay the fee', withContext(onBitcoin, { feeSats: 1001n })],
    ['a fee below zero', withContext(onBitcoin, { feeSats: -1n })],
    ['change that goes nowhere', withContext(onBitcoin, { change: '' })],
    ['an id in capitals', withContext(onBitcoin, { inputs: [{ ...inputs[0], txid: 'AB'.repeat(32) }] })],
    ['an output beyond 32 bits', withContext(onBitcoin, { inputs: [{ ...inputs[0], index: 2 ** 32 }] })],
    ['more satoshi than there are', withContext(onBitcoin, { inputs: [{ ...inputs[0], amount: 2n ** 63n }] })],
    ['a blockhash of 31 bytes', withContext(onSolana, { recentBlockhash: '1'.repeat(31) })],
    ['a block height of one byte', withContext(onTron, { refBlockBytes: '0a' })],
    ['a time before the epoch', withContext(onTron, { timestampMs: -1 })],
    ['a limit below zero', withContext(onTron, { feeLimitSun: -1n })],
    ...good.flatMap((transfer): [string, Transfer][] => [
      [`nothing on ${transfer.chain}`, { ...transfer, amount: 0n }],
      [`less than nothing on ${transfer.chain}`, { ...transfer, amount: -1n }],
      [`nobody on ${transfer.chain}`, { ...transfer, to: '' }],
      [`a key that is none on ${transfer.chain}`, { ...transfer, keys: transfer.chain === 'monero' ? { from: transfer.to, viewKey: '', spendKey: '' } : { privateKey: '' } }],
    ]),
  ])('at %s', (_, transfer) => {
    expect(() => signTransfer(transfer)).toThrow(expect.objectContaining({ name: 'InvariantError' }));
  }); // prettier-ignore
});
