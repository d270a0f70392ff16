/**
 * The requests and responses of a live audit, as plain objects. The session that yields them does no I/O: `host` sends
 * them to a casino, a test answers them from a simulated house.
 */

import type { Micros } from '../../../core/base/money.ts';

/** One request; paths are those of style A below `/api/v1` (specification.md, Casino). */
export interface LiveCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** What this request stakes. Such a request is sent once, whatever is answered: the house may have taken it. */
  readonly stakeMicros?: Micros;
  /** The same request as the call before, whose answer was lost: it has the same Idempotency-Key. */
  readonly isRepeat?: true;
}

/** Status 0 stands for a response that never came: whether the request was executed is not known. */
export interface LiveCallAnswer {
  readonly status: number;
  readonly body: Fields;
}

/** The fields of a JSON object; an answer that is none has no fields. */
export type Fields = ReadonlyMap<string, unknown>;

/** Own entries alone: the object is untrusted, and inherited names are not fields. */
export const fieldsOf = (value: unknown): Fields =>
  new Map(
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value as Record<string, unknown>)
      : [],
  );

/** No seed, hash, id or code of the platform is longer. */
const textLengthMax = 4096;

/** A string field up to the maximum length; undefined for anything else, because the body is untrusted. */
export const textIn = (fields: Fields, name: string): string | undefined => {
  const value = fields.get(name);
  return typeof value === 'string' && value.length <= textLengthMax ? value : undefined;
};

/** A count from 0. */
export const countIn = (fields: Fields, name: string): number | undefined => {
  const value = fields.get(name);
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
};

/** False for a response that never came, and for a house that broke down: whether the request was executed is not known. */
export const isAnswered = ({ status }: LiveCallAnswer): boolean => status > 0 && status < 500;

/** How often a call without a stake is sent whose answer is lost. */
const attemptsMax = 3;

/** A call without a stake; one whose answer is lost is repeated. */
export function* asked(
  call: LiveCall,
): Generator<LiveCall, { answer: LiveCallAnswer; isRepeated: boolean; repeats: number }, LiveCallAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = yield attempt === 1 ? call : { ...call, isRepeat: true };
    if (isAnswered(answer) || attempt === attemptsMax)
      return { answer, isRepeated: attempt > 1, repeats: attempt - 1 };
  }
}

/** True for every 2xx status; false for 0, which stands for a lost response. */
export const isOk = ({ status }: LiveCallAnswer): boolean => status >= 200 && status < 300;
