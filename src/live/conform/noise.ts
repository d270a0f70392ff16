/**
 * Finds fields in which a target does not repeat itself, which say nothing about the model: agents with new names
 * repeat the requests of a run, and the differences of both runs are compared, request by request.
 */
import { formatInstant } from '../../core/base/time.ts';
import { withTimesInWords } from './written-operations.ts';
import type { Difference } from '../traffic/compare/difference.ts';
import { NoiseMask, noiseKeys } from '../traffic/compare/explain.ts';
import type { ScenarioSource } from '../../verification/check/source.ts';
import type { FinishedRun } from './causes.ts';
import type { Exchange, FoundDifference } from './exchange.ts';

/** True for a field of a call in which the target does not repeat itself. */
export type IsNoise = (call: string, difference: Difference) => boolean;

/** Finds the noise of one run: run `secondSource`, pass its exchanges to `masked`, then query. */
export class NoiseFinder {
  readonly #run: FinishedRun;
  /** Fields of calls, for runs that have other requests. */
  readonly #fields = new Set<string>();

  /** `run` is the first of the two. */
  constructor(run: FinishedRun) {
    this.#run = run;
  }

  /** The same requests as a scenario. */
  secondSource(): ScenarioSource {
    const { scenario, exchanges } = this.#run;
    return {
      name: `${scenario.name}-again`,
      seed: scenario.seed,
      start: formatInstant(scenario.startMs),
      for: `${scenario.forMs}ms`,
      operations: withTimesInWords(exchanges.map(({ operation }) => operation)),
    };
  }

  /** The exchanges of the first run with what the second one did not repeat as noise; what was the same both times stays. */
  masked(again: readonly Exchange[]): Exchange[] {
    const second = new Map(
      again.flatMap(({ n, differences }) => {
        const keys = noiseKeys(n, differences);
        return differences.map((each, index) => [keys[index] ?? '', each.live] as const);
      }),
    );
    const mask = new NoiseMask(second);
    return this.#run.exchanges.map((exchange) => {
      const { n, call, differences } = exchange;
      if (again[n]?.call !== call) return exchange;
      const keys = noiseKeys(n, differences);
      const marked = differences.map((each, index): FoundDifference => {
        if (each.explanation !== null || !mask.covers(keys[index] ?? '', each)) return each;
        this.#fields.add(fieldKey(call, each));
        return { ...each, explanation: 'noise' };
      });
      return { ...exchange, differences: marked };
    });
  }

  covers(call: string, difference: { kind: string; field: string }): boolean {
    return this.#fields.has(fieldKey(call, difference));
  }
}

const fieldKey = (call: string, { kind, field }: { kind: string; field: string }): string =>
  JSON.stringify([call, kind, field]);
