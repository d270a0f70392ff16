/** What ends a process from within: the end of npx above it, output that cannot be written, an error that was not caught. */
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { guardOutput } from '../../../src/host/cli/output/output-guard.ts';
import { endWithNpx } from '../../../src/host/cli/supervision/parent-watch.ts';
import { hear } from './heard.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe('a process that npx has started', () => {
  /** After so many milliseconds, of which the parent is there for the first half second. */
  function killedAfter(ms: number): unknown[][] {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const parent = vi.spyOn(process, 'ppid', 'get').mockReturnValue(41);
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
    endWithNpx();
    vi.advanceTimersByTime(Math.min(ms, 500));
    parent.mockReturnValue(1);
    vi.advanceTimersByTime(Math.max(0, ms - 500));
    return kill.mock.calls;
  }

  it.each([
    [500, []],
    [599, []],
    [600, [[process.pid, 'SIGTERM']]],
    [60_000, [[process.pid, 'SIGTERM']]],
  ])('ends once with the shell of npx, after %d ms: %j', (ms, calls) => {
    vi.stubEnv('npm_command', 'exec');
    expect(killedAfter(ms)).toEqual(calls);
  });

  it.each([undefined, 'run'])('is none where npm_command is %s', (command) => {
    vi.stubEnv('npm_command', command);
    expect(killedAfter(60_000)).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends all the same once its work is done', () => {
    vi.stubEnv('npm_command', 'exec');
    const begun = vi.spyOn(globalThis, 'setInterval');
    endWithNpx();
    const timer = begun.mock.results[0]?.value as NodeJS.Timeout;
    onTestFinished(() => clearInterval(timer));
    expect(timer.hasRef()).toBe(false);
  });
});

describe('a guarded process', () => {
  /** What its guards do about an error, each alone. */
  function guarded(words: readonly string[]) {
    const heard = hear();
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    const places: readonly (readonly [string, NodeJS.EventEmitter, string])[] = [
      ['stdout', process.stdout, 'error'],
      ['stderr', process.stderr, 'error'],
      ['process', process, 'uncaughtException'],
    ];
    const guards = new Map<string, (error: unknown) => void>();
    const before = new Set(places.flatMap(([, of, name]) => of.listeners(name)));
    guardOutput(words);
    for (const [place, of, name] of places)
      for (const each of of.listeners(name).filter((listener) => !before.has(listener))) {
        guards.set(place, each as (error: unknown) => void);
        of.off(name, each as () => void);
      }
    const meets = (place: string, error: unknown) => {
      guards.get(place)?.(error);
      return { exits: exit.mock.calls, stderr: heard.stderr.join('') };
    };
    return { guards: [...guards.keys()], meets };
  }
  const errorOf = (code: string): Error => Object.assign(new Error(`it is ${code}`), { code });
  const none = { exits: [], stderr: '' };

  it('goes on where the reader of its output is gone, and where stderr is closed', () => {
    const { guards, meets } = guarded(['run']);
    expect(guards).toEqual(['stdout', 'stderr', 'process']);
    expect(meets('stdout', errorOf('EPIPE'))).toEqual(none);
    expect(meets('stderr', errorOf('ENOSPC'))).toEqual(none);
  });

  it('ends where its output finds no space', () => {
    const { meets } = guarded(['run']);
    expect(meets('stdout', errorOf('ENOSPC'))).toEqual({
      exits: [[2]],
      stderr: 'orrery: stdout: no space is left on the device (ENOSPC)\n',
    });
  });

  it('says so in JSON where that is asked for', () => {
    const { exits, stderr } = guarded(['run', '--json']).meets('stdout', errorOf('ENOSPC'));
    expect([exits, JSON.parse(stderr)]).toEqual([
      [[2]],
      {
        error: { kind: 'machine', message: 'stdout: no space is left on the device (ENOSPC)' },
        exitCode: 2,
        ok: false,
      },
    ]);
  });

  it('ends at an error that was not caught', () => {
    const { exits, stderr } = guarded(['run']).meets('process', new TypeError('out of order'));
    expect(exits).toEqual([[3]]);
    expect(stderr).toMatch(
      /^orrery: a broken invariant inside Orrery: out of order\nTypeError: out of order\n/,
    );
  });
});
