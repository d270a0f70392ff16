/** The sections of a bench's page that no other page has. */
import type { BenchResult } from '../../live/traffic/bench/result.ts';
import { factList } from '../html/figures.ts';
import { html, type Markup } from '../html/markup.ts';
import type { Section } from '../html/section.ts';
import { numbers, table, words } from '../html/table.ts';
import { clipped, figure, grouped, rounded } from '../numbers.ts';

type Step = BenchResult['steps'][number];

/** What limited, as part of a sentence. */
export const limitWords: Readonly<Record<BenchResult['limitedBy'], string>> = {
  target: 'the target',
  ceiling: 'our ceiling',
  connections: 'our connections',
  budget: 'the budget',
  generator: 'this generator',
  rate: 'the rate asked for',
  stop: 'a signal',
};

/** A row for each step, in the order in which they were sent. */
export function stepsSection({ steps, measured }: BenchResult): Section | undefined {
  if (steps.length === 0) return undefined;
  const counted = new Set(measured?.steps);
  const rows = steps.map((step, index) => [
    `${index + 1}${counted.has(index) ? ' *' : ''}`,
    outcomeMarkup(step),
    rounded(step.offeredPerSecond),
    rounded(step.achievedPerSecond),
    ...[step.responseMs.p50, step.responseMs.p90, step.responseMs.p99].map(figure),
    grouped(step.failed),
    figure(step.sendLagP99Ms),
  ]);
  const columns = [
    ...words('Step', 'Outcome'),
    ...numbers('Offered/s', 'Answered/s', 'p50 ms', 'p90 ms', 'p99 ms', 'Failed', 'Send lag p99 ms'),
  ];
  const body = html`${table({ caption: 'Steps', isCaptionHidden: true, columns, rows })}
    <p class="note">
      ${
        counted.size === 0
          ? 'No step is counted in figures by operation.'
          : '* Counted in the figures by operation and in metrics.json. The charts have all steps. A void step measured this generator, not the target.'
      }
    </p>`;
  return { id: 'steps', title: 'Steps', body };
}

function outcomeMarkup({ holds, limitedBy, generatorPart, voidReason }: Step): Markup {
  if (holds) return html`<span class="mark good">✓ holds</span>`;
  if (limitedBy === null) return voidReason === null ? html`interrupted` : html`void: ${voidReason}`;
  if (limitedBy === 'generator') return html`void: ${generatorPart ?? limitWords.generator}`;
  return html`<span class="mark bad">✗ ${limitWords[limitedBy]}</span>`;
}

/** The call, and what else a reader has to know of it. */
export function setUpSection(result: BenchResult, command: string): Section {
  const { mix, requests, changedFromPerSecond = null, lowestBrokenPerSecond = null, notes = [] } = result;
  const facts: readonly (readonly [string, string])[] = [
    ...(mix === null ? [] : [['Mix', `${grouped(mix.reads)} different reads, ${(100 * mix.coveredShare).toFixed(1)}% of the requests of its source`] as const]),
    ...(requests === undefined ? [] : [
      ['Users', grouped(requests.users)] as const,
      ['Spent', `${grouped(requests.spent.requests)} requests, at most ${requests.spent.usdc} USDC, set-up included`] as const,
    ]),
    ...(changedFromPerSecond === null ? [] : [['Before the target changed', `${figure(changedFromPerSecond)} a second held`] as const]),
    ...(lowestBrokenPerSecond === null ? [] : [['Lowest broken', `${figure(lowestBrokenPerSecond)} a second`] as const]),
    ...notes.map((note) => ['Note', clipped(note, 600)] as const),
  ]; // prettier-ignore
  const body = html`<pre class="command"><code>${clipped(command, 4_000)}</code></pre>
    ${factList(facts)}`;
  return { id: 'setup', title: 'How it was measured', body };
}
