/**
 * The books of a player at a live casino: what was shown before each bet, what was sent, and what came back. A house
 * that says one thing before a bet and another after it is found here; what its seeds give is the audit of the log.
 */
import { parseUsdc, type Micros } from '../../../core/base/money.ts';
import type { LogFinding } from '../result-schema.ts';
import { readBet, type LoggedBet, type LogRow } from '../log/logged-bet.ts';
import { countIn, textIn, type Fields } from './call.ts';
import type { LiveBet, RoundEnd, RoundSent } from './round.ts';

/** Everything that may be wrong between answers, with the sentence for so many of them. */
const wrongs = {
  'commitment-missing': () => 'no commitment is shown before a bet: nothing that follows can be checked.',
  'commitment-swapped': (count: number) =>
    `${count} answers name another commitment than the one that was shown before the bet: the house could choose its seed.`,
  'client-seed-swapped': (count: number) =>
    `${count} bets name another client seed than the one that was sent.`,
  'seed-leaked': (count: number) =>
    `${count} server seeds were shown while they were in use: whoever sees one knows every round to come.`,
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
    `${count} balances are not the one before less the stake plus the payout.`,
  'verify-disagrees': (count: number) =>
    `${count} bets come to something else in the house's own verification than they were paid.`,
  'answer-unreadable': (count: number, first: string) =>
    `${count} answers to a bet cannot be read as one (the first: ${first}).`,
} as const satisfies Readonly<Record<string, (count: number, first: string) => string>>;

/** A kind of fault that the books find without knowing the seeds; the code of a `LogFinding`. */
export type LiveCode = keyof typeof wrongs;

/** A longer `result` is no result of a game. */
const resultLengthMax = 16_384;

/**
 * The books of one live audit. Faults are counted by code and do not throw; `findings` has one entry for each code.
 */
export class Books {
  readonly bets: LoggedBet[] = [];
  readonly rows: LogRow[] = [];
  /** What was answered to a stake and is no bet, as evidence. */
  readonly unreadable: LogRow[] = [];
  readonly #found = new Map<LiveCode, { count: number; line: number; first: string }>();
  #commitment = '';
  #clientSeed = '';
  #firstOfPeriod = 0;
  /** The house's name of the latest bet. */
  lastBetId: string | undefined = undefined;
  #balance: Micros | undefined = undefined;
  #pastLost = false;

  note(code: LiveCode, first = ''): void {
    const found = this.#found.get(code) ?? { count: 0, line: Math.max(1, this.rows.length), first };
    this.#found.set(code, { ...found, count: found.count + 1 });
  }

  /** A period begins: its commitment is on the table before the client seed is named. */
  open(commitment: string, clientSeed: string): void {
    this.#commitment = commitment;
    this.#clientSeed = clientSeed;
    this.#firstOfPeriod = this.bets.length;
    this.#pastLost = false;
  }

  get roundsOfPeriod(): number {
    return this.bets.length - this.#firstOfPeriod;
  }

  /** An answer got lost: whether it was a round, and what became of the balance, only the house knows. */
  lose(): void {
    this.#pastLost = true;
    this.#balance = undefined;
  }

  /** Writes a settled bet down; false where its answer cannot be read. */
  settle(bet: LiveBet, sent: RoundSent, { params, answer, nonces }: RoundEnd): boolean {
    const { body } = answer;
    const row: LogRow = {
      game: bet.entry.game.id,
      bet: params,
      stake: sent.stakeMicros / 1e6,
      payout: body.get('payout'),
      server_seed_hash: this.#commitment,
      server_seed: '',
      client_seed: this.#clientSeed,
      nonce: nonces.find((nonce) => nonce !== undefined),
      result: body.get('result'),
    };
    const length = JSON.stringify(row).length;
    const logged =
      length > resultLengthMax
        ? `it has ${length} characters; expected at most ${resultLengthMax}`
        : readBet(row, this.rows.length + 1);
    if (typeof logged === 'string') {
      this.note('answer-unreadable', logged);
      this.unreadable.push(length > resultLengthMax ? { ...row, result: null, payout: null } : row);
      return false;
    }
    this.rows.push(row);
    this.bets.push(logged);
    this.lastBetId = textIn(body, 'bet_id');
    this.#compare(body, logged);
    return true;
  }

  #compare(body: Fields, { stakeMicros, payoutMicros }: LoggedBet): void {
    const shownSeed = textIn(body, 'seed_hash');
    if (shownSeed !== undefined && shownSeed.toLowerCase() !== this.#commitment)
      this.note('commitment-swapped');
    const clientSeed = textIn(body, 'client_seed');
    if (clientSeed !== undefined && clientSeed !== this.#clientSeed) this.note('client-seed-swapped');
    const amount = parseUsdc(body.get('amount'));
    if (amount !== undefined && amount !== stakeMicros) this.note('stake-changed');
    const balance = parseUsdc(body.get('balance'));
    const before = this.#balance;
    if (balance !== undefined && before !== undefined && balance !== before - stakeMicros + payoutMicros)
      this.note('balance-wrong');
    this.#balance = balance;
  }

  /** The commitment as it is shown between bets. */
  watch(body: Fields): void {
    const shown = textIn(body, 'seed_hash')?.toLowerCase();
    if (shown !== undefined && shown !== this.#commitment) this.note('commitment-swapped');
  }

  /** The house's own word on the latest bet, before its seed is out or after. */
  verified(body: Fields, isRevealed: boolean): void {
    if (!isRevealed) {
      if (textIn(body, 'server_seed') !== undefined) this.note('seed-leaked');
      return;
    }
    const bet = this.bets.at(-1);
    const multiplier = body.get('multiplier');
    if (bet === undefined || typeof multiplier !== 'number') return;
    // A multiple printed as a decimal is off by less than a micro of the payout.
    const isPaid = Math.abs(multiplier * bet.stakeMicros - bet.payoutMicros) <= 1;
    if (!isPaid) this.note('verify-disagrees');
  }

  /** The rotation's answer: the seed of the period, and how many rounds it is said to have had. */
  close(
    revealed: Fields,
    { nextCommitment, status }: { nextCommitment: string | undefined; status: number },
  ): void {
    const serverSeed = textIn(revealed, 'server_seed');
    const hash = textIn(revealed, 'seed_hash');
    const rounds = countIn(revealed, 'rounds');
    if (serverSeed === undefined) this.note(status === 429 ? 'rotation-limited' : 'rotation-withheld');
    if (hash !== undefined && hash.toLowerCase() !== this.#commitment) this.note('commitment-swapped');
    if (nextCommitment === this.#commitment) this.note('rotation-stuck');
    const isCounted = rounds === undefined || rounds === this.roundsOfPeriod;
    if (!isCounted && !this.#pastLost) this.note('rounds-miscounted');
    for (let index = this.#firstOfPeriod; index < this.bets.length; index += 1) {
      const [bet, row] = [this.bets[index]!, this.rows[index]!];
      this.bets[index] = { ...bet, serverSeed };
      this.rows[index] = { ...row, server_seed: serverSeed ?? '' };
    }
  }

  findings(): LogFinding[] {
    return Array.from(this.#found, ([code, { count, line, first }]) => ({
      code, game: null, count, line, sentence: wrongs[code](count, first),
    })); // prettier-ignore
  }
}
