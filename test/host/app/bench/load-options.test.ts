/** The options that choose the load of a bench. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keysIn, usersIn } from '../../../../src/host/app/bench/load-options.ts';
import { folderWith } from '../../cli/orrery.ts';

it.each([
  ['1', 1],
  ['10000', 10_000],
  ['00007', 7],
])('%s agents are %i', (agents, count) => expect(usersIn(agents)).toBe(count));

it.each(['0', '10001', '99999', '000001', '-1', '1.5', '5x', 'x5', ''])(
  '"%s" is no number of agents',
  (agents) => {
    expect(() => usersIn(agents)).toThrow(`--agents ${agents}: expected a whole number from 1 to 10000`);
  },
);

const keysOf = (text: string): string[] => keysIn(join(folderWith({ keys: text }), 'keys'));

it.each([
  ['one\ntwo', ['one', 'two']],
  ['agent_id,api_key\r\na,one\r\n\r\n  b,two  \r\n', ['a,one', 'b,two']],
])('the file %j has keys', (text, keys) => expect(keysOf(text)).toEqual(keys));

it.each(['', '\n \n', 'agent_id,api_key\n'])('the file %j has none', (text) => {
  expect(() => keysOf(text)).toThrow(/^--keys .*keys: the file is empty; expected keys, one a line$/);
});

it('says what a file that is missing was to have', () => {
  expect(() => keysIn('none.txt')).toThrow('keys, one a line');
});
