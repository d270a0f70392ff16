/**
 * The addresses of a mnemonic on the six chains, as BIP-39, BIP-32, BIP-84, SLIP-10, EIP-55 and the chains' own formats define
 * them (gap W4): written for the audit, without the code of the wallet.
 */
import {
  createECDH,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  pbkdf2Sync,
} from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, base58xmr, bech32 } from '@scure/base';
import { checksummed } from './addresses.ts';

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const keccak = (bytes: Uint8Array): Buffer => Buffer.from(keccak_256(bytes));

interface Node {
  readonly key: Buffer;
  readonly chainCode: Buffer;
}

function split(key: string | Buffer, data: Uint8Array): Node {
  const digest = createHmac('sha512', key).update(data).digest();
  return { key: digest.subarray(0, 32), chainCode: digest.subarray(32) };
}

const hardened = 0x8000_0000;

function indexBytes(index: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(index);
  return bytes;
}

/** SLIP-10 for ed25519: every step is hardened. */
const slip10 = (seed: Buffer, path: readonly number[]): Buffer =>
  path.reduce<Node>(
    ({ key, chainCode }, step) =>
      split(chainCode, Buffer.concat([Buffer.alloc(1), key, indexBytes(step + hardened)])),
    split('ed25519 seed', seed),
  ).key;

/** The order of secp256k1 (SEC 2). */
const curveOrder = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141n;

function publicKey(key: Buffer, form: 'compressed' | 'uncompressed'): Buffer {
  const curve = createECDH('secp256k1');
  curve.setPrivateKey(key);
  return curve.getPublicKey(null, form);
}

/** PKCS 8 puts these bytes before a key of ed25519. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

function ed25519PublicKey(key: Buffer): Buffer {
  const own = createPrivateKey({ key: Buffer.concat([pkcs8, key]), format: 'der', type: 'pkcs8' });
  return createPublicKey(own).export({ format: 'der', type: 'spki' }).subarray(-32);
}

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
const bytesOf = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');

/** BIP-32: the first three steps are hardened, the others are not. */
const bip32 = (seed: Buffer, purpose: number, coin: number): Buffer =>
  [purpose + hardened, coin + hardened, hardened, 0, 0].reduce<Node>(
    (node, index) => {
      const own =
        index >= hardened ? Buffer.concat([Buffer.alloc(1), node.key]) : publicKey(node.key, 'compressed');
      const { key, chainCode } = split(node.chainCode, Buffer.concat([own, indexBytes(index)]));
      return { key: bytesOf((numberOf(key) + numberOf(node.key)) % curveOrder), chainCode };
    },
    split('Bitcoin seed', seed),
  ).key;

/** The last 20 bytes of the hash of a public key without its prefix. */
const accountOf = (key: Buffer): Buffer => keccak(publicKey(key, 'uncompressed').subarray(1)).subarray(12);

const withChecksum = (bytes: Buffer): Buffer => Buffer.concat([bytes, sha256(sha256(bytes)).subarray(0, 4)]);

function bitcoinAddress(key: Buffer): string {
  const hashed = createHash('ripemd160')
    .update(sha256(publicKey(key, 'compressed')))
    .digest();
  return bech32.encode('bc', [0, ...bech32.toWords(hashed)]);
}

/** A scalar in the order of bytes of the curve, modulo the order of its base point. */
const scalarOf = (bytes: Uint8Array): bigint => numberOf(bytes.toReversed()) % ed25519.Point.Fn.ORDER;

function moneroAddress(key: Buffer): string {
  const spend = scalarOf(key);
  const view = scalarOf(keccak(bytesOf(spend).toReversed()));
  const points = [spend, view].map((scalar) => ed25519.Point.BASE.multiply(scalar).toBytes());
  const body = Buffer.concat([Buffer.of(0x12), ...points]);
  return base58xmr.encode(Buffer.concat([body, keccak(body).subarray(0, 4)]));
}

/** By chain. The passphrase is empty. */
export function addressesOf(mnemonic: string): Readonly<Record<string, string>> {
  const seed = pbkdf2Sync(mnemonic.normalize('NFKD'), 'mnemonic', 2048, 64, 'sha512');
  const account = accountOf(bip32(seed, 44, 60)).toString('hex');
  const tron = Buffer.concat([Buffer.of(0x41), accountOf(bip32(seed, 44, 195))]);
  return {
    ethereum: `0x${checksummed(account)}`,
    base: `0x${checksummed(account)}`,
    solana: base58.encode(ed25519PublicKey(slip10(seed, [44, 501, 0, 0]))),
    bitcoin: bitcoinAddress(bip32(seed, 84, 0)),
    tron: base58.encode(withChecksum(tron)),
    monero: moneroAddress(slip10(seed, [44, 128, 0])),
  };
}
