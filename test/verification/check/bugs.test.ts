import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { planted } from '../../../src/verification/check/bugs/bug.ts';
import { canary, plantedBugs } from '../../../src/verification/check/bugs/table.ts';

const compiled = (file: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../dist/src/${file}.js`, import.meta.url)), 'utf8');

describe('the planted bugs', () => {
  it('are at least 80, with names of their own, in every service and below', () => {
    expect(plantedBugs.length).toBeGreaterThanOrEqual(80);
    expect(new Set(plantedBugs.map(({ name }) => name)).size).toBe(plantedBugs.length);
    const rooms = new Set(plantedBugs.map(({ room }) => room));
    for (const room of ['faucet', 'escrow', 'trading', 'domains', 'wallet', 'casino', 'referral']) {
      expect(rooms).toContain(room);
    }
    for (const room of ['http', 'ledger', 'kernel']) expect(rooms).toContain(room);
    expect(plantedBugs.map(({ name }) => name)).toContain(canary);
  });

  it.each(plantedBugs.map((bug) => [bug.name, bug] as const))(
    '%s changes one place and no other',
    (_, bug) => {
      const text = compiled(bug.file);
      expect(planted(text, bug)).not.toBe(text);
    },
  );

  it('do not apply where their place is gone', () => {
    const bug = { name: 'x', room: 'x', file: 'x', find: 'a  b', replace: 'c' };
    expect(planted('1 a\n b 2', bug)).toBe('1 c 2');
    expect(() => planted('nothing', bug)).toThrow('found 0 times');
    expect(() => planted('a b a b', bug)).toThrow('found 2 times');
  });
});
