/** The screen of a load on terminals of any size, also while it changes. */
import { afterEach, expect, it, vi } from 'vitest';
import { startScreen } from '../../../src/host/cli/output/output.ts';

const escape = String.fromCodePoint(0x1b);
const { stderr } = process;
const before = { columns: stderr.columns, rows: stderr.rows };
afterEach(() => void Object.assign(stderr, before));

it('fits into the terminal, and starts again where its size has changed', () => {
  const written: string[] = [];
  const write = vi.spyOn(stderr, 'write').mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  const lines = Array.from({ length: 12 }, (_, index) => `line ${index} ${'x'.repeat(60)}`);
  const shown = (size: { columns: number; rows: number }): string => {
    Object.assign(stderr, size);
    screen.show(lines);
    return written.at(-1) ?? '';
  };
  const screen = startScreen();
  const short = shown({ columns: 30, rows: 6 }).split('\n');
  expect(short).toHaveLength(6);
  expect(short[1]).toBe(`${escape}[K${(lines[1] ?? '').slice(0, 29)}`);
  // Back to where its five lines begin.
  expect(shown({ columns: 30, rows: 6 })).toContain(`${escape}[5A`);
  stderr.emit('resize');
  expect(shown({ columns: 100, rows: 40 })).toContain(`${escape}[2J${escape}[H`);
  expect(shown({ columns: 100, rows: 40 })).toContain(`${escape}[12A`);
  const listening = stderr.listenerCount('resize');
  screen.clear();
  expect(stderr.listenerCount('resize')).toBe(listening - 1);
  write.mockRestore();
});
