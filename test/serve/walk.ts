/** A random walk over the routes of faucet, escrow, domains and trading: right calls, wrong calls, and calls that only state refuses. */
import type { Json, JsonObject, Method, Request, Response } from '../../src/http/message.ts';
import { Streams, type Stream } from '../../src/kernel/stream.ts';

/** A seed that is fixed in CI, random at home, and printed where it is used. */
export const walkSeed = process.env['CI'] ? '1' : (process.env['WALK_SEED'] ?? String(Date.now()));

export class Walk {
  readonly #stream: Stream;
  readonly #keys: string[] = [];
  readonly #agents: string[] = [];
  readonly #escrows: string[] = [];
  readonly #keyOf = new Map<string, string>();
  readonly #ownerOf = new Map<string, string>();
  readonly #domains: string[] = [];
  readonly #orders: string[] = [];
  /** A name bought, handed on and renewed: two years' prices, which one agent does not have. */
  readonly #opening: [string, string, JsonObject][] = [
    ['', '/faucet/register', { agent_id: 'first' }],
    ['', '/faucet/register', { agent_id: 'second' }],
    ['first', '/api/domains-api/register', { domain: 'first-name.agent' }],
    ['first', '/api/domains-api/transfer', { domain: 'first-name.agent', to: 'second' }],
    ['second', '/api/domains-api/renew', { domain: 'first-name.agent' }],
  ];
  /** The key of whoever owns what the next request is about. */
  #owner: string | undefined;

  constructor(seed: string) {
    this.#stream = new Streams(seed).stream('walk');
  }

  /** The next request; its body is an object or missing. The first few are the ones that chance seldom affords. */
  next(): Request {
    const opening = this.#opening.shift();
    if (opening !== undefined) {
      const [by, path, body] = opening;
      const headers: Record<string, string> =
        by === '' ? {} : { authorization: `Bearer ${this.#keyOf.get(by)}` };
      return { method: 'POST', path, query: {}, headers, body, ip: '10.0.0.9' };
    }
    this.#owner = undefined;
    const moves = this.#moves();
    const [method, path, body] = (moves[this.#stream.integer(moves.length)] ?? nothing)();
    const mark = path.indexOf('?');
    const query = Object.fromEntries(new URLSearchParams(mark < 0 ? '' : path.slice(mark + 1)));
    const anybody = this.#chance(0.95) ? this.#pick(this.#keys) : undefined;
    const key = this.#owner !== undefined && this.#chance(0.6) ? this.#owner : anybody;
    const headers: Record<string, string> = {};
    if (key !== undefined) headers['authorization'] = `Bearer ${this.#chance(0.97) ? key : 'sk_live_x'}`;
    if (this.#chance(0.1)) headers['idempotency-key'] = `k${this.#stream.integer(20)}`;
    const ip = `10.0.0.${1 + this.#stream.integer(3)}`;
    return { method, path: mark < 0 ? path : path.slice(0, mark), query, headers, body, ip };
  }

  /** True now and then: time goes on between two requests. */
  rests(): boolean {
    return this.#chance(0.3);
  }

  /** A while that is now and then longer than a day. */
  whileMs(): number {
    return this.#stream.integer(this.#chance(0.05) ? 90_000_000 : 30_000);
  }

  /** Learns keys, agents and escrows from an answer. */
  saw(request: Request, { status, body }: Response): void {
    if (status >= 300) return;
    learn(this.#keys, body['api_key']);
    const created = status === 201 ? body['escrow_id'] : undefined;
    learn(this.#escrows, created);
    const key = request.headers['authorization']?.slice('Bearer '.length);
    const domain = status === 201 ? body['domain'] : undefined;
    learn(this.#domains, domain);
    if (typeof domain === 'string' && key !== undefined) this.#ownerOf.set(domain, key);
    if (typeof created === 'string' && key !== undefined) this.#ownerOf.set(created, key);
    const order = status === 201 ? body['order_id'] : undefined;
    learn(this.#orders, order);
    if (typeof order === 'string' && key !== undefined) this.#ownerOf.set(order, key);
    const sent = request.body as JsonObject | undefined;
    const handedTo = request.path.endsWith('/transfer') ? this.#keyOf.get(sent?.['to'] as string) : undefined;
    if (handedTo !== undefined) this.#ownerOf.set(sent?.['domain'] as string, handedTo);
    const [issued, name] = [body['api_key'], sent?.['agent_id']];
    if (typeof issued === 'string' && typeof name === 'string') {
      learn(this.#agents, name);
      this.#keyOf.set(name, issued);
    }
    learn(this.#agents, body['agent_address']);
  }

  #moves(): (() => readonly [Method, string, Json | undefined])[] {
    const agent = (): string => this.#pick([...this.#agents, 'nobody']) ?? 'nobody';
    const escrow = (): string => {
      const id = this.#pick([...this.#escrows.slice(-6), 'esc_none']) ?? 'esc_none';
      this.#owner = this.#ownerOf.get(id);
      return id;
    };
    const amount = (): Json => this.#pick(['0.5', 0.25, '1.234567', 0.1, '0.05', -1, 'x', '500', 3]) ?? 1;
    const buyer = (): string => {
      const name = agent();
      this.#owner = this.#keyOf.get(name);
      return name;
    };
    const newcomer = (): Json => ({
      agent_id: `agent-${this.#stream.integer(40)}`,
      ...(this.#chance(0.4) ? { referrer: agent() } : {}),
    });
    const framework = (): Json => ({ metadata: { framework: this.#pick(['alpha', 'beta']) ?? '' } });
    const reason = { reason: 'late' };
    const free = (): string => `some-name-${this.#stream.integer(30)}.${this.#chance(0.9) ? 'agent' : 'com'}`;
    const domain = (): string => {
      const name = this.#pick([...this.#domains.slice(-3), 'nobodys.agent']) ?? 'nobodys.agent';
      this.#owner = this.#ownerOf.get(name);
      return name;
    };
    const order = (): string => {
      const id = this.#pick([...this.#orders.slice(-3), 'ord_none']) ?? 'ord_none';
      this.#owner = this.#ownerOf.get(id);
      return id;
    };
    const bid = { pair: 'DOGE-USDC', side: 'buy', amount: 1, type: 'limit', price: '0.01' };
    const bidA = { symbol: 'DOGE-PERP', side: 'long', size: 100, type: 'limit', price: 0.01, leverage: 2 };
    const trade = (): Json => ({
      pair: this.#pick(['ETH-USDC', 'SYN-USDC', 'NONE-USDC', 'ETH']) ?? '',
      side: this.#pick(['buy', 'sell']) ?? '',
      amount: amount(),
      market_type: this.#pick(['spot', 'perp']) ?? '',
    });
    return [
      () => ['POST', '/api/trading-api/order', bid],
      () => ['POST', '/api/trading-api/order', trade()],
      () => ['POST', '/trading/api/v1/orders', bidA],
      () => ['POST', '/trading/api/v1/orders', { symbol: 'BTC-PERP', side: 'short', size: 0.00002 }],
      () => ['DELETE', `/api/trading-api/order/${order()}`, undefined],
      () => ['POST', `/trading/api/v1/orders/${order()}/cancel`, undefined],
      () => ['GET', '/api/trading-api/orders?status=all&limit=3', undefined],
      () => ['GET', '/api/trading-api/price/ETH-USDC', undefined],
      () => ['GET', '/api/trading-api/portfolio', undefined],
      () => ['GET', '/trading/api/v1/positions', undefined],
      () => ['GET', '/trading/api/v1/markets', undefined],
      () => ['GET', '/trading/api/v1/ticker/SOL-PERP', undefined],
      () => ['POST', '/faucet/register', { ...(newcomer() as JsonObject), ...(framework() as JsonObject) }],
      () => ['POST', '/faucet/api/v1/agents/register', newcomer()],
      () => ['POST', '/faucet/register', { agent_id: this.#chance(0.5) ? 'no such id!' : 5 }],
      () => ['POST', '/faucet/claim', this.#chance(0.5) ? undefined : {}],
      () => ['POST', '/faucet/api/v1/faucet/claim', undefined],
      () => ['GET', '/faucet/status', undefined],
      () => ['GET', '/faucet/api/v1/faucet/status', undefined],
      () => ['GET', `/faucet/api/v1/agents/${agent()}`, undefined],
      () => ['GET', '/faucet/agents', undefined],
      () => ['GET', '/faucet/referrals', undefined],
      () => ['POST', '/escrow/escrow', { receiver: agent(), amount: amount(), expires_in: 36_000 }],
      () => ['POST', '/escrow/escrow', { receiver: agent(), amount: '0.2', conditions: { a: [1, null] } }],
      () => ['POST', '/escrow/escrow', { receiver: `0x${'a'.repeat(40)}`, amount: 1, referrer: agent() }],
      () => ['POST', '/escrow/api/v1/escrow/create', { buyer: buyer(), seller: agent(), amount: amount() }],
      () => [
        'POST',
        '/escrow/api/v1/escrow/create',
        { buyer: buyer(), seller: agent(), amount: 1, memo: 'm' },
      ],
      () => ['POST', `/escrow/escrow/${escrow()}/release`, undefined],
      () => ['POST', '/escrow/api/v1/escrow/release', { escrow_id: escrow() }],
      () => ['POST', `/escrow/escrow/${escrow()}/refund`, undefined],
      () => ['POST', `/escrow/escrow/${escrow()}/dispute`, reason],
      () => ['POST', '/escrow/api/v1/escrow/dispute', { escrow_id: escrow(), ...reason, evidence: 'e' }],
      () => ['GET', `/escrow/escrow/${escrow()}`, undefined],
      () => ['GET', `/escrow/api/v1/escrow/${escrow()}`, undefined],
      () => ['GET', `/escrow/escrows?limit=${this.#stream.integer(5)}&role=all`, undefined],
      () => ['GET', '/escrow/escrows?status=locked', undefined],
      () => ['GET', '/escrow/api/v1/escrow/list', undefined],
      () => ['GET', `/domains/api/v1/check?domain=${free()}`, undefined],
      () => ['POST', '/domains/api/v1/register', { domain: free(), years: 1 }],
      () => ['POST', '/api/domains-api/register', { domain: free() }],
      () => ['GET', '/domains/api/v1/domains', undefined],
      () => ['GET', '/api/domains-api/domains?limit=3', undefined],
      () => ['POST', '/domains/api/v1/dns', { domain: domain(), type: 'A', value: '192.0.2.7', ttl: 300 }],
      () => ['GET', `/domains/api/v1/valuation?domain=${free()}`, undefined],
      () => ['GET', `/api/domains-api/lookup/${domain()}`, undefined],
      () => ['POST', '/api/domains-api/renew', { domain: domain(), years: 1 }],
      () => ['POST', '/api/domains-api/renew', { domain: domain() }],
      () => ['POST', '/api/domains-api/transfer', { domain: domain(), to: agent() }],
      () => ['POST', '/api/domains-api/transfer', { domain: domain(), to: this.#agents.at(-1) ?? 'nobody' }],
      () => ['GET', '/_sim/clock', undefined],
      () => ['GET', '/_sim/ledger', undefined],
      () => ['GET', '/_sim/policy', undefined],
      () => ['GET', '/_sim/digest', undefined],
      () => ['POST', '/_sim/tier', { api_key: this.#pick(this.#keys) ?? '', tier: 'pro' }],
      () => ['DELETE', '/escrow/escrow', undefined],
      () => ['GET', '/nowhere', undefined],
    ];
  }

  #chance(share: number): boolean {
    return this.#stream.unit() < share;
  }

  #pick<T>(from: readonly T[]): T | undefined {
    return from[this.#stream.integer(Math.max(1, from.length))];
  }
}

const nothing = (): readonly [Method, string, undefined] => ['GET', '/', undefined];

function learn(into: string[], value: Json | undefined): void {
  if (typeof value === 'string' && !into.includes(value)) into.push(value);
}
