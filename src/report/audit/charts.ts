/** The charts of an audit: all edges, the convergence of the replay's bounds, growth of both bankrolls. */
import type { DrawnCurves } from '../../verification/audit/result-schema.ts';
import type { Look, ReplayVerdict } from '../../verification/audit/replay/replay.ts';
import type { Chart, EmbeddedJsonObject } from '../html/charts/chart.ts';
import type { Token } from '../html/palette.ts';
import { numbers, words } from '../html/table.ts';
import { grouped } from '../numbers.ts';
import {
  betName,
  edgeGroups,
  edgeOfPublished,
  gameName,
  groupName,
  percentOf,
  byGame,
  type AuditView,
  type EdgeGroup,
} from './view.ts';

/** The overview's range in percent; values outside are drawn at its edge and named in text. */
const frame = [-10, 16] as const;

const columns = [
  { name: 'stated', label: 'stated by the documents', colour: '$grey', symbol: 'diamond', size: 11 },
  {
    name: 'printed',
    label: 'implied by the printed payouts',
    colour: '$amber',
    symbol: 'triangle',
    size: 12,
  },
  { name: 'shipped', label: 'implemented', colour: '$blue', symbol: 'circle', size: 9 },
] as const satisfies readonly { name: string; label: string; colour: Token; symbol: string; size: number }[];

/** One point per distinct edge of each game. */
export function edgesChart({ exact }: AuditView): Chart {
  const games = byGame(exact.rows);
  const groups = [...games.values()].flatMap(edgeGroups);
  const names = [...games.keys()].map(gameName).toReversed();
  return {
    id: 'edges',
    title: 'Three edges of every bet',
    description: `A mark for each different edge among the ${grouped(exact.rows.filter(({ strategy }) => strategy === 'single').length)} bets: where the marks of a game lie apart, the documents contradict themselves or the game. Left of zero the bet favours the player. Marks at the rim lie beyond it.`,
    legend: columns.map(({ name, label, colour }) => ({ name, label, colour })),
    height: 'long',
    unit: 'percent',
    isTimed: false,
    option: {
      isSideways: true,
      isScattered: true,
      xAxis: { type: 'value', min: frame[0], max: frame[1], suffix: '%' },
      yAxis: { type: 'category', data: names },
      series: columns.map(({ name, label, colour, symbol, size }) => ({
        type: 'scatter', name, label, symbol, symbolSize: size, color: colour,
        data: groups.flatMap((group) => pointsOf(group, name)),
      })),
    },
    figures: {
      caption: 'Edges by game',
      columns: [...words('Game', 'Bets'), ...numbers('Stated', 'Printed', 'Implemented')],
      rows: groups.map((group) => {
        const [first] = group.rows;
        const printed = first === undefined ? undefined : edgeOfPublished(first);
        return [
          gameName(group.game),
          groupName(group),
          first?.stated.printed ?? '',
          printed === undefined ? '-' : percentOf(printed),
          first === undefined ? '' : percentOf(first.figures.edge),
        ];
      }),
    },
  }; // prettier-ignore
}

function pointsOf(group: EdgeGroup, column: (typeof columns)[number]['name']): EmbeddedJsonObject[] {
  const [first] = group.rows;
  if (first === undefined) return [];
  const edges = {
    stated: first.claim.edge.toNumber(),
    printed: edgeOfPublished(first),
    shipped: first.figures.edge.toNumber(),
  };
  const edge = edges[column];
  if (edge === undefined) return [];
  const shown = Math.min(frame[1], Math.max(frame[0], edge * 100));
  const tip = `${gameName(group.game)}, ${groupName(group)}: ${column} ${percentOf(edge)}`;
  return [{ value: [Number(shown.toFixed(5)), gameName(group.game)], tip }];
}

interface Trace {
  readonly name: string;
  readonly label: string;
  readonly color: Token;
  readonly of: (look: Look) => number;
}

/** A line over the looks, in percent; bounds are dashed. */
const traced = (path: readonly Look[], { name, label, color, of }: Trace): EmbeddedJsonObject => ({
  type: 'line',
  name,
  label,
  color,
  showSymbol: false,
  ...(name === 'bounds' ? { lineStyle: { type: 'dashed' } } : {}),
  data: path.map((look) => [look.rounds, Number((of(look) * 100).toFixed(4))]),
});

const convergenceLegend: Chart['legend'] = [
  { name: 'bounds', label: 'confidence sequence', colour: '$grey' },
  { name: 'mean', label: 'measured', colour: '$blue' },
  { name: 'exact', label: 'exact', colour: '$amber' },
];

/** The convergence of the confidence sequence to the exact return; undefined without rounds. */
export function convergenceChart({
  game,
  bet,
  rounds,
  path,
  claimed,
  low,
  high,
}: ReplayVerdict): Chart | undefined {
  if (path.length === 0) return undefined;
  const name = betName(bet);
  return {
    id: `path-${game}`,
    title: 'The return, replayed',
    description: `${grouped(rounds)} rounds ${name === '' ? '' : `of ${name} `}through the fairness path. The exact return is ${percentOf(claimed)}; the rounds alone put it between ${percentOf(low)} and ${percentOf(high)}, bounds that hold however often one looks (at most one honest game in a hundred ever leaves them).`,
    legend: convergenceLegend,
    height: 'middle',
    unit: 'percent',
    isTimed: false,
    option: {
      isTraced: true,
      xAxis: { type: 'log', min: path.length > 1 ? path[0]!.rounds : 1, max: Math.max(10, rounds), unit: 'count', what: 'rounds' },
      yAxis: { type: 'value', suffix: '%', ...frameOf(path) },
      series: [
        traced(path, { name: 'bounds', label: 'at most', color: '$grey', of: ({ high: most }) => most }),
        traced(path, { name: 'bounds', label: 'at least', color: '$grey', of: ({ low: least }) => least }),
        traced(path, { name: 'mean', label: 'measured', color: '$blue', of: ({ mean }) => mean }),
        traced(path, { name: 'exact', label: 'exact', color: '$amber', of: () => claimed }),
      ],
    },
    figures: {
      caption: 'Looks',
      columns: numbers('Rounds', 'Measured', 'At least', 'At most'),
      rows: path.map((look) => [
        grouped(look.rounds), percentOf(look.mean), percentOf(look.low), percentOf(look.high),
      ]),
    },
  }; // prettier-ignore
}

/** Early bounds of a game with a large prize are so wide that they are cut at the frame. */
function frameOf(path: ReplayVerdict['path']): { min: number; max: number } {
  const look = path[Math.floor(path.length / 2)];
  const [low, high] = [(look?.low ?? 0) * 100, (look?.high ?? 1) * 100];
  const step = 10 ** Math.floor(Math.log10(Math.max(1e-6, high - low)));
  return {
    min: Number((Math.floor(low / step) * step).toPrecision(6)),
    max: Number((Math.ceil(high / step) * step).toPrecision(6)),
  };
}

/** Growth of one side's bankroll by the share of it that is staked. */
export function growthChart({ game, bet, ...curves }: DrawnCurves, side: 'house' | 'player'): Chart {
  const points = curves[side];
  const best = points.reduce((top, point) => (point[1] > top[1] ? point : top), [0, 0] as const);
  const last = points.at(-1)?.[0] ?? 0;
  const name = betName(bet);
  const who = side === 'house' ? 'house' : 'player';
  const what =
    best[1] > 0
      ? `The ${who} grows fastest with a stake of about ${percentOf(best[0])} of its bankroll, by ${(best[1] * 1000).toPrecision(3)} in the logarithm over 1,000 bets; above about twice that it shrinks.`
      : `Every stake makes the ${who} shrink: the best is none.`;
  return {
    id: `growth-${side}-${game}-${name.replaceAll(/\W+/g, '-')}`,
    title: side === 'house' ? "Growth of the house's bankroll" : "Growth of the player's bankroll",
    description: `${what}${name === '' ? '' : ` The bet is ${name}.`}`,
    legend: [],
    height: 'middle',
    unit: 'figure',
    isTimed: false,
    option: {
      isTraced: true,
      xAxis: { type: 'value', min: 0, max: Number((last * 100).toPrecision(6)), unit: 'percent', what: 'of the bankroll staked', suffix: '%' },
      yAxis: { type: 'value' },
      series: [
        {
          type: 'line', name: side, label: 'logarithm over 1,000 bets', color: side === 'house' ? '$teal' : '$violet', showSymbol: false,
          data: points.map(([share, growth]) => [Number((share * 100).toPrecision(6)), Number((growth * 1000).toPrecision(6))]),
        },
      ],
    },
    figures: {
      caption: 'Growth by stake',
      columns: numbers('Share of the bankroll', 'Logarithm of growth for each bet'),
      rows: points.filter((_, index) => index % 4 === 0).map(([share, growth]) => [percentOf(share), growth.toPrecision(4)]),
    },
  }; // prettier-ignore
}
