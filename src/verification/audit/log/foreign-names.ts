/**
 * Maps the names of another casino's log to ours: columns, games, parameters and values, the unit of money, and whether
 * payouts include the stake. The file is untrusted: a mistake is returned as one sentence.
 */
import { withoutEndingZeros } from '../../../core/base/digits.ts';
import { formatUsdc, parseUsdc } from '../../../core/base/money.ts';
import { hintOf } from '../../../core/base/nearest.ts';
import { gameNamed } from '../../../platform/games/registry.ts';
import { logColumns, neededColumns, type LogColumn, type LogRow } from './logged-bet.ts';

/** How to read a log with other names. A name that is not listed is read as ours. */
export interface ForeignNames {
  /** Ours to theirs; `bet` may be a list of columns, one a parameter. */
  readonly columns: ReadonlyMap<LogColumn, string | readonly string[]>;
  /** Theirs to ours. */
  readonly games: ReadonlyMap<string, string>;
  /** By our game: their parameter to ours. */
  readonly parameters: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** By our parameter: their value, as text, to ours. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
  readonly unit: 'usdc' | 'cents' | 'micros';
  readonly payout: 'total' | 'profit';
}

/** For a log in our own names: amounts in USDC, payouts with the stake. */
export const ourNames: ForeignNames = {
  columns: new Map(),
  games: new Map(),
  parameters: new Map(),
  values: new Map(),
  unit: 'usdc',
  payout: 'total',
};

const keys = ['columns', 'games', 'parameters', 'values', 'unit', 'payout'];
const columnNames = Object.keys(logColumns) as LogColumn[];

/** Reads the parsed file. */
export function readNames(file: unknown): ForeignNames | string {
  const root = entriesOf(file);
  if (root === undefined)
    return 'expected an object with columns, games, parameters, values, unit and payout';
  const strange = [...root.keys()].find((key) => !keys.includes(key));
  if (strange !== undefined) return `unknown key "${strange}"; ${hintOf(strange, keys)}`;
  const maps = ['columns', 'games', 'parameters', 'values'].map(
    (key) => [key, entriesOf(root.get(key) ?? {})] as const,
  );
  const wrong = maps.find(([, map]) => map === undefined);
  if (wrong !== undefined)
    return `${wrong[0]} is ${JSON.stringify(root.get(wrong[0]))}; expected names to names`;
  const [columns, games, parameters, values] = maps.map(([, map]) => map ?? new Map<string, unknown>()) as [
    Names,
    Names,
    Names,
    Names,
  ];
  const unit = root.get('unit') ?? 'usdc';
  if (unit !== 'usdc' && unit !== 'cents' && unit !== 'micros') return 'unit is usdc, cents or micros';
  const payout = root.get('payout') ?? 'total';
  if (payout !== 'total' && payout !== 'profit') return 'payout is total or profit';
  return columnMistake(columns) ?? gameMistake(games) ?? {
    columns: columns as ReadonlyMap<LogColumn, string | readonly string[]>,
    games: games as ReadonlyMap<string, string>,
    parameters: nested(parameters) as ReadonlyMap<string, ReadonlyMap<string, string>>,
    values: nested(values),
    unit,
    payout,
  }; // prettier-ignore
}

type Names = ReadonlyMap<string, unknown>;

/** Own entries alone; a map has no inherited names. */
function entriesOf(value: unknown): Names | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? new Map(Object.entries(value)) : undefined;
}

const nested = (names: Names): ReadonlyMap<string, Names> =>
  new Map(Array.from(names, ([name, value]) => [name, entriesOf(value) ?? new Map<string, unknown>()]));

function columnMistake(columns: Names): string | undefined {
  for (const [name, theirs] of columns) {
    if (!columnNames.includes(name as LogColumn)) {
      return `columns has no "${name}"; ${hintOf(name, columnNames)}`;
    }
    const isList =
      Array.isArray(theirs) && name === 'bet' && theirs.every((column) => typeof column === 'string');
    if (typeof theirs !== 'string' && !isList)
      return `columns.${name} is ${JSON.stringify(theirs)}; expected the name of a column`;
  }
  return undefined;
}

function gameMistake(games: Names): string | undefined {
  for (const [theirs, ours] of games) {
    if (typeof ours !== 'string' || gameNamed(ours) === undefined) {
      return `games.${theirs} is ${JSON.stringify(ours)}; expected one of the 17 games`;
    }
  }
  return undefined;
}

/** The columns of a log that must be there and are not, by the names that the log would have for them. */
export function missingColumns(header: ReadonlySet<string>, { columns }: ForeignNames): string[] {
  return neededColumns.flatMap((column) => {
    const theirs = columns.get(column) ?? column;
    const wanted = typeof theirs === 'string' ? [theirs] : theirs;
    return wanted.filter((name) => !header.has(name));
  });
}

/** Translates a row of the log. Values that have no translation stay, and the reader of rows refuses them. */
export function translated(row: LogRow, names: ForeignNames): LogRow {
  const get = (column: LogColumn): unknown => {
    const theirs = names.columns.get(column) ?? column;
    return typeof theirs === 'string' && Object.hasOwn(row, theirs) ? row[theirs] : undefined;
  };
  const ours = new Map<string, unknown>(columnNames.map((column) => [column, get(column)]));
  const game = names.games.get(String(ours.get('game'))) ?? ours.get('game');
  ours.set('game', game);
  ours.set('bet', betOf(row, { names, game: String(game), logged: ours.get('bet') }));
  const stake = usdcOf(ours.get('stake'), names.unit);
  const payout = usdcOf(ours.get('payout'), names.unit);
  ours.set('stake', stake);
  ours.set('payout', names.payout === 'profit' ? totalOf(stake, payout) : payout);
  return Object.fromEntries(ours);
}

function betOf(
  row: LogRow,
  { names, game, logged }: { names: ForeignNames; game: string; logged: unknown },
): unknown {
  const columns = names.columns.get('bet');
  const theirs = Array.isArray(columns)
    ? new Map(
        columns
          .filter((column) => Object.hasOwn(row, column) && row[column] !== '')
          .map((column) => [column, scalar(row[column])]),
      )
    : entriesOf(parsed(logged));
  if (theirs === undefined) return logged;
  const ours = gameNamed(game)?.game.id ?? game;
  const parameters = names.parameters.get(ours);
  return Object.fromEntries(
    Array.from(theirs, ([name, value]) => {
      const renamed = parameters?.get(name) ?? name;
      const values = names.values.get(renamed);
      const text = String(value);
      return [renamed, values?.has(text) === true ? values.get(text) : value];
    }),
  );
}

/** Cells of a table are text: numbers and truths among them are meant as such. */
function scalar(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return Number(value);
  return value === 'true' ? true : value === 'false' ? false : value;
}

function parsed(value: unknown): unknown {
  if (value === undefined || value === '') return {};
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** By unit: how many decimals an amount of that unit may have, since a micro is the smallest amount. */
const decimalsMax = { cents: 4, micros: 0 } as const;

/** An amount in USDC as text; what is no such amount keeps its unit, and the reader of rows refuses it. */
function usdcOf(value: unknown, unit: ForeignNames['unit']): unknown {
  if (unit === 'usdc' || value === '' || value === undefined || value === null) return value;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d{1,15})(?:\.(\d+))?$/.exec(text) ?? [];
  const decimals = withoutEndingZeros(fraction);
  const micros = Number(`${whole}${decimals.padEnd(decimalsMax[unit], '0')}`);
  return whole === '' || decimals.length > decimalsMax[unit] || !Number.isSafeInteger(micros)
    ? `${text === '' ? JSON.stringify(value) : text} ${unit}`
    : `${sign}${formatUsdc(micros)}`;
}

/** A profit of -stake is a loss; the amounts are decimals. */
function totalOf(stake: unknown, profit: unknown): unknown {
  const text = String(profit);
  const isLoss = text.startsWith('-');
  const [stakeMicros, profitMicros] = [parseUsdc(stake), parseUsdc(isLoss ? text.slice(1) : profit)];
  if (stakeMicros === undefined || profitMicros === undefined) return profit;
  const total = isLoss ? stakeMicros - profitMicros : stakeMicros + profitMicros;
  return total >= 0 ? formatUsdc(total) : profit;
}
