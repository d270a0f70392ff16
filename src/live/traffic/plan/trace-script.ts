/** Turns records of a trace into requests for one target and compares each response with the recorded one. */
import { formatInstant, parseInstant } from '../../../core/base/time.ts';
import { assert, present } from '../../../core/base/assert.ts';
import { readJson } from '../../../core/base/json-text.ts';
import { compareAnswers, type Compared, type Correlation } from '../compare/compare-answers.ts';
import { LiveSecrets } from '../compare/live-secrets.ts';
import { Differences, shown, type Difference, type Explanation } from '../compare/difference.ts';
import { explainByTime, isMcpEnvelope, type NoiseMask } from '../compare/explain.ts';
import type { PlannedRequest, Script, UnsentReason } from '../engine/planned-request.ts';
import { headerOf, type RawAnswer } from '../http/answer-parser.ts';
import type { FailureReason } from '../http/connection.ts';
import { FifoQueue } from '../http/fifo-queue.ts';
import { hostHeader, wireText } from '../http/wire-request.ts';
import { ThresholdMeter } from '../thresholds/meter.ts';
import type { ServiceAddress, Target } from '../target/target.ts';
import type { TraceRecord } from '../../../simulation/trace/format.ts';
import type { TraceReader } from '../../../simulation/trace/reader.ts';
import { redacted } from '../../../core/http/secrets/names.ts';
import { GivenOut } from './given-out.ts';
import { neededBy, usesOf } from './needs.ts';
import { serviceOf, withoutService, type Plan } from './plan.ts';
import type { Schedule } from './schedule.ts';

/** A record of the trace as a request of the engine. */
export interface ScriptedRequest extends PlannedRequest {
  readonly record: TraceRecord;
  /** Records whose responses it needs before it can be sent. */
  readonly needs: readonly number[];
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
/** The longest Retry-After that is respected. */
const restMsMax = 120_000;

/** The script of a replay, for one engine. It explains differences by noise, time, faults and redaction. */
export class TraceScript implements Script<ScriptedRequest> {
  readonly differences = new Differences();
  readonly thresholds: ThresholdMeter;
  readonly #parts: TraceScriptParts;
  readonly #startMs: number;
  readonly #given: GivenOut;
  /** Requests handed out and not finished. */
  readonly #inFlight = new Set<number>();
  readonly #firstDueMs = new Map<number, number>();
  readonly #secrets = new LiveSecrets();
  readonly #toCompare = new FifoQueue<Answered>();
  #isOver = false;
  /** Responses without a difference. */
  same = 0;

  constructor(parts: TraceScriptParts) {
    this.#parts = parts;
    this.#given = new GivenOut(parts.plan.needs);
    this.thresholds = new ThresholdMeter(parts.plan.header.expect);
    this.#startMs = present(parseInstant(parts.plan.header.start), 'the header was checked');
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

  textOf({ record, needs }: ScriptedRequest): string | undefined {
    const { request, at } = record;
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
    assert(needs.length === 0 || !this.#given.isEmpty, 'what a request needs was kept');
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
    const live: Compared = { status: answer.status, body: parsed(answer) };
    this.#given.note(record.n, live.body);
    this.#secrets.note(live.body, record.request.path);
    this.#inFlight.delete(record.n);
    this.#measure(request, { status: answer.status, durationMs: serviceMs });
    this.#toCompare.push({ request, live, head: answer.head, serviceMs });
    if (this.#toCompare.length > toCompareMax) this.work(1);
    return this.#restMs(record, answer);
  }

  /** Compares the responses that wait for it. */
  work(budgetMs: number): boolean {
    const untilMs = performance.now() + budgetMs;
    for (let next = this.#toCompare.shift(); next !== undefined; next = this.#toCompare.shift()) {
      this.#compare(next.request.record, next.live, next);
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
    this.differences.add(record.call, record.n, { kind: 'failed', field: '', recorded, live: reason }, null);
    this.#over(request);
  }

  unsent(request: ScriptedRequest, reason: UnsentReason): void {
    const { record } = request;
    if (reason !== 'stopped') {
      const difference = {
        kind: 'unsent',
        field: '',
        recorded: shown(record.request.path),
        live: reason,
      } as const;
      this.differences.add(record.call, record.n, difference, null);
    }
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
    const { n, session, request } = record;
    this.#inFlight.add(n);
    const isMeasured = !schedule.isBefore(record.at);
    return {
      record,
      n,
      session,
      method: request.method,
      endpoint: places.indexOf(this.#addressOf(request.path)),
      dueMs: isMeasured ? this.#dueMs(record) : undefined,
      isMeasured,
      isAlone: request.path.endsWith('/mcp') || (request.raw?.length ?? 0) > aloneLength,
      needs: text.includes('${') ? neededBy(request) : noUses,
      uses: text.includes('${') ? usesOf(text, plan.needs) : noUses,
      intendedMs: 0,
      readyMs: 0,
      sentMs: 0,
    };
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

  #compare(record: TraceRecord, live: Compared, how: { head: string; serviceMs: number }): void {
    const { call, n, request, answer } = record;
    let sent: string | undefined;
    const correlation: Correlation = {
      valueOf: (from, pointer) => this.#given.valueOf(from, pointer),
      isOwn: (value) => (sent ??= JSON.stringify(request)).includes(value),
      clean: (value, field) => this.#secrets.clean(value, field, request.path),
    };
    const found = compareAnswers(answer, live, correlation);
    if (found.length === 0) this.same += 1;
    for (const difference of found) {
      const explanation = this.#parts.mask.covers(call, difference)
        ? 'noise'
        : (this.#byRecord(record, difference) ?? explainByTime(difference, this.#shift(record, how)));
      this.differences.add(call, n, difference, explanation);
    }
  }

  /** Explained by the record: client-derived secrets are in no trace, and only faults repeat injected errors. */
  #byRecord({ answer, request }: TraceRecord, difference: Difference): Explanation | null {
    const { hasFaults, plan } = this.#parts;
    if (holdsSecret(request)) return 'secret';
    if (isMcpEnvelope(request.path, difference)) return 'protocol';
    return !hasFaults && plan.header.faults.length > 0 && answer.status >= 500 ? 'fault' : null;
  }

  #shift({ at }: TraceRecord, { head, serviceMs }: { head: string; serviceMs: number }) {
    const { clock } = this.#parts.target;
    // A sandbox's clock is set to the recorded instant, so that time explains nothing.
    if (clock.kind === 'sandbox') return { shiftMs: undefined, toleranceMs: 0 };
    const liveMs = Date.parse(headerOf(head, 'date') ?? '');
    const shiftMs = Number.isNaN(liveMs) ? undefined : liveMs - (this.#startMs + at);
    return { shiftMs, toleranceMs: 2_000 + clock.factor * (serviceMs + 5) };
  }

  /** Waits for a rate limit that the recording did not hit. */
  #restMs({ answer }: TraceRecord, { status, head }: RawAnswer): number {
    if (status !== 429 || answer.status === 429 || !this.#parts.target.respectsLimits) return 0;
    const seconds = Number(headerOf(head, 'retry-after') ?? 1);
    return Number.isFinite(seconds) ? Math.min(restMsMax, Math.max(0, seconds * 1000)) : 1000;
  }

  #over({ n, uses }: ScriptedRequest): void {
    this.#inFlight.delete(n);
    this.#given.release(uses);
  }
}

/** A request with a key that the client derived, such as from a mnemonic, cannot be repeated. */
const holdsSecret = ({ body, raw = '' }: TraceRecord['request']): boolean =>
  (body !== undefined && JSON.stringify(body).includes(redacted)) || raw.includes(redacted);

/** Undefined for a body that is no JSON. */
const parsed = ({ bytes, start, end }: RawAnswer): unknown =>
  start === end ? {} : readJson(bytes.toString('utf8', start, end));
