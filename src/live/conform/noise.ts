/**
 * What a target answers differently when it is asked the same again, and what therefore says nothing of the model: the
 * requests of a run are repeated by agents with new names, and differences are held beside those of the first time.
 */
import { withTimesInWords } from './as-operation.ts';
import type { OperationSource } from '../../simulation/scenario/schema.ts';
import type { ScenarioSource } from '../../verification/check/source.ts';
import type { FinishedRun } from './causes.ts';
import type { Exchange, FoundDifference } from './exchange.ts';

export type IsNoise = (call: string, difference: { kind: string; field: string }) => boolean;

export class NoiseFinder {
  readonly #run: FinishedRun;
  readonly #noise = new Set<string>();

  constructor(run: FinishedRun) {
    this.#run = run;
  }

  /** The same requests, by agents that were not there before. */
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

  /** Fields in which the target does not repeat itself, the model being the same. */
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

/** What the target said in every field that differs from the model. */
function shownOf({ call, differences }: Exchange): Map<string, string> {
  return new Map(differences.map(({ kind, field, live }) => [JSON.stringify([call, kind, field]), live]));
}

/** Every agent id that was registered, with an ending of its own, wherever it stands. */
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
