/** What reaches stdout and stderr, character by character: escapes of others never do, ours only where they are wanted. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  complain,
  isPainted,
  restoreTerminal,
  say,
  sayJson,
  sayPainted,
  showStatus,
  startScreen,
  terminalSize,
} from '../../../src/host/cli/output/output.ts';
import { hear } from './heard.ts';

const esc = '\u001b';

it('shows as escapes what would steer a terminal', () => {
  const heard = hear();
  say(`a${esc}[31mb\n`);
  sayJson({ a: `${esc}\u009b`, b: [1, null] });
  complain(`c\u0007\td\n`);
  showStatus(`5 of 7${esc}[1m\nmore`);
  showStatus('');
  expect(heard).toEqual({
    stdout: ['a\\u001b[31mb\n', '{"a":"\\u001b\\u009b","b":[1,null]}\n'],
    stderr: ['c\\u0007\td\n', `\r${esc}[K5 of 7\\u001b[1m\\nmore`, `\r${esc}[K`],
  });
});

it('leaves our own colours in painted text, and nothing else', () => {
  const heard = hear();
  const ours = ['0', '1', '2', '31', '32'].map((code) => `${esc}[${code}mx`).join('');
  sayPainted(`${ours}${esc}[33mz${esc}[311m${esc}c\n`);
  expect(heard.stdout).toEqual([`${ours}\\u001b[33mz\\u001b[311m\\u001bc\n`]);
});

it.each([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: '1' }, true, false],
  [{ NO_COLOR: '0' }, true, false],
  [{ NO_COLOR: '' }, true, true],
  [{ NO_COLOR: '' }, false, false],
  [{ FORCE_COLOR: '1' }, false, true],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
  [{ FORCE_COLOR: '0' }, true, false],
  [{ FORCE_COLOR: 'false' }, true, false],
  [{ FORCE_COLOR: '' }, true, true],
  [{ FORCE_COLOR: '' }, false, false],
])('with %j on a terminal (%s) output is painted: %s', (env, isTTY, painted) => {
  hear({ isTTY });
  onTestFinished(() => void vi.unstubAllEnvs());
  const all: Readonly<Record<string, string | undefined>> = {
    NO_COLOR: undefined,
    FORCE_COLOR: undefined,
    ...env,
  };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  expect(isPainted()).toBe(painted);
});

it.each([
  [{}, { columns: 80, rows: 24 }],
  [
    { columns: 0, rows: 0 },
    { columns: 80, rows: 24 },
  ],
  [
    { columns: 19, rows: 4 },
    { columns: 20, rows: 5 },
  ],
  [
    { columns: 21, rows: 6 },
    { columns: 21, rows: 6 },
  ],
])('a terminal of %j has %j', (size, seen) => {
  hear({ isTTY: true, ...size });
  expect(terminalSize()).toEqual(seen);
});

it.each([
  [true, [`\r${esc}[K${esc}[?25h`]],
  [false, []],
])('puts a terminal back, which is one: %s', (isTTY, written) => {
  const { stderr } = hear({ isTTY });
  restoreTerminal();
  expect(stderr).toEqual(written);
});

describe('a screen', () => {
  it('goes back to its first line, and wipes a terminal that has changed its size', () => {
    const { stderr } = hear({ isTTY: true, columns: 20, rows: 5 });
    const screen = startScreen();
    screen.show(['0123456789012345678', 'x'.repeat(20), `😀${esc}${'y'.repeat(20)}`, 'a\nb', 'e']);
    screen.show(['one']);
    process.stderr.emit('resize');
    screen.show(['two']);
    screen.show([]);
    screen.clear();
    screen.clear();
    expect(stderr).toEqual([
      `${esc}[?25l\r${['0123456789012345678', 'x'.repeat(19), `😀\\u001b${'y'.repeat(12)}`, 'a\\nb'].map((line) => `${esc}[K${line}\n`).join('')}${esc}[J`,
      `${esc}[?25l\r${esc}[4A${esc}[Kone\n${esc}[J`,
      `${esc}[?25l${esc}[2J${esc}[H${esc}[Ktwo\n${esc}[J`,
      `${esc}[?25l\r${esc}[1A${esc}[J`,
      `\r${esc}[J${esc}[?25h`,
      `\r${esc}[J${esc}[?25h`,
    ]);
  });

  it('is removed where it stands', () => {
    const { stderr } = hear({ isTTY: true });
    const screen = startScreen();
    const listening = process.stderr.listenerCount('resize');
    screen.show(['a', 'b']);
    screen.clear();
    screen.clear();
    expect(stderr.slice(1)).toEqual([`\r${esc}[2A${esc}[J${esc}[?25h`, `\r${esc}[J${esc}[?25h`]);
    expect(process.stderr.listenerCount('resize')).toBe(listening - 1);
  });
});
