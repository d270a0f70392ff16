/** Where a file that could not be loaded has its mistake, from what was thrown. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { exportMistake, loadingMistake } from '../../../../src/host/app/run/loading-mistake.ts';
import { folderWith, project } from '../../cli/orrery.ts';

const text = 'const a = 1;\n\n  import "./b+c.ts"; import `no-such`;\n';

/** The message, in which the folder of the file is `.`. */
function messageOf(cause: (file: string, folder: string) => unknown, content = text): string {
  const folder = folderWith({ 'a.js': content, 'other.js': '\n  import "./none.js";\n' });
  const file = join(folder, 'a.js');
  const { message } = loadingMistake(file, cause(file, folder));
  return message.replaceAll(/[^\s"]*orrery-test-\w+[\\/]/g, './');
}

const withStack = (message: string, ...frames: string[]): Error =>
  Object.assign(new RangeError(message), { stack: [`RangeError: ${message}`, ...frames].join('\n') });

// The first place in a file loads the compiler.
const here = fileURLToPath(import.meta.url);
beforeAll(() => void loadingMistake(here, withStack('odd', `    at ${here}:3:1`)));

describe('a file that does not compile', () => {
  it.each([
    ['ParseError: Unexpected token \n F:3:16', './a.js:3:17: this does not compile: Unexpected token'],
    ['ParseError: Missing ")". (3:1)  \n F:12:0', './a.js:12:1: this does not compile: Missing ")". (3:1)'],
    ['a ParseError: no\n F:3:16', './a.js:1:1: this throws when it is loaded: SyntaxError: a ParseError: no'],
    [
      'ParseError: no\n F:3:16 more',
      './a.js:1:1: this throws when it is loaded: SyntaxError: ParseError: no',
    ],
    ['ParseError: no\nF:3:16', './a.js:1:1: this throws when it is loaded: SyntaxError: ParseError: no'],
  ])('is named with its place: %j', (message, line) => {
    const cause = (file: string) =>
      Object.assign(new SyntaxError(message.replace('F', () => file)), { stack: '' });
    expect(messageOf(cause)).toBe(line);
  });
});

describe('a module that cannot be found', () => {
  const missing = 'cannot be found; expected a file or an installed package';
  it.each([
    ["Cannot find module './b+c.ts'", `./a.js:3:10: "./b+c.ts" ${missing}`],
    ["Cannot find module './b+c.ts'\nRequire stack:\n- x", `./a.js:3:10: "./b+c.ts" ${missing}`],
    ["Cannot find package 'no-such' imported from x", `./a.js:3:29: "no-such" ${missing}`],
    ['No such built-in module: node:odd', `./a.js:1:1: "node:odd" ${missing}`],
    ["Cannot find module './bbc.ts'", `./a.js:1:1: "./bbc.ts" ${missing}`],
    [
      "it: Cannot find module './b+c.ts'",
      "./a.js:1:1: this throws when it is loaded: Error: it: Cannot find module './b+c.ts'",
    ],
  ])('is named where it is imported: %j', (message, line) => {
    expect(messageOf(() => Object.assign(new Error(message), { stack: '' }))).toBe(line);
  });

  it('is named in the file that imports it', () => {
    const cause = (_file: string, folder: string) =>
      Object.assign(new Error("Cannot find module './none.js'"), {
        requireStack: [join(folder, 'other.js'), join(folder, 'a.js')],
      });
    expect(messageOf(cause)).toBe(`./other.js:2:10: "./none.js" ${missing}`);
    const gone = (_file: string, folder: string) =>
      Object.assign(new Error("Cannot find module './none.js'"), { requireStack: [join(folder, 'gone.js')] });
    expect(messageOf(gone)).toBe(`./gone.js:1:1: "./none.js" ${missing}`);
  });
});

describe('an exception', () => {
  const at =
    (...frames: string[]) =>
    (file: string) =>
      withStack('odd\nmore', ...frames.map((frame) => frame.replace('F', () => file)));
  const thrown = 'this throws when it is loaded: RangeError: odd';

  it.each([
    [['    at f (F:3:1)'], '3:3'],
    [['    at F:3:1'], '3:3'],
    [['    at async F:3:1'], '3:3'],
    [['    at f (file://F:3:1)'], '3:3'],
    [['    at f (F:1:30)', '    at F:3:1'], '1:1'],
    [['    at f (node:fs:3:3)', `    at f (${project}src/api.ts:3:3)`, '    at F:3:1'], '3:3'],
    [['    at f (/x/node_modules/a.js:2:2)', '    at f (/none/b.js:2:2)', '    at F:3:1'], '3:3'],
    [['    in f (F:1:3)', '    at f (native)', '    at F:0:3', '    at F:3:0', '    at F:3:1'], '3:3'],
    [[], '1:1'],
  ])('is named at the innermost call of the user: %j', (frames, place) => {
    expect(messageOf(at(...frames), 'const a = 1;\n\n  f();\n')).toBe(`./a.js:${place}: ${thrown}`);
  });

  it.each([
    ['later', 'later'],
    [5, '5'],
    [undefined, 'undefined'],
  ])('may be any value: %s', (cause, words) => {
    expect(messageOf(() => cause)).toBe(`./a.js:1:1: this throws when it is loaded: ${words}`);
  });
});

describe('a file without a behaviour', () => {
  const expected = 'this file has no behaviour; expected "export default defineAgent({...})"';
  it.each([
    ['const a = 1;\nexport  default a;\n', '2:1'],
    ['const a = 1;\n a; module.exports = a;\n', '2:5'],
    ['exports.a = 1; reexport default;', '1:1'],
    ['', '1:1'],
  ])('is named at what it exports: %j', (content, place) => {
    const file = join(folderWith({ 'a.js': content }), 'a.js');
    expect(exportMistake(file).message.replace(/^.*orrery-test-\w+[\\/]/, './')).toBe(
      `./a.js:${place}: ${expected}`,
    );
  });
});
