/** A run as a short page in Markdown, for the summary of a CI job or a comment: the verdict, what failed first, the figures. */
import { formatDuration } from '../core/base/time.ts';
import type { ExpectationResult, FindingResult, RunResult } from '../simulation/scenario/result.ts';
import { clipped, grouped, groupedUsdc, measured } from './numbers.ts';
import { verdictLine } from './story.ts';
import { moneyMoved } from './turnover.ts';

const expectationMax = 50;
const findingMax = 20;

/** The page; `command` repeats the run, `report` is its folder. */
export function summaryMarkdown(
  result: RunResult,
  { command, report }: { readonly command: string; readonly report: string },
): string {
  const { summary } = result;
  const { scenario, seed, profile, expectations, findings, ok } = summary;
  return [
    `## ${ok ? '✅' : '❌'} ${marked(scenario)}`,
    '',
    `**${marked(verdictLine(result))}** Seed ${marked(seed)}, profile ${profile}.`,
    '',
    ...findingLines(findings),
    ...expectationLines(expectations),
    ...figureLines(result),
    '<details><summary>Repeat this run</summary>',
    '',
    ...fenced(command),
    '',
    '</details>',
    '',
    `Report: ${code(report)}`,
    '',
  ].join('\n');
}

/** Failed ones first, so that they are never left out. */
function expectationLines(expectations: readonly ExpectationResult[]): readonly string[] {
  if (expectations.length === 0) return [];
  const ordered = [...expectations.filter(({ ok }) => !ok), ...expectations.filter(({ ok }) => ok)];
  const rows = ordered
    .slice(0, expectationMax)
    .map(
      ({ metric, threshold, value, ok }) =>
        `| ${ok ? '✅' : '❌'} | ${code(metric)} | ${code(threshold)} | ${measured(value)} |`,
    );
  const head = ['| | expectation | threshold | value |', '| --- | --- | --- | ---: |'];
  return [...head, ...rows, '', ...more(ordered.length - expectationMax, 'expectations')];
}

function findingLines(findings: readonly FindingResult[]): readonly string[] {
  if (findings.length === 0) return [];
  const rows = findings
    .slice(0, findingMax)
    .map(
      ({ agent, behaviour, at, message }) =>
        `- ❌ ${code(agent)} (${marked(behaviour)}) at ${at}: ${marked(clipped(message, 300))}`,
    );
  return [...rows, '', ...more(findings.length - findingMax, 'findings')];
}

function figureLines({ summary, flows }: RunResult): readonly string[] {
  const { agents, requests, events, virtual, ledger, wallSeconds, digest } = summary;
  return [
    '| agents | requests | events | virtual time | money moved | wall time |',
    '| ---: | ---: | ---: | ---: | ---: | ---: |',
    `| ${grouped(agents)} | ${grouped(requests)} | ${grouped(events)} | ${formatDuration(virtual.seconds * 1000)} | ${groupedUsdc(moneyMoved(flows).micros)} USDC | ${wallSeconds.toFixed(2)} s |`,
    '',
    `Digest ${code(digest)}, ledger drift ${groupedUsdc(ledger.driftMicros)} USDC.`,
    '',
  ];
}

const more = (count: number, what: string): readonly string[] =>
  count > 0 ? [`${grouped(count)} more ${what} are in the report.`, ''] : [];

const oneLine = (text: string): string => text.replaceAll(/\s+|\p{Cc}|\p{Cf}/gu, ' ');

/** Text of a scenario or an agent: nothing of it is Markdown or HTML. */
const marked = (text: string): string =>
  oneLine(text).replaceAll(/[\\`*_{}[\]()#+!|<>&~@-]/g, (mark) => `&#${mark.codePointAt(0)};`);

/** A code span; a vertical bar would end the cell of a table. */
const code = (text: string): string => `<code>${marked(text)}</code>`;

function fenced(text: string): readonly string[] {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return [`${fence}sh`, oneLine(text), fence];
}
