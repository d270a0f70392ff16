/** Chooses few short scenarios in which all outcomes come up that many scenarios have. */
import { scenariosFrom } from '../../../../src/verification/check/campaign.ts';
import { services } from '../../../../src/verification/check/service-path.ts';
import type { ScenarioSource } from '../../../../src/verification/check/source.ts';
import { outcomeOf, readingsOf } from './outcomes.ts';
import { played } from './played.ts';

/** Characters of a scenario, answers and milliseconds of a run: what is chosen is kept and runs with every test. */
const textMax = 7_000;
const answersMax = 120;
const durationMsMax = 60;

interface Candidate {
  readonly source: ScenarioSource;
  readonly outcomes: ReadonlySet<string>;
  /** The same calls and statuses under readings that are not the usual ones. */
  readonly readings: ReadonlySet<string>;
  readonly cost: number;
}

async function candidateOf(source: ScenarioSource): Promise<Candidate | undefined> {
  const textLength = JSON.stringify(source).length;
  if (source.population !== undefined || textLength > textMax) return undefined;
  const startMs = performance.now();
  const { answers } = await played(source);
  const durationMs = performance.now() - startMs;
  if (answers.length > answersMax || durationMs > durationMsMax) return undefined;
  return {
    source,
    outcomes: new Set(answers.map(outcomeOf)),
    readings: new Set(answers.flatMap((answer) => readingsOf(source.policies ?? {}, answer))),
    cost: 10 + durationMs + textLength / 100,
  };
}

/** How much less a call under another reading counts than a new outcome. */
const readingWeight = 0.3;

/** How much new a scenario has, for what it costs. */
function worthOf({ outcomes, readings, cost }: Candidate, seen: ReadonlySet<string>): number {
  const newIn = (keys: ReadonlySet<string>): number => [...keys].filter((key) => !seen.has(key)).length;
  return (newIn(outcomes) + readingWeight * newIn(readings)) / cost;
}

/** The best of `among` scenarios of any kind and as many about each service, one after the other, each for what those before it lack. */
export async function chosen(
  seed: string,
  { among, count, log }: { among: number; count: number; log: (line: string) => void },
): Promise<ScenarioSource[]> {
  const candidates: Candidate[] = [];
  for (const service of [undefined, ...services])
    for (const { expect: _, ...source } of scenariosFrom(seed, { first: 1, count: among, service })) {
      const candidate = await candidateOf(source);
      if (candidate !== undefined) candidates.push(candidate);
    }
  const seen = new Set<string>();
  const sources: ScenarioSource[] = [];
  let cost = 0;
  while (sources.length < count) {
    const best = candidates.reduce((one, other) => (worthOf(other, seen) > worthOf(one, seen) ? other : one));
    const before = seen.size;
    for (const key of [...best.outcomes, ...best.readings]) seen.add(key);
    if (seen.size === before) break;
    cost += best.cost;
    sources.push(best.source);
    log(
      `${sources.length} scenarios, cost ${cost.toFixed(0)}, ${seen.size} outcomes and readings, ${seen.size - before} new`,
    );
  }
  return sources;
}
