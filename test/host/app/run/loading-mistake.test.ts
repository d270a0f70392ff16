/** A behaviour with a mistake: one line that names the file, the line and the column. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FileMistake } from '../../../../src/core/base/file-mistake.ts';
import { loadBehaviour } from '../../../../src/host/app/run/behaviours.ts';
import { folderWith } from '../../cli/orrery.ts';

async function mistakeOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = folderWith(files);
  mkdirSync(join(folder, 'node_modules/thing'), { recursive: true });
  writeFileSync(
    join(folder, 'node_modules/thing/index.js'),
    'exports.duration = (x) => {\n  throw new RangeError(x);\n};\n',
  );
  const [file = ''] = Object.keys(files);
  try {
    await loadBehaviour(join(folder, file), '');
  } catch (error) {
    expect(error).toBeInstanceOf(FileMistake);
    const { message } = error as FileMistake;
    return message.replace(/^.*orrery-test-\w+[\\/]/, '');
  }
  return 'no mistake';
}

const imported = "import { duration } from 'thing';\n";

it.each([
  [
    'TypeScript that does not compile',
    { 'a.ts': `${imported}\nexport default {{\n` },
    'a.ts:3:17: this does not compile: Unexpected token',
  ],
  [
    'JavaScript that does not compile',
    { 'a.mjs': 'const x = ;\nexport default x;\n' },
    'a.mjs:1:11: this does not compile: Unexpected token',
  ],
  [
    'an import that does not compile',
    { 'a.ts': "import x from './b.ts';\nexport default x;\n", 'b.ts': '\n  const = 5;\n' },
    'b.ts:2:9: this does not compile: Unexpected token',
  ],
  [
    'an exception in a function',
    {
      'a.ts': `${imported}interface A { x: number }\nfunction f(a: A): never {\n  throw new TypeError(String(a.x));\n}\nexport default f({ x: 5 });\n`,
    },
    'a.ts:4:9: this throws when it is loaded: TypeError: 5',
  ],
  [
    'an exception in a package',
    {
      'a.ts': `import { duration } from 'thing';\nconst x: number = 5;\nexport default { x: duration(x) };\n`,
    },
    'a.ts:3:29: this throws when it is loaded: RangeError: 5',
  ],
  [
    'a name that a file does not export',
    {
      'a.ts': "import { defineAgnt } from './b.ts';\nexport default defineAgnt({});\n",
      'b.ts': 'export const x = 1;',
    },
    'a.ts:2:26: this throws when it is loaded: TypeError: ',
  ],
  [
    'a file that is missing',
    { 'a.ts': `${imported}import x from "./none.ts";\nexport default x;\n` },
    'a.ts:2:15: "./none.ts" cannot be found; expected a file or an installed package',
  ],
  [
    'a package that is missing',
    { 'a.cjs': "\nmodule.exports = require('no-such-package');\n" },
    'a.cjs:2:26: "no-such-package" cannot be found; expected a file or an installed package',
  ],
  [
    'a value that is thrown',
    { 'a.js': "throw 'later';\n" },
    'a.js:1:1: this throws when it is loaded: later',
  ],
  [
    'another default export',
    { 'a.ts': 'const x = 1;\n  export default { x };\n' },
    'a.ts:2:3: this file has no behaviour; expected "export default defineAgent({...})"',
  ],
  [
    'no default export',
    { 'a.ts': 'export const x = 1;\n' },
    'a.ts:1:1: this file has no behaviour; expected "export default defineAgent({...})"',
  ],
])('%s', async (_what, files, line) => {
  const found = await mistakeOf(files);
  expect(found.slice(0, line.length)).toBe(line);
  expect(found).toMatch(/^[^\n]+$/);
});
