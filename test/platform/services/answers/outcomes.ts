/** Which answers are of one outcome: the same call, status and words, whatever the ids, amounts and instants are. */
import { groupOf } from '../../../../src/verification/check/generate/some-policies.ts';
import type { Answered } from './played.ts';

/** A word that a service chooses, such as a status; other texts are ids, names, amounts. */
const isWord = (text: string): boolean => /^[a-zA-Z_-]{1,20}$/.test(text);
const isDecimal = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text);
const signOf = (value: number): string => ['-', '0', '+'][Math.sign(value) + 1] ?? '';

/** What differs from answer to answer in a sentence. */
const varying = /"[^"]*"|\S*\d\S*/g;

function formOfText(text: string): string {
  if (isDecimal(text)) return signOf(Number(text));
  if (isWord(text)) return text;
  return text.includes(' ') ? text.replaceAll(varying, '#') : '#';
}

/** The fields of a value and the words in it; of a list, each form of its items once. */
function formOf(value: unknown): unknown {
  if (typeof value === 'number') return signOf(value);
  if (typeof value === 'string') return formOfText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(formOf(item))))].toSorted();
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, formOf(inner)]));
}

export const outcomeOf = ({ call, status, body }: Answered): string =>
  `${call} ${status} ${JSON.stringify(formOf(JSON.parse(body)))}`;

/** What was answered under which reading of what concerns the service. */
export const readingsOf = (
  policies: Readonly<Record<string, unknown>>,
  { call, status }: Answered,
): readonly string[] =>
  Object.entries(policies)
    .filter(([name]) => call.startsWith(`${groupOf(name)}/`))
    .map(([name, option]) => `${name}=${String(option)} ${call} ${status}`);
