/** `orrery audit --bets FILE`: the log of another casino, from CSV or NDJSON to findings. */
import { parse as parseCsv } from 'csv-parse/sync';
import { parse as parseYaml } from 'yaml';
import { auditLog, type LogAudit } from '../../../verification/audit/log/audit-log.ts';
import {
  ourNames,
  readNames,
  translated,
  type ForeignNames,
} from '../../../verification/audit/log/foreign-names.ts';
import {
  logColumns,
  readBet,
  type LoggedBet,
  type LogRow,
} from '../../../verification/audit/log/logged-bet.ts';
import type { Profile } from '../../../core/base/profile.ts';
import { CallMistake } from '../process/exit.ts';
import { textOf } from '../files/text-file.ts';

/** Reads and audits a log; whatever is wrong with either file is one clear line. */
export function auditBets(file: string, call: { profile: Profile; names: string | undefined }): LogAudit {
  const names = call.names === undefined ? ourNames : namesIn(call.names);
  const bets = rowsIn(file).map(({ row, line }) => readRow(file, { row: translated(row, names), line }));
  if (bets.length === 0) throw new CallMistake(`${file}:1:1: holds no bets; expected ${columnsText}`);
  return auditLog(bets, { profile: call.profile });
}

const columnsText = `the columns ${Object.keys(logColumns).slice(0, 8).join(', ')}`;

function namesIn(file: string): ForeignNames {
  const text = textOf(file, 'the names of a foreign log');
  let parsed: unknown;
  try {
    parsed = parseYaml(text, { maxAliasCount: 100 });
  } catch (error) {
    throw new CallMistake(`${file}:1:1: is no YAML or JSON: ${(error as Error).message.split('\n')[0]}`);
  }
  const names = readNames(parsed);
  if (typeof names === 'string') throw new CallMistake(`${file}:1:1: ${names}`);
  return names;
}

interface Row {
  readonly row: LogRow;
  readonly line: number;
}

/** NDJSON where the first character opens an object, else CSV with a header. */
function rowsIn(file: string): Row[] {
  const text = textOf(file, 'a log of bets as CSV or NDJSON');
  return text.trimStart().startsWith('{') ? ndjsonRows(file, text) : csvRows(file, text);
}

function ndjsonRows(file: string, text: string): Row[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      const row: unknown = JSON.parse(line);
      if (typeof row === 'object' && row !== null && !Array.isArray(row))
        return [{ row: row as LogRow, line: index + 1 }];
    } catch {
      // Falls through to the one sentence below.
    }
    throw new CallMistake(`${file}:${index + 1}:1: is no JSON object; expected one bet a line`);
  });
}

function csvRows(file: string, text: string): Row[] {
  try {
    const records = parseCsv(text, { columns: true, info: true, skip_empty_lines: true }) as unknown as {
      record: LogRow;
      info: { lines: number };
    }[];
    return records.map(({ record, info }) => ({ row: record, line: info.lines }));
  } catch (error) {
    const { message, lines } = error as Error & { lines?: number };
    throw new CallMistake(`${file}:${lines ?? 1}:1: is no CSV: ${message}`);
  }
}

function readRow(file: string, { row, line }: Row): LoggedBet {
  const bet = readBet(row, line);
  if (typeof bet === 'string') throw new CallMistake(`${file}:${line}:1: ${bet}`);
  return bet;
}
