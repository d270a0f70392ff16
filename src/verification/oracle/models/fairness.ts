/**
 * What was committed to is what was used (FAI01, FAI02, FAI04, gap C20): nonces count up from 0, the commitment stays until rotation, the
 * seed that is revealed hashes to it, and the draws of simple games follow from the seeds.
 */
import { createHash } from 'node:crypto';
import { expectField, isOk, objects, reads, text, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { gameNamed } from './bet-words.ts';
import { handFields, type DrawnHand } from './drawn-hands.ts';
import type { LandedCurves } from './landed-curves.ts';
import { dealtCards, drawnFields, type DrawnRound } from './draws.ts';

interface Seat {
  commitment: string | undefined;
  /** The client's seed in use, where an answer or a request has named it. */
  clientSeed: string | undefined;
  nextNonce: number;
  /** Rounds whose draw can be recomputed once the seed is out. */
  rounds: DrawnRound[];
  /** Free deals of video poker: their cards are drawn as well. */
  deals: { readonly nonce: number; readonly clientSeed: string; readonly cards: unknown }[];
  /** Rounds since the client's seed was last unknown: none has been sent since, so that the rotation tells it. */
  unnamed: Omit<DrawnRound, 'clientSeed'>[];
  /** By nonce, hands in which the player moves. */
  readonly hands: Map<number, DrawnHand>;
  /** Seeds that are out, oldest first. */
  readonly past: { readonly hash: unknown; readonly rounds: number }[];
}

/** As often both play again. */
const replaysMax = 20;

/** Checks `fairness-commitments`, for each player by itself. Give it successful and failed exchanges alike. */
export class FairnessModel {
  /** Hashes of the server seeds that a rotation has revealed. */
  readonly #revealed = new Set<string>();
  readonly #case: Case;
  readonly #seats = new Map<string, Seat>();
  /** The nonce of each player's last live round. */
  readonly #launched = new Map<string, unknown>();

  readonly #landed: LandedCurves;

  constructor(file: Case, landed: LandedCurves) {
    this.#case = file;
    this.#landed = landed;
  }

  answered(exchange: AuditedExchange, caller: string): void {
    if (!isOk(exchange)) return;
    const { operation, answer, body } = exchange;
    if (operation === 'batch') for (const item of objects(answer, 'results')) this.#round(item, caller);
    if (['bet', 'playTournament', 'launch', 'deal'].includes(operation)) this.#round(answer, caller, body);
    if (operation === 'launch') this.#launched.set(caller, answer['nonce']);
    if (operation === 'cashOut') this.#cashedOut(answer, caller);
    if (operation === 'acceptChallenge') this.#duel(answer);
    if (operation === 'seedHash') this.#shown(answer, caller);
    if (operation === 'seeds') this.#listed(answer, caller);
    if (operation === 'rotate') this.#rotated(answer, caller, text(body, 'client_seed'));
    if (operation === 'verifyBet' || operation === 'verifyRound') this.#verified(answer);
  }

  /** Moves in an open hand go on under its nonce. */
  #round(got: Body, caller: string, sent: Body = {}): void {
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
    const game = gameNamed(text(got, 'game') ?? (typeof got['result'] === 'string' ? 'coin_flip' : ''));
    this.#hand(seat, { got, sent, nonce });
    const isTwo = game === 'hilo' && reads(this.#case, 'casino.hiloGuess', 'informed');
    const isHand = isTwo || game === 'blackjack' || game === 'video_poker' || got['cards'] !== undefined;
    if (isTwo && nonce < seat.nextNonce) return this.#goesOn(seat, nonce, (got['result'] ?? {}) as Body);
    if (isHand && nonce < seat.nextNonce) return;
    this.#names(seat, text(sent, 'client_seed') ?? text(got, 'client_seed'));
    expectField(this.#case, 'fairness-commitments', { name: 'nonce', seen: nonce, wanted: seat.nextNonce });
    seat.nextNonce = nonce + 1;
    const { result } = got;
    const { clientSeed } = seat;
    const { cards } = got;
    if (clientSeed !== undefined && result === undefined && Array.isArray(cards))
      seat.deals.push({ nonce, clientSeed, cards });
    const drawn = { game, nonce, result: typeof result === 'string' ? { result } : ((result ?? {}) as Body) };
    if (clientSeed === undefined) seat.unnamed.push(drawn);
    else seat.rounds.push({ ...drawn, clientSeed });
  }

  /** The second card of hi-lo comes under the seed of the first one (gap C9). */
  #goesOn(seat: Seat, nonce: number, result: Body): void {
    seat.rounds = seat.rounds.map((round) => (round.nonce === nonce ? { ...round, result } : round));
    seat.unnamed = seat.unnamed.map((round) => (round.nonce === nonce ? { ...round, result } : round));
  }

  /** Once a seed is sent, that of the rounds before it is shown no more. */
  #names(seat: Seat, clientSeed: string | undefined): void {
    if (clientSeed === undefined || clientSeed === seat.clientSeed) return;
    seat.clientSeed = clientSeed;
    seat.unnamed = [];
  }

  /** Each move shows more of a hand, under the seed that it was dealt with. */
  #hand(seat: Seat, { got, sent, nonce }: { got: Body; sent: Body; nonce: number }): void {
    const result = got['result'];
    if (typeof result !== 'object' || result === null) return;
    const shown = result as Body;
    const dealt = seat.deals.find((deal) => deal.nonce === nonce);
    const clientSeed = seat.hands.get(nonce)?.clientSeed ?? dealt?.clientSeed ?? text(got, 'client_seed');
    const isHand =
      shown['player'] !== undefined || (shown['cards'] !== undefined && Array.isArray(sent['holds']));
    if (clientSeed === undefined || !isHand || shown['banker'] !== undefined) return;
    const holds = Array.isArray(sent['holds']) ? sent['holds'].map(String) : [];
    seat.hands.set(nonce, { nonce, clientSeed, shown, holds });
  }

  /** A live round ends under the nonce of its launch, at or before the point that was drawn for it (gap C27). */
  #cashedOut(answer: Body, caller: string): void {
    const [point, multiplier] = [Number(answer['crash_point']), Number(answer['multiplier'])];
    const nonce = this.#launched.get(caller);
    const fields = [
      { name: 'nonce of the launch', seen: answer['nonce'], wanted: nonce ?? answer['nonce'] },
      { name: 'a multiplier up to the crash', seen: multiplier >= 1 && multiplier <= point, wanted: true },
      { name: 'won', seen: answer['won'], wanted: multiplier > 1 },
    ];
    for (const field of fields) expectField(this.#case, 'fairness-commitments', field);
    const [seat, clientSeed] = [this.#seatOf(caller), text(answer, 'client_seed')];
    if (typeof nonce === 'number' && clientSeed !== undefined && seat.commitment === answer['seed_hash'])
      seat.rounds.push({ game: 'crash', nonce, clientSeed, result: { crash_point: answer['crash_point'] } });
  }

  /** Each side has played under its own seeds; of several rounds the last is shown, and both have played as many (gap C22). */
  #duel(answer: Body): void {
    const replays = new Set<number>();
    for (const [side, id] of [
      ['challenger_round', 'challenger_id'],
      ['challenged_round', 'challenged_agent_id'],
    ] as const) {
      const round = answer[side];
      const player = text(answer, id);
      if (typeof round === 'object' && round !== null && player !== undefined) {
        if (reads(this.#case, 'challenges.tie', 'replay')) replays.add(this.#replayed(player, round as Body));
        this.#round({ game: answer['game'], ...(round as Body) }, player);
      }
    }
    const [count] = replays;
    if (count === undefined) return;
    const ties = { name: 'replays of a tie', seen: count, wanted: replaysMax };
    const fields = answer['winner_id'] === null ? [ties] : [];
    for (const field of [...fields, { name: 'numbers of replays', seen: replays.size, wanted: 1 }])
      expectField(this.#case, 'fairness-commitments', field);
  }

  /** How many rounds before this one were ties. */
  #replayed(player: string, round: Body): number {
    const seat = this.#seatOf(player);
    const count = Number(round['nonce']) - seat.nextNonce;
    if (count > 0 && count <= replaysMax) seat.nextNonce += count;
    return count;
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

  #rotated(answer: Body, caller: string, sent: string | undefined): void {
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
    this.#landed.revealed({ seed, hash: hashed }, seat.rounds);
    this.#holdsOthers(seat, seed, sent === undefined ? text(answer, 'client_seed') : undefined);
    for (const deal of seat.deals)
      expectField(this.#case, 'fairness-commitments', {
        name: 'video_poker: cards',
        seen: JSON.stringify(deal.cards),
        wanted: JSON.stringify(dealtCards(seed, deal)),
      });
    seat.past.push({ hash: revealed['seed_hash'], rounds: seat.nextNonce });
    this.#seats.set(caller, {
      ...newSeat(),
      commitment: text(answer, 'seed_hash'),
      clientSeed: text(answer, 'client_seed'),
      past: seat.past,
    });
  }

  /** Hands, and rounds whose client's seed only the rotation shows. */
  #holdsOthers({ unnamed, hands }: Seat, seed: string, clientSeed: string | undefined): void {
    if (clientSeed !== undefined)
      for (const round of unnamed) this.#holdsDraw({ ...round, clientSeed }, seed);
    const isOfPacks = reads(this.#case, 'casino.payouts', 'published');
    for (const hand of hands.values())
      for (const field of handFields(seed, hand, isOfPacks))
        expectField(this.#case, 'fairness-commitments', field);
  }

  #holdsDraw(round: DrawnRound, seed: string): void {
    // The house may have ended it, and no answer has shown its second card.
    if (round.game === 'hilo' && this.#isOpen(round)) return;
    for (const [name, wanted] of Object.entries(drawnFields(round, seed)))
      expectField(this.#case, 'fairness-commitments', {
        name: `${round.game}: ${name}`,
        seen: JSON.stringify(round.result[name]),
        wanted: JSON.stringify(wanted),
      });
  }

  #isOpen({ result }: DrawnRound): boolean {
    return reads(this.#case, 'casino.hiloGuess', 'informed') && result['next_card'] === undefined;
  }

  /** The seed in use, and those before it, newest first. */
  #listed(answer: Body, caller: string): void {
    const seat = this.#seatOf(caller);
    const [first, ...others] = objects(answer, 'seeds');
    if (first === undefined) return;
    seat.commitment ??= text(first, 'seed_hash');
    const past = seat.past.toReversed();
    const fields = [
      { name: 'status of the first seed', seen: first['status'], wanted: 'active' },
      { name: 'its seed_hash', seen: first['seed_hash'], wanted: seat.commitment },
      { name: 'its next_nonce', seen: first['next_nonce'], wanted: seat.nextNonce },
      { name: 'revealed seeds', seen: others.length, wanted: past.length },
      ...others.flatMap((row, index) => [
        { name: 'seed_hash', seen: row['seed_hash'], wanted: past[index]?.hash },
        { name: 'rounds', seen: row['rounds'], wanted: past[index]?.rounds },
        { name: 'status', seen: row['status'], wanted: 'revealed' },
        { name: 'its hash', seen: hashOf(text(row, 'server_seed') ?? ''), wanted: past[index]?.hash },
      ]),
    ];
    for (const field of fields) expectField(this.#case, 'fairness-commitments', field);
  }

  #verified(answer: Body): void {
    const reported = text(answer, 'server_seed');
    if (reported !== undefined) {
      const isOut = this.#revealed.has(hashOf(reported));
      expectField(this.#case, 'fairness-commitments', { name: 'the seed is out', seen: isOut, wanted: true });
    }
    const isRevealed = this.#revealed.has(text(answer, 'seed_hash') ?? '');
    if (isRevealed && reported === undefined && answer['verification'] === undefined)
      this.#case.breaks('fairness-commitments', 'a bet is not verified though its seed is out');
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
    if (seat === undefined) this.#seats.set(caller, (seat = { ...newSeat(), past: [] }));
    return seat;
  }
}

const newSeat = (): Omit<Seat, 'past'> => ({
  commitment: undefined,
  clientSeed: undefined,
  nextNonce: 0,
  rounds: [],
  unnamed: [],
  hands: new Map(),
  deals: [],
});

const hashOf = (seed: string): string => createHash('sha256').update(seed).digest('hex');
