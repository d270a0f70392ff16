/**
 * One platform, one virtual clock, one seed, one set of policies. Everything that changes the platform is a `dispatch`
 * or a due event, and both fold what they did into the digest.
 */
import { Journal } from '../../core/base/journal.ts';
import type { Micros } from '../../core/base/money.ts';
import type { Instant } from '../../core/base/time.ts';
import { Dispatcher } from '../../core/http/dispatcher.ts';
import { newExchange, type HttpExchange } from '../../core/http/exchange.ts';
import { restRequest, type McpBackend, type McpEndpoint } from '../../core/http/mcp/endpoint.ts';
import type { Request, Response } from '../../core/http/message.ts';
import type { BoundRoute } from '../../core/http/bound-route.ts';
import type { Mount } from '../../core/http/route.ts';
import { Router } from '../../core/http/router.ts';
import { KnownSecrets } from '../../core/http/secrets/known-secrets.ts';
import { Redactor } from '../../core/http/secrets/redact.ts';
import type { DigestLog } from '../../core/kernel/digest-log.ts';
import type { Kernel } from '../../core/kernel/kernel.ts';
import { driftMicros } from '../../core/ledger/drift.ts';
import { Ledger } from '../../core/ledger/ledger.ts';
import type { Profile } from '../../core/base/profile.ts';
import type { Policies } from '../../core/policy/policies.ts';
import { AgentRegistry } from '../services/identity/agents.ts';
import type { EventTags, Platform, PlatformEvent, RegisteredAgent, ServiceClock } from '../services/ports.ts';
import { Referral } from '../services/referral/referral.ts';
import { transferKinds, type TransferKind } from '../services/transfer-kinds.ts';
import { createServices, type Holder } from './create-services.ts';
import { FaultPlan } from './faults.ts';
import { IdSource } from './id-source.ts';
import { McpEndpoints } from './mcp-endpoints.ts';
import { OutsideDirectory } from './outside-accounts.ts';
import { platformServices, type ServiceEntry, type Services } from './platform.ts';
import { policyHash } from './policy-hash.ts';
import { RunDigest } from './run-digest.ts';
import { SteppableClock } from './service-clock.ts';

/** Receives the requests and events of a world, in order, with private keys removed (gap W21). */
export interface WorldObserver {
  /** Right before a request is answered: whatever was due by then has happened. */
  arrived?(request: Request): void;
  /** The exchange of the next `answered` call with its secrets; called only if there were any. */
  onRawExchange?(request: Request, response: Response): void;
  answered(request: Request, response: Response, exchange: HttpExchange): void;
  happened(event: PlatformEvent, amountMicros: Micros, atMs: Instant, tags: EventTags): void;
}

/** The parts of a world. Equal seed, profile, policies and services give equal runs. */
export interface WorldOptions {
  readonly kernel: Kernel;
  readonly seed: string;
  /** Replaces the seed as the source of ids, keys, addresses and hashes; changes nothing else. */
  readonly idSeed?: string | undefined;
  readonly profile: Profile;
  readonly policies: Policies;
  readonly observer?: WorldObserver | undefined;
  /** The services, in any order; all of the platform by default. */
  readonly services?: readonly ServiceEntry[] | undefined;
  /** Routes in addition to those of the services, such as those under /_sim. */
  readonly mounts?: ((world: World) => readonly Mount[]) | undefined;
}

const noTags: EventTags = {};

/**
 * A simulated platform. `dispatch` is synchronous; the kernel, which the caller owns and advances, runs due events.
 */
export class World {
  readonly kernel: Kernel;
  readonly ledger: Ledger<TransferKind>;
  readonly agents: AgentRegistry;
  readonly services: Services;
  readonly faults: FaultPlan;
  /** What services share. */
  readonly platform: Platform;
  /** The clock of events that belong to no single service, such as referral payouts. */
  readonly platformClock: ServiceClock;
  /** Every part of a service that reserves money, with the clock it goes by. */
  readonly pendingHolders: readonly Holder[];
  readonly router: Router;
  readonly policies: Policies;
  readonly policyHash: string;
  /** Wallet keys that appeared in this run; everything written about this world removes them by value. */
  readonly secrets = new KnownSecrets();
  /** The MCP endpoints by path. */
  readonly mcp: ReadonlyMap<string, McpEndpoint>;
  readonly #options: WorldOptions;
  readonly #digest: RunDigest;
  readonly #journal = new Journal();
  readonly #dispatcher: Dispatcher;
  readonly #exchange = newExchange();
  /** Removes private keys only: an observer needs the API keys to know the caller. */
  readonly #redactor = new Redactor({
    kinds: ['private-key'],
    onSecret: (secret) => this.secrets.add(secret),
  });
  /** The world as MCP endpoints use it: they authenticate callers and dispatch tool calls through it. */
  readonly mcpBackend: McpBackend = {
    isKnown: ({ headers }) => this.agents.find(headers['authorization']) !== undefined,
    dispatch: (request) => this.#answer(request),
    call: (tool, input, carrier) => {
      const isTier = this.policies['limits.mcp'] === 'tier';
      const countedAs = isTier ? this.router.find('POST', carrier.path)?.route : undefined;
      return this.#answer(restRequest(tool, input, carrier), countedAs);
    },
  };
  readonly #happened: { event: PlatformEvent; amountMicros: Micros; tags: EventTags }[] = [];
  #requests = 0;

  constructor(options: WorldOptions) {
    const { kernel, seed, idSeed, policies, services: entries = platformServices } = options;
    this.#options = options;
    this.kernel = kernel;
    this.policies = policies;
    this.policyHash = policyHash(policies);
    this.ledger = new Ledger(this.#journal, transferKinds);
    this.#digest = new RunDigest(seed, this.ledger);
    const ids = new IdSource({ streams: kernel.streams, seed, idSeed, policyHash: this.policyHash });
    const { ledger } = this;
    this.agents = new AgentRegistry({
      journal: this.#journal,
      ledger,
      keys: ids.stream('keys'),
      seed: ids.seed,
    });
    const clocks = new Map(entries.map(({ name }) => [name, this.#newClock()] as const));
    this.faults = new FaultPlan({ kernel, clocks });
    this.platformClock = this.#newClock();
    this.platform = this.#newPlatform(ids);
    const { services, mounts, holders } = createServices(entries, {
      platform: this.platform,
      clockOf: (name) => clocks.get(name) ?? this.platformClock,
      issuer: ledger.openAccount('issuer', { mayGoNegative: true }),
      hours: this.faults,
      joined: (agent) => this.platform.referral.joined(agent),
    });
    this.services = services;
    this.pendingHolders = holders;
    const mcp = new McpEndpoints(entries);
    this.mcp = mcp.byPath;
    this.router = new Router([...mounts, ...mcp.mounts, ...(options.mounts?.(this) ?? [])], policies);
    mcp.offerTools(this.router, policies);
    this.#dispatcher = this.#newDispatcher();
    this.#settle();
  }

  get seed(): string {
    return this.#options.seed;
  }

  get profile(): Profile {
    return this.#options.profile;
  }

  /** Services by their own names, as properties of `check` and tests read them. */
  get faucet(): Services['faucet'] {
    return this.services.faucet;
  }

  get casino(): Services['casino'] {
    return this.services.casino;
  }

  get trading(): Services['trading'] {
    return this.services.trading;
  }

  get wallet(): Services['wallet'] {
    return this.services.wallet;
  }

  /** The number of events folded into the digest so far. */
  get eventNumber(): number {
    return this.#digest.eventCount;
  }

  get digestLog(): DigestLog {
    return this.#digest.log;
  }

  get requestCount(): number {
    return this.#requests;
  }

  digest(): { digest: string; events: number } {
    return { digest: this.#digest.value(), events: this.#digest.eventCount };
  }

  driftMicros(): Micros {
    return driftMicros(this.ledger);
  }

  /** Answers one request, now. Plain objects in and out; never a promise. */
  dispatch(request: Request): Response {
    const endpoint = this.mcp.get(request.path);
    if (endpoint === undefined || request.method !== 'POST') return this.#answer(request);
    return endpoint.answer(request, this.mcpBackend);
  }

  /** The service a path leads to, for faults that act between agent and service. */
  serviceOf(request: Request): string | undefined {
    return this.router.find(request.method, request.path)?.route.service;
  }

  #answer(request: Request, countedAs?: BoundRoute): Response {
    const exchange = this.#exchange;
    this.#options.observer?.arrived?.(request);
    const response = this.#dispatcher.dispatch(request, exchange, countedAs);
    if (exchange.route?.row.uncounted === true) return response;
    this.#requests += 1;
    // An MCP message that carries tool calls does not count as a settled request itself.
    const isSettled = response.status < 300 && exchange.route?.row.transport === undefined;
    if (isSettled && !exchange.replayed && exchange.principal !== undefined) {
      (exchange.principal as RegisteredAgent).settledRequests += 1;
    }
    this.#foldRequest(request, exchange, response.status);
    this.#settle();
    this.#tell(request, response, exchange);
    return response;
  }

  #tell(request: Request, response: Response, exchange: HttpExchange): void {
    const { observer } = this.#options;
    if (observer === undefined) return;
    const shownRequest = this.#redactor.request(request);
    const shownResponse = this.#redactor.response(response);
    if (shownRequest !== request || shownResponse !== response) observer.onRawExchange?.(request, response);
    observer.answered(shownRequest, shownResponse, exchange);
  }

  #foldRequest({ agentHash }: Request, { route }: HttpExchange, status: number): void {
    this.#digest.foldTime(this.kernel.nowMs);
    this.#digest.foldRequest({ number: this.#requests, agentHash, routeHash: route?.nameHash, status });
  }

  /** Ends one event: folds its transfers into the digest and reports its platform events to the observer. */
  #settle(): void {
    this.#digest.endEvent();
    if (this.#happened.length === 0) return;
    const { observer } = this.#options;
    for (const { event, amountMicros, tags } of this.#happened) {
      observer?.happened(event, amountMicros, this.kernel.nowMs, tags);
    }
    // Taken out one by one, because setting the length of an array is a slow call that frees its memory as well.
    for (let left = this.#happened.length; left > 0; left -= 1) this.#happened.pop();
  }

  #newClock(): SteppableClock {
    return new SteppableClock({
      kernel: this.kernel,
      journal: this.#journal,
      onDue: () => {
        this.#digest.foldTime(this.kernel.nowMs);
        this.#settle();
      },
    });
  }

  #newPlatform(ids: IdSource): Platform {
    const shared: Omit<Platform, 'referral'> = {
      ledger: this.ledger,
      journal: this.#journal,
      policies: this.policies,
      agents: this.agents,
      outside: new OutsideDirectory(this.ledger),
      nextId: (prefix) => ids.nextId(prefix),
      nextTxHash: () => ids.nextTxHash(),
      stream: (path) => this.kernel.streams.stream(path),
      idStream: (path) => ids.stream(path),
      emit: (event, amountMicros, tags = noTags) => {
        this.#happened.push({ event, amountMicros, tags });
        this.#journal.record(() => this.#happened.pop());
      },
    };
    return { ...shared, referral: new Referral(shared, this.platformClock) };
  }

  #newDispatcher(): Dispatcher {
    return new Dispatcher({
      router: this.router,
      keys: this.agents,
      policies: this.policies,
      journal: this.#journal,
      interruptions: this.faults,
      nowMs: () => this.kernel.nowMs,
    });
  }
}
