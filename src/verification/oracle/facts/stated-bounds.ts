/**
 * A refusal that states a bound is of a value beyond it, and the bound is the one of the documented form. What a message says beside
 * that is nowhere fixed: only words that cannot mean anything else are read.
 */
import { parseUsdc } from '../../../core/base/money.ts';
import { callOf, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';
import { rulesOf } from './forms.ts';

/** What a message asks of the field that it begins with. */
export interface Stated {
  readonly field: string;
  readonly least: number;
  readonly most: number;
  /** 0 for whole numbers. */
  readonly decimals: number;
  readonly isPositive: boolean;
}

/** Of a value, and not of how many letters, decimals or bytes it has. */
const number = String.raw`([\d,]*\d(?:\.\d+)?)(?![.,]?\d)(?! (?!to\b|with\b|and\b|or\b)[a-z])`;
const patterns = {
  least: new RegExp(String.raw`\b(?:at least|from) ${number}`),
  most: new RegExp(String.raw`\b(?:at most|to) ${number}`),
  decimals: /at most (two|\d{1,2}) decimals/,
};

const valueOf = (text: string | undefined, none: number): number =>
  text === undefined ? none : text === 'two' ? 2 : Number(text.replaceAll(',', ''));

/** Undefined for a message that states no bound of one field. */
export function statedIn(message: string): Stated | undefined {
  const field = /^([a-z_]+) (?:must be|is) /.exec(message)?.[1];
  const least = patterns.least.exec(message)?.[1];
  const most = patterns.most.exec(message)?.[1];
  const decimals = patterns.decimals.exec(message)?.[1];
  const isPositive = /\b(?:positive|above 0)\b/.test(message);
  if (field === undefined || (least ?? most ?? decimals) === undefined) return undefined;
  const finest = /\bwhole\b/.test(message) ? 0 : Infinity;
  return {
    field,
    least: valueOf(least, decimals === undefined || isPositive ? -Infinity : 0),
    most: valueOf(most, Infinity),
    decimals: valueOf(decimals, finest),
    isPositive,
  };
}

/** A number above it may have another mistake than the one that is stated: an amount is none at some size. */
const mostRead = 1_000_000;
/** What is counted in units of its last decimal is none beyond these. */
const unitsMost = Number.MAX_SAFE_INTEGER;

/** True where nothing of what is stated excludes the value. */
const fits = (value: number, { least, most, decimals, isPositive }: Stated): boolean =>
  value >= least &&
  value <= Math.min(most, mostRead) &&
  (!isPositive || value > 0) &&
  (decimals === Infinity ||
    (value * 10 ** decimals <= unitsMost && Number(value.toFixed(decimals)) === value));

/** Amounts that are a bound under some reading, or of one game (CAS22, CAS23, gap C38). */
const leastAmounts: readonly number[] = [0.1];
const mostAmounts: readonly number[] = [10_000, 1_000];

/** Of a text that is written as a number is; undefined for any other one. */
const numberIn = (text = ''): number | undefined =>
  /^\d{1,15}(?:\.\d+)?$/.test(text) ? Number(text) : undefined;

/** Checks `errors-well-formed`. Give it calls that are refused for their form or their meaning. */
export function checkStatedBounds(file: Case, exchange: AuditedExchange): void {
  const { body, query, answer, service } = exchange;
  const message = String(answer['error']);
  const stated = statedIn(message);
  if (stated === undefined || service === 'control') return;
  const { field } = stated;
  const value = body?.[field] ?? numberIn(query[field]);
  const sent = JSON.stringify(value);
  if (typeof value === 'number' && fits(value, stated))
    file.breaks('errors-well-formed', `${callOf(exchange)} with ${field} ${sent} is refused: ${message}`);
  const wanted = boundsOf(file, exchange, field);
  const isOwn = [stated.least, stated.most].every(
    (bound, index) => !Number.isFinite(bound) || bound === 0 || wanted === undefined || wanted[index]?.includes(bound) === true,
  );
  if (!isOwn)
    file.breaks(
      'errors-well-formed',
      `${callOf(exchange)}: a message has other bounds of ${field} than the form: ${message}`,
    );
} // prettier-ignore

/** What a field may be said to be at least and at most; undefined where no rule bounds it. */
function boundsOf(
  file: Case,
  exchange: AuditedExchange,
  field: string,
): readonly [least: readonly number[], most: readonly number[]] | undefined {
  const [kind = '', least, most] = (rulesOf(file, exchange)?.[field] ?? '').split(' ');
  // As many cells as have no mine.
  if (field === 'reveals') return [[1], [25 - Number(exchange.body?.['mines'] ?? 1), 24]];
  if (['integer', 'number', 'decimal'].includes(kind)) return [[Number(least)], [Number(most)]];
  if (kind !== 'usdc' || exchange.service === 'trading') return undefined;
  const sendMin = parseUsdc(file.setting.policies['wallet.sendMin']) ?? 0;
  return [[Number(least), ...leastAmounts, sendMin / 1_000_000], mostAmounts];
}
