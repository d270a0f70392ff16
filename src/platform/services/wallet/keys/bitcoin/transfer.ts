/**
 * Transfers on Bitcoin: every input P2WPKH of the sender's key, the first output the payment, the second the change.
 * Version 2, no lock time, final sequence numbers. Signatures are of SIGHASH_ALL with the plain nonce of RFC 6979:
 * grinding for a low R, as Bitcoin Core does, is off, so that one hash has one signature.
 */
import { Transaction, p2wpkh } from '@scure/btc-signer';
import { assert, present } from '../../../../../core/base/assert.ts';
import { canonicalBitcoin } from './address.ts';
import { hexOf } from '../bytes.ts';
import type { BitcoinContext, BitcoinInput, SignedTransfer } from '../chain-context.ts';
import { compressedKey } from '../public-key.ts';

interface BitcoinTransfer {
  readonly secret: Uint8Array;
  readonly to: string;
  readonly amount: bigint;
  readonly context: BitcoinContext;
}

/** The largest of the limits under which nodes do not relay an output (P2PKH's): such change is left to the fee. */
const dustSats = 546n;

/** All the satoshi there can ever be. */
const supplySats = 2_100_000_000_000_000n;

/** Signs and finishes a transaction; the hash is the id that explorers show. */
export function signBitcoin({
  secret,
  to,
  amount,
  context,
}: BitcoinTransfer): Omit<SignedTransfer, 'simulated'> {
  const changeSats = changeOf(amount, context);
  const { script } = p2wpkh(compressedKey(secret));
  const transaction = new Transaction({ lowR: false });
  for (const { txid, index, amount: inputTotal } of context.inputs) {
    transaction.addInput({ txid, index, witnessUtxo: { script, amount: inputTotal } });
  }
  transaction.addOutputAddress(to, amount);
  if (changeSats >= dustSats) transaction.addOutputAddress(changeAddress(context), changeSats);
  transaction.sign(secret);
  transaction.finalize();
  return { hash: transaction.id, raw: hexOf(transaction.extract()) };
}

const changeAddress = ({ change }: BitcoinContext): string =>
  present(canonicalBitcoin(change), 'change goes to an address of bitcoin');

function changeOf(amount: bigint, { inputs, feeSats }: BitcoinContext): bigint {
  assert(inputs.every(isOutput) && inputs.length <= 1000, 'inputs name an output that has something');
  const names = new Set(inputs.map(({ txid, index }) => `${txid}:${String(index)}`));
  assert(names.size === inputs.length, 'an output is spent once');
  const inputTotal = inputs.reduce((sum, input) => sum + input.amount, 0n);
  assert(
    feeSats >= 0n && inputTotal <= supplySats && inputTotal >= amount + feeSats,
    'inputs pay for amount and fee',
  );
  return inputTotal - amount - feeSats;
}

const isOutput = ({ txid, index, amount }: BitcoinInput): boolean =>
  /^[0-9a-f]{64}$/.test(txid) && Number.isInteger(index) && index >= 0 && index < 2 ** 32 && amount > 0n;
