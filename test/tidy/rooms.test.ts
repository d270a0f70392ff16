import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { rooms, type Room } from './room-table.ts';
import { codeOf, importsOf, type ImportOf } from './source-file.ts';

const root = fileURLToPath(new URL('../../src', import.meta.url));

/** Paths under `src`, with forward slashes, as in `services/escrow/routes.ts`. */
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts'))
  .toSorted();

const textOf = (path: string): string => readFileSync(`${root}/${path}`, 'utf8');

/** The row that a file belongs to: the longest name in the table that it lies in. */
const roomOf = (path: string): string =>
  Object.keys(rooms)
    .filter((name) => isWithin(path, name))
    .toSorted((left, right) => right.length - left.length)[0] ?? '';

/** The folder, and within the services the service: a file may import from it without a row. */
const homeOf = (path: string): string =>
  roomOf(path) === 'platform/services' ? path.split('/').slice(0, 3).join('/') : roomOf(path);

const isWithin = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);

/** What is wrong with one import of a file, or undefined. */
function mistakeOf(path: string, { specifier, isTypeOnly }: ImportOf): string | undefined {
  const own = rooms[roomOf(path)];
  if (own === undefined) return `${path} is in a folder without a row`;
  if (specifier.startsWith('node:')) return nodeMistake(path, own, specifier.slice('node:'.length));
  if (!specifier.startsWith('.')) return packageMistake(path, own, specifier);
  const target = posix.join(posix.dirname(path), specifier);
  if (target.startsWith('..')) return `${path} imports ${specifier} from outside of src`;
  if (isWithin(target, homeOf(path))) return undefined;
  const allowed = own.imports.filter((row) => isWithin(target, row.path));
  if (allowed.length === 0) return `${path} imports ${target}`;
  return isTypeOnly || allowed.some((row) => row.typesOnly !== true)
    ? undefined
    : `${path} imports more than types from ${target}`;
}

function nodeMistake(path: string, own: Room, module: string): string | undefined {
  return module in own.node || '*' in own.node ? undefined : `${path} imports node:${module}`;
}

function packageMistake(path: string, own: Room, specifier: string): string | undefined {
  const isAllowed = own.packages.some((name) => isWithin(specifier, name));
  return isAllowed ? undefined : `${path} imports the package ${specifier}`;
}

/** Names that depend on the machine: clock, randomness, locale, floating-point functions of the engine. */
const machine = [
  /\bDate\b/, /\bMath\.random\b/, /\bperformance\b/, /\bset(?:Timeout|Interval|Immediate)\b/, /\bqueueMicrotask\b/,
  /\bprocess\.(?:env|argv|exit|cwd|nextTick|hrtime|stdout|stderr|stdin|platform|memoryUsage|uptime|pid|on|version)/,
  /\bglobalThis\b/, /\brandom(?:UUID|Bytes|Int)\b/, /\bgetRandomValues\b/, /\btoLocale\w*/, /\blocaleCompare\b/,
  /\bIntl\b/, /\bfetch\(/,
  /\bMath\.(?:a?(?:sin|cos|tan)h?|atan2|exp|expm1|log|log1p|log2|log10|pow|cbrt|hypot)\b/,
]; // prettier-ignore
const waiting = [/\basync\b/, /\bawait\b/, /\bPromise\b/];

function namesIn(text: string, patterns: readonly RegExp[]): string[] {
  const code = codeOf(text);
  return patterns.flatMap((pattern) => pattern.exec(code)?.[0] ?? []);
}

const mistakesIn = (path: string, text: string): string[] =>
  importsOf(text).flatMap((found) => mistakeOf(path, found) ?? []);

describe('the folders of src', () => {
  it('have a row each, and each row has files', () => {
    expect(files.length).toBeGreaterThanOrEqual(600);
    expect(files.filter((path) => roomOf(path) === '')).toEqual([]);
    const seen = new Set(files.map(roomOf));
    expect(Object.keys(rooms).filter((name) => !seen.has(name))).toEqual([]);
  });

  it('name rows above them only', () => {
    const names = Object.keys(rooms);
    for (const [index, name] of names.entries()) {
      const above = names.slice(0, index);
      for (const { path } of rooms[name]?.imports ?? []) {
        const row = roomOf(path);
        expect(row === name || above.includes(row), `${name} imports ${path}`).toBe(true);
      }
    }
  });

  it('are checked through their imports: nearly every file has some', () => {
    const imports = files.flatMap((path) => importsOf(textOf(path)));
    expect(imports.length).toBeGreaterThanOrEqual(300);
    // Counted in another way: prettier ends every one of them with `from '...';` at the end of a line.
    const endings = files.flatMap((path) => textOf(path).match(/ from '[^']+';$/gm) ?? []);
    expect(imports.length).toBeGreaterThanOrEqual(endings.length);
  });

  it.each(Object.keys(rooms))('%s imports only from the folders in its row', (name) => {
    const own = files.filter((path) => roomOf(path) === name);
    expect(own.flatMap((path) => mistakesIn(path, textOf(path)))).toEqual([]);
  });

  it('do not use the machine where time is virtual', () => {
    const own = files.filter((path) => rooms[roomOf(path)]?.isDeterministic === true);
    expect(own.length).toBeGreaterThanOrEqual(90);
    const found = own.flatMap((path) => namesIn(textOf(path), machine).map((name) => `${path}: ${name}`));
    expect(found).toEqual([]);
  });

  it('have no promise where a dispatch is synchronous', () => {
    const own = files.filter((path) => rooms[roomOf(path)]?.isSynchronous === true);
    expect(own.length).toBeGreaterThanOrEqual(70);
    const found = own.flatMap((path) => namesIn(textOf(path), waiting).map((name) => `${path}: ${name}`));
    expect(found).toEqual([]);
  });
});

describe('the check of the folders', () => {
  it.each([
    ['core/base/money.ts', "import { Kernel } from '../kernel/kernel.ts';", 'core/base/money.ts imports core/kernel/kernel.ts'],
    ['core/ledger/x.ts', "export { x } from '../policy/table.ts';", 'core/ledger/x.ts imports core/policy/table.ts'],
    ['core/ledger/x.ts', "export * from '../policy/table.ts';", 'core/ledger/x.ts imports core/policy/table.ts'],
    ['core/kernel/x.ts', "import '../http/call.ts';", 'core/kernel/x.ts imports core/http/call.ts'],
    ['platform/world/x.ts', "const x = await import('../../simulation/scenario/run.ts');", 'platform/world/x.ts imports simulation/scenario/run.ts'],
    ['platform/services/escrow/x.ts', "import type { F } from '../faucet/faucet.ts';", 'platform/services/escrow/x.ts imports platform/services/faucet/faucet.ts'],
    ['platform/services/ports.ts', "import { F } from './faucet/faucet.ts';", 'platform/services/ports.ts imports platform/services/faucet/faucet.ts'],
    ['simulation/population/x.ts', "import { y } from '../../core/http/message.ts';", 'simulation/population/x.ts imports more than types from core/http/message.ts'],
    ['simulation/population/x.ts', "import type { y } from '../../core/http/router.ts';", 'simulation/population/x.ts imports core/http/router.ts'],
    ['platform/world/x.ts', "import {\n  a,\n  b,\n} from 'node:fs';", 'platform/world/x.ts imports node:fs'],
    ['host/app/run/x.ts', "import { say } from '../../cli/output/output.ts';", 'host/app/run/x.ts imports host/cli/output/output.ts'],
    ['api.ts', "export { run } from './host/cli/commands/run/run.ts';", 'api.ts imports host/cli/commands/run/run.ts'],
    ['core/base/x.ts', "import yaml from 'yaml';", 'core/base/x.ts imports the package yaml'],
    ['platform/world/x.ts', "import x from '../../../agents/idler.ts';", 'platform/world/x.ts imports ../../../agents/idler.ts from outside of src'],
    ['cellar/x.ts', "import x from '../core/base/money.ts';", 'cellar/x.ts is in a folder without a row'],
  ])('sees what %s must not import: %j', (path, text, mistake) => {
    expect(mistakesIn(path, text)).toEqual([mistake]);
  }); // prettier-ignore

  it.each([
    ['core/base/x.ts', "// import { Kernel } from '../kernel/kernel.ts';\n/* from '../kernel/x.ts' */"],
    ['platform/services/escrow/x.ts', "import { a } from '../ports.ts';\nimport b from './terms.ts';"],
    ['simulation/population/x.ts', "import type { y } from '../../core/http/message.ts';"],
    ['platform/world/x.ts', "import { createHash } from 'node:crypto';"],
    ['simulation/scenario/x.ts', "import { Ajv2020 } from 'ajv/dist/2020.js';"],
    ['host/cli/x.ts', "import { readFileSync } from 'node:fs';\nimport { serve } from '../serve/server.ts';"],
  ])('lets %s import what it may: %j', (path, text) => expect(mistakesIn(path, text)).toEqual([]));

  it.each([
    ['const now = Date.now();', ['Date']],
    ['const x = `${Math.random()}`;', ['Math.random']],
    ['const home = process.env.HOME;', ['process.env']],
    ['names.toSorted((a, b) => a.localeCompare(b))', ['localeCompare']],
    ['const y = Math.pow(2, 0.5) + Math.sqrt(2);', ['Math.pow']],
    ["// Date.now()\nconst text = 'a Date';\n/** setTimeout */\nprocess.resume(answer);", []],
    ["const url = 'http://x'; setTimeout(go, 1);", ['setTimeout']],
  ])('sees the machine in %j', (text, names) => expect(namesIn(text, machine)).toEqual(names));
});
