/**
 * The requests and responses of a live audit, as plain objects. The session that yields them does no I/O: `host` sends
 * them to a casino, a test answers them from a simulated house.
 */

import type { Micros } from '../../../core/base/money.ts';

/** One request; paths are those of style A below `/api/v1` (specification.md, Casino). */
export interface LiveCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** What this request stakes. Such a request is sent once, whatever is answered: the house may have taken it. */
  readonly stakeMicros?: Micros;
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

/** True for every 2xx status; false for 0, which stands for a lost response. */
export const isOk = ({ status }: LiveCallAnswer): boolean => status >= 200 && status < 300;
