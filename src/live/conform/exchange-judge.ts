/** Compares the responses of target and model to one request, and says which differences need no explanation. */
import type { Instant } from '../../core/base/time.ts';
import type { Response } from '../../core/http/message.ts';
import type { RequestEffect } from '../../simulation/population/agent-effects.ts';
import type { Difference, Explanation } from '../traffic/compare/difference.ts';
import { isProse } from '../../platform/world/documented-fields.ts';
import { AccountPast, isClaim } from '../traffic/compare/account-past.ts';
import { HeaderComparison } from '../traffic/compare/compare-headers.ts';
import { DrawnValues } from '../traffic/compare/drawn.ts';
import { ExistingTotals } from '../traffic/compare/existing-totals.ts';
import { explainByTime, isMcpEnvelope, type ClockShift } from '../traffic/compare/explain.ts';
import { AnswerChoice } from '../traffic/compare/evidence.ts';
import { HiddenCounts } from '../traffic/compare/rules.ts';
import { shownAnswers, type ShownAnswers } from '../traffic/compare/shown-answer.ts';
import { differencesOf } from './compare-exchange.ts';
import type { Correspondence } from './correspondence.ts';
import type { FoundDifference } from './exchange.ts';
import { LimitEdges } from './explain-limits.ts';
import type { LiveAnswer } from './live-client.ts';
import type { LockStepOptions } from './lock-step-options.ts';

/** Both responses to request `n`; `nowMs` is the model's clock. */
export interface BothResponses {
  readonly n: number;
  readonly call: string;
  readonly agent: number;
  readonly request: RequestEffect;
  /** The requests whose responses it refers to. */
  readonly things: readonly number[];
  readonly live: LiveAnswer;
  readonly model: Response;
  readonly nowMs: Instant;
  /** True for a registration that was not sent: an account stands for it. */
  readonly isFromKeys: boolean;
  /** The registration of the account that the request acts for, if that existed before the run. */
  readonly account: number | undefined;
}

type JudgeOptions = Pick<LockStepOptions, 'driver' | 'ignored' | 'isNoise' | 'names' | 'rules' | 'learned'>;

/** Judges the exchanges of one run in their order. */
export class ExchangeJudge {
  /** What was not compared, or hidden by a rule. */
  readonly hidden = new HiddenCounts();
  readonly #choice = new AnswerChoice();
  readonly #ids: Correspondence;
  readonly #options: JudgeOptions;
  readonly #limits = new LimitEdges();
  readonly #totals = new ExistingTotals();
  readonly #headers = new HeaderComparison(false);
  readonly #past = new AccountPast();
  readonly #drawn = new DrawnValues();

  constructor(ids: Correspondence, options: JudgeOptions) {
    this.#ids = ids;
    this.#options = options;
  }

  /** The differences, the target's response in the model's ids, and both for a report where they are wanted. */
  judge(both: BothResponses): {
    differences: FoundDifference[];
    seen: LiveAnswer;
    answers?: ShownAnswers | undefined;
  } {
    const { n, call, agent, request, things, live, model } = both;
    const draw = { n, session: agent, call, request, things };
    this.#limits.answered(agent, model.headers);
    this.#past.note(model.headers);
    const body = live.kind === 'answer' ? live.body : undefined;
    const { path, query, headers, body: own, rawBody } = request;
    const { expected, seen, reused } = this.#ids.answered({ n, path, call }, body, model.body);
    const inModelIds: LiveAnswer = live.kind === 'answer' ? { ...live, body: seen } : live;
    if (!both.isFromKeys) this.#learn(both, seen);
    if (aboutItself.has(call) || both.isFromKeys) return { differences: [], seen: inModelIds };
    const sent = JSON.stringify([path, query, headers, own, rawBody]);
    const found = [
      ...differencesOf(
        { live, model, expected },
        { ...this.#correlation(sent, path, call), decided: this.#drawn.rowsOf(draw) },
        this.#headersOf(agent),
      ),
      ...(live.kind === 'answer' && live.status === model.status ? reused : []),
    ].filter(({ field }) => this.#options.ignored?.has(field) !== true);
    if (live.kind === 'answer') this.#drawn.note({ ...draw, recorded: model, live }, found);
    if (both.account !== undefined && live.kind === 'answer')
      this.#past.claimed(both.account, call, { expected: model, live });
    const explain = this.#explaining({ ...both, all: found });
    const differences = found.map((difference) => ({ ...difference, explanation: explain(difference) }));
    return { differences, seen: inModelIds, answers: this.#answers(both, differences, seen) };
  }

  /** Both responses without secrets, for the first few of each unexplained difference. */
  #answers(
    { call, live, model, request }: BothResponses,
    differences: readonly FoundDifference[],
    seen: unknown,
  ): ShownAnswers | undefined {
    const open = differences.filter(({ explanation }) => explanation === null);
    if (live.kind === 'failed' || !this.#choice.isWanted(call, open)) return undefined;
    const { secrets } = this.#ids;
    return shownAnswers(
      { status: model.status, body: secrets.clean(model.body, '', request.path) },
      { status: live.status, body: secrets.clean(seen, '', request.path) },
      open,
    );
  }

  #learn({ call, agent, live, model }: BothResponses, seen: unknown): void {
    const isSuccess = live.kind === 'answer' && live.status === model.status && live.status < 300;
    if (!isSuccess) return;
    const toleranceMs = this.#options.driver.toleranceMs(live);
    this.#options.learned?.add(call, {
      ours: model.body,
      theirs: seen,
      toleranceMs,
      session: agent,
      isSecret: (name) => this.#ids.secrets.text(name) !== name,
    });
  }

  #headersOf(agent: number) {
    if (this.#options.names === undefined) return undefined;
    return (expected: Readonly<Record<string, string>>, head: string) =>
      this.#headers.differences(expected, head, agent);
  }

  #correlation(sent: string, path: string, call: string) {
    const { names, rules } = this.#options;
    const ids = this.#ids;
    return {
      ...ids.correlation(sent, path),
      hidden: (...[rule, field]: Parameters<HiddenCounts['add']>) => this.hidden.add(rule, field),
      ...(rules === undefined ? {} : { rules }),
      ...(names === undefined
        ? {}
        : {
            isProse: (field: string) => isProse(call, field),
            isExisting: (item: unknown) => !names.isOurs(item) && !ids.isKnown(item),
          }),
    };
  }

  #explaining(
    both: BothResponses & { readonly all: readonly Difference[] },
  ): (difference: Difference) => Explanation | null {
    const { n, call, agent, request, things, live, nowMs, all, account } = both;
    const { driver, isNoise, names } = this.#options;
    const saidMs = driver.answeredAtMs(live);
    const shift: ClockShift = {
      shiftMs: saidMs === undefined ? undefined : saidMs - nowMs,
      toleranceMs: driver.toleranceMs(live),
    };
    return (difference) => {
      if (isNoise?.(call, difference) === true) return 'noise';
      if (isMcpEnvelope(request.path, difference)) return 'protocol';
      if (names === undefined)
        return this.#limits.explain(difference, { agent, all, shift }) ?? explainByTime(difference, shift);
      const byTime = difference.field.startsWith('header ') ? null : explainByTime(difference, shift);
      if (byTime !== null) return byTime;
      if (this.#drawn.explains(agent, call, difference)) {
        this.#past.decided(account, difference);
        return 'drawn';
      }
      if (difference.kind === 'unsent' && this.#drawn.isLost({ n, call, things, touched: [agent] }))
        return 'drawn';
      const isPast =
        account !== undefined &&
        this.#past.explains(account, call, this.#drawn.withoutPayouts(agent, difference));
      if (isPast && difference.kind === 'status' && !isClaim(call) && live.kind === 'answer')
        this.#drawn.part({ n, session: agent, call, request, things }, live.status);
      return isPast || this.#totals.explains({ call, request }, difference) ? 'existing' : null;
    };
  }
}

/** Calls whose responses describe the sandbox rather than the platform. */
const aboutItself: ReadonlySet<string> = new Set(['control/control/digest', 'control/control/policy']);
