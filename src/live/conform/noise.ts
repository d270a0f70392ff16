/**
 * Finds fields in which a target does not repeat itself, which say nothing about the model: agents with new names
 * repeat the requests of a run, and the differences of both runs are compared.
 */
import { withTimesInWords } from './as-operation.ts';
import type { OperationSource } from '../../simulation/scenario/schema.ts';
import type { ScenarioSource } from '../../verification/check/source.ts';
import type { FinishedRun } from './causes.ts';
import type { Exchange, FoundDifference } from './exchange.ts';

/** True for a field of a call in which the target does not repeat itself. */
export type IsNoise = (call: string, difference: { kind: string; field: string }) => boolean;

/** Finds the noise of one run: run `secondSource`, pass its exchanges to `compare`, then query. */
export class NoiseFinder {
  readonly #run: FinishedRun;
  readonly #noise = new Set<string>();

  constructor(run: FinishedRun) {
    this.#run = run;
  }

  /** The same requests as a scenario with new agent names. */
  secondSource(): ScenarioSource {
    const { scenario, exchanges } = this.#run;
    const operations = exchanges.map(({ operation }) => operation);
    return {
      name: `${scenario.name}-again`,
      seed: scenario.seed,
      for: `${scenario.forMs}ms`,
      operations: withTimesInWords(renamed(operations)),
    };
  }

  /** Adds the fields in which the second run differs from the first. */
  compare(again: readonly Exchange[]): void {
    for (const [n, first] of this.#run.exchanges.entries()) {
      const second = again[n];
      if (second === undefined || second.call !== first.call) continue;
      const [one, other] = [shownOf(first), shownOf(second)];
      for (const key of new Set([...one.keys(), ...other.keys()])) {
        if (one.get(key) !== other.get(key)) this.#noise.add(key);
      }
    }
  }

  covers(call: string, { kind, field }: { kind: string; field: string }): boolean {
    return this.#noise.has(JSON.stringify([call, kind, field]));
  }

  masked(exchanges: readonly Exchange[]): Exchange[] {
    return exchanges.map((exchange) => ({
      ...exchange,
      differences: exchange.differences.map((each): FoundDifference =>
        each.explanation === null && this.covers(exchange.call, each)
          ? { ...each, explanation: 'noise' }
          : each,
      ),
    }));
  }
}

/** The target's value of every field that differs from the model. */
function shownOf({ call, differences }: Exchange): Map<string, string> {
  return new Map(differences.map(({ kind, field, live }) => [JSON.stringify([call, kind, field]), live]));
}

/** Gives every registered agent id a suffix, wherever it occurs. */
function renamed(operations: readonly OperationSource[]): OperationSource[] {
  const names = operations
    .map(({ body }) => (body as { agent_id?: unknown } | null | undefined)?.agent_id)
    .filter((name): name is string => typeof name === 'string' && name.length > 2)
    .toSorted((one, other) => other.length - one.length);
  if (names.length === 0) return [...operations];
  const pattern = new RegExp(`(?<![\\w-])(?:${names.map(escaped).join('|')})(?![\\w-])`, 'g');
  return operations.map(
    ({ by, ...rest }) =>
      ({
        ...(JSON.parse(
          JSON.stringify(rest).replaceAll(pattern, (name) => `${name.slice(0, 61)}-2`),
        ) as object),
        by,
      }) as OperationSource,
  );
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
