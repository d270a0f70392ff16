/**
 * The records of a player at a live casino: commitments before each bet, requests and responses. They show whether
 * statements before and after a bet agree; whether the seeds give the outcomes is the audit of the log.
 */
import { parseUsdc, type Micros } from '../../../core/base/money.ts';
import type { LogFinding } from '../result-schema.ts';
import { readBet, type LoggedBet, type LogRow } from '../log/logged-bet.ts';
import { countIn, textIn, type Fields } from './call.ts';
import type { LiveBet, RoundEnd, RoundSent } from './round.ts';

/** The faults that can show between responses, with a sentence for their number. */
const wrongs = {
  'commitment-missing': () => 'no commitment is shown before a bet: nothing that follows can be checked.',
  'commitment-swapped': (count: number) =>
    `${count} answers name another commitment than the one that was shown before the bet: the house could choose its seed.`,
  'client-seed-swapped': (count: number) =>
    `${count} bets name another client seed than the one that was sent.`,
  'seed-leaked': (count: number) =>
    `${count} server seeds were shown while they were in use: a player who sees one knows every later round.`,
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
export class LiveAuditBooks {
  readonly bets: LoggedBet[] = [];
  readonly rows: LogRow[] = [];
  /** Responses to a stake that are no bet, as evidence. */
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

  /** Starts a period: its commitment was published before the client seed was sent. */
  open(commitment: string, clientSeed: string): void {
    this.#commitment = commitment;
    this.#clientSeed = clientSeed;
    this.#firstOfPeriod = this.bets.length;
    this.#pastLost = false;
  }

  get roundsOfPeriod(): number {
    return this.bets.length - this.#firstOfPeriod;
  }

  /** Notes a lost response: from then on the nonce and the balance are unknown. */
  lose(): void {
    this.#pastLost = true;
    this.#balance = undefined;
  }

  /** Records a settled bet; false where its response cannot be read. */
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

  /** Compares the commitment shown between bets with that of the period. */
  watch(body: Fields): void {
    const shown = textIn(body, 'seed_hash')?.toLowerCase();
    if (shown !== undefined && shown !== this.#commitment) this.note('commitment-swapped');
  }

  /** Checks the house's own verification of the latest bet, before or after its seed is revealed. */
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
