/** Open readings about single games of the casino, and about hands that stay open between calls. */
import type { PolicyRow } from '../row.ts';

/** Policies of single games and of open hands (gaps C8 to C14, C27, C36 to C38). */
export const casinoGamePolicies = {
  'casino.slotPairs': {
    question: 'Where do "BAR BAR (2 reels)" and "two CHERRY" have to stand?',
    gap: 'C8',
    lines: 'GAM44, GAM46',
    options: { left: 'on the first two reels', any: 'on any two reels' },
    default: 'left',
  },
  'casino.hiloGuess': {
    question: 'Is the first card of hi-lo known when the guess is made?',
    gap: 'C9, C10',
    lines: 'GAM53 to GAM56',
    options: {
      blind: 'no: one call deals both cards',
      informed: 'yes: the first call deals a card, the second one guesses; this favours the player',
    },
    default: 'blind',
  },
  'casino.houseRuin': {
    question: 'What happens to a bet whose best outcome is more than the house has?',
    gap: 'C36',
    lines: 'GAM60',
    options: { closed: 'GAME_CLOSED', negative: 'it is taken, and the house may owe' },
    default: 'closed',
  },
  'casino.win': {
    question: 'When is a bet won?',
    gap: 'C37',
    lines: 'CAS19, GAM64',
    options: { profit: 'when it pays more than its stake', paid: 'when it pays anything' },
    default: 'profit',
  },
  'casino.slotsMinimum': {
    question: 'Slots take 0.10 in the list of style B and 0.01 elsewhere: which is it?',
    gap: 'C38',
    lines: 'CAS23, CAS38',
    options: {
      facade: 'each style has its own minimum',
      '0.01': '0.01 in all styles',
      '0.10': '0.10 in all styles',
    },
    default: 'facade',
  },
  'casino.blackjackFirstCall': {
    question: 'Every call of blackjack has an action: what does the one do that finds no open hand?',
    gap: 'C11',
    lines: 'GAM31, GAM32, GAM34',
    options: {
      applies: 'it deals and applies its action, which was chosen before the cards were known',
      deals: 'it deals and ignores its action; only so can the stated edge of about 2% be played',
    },
    default: 'applies',
    consistent: 'deals',
  },
  'casino.videoPokerDeal': {
    question: 'The deal is free and the bet comes after the cards: may a player deal until a hand pleases?',
    gap: 'C14',
    lines: 'GAM78, GAM79, GAM83',
    options: {
      free: 'yes: a new deal throws the last one away, and the draw names the stake',
      staked: 'no: the deal takes the stake, and has to be drawn to before the next one',
    },
    default: 'free',
    consistent: 'staked',
  },
  'casino.openHands': {
    question: 'What becomes of a hand whose player does not come back?',
    gap: 'C11, C14',
    lines: 'GAM31, GAM34, GAM83',
    options: {
      stay: 'it stays open, and its stake held',
      '24h': 'a day after its last move the house stands for the player, or keeps all cards',
    },
    default: 'stay',
  },
  'casino.crashTop': {
    question: 'How far does a live curve climb?',
    gap: 'C27',
    lines: 'GAM36, GAM88, GAM89',
    options: {
      '100x': 'to the highest cash-out that can be named; there it is cashed out by itself',
      curve: 'to the end of the curve, 1024x',
    },
    default: '100x',
  },
} as const satisfies Readonly<Record<string, PolicyRow>>;
