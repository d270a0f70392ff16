/**
 * The report of `orrery check` as one HTML file: each violated property with its smallest sequence and how to repeat
 * it.
 */
import type { Instant } from '../core/base/time.ts';
import type { SequenceStep } from '../simulation/scenario/result.ts';
import { clipped, counted, grouped } from './numbers.ts';
import { html, nameMarkup, nothing, type Markup } from './html/markup.ts';
import { page, type PageAssets } from './html/page.ts';
import { contents, sectionMarkup, type Section } from './html/section.ts';
import { sequenceMarkup } from './html/sequence.ts';
import { numbers, table, words } from './html/table.ts';

/** One violated property with its smallest scenario. */
export interface ReportedFinding {
  readonly property: string;
  /** The statement of the property. */
  readonly promise: string;
  readonly message: string;
  readonly atMs: Instant;
  readonly operations: number;
  readonly startMs: Instant;
  /** Every request of the scenario; empty if there are too many for a diagram. */
  readonly steps: readonly SequenceStep[];
  /** The command that runs the scenario. */
  readonly command: string;
  readonly yaml: string;
  readonly curl: string;
  readonly mermaid: string;
}

/** A finished check; `coverage` counts reached and possible targets by kind. */
export interface CheckReport {
  readonly findings: readonly ReportedFinding[];
  readonly seed: string;
  readonly runs: number;
  readonly operations: number;
  readonly properties: number;
  readonly coverage: Readonly<
    Record<string, { readonly reached: number; readonly total: number; readonly missing: readonly string[] }>
  >;
  readonly command: string;
}

/** Findings that have a section; those after it have a row, so that the page stays small enough to open. */
const shownMax = 100;

/** The findings of a check as one document. `script` is the bundle `plain`. */
export function checkHtml(report: CheckReport, { script }: PageAssets): string {
  const { findings } = report;
  const sections: Section[] = [
    ...findings.slice(0, shownMax).map(findingSection),
    ...laterFindings(findings),
    { id: 'coverage', title: 'What was reached', body: coverageBody(report) },
    {
      id: 'repeat',
      title: 'Repeat it',
      body: html`<pre><code>${clipped(report.command, 4_000)}</code></pre>`,
    },
  ];
  return page({
    title: `orrery check: ${counted(findings.length, 'finding')}`,
    body: html`<main>${head(report)}${contents(sections)}${sections.map(sectionMarkup)}</main>`,
    data: { charts: [] },
    script,
  });
}

function head({ findings, runs, operations, seed, properties }: CheckReport): Markup {
  const isHeld = findings.length === 0;
  const verdict = isHeld
    ? `All ${grouped(properties)} properties held.`
    : `${grouped(findings.length)} of ${grouped(properties)} properties did not hold.`;
  return html`<header class="top">
      <div class="title">
        <h1>orrery check</h1>
        <button type="button" id="theme" hidden>Dark theme</button>
      </div>
      <p class="about">
        ${counted(runs, 'generated scenario')}, ${counted(operations, 'request')}, seed ${nameMarkup(seed)}.
      </p>
    </header>
    <p class="verdict ${isHeld ? 'good' : 'bad'}">
      <span aria-hidden="true">${isHeld ? '✓' : '✗'}</span> <strong>${verdict}</strong>
    </p>`;
}

function findingSection(finding: ReportedFinding, index: number): Section {
  const { property, promise, message, operations, steps, startMs, atMs, command, yaml, curl, mermaid } =
    finding;
  const text = `${property}: ${message}`;
  const body = html`<p>Promised: ${promise}.</p>
    <p>Seen: <strong>${clipped(message, 2_000)}</strong></p>
    <p class="note">
      ${counted(operations, 'request')}; nothing can be left out without the failure going too.
    </p>
    ${
      steps.length === 0
        ? nothing
        : sequenceMarkup({
            name: property,
            steps,
            startMs,
            broken: { text, step: brokenStep(finding), atMs },
          })
    }
    <h3>Run it</h3>
    <pre><code>${command}</code></pre>
    <h3>The scenario</h3>
    <pre><code>${yaml}</code></pre>
    ${folded('The same calls with curl, against orrery serve', curl)}
    ${folded('The diagram for mermaid', mermaid)}`;
  return { id: `finding-${index + 1}`, title: property, body };
}

function laterFindings(findings: readonly ReportedFinding[]): Section[] {
  const later = findings.slice(shownMax);
  if (later.length === 0) return [];
  const rows = later.map(({ property, message, command }) => [
    property,
    clipped(message, 300),
    html`<code>${command}</code>`,
  ]);
  const caption = 'Their sequences stand in the scenarios that the commands run';
  return [
    {
      id: 'later',
      title: counted(later.length, 'more finding'),
      body: table({ caption, columns: words('Property', 'Seen', 'Run it'), rows }),
    },
  ];
}

const folded = (title: string, text: string): Markup =>
  html`<details>
    <summary>${title}</summary>
    <pre><code>${text}</code></pre>
  </details>`;

/**
 * The step that shows the violation: at that instant the last step of the operation in the message, otherwise the
 * last step.
 */
function brokenStep({ steps, atMs, message }: ReportedFinding): number {
  const isThen = (step: SequenceStep): boolean => step.atMs === atMs;
  const unanswered = steps.findLastIndex(({ status }) => status === 0);
  if (unanswered >= 0) return unanswered;
  const isNamed = ({ operation }: SequenceStep): boolean => operation !== '' && message.includes(operation);
  const named = steps.findLastIndex((step) => isThen(step) && isNamed(step));
  return named >= 0 ? named : steps.findLastIndex(isThen);
}

function coverageBody({ coverage }: CheckReport): Markup {
  const entries = Object.entries(coverage);
  const missing = entries.filter(([, each]) => each.missing.length > 0);
  return html`${table({
    caption: 'What there is to reach, and how much of it was',
    isCaptionHidden: true,
    columns: [...words('What'), ...numbers('Reached', 'Of')],
    rows: entries.map(([name, { reached, total }]) => [name, grouped(reached), grouped(total)]),
  })}
  ${missing.map(([name, each]) => folded(`${name} never reached: ${grouped(each.missing.length)}`, each.missing.join('\n')))}`;
}
