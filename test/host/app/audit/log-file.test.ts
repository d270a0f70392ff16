/** The reader of long logs gives what csv-parse gives, however the text is cut. */
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvRecords, CsvMistake } from '../../../../src/host/app/audit/log-file/csv-records.ts';

const cell = fc.string({ unit: fc.constantFrom('a', '1', '"', ',', '\n', ' ', 'é', '{', ':'), maxLength: 8 });
const table = fc
  .integer({ min: 2, max: 5 })
  .chain((width) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
  );

function cut(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  );
}

it('a table is read as csv-parse reads it, with either line end and cut anywhere', () => {
  fc.assert(
    fc.property(
      table,
      fc.boolean(),
      fc.boolean(),
      fc.integer({ min: 1, max: 40 }),
      (rows, isQuoted, isWindows, size) => {
        // csv-stringify leaves a line feed unquoted where records end otherwise.
        const text = stringify(rows, {
          quoted: isQuoted || isWindows,
          record_delimiter: isWindows ? '\r\n' : '\n',
        });
        const records = [...csvRecords(cut(text, size))];
        expect(records.map(({ cells }) => cells)).toEqual(
          parse(text, { relax_column_count: true, skip_empty_lines: true }),
        );
      },
    ),
  );
});

it('a record has the line where it starts', () => {
  const lines = [...csvRecords(['a,b\n"x\ny",1\n\nc,', 'd'])].map(({ line, cells }) => [line, cells]);
  expect(lines).toEqual([
    [1, ['a', 'b']],
    [2, ['x\ny', '1']],
    [5, ['c', 'd']],
  ]);
});

it.each([
  ['a,"b\nc', 1, 'the quote opened in line 1 is not closed'],
  ['a\nb"c,d\n', 2, 'a quote stands within an unquoted cell in line 2'],
  ['a,"b"c\n', 1, 'text follows a closed quote in line 1'],
])('%j is no CSV', (text, line, message) => {
  let mistake: unknown;
  try {
    expect([...csvRecords([text])]).toEqual([]);
  } catch (error) {
    mistake = error;
  }
  expect(mistake).toBeInstanceOf(CsvMistake);
  expect(mistake).toMatchObject({ line, message });
});
