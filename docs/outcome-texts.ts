/** What the page of outcomes says of each game; pay tables and vectors are added by `outcome-page.ts`. */

/** The algorithm that all games share; `words` shows the words of one round. */
export const sharedText = (
  words: string,
): string => `Every outcome of a casino that \`orrery audit\` can recompute follows from three values: the server seed, the client seed
and the nonce. This page has all that is needed to write a log that audits clean ([bet-log.md](bet-log.md) has its
columns).

## Words

The key of HMAC-SHA256 is the **text** of the server seed in UTF-8: 64 hexadecimal digits are 64 bytes. The message is the
text \`clientSeed:nonce:cursor\`; nonce and cursor are decimal. The cursor counts the digests of one round from 0. A digest
of 32 bytes is eight words of 32 bits, the most significant byte first, used from the first to the last. Every round starts
with cursor 0 and its first word, whatever the rounds before it used. The commitment of a server seed is the SHA-256 of its
text, in hexadecimal.

${words}

## Numbers

- \`pick(n)\` is a number from 0 to n - 1. Take the next word. If it is below the largest multiple of n up to 2^32, the number
  is \`word mod n\`; else take the next word and try again. A pick of 1 takes a word too.
- \`class(w0, w1, ...)\` draws one of some classes with these weights: take k = \`pick(w0 + w1 + ...)\`; it belongs to class 0
  if k < w0, else subtract w0 and go on with the next class.
- \`distinct(n, count)\` draws numbers from 0 to n - 1 without repetition: the i-th (from 0) takes k = \`pick(n - i)\`, then
  goes through the numbers drawn so far in **ascending** order and adds 1 to k for each that is not above k. The result is a
  set; where it is shown, it is in ascending order.

## Payouts

A payout is a fraction of the stake, the stake included: 0 is a loss, 1 gives the stake back. The amount paid is
\`stake * payout\`, rounded **down** to whole millionths of a USDC. Where two profiles differ, a log is audited by the profile
that \`--profile\` names; \`published\` is the default.

The fields of a result below are those that the audit compares if the log has a column \`result\`. All vectors use the server
seed and the client seed above.
`;

/** By id of the game. */
export const outcomeTexts: Readonly<Record<string, string>> = {
  coin_flip:
    '`pick(2)`: 0 is heads, 1 is tails. The called side pays 49/25 (1.96), in profile `consistent` 199/100.',
  dice: 'The roll is 1 + `pick(100)`. `over` wins if the roll is above the threshold, `under` if it is below; the threshold itself loses. A win pays 98 / w, in profile `consistent` 99.5 / w, where w is the number of winning rolls: 100 - threshold for `over`, threshold - 1 for `under`. `under` 1 is no bet.',
  simple_dice: 'The roll is 1 + `pick(6)`. The picked face pays 11/2 (5.5).',
  multiplier:
    'The crash point is that of [crash](#crash) plus 0.01; a curve that does not start has the point 1.00. The bet wins if the point is **above** the target, and pays the target.',
  roulette:
    'The pocket is `pick(37)`. Red are 1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36; black are the others but 0. Low is 1 to 18, high 19 to 36; `dozen_1` is 1 to 12, `dozen_2` 13 to 24, `dozen_3` 25 to 36; `column_1` has the pockets with remainder 1 by 3, `column_2` with 2, `column_3` with 0. Pocket 0 loses every bet but the number 0.',
  custom:
    'The number drawn is 1 + `pick(100)`. The bet wins if it is at most `win_probability`, and pays 98 / `win_probability`, in profile `consistent` 99.5 / `win_probability`.',
  blackjack:
    'Cards are ranks 0 to 12: ace, 2 to 9, ten, jack, queen, king. In profile `published` a card is `class(left)` over the 13 counts of the ranks that are left of eight packs, 32 each before the first card; a dealt card is taken from its count. In profile `consistent` a card is `pick(13)`.\n\n' +
    'The cards are dealt to player, dealer, player, and in profile `published` to the dealer a second time. If the player has 21 in two cards, or (profile `published`) the dealer has, the hand is over and the log has the actions `[]`. Else come the actions: `hit` and `double` deal one card to the player; a hand above 21 is lost; after a `double`, or with 21, no further action follows, and the dealer plays; `stand` has the dealer play. The dealer takes a second card if there is none; if the player has a blackjack or the dealer now has one, that is all; else the dealer draws until 17 or more. In profile `consistent` the dealer draws at a soft 17 too, and `double` needs a hard 11. An ace counts 11 where that does not pass 21, else 1; a hand with an ace that counts 11 is soft.\n\n' +
    'A blackjack (21 in the first two cards) against none pays 5/2, none against a blackjack loses, equal points push (1), a win pays 2. The column `stake` has all stakes: of a doubled hand both, so that the payouts 2 and 1 hold for their sum.',
  crash:
    'The crash point is found by a binary search in hundredths. First `class(1, 199)`: class 0 is a curve that does not start; its point is 1.00. Else low = 100, and no upper end is known. While there is none: if low is 102400, the point is 1024.00; else `pick(2)`: 0 sets the upper end high = 2 * low, 1 doubles low. Then, while high - low is above 1: middle = floor((low + high) / 2), above = low * (high - middle), below = middle * (high - low) - above, and `class(below, above)`: class 0 sets high = middle, class 1 sets low = middle. The point is low hundredths. The bet wins if the point is **at least** the cash-out, and pays the cash-out. The words that are used do not depend on the cash-out.',
  plinko:
    'One `pick(2)` a row; the slot is their sum. The table has the payouts from the edge to the middle: slot s of r rows pays entry min(s, r - s), counted from 0.',
  slots:
    'Three reels from left to right, each `class(1, 3, 4, 5, 3, 2, 2)` over the symbols below. Three alike pay 7: 250, BAR: 50, BELL: 25, CHERRY: 10, LEMON, ORANGE, GRAPE: 5. Else the first two reels BAR BAR pay 5, CHERRY CHERRY 2. Else CHERRY on the first reel pays 1.',
  hilo: 'Two cards, `pick(13)` each: 0 is the ace, which is the lowest, 12 the king. Equal ranks push (1). The guess is for the second card against the first; a win pays by the number of ranks that would have won: 12 - first for `higher`, first for `lower`.',
  keno: '`distinct(80, 20)`, each number plus 1. The payout follows from how many were picked and how many of those were drawn; a count that is not in the table pays nothing.',
  scratch_card:
    'The ticket is `class(8, 20, 40, 60, 120, 260, 2310, 7182)`: a triple of diamond (pays 50), seven (20), star (15), clover (12), bell (8) or cherry (5), a pair (2), or nothing. The symbols are drawn to fit. Symbols are picked from the list diamond, seven, star, clover, bell, cherry: `pick(length)` is a place in the list, and the symbol is removed from it. A pair: two symbols, the first of them twice and the other at place `pick(3)` of the three. Nothing: three symbols.',
  video_poker:
    'Cards are numbers 0 to 51: rank (ace, 2 to 9, T, J, Q, K) times 4 plus suit (clubs, diamonds, hearts, spades), written as `AC`, `TH`. The deal is `distinct(52, 5)` in ascending order. The cards not held are replaced one by one: each draw goes on with the same `distinct`, so that no card comes twice in a round. The column `bet` has the cards held. A pair pays from jacks on (jacks, queens, kings, aces). An ace is high or low in a straight.',
  wheel: '`class(35, 25, 15, 10, 8, 4, 2, 1)`: the sectors 1 to 8 pay 0, 1/2, 1, 3/2, 2, 3, 5, 10.',
  mines:
    'The mines are `distinct(25, mines)`, cells from 0, left to right and top to bottom. The cells 0 to `reveals` - 1 are opened; a mine among them loses. A win pays 0.975 times the product of (25 - i) / (25 - mines - i) for i from 0 to `reveals` - 1.',
  baccarat:
    'Cards come from eight packs as in [blackjack](#blackjack), profile `published`: `class(left)` over the ranks ace, 2 to 9, ten, jack, queen, king. They are dealt to player, banker, player, banker. Cards count their pips, tens and faces 0; a hand counts the last digit of its sum. With 8 or 9 on either side the round is over. Else the player draws a third card with 0 to 5. If the player did not draw, the banker draws with 0 to 5. If the player drew a card that counts t, the banker draws with 0 to 2; with 3 unless t is 8; with 4 if t is 2 to 7; with 5 if t is 4 to 7; with 6 if t is 6 or 7. The higher hand wins. `player` pays 2, `banker` 39/20 (1.95), `tie` 9; at a tie the other two bets push (1).',
};
