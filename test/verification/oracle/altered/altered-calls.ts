/** Rows of calls that a fact hears as they are, and again with one part altered: what it says of each row. */
import type { Case } from '../../../../src/verification/oracle/case.ts';
import type { AuditedExchange, PlannedFault } from '../../../../src/verification/oracle/exchange.ts';
import type { KeptSubject } from '../../../kept-digests.ts';
import { caseOf, exchangeOf } from '../said.ts';

/** A call such as `casino/A/bet`, and its caller; alice, where none is given. */
export type Asked = readonly [call: string, more?: Partial<AuditedExchange>, caller?: string | undefined];

export type Hears = (exchange: AuditedExchange, caller: string | undefined) => void;

export interface FactSubject {
  readonly name: string;
  readonly fact: (file: Case) => Hears;
  readonly rows: readonly (readonly Asked[])[];
  /** Each by itself; without any, the readings are those that a case has. */
  readonly policies?: readonly Readonly<Record<string, string>>[];
  readonly faults?: readonly Partial<PlannedFault>[];
  /** Parts of a case beside its readings. */
  readonly more?: object;
  /** Texts and numbers that stand in the place of each leaf, beside those of every subject. */
  readonly values?: readonly unknown[];
  /** True where the rows are heard as they are, and not altered. */
  readonly isWhole?: boolean;
}

interface Heard {
  readonly exchange: AuditedExchange;
  readonly caller: string | undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const numbersNear = (value: number): unknown[] => [
  0,
  -value,
  value + 1,
  value - 1,
  value * 2,
  value / 2,
  value * (1 + 1e-8),
  value * (1 - 1e-3),
  value + 0.01,
];

function valuesNear(value: unknown): unknown[] {
  const none = [undefined, null];
  if (typeof value === 'number') return [...none, ...numbersNear(value), String(value), `${value}x`];
  if (typeof value === 'boolean') return [...none, !value, String(value)];
  if (Array.isArray(value)) return [...none, [], value.slice(1), value.toReversed(), [...value, ...value], {}];
  if (isObject(value)) return [...none, {}, [], 'x'];
  if (typeof value !== 'string') return [];
  const near = ['', `${value}x`, `x${value}`, value.toUpperCase(), value.toLowerCase(), value.slice(1), 7, true];
  const isNumber = value !== '' && Number.isFinite(Number(value));
  const numbers = isNumber ? [Number(value), `${value}0`, `-${value}`, ...numbersNear(Number(value)).map(String)] : [];
  return [...none, ...near, ...numbers];
} // prettier-ignore

/** A value with one of its parts in another form, once for each. */
function* alterationsOf(value: unknown, others: readonly unknown[]): Iterable<unknown> {
  yield* valuesNear(value);
  if (!isObject(value)) {
    if (value !== undefined) yield* others;
    return;
  }
  for (const [name, part] of Object.entries(value))
    for (const altered of alterationsOf(part, others))
      if (Array.isArray(value)) yield value.with(Number(name), altered);
      else yield { ...value, [name]: altered };
}

/** What may be wrong with a call, apart from its fields. */
const others: readonly Partial<AuditedExchange>[] = [
  { status: 200 }, { status: 201 }, { status: 400 }, { status: 404 }, { status: 409 }, { status: 500 }, { service: 'control' }, { style: 'A' },
  { style: 'B' }, { style: 'primary' }, { method: 'GET' }, { method: 'POST' }, { isRaw: true }, { body: undefined }, { query: {} }, { query: { limit: '2' } },
  { query: { page: '2' } }, { operation: 'other' }, { service: 'other' },
]; // prettier-ignore

function* alteredCalls({ exchange, caller }: Heard, values: readonly unknown[]): Iterable<Heard> {
  for (const part of ['answer', 'body', 'query', 'params'] as const)
    for (const [name, value] of Object.entries(exchange[part] ?? {}))
      for (const altered of alterationsOf(value, values))
        yield { exchange: { ...exchange, [part]: { ...exchange[part], [name]: altered } }, caller };
  for (const other of others) yield { exchange: { ...exchange, ...other }, caller };
  for (const byMs of [-60_000, -1, 1, 60_000, 86_400_000])
    yield { exchange: { ...exchange, atMs: exchange.atMs + byMs }, caller };
  for (const by of [undefined, 'alice', 'bob']) yield { exchange, caller: by };
}

function saidOfRow({ fact, faults = [], more = {} }: FactSubject, row: readonly Heard[], policies: object): unknown {
  const setting = { startMs: 0, endMs: 1e12, faults, changed: Object.keys(policies), policies };
  const { file, said } = caseOf({ setting, ...more });
  try {
    const hears = fact(file);
    for (const { exchange, caller } of row) hears(exchange, caller);
  } catch (error) {
    return [said, String(error)];
  }
  return said;
} // prettier-ignore

function* saidOfRows(subject: FactSubject, rows: readonly (readonly Asked[])[], policies: object): Iterable<unknown> {
  for (const asked of rows) {
    const row = asked.map(
      ([call, more, ...by]): Heard => ({
        exchange: exchangeOf(call, { route: '', path: '', ...more }),
        caller: by.length === 0 ? 'alice' : by[0],
      }),
    );
    yield saidOfRow(subject, row, policies);
    yield saidOfRow(subject, [...row, ...row], policies);
    for (const [index, heard] of subject.isWhole === true ? [] : row.entries())
      for (const altered of alteredCalls(heard, subject.values ?? []))
        yield saidOfRow(subject, row.with(index, altered), policies);
  }
} // prettier-ignore

/** So few rows are quickly heard, and a digest names what has changed. */
const rowsMax = 2;

/** What a fact says of each row, and of each alteration of it: by readings, and by a few rows. */
export function keptOf(subject: FactSubject): readonly KeptSubject[] {
  const { name, rows, policies = [{}], isWhole = false } = subject;
  const size = isWhole ? 20 * rowsMax : rowsMax;
  const parts = Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => index * size);
  return policies.flatMap((readings, index) =>
    parts.map((from) => ({
      name: `${name}${policies.length > 1 ? `, readings ${index}` : ''}${parts.length > 1 ? `, from row ${from}` : ''}`,
      made: () => saidOfRows(subject, rows.slice(from, from + size), readings),
    })),
  );
}
