/** Bets of the worked vectors, by game; hands have moves that the cards of their nonce allow. */
export const vectorBets: Readonly<
  Record<string, readonly { readonly bet: object; readonly nonce: number }[]>
> = {
  coin_flip: [0, 1, 2].map((nonce) => ({ bet: { side: 'heads' }, nonce })),
  dice: [
    { bet: { direction: 'over', threshold: 50 }, nonce: 0 },
    { bet: { direction: 'under', threshold: 34 }, nonce: 1 },
    { bet: { direction: 'under', threshold: 90 }, nonce: 2 },
  ],
  simple_dice: [0, 1, 2].map((nonce) => ({ bet: { pick: 3 }, nonce })),
  multiplier: [0, 1, 2, 122].map((nonce) => ({ bet: { target_multiplier: 1.5 }, nonce })),
  roulette: [
    { bet: { bet_type: 'red' }, nonce: 0 },
    { bet: { bet_type: 'dozen_2' }, nonce: 1 },
    { bet: { bet_type: 'column_1' }, nonce: 2 },
    { bet: { bet_type: 'number', bet_value: 7 }, nonce: 3 },
  ],
  custom: [0, 1, 2].map((nonce) => ({ bet: { win_probability: 40 }, nonce })),
  blackjack: [
    ...[0, 1, 2, 3].map((nonce) => ({ bet: { actions: ['stand'] }, nonce })),
    ...[4, 5].map((nonce) => ({ bet: { actions: ['hit', 'stand'] }, nonce })),
    ...[6, 7].map((nonce) => ({ bet: { actions: ['double'] }, nonce })),
    { bet: { actions: [] }, nonce: 0 },
    { bet: { actions: [] }, nonce: 67 },
  ],
  crash: [0, 1, 2, 122].map((nonce) => ({ bet: { cash_out_at: 2 }, nonce })),
  plinko: [
    { bet: { rows: 8, risk: 'low' }, nonce: 0 },
    { bet: { rows: 12, risk: 'medium' }, nonce: 1 },
    { bet: { rows: 16, risk: 'high' }, nonce: 2 },
  ],
  slots: [0, 1, 2, 3].map((nonce) => ({ bet: {}, nonce })),
  hilo: [
    { bet: { guess: 'higher' }, nonce: 0 },
    { bet: { guess: 'lower' }, nonce: 1 },
    { bet: { guess: 'higher' }, nonce: 2 },
  ],
  keno: [
    { bet: { picks: [7, 14, 21] }, nonce: 0 },
    { bet: { picks: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }, nonce: 1 },
  ],
  scratch_card: [0, 1, 2, 3, 16].map((nonce) => ({ bet: {}, nonce })),
  video_poker: [
    { bet: { holds: ['QH', 'KH'] }, nonce: 0 },
    { bet: { holds: [] }, nonce: 1 },
    { bet: { holds: ['AD', 'QD', 'KC'] }, nonce: 2 },
  ],
  wheel: [0, 1, 2].map((nonce) => ({ bet: {}, nonce })),
  mines: [
    { bet: { mines: 3, reveals: 5 }, nonce: 0 },
    { bet: { mines: 1, reveals: 1 }, nonce: 1 },
    { bet: { mines: 10, reveals: 2 }, nonce: 2 },
  ],
  baccarat: ['player', 'banker', 'tie', 'player'].map((side, nonce) => ({ bet: { bet_on: side }, nonce })),
};
