/** The exact audit as a table for a terminal: bets of a game with the same three edges share a line. */
import { groupedDigits } from '../core/base/digits.ts';
import { undecidedFirst, verdictSentence } from './audit/verdict-sentence.ts';
import { checkLines } from './audit/checks-line.ts';
import { moneySentence } from './audit/money-sentence.ts';
import type { BetRow } from '../verification/audit/exact-rows.ts';
import type { ExactAudit } from '../verification/audit/exact-audit.ts';
import { costsHouse, type AuditFinding } from '../verification/audit/finding.ts';
import type { AuditCheck, Mapping } from '../verification/audit/result-schema.ts';
import type { ReplayVerdict } from '../verification/audit/replay/replay.ts';

interface Line {
  readonly rows: BetRow[];
  readonly cells: string[];
}

const heads = ['game', 'bets', 'stated', 'published', 'implemented', 'exactly', 'hit rate', 'pays up to'];

/** What an audit of the shipped games came to. */
export interface AuditSummary {
  readonly exact: ExactAudit;
  readonly replay: readonly ReplayVerdict[];
  readonly mapped: readonly Mapping[];
  readonly checks: readonly AuditCheck[];
}

/** The audit as text for a terminal; exact edges are followed by findings, mappings and replay verdicts. */
export function auditText({ exact, replay, mapped, checks }: AuditSummary): string {
  const { profile, rows, judged, disagreements } = exact;
  const lines = [...linesByGame(rows).values()].flat();
  const table = [heads, ...lines.map(({ cells }) => cells)];
  return [
    `profile ${profile}: ${groupedDigits(String(rows.length))} bets, exact`,
    ...checkLines(checks),
    ...(judged.some(costsHouse) ? ['', moneySentence(judged)] : []),
    '',
    ...columns(table, 2),
    '',
    ...findingLines(judged),
    ...disagreements.map((both) => `  ! two exact ways disagree: ${both}`),
    ...mapped.map(mappingText),
    ...replayText(replay),
  ].join('\n');
}

/** Those that put the most money at risk first; each with what it costs and what to change. */
function findingLines(judged: readonly AuditFinding[]): string[] {
  if (judged.length === 0) return ['no findings'];
  const costly = judged.filter(costsHouse);
  const others = judged.filter((finding) => !costsHouse(finding));
  const costs = `cost the house money; --strict makes the exit code 1 for them`;
  return [
    `findings (${judged.length}), of which ${costly.length} ${costs}`,
    ...(costly.length === 0 ? [] : ['', 'these cost the house money, the largest amounts first:']),
    ...costly.flatMap(findingText),
    ...(others.length === 0 ? [] : ['', 'these do not cost the house money by themselves:']),
    ...others.flatMap(findingText),
  ];
}

const findingText = ({ sentence, change, loss }: AuditFinding): string[] => [
  `  - ${sentence}`,
  ...(loss === undefined ? [] : [`      at risk: ${loss.arithmetic}.`]),
  `      change: ${change}`,
];

/** Aligned rows: the first `words` columns to the left, the others to the right. */
function columns(table: readonly (readonly string[])[], words: number): string[] {
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((cells) => cells[column]?.length ?? 0)),
  );
  return table.map((cells) =>
    cells
      .map((cell, column) =>
        column < words ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

function mappingText({ game, outcomes, differences }: Mapping): string {
  const answer = differences.length === 0 ? 'paid as the table says' : `otherwise: ${differences[0]}`;
  return `  ${differences.length === 0 ? '=' : '!'} ${game}: ${outcomes} outcomes sent through the play, ${answer}`;
}

function replayText(replay: readonly ReplayVerdict[]): string[] {
  if (replay.length === 0) return [];
  const ordered = undecidedFirst(replay);
  const rows = ordered.map(({ game, rounds, mean, low, high, verdict }) => [
    game,
    groupedDigits(String(rounds)),
    percent(mean),
    `${percent(low)}..${percent(high)}`,
    verdict,
  ]);
  return [
    '',
    'replayed through the fairness path; the return lies within these bounds, however often one looks',
    '',
    ...columns([['game', 'rounds', 'return', 'bounds', 'verdict'], ...rows], 1),
    '',
    ...ordered.map((found) => `  ${found.game}: ${verdictSentence(found)}.`),
    ...replay.flatMap(({ game, complaints }) => complaints.map((complaint) => `  ! ${game}: ${complaint}`)),
  ];
}

function linesByGame(rows: readonly BetRow[]): Map<string, Line[]> {
  const byGame = new Map<string, Map<string, BetRow[]>>();
  for (const row of rows) {
    const key = [row.strategy, row.stated.printed, row.published?.returned, row.figures.edge]
      .map(String)
      .join();
    const groups = byGame.get(row.game) ?? new Map<string, BetRow[]>();
    byGame.set(row.game, groups);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return new Map(
    Array.from(byGame, ([game, groups]) => {
      const all = [...groups.values()].flat().filter(({ strategy }) => strategy === 'single').length;
      return [game, Array.from(groups.values(), (group) => ({ rows: group, cells: cellsOf(group, all) }))];
    }),
  );
}

function cellsOf(group: readonly BetRow[], all: number): string[] {
  const [first] = group as [BetRow];
  const rates = group.map(({ figures }) => figures.hitRate.toNumber());
  const [low, high] = [Math.min(...rates), Math.max(...rates)];
  const max = Math.max(...group.map(({ figures }) => figures.maxPayout.toNumber()));
  return [
    first.game,
    first.strategy === 'single' && group.length === all
      ? all === 1
        ? 'the one'
        : `all ${all}`
      : nameOf(group),
    first.stated.printed.replace(' with optimal play', ''),
    first.published === undefined ? '-' : percent(1 - first.published.returned.toNumber()),
    percent(first.figures.edge.toNumber()),
    fractionText(first),
    low === high ? percent(low) : `${percent(low)}..${percent(high)}`,
    `${Number(max.toFixed(4))}x`,
  ];
}

function nameOf(group: readonly BetRow[]): string {
  const [first] = group as [BetRow];
  if (first.strategy === 'best') return `* ${first.bet['policy']}`;
  const name = Object.values(first.bet).join(' ');
  return group.length === 1 ? name : `${name} and ${group.length - 1} more`;
}

/** Long fractions are only in the JSON. */
function fractionText({ figures }: BetRow): string {
  const text = figures.edge.toString();
  return text.length <= 26 ? text : '(long)';
}

const percent = (share: number): string => `${(share * 100).toFixed(3)}%`;
