/** The one call of ERC-20 and TRC-20 that moves tokens: `transfer(address,uint256)`, in Solidity's ABI. */
import { numberToBytesBE } from '@noble/curves/utils.js';
import { assert } from '../../../../../core/base/assert.ts';
import { joined } from '../bytes.ts';

/** The first four bytes of Keccak-256 of `transfer(address,uint256)`. */
const selector = Uint8Array.of(0xa9, 0x05, 0x9c, 0xbb);

/** The most that a word of 32 bytes holds. */
export const wordMax = 2n ** 256n - 1n;

/** The data of the call: the selector, the account of 20 bytes and the amount, each in a word. */
export function tokenCall(account: Uint8Array, amount: bigint): Uint8Array {
  assert(account.length === 20 && amount <= wordMax, 'an account of 20 bytes and an amount of a word');
  return joined(selector, new Uint8Array(12), account, numberToBytesBE(amount, 32));
}
