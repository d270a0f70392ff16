/**
 * What every round tells, whatever its game: the bet's own parameters in its result, the client's seed, and a server
 * seed that hashes to its commitment (FAI01, FAI02, FAI04, gap C20).
 */
import { createHash } from 'node:crypto';
import { objects, reads, text, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { comparable } from './record-views.ts';

/** Parameters that a result shows under the name they were sent with. */
const parameters: readonly string[] = [
  'direction', 'threshold', 'side', 'rows', 'risk', 'picks', 'mines', 'reveals', 'guess', 'target_multiplier', 'win_probability',
  'cash_out_at', 'bet_type', 'bet_value', 'bet_on', 'target', 'over', 'pick',
]; // prettier-ignore

/** Checks `fairness-commitments` and `answers-echo`. Give it successful exchanges that are no repeats. */
export class Rounds {
  readonly #case: Case;
  /** The client's seed of each player, which stays until another one is sent. */
  readonly #seeds = new Map<string, string>();
  /** The client's seed of each player's open curve, which stays though another one is sent. */
  readonly #launched = new Map<string, string>();
  /** What each bet was made with. */
  readonly #sent = new Map<string, Body>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered(exchange: AuditedExchange, caller: string | undefined): void {
    if (exchange.service !== 'casino') return;
    const { operation, answer, style } = exchange;
    if (caller !== undefined) this.#holdsSeed(exchange, caller);
    if (style === 'short' && operation === 'bet') this.#flipped(exchange);
    const sent = exchange.body ?? {};
    if (operation === 'bet' || operation === 'playTournament')
      this.#placed(style === 'B' ? { ...sent, ...partOf(sent['params']) } : sent, answer);
    if (operation === 'batch') {
      this.#batch(objects(sent, 'bets'), objects(answer, 'results'));
      // A seed that one of them sends stays, unless that one was refused.
      if (objects(sent, 'bets').some((bet) => bet['client_seed'] !== undefined))
        this.#seeds.delete(caller ?? '');
    }
    if (operation === 'acceptChallenge')
      for (const side of ['challenger_round', 'challenged_round'])
        this.#placed(partOf(answer['params']), partOf(answer[side]));
    if (style === 'A') this.#audited(operation, sent, answer);
    this.#hashes(answer, 0);
  }

  /** A call that may have been executed, now or before, may have sent another seed. */
  uncertain({ service }: AuditedExchange, caller: string | undefined): void {
    if (service !== 'casino' || caller === undefined) return;
    this.#seeds.delete(caller);
    this.#launched.delete(caller);
  }

  /** The audit trail has the parameters that a bet was made with. */
  #audited(operation: string, sent: Body, answer: Body): void {
    const id = text(answer, 'bet_id') ?? '';
    if (operation === 'bet') this.#sent.set(id, sent);
    const before = this.#sent.get(id);
    if (operation !== 'verifyBet' || before === undefined || answer['params'] === undefined) return;
    const params = partOf(answer['params']);
    for (const name of [...parameters, 'holds'])
      if (before[name] !== undefined && params[name] !== undefined)
        this.#same(`params.${name}`, before[name], params[name]);
  }

  /** Without another one, a round has the seed of the one before. */
  #holdsSeed({ operation, answer, body }: AuditedExchange, caller: string): void {
    const reported = text(answer, 'client_seed');
    if (operation === 'cashOut') return this.#landed(caller, reported);
    if (operation === 'seeds') return this.#listed(objects(answer, 'seeds'), caller);
    const keeps = ['seedHash', 'rotate', 'launch', 'bet', 'deal', 'playTournament'].includes(operation);
    const sent = text(body, 'client_seed');
    // Some answers do not say which seed a bet has set.
    if (keeps && reported === undefined && sent !== undefined) this.#seeds.set(caller, sent);
    // The seed that opens a hand stays, but the one of an open hand may be older than another that was sent since.
    if (this.#isHand(answer) && sent !== undefined) this.#seeds.delete(caller);
    if (reported === undefined || !keeps || this.#isHand(answer)) return;
    const wanted = sent ?? (isOfNewChain(answer) ? undefined : this.#seeds.get(caller));
    if (wanted !== undefined) this.#same('client_seed', wanted, reported);
    this.#seeds.set(caller, reported);
    if (operation === 'launch') this.#launched.set(caller, reported);
  }

  /** The seed in use has the client's seed that the next round has. */
  #listed(rows: readonly Body[], caller: string): void {
    const wanted = this.#seeds.get(caller);
    const active = rows.find(({ status }) => status === 'active');
    if (wanted !== undefined && active !== undefined)
      this.#same('client_seed', wanted, active['client_seed']);
  }

  /** A hand has the seed of its deal; hi-lo is one where its first card is known to who guesses (gap C9). */
  #isHand(got: Body): boolean {
    const isTwo = got['game'] === 'hilo' && reads(this.#case, 'casino.hiloGuess', 'informed');
    const isDealt = got['cards'] !== undefined || (got['status'] ?? 'running') !== 'running';
    return isTwo || isDealt || ['blackjack', 'video_poker'].includes(String(got['game']));
  }

  /** A curve has the seed that it was launched with. */
  #landed(caller: string, reported: string | undefined): void {
    const wanted = this.#launched.get(caller);
    this.#launched.delete(caller);
    if (wanted !== undefined && reported !== undefined) this.#same('client_seed', wanted, reported);
  }

  /** The short style tells a side: it is the one that was bet on exactly where the bet is won. */
  #flipped({ body, answer }: AuditedExchange): void {
    const isSame = body?.['side'] === answer['result'];
    if (isSame !== answer['won'] || isSame !== Number(answer['payout']) > 0)
      this.#case.breaks(
        'bet-payouts',
        `a bet on ${String(body?.['side'])} that falls ${String(answer['result'])} is reported as ${String(answer['won'])}`,
      );
  }

  #batch(sent: readonly Body[], got: readonly Body[]): void {
    for (const [index, item] of got.entries()) {
      const bet = sent[index] ?? {};
      this.#placed({ ...bet, ...partOf(bet['params']) }, item);
      if (item['game'] !== undefined) this.#same('game', bet['game'], item['game']);
    }
  }

  #placed(sent: Body, got: Body): void {
    const result = partOf(got['result']);
    for (const name of parameters)
      if (sent[name] !== undefined && result[name] !== undefined) this.#same(name, sent[name], result[name]);
    if (got['cards'] === undefined && got['status'] === undefined && result['player'] === undefined)
      this.#clientSeed(sent, got);
  }

  /** A hand has the seed of its deal. */
  #clientSeed(sent: Body, got: Body): void {
    const [wanted, seen] = [text(sent, 'client_seed'), text(got, 'client_seed')];
    if (wanted !== undefined && seen !== undefined && got['game'] !== 'video_poker')
      this.#same('client_seed', wanted, seen);
  }

  #same(name: string, sent: unknown, reported: unknown): void {
    if (comparable(sent) !== comparable(reported))
      this.#case.breaks(
        'answers-echo',
        `a bet with ${name} ${comparable(sent)} tells ${comparable(reported)}`,
      );
  }

  #hashes(part: Body, depth: number): void {
    const [seed, commitment] = [text(part, 'server_seed'), text(part, 'seed_hash')];
    if (seed !== undefined && commitment !== undefined && hashOf(seed) !== commitment)
      this.#case.breaks(
        'fairness-commitments',
        `the seed that is reported hashes to ${hashOf(seed)}, not to ${commitment}`,
      );
    if (depth >= 3) return;
    for (const value of Object.values(part))
      for (const item of (Array.isArray(value) ? value : [value]) as unknown[])
        if (typeof item === 'object' && item !== null) this.#hashes(item as Body, depth + 1);
  }
}

/** A seed that is no link of the one before was committed to after the player's choice, which counts no more then (FAI03). */
const isOfNewChain = ({ revealed, seed_hash: commitment }: Body): boolean =>
  typeof revealed === 'object' && (revealed as Body | null)?.['server_seed'] !== commitment;

const partOf = (value: unknown): Body => (typeof value === 'object' && value !== null ? (value as Body) : {});
const hashOf = (seed: string): string => createHash('sha256').update(seed).digest('hex');
