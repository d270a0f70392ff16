/** Accounts of a target from a CSV file, and what is wrong with one: by its line, and without a key. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileMistake } from '../../../../src/core/base/file-mistake.ts';
import { accountsIn } from '../../../../src/host/app/files/keys-file.ts';
import { folderWith } from '../../../folder-with.ts';

function fileOf(text: string): string {
  const file = join(folderWith(), 'keys.csv');
  writeFileSync(file, text);
  return file;
}

const expected = 'expected a CSV file with the columns agent_id and api_key';
const name = 'a'.repeat(64);
const key = 'k'.repeat(4096);

describe('the accounts of a file', () => {
  it('are in its order, with the fields that have a value', () => {
    const file = fileOf(
      '\uFEFFagent_address, api_key ,agent_id,x9_\n0xa,k1,a\n\n,"k,2", b.c-d_E9 ,v\n'.replace('k1,a\n', 'k1,a,\n'),
    ); // prettier-ignore
    expect(accountsIn(file)).toStrictEqual([
      { agentId: 'a', apiKey: 'k1', fields: { agent_address: '0xa' } },
      { agentId: 'b.c-d_E9', apiKey: 'k,2', fields: { x9_: 'v' } },
    ]);
  });

  it.each([
    ['the longest name and key', `agent_id,api_key\n${name},${key}\n`],
    ['the longest column', `agent_id,api_key,${'c'.repeat(64)}\na,!~,x\n`],
  ])('may have %s', (_what, text) => {
    expect(accountsIn(fileOf(text))).toHaveLength(1);
  });

  const nameWrong = 'agent_id is no name of an agent; expected letters, digits, ".", "_" and "-"';
  const keyWrong = 'api_key is no key that a header can carry; expected visible ASCII';
  const columnWrong =
    'a column has no name, or that of another; expected names of fields such as agent_address';
  it.each([
    ['nothing', '', 1, `the column agent_id is missing; ${expected}`],
    ['no agent_id', 'api_key\nk\n', 1, `the column agent_id is missing; ${expected}`],
    ['no api_key', 'agent_id\na\n', 1, `the column api_key is missing; ${expected}`],
    ['a column without a name', 'agent_id,api_key,\na,k,\n', 1, columnWrong],
    ['a column twice', 'agent_id,api_key,x,x\na,k,1,2\n', 1, columnWrong],
    ['a column with a capital', 'agent_id,api_key,X\na,k,1\n', 1, columnWrong],
    ['a column with a space', 'agent_id,api_key,x y\na,k,1\n', 1, columnWrong],
    ['a column with a sign before it', 'agent_id,api_key,-x\na,k,1\n', 1, columnWrong],
    ['a column that is too long', `agent_id,api_key,${'c'.repeat(65)}\na,k,1\n`, 1, columnWrong],
    ['a short row', 'agent_id,api_key\na,k\nb\n', 3, 'the row has 1 columns; expected 2'],
    ['a long row', 'agent_id,api_key\na,k,x\n', 2, 'the row has 3 columns; expected 2'],
    ['an empty name', 'agent_id,api_key\n,k\n', 2, nameWrong],
    ['a name with a space', 'agent_id,api_key\na b,k\n', 2, nameWrong],
    ['a name with a sign before it', 'agent_id,api_key\n/a,k\n', 2, nameWrong],
    ['a name with a sign behind it', 'agent_id,api_key\na/,k\n', 2, nameWrong],
    ['a name that is too long', `agent_id,api_key\n${name}a,k\n`, 2, nameWrong],
    ['an empty key', 'agent_id,api_key\na,\n', 2, keyWrong],
    ['a key with a space', 'agent_id,api_key\n\n\na,k k\n', 4, keyWrong],
    ['a key with another letter before it', 'agent_id,api_key\na,ék\n', 2, keyWrong],
    ['a key with another letter behind it', 'agent_id,api_key\na,ké\n', 2, keyWrong],
    ['a key that is too long', `agent_id,api_key\na,${key}k\n`, 2, keyWrong],
    ['a name twice', 'agent_id,api_key\na,k\na,l\n', 3, 'the account a is there twice; expected each account once'],
    ['a key twice', 'agent_id,api_key\na,k\nb,k\n', 3, 'the account b is there twice; expected each account once'],
    ['no account', 'agent_id,api_key\n', 1, 'the file has no accounts; expected one a line'],
    ['an open quote', 'agent_id,api_key\n"a,k\n', 2, `the file is no CSV; ${expected}`],
  ])('are refused with the line of the mistake: %s', (_what, text, line, message) => {
    const file = fileOf(text);
    expect(() => accountsIn(file)).toThrow(new FileMistake(file, { line, column: 1 }, message));
  }); // prettier-ignore

  it('are refused where there is no file', () => {
    const file = join(folderWith(), 'none');
    expect(() => accountsIn(file)).toThrow(
      new FileMistake(file, { line: 1, column: 1 }, `there is no such file; ${expected}`),
    );
  });
});
