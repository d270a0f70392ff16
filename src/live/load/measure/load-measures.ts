/**
 * Everything that a load measures. One worker adds to it; the measures of several workers, or of one worker second by
 * second, are merged.
 */
import type { Expectation } from '../../../simulation/scenario/expectation.ts';
import { decoded, encoded, newHistogram, recordMs, type Histogram } from '../../traffic/measure/histogram.ts';
import { selectedTallies, tagsOf, type AgentOutcome, type SelectedTally } from './selected.ts';
import { CallTallies, type PlainTallies } from '../../traffic/measure/call-tallies.ts';
import type { PlainTally } from '../../traffic/measure/tally.ts';

/** Why a request was sent later than due: no free connection, the target file's ceiling, or the generator itself. */
export const delayReasons = ['connection', 'ceiling', 'generator'] as const;
/** One of `delayReasons`. */
export type DelayReason = (typeof delayReasons)[number];

/** Numbers that only grow. */
export const countNames = [
  // Requests that were due.
  'offered',
  'sent',
  // Requests that an agent sent again after a 429, a 500, a 503 or a time-out.
  'retries',
  // Requests without a response when the load ended.
  'unfinished',
  // Agents that began.
  'arrivals',
  // Arrivals that found too many agents acting.
  'dropped',
  // Agents whose behaviour came to its end.
  'ended',
  // Requests that were not sent, because of the budget or because HTTP cannot carry them.
  'withheld',
  'unsendable',
  // Requests to services that the target file does not list.
  'unlisted',
  'findings',
] as const;
/** One of `countNames`. */
export type CountName = (typeof countNames)[number];

/** Passed and failed evaluations of one check. */
export interface CheckCount {
  readonly name: string;
  readonly behaviour: string;
  passed: number;
  failed: number;
}

/** LoadMeasures as data that another process can be sent. */
export interface PlainMeasures extends PlainTallies {
  readonly counts: Readonly<Record<CountName, number>>;
  readonly selected: readonly PlainTally[];
  readonly checks: readonly CheckCount[];
  readonly delays: Readonly<Record<DelayReason, string>>;
}

const checksMax = 1_000;

/** The measures of one worker or of all. `expectations` are those of the scenario, in order. */
export class LoadMeasures extends CallTallies {
  readonly counts: Record<CountName, number> = noCounts();
  /** One tally for each selector of the expectations. */
  readonly selected: readonly SelectedTally[];
  readonly checks = new Map<string, CheckCount>();
  readonly delays: Readonly<Record<DelayReason, Histogram>> = {
    connection: newHistogram(),
    ceiling: newHistogram(),
    generator: newHistogram(),
  };

  constructor(expectations: readonly Expectation[]) {
    super();
    this.selected = selectedTallies(expectations);
  }

  override add(outcome: AgentOutcome): void {
    super.add(outcome);
    if (this.selected.length === 0) return;
    const tags = tagsOf(outcome);
    for (const selected of this.selected) if (selected.matches(tags)) selected.tally.add(outcome);
  }

  check(name: string, behaviour: string, holds: boolean): void {
    const key = JSON.stringify([name, behaviour]);
    let found = this.checks.get(key);
    if (found === undefined) {
      if (this.checks.size >= checksMax) return;
      this.checks.set(key, (found = { name, behaviour, passed: 0, failed: 0 }));
    }
    if (holds) found.passed += 1;
    else found.failed += 1;
  }

  delayed(reason: DelayReason, ms: number): void {
    recordMs(this.delays[reason], ms);
  }

  /** Adds measures of the same expectations. */
  override merge(other: PlainMeasures): void {
    super.merge(other);
    for (const name of countNames) this.counts[name] += other.counts[name];
    for (const [index, tally] of other.selected.entries()) this.selected[index]?.tally.merge(tally);
    for (const check of other.checks) this.#mergeCheck(check);
    for (const reason of delayReasons) this.delays[reason].add(decoded(other.delays[reason]));
  }

  override plain(): PlainMeasures {
    return {
      counts: { ...this.counts },
      ...super.plain(),
      selected: this.selected.map(({ tally }) => tally.plain()),
      checks: [...this.checks.values()].map((check) => ({ ...check })),
      delays: {
        connection: encoded(this.delays.connection),
        ceiling: encoded(this.delays.ceiling),
        generator: encoded(this.delays.generator),
      },
    };
  }

  #mergeCheck({ name, behaviour, passed, failed }: CheckCount): void {
    const key = JSON.stringify([name, behaviour]);
    const found = this.checks.get(key);
    if (found === undefined) this.checks.set(key, { name, behaviour, passed, failed });
    else {
      found.passed += passed;
      found.failed += failed;
    }
  }
}

/** All counts at 0. */
export const noCounts = (): Record<CountName, number> =>
  Object.fromEntries(countNames.map((name) => [name, 0])) as Record<CountName, number>;
