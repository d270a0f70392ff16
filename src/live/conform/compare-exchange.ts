/**
 * All differences between the target's response and the model's: status, code, shape, amounts, values, ids, headers.
 */
import type { Json, Response } from '../../core/http/message.ts';
import { compareAnswers, type Correlation } from '../traffic/compare/compare-answers.ts';
import { tracedHeaders } from '../../simulation/trace/format.ts';
import { shown, type Difference } from '../traffic/compare/difference.ts';
import { headerOf } from '../traffic/http/answer-parser.ts';
import type { LiveAnswer } from './live-client.ts';

/** The responses of target and model to one request. */
export interface BothAnswers {
  readonly live: LiveAnswer;
  readonly model: Response;
  /** The model's body with ids replaced by references. */
  readonly expected: Json;
}

/**
 * The differences of one exchange. A request without a response yields one difference, `unsent` or `failed`. `headers`
 * compares those of a target whose windows are its own; without it they have to be the model's.
 */
export function differencesOf(
  { live, model, expected }: BothAnswers,
  correlation: Correlation,
  headers?: (expected: Readonly<Record<string, string>>, head: string) => Difference[],
): Difference[] {
  if (live.kind === 'failed') {
    const kind = live.reason === 'unsendable' || live.reason === 'no address' ? 'unsent' : 'failed';
    return [{ kind, field: '', recorded: String(model.status), live: live.reason }];
  }
  const found = compareAnswers({ status: model.status, body: expected }, live, correlation);
  if (model.status !== live.status) return found;
  if (headers !== undefined) return [...found, ...headers(textsOf(model.headers), live.head)];
  return [...found, ...headerDifferences({ expected: model.headers, head: live.head }, correlation)];
}

function headerDifferences(
  { expected, head }: { expected: Response['headers']; head: string },
  correlation: Correlation,
): Difference[] {
  const names = new Set([...Object.keys(expected), ...tracedHeaders]);
  const found: Difference[] = [];
  for (const name of names) {
    const [recorded, live] = [textOf(expected[name]), headerOf(head, name)];
    if (recorded === live) continue;
    const isNumber = recorded !== undefined && live !== undefined && isNumeric(recorded) && isNumeric(live);
    const kind = recorded === undefined || live === undefined ? 'shape' : isNumber ? 'amount' : 'value';
    const shownHeader = (text: string | undefined): string => shown(correlation.clean(text, name));
    found.push({
      kind,
      field: `header ${name}`,
      recorded: shownHeader(recorded),
      live: shownHeader(live),
    });
  }
  return found;
}

const textsOf = (headers: Response['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

const textOf = (value: string | number | undefined): string | undefined =>
  value === undefined ? undefined : String(value);

const isNumeric = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);
