/**
 * The requests of a trace that led to a difference, for its sequence diagram: those that the request refers to, and
 * earlier writes of its session. The trace is read once more, up to the last of these requests.
 */
import { parseInstant, type Instant } from '../../../core/base/time.ts';
import { present } from '../../../core/base/assert.ts';
import type { TraceRecord } from '../../../simulation/trace/format.ts';
import { TraceReader } from '../../../simulation/trace/reader.ts';
import { neededBy } from '../plan/needs.ts';
import { isRead } from '../target/permit.ts';

/** The requests that led to some others. */
export interface LedThere {
  readonly startMs: Instant;
  /** By request: those before it, in order, and itself last. */
  readonly records: ReadonlyMap<number, readonly TraceRecord[]>;
}

/** Requests of one sequence. */
const sequenceMax = 10;
const writesBefore = 3;
/** Requests after which no sequence is looked for: what they depend on is kept in memory. */
const readMax = 500_000;

/** Rejects with `FileMistake` as reading a trace does. `numbers` beyond the first 500,000 have no sequence. */
export async function ledThere(trace: string, numbers: readonly number[]): Promise<LedThere> {
  const lastWanted = Math.min(readMax, Math.max(-1, ...numbers));
  const before = new Before();
  const startMs = await eachRecord(trace, lastWanted, (record) => before.add(record));
  const chosen = new Map(numbers.filter((n) => n <= lastWanted).map((n) => [n, before.sequenceTo(n)]));
  const wanted = new Set([...chosen.values()].flat());
  const found = new Map<number, TraceRecord>();
  await eachRecord(trace, lastWanted, (record) => {
    if (wanted.has(record.n)) found.set(record.n, record);
  });
  const records = Array.from(chosen, ([n, sequence]): [number, TraceRecord[]] => [
    n,
    sequence.flatMap((each) => found.get(each) ?? []),
  ]);
  return { startMs, records: new Map(records) };
}

/** Visits the records up to `last` and returns the start of the trace. */
async function eachRecord(
  trace: string,
  last: number,
  visit: (record: TraceRecord) => void,
): Promise<Instant> {
  const { reader, header } = await TraceReader.open(trace);
  let n = -1;
  while (n < last) {
    const lines = await reader.next();
    if (lines.length === 0) break;
    for (const { record } of lines) {
      n = record.n;
      if (n <= last) visit(record);
    }
  }
  await reader.close();
  return present(parseInstant(header.start), 'the header was checked');
}

/** What each request depends on, by its number. */
class Before {
  readonly #needs: (readonly number[])[] = [];
  /** The write before each request in its session; -1 for none. */
  readonly #writeBefore: number[] = [];
  readonly #lastWrite = new Map<number, number>();

  add({ n, session, request }: TraceRecord): void {
    this.#needs[n] = neededBy(request);
    this.#writeBefore[n] = this.#lastWrite.get(session) ?? -1;
    if (!isRead(request.method)) this.#lastWrite.set(session, n);
  }

  /** At most ten requests in order, the last of which is `n`: references first, then writes of the session. */
  sequenceTo(n: number): number[] {
    const chosen = new Set([n]);
    let write = n;
    for (let count = 0; count < writesBefore; count++) {
      write = this.#writeBefore[write] ?? -1;
      if (write >= 0) chosen.add(write);
    }
    const referred = new Set([n]);
    for (const each of referred) {
      if (referred.size >= sequenceMax) break;
      for (const need of this.#needs[each] ?? []) referred.add(need);
    }
    const all = [...new Set([...referred, ...chosen])].slice(0, sequenceMax);
    return all.toSorted((left, right) => left - right);
  }
}
