/** Compares what two runs answered, call by call and field by field. */
import { GeneratedTexts, type GeneratedKind } from './generated-texts.ts';
import { mappedTexts } from './mapped-texts.ts';
import type { RecordedRun, RunRelation, Variant } from './relation.ts';
import type { AnsweredCall, Transcript } from './transcript.ts';

/** Where two runs first differ, in words. */
export interface RunDifference {
  readonly message: string;
  /** When the second run differs. */
  readonly atMs: number;
}

/** One field that differs: its value in the first run, and in the second. */
interface Differing {
  readonly path: string;
  readonly first: unknown;
  readonly second: unknown;
}

interface Comparison {
  readonly relation: RunRelation;
  readonly variant: Variant;
}

/** Undefined where the second run answered as the first did. */
export function firstDifference(
  first: RecordedRun,
  second: Transcript,
  { relation, variant }: Comparison,
): RunDifference | undefined {
  const read = readersOf({ relation, variant });
  const { calls } = first.transcript;
  const compared = second.calls.filter((call) => variant.isCompared(call));
  for (const [place, call] of calls.entries()) {
    const own = `${call.method} ${call.path} of ${first.transcript.nameOf(call)}`;
    const counterpart = compared[place];
    if (counterpart === undefined)
      return { atMs: call.atMs, message: `${own} is not made ${relation.about}` };
    const free = freeFields(relation, call);
    const differing = differenceOf(
      comparable(call, { free, read: read.first }),
      comparable(counterpart, { free, read: read.second }),
      '',
    );
    if (differing !== undefined)
      return { atMs: counterpart.atMs, message: messageOf(own, differing, relation) };
  }
  const [more] = compared.slice(calls.length);
  if (more === undefined) return undefined;
  return { atMs: more.atMs, message: `${more.method} ${more.path} is made only ${relation.about}` };
}

/** How texts of both runs are compared. */
function readersOf({ relation, variant }: Comparison): Record<'first' | 'second', (text: string) => string> {
  const kinds = Object.keys(relation.generated) as GeneratedKind[];
  const [ofFirst, ofSecond] = [new GeneratedTexts(kinds), new GeneratedTexts(kinds)];
  return {
    first: (text) => ofFirst.replacedIn(text),
    second: (text) => ofSecond.replacedIn(variant.asInFirst(text)),
  };
}

function messageOf(own: string, { path, first, second }: Differing, { about }: RunRelation): string {
  const field = path.startsWith('/body/') ? path.slice('/body'.length) : path.slice(1);
  return `${own}: ${field} is ${shown(first)}, and ${shown(second)} ${about}`;
}

const shownMax = 120;

function shown(value: unknown): string {
  const text = value === undefined ? 'left out' : JSON.stringify(value);
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
}

/** What is compared of a call: the request as far as it has been filled in, and the answer without its free fields. */
function comparable(
  call: AnsweredCall,
  { free, read }: { free: readonly FieldPath[]; read: (text: string) => string },
): unknown {
  const { atMs, agent, method, path, status, body, headers } = call;
  const code = status < 400 ? 'OK' : body['code'];
  const whole = { atMs, agent, call: `${method} ${path}`, status, code, body, headers };
  if (free.length === 0) return mappedTexts<unknown>(whole, read);
  const copy = mappedTexts(whole, (text) => text);
  for (const field of free) leaveOut(copy, field);
  return mappedTexts<unknown>(copy, read);
}

/** The names on the way to a field. */
type FieldPath = readonly string[];

const freeFields = ({ free }: RunRelation, { operation }: AnsweredCall): FieldPath[] =>
  Object.keys(free)
    .map((name) => name.split(' '))
    .filter(([of]) => of === operation)
    .map(([, path = '']) => path.split('/').slice(1));

/** Takes the fields at a path out, where `*` is any part of it. */
function leaveOut(value: unknown, [part, ...rest]: FieldPath): void {
  if (typeof value !== 'object' || value === null || part === undefined) return;
  const object = value as Record<string, unknown>;
  for (const name of part === '*' ? Object.keys(object) : [part]) {
    if (rest.length > 0) leaveOut(object[name], rest);
    else delete object[name];
  }
}

/** The first field in which two values differ, in the order of the first. */
function differenceOf(first: unknown, second: unknown, path: string): Differing | undefined {
  if (Object.is(first, second)) return undefined;
  const areObjects = [first, second].every((side) => typeof side === 'object' && side !== null);
  if (!areObjects || Array.isArray(first) !== Array.isArray(second)) return { path, first, second };
  const [one, other] = [first as Record<string, unknown>, second as Record<string, unknown>];
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = differenceOf(one[name], other[name], `${path}/${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
