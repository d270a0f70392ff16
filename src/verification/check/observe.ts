/**
 * Connects a run to the oracle: turns recorded exchanges into plain data, reads balances from the ledger, validates
 * responses against their schemas, and counts coverage.
 */
import { auditPending } from '../../simulation/scenario/pending-audit.ts';
import type { RunHooks, ScenarioRun } from '../../simulation/scenario/run.ts';
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import { callOf } from '../oracle/case.ts';
import type { HouseBalances } from '../oracle/house-books.ts';
import { keyMistake } from '../oracle/facts/known-addresses.ts';
import { Oracle } from '../oracle/oracle.ts';
import type { AuditedExchange, Balances, Body, RunSetup, Totals } from '../oracle/exchange.ts';
import type { Violation } from '../oracle/properties.ts';
import { auditedExchange } from './audited-exchange.ts';
import type { Coverage } from './coverage.ts';
import { Deliveries } from './deliveries.ts';
import { publishedMistake } from './published.ts';
import { publishedToolsMistake } from './published-tools.ts';
import { LaxAnswers } from './published-answers.ts';
import { KeptSecrets } from './kept-secrets.ts';
import { LastRotations } from './last-rotations.ts';
import { settingOf } from './run-setup.ts';
import { schemaMistake, type SchemaMistake } from './schema-mistake.ts';
import { SeenBooks } from './seen-books.ts';
import { sentBody } from './sent-body.ts';
import { isNetworkPerfect, slownessMistake } from './slow-answers.ts';

type EventRecord = Parameters<NonNullable<RunHooks['onEvent']>>[0];

/** What a `Watch` has to be told of a run. */
export type WatchHooks = Required<Pick<RunHooks, 'onArrival' | 'onEvent' | 'onRawExchange' | 'onReceived'>>;

const nothing = new Map<string, never>();

/**
 * Feeds one run to the oracle: give its `hooks` to the run, then call `attach` before the first event and `finish` after the last.
 */
export class Watch {
  readonly #oracle: Oracle;
  readonly #scenario: Scenario;
  readonly #coverage: Coverage | undefined;
  readonly #secrets: KeptSecrets;
  readonly #laxAnswers = new LaxAnswers();
  readonly #rotations = new LastRotations();
  readonly #deliveries: Deliveries;
  #inFlight = '';
  /** True where another reading may publish other forms. */
  readonly #setting: RunSetup;
  #run: ScenarioRun | undefined;
  #books: SeenBooks | undefined;
  /** The first of what is looked for here and not by the oracle. */
  #ownMistake: Violation | undefined;
  /** Of the latest event, until its answer is received. */
  #latest: AuditedExchange | undefined;
  #count = 0;
  /** Of these, requests of no agent: they come after the last event. */
  #added = 0;
  #isOver = false;
  #answers = 0;

  constructor(scenario: Scenario, coverage?: Coverage) {
    this.#scenario = scenario;
    this.#setting = settingOf(scenario);
    this.#oracle = new Oracle(this.#setting);
    this.#coverage = coverage;
    this.#secrets = new KeptSecrets(scenario.startMs);
    this.#deliveries = new Deliveries(scenario);
  }

  /** True after the last event of the run: what is answered then, no agent has asked for. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** How many operations have been answered. */
  get operations(): number {
    return this.#count - this.#added;
  }

  /** A hash of every answer: the digest of a run folds what happened, not what was said of it. */
  get answers(): string {
    return (this.#answers >>> 0).toString(16).padStart(8, '0');
  }

  get violations(): readonly Violation[] {
    const { violations } = this.#oracle;
    return violations.length === 0 && this.#ownMistake !== undefined ? [this.#ownMistake] : violations;
  }

  /** All of them are needed: what `check` finds by one, `run` has to find again. */
  get hooks(): WatchHooks {
    const { onArrival, onEvent, onRawExchange, onReceived } = this;
    return { onArrival, onEvent, onRawExchange, onReceived };
  }

  /** The run comes after the hooks it is made with. */
  attach(run: ScenarioRun): void {
    this.#run = run;
    this.#books = new SeenBooks(run.world);
    this.#oracle.opened(this.#books.houses());
  }

  /** Answers with keys of wallets, which the records of events leave out. */
  readonly onRawExchange: NonNullable<RunHooks['onRawExchange']> = (request, response) => {
    const { body } = response;
    this.#secrets.onRawExchange(request, response);
    this.#rotations.onRawExchange(request);
    // A record of the event hides the keys.
    const isSigned = request.path === '/wallet/v1/wallet/send';
    const sent = isSigned ? sentBody(request).body : undefined;
    const message = keyMistake(sent ?? {}, response, this.#scenario.policies);
    if (message !== undefined)
      this.#ownMistake ??= { property: 'forms-admitted', message, atMs: this.#run?.kernel.nowMs ?? 0 };
    if (typeof body['mnemonic'] === 'string')
      this.#oracle.walletMade(body, request.headers['idempotency-key'] !== undefined);
  };

  readonly onArrival: WatchHooks['onArrival'] = ({ method, path, agent }) => {
    if (agent !== undefined && !this.#isOver) this.#deliveries.arrived();
    this.#inFlight = `${method} ${path}: `;
    const run = this.#run;
    if (run !== undefined) this.#oracle.arrived(run.kernel.nowMs, this.#balances(), this.#houses());
  };

  readonly onEvent = (record: EventRecord): void => {
    this.#inFlight = '';
    const exchange = auditedExchange(record, this.#count);
    if (!this.#isOver) this.#rotations.answered(record);
    this.#count += 1;
    this.#answers = folded(this.#answers, JSON.stringify(record.response.body));
    this.#latest = exchange;
    if (!this.#isOver) this.#coverage?.reached(exchange);
    const mistake = successMistake(record);
    // What has another shape than its schema says, no model can read.
    if (mistake?.isOfShape !== true) this.#oracle.answered(exchange, this.#balances(), this.#houses());
    this.#holdsSchema(record, exchange, mistake?.message);
    this.#tells(this.#secrets.answered(record), record.atMs, callOf(exchange));
  };

  /** On a network without delays an answer comes with its event, and a tool's result can be compared with the call it stands for. */
  readonly onReceived: NonNullable<RunHooks['onReceived']> = (request, received) => {
    const { status, body: answer } = received;
    this.#deliveries.received(received);
    const exchange = this.#latest;
    this.#latest = undefined;
    if (isNetworkPerfect(this.#scenario)) {
      const message = slownessMistake(this.#setting, request, received);
      if (message !== undefined)
        this.#ownMistake ??= { property: 'faults-as-planned', message, atMs: received.receivedAtMs };
    }
    if (!request.path.endsWith('/mcp') || exchange === undefined || exchange.route.endsWith('/mcp')) return;
    if (this.#isDelayed) return;
    const { body: message = {} } = sentBody(request);
    this.#oracle.toolAnswered({ message, status, answer, exchange });
  };

  get #isDelayed(): boolean {
    return !isNetworkPerfect(this.#scenario) || this.#setting.faults.some(({ kind }) => kind === 'slow');
  }

  /** After the last event of the run. */
  finish(): void {
    const run = this.#run;
    if (run === undefined) return;
    const message = this.#deliveries.mistake();
    if (message !== undefined)
      this.#ownMistake ??= { property: 'network-as-planned', message, atMs: run.endMs };
    this.#revealSeeds(run);
    const balances = this.#balances();
    this.#oracle.finish(run.endMs, { balances, houses: this.#houses(), totals: totalsOf(run) });
    this.#tells(this.#secrets.finished(run), run.endMs);
  }

  /** The answers come as those of agents do. */
  #revealSeeds({ world }: ScenarioRun): void {
    this.#isOver = true;
    for (const request of this.#rotations.requests()) {
      if (this.violations.length > 0) return;
      world.dispatch(request);
      this.#added += 1;
    }
  }

  crashed(message: string): void {
    this.#oracle.crashed(`${this.#inFlight}${message}`, this.#run?.kernel.nowMs ?? this.#scenario.startMs);
  }

  #balances(): Balances {
    return this.#books?.balances() ?? nothing;
  }

  #houses(): HouseBalances {
    return this.#books?.houses() ?? nothing;
  }

  #tells(message: string | undefined, atMs: number, call = ''): void {
    if (message !== undefined) this.#ownMistake ??= { property: 'secrets-not-told', message, atMs, call };
  }

  /** Forms depend on policies, and so do the tools. */
  #toolsMistake(body: Readonly<Record<string, unknown>>): string | undefined {
    const tools = this.#setting.changed.length > 0 ? undefined : toolsIn(body);
    return tools === undefined ? undefined : publishedToolsMistake(tools);
  }

  #holdsSchema(
    { exchange, response, atMs }: EventRecord,
    { operation }: AuditedExchange,
    mistake: string | undefined,
  ): void {
    const { route } = exchange;
    if (route === undefined || !isOwnSuccess({ exchange, response }) || this.#ownMistake !== undefined)
      return;
    const wrong =
      mistake ??
      publishedMistake(route, this.#setting.changed.length > 0) ??
      this.#toolsMistake(response.body) ??
      this.#laxAnswers.mistake(route, response.body);
    if (wrong !== undefined) {
      this.#ownMistake = { property: 'answers-fit-schema', message: `${operation}: ${wrong}`, atMs };
    }
  }
}

/** The tools of an answer to `tools/list`; undefined where it is none. */
function toolsIn({ result }: Readonly<Record<string, unknown>>): readonly Body[] | undefined {
  const { tools } = (result ?? {}) as { tools?: unknown };
  return Array.isArray(tools) ? (tools as Body[]) : undefined;
}

/** FNV-1a, going on from an earlier text. */
function folded(word: number, text: string): number {
  let hash = word ^ 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

/** Of an answer that was made for this request, and is no refusal. */
const isOwnSuccess = ({ exchange, response }: Pick<EventRecord, 'exchange' | 'response'>): boolean =>
  response.status < 300 && !exchange.replayed;

function successMistake(record: EventRecord): SchemaMistake | undefined {
  const { route } = record.exchange;
  return route === undefined || !isOwnSuccess(record)
    ? undefined
    : schemaMistake(route, record.response.body);
}

/** Accounts that stand for what lies outside of the platform. */
const mayBeNegative = (name: string): boolean => name === 'issuer' || name.startsWith('external:deposits:');

function totalsOf({ world, scenario }: ScenarioRun): Totals {
  const { ledger } = world;
  const isRuinAllowed = scenario.policies['casino.houseRuin'] === 'negative';
  const negative: string[] = [];
  for (let account = 0; account < ledger.accountCount; account += 1) {
    const name = ledger.accountName(account);
    const isOutside = mayBeNegative(name) || (isRuinAllowed && name === 'casino:house');
    if (!isOutside && ledger.available(account) < 0) negative.push(name);
  }
  return {
    driftMicros: world.driftMicros(),
    unexplained: auditPending(world).flatMap(({ isExplained, reason }) => (isExplained ? [] : [reason])),
    tradingDrift: world.trading.drift(),
    walletDrift: world.wallet.drift(),
    negative,
  };
}
