import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { progressLine } from '../../../src/host/cli/output/progress-line.ts';
import { folderWith, program, smallScenario } from './orrery.ts';
import { programMsMax } from '../../time-limit.ts';

const state = {
  share: 0.36,
  at: '2026-01-11 23:59',
  count: 21_446,
  noun: 'requests',
  perSecond: 2_310.4,
  leftSeconds: 75,
};

describe('a line of progress', () => {
  it('has percent, virtual time, count, rate and what is left', () => {
    expect(progressLine(state, 120)).toBe(
      '███████████░░░░░░░░░░░░░░░░░░░  36%  2026-01-11 23:59  21,446 requests  2,310 requests/s  1m 15s left',
    );
  });

  it('is never wider than the terminal, and keeps what matters most', () => {
    for (let columns = 1; columns <= 200; columns++) {
      const line = progressLine(state, columns);
      expect(line.length).toBeLessThan(columns);
      if (columns > 20) expect(line).toContain('left');
      if (columns > 40) expect(line).toContain('2,310 requests/s');
      if (columns > 60) expect(line).toContain('2026-01-11');
    }
  });

  it('says nothing that is not known yet', () => {
    const line = progressLine({ ...state, share: 0, perSecond: undefined, leftSeconds: undefined }, 40);
    expect(line).toBe('  0%  2026-01-11 23:59  21,446 requests');
  });
});

describe('at a terminal', () => {
  const run = (columns: number, env: Record<string, string>): string =>
    spawnSync(
      'script',
      [
        '-qec',
        `stty cols ${columns}; '${process.execPath}' '${program}' run small.yaml --out out`,
        '/dev/null',
      ],
      {
        cwd: folderWith({ 'small.yaml': smallScenario }),
        encoding: 'utf8',
        env: { ...process.env, CI: '', NO_COLOR: '', TERM: 'xterm', ...env },
        timeout: programMsMax,
        killSignal: 'SIGKILL',
      },
    ).stdout;
  // Colours, but not the moves of the cursor.
  // eslint-disable-next-line no-control-regex
  const colour = /\x1b\[[\d;]*m/;

  it('a run has a line that is gone at the end, and colours', () => {
    const seen = run(100, {});
    expect(seen).toMatch(/[█░]{6,}.*%/);
    expect(seen).toMatch(colour);
    expect(seen).toContain('report: ');
  });

  it('NO_COLOR takes the colours away', () => {
    expect(run(100, { NO_COLOR: '1' })).not.toMatch(colour);
  });

  it('a narrow one gets a short line', () => {
    const lines = run(30, {})
      // eslint-disable-next-line no-control-regex
      .replaceAll(/\x1b(?:\[[\d;?]*[A-Za-z]|[78])/g, '\n')
      .split(/[\r\n]+/)
      .filter((line) => /[█░]|%/.test(line) && !line.includes('('));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line.length).toBeLessThan(30);
  });
});
