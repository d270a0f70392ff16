/** Each fault of a live casino in words: for one and for several, with the first of them. */
import { expect, it } from 'vitest';
import { LiveFaults, type LiveCode } from '../../../../src/verification/audit/live/wrongs.ts';

const sentences: readonly (readonly [LiveCode, number, string])[] = [
  ['commitment-swapped', 1, '1 answer names another commitment than the one that was shown before the bet: the house could choose its seed.'],
  ['commitment-swapped', 2, '2 answers name another commitment than the one that was shown before the bet: the house could choose its seed.'],
  ['client-seed-swapped', 3, '3 bets name another client seed than the one that was sent.'],
  ['seed-leaked', 3, '3 server seeds were shown while they were in use: a player who sees one knows every later round.'],
  ['nonce-skipped', 3, '3 times the nonce goes on by more than the bets that were sent: bets were drawn and not shown.'],
  ['rounds-miscounted', 3, '3 server seeds are said to have had another number of rounds than were played: bets were drawn and not shown.'],
  ['rotation-withheld', 3, '3 server seeds were not revealed although the rotation was asked for: their bets cannot be checked.'],
  ['rotation-limited', 3, '3 rotations were answered 429 for as long as was waited: the bets under those seeds cannot be checked.'],
  ['rotation-stuck', 3, '3 rotations left the same commitment in place: the seed that is out goes on being used.'],
  ['stake-changed', 3, '3 bets were taken at another stake than the one that was sent.'],
  ['balance-wrong', 3, '3 balances are less than the one before less the stake plus the payout.'],
  ['balance-unbooked', 3, '3 balances of the account are less than the answers to the bets make of it, and none after them came up to it: what was paid was not booked.'],
  ['ledger-incomplete', 1, '1 stake or payout is missing in the ledger of the account, which has the others: its rows do not add up to what was staked and paid.'],
  ['ledger-incomplete', 3, '3 stakes and payouts are missing in the ledger of the account, which has the others: its rows do not add up to what was staked and paid.'],
  ['verify-disagrees', 3, "3 bets come to something else in the house's own verification than they were paid."],
  ['limit-ignored', 1, 'a stake of FIRST USDC was taken, which is beyond the documented limits (0.01 to 10,000 USDC).'],
  ['limit-ignored', 3, 'a stake of FIRST USDC was taken, which is beyond the documented limits (0.01 to 10,000 USDC), and 2 more.'],
  ['seed-short', 1, '1 server seed is so short that a player who sees the commitment finds the seed by trying all.'],
  ['seed-short', 3, '3 server seeds are so short that a player who sees the commitment finds the seed by trying all.'],
  ['answer-unreadable', 3, '3 answers to a bet cannot be read as one (the first: FIRST).'],
]; // prettier-ignore

it.each(sentences)('%s %i times', (code, count, sentence) => {
  const faults = new LiveFaults();
  for (let at = 0; at < count; at += 1) faults.note(code, { line: at, first: at === 0 ? 'FIRST' : 'LATER' });
  expect(faults.findings()).toEqual([{ code, game: null, count, line: 1, sentence }]);
});

it('faults are counted by code, from the row of the first', () => {
  const faults = new LiveFaults();
  faults.note('stake-changed', { line: 7, times: 4 });
  faults.note('balance-wrong', { line: 9 });
  faults.note('stake-changed', { line: 3 });
  expect(faults.findings().map(({ code, count, line }) => [code, count, line])).toEqual([
    ['stake-changed', 5, 7],
    ['balance-wrong', 1, 9],
  ]);
});
