/** The line of progress on a terminal: what it shows at which time, and that nothing is written elsewhere. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startCountBar, startLine, startProgress } from '../../../src/host/cli/output/progress.ts';
import { progressLine } from '../../../src/host/cli/output/progress-line.ts';
import type { ScenarioRun } from '../../../src/simulation/scenario/run.ts';
import { hear, type Heard } from './heard.ts';

const terminal = { isTTY: true, columns: 70 };

/** Both clocks stand still until the test advances them. */
function heardAt(size: Parameters<typeof hear>[0]): Heard {
  vi.useFakeTimers({ toFake: ['performance', 'Date', 'setTimeout', 'clearTimeout'], now: 1_000_000 });
  vi.advanceTimersByTime(5_000);
  onTestFinished(() => void vi.useRealTimers());
  return hear(size);
}

const lastLine = ({ stderr }: Heard): string | undefined => stderr.findLast((text) => text.includes('%'));

describe('a line of progress on a terminal', () => {
  it('shows the rate of the last seconds and what is left', () => {
    const heard = heardAt(terminal);
    const line = startLine(true, 'runs')!;
    const shown: unknown[] = [lastLine(heard)];
    const steps: readonly (readonly [number, number, number, string?])[] = [
      [100, 0.009, 100],
      [60, 0.01, 600],
      [30, 0.01, 700],
      [11, 0.02, 800],
      [799, 0.25, 1000],
      [1_700, 0.5, 3_000, 'here'],
      [0, 0.5, 3_500, 'here'],
      [100, 0.5, 4_000, 'here'],
      [100, 0.75, 4_400, 'there'],
      [3_000, 1, 4_400, 'end'],
    ];
    for (const [ms, share, count, at] of steps) {
      vi.advanceTimersByTime(ms);
      line.step({ share, count, ...(at !== undefined && { at }) });
      vi.advanceTimersToNextTimer();
      shown.push(`${performance.now() - 5_000}: ${lastLine(heard)}`);
    }
    expect(shown).toMatchInlineSnapshot(`
      [
        "░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░   0%  0 runs",
        "200: ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░   0%  100 runs  500 runs/s",
        "300: ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░   1%  600 runs  2,000 runs/s  30s left",
        "400: ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░   1%  700 runs  1,750 runs/s  40s left",
        "500: █░░░░░░░░░░░░░░░░░░░░░░░░░░░░░   2%  800 runs  1,600 runs/s  25s left",
        "1300: ████████░░░░░░░░░░░░░░░░░░░░░░  25%  1,000 runs  769 runs/s  4s left",
        "3100: █████████████░░░░░░░░░░░░  50%  here  3,000 runs  968 runs/s  3s left",
        "3200: █████████████░░░░░░░░░░░░  50%  here  3,500 runs  986 runs/s  3s left",
        "3400: ████████████░░░░░░░░░░░  50%  here  4,000 runs  1,071 runs/s  3s left",
        "3600: █████████████████░░░░░  75%  there  4,400 runs  1,478 runs/s  1s left",
        "6700: ██████████████████████████████ 100%  end  4,400 runs  <1s left",
      ]
    `);
  });

  it('hides the cursor while it stands there, and is removed at the end', () => {
    const heard = heardAt(terminal);
    startLine(true, 'runs')?.stop();
    expect(heard.stderr.join('').replaceAll('\u001b', '<')).toMatchInlineSnapshot(
      `"<7<[?25l<[?7l<[1G░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░   0%  0 runs<[0K<[?25h<[?7h<8<[1G<[2K"`,
    );
  });

  it('is as wide as 80 columns where the terminal has no width', () => {
    const heard = heardAt({ isTTY: true, columns: 0 });
    startLine(true, 'x'.repeat(71))?.stop();
    startLine(true, 'x'.repeat(72))?.stop();
    expect(heard.stderr.filter((text) => text.includes('%'))).toMatchInlineSnapshot(`
      [
        "  0%  0 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░   0%",
      ]
    `);
  });

  it.each([
    ['not wanted', false, terminal],
    ['no terminal', true, { isTTY: false, columns: 70 }],
  ])('is not there: %s', (_why, isWanted, size) => {
    const heard = heardAt(size);
    expect(startLine(isWanted, 'runs')).toBeUndefined();
    const progress = startProgress(isWanted);
    progress.update({} as ScenarioRun);
    progress.stop();
    const bar = startCountBar(isWanted, { done: 0, total: 1, what: 'points' });
    bar.update(1);
    bar.stop();
    expect(heard).toEqual({ stdout: [], stderr: [] });
  });
});

it('the progress of a run has its virtual time and its requests', () => {
  const heard = heardAt(terminal);
  const progress = startProgress(true);
  const nowMs = Date.UTC(2026, 0, 11, 23, 59, 30);
  progress.update({ progress: 0.5, world: { requestCount: 1234 }, kernel: { nowMs } } as ScenarioRun);
  vi.advanceTimersByTime(100);
  expect(lastLine(heard)).toMatchInlineSnapshot(
    `"██████████░░░░░░░░░░  50%  2026-01-11 23:59  1,234 requests  <1s left"`,
  );
  progress.stop();
  expect(heard.stderr.at(-1)).toBe('\u001b[2K');
});

describe('a bar over things that are counted', () => {
  it('shows how many', () => {
    const heard = heardAt(terminal);
    const bar = startCountBar(true, { done: 1, total: 4, what: 'points' });
    bar.update(2);
    vi.advanceTimersByTime(100);
    expect(lastLine(heard)).toMatchInlineSnapshot(
      `"███████████████░░░░░░░░░░░░░░░  50%  2 points  <1s left"`,
    );
    bar.stop();
    expect(heard.stderr.at(-1)).toBe('\u001b[2K');
  });

  it.each([4, 5])('is not there where %d of 4 are done', (done) => {
    const heard = heardAt(terminal);
    const bar = startCountBar(true, { done, total: 4, what: 'points' });
    bar.update(4);
    bar.stop();
    expect(heard.stderr).toEqual([]);
  });
});

describe('the text of a line', () => {
  const state = { share: 0.5, at: 'day 2', count: 1234, noun: 'runs', perSecond: 9.5, leftSeconds: 3_723 };
  const bar = (width: number): string => '█'.repeat(width / 2) + '░'.repeat(width / 2);
  const whole = ' 50%  day 2  1,234 runs  10 runs/s  1h 2m left';

  it.each([
    [200, `${bar(30)} ${whole}`],
    [78, `${bar(30)} ${whole}`],
    [54, `${bar(6)} ${whole}`],
    [53, whole],
    [47, whole],
    [46, `${bar(10)}  50%  day 2  10 runs/s  1h 2m left`],
    [36, ' 50%  day 2  10 runs/s  1h 2m left'],
    [35, ' 50%  day 2  10 runs/s  1h 2m left'],
    [34, ' 50%  10 runs/s  1h 2m left'],
    [28, ' 50%  10 runs/s  1h 2m left'],
    [18, ' 50%  1h 2m left'],
    [17, ' 50%  1h 2m left'],
    [16, `${bar(10)}  50%`],
    [5, ' 50%'],
    [4, ''],
  ])('in %d columns has what matters most', (columns, text) => {
    expect(progressLine(state, columns)).toBe(text);
  });

  it('has no more of a bar than its width, and short times', () => {
    const empty = { ...state, at: '', perSecond: undefined, leftSeconds: undefined };
    const parts: readonly Partial<typeof state>[] = [
      { share: 0 },
      { share: 0.999 },
      { share: 1 },
      { share: 2 },
      { leftSeconds: 0.99 },
      { leftSeconds: 1 },
      { leftSeconds: 90_061 },
      { perSecond: 1_234_567.4 },
    ];
    expect(parts.map((part) => progressLine({ ...empty, ...part }, 60))).toMatchInlineSnapshot(`
      [
        "░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░   0%  1,234 runs",
        "██████████████████████████████  99%  1,234 runs",
        "██████████████████████████████ 100%  1,234 runs",
        "██████████████████████████████ 200%  1,234 runs",
        "███████████████░░░░░░░░░░░░░░░  50%  1,234 runs  <1s left",
        "███████████████░░░░░░░░░░░░░░░  50%  1,234 runs  1s left",
        "███████████████░░░░░░░░░░░░░░░  50%  1,234 runs  1d 1h left",
        "████████████░░░░░░░░░░░░  50%  1,234 runs  1,234,567 runs/s",
      ]
    `);
    expect(progressLine({ ...empty, share: -0.5 }, 20)).toMatchInlineSnapshot(`"-50%  1,234 runs"`);
  });
});
