/** Turns records of a trace into requests for one target and compares each response with the recorded one. */
import { formatInstant, parseInstant } from '../../../core/base/time.ts';
import { present } from '../../../core/base/assert.ts';
import { readJson } from '../../../core/base/json-text.ts';
import type { Compared } from '../compare/compare-answers.ts';
import { LiveSecrets } from '../compare/live-secrets.ts';
import { shown } from '../compare/difference.ts';
import { HeldCards } from '../correlation/held-cards.ts';
import { Nonces } from '../correlation/nonces.ts';
import { RecordedOrder } from '../correlation/recorded-order.ts';
import { TouchOrder } from '../correlation/touch-order.ts';
import type { Script, UnsentReason } from '../engine/planned-request.ts';
import { headerOf, type RawAnswer } from '../http/answer-parser.ts';
import type { FailureReason } from '../http/connection.ts';
import { FifoQueue } from '../http/fifo-queue.ts';
import { hostHeader, wireText } from '../http/wire-request.ts';
import { Budget } from '../target/budget.ts';
import type { ServiceAddress } from '../target/target.ts';
import type { TraceRecord } from '../../../simulation/trace/format.ts';
import { AnswerJudge } from './answer-judge.ts';
import { renamed } from '../names/renamed.ts';
import { movedInstants, movedQuery } from '../correlation/request-instants.ts';
import { TargetTime } from '../correlation/target-time.ts';
import { GivenOut } from './given-out.ts';
import { neededBy, usesOf } from './needs.ts';
import { ReplayMeter } from './replay-meter.ts';
import { RetryBudget } from './retry-budget.ts';
import { serviceOf, withoutService } from './plan.ts';
import { priceOfRecord } from './planned-spending.ts';
import { judged, type ScriptedRequest } from './scripted-request.ts';
import type { TraceScriptParts } from './trace-script-parts.ts';

/** A response that is still to be compared. */
interface Answered {
  readonly request: ScriptedRequest;
  readonly live: Compared;
  readonly head: string;
  readonly serviceMs: number;
}

const noUses: readonly number[] = [];
/** Bound on responses waiting for comparison; beyond it, comparison takes precedence over sending. */
const toCompareMax = 2_000;
/** A server may close the connection over a body of this length and lose the requests behind it. */
const aloneLength = 16 * 1024;

/** The script of a replay, for one engine. It explains differences by noise, time, faults and redaction. */
export class TraceScript implements Script<ScriptedRequest> {
  readonly judge: AnswerJudge;
  readonly meter: ReplayMeter;
  readonly #parts: TraceScriptParts;
  readonly #startMs: number;
  readonly #given: GivenOut;
  /** Requests handed out and not finished. */
  readonly #inFlight = new Map<number, number>();
  readonly #firstDueMs = new Map<number, number>();
  readonly #secrets = new LiveSecrets();
  readonly #toCompare = new FifoQueue<Answered>();
  readonly #order = new TouchOrder();
  readonly #recorded = new RecordedOrder();
  readonly #nonces = new Nonces();
  readonly #cards = new HeldCards();
  readonly retries: RetryBudget;
  readonly #spare: Budget;
  /** Undefined for a sandbox, whose clock is that of the recording. */
  readonly #clock: TargetTime | undefined;
  #isOver = false;

  constructor(parts: TraceScriptParts) {
    this.#parts = parts;
    this.#given = new GivenOut(parts.plan.needs);
    this.meter = new ReplayMeter(parts.plan.header.expect, parts.warmUpMs);
    this.#startMs = present(parseInstant(parts.plan.header.start), 'the header was checked');
    this.retries = new RetryBudget(parts.limitWaitMs);
    this.#spare = new Budget(parts.spare);
    const { clock } = parts.target;
    this.#clock = clock.kind === 'running' ? new TargetTime(clock.factor) : undefined;
    this.judge = new AnswerJudge({
      namespace: parts.plan.names,
      ...parts,
      given: this.#given,
      secrets: this.#secrets,
    });
  }

  async next(): Promise<readonly ScriptedRequest[]> {
    const { reader, schedule, only } = this.#parts;
    while (!this.#isOver) {
      const lines = await reader.next();
      const inTime = lines.filter(({ record }) => !schedule.isAfter(record.at));
      const own = inTime.filter(({ record }) => only?.has(record.session) !== false);
      const requests = own.flatMap(({ record, text }) => this.#scripted(record, text) ?? []);
      if (inTime.length < lines.length || lines.length === 0) {
        this.#isOver = true;
        await reader.close();
      }
      if (this.#parts.keepsOrder) for (const each of requests) this.judge.order.planned(judged(each));
      if (requests.length > 0) return requests;
    }
    return [];
  }

  awaits({ needs }: ScriptedRequest): number | undefined {
    return needs.find((n) => this.#inFlight.has(n));
  }

  follows({ follows }: ScriptedRequest): number | undefined {
    // What waits for a rate limit, and what comes after it in its session, is late anyway.
    return follows.find((n) => this.#inFlight.has(n) && !this.retries.isWaiting(this.#inFlight.get(n)!));
  }

  textOf({ record, sends }: ScriptedRequest): string | undefined {
    const { at, session } = record;
    const request = this.#cards.toTarget(session, this.#nonces.toTarget(session, sends));
    const { body, raw } = request;
    const address = this.#addressOf(request.path);
    const path = this.#given.path(address.basePath + withoutService(request.path));
    const move = this.#clock?.moveAt(this.#startMs + at);
    const moved = move === undefined ? body : movedInstants(body, move);
    const json = body === undefined ? undefined : JSON.stringify(moved);
    const sent = raw ?? json;
    const text = sent === undefined ? undefined : this.#given.text(sent, raw === undefined);
    if (path === undefined || (sent !== undefined && text === undefined)) return undefined;
    const { query: own = {} } = request;
    const query = this.#given.all(move === undefined ? own : movedQuery(own, move));
    const headers = this.#given.all(request.headers);
    if (query === null || headers === null) return undefined;
    const ownHeaders = this.#ownHeaders(request.ip, at);
    this.judge.order.sent(record.n);
    if (move !== undefined && JSON.stringify(body) !== json) this.judge.sentInstants(record.n, move.byMs);
    return wireText(
      { method: request.method, path, query, headers, ownHeaders, body: text, isJson: raw === undefined },
      hostHeader(address),
      this.#parts.target.carried,
    );
  }

  answered(request: ScriptedRequest, answer: RawAnswer, serviceMs: number): number {
    const { record } = request;
    const againMs = this.#againMs(record, answer);
    this.meter.answered(request, answer, againMs > 0 ? undefined : serviceMs);
    if (againMs > 0) return againMs;
    const body = renamed(parsed(answer), record.call, this.#parts.target.names);
    const live: Compared = { status: answer.status, body };
    const recorded = answer.status === record.answer.status ? record.answer.body : undefined;
    this.#given.note(record.n, live.body, record.call, recorded);
    this.#nonces.note(record.session, recorded, body);
    this.#cards.note(record.session, recorded, body);
    this.#secrets.note(live.body, record.request.path);
    this.#inFlight.delete(record.n);
    this.judge.order.answered(record.n);
    this.#clock?.note(answer.head);
    this.#toCompare.push({ request, live, head: answer.head, serviceMs });
    if (this.#toCompare.length > toCompareMax) this.work(1);
    return 0;
  }

  /** Compares the responses that wait for it. */
  work(budgetMs: number): boolean {
    const untilMs = performance.now() + budgetMs;
    for (let next = this.#toCompare.shift(); next !== undefined; next = this.#toCompare.shift()) {
      const { request } = next;
      const isDelayed = this.retries.hasWaited(request.session);
      this.judge.judge({ ...next, ...judged(request), isDelayed });
      this.#over(next.request);
      if (performance.now() >= untilMs) break;
    }
    return this.#toCompare.length > 0;
  }

  failed(request: ScriptedRequest, reason: FailureReason): void {
    const { record } = request;
    const recorded = String(record.answer.status);
    this.meter.failed(request, reason);
    this.judge.unanswered(judged(request), { kind: 'failed', recorded, live: reason });
    this.#over(request);
  }

  unsent(request: ScriptedRequest, reason: UnsentReason): void {
    const { record } = request;
    // Whether the request that it needs was refused because of a draw may not have been looked at.
    this.work(Number.POSITIVE_INFINITY);
    if (reason !== 'stopped')
      this.judge.unanswered(judged(request), {
        kind: 'unsent',
        recorded: shown(record.request.path),
        live: reason,
      });
    this.#over(request);
  }

  /** An account of the target file stands for a registration: what later requests need of its answer is known. */
  #isFromKeys(record: TraceRecord, uses: readonly number[]): boolean {
    const body = this.#parts.plan.taken.answer(record.n, {});
    if (body === undefined) return false;
    this.#given.note(record.n, body, record.call);
    this.#secrets.note(body, record.request.path);
    this.#given.release(uses);
    return true;
  }

  /** Undefined for a registration that is not sent. */
  #scripted(record: TraceRecord, text: string): ScriptedRequest | undefined {
    const { plan, endpoints: places, schedule } = this.#parts;
    const { n, session } = record;
    const needed = this.#needsOf(record, text);
    const uses = text.includes('${') ? usesOf(text, plan.needs) : noUses;
    if (this.#isFromKeys(record, uses)) return undefined;
    const request = plan.names?.requestToTarget(record.request) ?? record.request;
    this.#inFlight.set(n, session);
    this.judge.order.read(record);
    const isMeasured = !schedule.isBefore(record.at);
    return {
      record,
      sends: request,
      n,
      session,
      method: request.method,
      endpoint: places.indexOf(this.#addressOf(request.path)),
      dueMs: isMeasured ? this.#dueMs(record) : undefined,
      isMeasured,
      isAlone: request.path.endsWith('/mcp') || (request.raw?.length ?? 0) > aloneLength,
      ...needed,
      follows: this.#parts.keepsOrder ? this.#recorded.follows(record) : noUses,
      uses,
      intendedMs: 0,
      readyMs: 0,
      sentMs: 0,
    };
  }

  /** Answers that a request needs: those it refers to, and in a run with names those of all that touch its agents. */
  #needsOf({ n, session, request }: TraceRecord, text: string): Pick<ScriptedRequest, 'needs' | 'touched'> {
    const { names, needs } = this.#parts.plan;
    const referred = text.includes('${') ? neededBy(request) : noUses;
    if (names === undefined) return { needs: referred, touched: undefined };
    const things = [...referred];
    names.registrationsIn(request, (registered) => {
      if (registered < n) things.push(registered);
    });
    const isReferred = needs.isNeeded(n) || names.isRegistration(n);
    const { earlier, touched } = this.#order.waitsFor(n, { session, things, isReferred });
    return { needs: [...things, ...earlier], touched };
  }

  /** Without think time a session begins as recorded and continues as fast as responses arrive. */
  #dueMs({ at, session }: TraceRecord): number | undefined {
    const { schedule, keepsThinkTime } = this.#parts;
    if (schedule.options.speed === 'max') return undefined;
    if (keepsThinkTime) return schedule.dueMs(at);
    if (this.#firstDueMs.has(session)) return undefined;
    this.#firstDueMs.set(session, at);
    return schedule.dueMs(at);
  }

  #addressOf(path: string): ServiceAddress {
    const { services } = this.#parts.target;
    const service = serviceOf(path);
    const address = present(services.get(service ?? 'control'), 'the plan has an address for every path');
    // A path of no service is relative to the sandbox.
    return service === undefined
      ? { ...address, basePath: address.basePath.replace(/\/_sim$/, '') }
      : address;
  }

  #ownHeaders(ip: string, atMs: number): string {
    const { target, sendsAddresses } = this.#parts;
    const address = sendsAddresses ? `x-sim-ip: ${ip}\r\n` : '';
    if (target.clock.kind !== 'sandbox') return address;
    return `${address}x-sim-at: ${formatInstant(this.#startMs + atMs)}\r\n`;
  }

  /** After how long a request that the target refused for its rate is sent again; 0 if it is not. */
  #againMs(record: TraceRecord, { status, head }: RawAnswer): number {
    const { answer, session } = record;
    if (
      status === answer.status ||
      !this.#parts.target.respectsLimits ||
      this.#parts.plan.names === undefined
    )
      return 0;
    const after = headerOf(head, 'retry-after');
    if (status !== 429 && (status !== 503 || after === undefined)) return 0;
    const waitMs = this.retries.waitMs(session, after);
    if (waitMs === 0) return 0;
    return this.#spare.reserve(priceOfRecord(record, this.#parts.callOf)) === undefined
      ? waitMs
      : this.retries.refuse();
  }

  #over({ n, uses }: ScriptedRequest): void {
    this.#inFlight.delete(n);
    this.#given.release(uses);
  }
}

/** Undefined for a body that is no JSON. */
const parsed = ({ bytes, start, end }: RawAnswer): unknown =>
  start === end ? {} : readJson(bytes.toString('utf8', start, end));
