/** A run on one screen of a terminal: at most 25 lines of at most 100 columns. */
import { formatDuration } from '../base/time.ts';
import type { ExpectationResult, FindingResult, RunResult } from '../scenario/result.ts';
import { answerClasses, answersByClass, rankedTotals } from './answers.ts';
import { clipped, grouped, groupedUsdc, measured, percent, sum } from './numbers.ts';
import { runSpeed } from './speed.ts';
import { verdictLine } from './story.ts';
import { moneyMoved } from './turnover.ts';

const columnMax = 100;
const expectationMax = 9;
const findingMax = 5;

type Paint = (style: 'bold' | 'dim' | 'green' | 'red', text: string) => string;

const styleCodes = { bold: 1, dim: 2, green: 32, red: 31 } as const;
const painted: Paint = (style, text) => `\u001b[${styleCodes[style]}m${text}\u001b[0m`;
const plain: Paint = (_, text) => text;

/** The summary with a line end after every line. Colours only where asked for. */
export function summaryText(result: RunResult, options: { readonly color: boolean }): string {
  const paint = options.color ? painted : plain;
  const { summary } = result;
  const lines = [
    paint('bold', fit(`${summary.scenario}  seed ${summary.seed}  profile ${summary.profile}`)),
    ...figures(result).map(([label, text]) => `${paint('dim', label.padEnd(9))}${fit(text, columnMax - 9)}`),
    ...expectationLines(summary.expectations, paint),
    ...findingLines(summary.findings, paint),
    paint(summary.ok ? 'green' : 'red', fit(verdictLine(result))),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function figures(result: RunResult): readonly (readonly [string, string])[] {
  const { summary, flows } = result;
  const { virtual, ledger } = summary;
  const speed = runSpeed(summary);
  const moved = moneyMoved(flows);
  const drift = ledger.driftMicros === 0 ? 'drift 0' : `DRIFT ${groupedUsdc(ledger.driftMicros)} USDC`;
  return [
    ['digest', summary.digest],
    ['virtual', `${formatDuration(virtual.seconds * 1000)}  from ${virtual.start} to ${virtual.end}`],
    ['wall', `${summary.wallSeconds.toFixed(2)} s  ${speed}`],
    [
      'counts',
      `${grouped(summary.agents)} agents  ${grouped(summary.requests)} requests  ${grouped(summary.events)} events`,
    ],
    ['answers', answersText(result)],
    ['refusals', refusalsText(result)],
    ['money', `${groupedUsdc(moved.micros)} USDC moved  ${grouped(ledger.transfers)} ledger rows  ${drift}`],
  ];
}

function answersText(result: RunResult): string {
  const classes = answersByClass(result);
  const total = sum(classes.map(({ count }) => count));
  if (total === 0) return 'none';
  return answerClasses
    .map((name) => ({ name, count: classes.find((entry) => entry.name === name)?.count ?? 0 }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${name} ${grouped(count)} (${percent(count, total)})`)
    .join('  ');
}

function refusalsText({ timeline }: RunResult): string {
  const codes = rankedTotals(timeline.refusals);
  return codes.length === 0 ? 'none' : codes.map(({ name, count }) => `${name} ${grouped(count)}`).join('  ');
}

/** Failed ones first: they must not be the ones that are left out. */
function expectationLines(expectations: readonly ExpectationResult[], paint: Paint): readonly string[] {
  const ordered = [...expectations.filter(({ ok }) => !ok), ...expectations.filter(({ ok }) => ok)];
  const lines = ordered.slice(0, expectationMax).map(({ metric, threshold, value, ok }) => {
    const mark = ok ? paint('green', '✓') : paint('red', '✗');
    const text = measured(value);
    return `  ${mark} ${fit(`${metric}  ${threshold}`, columnMax - text.length - 6)}  ${text}`;
  });
  return [...lines, ...more(ordered.length - expectationMax, 'expectations')];
}

function findingLines(findings: readonly FindingResult[], paint: Paint): readonly string[] {
  const lines = findings.slice(0, findingMax).map(({ agent, behaviour, at, message }) => {
    return `  ${paint('red', '!')} ${fit(`${clipped(agent, 32)} (${clipped(behaviour, 24)}) ${at}  ${message}`, columnMax - 4)}`;
  });
  return [...lines, ...more(findings.length - findingMax, 'findings')];
}

const more = (count: number, what: string): readonly string[] =>
  count > 0 ? [`    and ${grouped(count)} more ${what}: see report.html`] : [];

/** One line: control characters, which could steer the terminal, are shown as `?`. */
const fit = (text: string, length = columnMax): string =>
  clipped(
    text.replace(/\s+/g, (space) => (/^ +$/.test(space) ? space : ' ')).replace(/\p{Cc}|\p{Cf}/gu, '?'),
    length,
  );
