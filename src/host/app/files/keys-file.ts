/** Reads the accounts that `keys` of a target file names. No message quotes a key. */
import { parse as parseCsv } from 'csv-parse/sync';
import { FileMistake } from '../../../core/base/file-mistake.ts';
import type { ExistingAccount } from '../../../live/traffic/target/existing-account.ts';
import { textOf } from './text-file.ts';

const expected = 'a CSV file with the columns agent_id and api_key';
/** Visible ASCII, as a header can carry it. */
const keyFormat = /^[\x21-\x7e]{1,4096}$/;
const nameFormat = /^[\w.-]{1,64}$/;
const columnFormat = /^[a-z]\w{0,63}$/;

interface ParsedRow {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** The accounts in the order of the file. Throws `FileMistake` with the line of the first mistake. */
export function accountsIn(file: string): ExistingAccount[] {
  const text = textOf(file, expected);
  const [head, ...rows] = rowsOf(file, text);
  const columns = head?.record ?? [];
  const refuse = (line: number, message: string) => new FileMistake(file, { line, column: 1 }, message);
  for (const name of ['agent_id', 'api_key'])
    if (!columns.includes(name)) throw refuse(1, `the column ${name} is missing; expected ${expected}`);
  const wrong = columns.find((name, index) => !columnFormat.test(name) || columns.indexOf(name) < index);
  if (wrong !== undefined)
    throw refuse(
      1,
      'a column has no name, or that of another; expected names of fields such as agent_address',
    );
  const seen = new Set<string>();
  const accounts = rows.map(({ record, info }) => {
    const fields = Object.fromEntries(columns.map((name, index) => [name, record[index] ?? '']));
    const { agent_id: agentId = '', api_key: apiKey = '', ...others } = fields;
    if (record.length !== columns.length)
      throw refuse(info.lines, `the row has ${record.length} columns; expected ${columns.length}`);
    if (!nameFormat.test(agentId))
      throw refuse(info.lines, 'agent_id is no name of an agent; expected letters, digits, ".", "_" and "-"');
    if (!keyFormat.test(apiKey))
      throw refuse(info.lines, 'api_key is no key that a header can carry; expected visible ASCII');
    if (seen.has(agentId) || seen.has(apiKey))
      throw refuse(info.lines, `the account ${agentId} is there twice; expected each account once`);
    seen.add(agentId).add(apiKey);
    const known = Object.entries(others).filter(([, value]) => value !== '');
    return { agentId, apiKey, fields: Object.fromEntries(known) };
  });
  if (accounts.length === 0) throw refuse(1, 'the file has no accounts; expected one a line');
  return accounts;
}

function rowsOf(file: string, text: string): ParsedRow[] {
  try {
    // Rows are checked above: an error of the library might quote one.
    const how = { info: true, relax_column_count: true, skip_empty_lines: true, trim: true };
    return parseCsv(text, how) as unknown as ParsedRow[];
  } catch (error) {
    const { lines = 1 } = error as { lines?: number };
    throw new FileMistake(file, { line: lines, column: 1 }, `the file is no CSV; expected ${expected}`);
  }
}
