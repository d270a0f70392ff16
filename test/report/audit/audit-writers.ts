/** Audits of every kind, and everything that writes a part of an audit's report. */
import { auditHtml } from '../../../src/report/audit-html.ts';
import { auditText } from '../../../src/report/audit-text.ts';
import { gamesCsv } from '../../../src/report/audit-csv.ts';
import { convergenceChart, edgesChart, growthChart } from '../../../src/report/audit/charts.ts';
import { checksLine, checkLines, checksSentence } from '../../../src/report/audit/checks-line.ts';
import {
  checksSection,
  checksVerdict,
  originLines,
  originText,
} from '../../../src/report/audit/checks-section.ts';
import { findingsBody } from '../../../src/report/audit/findings-section.ts';
import { gamePart } from '../../../src/report/audit/game-section.ts';
import { moneySentence } from '../../../src/report/audit/money-sentence.ts';
import {
  byGame,
  edgeGroups,
  findingsOfGame,
  fractionOf,
  groupName,
  percentOf,
  timesOf,
  type AuditView,
} from '../../../src/report/audit/view.ts';
import { betLine } from '../../../src/verification/audit/exact-audit.ts';
import { drawFrom } from '../../kept-digests.ts';
import { drawing } from '../chart-drawing.ts';
import { viewOf } from '../audit-fixture.ts';
import { hostileText } from '../fixture.ts';
import { varied, type Choices } from '../varied.ts';

const choices: Choices = {
  verdict: ['consistent', 'undecided', 'contradicted'], result: ['passed', 'failed', 'not run'], game: 'fixed', bet: 'fixed', strategy: 'fixed', printed: 'fixed',
  rows: 'fixed', bankroll: 'fixed', firstStake: ['0', '0.000000', '12.345678', '1234567.5'], p5: 'fixed', p50: 'fixed', p95: 'fixed', path: 'fixed', curves: 'fixed',
  rounds: [0, 1, 9, 2_000, 1_234_567], mean: [0.5, 0.98, 1.234_567], low: [0, 0.97, 0.987_654_3], high: [0.99, 1, 12.5], claimed: [0.98, 0.95, 1],
}; // prettier-ignore

const games = ['coin_flip', 'dice', 'keno', 'plinko'];
const whole = viewOf(games);
const findings = [...whole.findings, 'a sentence about the code <b>'];
const origin = {
  date: '2026-05-01T12:34:56.000Z',
  version: '1.2.3',
  hashes: { 'the <log>': 'ab12', other: 'cd34' },
};
const first = whole.replay[0]!;

const drawnView = (seed: number): AuditView => {
  const draw = drawFrom(`audit ${seed}`);
  const view = varied(draw, { ...whole, findings }, choices);
  const rows = whole.exact.rows.filter(() => draw(4) > 0);
  return { ...view, exact: { ...view.exact, rows }, ...(draw(2) === 0 ? { origin } : {}) };
};

/** A path of looks of which the middle one is given. */
const withPath = (low: number, high: number, looks: number) => ({
  ...first,
  path: Array.from({ length: looks }, (_, at) => ({ rounds: 10 ** at, mean: (low + high) / 2, low: low / (at + 1), high: high + at / 7 })),
}); // prettier-ignore

const mapped = [
  { game: 'coin_flip', outcomes: 12_345, differences: [] },
  { game: 'dice', outcomes: 7, differences: ['1/2 is paid', 'another'] },
];

/** Inputs by name. */
export const auditInputs: Readonly<Record<string, readonly AuditView[]>> = {
  'one game': [viewOf(['wheel'], { replay: [] })],
  'four games': [whole],
  'four games with an origin': [{ ...whole, findings, origin, mapped, ok: false }],
  'broken rounds': [{ ...whole, replay: whole.replay.map((each) => ({ ...each, verdict: 'contradicted', complaints: [hostileText, 'x'] })) }],
  'drawn audits': [0, 1, 2, 3].map(drawnView),
  'other drawn audits': [4, 5, 6, 7].map(drawnView),
  'more drawn audits': [8, 9, 10, 11].map(drawnView),
}; // prettier-ignore

const paths = [withPath(0, 1, 1), withPath(0.95, 0.97, 2), withPath(0.9, 12.3, 7), withPath(0.98, 0.98, 4), { ...first, path: [] }, { ...first, rounds: 3, bet: {} }]; // prettier-ignore

function gamesOf(view: AuditView): unknown {
  return Array.from(byGame(view.exact.rows), ([game, rows]) => gamePart(view, game, rows).section);
}

const groupsOf = ({ exact, findings: found }: AuditView): unknown =>
  Array.from(byGame(exact.rows), ([game, rows]) => [
    edgeGroups(rows).map(groupName),
    findingsOfGame(found, game),
    rows.slice(0, 40).map(({ figures }) => [percentOf(figures.edge), timesOf(figures.maxPayout), fractionOf(figures.variance)]),
  ]); // prettier-ignore

/** Writers by name. */
export const auditWriters: Readonly<Record<string, (view: AuditView) => unknown>> = {
  text: auditText,
  edges: (view) => drawing(edgesChart(view)),
  convergence: ({ replay }) => [...replay, ...paths].map((each) => drawing(convergenceChart(each))),
  growth: ({ kelly }) => kelly.curves.flatMap((each) => [growthChart(each, 'house'), growthChart({ ...each, player: each.player.map(([share]) => [share, -share]) }, 'player'), growthChart({ ...each, bet: {}, house: [] }, 'house')].map(drawing)),
  games: gamesOf,
  groups: groupsOf,
  findings: ({ exact }) => [findingsBody(exact.judged, []), findingsBody([], []), findingsBody(exact.judged, [hostileText]), findingsBody([], ['x'])],
  checks: ({ checks }) => [checksSection(checks), checksVerdict(checks), checksVerdict(checks, 'More.'), checksLine(checks), checkLines(checks), checksSentence(checks)],
  'single checks': ({ checks }) => checks.map((each) => [checksVerdict([each]), checksSentence([each]), checksVerdict([])]),
  origin: (view) => [originText(view.origin), originText(origin), originLines(origin)],
  money: ({ exact }) => [moneySentence(exact.judged), moneySentence(exact.judged.toReversed()), exact.judged.map((each) => moneySentence([each]))],
  csv: ({ exact }) => gamesCsv(exact.rows.slice(0, 60).map(betLine)),
}; // prettier-ignore

/** The page of a view. */
export const auditPage = (view: AuditView): string => auditHtml(view, { script: 'x' });
