/** Survivors of the platform that no test can notice, each with the reason. */
import { absent, shortcut } from './reasons.ts';

export const equivalentsOfPlatform: Readonly<Record<string, string>> = {
  'platform/games/baccarat.ts: \'a third card\' -> ""': absent,
  'platform/games/baccarat.ts: [1, 0] -> []': 'where a row has no points, none lies between them',
  'platform/games/baccarat.ts: rank >= 9 -> rank > 9': 'a ten that counts ten adds nothing to the last digit',
  'platform/games/baccarat.ts: total(player) > total(banker) -> total(player) >= total(banker)':
    'equal hands have been a tie before',
  'platform/games/blackjack.ts: mine > theirs -> mine >= theirs': 'equal hands have been returned before',
  'platform/games/cards.ts: \'a rank has a name\' -> ""': absent,
  'platform/games/cards.ts: \'a rank of the shoe\' -> ""': absent,
  'platform/games/combinations.ts: k > n -> false': 'a product with a factor 0',
  'platform/games/hilo.ts: \'a guess that won had a rank to win with\' -> ""': absent,
  'platform/games/hilo.ts: next > first -> next >= first': 'equal cards have been returned before',
  'platform/games/keno.ts: \'every count of spots has a row\' -> ""': absent,
  "platform/games/params.ts: typeof value === 'number' -> true":
    'the check for a whole number refuses every other type',
  'platform/games/plinko.ts: \'every slot pays something\' -> ""': absent,
  'platform/games/ratio.ts: Number.isSafeInteger(product) -> false': shortcut,
  'platform/games/roulette.ts: \'every bet has a payout\' -> ""': absent,
  'platform/games/roulette.ts: /^(?:dozen|column)/ -> /(?:dozen|column)/':
    'no name has these words anywhere else',
  'platform/games/scratch-card.ts: \'six symbols are enough for three places\' -> ""': absent,
  'platform/games/slots.ts: \'every stop shows a symbol\' -> ""': absent,
  'platform/games/video-poker.ts: \'a card of the pack\' -> ""': absent,
  'platform/games/video-poker.ts: \'a card was drawn\' -> ""': absent,
  'platform/games/wheel.ts: \'the wheel stops at a sector\' -> ""': absent,
  'platform/services/trading/perp-desk.ts: doubtful === undefined -> true':
    'a new list of doubts has examined no mark, so it examines all open positions: only the time differs',
  'platform/services/trading/units.ts: whole === undefined -> false':
    'a text without digits becomes no number, which is refused as well',
  'platform/services/wallet/keys/bitcoin/keys.ts: !/^[KL][1-9A-HJ-NP-Za-km-z]{51}$/.test(text) -> false':
    'the bytes say the same: no other text has 34 of them that begin with 0x80',
  'platform/services/wallet/aggregator.ts: \'native\' -> ""':
    'prices only ask whether the kind is that of USDC',
  'platform/services/wallet/aggregator.ts: net > 0 -> true':
    'nothing that is left of an amount gives nothing, which is refused alike',
  'platform/services/wallet/aggregator.ts: net > 0 -> net >= 0':
    'nothing that is left of an amount gives nothing, which is refused alike',
  'platform/services/wallet/reserves.ts: known !== undefined -> false':
    'the address is derived again from the same path',
  'platform/services/wallet/instant-swap.ts: address === undefined -> false':
    'no address of this name has a balance',
  'platform/services/wallet/wallet.ts: address === undefined -> false':
    'no address of this name has a balance',
  'platform/services/wallet/wallet.ts: \'usdc\' -> ""': 'everything that is not native is in the ledger',
  'platform/services/wallet/wallet.ts: \'native\' -> "" (2)':
    'prices only ask whether the kind is that of USDC',
  'platform/services/wallet/wallet.ts: \'native\' -> "" (3)':
    'prices only ask whether the kind is that of USDC',
  'platform/services/wallet/wallet.ts: address !== undefined -> true': 'an address that was derived is valid',
  'platform/services/wallet/signer.ts: own === undefined -> false (2)': 'nothing is not the sender either',
  'platform/services/wallet/units.ts: \'0\' -> ""': 'an empty text is 0 as a number',
  'platform/services/wallet/units.ts: [] -> ["Stryker was here"]': 'only the second part is read',
  'platform/services/wallet/units.ts: shift >= 0 -> shift > 0': 'the divisor is then 1',
  'platform/services/wallet/units.ts: digits % divisor === 0n -> false':
    'the last digit is not 0 where the shift is negative',
  'platform/services/wallet/units.ts: digits % divisor -> digits * divisor':
    'the last digit is not 0 where the shift is negative',
  'platform/services/wallet/units.ts: digits / divisor -> digits * divisor':
    'the last digit is not 0 where the shift is negative',
  'platform/services/wallet/units.ts: units < 0n -> units <= 0n': 'nothing has no sign',
  'platform/services/wallet/vault.ts: \'\' -> "Stryker was here!"': absent,
  'platform/services/wallet/vault.ts: this.#owners.get(key) === undefined -> true':
    'no address is derived twice',
  'platform/services/wallet/chains/on-chain.ts: coins !== undefined -> true':
    'the move of the book throws first',
  'platform/services/wallet/chains/on-chain.ts: \'native\' -> "" (6)':
    'the fee of bitcoin does not depend on the kind',
  'platform/services/wallet/chains/native-book.ts: \'mint\' -> ""': 'the name stands for itself',
  'platform/services/wallet/chains/native-book.ts: \'miners\' -> ""': 'the name stands for itself',
  'platform/services/wallet/chains/native-book.ts: amount > 0n -> amount >= 0n':
    'nothing has returned before',
  'platform/services/wallet/chains/native-book.ts: amount > 0n -> amount >= 0n (2)':
    'nothing has returned before',
  'platform/services/wallet/chains/native-book.ts: (sums.get(network) ?? 0n) + balance -> (sums.get(network) ?? 0n) - balance':
    'only sizes are added',
  'platform/services/wallet/chains/native-book.ts: amount < 0n -> amount <= 0n': 'nothing has no sign',
  'platform/services/wallet/chains/coin-choice.ts: left.amount > right.amount -> left.amount >= right.amount':
    'equal ones are excluded before',
  'platform/services/wallet/chains/coin-choice.ts: left.txid < right.txid -> left.txid <= right.txid':
    'equal ones are excluded before',
  'platform/services/wallet/chains/mempool.ts: blocks !== undefined -> true': 'the map has each of them',
  'platform/services/referral/split.ts: given < share -> given <= share': 'nothing is added',
  'platform/services/casino/play/kelly.ts: round < 100 -> round <= 100':
    'a step more is below the precision of the numbers',
  'platform/services/casino/play/kelly.ts: slope > 0 -> slope >= 0':
    'a slope of exactly nothing is below the precision of the numbers',
};
