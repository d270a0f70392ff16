/**
 * `results.parquet`: the table of `results.csv` with types. Missing values are null; the bytes are equal on every
 * machine.
 */
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { Cell, SweepColumn } from '../../simulation/sweep/columns.ts';

const types = { text: 'STRING', integer: 'INT64', number: 'DOUBLE', boolean: 'BOOLEAN' } as const;

/** The file's bytes; columns of integers become INT64. */
export function resultsParquet(columns: readonly SweepColumn[]): Uint8Array {
  const buffer = parquetWriteBuffer({
    columnData: columns.map(({ name, type, values }) => ({
      name,
      type: types[type],
      data: type === 'integer' ? values.map(bigOf) : [...values],
    })),
    createdBy: 'orrery',
  });
  return new Uint8Array(buffer);
}

const bigOf = (value: Cell): bigint | null => (typeof value === 'number' ? BigInt(value) : null);
