/** The rules of each game in a sentence or two, for the list of games (CAS14); parameters as their calls name them. */
export const gameRules: Readonly<Record<string, string>> = {
  coin_flip: 'side: heads or tails.',
  dice: 'direction: over or under; threshold: 1 to 99. A roll of 1 to 100 wins strictly over or under it.',
  simple_dice: 'pick: 1 to 6. The roll of one die wins if it is the pick.',
  multiplier: 'target_multiplier: 1.01 to 1000. Wins if the crash point is above it.',
  roulette:
    'bet_type: number (with bet_value 0 to 36), red, black, odd, even, high, low, dozen_1 to dozen_3, column_1 to column_3. European wheel.',
  custom: 'win_probability: 1 to 99 percent.',
  crash: 'cash_out_at: 1.01 to 100. Wins if the curve gets there.',
  plinko: 'rows: 8, 12 or 16; risk: low, medium or high.',
  slots: 'No parameters. Three reels, seven symbols.',
  hilo: 'guess: higher or lower, for the card after the first; equal cards push.',
  keno: 'picks: 1 to 10 numbers from 1 to 80. The house draws 20.',
  scratch_card: 'No parameters. Three symbols: a triple or a pair pays.',
  wheel: 'No parameters. Eight sectors, 0x to 10x.',
  mines: 'mines: 1 to 24; reveals: 1 to 25 less mines, from the top left. A mine loses the bet.',
  blackjack:
    'action: hit, stand or double. One open hand: a call without one deals it. Beat the dealer to 21 without going bust.',
  video_poker:
    'POST /deal answers with five cards and a nonce; POST /draw with holds (cards to keep), nonce and amount pays the hand.',
  baccarat: 'bet_on: player, banker or tie.',
};
