/** The bets of a log file as CSV or NDJSON, and what is said of a file of another form. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileMistake } from '../../../../../src/core/base/file-mistake.ts';
import { LogFile } from '../../../../../src/host/app/audit/log-file/log-file.ts';
import { CallMistake } from '../../../../../src/host/app/process/exit.ts';
import { ourNames, type ForeignNames } from '../../../../../src/verification/audit/log/foreign-names.ts';
import { neededColumns } from '../../../../../src/verification/audit/log/logged-bet.ts';
import { folderWith } from '../../../../folder-with.ts';

const row = {
  game: 'coin_flip',
  bet: { side: 'heads' },
  stake: '1',
  payout: '0',
  server_seed_hash: 'ab',
  server_seed: '',
  client_seed: 'c',
  nonce: 0,
};
const header = neededColumns.join(',');
const expected = `expected the columns ${neededColumns.join(', ')}`;
const csvRow = 'coin_flip,"{""side"":""heads""}",1,0,ab,,c,0';

function logFile(text: string, names: ForeignNames = ourNames): { file: string; log: LogFile } {
  const file = join(folderWith(), 'bets');
  writeFileSync(file, text);
  return { file, log: new LogFile(file, names) };
}

const read = (text: string, names?: ForeignNames) =>
  Array.from(logFile(text, names).log, ({ line, entry, params, stakeMicros, nonce }) =>
    [line, entry.game.id, JSON.stringify(params), stakeMicros, nonce].join(' '),
  );

describe('a log of bets', () => {
  it.each([
    ['CSV', `${header}\n${csvRow}\n${csvRow.replace(/0$/, '1')}\n`, [2, 3]],
    ['CSV without a last line end', `${header}\n${csvRow}\n${csvRow.replace(/0$/, '1')}`, [2, 3]],
    ['CSV after empty lines', `\n${header}\n\n${csvRow}\n\n${csvRow.replace(/0$/, '1')}`, [4, 6]],
    ['NDJSON', `${JSON.stringify(row)}\n${JSON.stringify({ ...row, nonce: 1 })}\n`, [1, 2]],
    ['NDJSON without a last line end', `${JSON.stringify(row)}\n${JSON.stringify({ ...row, nonce: 1 })}`, [1, 2]],
    ['NDJSON with empty lines', `\n  ${JSON.stringify(row)}\n \n\n${JSON.stringify({ ...row, nonce: 1 })}\n`, [2, 5]],
  ])('is read as %s, with the lines of its bets', (_form, text, [first, second]) => {
    expect(read(text)).toEqual([
      `${first} coin_flip {"side":"heads"} 1000000 0`,
      `${second} coin_flip {"side":"heads"} 1000000 1`,
    ]);
  }); // prettier-ignore

  it.each([[''], [`${header}\n`], [header]])('may have no bets: %j', (text) => {
    expect(read(text)).toEqual([]);
  });

  it('is read from its beginning each time', () => {
    const { log } = logFile(`${header}\n${csvRow}\n`);
    expect([[...log].length, [...log].length]).toEqual([1, 1]);
  });

  it('is read under other names', () => {
    const names: ForeignNames = { ...ourNames, columns: new Map([['game', 'kind']]), games: new Map([['flip', 'coin_flip']]), unit: 'cents' }; // prettier-ignore
    const text = `${header.replace('game', 'kind')}\n${csvRow.replace('coin_flip', 'flip').replace(',1,', ',150,')}\n`;
    expect(read(text, names)).toEqual(['2 coin_flip {"side":"heads"} 1500000 0']);
  });

  it('is read in chunks, with lines counted through', () => {
    const many = Array.from({ length: 600 }, (_, nonce) => JSON.stringify({ ...row, nonce, client_seed: 'x'.repeat(150) }));
    const bets = read(`${many.join('\n')}\n`);
    expect(bets).toHaveLength(600);
    expect(bets.at(-1)).toBe('600 coin_flip {"side":"heads"} 1000000 599');
  }); // prettier-ignore
});

describe('a file of another form', () => {
  const lacking = header.replace('bet,stake,', '');
  it.each([
    ['a line of NDJSON that is none', `${JSON.stringify(row)}\n{"game"\n`, 2, 'is no JSON object; expected one bet a line'],
    ['a list', `${JSON.stringify(row)}\n[]\n`, 2, 'is no JSON object; expected one bet a line'],
    ['null', `${JSON.stringify(row)}\n\nnull\n`, 3, 'is no JSON object; expected one bet a line'],
    ['a number', `${JSON.stringify(row)}\n7`, 2, 'is no JSON object; expected one bet a line'],
    ['an object without a column', `${JSON.stringify(row)}\n${JSON.stringify({ ...row, nonce: undefined })}\n`, 2, `has no column "nonce"; ${expected}`],
    ['a header without columns', `\n${lacking}\n`, 2, `has no column "bet", "stake"; ${expected}`],
    ['a header with one name twice', `${header},game\n`, 1, `two columns have one name; ${expected}`],
    ['a row that is too short', `${header}\n${csvRow.slice(0, -2)}\n`, 2, 'is no CSV: line 2 has 7 cells; expected 8 as in the header'],
    ['a row that is too long', `${header}\n${csvRow}\n${csvRow},9`, 3, 'is no CSV: line 3 has 9 cells; expected 8 as in the header'],
    ['an open quote', `${header}\n"x`, 2, 'is no CSV: the quote opened in line 2 is not closed'],
    ['a game that there is not', `${header}\n${csvRow.replace('coin_flip', 'chess')}\n`, 2, 'game is "chess"; expected one of the 17 games'],
  ])('has the line of the mistake: %s', (_what, text, line, message) => {
    const { file, log } = logFile(text);
    expect(() => [...log]).toThrow(new CallMistake(`${file}:${line}:1: ${message}`));
  }); // prettier-ignore

  it.each([
    ['PAR1', 'the file is a Parquet file'],
    ['a\0b', 'the file is not text'],
  ])('is not text: %j', (text, reason) => {
    const { file, log } = logFile(text);
    expect(() => [...log]).toThrow(
      new FileMistake(file, { line: 1, column: 1 }, `${reason}; expected a log of bets as CSV or NDJSON`),
    );
  });

  it('is not there, or a folder', () => {
    const folder = folderWith();
    const file = join(folder, 'none');
    expect(() => [...new LogFile(file, ourNames)]).toThrow(
      new FileMistake(
        file,
        { line: 1, column: 1 },
        'there is no such file; expected a log of bets as CSV or NDJSON',
      ),
    );
    expect(() => new LogFile(folder, ourNames)).toThrow(
      new FileMistake(
        folder,
        { line: 1, column: 1 },
        'this is a folder; expected a log of bets as CSV or NDJSON',
      ),
    );
  });
});
