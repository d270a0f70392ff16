/** Runs of scenarios with their exact answers: in full where an outcome comes first, as a digest where it comes again. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { outcomeOf } from './outcomes.ts';
import type { Answered, Played } from './played.ts';

/** One scenario, or its name, and what it must be answered. */
export interface KeptRun<Source> {
  readonly source: Source;
  /** A line an answer: what was asked, status, headers and body, or a digest of them all. */
  readonly answers: readonly string[];
  readonly end: string;
}

/** Characters of an answer that is kept in full. */
const fullMax = 300;
/** Keys are kept as digests too. */
const secret = /sk_live_|mnemonic|server_seed"/;

const inFull = ({ asked, status, headers, body }: Answered): string =>
  `${asked} ${status} ${headers} ${body}`;

function inShort(answer: Answered): string {
  const digest = createHash('sha256').update(inFull(answer)).digest('hex');
  return `# ${answer.status} ${digest.slice(0, 10)}`;
}

/** The lines of a run; `seen` has the outcomes of earlier ones. */
function linesOf({ answers }: Played, seen: Set<string>): string[] {
  return answers.map((answer) => {
    const outcome = outcomeOf(answer);
    const isNew = !seen.has(outcome);
    seen.add(outcome);
    const full = inFull(answer);
    return isNew && full.length <= fullMax && !secret.test(full) ? full : inShort(answer);
  });
}

/** The lines of a run, each as long as the line that is kept in its place. */
export function linesLike({ answers }: Played, kept: readonly string[]): string[] {
  return answers.map((answer, index) =>
    kept[index]?.startsWith('# ') === true ? inShort(answer) : inFull(answer),
  );
}

/** Files of this folder. */
const placeOf = (file: string): URL => new URL(file, import.meta.url);

export const keptRuns = <Source>(file: string): readonly KeptRun<Source>[] =>
  JSON.parse(readFileSync(placeOf(file), 'utf8')) as KeptRun<Source>[];

/** A line for each scenario and each answer. */
export async function keep(
  file: string,
  runs: readonly { source: unknown; play: () => Promise<Played> }[],
): Promise<void> {
  const seen = new Set<string>();
  const texts: string[] = [];
  for (const { source, play } of runs) {
    const run = await play();
    const lines = linesOf(run, seen).map((line) => `\n  ${JSON.stringify(line)}`);
    texts.push(
      `{"source": ${JSON.stringify(source)},\n "end": "${run.end}",\n "answers": [${lines.join(',')}]}`,
    );
  }
  writeFileSync(placeOf(file), `[\n${texts.join(',\n')}\n]\n`);
}
