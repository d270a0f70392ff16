/** Traffic of the services that a foreign deployment has: generated sequences without anything else. */
import type { ScenarioSource } from '../../src/verification/check/source.ts';
import { generatedSource } from '../../src/live/conform/generated.ts';
import { labelsIn } from '../../src/simulation/population/script.ts';
import type { OperationSource } from '../../src/simulation/scenario/schema.ts';

/** How long after the last request the next one is due, in milliseconds. */
const everyMs = 40;

/**
 * A scenario of listed requests from several generated sequences, with agents of their own each. Requests to other
 * services are left out, and what refers to them.
 */
export function trafficOf(
  seed: string,
  runs: readonly number[],
  prefixes: readonly string[],
): ScenarioSource {
  const operations = runs.flatMap((run) =>
    onlyOf(generatedSource(seed, run).operations ?? [], prefixes, run),
  );
  return {
    name: 'foreign-traffic',
    seed,
    for: `${operations.length * everyMs + 1_000}ms`,
    operations: operations.map((operation, index) => ({ ...operation, at: `${index * everyMs}ms` })),
  };
}

function onlyOf(
  operations: readonly OperationSource[],
  prefixes: readonly string[],
  run: number,
): OperationSource[] {
  const kept: OperationSource[] = [];
  const labels = new Set<string>();
  for (const operation of operations) {
    const path = operation.do.slice(operation.do.indexOf(' ') + 1);
    const isOurs = prefixes.some((prefix) => path.startsWith(prefix));
    if (!isOurs || ![...labelsIn(operation)].every((label) => labels.has(label))) continue;
    if (operation.as !== undefined) labels.add(operation.as);
    kept.push(operation);
  }
  return kept.map((operation) => renamed(operation, run));
}

/** The agents of several sequences have the same names: each gets the number of its sequence. */
function renamed(operation: OperationSource, run: number): OperationSource {
  const named = JSON.stringify(operation)
    .replaceAll(/\b(alice|bob|carol|dave)\b/g, (name) => `${name}-${run}`)
    .replaceAll(/\$\{([\w-]+):/g, (_whole, label: string) => `\${${label}r${run}:`);
  const { as, ...rest } = JSON.parse(named) as OperationSource;
  return { ...rest, ...(as === undefined ? {} : { as: `${as}r${run}` }) };
}
