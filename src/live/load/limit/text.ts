/** The result of a search for the limit as text for the terminal. */
import type { LoadLimit, LoadLimitStep } from './result.ts';

/** One line for each step, and what was found. */
export function loadLimitText(result: LoadLimit): string {
  const { scenario, target, steps, spent } = result;
  const lines = [
    `${scenario} against ${target}: ${steps.length} steps, ${spent.requests} requests`,
    ...steps.map((step) => stepLine(step, result.searched)),
    foundLine(result),
  ];
  return `${lines.join('\n')}\n`;
}

/** One step in a line. */
export function stepLine(step: LoadLimitStep, searched: LoadLimit['searched']): string {
  const { level, holds, why, limitedBy, responseMs, answeredPerSecond } = step;
  const of = searched === 'agents' ? 'agents' : 'arrivals/s';
  const end = holds ? 'holds' : `BREAKS by ${limitedBy ?? 'target'}: ${why ?? ''}`;
  return `${figure(level).padStart(9)} ${of}  ${figure(answeredPerSecond).padStart(8)} requests/s  p50 ${figure(responseMs.p50)} p99 ${figure(responseMs.p99)} ms  ${end}`;
}

function foundLine({ highest, lowestBroken, limitedBy, searched }: LoadLimit): string {
  const of = searched === 'agents' ? 'agents' : 'arrivals a second';
  if (highest === null) return `limit       none found, ${limitWords[limitedBy]}`;
  const above = lowestBroken === null ? '' : `, ${figure(lowestBroken)} do not`;
  return `limit       ${figure(highest)} ${of} hold${above}; ${limitWords[limitedBy]}`;
}

const limitWords: Readonly<Record<LoadLimit['limitedBy'], string>> = {
  target: 'the limit is the target',
  ceiling: 'the limit is requestsPerSecond of the target file',
  connections: 'the limit is connections of the target file',
  budget: 'the limit is the budget',
  agents: 'the limit is agentsMax of the scenario',
  generator: 'the limit is this generator, not the target',
  worker: 'a worker was lost',
  level: 'the highest level that was asked for holds',
  stop: 'it was stopped',
};

const figure = (value: number): string =>
  value >= 1000 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
