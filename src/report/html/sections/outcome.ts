/** Expectations, findings, and the checks of behaviours. */
import { parseInstant } from '../../../core/base/time.ts';
import type {
  BehaviourCheckResult,
  ExpectationResult,
  RunResult,
} from '../../../simulation/scenario/result.ts';
import { clipped, counted, grouped, groupedUsdc, measured, percent } from '../../numbers.ts';
import { sequenceMarkup } from '../sequence.ts';
import { codeMarkup, html, nameMarkup, nothing, type Markup } from '../markup.ts';
import { numbers, table, words } from '../table.ts';
import type { Section } from '../section.ts';

/** Findings listed on the page; a faulty behaviour can produce thousands. */
const findingMax = 100;

const mark = (ok: boolean): Markup =>
  ok ? html`<span class="mark good">✓ held</span>` : html`<span class="mark bad">✗ failed</span>`;

/** Failed expectations come first. */
export function expectationsSection(expectations: readonly ExpectationResult[]): Section | undefined {
  if (expectations.length === 0) return undefined;
  const ordered = [...expectations.filter(({ ok }) => !ok), ...expectations.filter(({ ok }) => ok)];
  const rows = ordered.map(({ metric, threshold, value, ok }) => [
    mark(ok),
    html`${codeMarkup(metric)} ${codeMarkup(threshold)}`,
    measuredCell(metric, value),
  ]);
  const columns = [...words('Outcome', 'Expected'), ...numbers('Measured')];
  const body = table({ caption: 'Expectations', isCaptionHidden: true, columns, rows });
  return { id: 'expectations', title: 'Expectations', body };
}

/** Amounts in micro-USDC are hard to read, so they are also given in USDC. */
function measuredCell(metric: string, value: number | null): Markup {
  const isAmount = /_micros(?:\{|$)/.test(metric) && value !== null && Number.isSafeInteger(value);
  return isAmount
    ? html`${measured(value)} <small>(${groupedUsdc(value)} USDC)</small>`
    : html`${measured(value)}`;
}

/** Each finding with the requests before it, if they are known. */
export function findingsSection(result: RunResult): Section | undefined {
  const { findings } = result.summary;
  if (findings.length === 0) return undefined;
  const items = findings.slice(0, findingMax).map(
    ({ kind, agent, behaviour, at, message }, index) =>
      html`<li>
        <p>
          <strong>${nameMarkup(agent)}</strong> (${nameMarkup(behaviour)}) at <time>${clipped(at, 40)}</time>,
          ${nameMarkup(kind)}
        </p>
        <pre>${clipped(message, 2_000)}</pre>
        ${sequenceOf(result, index)}
      </li> `,
  );
  const rest = findings.length - findingMax;
  const note =
    rest > 0 ? html`<p class="note">and ${counted(rest, 'finding')} more, in summary.json</p>` : nothing;
  return {
    id: 'findings',
    title: 'Findings',
    body: html`<ol class="findings">
        ${items}
      </ol>
      ${note}`,
  };
}

function sequenceOf({ sequences, timeline, summary }: RunResult, index: number): Markup {
  const steps = sequences[index] ?? [];
  const { at = '', message = '' } = summary.findings[index] ?? {};
  const atMs = parseInstant(at) ?? steps.at(-1)?.atMs ?? 0;
  return sequenceMarkup({
    name: `finding ${index + 1}`,
    steps: steps.filter((step) => !(step.atMs > atMs)),
    startMs: timeline.startMs,
    broken: { text: message, step: -1, atMs },
  });
}

/** Checks that held are listed openly up to this number, otherwise folded. */
const openCheckMax = 20;

/** The checks of behaviours, failed ones always visible; undefined without checks. */
export function checksSection(checks: readonly BehaviourCheckResult[]): Section | undefined {
  if (checks.length === 0) return undefined;
  const failed = checks.filter((check) => check.failed > 0);
  const held = checks.filter((check) => check.failed === 0);
  const open = held.length > openCheckMax ? failed : [...failed, ...held];
  const caption = 'What behaviours checked on the way';
  const folded =
    open.length === checks.length
      ? nothing
      : html`<details>
          <summary>${counted(held.length, 'check')} held every time</summary>
          ${checksTable('Checks that held every time', held)}
        </details>`;
  const body = html`${open.length === 0 ? html`<p>No check failed.</p>` : checksTable(caption, open)}${folded}`;
  return { id: 'checks', title: 'Checks', body };
}

function checksTable(caption: string, checks: readonly BehaviourCheckResult[]): Markup {
  const rows = checks.map(({ name, passed, failed }) => [
    mark(failed === 0),
    nameMarkup(name),
    grouped(passed),
    grouped(failed),
    percent(passed, passed + failed),
  ]);
  const columns = [...words('Outcome', 'Check'), ...numbers('Passed', 'Failed', 'Share passed')];
  return table({ caption, columns, rows });
}
