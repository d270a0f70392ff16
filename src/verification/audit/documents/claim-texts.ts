/**
 * What the specification states, by the id of its claim and in the words of docs/spec/claims.csv, for the claims that
 * findings name. A test holds each text against that file, and each finding against this table.
 */
import { present } from '../../../core/base/assert.ts';

/** Claim to statement. */
export const claimStatements: Readonly<Record<string, string>> = {
  CAS08: 'Each withdrawal has a flat fee of 0.50 USDC',
  CAS09: 'The minimum withdrawal is 1.00 USDC',
  CAS17: 'One batch has at most 20 bets',
  CAS23: 'The minimum stake of every game is 0.01',
  CAS25: 'Style B: the maximum stake is 10000, and some games have a lower one',
  CAS28: 'Style B bet: amount is required, from 0.01 to 10000',
  CAS38: 'Style B game record: slots has min_bet 0.10 and max_bet 1000',
  CAS39: 'Style B game record: dice has min_bet 0.01 and max_bet 10000',
  FAU15: 'Style A pays 1 USDC to an agent, once',
  FAU16: 'Style B pays 10.00 USDC at registration',
  FAU17: 'Style B pays 2.00 USDC for each daily claim',
  GAM03: 'coin_flip: a win has a probability of 50% and pays 1.96x',
  GAM04: 'coin_flip: the stated house edge is 0.5%',
  GAM07: 'dice: threshold is from 1 to 99',
  GAM08: 'dice: the roll is from 1 to 100',
  GAM09: 'dice: a win over 50 pays 1.96x',
  GAM10: 'dice: a win over 90 pays 9.8x',
  GAM11: 'dice: the stated house edge is 0.5%',
  GAM13: 'multiplier: target_multiplier is from 1.01 to 1000',
  GAM16: 'multiplier: the stated house edge is 0.5%',
  GAM24: 'roulette: the bet types with the lowest payout pay 1.96x',
  GAM25: 'roulette: the bet type with the highest payout pays 34.3x',
  GAM26: 'roulette: the stated house edge is 0.5%',
  GAM29: 'custom: a win pays 0.98 divided by its probability',
  GAM30: 'custom: the stated house edge is 0.5%',
  GAM34: 'blackjack: the stated house edge is about 2%',
  GAM36: 'crash: cash_out_at is from 1.01 to 100',
  GAM38: 'crash: the stated house edge is 0.5%',
  GAM41: 'plinko: rows and risk determine the payouts; the largest is 1000x at 16 rows with high risk',
  GAM42: 'plinko: the stated house edge is about 3%',
  GAM45: 'slots: wins pay from 1x to 250x',
  GAM47: 'slots: the stated house edge is about 4%',
  GAM50: 'simple_dice: a correct pick pays 5.5x',
  GAM51: 'simple_dice: the stated house edge is 8.3%',
  GAM54: 'hilo: a second card of equal rank is a push',
  GAM55: 'hilo: a win pays from 1.05x to 12x, depending on the first card',
  GAM56: 'hilo: the stated house edge is about 4%',
  GAM60: 'keno: payouts are from 3.5x to 250000x',
  GAM61:
    'keno: example payouts, as spots/caught: 1/1 3.5x; 2/2 16x; 3/2 2x, 3/3 50x; 5/3 3x, 5/4 25x, 5/5 1000x; 10/5 10x, 10/7 500x, 10/10 250000x',
  GAM62: 'keno: the stated house edge is about 8%',
  GAM64: 'wheel: payouts are from 0x to 10x',
  GAM65:
    'wheel: the 8 sectors are BUST 0x at 35%, 0.5x at 25%, 1x at 15%, 1.5x at 10%, 2x at 8%, 3x at 4%, 5x at 2% and 10x at 1%',
  GAM66: 'wheel: the stated house edge is about 9.5%',
  GAM69: 'scratch_card: wins pay from 2x to 50x',
  GAM70:
    'scratch_card: triples pay cherry 5x, bell 8x, clover 12x, star 15x, seven 20x and diamond 50x; each pair pays 2x',
  GAM71: 'scratch_card: the stated house edge is about 10%',
  GAM76:
    'mines: the payout grows with the risk; samples as mines/reveals: 1/1 about 1.02x, 3/5 about 6x, 10/10 about 130x',
  GAM77: 'mines: the stated house edge is 2.5%',
  GAM78: 'POST /games/video-poker/deal takes no stake and returns 5 cards and a nonce',
  GAM79:
    'POST /games/video-poker/draw takes holds, nonce and amount; it places the bet, replaces the other cards and evaluates the hand',
  GAM81:
    'video_poker: jacks or better pays 1x, two pair 2x, three of a kind 3x, straight 4x, flush 6x, full house 9x, four of a kind 25x, straight flush 50x, royal flush 800x',
  GAM82: 'video_poker: the stated house edge is about 1.5% for a player who plays optimally',
  GAM85: 'baccarat: the player bet pays 1:1, the banker bet 0.95:1 and the tie bet 8:1',
  GAM86: 'baccarat: the stated house edges are 1.24% on player, 1.06% on banker and 14.4% on tie',
  LIM04: 'Free admits 10,000 requests per day',
  LIM18: 'Cap on each /register endpoint: 10 requests per minute from one IP address',
  LIM28: 'Casino, style B: 60 requests per minute, burst 100',
  LIM29: 'Casino, style B: 10,000 requests per day',
  LIM53: 'The cap on casino /play equals one bet per second',
  REF08: 'The casino pays referrers 10% of what referred agents lose on balance',
};

/** The statement of a claim that a finding names. */
export const statementOf = (claim: string): string =>
  present(claimStatements[claim], `${claim} has a statement`);
