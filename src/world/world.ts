/**
 * One platform, one virtual clock, one seed, one set of policies. Everything a run does to the platform passes through
 * `dispatch` or a due event, and both fold what they did into the digest.
 */
import { hash } from 'node:crypto';
import { Journal } from '../base/journal.ts';
import { formatUsdc, type Micros } from '../base/money.ts';
import type { Instant } from '../base/time.ts';
import { Dispatcher } from '../http/dispatcher.ts';
import { newExchange, type Exchange } from '../http/exchange.ts';
import type { Request, Response } from '../http/message.ts';
import { McpEndpoint, mcpRows, restRequest, type Behind } from '../http/mcp/endpoint.ts';
import { toolsOf } from '../http/mcp/tool.ts';
import { Router, type BoundRoute, type Mount } from '../http/router.ts';
import { redactRequest, redactResponse } from '../http/secrets.ts';
import { DigestLog } from '../kernel/digest-log.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { Stream } from '../kernel/stream.ts';
import { driftMicros } from '../ledger/drift.ts';
import { Ledger } from '../ledger/ledger.ts';
import type { Policies, Profile } from '../policy/policies.ts';
import { CasinoAccount } from '../services/casino/account.ts';
import { casinoAccountRows } from '../services/casino/account-routes.ts';
import { Casino } from '../services/casino/casino.ts';
import { challengeRows, recordRows, tournamentRows } from '../services/casino/contest-routes.ts';
import { contestsOf } from '../services/casino/contests.ts';
import { casinoRows } from '../services/casino/routes.ts';
import { tableRows } from '../services/casino/table-routes.ts';
import { Domains } from '../services/domains/domains.ts';
import { domainRows } from '../services/domains/routes.ts';
import { escrowRows } from '../services/escrow/routes.ts';
import { Escrows } from '../services/escrow/escrows.ts';
import { Faucet } from '../services/faucet/faucet.ts';
import { faucetRows } from '../services/faucet/routes.ts';
import { Agents } from '../services/identity/agents.ts';
import { base32 } from '../services/identity/base32.ts';
import type {
  Agent,
  EventTags,
  PendingHolder,
  Platform,
  PlatformEvent,
  ServiceClock,
} from '../services/ports.ts';
import { Referral } from '../services/referral/referral.ts';
import { tradingRows } from '../services/trading/routes.ts';
import { Trading } from '../services/trading/trading.ts';
import { chainControlRows } from '../services/wallet/chain-control.ts';
import { walletRows } from '../services/wallet/routes.ts';
import { Wallet } from '../services/wallet/wallet.ts';
import { Control, controlRows } from './control.ts';
import { DepositControl, depositControlRows } from './deposit-control.ts';
import { FaultPlan } from './faults.ts';
import { OutsideDirectory } from './outside-accounts.ts';
import { policyHash } from './policy-hash.ts';
import { SteppableClock } from './service-clock.ts';

/** Services with a clock and faults of their own. */
export const serviceNames = ['faucet', 'escrow', 'domains', 'casino', 'trading', 'wallet'] as const;

/** Services with an MCP endpoint, and its address: plain, without /api/v1 (P:139, P:155). */
const mcpPaths = { faucet: '/faucet/mcp', escrow: '/escrow/mcp' } as const;

/** What any route of the platform may be about; tests hold it against the router. */
export const operationNames: readonly string[] = [
  ...new Set(
    [
      [faucetRows, escrowRows, controlRows, domainRows, casinoRows, tradingRows],
      [casinoAccountRows, depositControlRows, tableRows, walletRows, chainControlRows],
      [tournamentRows, challengeRows, recordRows, mcpRows],
    ]
      .flat(2)
      .map(({ operation }) => operation),
  ),
];

/** Who is told what happens in a world, in order, and without anybody's secret keys (gap W21). */
export interface WorldObserver {
  /** What `answered` is called with next, before secrets were taken out; only where there were any. */
  told?(request: Request, response: Response): void;
  answered(request: Request, response: Response, exchange: Exchange): void;
  happened(event: PlatformEvent, amountMicros: Micros, atMs: Instant, tags: EventTags): void;
}

const noTags: EventTags = {};

/** Who answers for pending transfers. */
export interface Holder {
  readonly service: string;
  readonly clock: Pick<ServiceClock, 'nowMs'>;
  readonly holder: PendingHolder;
}

export interface WorldOptions {
  readonly kernel: Kernel;
  readonly seed: string;
  /** Where ids, keys, addresses and hashes are drawn from, if not from the seed: nothing else changes with it. */
  readonly idSeed?: string | undefined;
  readonly profile: Profile;
  readonly policies: Policies;
  readonly observer?: WorldObserver;
  /** Routes of whoever hosts this world, behind all of its own. */
  readonly mounts?: readonly Mount[];
}

export class World {
  readonly kernel: Kernel;
  readonly ledger: Ledger;
  readonly agents: Agents;
  readonly faucet: Faucet;
  readonly referral: Referral;
  readonly casino: Casino;
  readonly trading: Trading;
  readonly wallet: Wallet;
  readonly faults: FaultPlan;
  /** Every service that reserves money, with the clock it goes by. */
  readonly pendingHolders: readonly Holder[];
  readonly router: Router;
  readonly policies: Policies;
  readonly policyHash: string;
  readonly digestLog = new DigestLog();
  /** The MCP endpoints by path. */
  readonly mcp: ReadonlyMap<string, McpEndpoint>;
  readonly #options: WorldOptions;
  readonly #journal = new Journal();
  readonly #dispatcher: Dispatcher;
  readonly #exchange = newExchange();
  /** What an MCP endpoint asks of this world; calls of its tools come from whoever speaks the protocol over HTTP too. */
  readonly behindMcp: Behind = {
    isKnown: ({ headers }) => this.agents.find(headers['authorization']) !== undefined,
    dispatch: (request) => this.#answer(request),
    call: (tool, input, carrier) => {
      const isTier = this.policies['limits.mcp'] === 'tier';
      const countedAs = isTier ? this.router.find('POST', carrier.path)?.route : undefined;
      return this.#answer(restRequest(tool, input, carrier), countedAs);
    },
  };
  readonly #idStreams = new Map<string, Stream>();
  readonly #happened: { event: PlatformEvent; amountMicros: Micros; tags: EventTags }[] = [];
  #foldedTransfers = 0;
  #transactions = 0;
  #requests = 0;
  #digestEvents = 0;

  constructor(options: WorldOptions) {
    this.#options = options;
    this.kernel = options.kernel;
    this.policies = options.policies;
    this.policyHash = policyHash(options.policies);
    this.ledger = new Ledger(this.#journal);
    this.agents = new Agents({
      journal: this.#journal,
      ledger: this.ledger,
      keys: this.#idStream('keys'),
      seed: options.idSeed ?? options.seed,
    });
    const clocks = new Map([...serviceNames, 'platform'].map((name) => [name, this.#newClock()] as const));
    const clockOf = (name: string): SteppableClock => clocks.get(name) ?? this.#newClock();
    this.faults = new FaultPlan({ kernel: this.kernel, clocks });
    const shared = this.#sharedPlatform();
    this.referral = new Referral(shared, clockOf('platform'));
    const platform: Platform = { ...shared, referral: this.referral };
    const joined = (agent: Agent): void => this.referral.joined(agent);
    const issuer = this.ledger.openAccount('issuer', { mayGoNegative: true });
    this.faucet = new Faucet({
      platform,
      clock: clockOf('faucet'),
      issuer,
      joined,
    });
    const escrows = new Escrows({ platform, clock: clockOf('escrow') });
    const domains = new Domains({ platform, clock: clockOf('domains') });
    this.casino = new Casino({ platform, clock: clockOf('casino'), issuer, joined });
    const casinoAccount = new CasinoAccount({ platform, clock: clockOf('casino') });
    this.trading = new Trading({ platform, clock: clockOf('trading'), issuer, hours: this.faults });
    this.wallet = new Wallet({
      platform,
      clock: clockOf('wallet'),
      issuer,
      prices: this.trading,
      joined,
    });
    const contests = contestsOf({ platform, clock: clockOf('casino'), casino: this.casino });
    // A service that takes up reserving money belongs here; without a row its transfers count as unexplained.
    this.pendingHolders = [
      { service: 'escrow', clock: clockOf('escrow'), holder: escrows },
      { service: 'trading', clock: clockOf('trading'), holder: this.trading },
      ...[this.casino.tables, ...contests.holders].map((holder) => ({
        service: 'casino',
        clock: clockOf('casino'),
        holder,
      })),
      { service: 'wallet', clock: clockOf('wallet'), holder: this.wallet },
    ];
    const control = new Control({
      platform,
      clock: clockOf('platform'),
      agents: this.agents,
      view: {
        policy: () => this.policyView(),
        ledger: () => this.ledgerTotals(),
        digest: () => this.digest(),
      },
    });
    const endpoints = Object.entries(mcpPaths).map(
      ([service, path]) => [service, path, new McpEndpoint()] as const,
    );
    this.mcp = new Map(endpoints.map(([, path, endpoint]) => [path, endpoint]));
    const mounts = [
      {
        service: 'faucet',
        prefixes: { A: '/faucet', B: '/faucet' },
        rows: faucetRows,
        operations: this.faucet,
      },
      { service: 'escrow', prefixes: { A: '/escrow', B: '/escrow' }, rows: escrowRows, operations: escrows },
      { service: 'control', prefixes: { control: '/_sim' }, rows: controlRows, operations: control },
      // After all that was there before it: the position of a route is part of the digest.
      {
        service: 'domains',
        prefixes: { A: '/domains', B: '/api/domains-api' },
        rows: domainRows,
        operations: domains,
      },
      {
        service: 'casino',
        prefixes: { A: '/casino', B: '/api/casino-api' },
        rows: casinoRows,
        operations: this.casino,
      },
      {
        service: 'trading',
        prefixes: { A: '/trading', B: '/api/trading-api' },
        rows: tradingRows,
        operations: this.trading,
      },
      {
        service: 'casino',
        prefixes: { A: '/casino' },
        rows: casinoAccountRows,
        operations: casinoAccount,
      },
      {
        service: 'control',
        prefixes: { control: '/_sim' },
        rows: depositControlRows,
        operations: new DepositControl({ deposits: casinoAccount.deposits, agents: this.agents }),
      },
      {
        service: 'casino',
        prefixes: { A: '/casino', short: '/casino' },
        rows: tableRows,
        operations: this.casino.tables,
      },
      {
        service: 'wallet',
        prefixes: { primary: '/wallet', A: '/wallet', B: '/api/wallet-api' },
        rows: walletRows,
        operations: this.wallet,
      },
      {
        service: 'control',
        prefixes: { control: '/_sim' },
        rows: chainControlRows,
        operations: this.wallet.control,
      },
      ...contests.mounts,
      ...endpoints.map(([service, , operations]) => ({
        service,
        prefixes: { A: `/${service}` },
        rows: mcpRows,
        operations,
      })),
      ...(options.mounts ?? []),
    ];
    this.router = new Router(mounts, this.policies);
    for (const [service, , endpoint] of endpoints) {
      endpoint.offer(toolsOf(this.router.routes, service, this.policies));
    }
    this.#dispatcher = new Dispatcher({
      router: this.router,
      keys: this.agents,
      policies: this.policies,
      journal: this.#journal,
      interruptions: this.faults,
      nowMs: () => this.kernel.nowMs,
    });
    this.digestLog.digest.foldText(options.seed);
    this.#settle();
  }

  get seed(): string {
    return this.#options.seed;
  }

  get profile(): Profile {
    return this.#options.profile;
  }

  /** How many events have been folded into the digest. */
  get eventNumber(): number {
    return this.#digestEvents;
  }

  get requestCount(): number {
    return this.#requests;
  }

  /** Answers one request, now. Plain objects in and out; never a promise. */
  dispatch(request: Request): Response {
    const endpoint = this.mcp.get(request.path);
    if (endpoint === undefined || request.method !== 'POST') return this.#answer(request);
    return endpoint.answer(request, this.behindMcp);
  }

  #answer(request: Request, countedAs?: BoundRoute): Response {
    const exchange = this.#exchange;
    const response = this.#dispatcher.dispatch(request, exchange, countedAs);
    this.#requests += 1;
    // A message of the protocol that carries tool calls settles nothing.
    const isSettled = response.status < 300 && exchange.route?.row.transport === undefined;
    if (isSettled && !exchange.replayed && exchange.principal !== undefined) {
      (exchange.principal as Agent).settledRequests += 1;
    }
    this.#foldRequest(request, exchange, response.status);
    this.#settle();
    this.#tell(request, response, exchange);
    return response;
  }

  #tell(request: Request, response: Response, exchange: Exchange): void {
    const { observer } = this.#options;
    if (observer === undefined) return;
    const [shownRequest, shownResponse] = [redactRequest(request), redactResponse(response)];
    if (shownRequest !== request || shownResponse !== response) observer.told?.(request, response);
    observer.answered(shownRequest, shownResponse, exchange);
  }

  /** The service a path leads to, for faults that act between agent and service. */
  serviceOf(request: Request): string | undefined {
    return this.router.find(request.method, request.path)?.route.service;
  }

  driftMicros(): Micros {
    return driftMicros(this.ledger);
  }

  policyView(): { [name: string]: string | { [name: string]: string } } {
    return { profile: this.#options.profile, policy_hash: this.policyHash, policies: { ...this.policies } };
  }

  digest(): { digest: string; events: number } {
    return { digest: this.digestLog.digest.value(), events: this.#digestEvents };
  }

  /** Totals, under the name the control room shows them by. */
  ledgerTotals(): { accounts: number; transfers: number; drift_micros: Micros; faucet_pool: string } {
    return {
      accounts: this.ledger.accountCount,
      transfers: this.ledger.transferCount,
      drift_micros: this.driftMicros(),
      faucet_pool: formatUsdc(this.faucet.poolMicros),
    };
  }

  #newClock(): SteppableClock {
    return new SteppableClock({
      kernel: this.kernel,
      journal: this.#journal,
      onDue: () => {
        this.#foldTime();
        this.#settle();
      },
    });
  }

  #sharedPlatform(): Omit<Platform, 'referral'> {
    return {
      ledger: this.ledger,
      journal: this.#journal,
      policies: this.policies,
      agents: this.agents,
      outside: new OutsideDirectory({ ledger: this.ledger, journal: this.#journal }),
      nextId: (prefix) => `${prefix}_${base32(this.#idStream(`ids/${prefix}`), 16)}`,
      nextTxHash: () => this.#nextTxHash(),
      stream: (path) => this.kernel.streams.stream(path),
      idStream: (path) => this.#newIdStream(path),
      emit: (event, amountMicros, tags = noTags) => {
        this.#happened.push({ event, amountMicros, tags });
        this.#journal.record(() => this.#happened.pop());
      },
    };
  }

  #idStream(path: string): Stream {
    let stream = this.#idStreams.get(path);
    if (stream === undefined) this.#idStreams.set(path, (stream = this.#newIdStream(path)));
    return stream;
  }

  #newIdStream(path: string): Stream {
    const { idSeed } = this.#options;
    return this.kernel.streams.stream(idSeed === undefined ? path : `${path}/${idSeed}`);
  }

  #nextTxHash(): string {
    this.#transactions += 1;
    const run = `${this.#options.idSeed ?? this.seed}/${this.policyHash}/${this.#transactions}`;
    return `0x${hash('sha256', run)}`;
  }

  #foldTime(): void {
    this.digestLog.digest.foldInteger(this.kernel.nowMs);
  }

  #foldRequest(request: Request, exchange: Exchange, status: number): void {
    const { digest } = this.digestLog;
    this.#foldTime();
    digest.foldWord(this.#requests);
    digest.foldWord(request.agent ?? -1);
    digest.foldWord(((exchange.route?.index ?? -1) << 16) | status);
  }

  /** Closes one event: its transfers go into the digest, what happened goes to the observer. */
  #settle(): void {
    this.#foldTransfers();
    this.#digestEvents += 1;
    this.digestLog.eventFolded(this.#digestEvents);
    if (this.#happened.length === 0) return;
    const { observer } = this.#options;
    for (const { event, amountMicros, tags } of this.#happened) {
      observer?.happened(event, amountMicros, this.kernel.nowMs, tags);
    }
    this.#happened.length = 0;
  }

  #foldTransfers(): void {
    const { digest } = this.digestLog;
    const { columns } = this.ledger;
    for (let row = this.#foldedTransfers; row < columns.count; row++) {
      digest.foldWord(columns.debit[row] ?? 0);
      digest.foldWord(columns.credit[row] ?? 0);
      digest.foldInteger(columns.amount[row] ?? 0);
      digest.foldWord((columns.kind[row] ?? 0) | ((columns.phase[row] ?? 0) << 8));
      digest.foldWord(columns.resolves[row] ?? 0);
    }
    this.#foldedTransfers = columns.count;
  }
}
