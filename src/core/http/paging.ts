/**
 * Pages of lists. A list takes `limit` and `page` and returns `total` and `page`, so that truncation is visible (gaps
 * X13, X14); page 1 has the newest rows.
 */
import { Type } from 'typebox';
import { Refusal, type Outcome } from '../base/refusal.ts';
import type { Policies } from '../policy/policies.ts';
import { ListLimit, readListLimit, wholeFromOne } from './wire.ts';

/** The requested part of a list. */
export interface PageRequest {
  /** At least 1; `allRows` to request the whole list. */
  readonly limit: number;
  /** From 1. */
  readonly page: number;
}

/** The requested rows, and the number of all rows. */
export interface Page<Row> extends Pick<PageRequest, 'page'> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** The query parameters of every list. */
export const pageQuery = {
  limit: ListLimit,
  page: Type.Optional(
    Type.String({
      pattern: wholeFromOne,
      maxLength: 9,
      description: 'a whole number from 1; 1 when left out',
    }),
  ),
};

/** The response fields of every list. */
export const pageAnswer = {
  total: Type.Integer({ minimum: 0, description: 'rows on all pages' }),
  page: Type.Integer({ minimum: 1 }),
};

/** The response fields of a page, as `pageAnswer` declares them. */
export const pageView = ({ total, page }: Page<unknown>): { total: number; page: number } => ({
  total,
  page,
});

/** More rows than any list has. */
export const allRows = Number.MAX_SAFE_INTEGER;

/** The part of a list that a query which `pageQuery` describes asks for. Refuses BAD_REQUEST. */
export function readPage(
  query: { limit?: string | undefined; page?: string | undefined },
  defaultLimit: number,
  policies: Policies,
): Outcome<PageRequest> {
  const limit = readListLimit(query.limit, defaultLimit, policies);
  if (limit instanceof Refusal) return limit;
  return { limit, page: Number(query.page ?? '1') };
}

/** A page, newest first, of rows that are stored oldest first. */
export function newestFirst<Row>(rows: readonly Row[], { limit, page }: PageRequest): Page<Row> {
  const end = Math.max(0, rows.length - (page - 1) * limit);
  const start = Math.max(0, end - limit);
  return { rows: rows.slice(start, end).toReversed(), total: rows.length, page };
}

/** The page with every row converted. */
export const pageOf = <Row, Other>(
  { rows, total, page }: Page<Row>,
  make: (row: Row) => Other,
): Page<Other> => ({
  rows: rows.map(make),
  total,
  page,
});
