/** A run on one screen of a terminal: at most 25 lines of at most 100 columns. */
import { formatDuration } from '../core/base/time.ts';
import type { ExpectationResult, FindingResult, RunResult } from '../simulation/scenario/result.ts';
import { answersByClass, rankedTotals } from './answers.ts';
import { clipped, grouped, groupedUsdc, measured, percent, sum } from './numbers.ts';
import { runSpeed } from './speed.ts';
import { verdictLine } from './story.ts';
import { moneyMoved } from './turnover.ts';

const columnMax = 100;
const labelWidth = 9;
const expectationMax = 7;
const findingMax = 5;

type Paint = (style: 'bold' | 'dim' | 'green' | 'red', text: string) => string;

const styleCodes = { bold: 1, dim: 2, green: 32, red: 31 } as const;
const painted: Paint = (style, text) => `\u001b[${styleCodes[style]}m${text}\u001b[0m`;
const plain: Paint = (_, text) => text;

/** The summary, each line with a line end; colours only if requested. */
export function summaryText(result: RunResult, options: { readonly color: boolean }): string {
  const paint = options.color ? painted : plain;
  const { summary } = result;
  const lines = [
    paint('bold', fit(`${summary.scenario}  seed ${summary.seed}  profile ${summary.profile}`)),
    ...figures(result).map(
      ([label, text]) => `${paint('dim', label.padEnd(labelWidth))}${fit(text, columnMax - labelWidth)}`,
    ),
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
    ...answerLines(result),
    ['refusals', refusalsText(result)],
    ['money', `${groupedUsdc(moved.micros)} USDC moved  ${grouped(ledger.transfers)} ledger rows  ${drift}`],
  ];
}

/** Two lines if one is too short, so that no class is omitted. */
function answerLines(result: RunResult): readonly (readonly [string, string])[] {
  const classes = answersByClass(result).filter(({ count }) => count > 0);
  const total = sum(classes.map(({ count }) => count));
  if (total === 0) return [['answers', 'none']];
  const texts = classes.map(({ name, count }) => `${name} ${grouped(count)} (${percent(count, total)})`);
  const line = texts.join('  ');
  if (line.length <= columnMax - labelWidth) return [['answers', line]];
  return [
    ['answers', texts.slice(0, 3).join('  ')],
    ['', texts.slice(3).join('  ')],
  ];
}

/** As many codes as fit, the most frequent first; the others are counted. */
function refusalsText({ timeline }: RunResult): string {
  const texts = rankedTotals(timeline.refusals).map(
    ({ name, count }) => `${clipped(name, 40)} ${grouped(count)}`,
  );
  if (texts.length === 0) return 'none';
  let shown = texts.length;
  const line = (): string =>
    `${texts.slice(0, shown).join('  ')}${shown < texts.length ? `  and ${texts.length - shown} more` : ''}`;
  while (shown > 1 && line().length > columnMax - labelWidth) shown -= 1;
  return line();
}

/** Failed ones first, so that they are never omitted. */
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
