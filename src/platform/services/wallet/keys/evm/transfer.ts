/** Transfers on Ethereum and Base: EIP-1559, of the native coin or of an ERC-20 token. */
import { Transaction } from 'micro-eth-signer';
import { assert } from '../../../../../core/base/assert.ts';
import { bytesOfHex, hexOf } from '../bytes.ts';
import type { EvmContext, SignedTransfer } from '../chain-context.ts';
import { tokenCall, wordMax } from './token-call.ts';

interface EvmTransfer {
  readonly chainId: bigint;
  readonly secret: Uint8Array;
  /** With the capitals of EIP-55, as the token's contract is. */
  readonly to: string;
  readonly amount: bigint;
  readonly token?: string;
  readonly context: EvmContext;
}

/** Signs with the nonce of RFC 6979 and no further entropy. The library's own limits (a million ether) are off. */
export function signEvm(transfer: EvmTransfer): Omit<SignedTransfer, 'simulated'> {
  checkFees(transfer.context);
  const { nonce, maxFeePerGas, maxPriorityFeePerGas, gasLimit } = transfer.context;
  const fees = { maxFeePerGas, maxPriorityFeePerGas, gasLimit };
  const fields = {
    type: 'eip1559' as const,
    chainId: transfer.chainId,
    nonce: BigInt(nonce),
    ...fees,
    ...callOf(transfer),
  };
  const signed = Transaction.prepare(fields, false).signBy(transfer.secret, false);
  return { hash: signed.hash, raw: signed.toHex() };
}

function callOf({ to, amount, token }: EvmTransfer): { to: string; value: bigint; data: string } {
  assert(amount <= wordMax, 'an amount fits a word');
  if (token === undefined) return { to, value: amount, data: '' };
  return { to: token, value: 0n, data: `0x${hexOf(tokenCall(bytesOfHex(to.slice(2)), amount))}` };
}

function checkFees({ nonce, maxFeePerGas, maxPriorityFeePerGas, gasLimit }: EvmContext): void {
  assert(Number.isSafeInteger(nonce) && nonce >= 0, 'a nonce counts from zero');
  assert(maxPriorityFeePerGas >= 0n && maxPriorityFeePerGas <= maxFeePerGas, 'the tip is part of the fee');
  assert(gasLimit > 0n && gasLimit < 2n ** 64n && gasLimit * maxFeePerGas <= wordMax, 'gas fits its fields');
}
