/** A target's answer under our names of fields, so that whatever reads it needs no other names. */
import { formatInstant } from '../../../core/base/time.ts';
import type { FieldName, FieldNames, NameForm } from './field-names.ts';

/** A value at a place of the answer, with the list positions on the way. */
interface Placed {
  readonly value: unknown;
  readonly positions: readonly number[];
}

/** Bounds the items of lists that are followed. */
const placedMax = 10_000;

/**
 * The answer of `operation` (`service/style/operation`) with every field that `names` lists under our pointer too. Fields stay
 * where they were; the argument is not changed. Without names for the operation it is the same object.
 */
export function renamed(answer: unknown, operation: string, names: FieldNames | undefined): unknown {
  const rows = names?.get(operation);
  if (rows === undefined || rows.length === 0 || typeof answer !== 'object' || answer === null) return answer;
  const result = copyOf(answer);
  for (const row of rows) move(row, answer, result);
  return result;
}

/** A list that is the whole answer has its items under our names beside nothing else. */
const copyOf = (answer: object): Record<string, unknown> =>
  Array.isArray(answer) ? {} : (structuredClone(answer) as Record<string, unknown>);

function move({ ours, theirs, as }: FieldName, answer: unknown, result: Record<string, unknown>): void {
  const [to, from] = [ours, theirs].map(stepsOf) as [string[], string[]];
  const placed: Placed[] = [];
  collect(answer, from, { positions: [], placed });
  for (const { value, positions } of placed) put(result, to, { value: inForm(value, as), positions });
  // A list without items has no field that could tell its name.
  const [list, other] = [listIn(to), listIn(from)];
  if (list === undefined || other === undefined) return;
  const value = other.reduce(stepInto, answer);
  if (Array.isArray(value) && value.length === 0) put(result, list, { value: [], positions: [] });
}

const stepsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The steps to the outermost list. */
const listIn = (steps: readonly string[]): string[] | undefined => {
  const at = steps.indexOf('*');
  return at < 0 ? undefined : steps.slice(0, at);
};

const stepInto = (value: unknown, step: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    ? (value as Record<string, unknown>)[step]
    : undefined;

function collect(
  value: unknown,
  [step, ...rest]: readonly string[],
  found: { readonly positions: readonly number[]; readonly placed: Placed[] },
): void {
  const { positions, placed } = found;
  if (value === undefined || placed.length >= placedMax) return;
  if (step === undefined) placed.push({ value, positions });
  else if (step !== '*') collect(stepInto(value, step), rest, found);
  else if (Array.isArray(value))
    value.forEach((item, index) => collect(item, rest, { positions: [...positions, index], placed }));
}

function put(root: Record<string, unknown>, steps: readonly string[], { value, positions }: Placed): void {
  let place: Record<string | number, unknown> = root;
  let stars = 0;
  for (const [index, step] of steps.entries()) {
    const key = step === '*' ? (positions[stars++] ?? 0) : step;
    if (index === steps.length - 1) {
      place[key] = value;
      return;
    }
    const isList = steps[index + 1] === '*';
    const known = Object.hasOwn(place, key) ? place[key] : undefined;
    const isUsable = typeof known === 'object' && known !== null && Array.isArray(known) === isList;
    const next = isUsable ? known : isList ? [] : {};
    place[key] = next;
    place = next as Record<string | number, unknown>;
  }
}

/** Instants from here on are milliseconds: as seconds they would be after the year 5000. */
const secondsMax = 1e11;

function inForm(value: unknown, form: NameForm | undefined): unknown {
  if (form === 'text') return typeof value === 'number' ? String(value) : value;
  if (form === 'number')
    return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
  if (form === 'instant' && typeof value === 'number' && value >= 0 && value < secondsMax * 1000)
    return formatInstant(Math.floor(value < secondsMax ? value * 1000 : value));
  return value;
}
