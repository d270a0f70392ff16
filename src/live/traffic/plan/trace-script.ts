/** Turns records of a trace into requests for one target and compares each response with the recorded one. */
import { formatInstant, parseInstant } from '../../../core/base/time.ts';
import { present } from '../../../core/base/assert.ts';
import { readJson } from '../../../core/base/json-text.ts';
import type { Compared } from '../compare/compare-answers.ts';
import { LiveSecrets } from '../compare/live-secrets.ts';
import { shown } from '../compare/difference.ts';
import type { NoiseMask } from '../compare/explain.ts';
import { TouchOrder } from '../correlation/touch-order.ts';
import type { PlannedRequest, Script, UnsentReason } from '../engine/planned-request.ts';
import { headerOf, type RawAnswer } from '../http/answer-parser.ts';
import type { FailureReason } from '../http/connection.ts';
import { FifoQueue } from '../http/fifo-queue.ts';
import { hostHeader, wireText } from '../http/wire-request.ts';
import { ThresholdMeter } from '../thresholds/meter.ts';
import type { ServiceAddress, Target } from '../target/target.ts';
import type { TraceRecord } from '../../../simulation/trace/format.ts';
import type { TraceReader } from '../../../simulation/trace/reader.ts';
import { AnswerJudge } from './answer-judge.ts';
import { GivenOut } from './given-out.ts';
import { neededBy, recordOf, usesOf } from './needs.ts';
import { RetryBudget } from './retry-budget.ts';
import { serviceOf, withoutService, type Plan } from './plan.ts';
import type { Schedule } from './schedule.ts';

/** A record of the trace as a request of the engine. */
export interface ScriptedRequest extends PlannedRequest {
  readonly record: TraceRecord;
  /** What is sent: the recorded request in the names of this run. */
  readonly sends: TraceRecord['request'];
  /** Records whose responses it needs before it can be sent. */
  readonly needs: readonly number[];
  /** Sessions of the agents that it touches; undefined for its own alone. */
  readonly touched: readonly number[] | undefined;
  /** Keys of all values that its record refers to. */
  readonly uses: readonly number[];
}

/** A response that is still to be compared. */
interface Answered {
  readonly request: ScriptedRequest;
  readonly live: Compared;
  readonly head: string;
  readonly serviceMs: number;
}

/** What a script needs; it closes `reader` at the end of the trace. */
export interface TraceScriptParts {
  readonly reader: TraceReader;
  readonly plan: Plan;
  readonly target: Target;
  readonly schedule: Schedule;
  readonly endpoints: EndpointIndex;
  readonly mask: NoiseMask;
  /** False to leave out the time between the requests of a session. */
  readonly keepsThinkTime: boolean;
  /** True to send agents' virtual IP addresses along: only to a target on this machine. */
  readonly sendsAddresses: boolean;
  /** The sessions to send; all unless given. */
  readonly only: ReadonlySet<number> | undefined;
  /** Requests due before this, in wall milliseconds after the start, are not measured. */
  readonly warmUpMs: number;
  /** True if the target injects the faults of the recording. */
  readonly hasFaults: boolean;
  /** The longest time that one session waits for rate limits, in wall milliseconds. */
  readonly limitWaitMs: number;
}

/** Maps the address of a service to the index of the engine's endpoint. */
export interface EndpointIndex {
  readonly indexOf: (address: ServiceAddress) => number;
}

const noUses: readonly number[] = [];
/** Bound on responses waiting for comparison; beyond it, comparison takes precedence over sending. */
const toCompareMax = 2_000;
/** A server may close the connection over a body of this length and lose the requests behind it. */
const aloneLength = 16 * 1024;

/** The script of a replay, for one engine. It explains differences by noise, time, faults and redaction. */
export class TraceScript implements Script<ScriptedRequest> {
  readonly judge: AnswerJudge;
  readonly thresholds: ThresholdMeter;
  readonly #parts: TraceScriptParts;
  readonly #startMs: number;
  readonly #given: GivenOut;
  /** Requests handed out and not finished. */
  readonly #inFlight = new Set<number>();
  readonly #firstDueMs = new Map<number, number>();
  readonly #secrets = new LiveSecrets();
  readonly #toCompare = new FifoQueue<Answered>();
  readonly #order = new TouchOrder();
  readonly retries: RetryBudget;
  #isOver = false;

  constructor(parts: TraceScriptParts) {
    this.#parts = parts;
    this.#given = new GivenOut(parts.plan.needs);
    this.thresholds = new ThresholdMeter(parts.plan.header.expect);
    this.#startMs = present(parseInstant(parts.plan.header.start), 'the header was checked');
    this.retries = new RetryBudget(parts.limitWaitMs);
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
      const requests = inTime
        .filter(({ record }) => only?.has(record.session) !== false)
        .map(({ record, text }) => this.#scripted(record, text));
      if (inTime.length < lines.length || lines.length === 0) {
        this.#isOver = true;
        await reader.close();
      }
      if (requests.length > 0) return requests;
    }
    return [];
  }

  awaits({ needs }: ScriptedRequest): number | undefined {
    return needs.find((n) => this.#inFlight.has(n));
  }

  textOf({ record, sends: request }: ScriptedRequest): string | undefined {
    const { at } = record;
    const { body, raw } = request;
    const address = this.#addressOf(request.path);
    const path = this.#given.path(address.basePath + withoutService(request.path));
    const json = body === undefined ? undefined : JSON.stringify(body);
    const sent = raw ?? json;
    const text = sent === undefined ? undefined : this.#given.text(sent, raw === undefined);
    if (path === undefined || (sent !== undefined && text === undefined)) return undefined;
    const query = this.#given.all(request.query);
    const headers = this.#given.all(request.headers);
    if (query === null || headers === null) return undefined;
    const ownHeaders = this.#ownHeaders(request.ip, at);
    const isJson = raw === undefined;
    return wireText(
      { method: request.method, path, query, headers, ownHeaders, body: text, isJson },
      hostHeader(address),
      this.#parts.target.carried,
    );
  }

  answered(request: ScriptedRequest, answer: RawAnswer, serviceMs: number): number {
    const { record } = request;
    const againMs = this.#againMs(record, answer);
    if (againMs > 0) return againMs;
    const live: Compared = { status: answer.status, body: parsed(answer) };
    this.#given.note(record.n, live.body);
    this.#secrets.note(live.body, record.request.path);
    this.#inFlight.delete(record.n);
    this.#measure(request, { status: answer.status, durationMs: serviceMs });
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
      this.judge.judge({ ...next, ...request, things: request.uses.map(recordOf), isDelayed });
      this.#over(next.request);
      if (performance.now() >= untilMs) break;
    }
    return this.#toCompare.length > 0;
  }

  failed(request: ScriptedRequest, reason: FailureReason): void {
    const { record } = request;
    const recorded = String(record.answer.status);
    const durationMs = request.sentMs === 0 ? undefined : performance.now() - request.sentMs;
    this.#measure(request, { status: 0, durationMs });
    this.judge.unanswered(request, { kind: 'failed', recorded, live: reason });
    this.#over(request);
  }

  unsent(request: ScriptedRequest, reason: UnsentReason): void {
    const { record } = request;
    if (reason !== 'stopped')
      this.judge.unanswered(request, { kind: 'unsent', recorded: shown(record.request.path), live: reason });
    this.#over(request);
  }

  #measure(
    { record, isMeasured, dueMs = Number.POSITIVE_INFINITY }: ScriptedRequest,
    { status, durationMs }: { status: number; durationMs: number | undefined },
  ): void {
    if (!isMeasured || dueMs < this.#parts.warmUpMs) return;
    const isFailed = status < 200 || status >= 400;
    this.thresholds.add({ call: record.call, status, isFailed, durationMs });
  }

  #scripted(record: TraceRecord, text: string): ScriptedRequest {
    const { plan, endpoints: places, schedule } = this.#parts;
    const { n, session } = record;
    const request = plan.names?.requestToTarget(record.request) ?? record.request;
    this.#inFlight.add(n);
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
      ...this.#needsOf(record, text),
      uses: text.includes('${') ? usesOf(text, plan.needs) : noUses,
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
  #againMs({ answer, session }: TraceRecord, { status, head }: RawAnswer): number {
    if (
      status === answer.status ||
      !this.#parts.target.respectsLimits ||
      this.#parts.plan.names === undefined
    )
      return 0;
    const after = headerOf(head, 'retry-after');
    if (status !== 429 && (status !== 503 || after === undefined)) return 0;
    return this.retries.waitMs(session, after);
  }

  #over({ n, uses }: ScriptedRequest): void {
    this.#inFlight.delete(n);
    this.#given.release(uses);
  }
}

/** Undefined for a body that is no JSON. */
const parsed = ({ bytes, start, end }: RawAnswer): unknown =>
  start === end ? {} : readJson(bytes.toString('utf8', start, end));
