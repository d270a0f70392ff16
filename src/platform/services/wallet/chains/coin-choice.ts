/** Which coins a bitcoin transaction spends: the largest first, until they cover the amount and their own fee. */
import type { Coin } from './native-book.ts';

/** The coins spent and those left over; inputs add up to amount, fee and change, in satoshi. */
export interface CoinChoice {
  readonly inputs: readonly Coin[];
  readonly rest: readonly Coin[];
  readonly fee: bigint;
  readonly change: bigint;
}

/** The most inputs of a transaction: each needs a signature. */
const typicalInputs = 100;
/** Change below this is not relayed and is added to the fee, as the signer does (keys/bitcoin/transfer.ts). */
const dustSatoshi = 546n;

/** Undefined if the coins do not cover the amount; `feeOf` returns the fee for a number of inputs. */
export function chooseCoins(
  coins: readonly Coin[],
  amount: bigint,
  feeOf: (inputs: number) => bigint,
  inputsMax = typicalInputs,
): CoinChoice | undefined {
  const sorted = coins.toSorted(largestFirst);
  let total = 0n;
  for (const [index, coin] of sorted.slice(0, inputsMax).entries()) {
    total += coin.amount;
    const fee = feeOf(index + 1);
    const change = total - amount - fee;
    if (change < 0n) continue;
    const inputs = sorted.slice(0, index + 1);
    const rest = sorted.slice(index + 1);
    return change < dustSatoshi
      ? { inputs, rest, fee: fee + change, change: 0n }
      : { inputs, rest, fee, change };
  }
  return undefined;
}

/** By amount, then by where the coin comes from, so that equal coins have one order. */
function largestFirst(left: Coin, right: Coin): number {
  if (left.amount !== right.amount) return left.amount > right.amount ? -1 : 1;
  if (left.txid !== right.txid) return left.txid < right.txid ? -1 : 1;
  return left.index - right.index;
}
