/** Chooses few short scenarios in which all outcomes come up that many scenarios have. */
import { scenariosFrom } from '../../../../src/verification/check/campaign.ts';
import type { ScenarioSource } from '../../../../src/verification/check/source.ts';
import { outcomeOf } from './outcomes.ts';
import { played } from './played.ts';

/** Characters of a scenario, answers and milliseconds of a run: what is chosen is kept and runs with every test. */
const textMax = 9_000;
const answersMax = 120;
const durationMsMax = 60;

interface Candidate {
  readonly source: ScenarioSource;
  readonly outcomes: ReadonlySet<string>;
  readonly cost: number;
}

async function candidateOf(source: ScenarioSource): Promise<Candidate | undefined> {
  const textLength = JSON.stringify(source).length;
  if (source.population !== undefined || textLength > textMax) return undefined;
  const startMs = performance.now();
  const { answers } = await played(source);
  const durationMs = performance.now() - startMs;
  if (answers.length > answersMax || durationMs > durationMsMax) return undefined;
  return { source, outcomes: new Set(answers.map(outcomeOf)), cost: 10 + durationMs + textLength / 200 };
}

/** How much new a scenario has, for what it costs. */
const worthOf = ({ outcomes, cost }: Candidate, seen: ReadonlySet<string>): number =>
  [...outcomes].filter((outcome) => !seen.has(outcome)).length / cost;

/** The best of `among` scenarios, one after the other, each for what those before it lack. */
export async function chosen(
  seed: string,
  { among, count, log }: { among: number; count: number; log: (line: string) => void },
): Promise<ScenarioSource[]> {
  const candidates: Candidate[] = [];
  for (const { expect: _, ...source } of scenariosFrom(seed, { first: 1, count: among })) {
    const candidate = await candidateOf(source);
    if (candidate !== undefined) candidates.push(candidate);
  }
  const seen = new Set<string>();
  const sources: ScenarioSource[] = [];
  let cost = 0;
  while (sources.length < count) {
    const best = candidates.reduce((one, other) =>
      worthOf(other, seen) > worthOf(one, seen) ? other : one,
    );
    const before = seen.size;
    for (const outcome of best.outcomes) seen.add(outcome);
    if (seen.size === before) break;
    cost += best.cost;
    sources.push(best.source);
    log(`${sources.length} scenarios, cost ${cost.toFixed(0)}, ${seen.size} outcomes, ${seen.size - before} new`);
  }
  return sources;
}
