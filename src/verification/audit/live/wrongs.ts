/** The faults that show between the answers of a live casino, with a sentence for their number. */
import type { LogFinding } from '../result-schema.ts';

const wrongs = {
  'commitment-swapped': (count: number) =>
    `${count} ${count === 1 ? 'answer names' : 'answers name'} another commitment than the one that was shown before the bet: the house could choose its seed.`,
  'client-seed-swapped': (count: number) =>
    `${count} bets name another client seed than the one that was sent.`,
  'seed-leaked': (count: number) =>
    `${count} server seeds were shown while they were in use: a player who sees one knows every later round.`,
  'nonce-skipped': (count: number) =>
    `${count} times the nonce goes on by more than the bets that were sent: bets were drawn and not shown.`,
  'rounds-miscounted': (count: number) =>
    `${count} server seeds are said to have had another number of rounds than were played: bets were drawn and not shown.`,
  'rotation-withheld': (count: number) =>
    `${count} server seeds were not revealed although the rotation was asked for: their bets cannot be checked.`,
  'rotation-limited': (count: number) =>
    `${count} rotations were answered 429 for as long as was waited: the bets under those seeds cannot be checked.`,
  'rotation-stuck': (count: number) =>
    `${count} rotations left the same commitment in place: the seed that is out goes on being used.`,
  'stake-changed': (count: number) => `${count} bets were taken at another stake than the one that was sent.`,
  'balance-wrong': (count: number) =>
    `${count} balances are less than the one before less the stake plus the payout.`,
  'balance-unbooked': (count: number) =>
    `${count} balances of the account are less than the answers to the bets make of it, and none after them came up to it: what was paid was not booked.`,
  'ledger-incomplete': (count: number) =>
    `${count} ${count === 1 ? 'stake or payout is' : 'stakes and payouts are'} missing in the ledger of the account, which has the others: its rows do not add up to what was staked and paid.`,
  'verify-disagrees': (count: number) =>
    `${count} bets come to something else in the house's own verification than they were paid.`,
  'limit-ignored': (count: number, first: string) =>
    `a stake of ${first} USDC was taken, which is beyond the documented limits (0.01 to 10,000 USDC)${count > 1 ? `, and ${count - 1} more` : ''}.`,
  'seed-short': (count: number) =>
    `${count} server ${count === 1 ? 'seed is' : 'seeds are'} so short that a player who sees the commitment finds the seed by trying all.`,
  'answer-unreadable': (count: number, first: string) =>
    `${count} answers to a bet cannot be read as one (the first: ${first}).`,
} as const satisfies Readonly<Record<string, (count: number, first: string) => string>>;

/** A kind of fault that shows without knowing the seeds; the code of a `LogFinding`. */
export type LiveCode = keyof typeof wrongs;

/** Counts faults by code; `line` is the row of the first. */
export class LiveFaults {
  readonly #found = new Map<LiveCode, { count: number; line: number; first: string }>();

  /** `times` of one kind, from a row on; `first` completes the sentence of some codes. */
  note(
    code: LiveCode,
    { line, first = '', times = 1 }: { line: number; first?: string; times?: number },
  ): void {
    const found = this.#found.get(code) ?? { count: 0, line: Math.max(1, line), first };
    this.#found.set(code, { ...found, count: found.count + times });
  }

  /** One finding for each code. */
  findings(): LogFinding[] {
    return Array.from(this.#found, ([code, { count, line, first }]) => ({
      code, game: null, count, line, sentence: wrongs[code](count, first),
    })); // prettier-ignore
  }
}
