/** Every mutant has one place in the sources, and what comes out is another module that compiles. */
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { slowTests } from '../lanes.ts';
import { SourceIndex, type SourceModule } from './anchor.ts';
import type { Mutant } from './mutant.ts';
import { equivalents as unseen } from './generated/equivalents.ts';
import { foundPercent, roomRows } from './generated/page.ts';
import { servedModules } from './generated/served-modules.ts';
import type { TrialResult } from './generated/trial.ts';
import { noticedMutants } from './noticed/table.ts';
import { rowsIn } from './page.ts';
import { equivalents } from './rooms/equivalents/equivalents.ts';
import { scores } from './rooms/score.ts';
import { mutated, sourceModules, transpiled } from './plant.ts';
import { allMutants, canary, mutants } from './table.ts';
import { testingPage, writeTestingPage } from './testing-page.ts';

const mutant = (change: Partial<Mutant>): Mutant => ({
  name: 'x',
  room: 'x',
  within: 'pay',
  find: 'x',
  replace: 'y',
  ...change,
});

/** The text of one module with one mutant. */
function changed(text: string, change: Partial<Mutant>): string | undefined {
  return [...mutated([mutant(change)], new SourceIndex([{ file: 'a.ts', text }])).values()][0];
}

/** The sources, each module read and compiled once for all mutants. */
const sources = new SourceIndex(sourceModules());
const compiled = new Map<string, string>();
function unchanged({ file, text }: SourceModule): string {
  const known = compiled.get(file) ?? transpiled(file, text);
  compiled.set(file, known);
  return known;
}

function expectCompiles(each: Mutant): void {
  const [[module, text] = expect.fail('nothing is changed')] = [...mutated([each], sources)];
  expect(transpiled(module.file, text)).not.toBe(unchanged(module));
}

describe('the mutants', () => {
  it('are at least 180, with different names, in every service and below', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(180);
    expect(new Set(allMutants.map(({ name }) => name)).size).toBe(allMutants.length);
    const rooms = new Set(mutants.map(({ room }) => room));
    for (const room of ['faucet', 'escrow', 'trading', 'domains', 'wallet', 'casino', 'referral']) {
      expect(rooms).toContain(room);
    }
    for (const room of ['http', 'ledger', 'kernel']) expect(rooms).toContain(room);
    expect(mutants.map(({ name }) => name)).toContain(canary);
  });

  it.each(allMutants)('$name has one place and compiles', expectCompiles);
});

describe('the mutants that a test has to notice', () => {
  const names = noticedMutants.map(({ name }) => name);

  it('have different names, and two or more of each kind', () => {
    expect(names).toEqual([...new Set(names)]);
    const kinds = noticedMutants.map(({ about }) => about);
    for (const about of kinds) expect(kinds.filter((each) => each === about).length).toBeGreaterThan(1);
  });

  it('name test files of the fast lane', () => {
    const files = noticedMutants.flatMap((each) => each.files);
    const slow = slowTests.map(({ name }) => name);
    for (const file of files) {
      expect([file, existsSync(new URL(`../${file}`, import.meta.url))]).toEqual([file, true]);
      expect(slow.filter((name) => name.endsWith('/') && file.startsWith(name))).toEqual([]);
      expect(slow).not.toContain(file.replace(/\.test\.ts$/, ''));
    }
  });

  it.each(noticedMutants)('$name has one place and compiles', expectCompiles);

  it('are noticed but for survivors: each equivalent one is among those of the last measurement', () => {
    const survivors = new Set(scores().flatMap(({ survivors: left }) => left.map(({ id }) => id)));
    expect(Object.keys(equivalents).filter((id) => !survivors.has(id))).toEqual([]);
  });

  it('are those of docs/testing.md, with the scores of the rooms', async () => {
    const { found, expected } = await testingPage();
    if (process.env['UPDATE_DOCS'] === '1') writeTestingPage(expected);
    else expect(found).toBe(expected);
  });
});

describe('the generated mutants', () => {
  it('count as equivalent only where they survive', () => {
    const [name = ''] = Object.keys(unseen);
    const tried = (change: Partial<TrialResult>): TrialResult =>
      ({ room: 'a', name: 'a', ...change }) as TrialResult;
    const results = [
      tried({ verdict: 'found' }),
      tried({ verdict: 'found', name }),
      tried({ verdict: 'unseen', name }),
      tried({ verdict: 'unreached' }),
    ];
    const [row = expect.fail('no row')] = roomRows(results);
    expect([row.counts.equivalent, row.counts.unseen, foundPercent(row)]).toEqual([1, 0, 66.7]);
  });
});

describe('the modules that the platform loads', () => {
  it('are all services, and not what only conformance, replay and audits read', () => {
    const served = servedModules(sourceModules());
    for (const room of ['faucet', 'escrow', 'trading', 'domains', 'wallet', 'casino'])
      expect([...served].filter((file) => file.startsWith(`platform/services/${room}/`))).not.toEqual([]);
    for (const room of ['fields', 'limits'])
      expect(served).not.toContain(`platform/world/documented-${room}.ts`);
    expect(served).not.toContain('platform/world/stated-things.ts');
    expect(served).toContain('platform/world/network.ts');
  });

  it('do not include one that is imported for its types alone', () => {
    const texts = {
      'host/serve/page.ts': "import { b } from '../../b.ts'; import type { C } from '../../c.ts';",
      'simulation/scenario/run.ts': '',
      'b.ts': '',
      'c.ts': '',
    };
    const modules = Object.entries(texts).map(([file, text]) => ({ file, text }));
    expect([...servedModules(modules)].toSorted()).toEqual([
      'b.ts',
      'host/serve/page.ts',
      'simulation/scenario/run.ts',
    ]);
  });
});

describe('a place', () => {
  const text = `
    export class Till {
      pay(a: number): number {
        if (a === (this.#most as number)) return 0;
        log('x');
        return { a: a * 2, b: [1,
          2] }.a;
      }
      #most = 7;
    }
    export function pay(a: number): number { return a * 2; }
  `;

  it('is found by declaration and code, whatever its layout, quotes, parentheses and types', () => {
    expect(changed(text, { find: 'a * 2', replace: 'a' })).toContain('return (a); }');
    expect(changed(text, { within: 'Till.pay', find: 'a===this.#most' })).toContain('if ((y)) return 0;');
    expect(changed(text, { within: 'Till.pay', find: '[1, 2]' })).toContain('b: (y)');
    expect(changed(text, { within: 'Till.#most', find: '7' })).toContain('#most = (y)');
  });

  it('is an expression, a statement or a property', () => {
    expect(changed(text, { within: 'Till.pay', find: 'log("x");', replace: '' })).not.toContain('log');
    expect(changed(text, { within: 'Till.pay', find: 'a: a * 2', replace: '' })).toContain('{ ...{}, b:');
    expect(() => changed(text, { within: 'Till.pay', find: 'log(); log();' })).toThrow(
      'neither one expression',
    );
  });

  it('is refused where it is not there exactly once, and the message says where the code stands', () => {
    expect(() => changed(text, { within: 'Till.play', find: 'a * 2' })).toThrow(
      'mutant x: its code is found 0 times in Till.play; expected once. It stands in Till.pay (a.ts), pay (a.ts)',
    );
    const twice = 'function pay() { return a + a; }';
    expect(() => changed(twice, { find: 'a' })).toThrow('found 2 times in pay');
  });

  it('holds one mutant', () => {
    const both = [mutant({ find: 'a * 2' }), mutant({ find: 'return a * 2;' })];
    const index = new SourceIndex([{ file: 'a.ts', text }]);
    expect(() => mutated(both, index)).toThrow('another mutant changes the same place');
  });
});

it('a row of the page is read as it was written', () => {
  const row = '| `a-b` | http | **no** | `limits` | 21 | 4 | 3.69 |';
  expect(rowsIn(`# Planted bugs\n\n${row}\n`)).toEqual([
    { name: 'a-b', room: 'http', found: false, property: 'limits', runs: 21, operations: 4, seconds: 3.69 },
  ]);
});
