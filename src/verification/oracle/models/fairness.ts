/**
 * What was committed to is what was used (FAI01, FAI02, FAI04, gap C20): nonces count up from 0, the commitment stays until rotation, the
 * seed that is revealed hashes to it, and the draws of simple games follow from the seeds.
 */
import { createHash, createHmac } from 'node:crypto';
import { expectField, isOk, objects, text, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

interface Seat {
  commitment: string | undefined;
  nextNonce: number;
  /** Rounds whose draw can be recomputed once the seed is out. */
  rounds: {
    readonly game: string;
    readonly nonce: number;
    readonly clientSeed: string;
    readonly result: Body;
  }[];
}

/** Checks `fairness-commitments`, for each player by itself. Give it successful and failed exchanges alike. */
export class FairnessModel {
  /** Hashes of the server seeds that a rotation has revealed. */
  readonly #revealed = new Set<string>();
  readonly #case: Case;
  readonly #seats = new Map<string, Seat>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered(exchange: AuditedExchange, caller: string): void {
    if (!isOk(exchange)) return;
    const { operation, answer } = exchange;
    if (operation === 'batch') for (const item of objects(answer, 'results')) this.#round(item, caller);
    if (['bet', 'playTournament', 'launch', 'deal'].includes(operation)) this.#round(answer, caller);
    if (operation === 'acceptChallenge') this.#duel(answer);
    if (operation === 'seedHash') this.#shown(answer, caller);
    if (operation === 'rotate') this.#rotated(answer, caller);
    if (operation === 'verifyBet' || operation === 'verifyRound') this.#verified(answer);
  }

  /** Moves in an open hand go on under its nonce. */
  #round(got: Body, caller: string): void {
    const commitment = text(got, 'seed_hash') ?? text(got, 'seed');
    const nonce = got['nonce'];
    if (commitment === undefined || typeof nonce !== 'number') return;
    const seat = this.#seatOf(caller);
    seat.commitment ??= commitment;
    expectField(this.#case, 'fairness-commitments', {
      name: 'seed_hash',
      seen: commitment,
      wanted: seat.commitment,
    });
    const game = text(got, 'game') ?? '';
    const isHand = game === 'blackjack' || game === 'video_poker' || got['cards'] !== undefined;
    if (isHand && nonce < seat.nextNonce) return;
    expectField(this.#case, 'fairness-commitments', { name: 'nonce', seen: nonce, wanted: seat.nextNonce });
    seat.nextNonce = nonce + 1;
    const result = got['result'];
    const clientSeed = text(got, 'client_seed');
    if (clientSeed !== undefined && typeof result === 'object' && result !== null) {
      seat.rounds.push({ game, nonce, clientSeed, result: result as Body });
    }
  }

  /** Each side has played under its own seeds. */
  #duel(answer: Body): void {
    for (const [side, id] of [
      ['challenger_round', 'challenger_id'],
      ['challenged_round', 'challenged_agent_id'],
    ] as const) {
      const round = answer[side];
      const player = text(answer, id);
      if (typeof round === 'object' && round !== null && player !== undefined) {
        this.#round({ game: answer['game'], ...(round as Body) }, player);
      }
    }
  }

  #shown(answer: Body, caller: string): void {
    const seat = this.#seatOf(caller);
    seat.commitment ??= text(answer, 'seed_hash');
    const fields = [
      { name: 'seed_hash', seen: answer['seed_hash'], wanted: seat.commitment },
      { name: 'next_nonce', seen: answer['next_nonce'], wanted: seat.nextNonce },
    ];
    for (const field of fields) expectField(this.#case, 'fairness-commitments', field);
  }

  #rotated(answer: Body, caller: string): void {
    const seat = this.#seatOf(caller);
    const revealed = (answer['revealed'] ?? {}) as Body;
    const seed = text(revealed, 'server_seed') ?? '';
    const hashed = hashOf(seed);
    this.#revealed.add(hashed);
    const fields = [
      {
        name: 'revealed seed_hash',
        seen: revealed['seed_hash'],
        wanted: seat.commitment ?? revealed['seed_hash'],
      },
      { name: 'SHA-256 of the revealed seed', seen: hashed, wanted: revealed['seed_hash'] },
      { name: 'rounds', seen: revealed['rounds'], wanted: seat.nextNonce },
      { name: 'next_nonce', seen: answer['next_nonce'], wanted: 0 },
      { name: 'a new commitment', seen: answer['seed_hash'] === revealed['seed_hash'], wanted: false },
    ];
    for (const field of fields) expectField(this.#case, 'fairness-commitments', field);
    for (const round of seat.rounds) this.#holdsDraw(round, seed);
    this.#seats.set(caller, { commitment: text(answer, 'seed_hash'), nextNonce: 0, rounds: [] });
  }

  #holdsDraw({ game, nonce, clientSeed, result }: Seat['rounds'][number], seed: string): void {
    const drawn = (n: number): number => firstPick(seed, `${clientSeed}:${nonce}`, n);
    const field = (name: string, seen: unknown, wanted: unknown): void =>
      expectField(this.#case, 'fairness-commitments', { name: `${game}: ${name}`, seen, wanted });
    if (game === 'dice') field('roll', result['roll'], drawn(100) + 1);
    if (game === 'simple_dice') field('roll', result['roll'], drawn(6) + 1);
    if (game === 'roulette') field('result', result['result'], drawn(37));
  }

  #verified(answer: Body): void {
    const reported = text(answer, 'server_seed');
    if (reported !== undefined) {
      const isOut = this.#revealed.has(hashOf(reported));
      expectField(this.#case, 'fairness-commitments', { name: 'the seed is out', seen: isOut, wanted: true });
    }
    expectField(this.#case, 'fairness-commitments', {
      name: 'a mismatch',
      seen: answer['status'] === 'mismatch',
      wanted: false,
    });
    const nested = answer['verification'];
    if (typeof nested === 'object' && nested !== null) this.#verified(nested as Body);
  }

  #seatOf(caller: string): Seat {
    let seat = this.#seats.get(caller);
    if (seat === undefined)
      this.#seats.set(caller, (seat = { commitment: undefined, nextNonce: 0, rounds: [] }));
    return seat;
  }
}

/** The first whole number below n that the seeds of a round give: words of 32 bits, those that would favour any refused. */
function firstPick(seed: string, round: string, n: number): number {
  const fairLimit = 2 ** 32 - (2 ** 32 % n);
  for (let cursor = 0; cursor < 100; cursor += 1) {
    const digest = createHmac('sha256', seed).update(`${round}:${cursor}`).digest();
    for (let word = 0; word < 8; word += 1) {
      const value = digest.readUInt32BE(word * 4);
      if (value < fairLimit) return value % n;
    }
  }
  return -1;
}

const hashOf = (seed: string): string => createHash('sha256').update(seed).digest('hex');
