/** Compares each live response of a replay with the recorded one, and says which differences need no explanation. */
import { parseInstant } from '../../../core/base/time.ts';
import { redacted } from '../../../core/http/secrets/names.ts';
import type { TraceRecord } from '../../../simulation/trace/format.ts';
import { isProse } from '../../../platform/world/documented-fields.ts';
import { AccountPast, isClaim, paidBy } from '../compare/account-past.ts';
import type { OpenDifference } from '../compare/causes.ts';
import { HeaderComparison } from '../compare/compare-headers.ts';
import { compareAnswers, type Compared, type Correlation } from '../compare/compare-answers.ts';
import { Differences, type Difference, type Explanation } from '../compare/difference.ts';
import { DrawnValues } from '../compare/drawn.ts';
import { Evidence, type JudgedDifference } from '../compare/evidence.ts';
import { Deadlines } from '../compare/deadlines.ts';
import { InstantsBeside } from '../compare/instants-beside.ts';
import { ExistingTotals } from '../compare/existing-totals.ts';
import {
  explainByTime,
  explainRefusal,
  isMcpEnvelope,
  isOfTier,
  isOtherWindow,
  noiseKeys,
  shownMax,
  type NoiseMask,
} from '../compare/explain.ts';
import type { LiveSecrets } from '../compare/live-secrets.ts';
import { OwnFields } from '../compare/own-fields.ts';
import { HiddenCounts } from '../compare/rules.ts';
import { InstantShifts } from '../correlation/instant-shifts.ts';
import { IssuedNames } from '../correlation/issued-names.ts';
import type { Namespace } from '../correlation/namespace.ts';
import type { Target } from '../target/target.ts';
import { clientsOf, SlidWindows } from '../compare/slid-windows.ts';
import { RunOrder } from '../compare/run-order.ts';
import type { SumRange } from '../compare/total-order.ts';
import type { GivenOut } from './given-out.ts';
import type { Plan } from './plan.ts';
import { StatedTimes } from './stated-times.ts';

/** What a judgement needs of the run. */
export interface JudgeParts {
  readonly plan: Plan;
  readonly target: Target;
  readonly mask: NoiseMask;
  /** True if the target injects the faults of the recording. */
  readonly hasFaults: boolean;
  /** Undefined for a sandbox, which is reset and keeps the recorded names. */
  readonly namespace: Namespace | undefined;
  /** True if agents' virtual IP addresses are sent along. */
  readonly sendsAddresses: boolean;
  readonly given: GivenOut;
  readonly secrets: LiveSecrets;
}

/** Unexplained differences kept for the search for causes. */
const openMax = 10_000;

/** One response to judge. `things` are the records that its request and response refer to. */
export interface LiveResponse {
  readonly record: TraceRecord;
  readonly live: Compared;
  readonly head: string;
  readonly serviceMs: number;
  readonly things: readonly number[];
  readonly touched: readonly number[] | undefined;
  /** True if its session has waited for a rate limit. */
  readonly isDelayed: boolean;
}

/** Judges the responses of one run in the order in which they came. */
export class AnswerJudge {
  readonly differences = new Differences();
  /** What was not compared, or hidden by a rule. */
  readonly hidden = new HiddenCounts();
  /** Responses without a difference. */
  same = 0;
  /** Live values of unexplained differences by `noiseKeys`, for at most 100,000 of them. */
  readonly shown = new Map<string, string>();
  readonly fields = new OwnFields();
  /** Unexplained differences, at most 10,000. */
  readonly open: OpenDifference[] = [];
  /** What a report shows beside the counts. */
  readonly evidence = new Evidence();
  readonly order = new RunOrder();
  readonly #headers: HeaderComparison;
  readonly #parts: JudgeParts;
  readonly #clock: StatedTimes;
  readonly #shifts = new InstantShifts();
  readonly #issued = new IssuedNames();
  readonly #totals = new ExistingTotals();
  readonly #past = new AccountPast();
  readonly #slid = new SlidWindows();
  readonly #beside = new InstantsBeside();
  readonly #deadlines = new Deadlines();
  readonly #drawn = new DrawnValues();

  constructor(parts: JudgeParts) {
    this.#parts = parts;
    this.#headers = new HeaderComparison(parts.namespace === undefined && parts.sendsAddresses);
    this.#clock = new StatedTimes(parts.target, parts.plan.header.start);
  }

  /** The request to record `n` was sent with instants that lie so much ahead of the recorded ones: the thing that it makes has them. */
  sentInstants(n: number, byMs: number): void {
    this.#shifts.sent(n, byMs);
  }

  judge(response: LiveResponse): void {
    const { record, live, touched } = response;
    const { call, n, answer, session } = record;
    this.#past.note(answer.headers);
    this.#beside.begin();
    this.#deadlines.note(n, call, answer.body);
    const shiftMs = this.#noteClock(response);
    const draw = { n, session, call, request: record.request, things: response.things, touched };
    const correlation = { ...this.#correlation(record), decided: this.#drawn.rowsOf(draw) };
    const found = compareAnswers(answer, live, correlation);
    if (answer.headers !== undefined && answer.status === live.status)
      found.push(...this.#headers.differences(answer.headers, response.head, session));
    this.#drawn.note({ ...draw, recorded: answer, live }, found);
    const account = this.#parts.plan.taken.usedBy(record.request.headers);
    if (account !== undefined) this.#past.claimed(account, call, { expected: answer, live });
    if (found.length === 0) this.same += 1;
    if (this.#parts.namespace !== undefined && answer.status === live.status && live.status < 300)
      this.fields.add(
        call,
        found.map(({ field }) => field),
      );
    const keys = noiseKeys(n, found);
    const judged: JudgedDifference[] = [];
    for (const [index, difference] of found.entries()) {
      const key = keys[index] ?? '';
      const isNoise = this.#parts.mask.covers(key, difference);
      const explanation = isNoise ? 'noise' : this.#explain(response, difference, shiftMs);
      this.differences.add(call, n, difference, explanation);
      judged.push({ ...difference, explanation });
      if (explanation === null) this.#keep(response, difference, key);
    }
    this.evidence.answered(response, judged, correlation);
    this.order.judged(n, paidBy(live));
  }

  /** Notes what the response says about the target's clock: by how much it is ahead; undefined if that is unknown, or says nothing. */
  #noteClock(response: LiveResponse): number | undefined {
    const { record } = response;
    const { n, session } = record;
    const shiftMs = this.#clock.shiftMs(response);
    if (shiftMs === undefined) return undefined;
    const [toleranceMs, recordedMs] = [this.#clock.toleranceMs(response), this.#clock.recordedMs(record)];
    const things = [n, ...response.things];
    this.#shifts.add({ byMs: shiftMs, toleranceMs }, { session, things, wrote: this.#clock.written(record) });
    this.#slid.note(clientsOf(record), { recordedMs, liveMs: recordedMs + shiftMs, toleranceMs });
    return shiftMs;
  }

  /** A request without a response: `failed`, or `unsent`. */
  unanswered(
    { record, touched, things }: Pick<LiveResponse, 'record' | 'touched' | 'things'>,
    how: Pick<Difference, 'kind' | 'recorded' | 'live'>,
  ): void {
    const difference = { ...how, field: '' };
    this.order.judged(record.n, undefined);
    const isOther = this.#parts.namespace !== undefined && how.kind === 'unsent';
    const { n, call, session } = record;
    const isLost = isOther && this.#drawn.isLost({ n, call, things, touched: touched ?? [session] });
    this.differences.add(record.call, record.n, difference, isLost ? 'drawn' : null);
    this.evidence.unanswered(record);
    if (isLost) return;
    this.#keep({ record, touched, things: [] }, difference, noiseKeys(record.n, [difference])[0] ?? '');
  }

  #keep(
    { record, things, touched }: Pick<LiveResponse, 'record' | 'things' | 'touched'>,
    difference: Difference,
    key: string,
  ): void {
    const { n, call, session } = record;
    if (this.shown.size < shownMax) this.shown.set(key, difference.live);
    if (this.open.length < openMax)
      this.open.push({ ...difference, n, call, sessions: touched ?? [session], things: [n, ...things] });
  }

  #correlation({ request, call }: TraceRecord): Correlation {
    const { given, secrets, namespace, target } = this.#parts;
    let sent: string | undefined;
    const own = {
      valueOf: (from: number, pointer: string) => given.valueOf(from, pointer),
      isLacking: (from: number, pointer: string) => given.isLacking(from, pointer),
      isOwn: (value: string) => (sent ??= JSON.stringify(request)).includes(value),
      clean: (value: unknown, field: string) => secrets.clean(value, field, request.path),
      hidden: this.#hidden,
      rules: target.compare,
      isNew: (recorded: string, live: string, field: string) => this.#issued.add(recorded, live, field),
    };
    if (namespace === undefined) return own;
    return {
      ...own,
      isProse: (field) => isProse(call, field),
      asRecorded: (text) => namespace.toRecorded(text),
      isExisting: (item) => !namespace.isOurs(item) && !this.#issued.isIn(item),
    };
  }

  readonly #hidden: NonNullable<Correlation['hidden']> = (rule, field) => this.hidden.add(rule, field);

  #explain(response: LiveResponse, difference: Difference, shiftMs: number | undefined): Explanation | null {
    const { record } = response;
    const { namespace } = this.#parts;
    const byRecord = this.#byRecord(response, difference) ?? this.#byDeadline(response, difference);
    if (byRecord !== null) return byRecord;
    const byTime = this.#byTime(response, difference, shiftMs);
    if (byTime !== null || namespace === undefined) return byTime;
    const refusal = record.answer.status === 429 ? record.answer.body : undefined;
    if (isOfTier(this.#parts.target.tier, { call: record.call, refusal }, difference)) return 'limit';
    const bodies = [record.answer, response.live].map(({ status, body }) => status === 429 && body);
    if (isOtherWindow(record.call, difference, bodies)) return 'limit';
    const account = this.#parts.plan.taken.usedBy(record.request.headers);
    if (this.#drawn.explains(record.session, record.call, difference)) {
      this.#past.decided(account, difference);
      return 'drawn';
    }
    const isPast =
      account === undefined
        ? this.#past.explainsAddress(record, difference)
        : this.#past.explains(account, record.call, this.#drawn.withoutPayouts(record.session, difference));
    const { n, session, call, request } = record;
    if (isPast && difference.kind === 'status' && !isClaim(call))
      this.#drawn.part({ n, session, call, request, things: response.things }, response.live.status);
    const apart = (): SumRange => this.order.apart(record);
    if (isPast || this.#totals.explains(record, difference, apart)) return 'existing';
    return this.order.isOpen(response) ? 'time' : null;
  }

  /** One side alone did it before a deadline, or after: with a clock that runs by itself a moment decides. */
  #byDeadline(response: LiveResponse, difference: Difference): Explanation | null {
    if (this.#clock.isSet) return null;
    const { record, live, things, touched } = response;
    const { n, took = 0, session, call, request } = record;
    const recordedMs = this.#clock.recordedMs(record);
    // The instants of a thing are as far ahead as the clock was when they were stated; the request may have come later, or earlier.
    const shiftMs = this.#clock.shiftMs(response) ?? 0;
    const driftsMs = [0, ...this.#shifts.ofThings(things).map(({ byMs }) => shiftMs - byMs)];
    const moment = {
      fromMs: recordedMs + Math.min(...driftsMs),
      toMs: recordedMs + took + Math.max(...driftsMs),
      toleranceMs: this.#clock.toleranceMs(response),
    };
    if (this.#deadlines.explains({ call, things }, difference, moment)) return 'time';
    if (!this.#deadlines.decides({ call, things }, difference, moment)) return null;
    this.#drawn.partByTime({ n, session, call, request, things, touched }, live.status);
    return 'time';
  }

  #byTime(response: LiveResponse, difference: Difference, shiftMs: number | undefined): Explanation | null {
    if (shiftMs === undefined) return null;
    const { record } = response;
    const { n, session, call, request, answer } = record;
    const things = [n, ...response.things];
    const toleranceMs = this.#clock.toleranceMs(response);
    const byRefusal = explainRefusal(record, difference, { shiftMs, toleranceMs });
    if (byRefusal !== null) return byRefusal;
    if (this.#slid.explainsLimit(clientsOf(record), call, this.#parts.target.tier, difference))
      return 'limit';
    if (
      answer.status === 429 &&
      this.#slid.explainsAcceptance(clientsOf(record), call, answer.body, difference)
    ) {
      this.#drawn.partByTime({ ...response, n, session, call, request }, response.live.status);
      return 'limit';
    }
    const own = { byMs: shiftMs, toleranceMs };
    const atMs = difference.kind === 'time' ? parseInstant(difference.recorded.slice(1, -1)) : undefined;
    const earlier = this.#shifts.candidates(own, { session, things, atMs });
    const explanation = explainByTime(difference, { shiftMs, toleranceMs, earlier });
    return this.#beside.explains(difference, explanation === 'time') ? 'time' : explanation;
  }

  /** Explained by the record: client-derived secrets are in no trace, and only faults repeat injected errors. */
  #byRecord({ record, isDelayed }: LiveResponse, difference: Difference): Explanation | null {
    const { answer, request } = record;
    const { hasFaults, plan } = this.#parts;
    if (holdsSecret(request)) return 'secret';
    if (isMcpEnvelope(request.path, difference)) return 'protocol';
    if (isDelayed && answer.status === 429 && difference.kind === 'status') return 'limit';
    return !hasFaults && plan.header.faults.length > 0 && answer.status >= 500 ? 'fault' : null;
  }
}

/** A request with a key that the client derived, such as from a mnemonic, cannot be repeated. */
const holdsSecret = ({ body, raw = '' }: TraceRecord['request']): boolean =>
  (body !== undefined && JSON.stringify(body).includes(redacted)) || raw.includes(redacted);
