/** `--grid PATH=V1,V2`: one axis of a sweep, and the settings of a cell of the grid. */
import { yamlDocument } from '../scenario/yaml-text.ts';
import { refuse, Refusal, type Outcome } from '../../core/base/refusal.ts';
import type { ScenarioSetting } from '../scenario/scenario.ts';
import { partsOf } from '../scenario/vary.ts';
import type { Axis } from './result-schema.ts';

const textMax = 64 * 1024;
/** The most cells of a grid. */
export const cellsMax = 10_000;

/** Parses one axis; its values are a YAML flow list: `1h,1d`, `0.1,0.2`, `{ median: 40ms },{ median: 80ms }`. */
export function parseAxis(text: string): Outcome<Axis> {
  const setting = splitSetting(text, 'PATH=VALUE,VALUE');
  if (setting instanceof Refusal) return setting;
  const { path, text: list } = setting;
  const values = parsedOr(`[${list}]`);
  if (!Array.isArray(values) || values.length === 0)
    return refuse('BAD_REQUEST', `"${list}" is no list of values; expected one such as 1h,1d`);
  const seen = new Set<string>();
  for (const value of values as readonly unknown[]) {
    const key = JSON.stringify(value) ?? '';
    if (seen.has(key)) return refuse('BAD_REQUEST', `${valueText(value)} stands there twice`);
    seen.add(key);
  }
  return { path, values: values as readonly unknown[] };
}

/** Parses `PATH=VALUE`, the value in YAML, as `settingText` writes it. */
export function parseSetting(text: string): Outcome<ScenarioSetting> {
  const setting = splitSetting(text, 'PATH=VALUE');
  if (setting instanceof Refusal) return setting;
  const value = parsedOr(setting.text);
  if (value === undefined || setting.text.trim() === '')
    return refuse('BAD_REQUEST', `"${setting.text}" is no value; expected one such as 1h`);
  return { path: setting.path, value };
}

function splitSetting(text: string, form: string): Outcome<{ path: string; text: string }> {
  const equals = text.indexOf('=');
  if (equals < 1 || text.length > textMax) return refuse('BAD_REQUEST', `expected ${form}`);
  const path = text.slice(0, equals).trim();
  const parts = partsOf(path);
  return parts instanceof Refusal ? parts : { path, text: text.slice(equals + 1) };
}

/** Undefined for text that is not YAML, or a value that JSON lacks. */
function parsedOr(text: string): unknown {
  try {
    const document = yamlDocument(text);
    const value: unknown = document.errors.length > 0 ? undefined : document.toJS({ maxAliasCount: 0 });
    return isPlain(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value !== 'object' || value === null) return typeof value !== 'bigint' && value !== undefined;
  return Object.values(value).every(isPlain);
}

/**
 * Describes two axes that set the same or a nested value, or a grid that is too large; undefined if the axes are
 * valid.
 */
export function axesMistake(axes: readonly Axis[]): string | undefined {
  const paths = axes.map(({ path }) => pathKey(path));
  for (const [index, path] of paths.entries()) {
    const other = paths.findIndex(
      (one, place) => place < index && (isWithin(path, one) || isWithin(one, path)),
    );
    if (other >= 0) return `"${axes[index]?.path}" and "${axes[other]?.path}" set the same value`;
  }
  const cells = cellCount(axes);
  return cells > cellsMax ? `the grid has ${cells} cells; expected at most ${cellsMax}` : undefined;
}

const pathKey = (path: string): string => {
  const parts = partsOf(path);
  return `${parts instanceof Refusal ? path : parts.join('\u0000')}\u0000`;
};

const isWithin = (path: string, index: string): boolean => path.startsWith(index);

/** The number of cells: the product of the axes' lengths, 1 without axes. */
export const cellCount = (axes: readonly Axis[]): number =>
  axes.reduce((product, { values }) => product * values.length, 1);

/** The settings of a cell, from 0: the last axis changes fastest. */
export function settingsOf(axes: readonly Axis[], cell: number): readonly ScenarioSetting[] {
  let rest = cell;
  return axes
    .toReversed()
    .map(({ path, values }) => {
      const value = values[rest % values.length];
      rest = Math.floor(rest / values.length);
      return { path, value };
    })
    .toReversed();
}

/** `PATH=VALUE`, as `parseSetting` reads it back. */
export function settingText({ path, value }: ScenarioSetting): string {
  const isBare = typeof value === 'string' && !/[\r\n]/.test(value) && parsedOr(value) === value;
  return `${path}=${isBare ? value : JSON.stringify(value)}`;
}

/** A value for a table: text as it is, anything else as JSON. */
export const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);
