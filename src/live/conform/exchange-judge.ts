/** Compares the responses of target and model to one request, and says which differences need no explanation. */
import type { Instant } from '../../core/base/time.ts';
import type { Response } from '../../core/http/message.ts';
import type { RequestEffect } from '../../simulation/population/agent-effects.ts';
import type { Difference, Explanation } from '../traffic/compare/difference.ts';
import { isDrawn } from '../../platform/world/documented-fields.ts';
import { HeaderComparison } from '../traffic/compare/compare-headers.ts';
import { ExistingTotals } from '../traffic/compare/existing-totals.ts';
import { explainByTime, isMcpEnvelope, type ClockShift } from '../traffic/compare/explain.ts';
import { HiddenCounts } from '../traffic/compare/rules.ts';
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
  readonly live: LiveAnswer;
  readonly model: Response;
  readonly nowMs: Instant;
}

type JudgeOptions = Pick<LockStepOptions, 'driver' | 'ignored' | 'isNoise' | 'names' | 'rules'>;

/** Judges the exchanges of one run in their order. */
export class ExchangeJudge {
  /** What was not compared, or hidden by a rule. */
  readonly hidden = new HiddenCounts();
  readonly #ids: Correspondence;
  readonly #options: JudgeOptions;
  readonly #limits = new LimitEdges();
  readonly #totals = new ExistingTotals();
  readonly #headers = new HeaderComparison(false);

  constructor(ids: Correspondence, options: JudgeOptions) {
    this.#ids = ids;
    this.#options = options;
  }

  /** The differences, and the target's response in the model's ids. */
  judge(both: BothResponses): { differences: FoundDifference[]; seen: LiveAnswer } {
    const { n, call, agent, request, live, model, nowMs } = both;
    this.#limits.answered(agent, model.headers);
    const body = live.kind === 'answer' ? live.body : undefined;
    const { path, query, headers, body: own, rawBody } = request;
    const { expected, seen, reused } = this.#ids.answered({ n, path }, body, model.body);
    const inModelIds: LiveAnswer = live.kind === 'answer' ? { ...live, body: seen } : live;
    if (aboutItself.has(call)) return { differences: [], seen: inModelIds };
    const sent = JSON.stringify([path, query, headers, own, rawBody]);
    const found = [
      ...differencesOf({ live, model, expected }, this.#correlation(sent, path), this.#headersOf(agent)),
      ...(live.kind === 'answer' && live.status === model.status ? reused : []),
    ].filter(({ field }) => this.#options.ignored?.has(field) !== true);
    const explain = this.#explaining({ ...both, all: found, nowMs });
    const differences = found.map((difference) => ({ ...difference, explanation: explain(difference) }));
    return { differences, seen: inModelIds };
  }

  #headersOf(agent: number) {
    if (this.#options.names === undefined) return undefined;
    return (expected: Readonly<Record<string, string>>, head: string) =>
      this.#headers.differences(expected, head, agent);
  }

  #correlation(sent: string, path: string) {
    const { names, rules } = this.#options;
    const ids = this.#ids;
    return {
      ...ids.correlation(sent, path),
      hidden: (...[rule, field]: Parameters<HiddenCounts['add']>) => this.hidden.add(rule, field),
      ...(rules === undefined ? {} : { rules }),
      ...(names === undefined
        ? {}
        : {
            isExisting: (item: unknown) => !names.isOurs(JSON.stringify(item) ?? '') && !ids.isKnown(item),
          }),
    };
  }

  #explaining(
    both: BothResponses & { readonly all: readonly Difference[] },
  ): (difference: Difference) => Explanation | null {
    const { call, agent, request, live, nowMs, all } = both;
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
      if (isDrawn(call, difference.field) && difference.kind !== 'shape') return 'drawn';
      return this.#totals.explains({ call, request }, difference) ? 'existing' : null;
    };
  }
}

/** Calls whose responses describe the sandbox rather than the platform. */
const aboutItself: ReadonlySet<string> = new Set(['control/control/digest', 'control/control/policy']);
