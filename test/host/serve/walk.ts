/** A random walk over the routes of every service: right calls, wrong calls, and calls that only state refuses. */
import type { Json, JsonObject, Method, Request, Response } from '../../../src/core/http/message.ts';
import { Streams, type Stream } from '../../../src/core/kernel/stream.ts';
import { casinoAccountMoves } from './moves/casino-account.ts';
import { casinoHandMoves, handFollowUps } from './moves/casino-hands.ts';
import { casinoMoves } from './moves/casino.ts';
import { casinoEventMoves } from './moves/casino-events.ts';
import { controlMoves } from './moves/control.ts';
import { domainsMoves } from './moves/domains.ts';
import { escrowMoves } from './moves/escrow.ts';
import { faucetMoves } from './moves/faucet.ts';
import { tradingMoves } from './moves/trading.ts';
import { walletMoves } from './moves/wallet.ts';

/** One call, made up at the moment it is chosen. */
export type Move = () => readonly [Method, string, Json | undefined];

/** One file a service, in `moves/`. */
const allMoves = [
  tradingMoves,
  faucetMoves,
  escrowMoves,
  domainsMoves,
  casinoMoves,
  controlMoves,
  casinoAccountMoves,
  casinoHandMoves,
  walletMoves,
  casinoEventMoves,
];

/** Which field of an answer names something that later calls are about; `created` where only a 201 does. */
const learnt: readonly { field: string; kind: string; created?: true }[] = [
  { field: 'escrow_id', kind: 'escrow', created: true },
  { field: 'domain', kind: 'domain', created: true },
  { field: 'order_id', kind: 'order', created: true },
  { field: 'bet_id', kind: 'bet' },
  { field: 'tournament_id', kind: 'tournament', created: true },
  // What has just been made, was made now.
  { field: 'created_at', kind: 'now', created: true },
  { field: 'challenge_id', kind: 'challenge', created: true },
  { field: 'agent_address', kind: 'agent' },
  { field: 'address', kind: 'deposit-address' },
  { field: 'order_id', kind: 'swap' },
  { field: 'tx_hash', kind: 'transaction' },
];

export class Walk {
  readonly #stream: Stream;
  readonly #moves: readonly Move[];
  readonly #keys: string[] = [];
  readonly #keyOf = new Map<string, string>();
  readonly #ownerOf = new Map<string, string>();
  readonly #known = new Map<string, string[]>();
  /**
   * A name bought, handed on and renewed, for which one agent has not the money; what a referrer earns by a name; and
   * contests among agents who still have all their money.
   */
  readonly #opening: [by: string, path: string, body: JsonObject | (() => JsonObject)][] = [
    ['', '/faucet/register', { agent_id: 'first' }],
    ['', '/faucet/register', { agent_id: 'second' }],
    ['first', '/api/domains-api/register', { domain: 'first-name.agent' }],
    ['first', '/api/domains-api/transfer', { domain: 'first-name.agent', to: 'second' }],
    ['second', '/api/domains-api/renew', { domain: 'first-name.agent' }],
    ['', '/faucet/register', { agent_id: 'third', referrer: 'first' }],
    ['third', '/api/domains-api/register', { domain: 'third-name.agent' }],
    ['', '/faucet/register', { agent_id: 'fourth' }],
    ['fourth', '/domains/api/v1/register', { domain: 'fourth-name.agent', years: 1 }],
    ['first', '/wallet/v1/referral/withdraw', { address: `0x${'c'.repeat(40)}` }],
    ['', '/faucet/register', { agent_id: 'fifth' }],
    ['', '/faucet/register', { agent_id: 'sixth' }],
    ['fifth', '/casino/api/v1/challenges', { challenged_agent_id: 'sixth', game: 'wheel', amount: '0.01' }],
    ['sixth', '/casino/api/v1/challenges/{challenge}/accept', {}],
    ['fifth', '/casino/api/v1/challenges', { challenged_agent_id: 'sixth', game: 'dice', amount: '0.01' }],
    ['sixth', '/casino/api/v1/challenges/{challenge}/decline', {}],
    ['fifth', '/casino/api/v1/tournaments/create', () => this.#longTournament()],
    ['fifth', '/casino/api/v1/tournaments/{tournament}/enter', {}],
    ['sixth', '/casino/api/v1/tournaments/{tournament}/enter', {}],
  ];
  /** What an answer makes somebody ask next. */
  readonly #followUps: Request[] = [];
  /** Moves that have been answered with a success. */
  readonly #done = new Set<Move>();
  #last: Move | undefined;
  /** The key of whoever owns what the next request is about. */
  #owner: string | undefined;

  constructor(seed: string) {
    this.#stream = new Streams(seed).stream('walk');
    this.#moves = allMoves.flatMap((moves) => moves(this));
  }

  /** The next request; its body is an object or missing. The first few are the ones that chance seldom affords. */
  next(): Request {
    const opening = this.#opening.shift();
    if (opening !== undefined) {
      const [by, path, body] = opening;
      const headers: Record<string, string> =
        by === '' ? {} : { authorization: `Bearer ${this.#keyOf.get(by)}` };
      const named = path.replace(/\{(\w+)\}/, (_, kind: string) => this.newest(kind));
      const sent = typeof body === 'function' ? body() : body;
      return { method: 'POST', path: named, query: {}, headers, body: sent, ip: '10.0.0.9' };
    }
    const followUp = this.#followUps.shift();
    if (followUp !== undefined) return followUp;
    this.#owner = undefined;
    const [method, path, body] = this.#choose()();
    const mark = path.indexOf('?');
    const query = Object.fromEntries(new URLSearchParams(mark < 0 ? '' : path.slice(mark + 1)));
    const anybody = this.chance(0.95) ? this.anyKey() : undefined;
    const key = this.#owner !== undefined && this.chance(0.6) ? this.#owner : anybody;
    const headers: Record<string, string> = {};
    if (key !== undefined) headers['authorization'] = `Bearer ${this.chance(0.97) ? key : 'sk_live_x'}`;
    if (this.chance(0.1)) headers['idempotency-key'] = `k${this.integer(20)}`;
    const ip = `10.0.0.${1 + this.integer(3)}`;
    return { method, path: mark < 0 ? path : path.slice(0, mark), query, headers, body, ip };
  }

  /** Any move, though every other time one that has not come off yet, so that rare ones get their chance. */
  #choose(): Move {
    const waiting = this.#moves.filter((move) => !this.#done.has(move));
    this.#last = this.pick(waiting.length > 0 && this.chance(0.5) ? waiting : this.#moves);
    return this.#last;
  }

  /** The next request in the name of the agent that came first: many of them in a row meet its limits. */
  nextOfFirst(): Request {
    const request = this.next();
    return { ...request, headers: { ...request.headers, authorization: `Bearer ${this.#keys[0]}` } };
  }

  /** True now and then: time goes on between two requests. */
  rests(): boolean {
    return this.chance(0.3);
  }

  /** A while that is now and then longer than a day. */
  whileMs(): number {
    return this.integer(this.chance(0.05) ? 90_000_000 : 30_000);
  }

  /** Learns keys, agents and everything in `learnt` from an answer. */
  saw(request: Request, { status, body }: Response): void {
    if (status >= 300) return;
    if (this.#last !== undefined) this.#done.add(this.#last);
    const key = request.headers['authorization']?.slice('Bearer '.length);
    for (const { field, kind, created } of learnt) {
      if (created !== true || status === 201) this.#learn(kind, body[field], key);
    }
    if (typeof body['seed_hash'] === 'string' && typeof body['nonce'] === 'number') {
      this.#learn('round', `${body['seed_hash']}?nonce=${body['nonce']}`, key);
    }
    const { authorization = '' } = request.headers;
    for (const [path, next] of handFollowUps(body)) {
      this.#followUps.push({ ...request, method: 'POST', path, headers: { authorization }, body: next });
    }
    const sent = request.body as JsonObject | undefined;
    const handedTo = request.path.endsWith('/transfer') ? this.#keyOf.get(sent?.['to'] as string) : undefined;
    if (handedTo !== undefined) this.#ownerOf.set(sent?.['domain'] as string, handedTo);
    // Whoever has entered may play; whoever is challenged may answer.
    if (request.path.endsWith('/enter') && key !== undefined) {
      this.#ownerOf.set(body['tournament_id'] as string, key);
    }
    const challenged = this.#keyOf.get(body['challenged_agent_id'] as string);
    if (challenged !== undefined) this.#ownerOf.set(body['challenge_id'] as string, challenged);
    const [issued, name] = [body['api_key'], sent?.['agent_id']];
    if (typeof issued !== 'string') return;
    if (!this.#keys.includes(issued)) this.#keys.push(issued);
    if (typeof name !== 'string') return;
    this.#learn('agent', name, issued);
    this.#keyOf.set(name, issued);
  }

  /** One of the newest of a kind, or one that does not exist; the next request is likely to be its owner's. */
  known(kind: string): string {
    const name = this.pick([...(this.#known.get(kind) ?? []).slice(-4), 'none']);
    this.#owner = this.#ownerOf.get(name);
    return name;
  }

  /** Any agent, by id or address, or anonymous. */
  agent(): string {
    return this.pick([...(this.#known.get('agent') ?? []), 'nobody']);
  }

  /** Any agent; the next request is likely to be its own. */
  actor(): string {
    const name = this.agent();
    this.#owner = this.#keyOf.get(name);
    return name;
  }

  /** The very first of a kind; the next request is likely to be its owner's. */
  oldest(kind: string): string {
    const name = this.#known.get(kind)?.[0] ?? 'none';
    this.#owner = this.#ownerOf.get(name);
    return name;
  }

  /** An instant that many minutes after something was last made. */
  inMinutes(minutes: number): string {
    const nowMs = Date.parse(this.newest('now'));
    return Number.isNaN(nowMs) ? 'soon' : new Date(nowMs + minutes * 60_000).toISOString();
  }

  newest(kind: string): string {
    return this.#known.get(kind)?.at(-1) ?? 'none';
  }

  anyKey(): string | undefined {
    return this.#keys.length === 0 ? undefined : this.pick(this.#keys);
  }

  integer(below: number): number {
    return this.#stream.integer(below);
  }

  chance(share: number): boolean {
    return this.#stream.unit() < share;
  }

  /** One of several; there must be one. */
  pick<T>(from: readonly T[]): T {
    return from[this.#stream.integer(from.length)] as T;
  }

  /** On for longer than any walk. */
  #longTournament(): JsonObject {
    const times = { starts_at: this.inMinutes(3 * 1440), ends_at: this.inMinutes(300 * 1440) };
    return { name: 'long', game: 'wheel', entry_fee: 0, prize_pool: 0, max_agents: 2, ...times };
  }

  #learn(kind: string, value: Json | undefined, key: string | undefined): void {
    if (typeof value !== 'string') return;
    let names = this.#known.get(kind);
    if (names === undefined) this.#known.set(kind, (names = []));
    if (!names.includes(value)) names.push(value);
    if (key !== undefined && kind !== 'agent') this.#ownerOf.set(value, key);
  }
}
