/** Survivors of the platform that no test can notice, each with the reason. */
import { absent, shortcut, cacheOnly } from './reasons.ts';

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
  'platform/services/wallet/chains/block-clock.ts: this.#days.size >= daysHeldMax -> this.#days.size > daysHeldMax':
    cacheOnly,
  'platform/services/wallet/keys/bitcoin/keys.ts: !/^[KL][1-9A-HJ-NP-Za-km-z]{51}$/.test(text) -> false':
    'the bytes say the same: no other text has 34 of them that begin with 0x80',
};
