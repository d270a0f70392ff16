/** Compares each live response of a replay with the recorded one, and says which differences need no explanation. */
import { parseInstant } from '../../../core/base/time.ts';
import { present } from '../../../core/base/assert.ts';
import { redacted } from '../../../core/http/secrets/names.ts';
import type { TraceRecord } from '../../../simulation/trace/format.ts';
import { isDrawn } from '../../../platform/world/documented-fields.ts';
import type { OpenDifference } from '../compare/causes.ts';
import { HeaderComparison } from '../compare/compare-headers.ts';
import { compareAnswers, type Compared, type Correlation } from '../compare/compare-answers.ts';
import { Differences, type Difference, type Explanation } from '../compare/difference.ts';
import { ExistingTotals } from '../compare/existing-totals.ts';
import { explainByTime, isMcpEnvelope, noiseKeys, shownMax, type NoiseMask } from '../compare/explain.ts';
import type { LiveSecrets } from '../compare/live-secrets.ts';
import { OwnFields } from '../compare/own-fields.ts';
import { HiddenCounts } from '../compare/rules.ts';
import { InstantShifts } from '../correlation/instant-shifts.ts';
import { IssuedNames } from '../correlation/issued-names.ts';
import type { Namespace } from '../correlation/namespace.ts';
import { headerOf } from '../http/answer-parser.ts';
import type { Target } from '../target/target.ts';
import type { GivenOut } from './given-out.ts';
import type { Plan } from './plan.ts';

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
  readonly #headers: HeaderComparison;
  readonly #parts: JudgeParts;
  readonly #startMs: number;
  readonly #shifts = new InstantShifts();
  readonly #issued = new IssuedNames();
  readonly #totals = new ExistingTotals();

  constructor(parts: JudgeParts) {
    this.#parts = parts;
    this.#headers = new HeaderComparison(parts.namespace === undefined && parts.sendsAddresses);
    this.#startMs = present(parseInstant(parts.plan.header.start), 'the header was checked');
  }

  judge(response: LiveResponse): void {
    const { record, live } = response;
    const { call, n, answer, session } = record;
    const shiftMs = this.#shiftMs(response);
    const things = [n, ...response.things];
    if (shiftMs !== undefined) this.#shifts.add(shiftMs, { session, things });
    const found = compareAnswers(answer, live, this.#correlation(record));
    if (answer.headers !== undefined && answer.status === live.status)
      found.push(...this.#headers.differences(answer.headers, response.head, session));
    if (found.length === 0) this.same += 1;
    if (this.#parts.namespace !== undefined && answer.status === live.status && live.status < 300)
      this.fields.add(
        call,
        found.map(({ field }) => field),
      );
    const keys = noiseKeys(n, found);
    for (const [index, difference] of found.entries()) {
      const key = keys[index] ?? '';
      const isNoise = this.#parts.mask.covers(key, difference);
      const explanation = isNoise ? 'noise' : this.#explain(response, difference, shiftMs);
      this.differences.add(call, n, difference, explanation);
      if (explanation === null) this.#keep(response, difference, key);
    }
  }

  /** A request without a response: `failed`, or `unsent`. */
  unanswered(
    { record, touched }: Pick<LiveResponse, 'record' | 'touched'>,
    how: Pick<Difference, 'kind' | 'recorded' | 'live'>,
  ): void {
    const difference = { ...how, field: '' };
    this.differences.add(record.call, record.n, difference, null);
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

  #correlation({ request }: TraceRecord): Correlation {
    const { given, secrets, namespace, target } = this.#parts;
    let sent: string | undefined;
    const own = {
      valueOf: (from: number, pointer: string) => given.valueOf(from, pointer),
      isOwn: (value: string) => (sent ??= JSON.stringify(request)).includes(value),
      clean: (value: unknown, field: string) => secrets.clean(value, field, request.path),
      hidden: this.#hidden,
      rules: target.compare,
      isNew: (recorded: string, live: string, field: string) => this.#issued.add(recorded, live, field),
    };
    if (namespace === undefined) return own;
    return {
      ...own,
      asRecorded: (text) => namespace.toRecorded(text),
      isExisting: (item) => !namespace.isOurs(JSON.stringify(item) ?? '') && !this.#issued.isIn(item),
    };
  }

  readonly #hidden: NonNullable<Correlation['hidden']> = (rule, field) => this.hidden.add(rule, field);

  #explain(response: LiveResponse, difference: Difference, shiftMs: number | undefined): Explanation | null {
    const { record } = response;
    const { namespace } = this.#parts;
    const byRecord = this.#byRecord(response, difference);
    if (byRecord !== null) return byRecord;
    const things = [record.n, ...response.things];
    const byTime = explainByTime(difference, {
      shiftMs,
      toleranceMs: this.#toleranceMs(response),
      earlierMs:
        shiftMs === undefined ? [] : this.#shifts.candidates(shiftMs, { session: record.session, things }),
    });
    if (byTime !== null || namespace === undefined) return byTime;
    if (isDrawn(record.call, difference.field) && difference.kind !== 'shape') return 'drawn';
    return this.#totals.explains(record, difference) ? 'existing' : null;
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

  /** The target's clock minus the recorded instant. A sandbox's clock is set to it, so that time explains nothing. */
  #shiftMs({ record, head }: LiveResponse): number | undefined {
    if (this.#parts.target.clock.kind === 'sandbox') return undefined;
    const liveMs = Date.parse(headerOf(head, 'date') ?? '');
    return Number.isNaN(liveMs) ? undefined : liveMs - (this.#startMs + record.at);
  }

  #toleranceMs({ serviceMs }: LiveResponse): number {
    const { clock } = this.#parts.target;
    return clock.kind === 'sandbox' ? 0 : 2_000 + clock.factor * (serviceMs + 5);
  }
}

/** A request with a key that the client derived, such as from a mnemonic, cannot be repeated. */
const holdsSecret = ({ body, raw = '' }: TraceRecord['request']): boolean =>
  (body !== undefined && JSON.stringify(body).includes(redacted)) || raw.includes(redacted);
