/** The sections of a load's page that no other page has. */
import type { LoadResult } from '../../live/load/result-schema.ts';
import { factList } from '../html/figures.ts';
import { html, nameMarkup, nothing } from '../html/markup.ts';
import type { Section } from '../html/section.ts';
import { numbers, table, words } from '../html/table.ts';
import { clipped, counted, figure, grouped } from '../numbers.ts';

const shown = 100;

/** Behaviours that broke; undefined without any. */
export function findingsSection({ findings, findingCount }: LoadResult): Section | undefined {
  if (findings.length === 0) return undefined;
  const rest = findingCount - findings.length;
  const body = html`<ol class="findings">
      ${findings.slice(0, shown).map(
        ({ agent, behaviour, at, message }) =>
          html`<li>
            <p><strong>${nameMarkup(agent)}</strong> (${nameMarkup(behaviour)}) at <time>${at}</time></p>
            <pre>${clipped(message, 2_000)}</pre>
          </li>`,
      )}
    </ol>
    ${rest > 0 ? html`<p class="note">and ${counted(rest, 'finding')} more</p>` : nothing}`;
  return { id: 'findings', title: 'Findings', body };
}

/** The stages; undefined where the population arrives as the scenario says. */
export function stagesSection({ shape, stages }: LoadResult): Section | undefined {
  if (shape === null) return undefined;
  const what = shape.endsWith('-arrival-rate') ? 'Arrivals a second' : 'Agents';
  const rows = stages.map(({ seconds, to }, index) => [String(index + 1), figure(seconds), figure(to)]);
  const columns = [...words('Stage'), ...numbers('Seconds', what)];
  return { id: 'stages', title: 'Stages', body: table({ caption: shape, columns, rows }) };
}

/** The call, and what else a reader has to know of it. */
export function setUpSection(result: LoadResult, command: string): Section {
  const {
    seed,
    namespace,
    connections,
    requests,
    spent,
    generatorLagMs,
    notJudged,
    workers,
    notes = [],
  } = result;
  const facts: readonly (readonly [string, string])[] = [
    ['Seed', clipped(seed, 60)],
    ['Namespace', namespace],
    ['Connections', grouped(connections)],
    ['Retries', grouped(requests.retries)],
    ['Not sent', grouped(requests.withheld + requests.unsendable + requests.unlisted)],
    ['Unfinished', grouped(requests.unfinished)],
    ['Spent', `${grouped(spent.requests)} requests, at most ${spent.usdc} USDC where the budget bounds money`],
    ['Send lag', `p50 ${figure(generatorLagMs.p50)} ms, p99 ${figure(generatorLagMs.p99)} ms: how late this generator was`],
    ['Workers', grouped(workers.length)],
    ...workers.flatMap(({ worker, lost, seconds, agentsLost = 0, arrivalsLost }): [string, string][] =>
      lost === null ? [] : [[`Worker ${worker}`, `${lost}; its requests count up to ${figure(seconds)} s; ${counted(agentsLost, 'agent')} that acted${arrivalsLost === undefined ? '' : ` and ${counted(arrivalsLost, 'arrival')}`} are missing`]],
    ),
    ...(notJudged.length === 0 ? [] : [['Not judged', clipped(notJudged.join(', '), 600)] as const]),
    ...notes.map((note) => ['Note', clipped(note, 600)] as const),
  ]; // prettier-ignore
  const body = html`<pre class="command"><code>${clipped(command, 4_000)}</code></pre>
    ${factList(facts)}`;
  return { id: 'setup', title: 'How it was measured', body };
}
