/** Transfers on Tron: a TransferContract of TRX, or a TriggerSmartContract that calls a TRC-20 token. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { assert, present } from '../../../../../core/base/assert.ts';
import { bytesOfHex, hexOf, joined } from '../bytes.ts';
import type { SignedTransfer, TronContext } from '../chain-context.ts';
import { accountOf } from '../evm/address.ts';
import { messageOf, type Field } from './protobuf.ts';
import { tokenCall } from '../evm/token-call.ts';
import { tronAddress, tronBytes } from './address.ts';

interface TronTransfer {
  readonly secret: Uint8Array;
  readonly to: string;
  readonly amount: bigint;
  readonly token?: string;
  readonly context: TronContext;
}

/** Tron's numbers of the two kinds of contract, and the names of their messages. */
const kinds = {
  coin: { number: 1n, name: 'TransferContract' },
  token: { number: 31n, name: 'TriggerSmartContract' },
} as const;

/** The default of tronweb. */
const defaultFeeLimitSun = 150_000_000n;

/** Signs; the hash is SHA-256 of what is signed, and the raw transaction is that with its signature. */
export function signTron(transfer: TronTransfer): Omit<SignedTransfer, 'simulated'> {
  const content = contentOf(transfer);
  const hash = sha256(content);
  const signature = signatureOf(hash, transfer.secret);
  return { hash: hexOf(hash), raw: hexOf(messageOf([1, content], [2, signature])) };
}

/** The message that is signed: reference block and times, contract, and fee limit. */
function contentOf({ secret, to, amount, token, context }: TronTransfer): Uint8Array {
  checkHeader(context);
  const sender = bytesOf(tronAddress(accountOf(secret)));
  const limit: Field = [18, token === undefined ? 0n : (context.feeLimitSun ?? defaultFeeLimitSun)];
  return messageOf(
    [1, bytesOfHex(context.refBlockBytes)],
    [4, bytesOfHex(context.refBlockHash)],
    [8, BigInt(context.expirationMs)],
    [
      11,
      token === undefined ? coinContract(sender, to, amount) : tokenContract(sender, token, { to, amount }),
    ],
    [14, BigInt(context.timestampMs)],
    limit,
  );
}

function coinContract(sender: Uint8Array, to: string, amount: bigint): Uint8Array {
  assert(amount < 2n ** 63n, 'sun fit an int64');
  return contractOf(kinds.coin, messageOf([1, sender], [2, bytesOf(to)], [3, amount]));
}

function tokenContract(sender: Uint8Array, token: string, call: { to: string; amount: bigint }): Uint8Array {
  const data = tokenCall(bytesOf(call.to).subarray(1), call.amount);
  return contractOf(kinds.token, messageOf([1, sender], [2, bytesOf(token)], [4, data]));
}

/** The contract in protobuf's `Any`, under its type's name. */
function contractOf(kind: { number: bigint; name: string }, value: Uint8Array): Uint8Array {
  const name = new TextEncoder().encode(`type.googleapis.com/protocol.${kind.name}`);
  return messageOf([1, kind.number], [2, messageOf([1, name], [2, value])]);
}

/** R, S and the recovery bit plus 27, with the plain nonce of RFC 6979. */
function signatureOf(hash: Uint8Array, secret: Uint8Array): Uint8Array {
  const options = { prehash: false, extraEntropy: false, format: 'recovered' } as const;
  const signature = secp256k1.sign(hash, secret, options);
  return joined(signature.subarray(1), Uint8Array.of(27 + (signature[0] ?? 0)));
}

function checkHeader({
  refBlockBytes,
  refBlockHash,
  expirationMs,
  timestampMs,
  feeLimitSun,
}: TronContext): void {
  assert(/^[0-9a-f]{4}$/.test(refBlockBytes), 'two bytes of a block height');
  assert(/^[0-9a-f]{16}$/.test(refBlockHash), 'eight bytes of a block hash');
  for (const timeMs of [expirationMs, timestampMs]) {
    assert(Number.isSafeInteger(timeMs) && timeMs >= 0, 'times are whole milliseconds');
  }
  assert((feeLimitSun ?? 0n) >= 0n, 'a limit of a fee is not negative');
}

const bytesOf = (address: string): Uint8Array => present(tronBytes(address), 'an address of tron');
