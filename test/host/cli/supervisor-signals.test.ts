/** What signals do to a command and to its supervisor, and what it does where its output is lost. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { standIn } from './stand-in-thread.ts';
import { addedTo, begin, clocks, message, restore, supervised, texts } from './supervised.ts';

afterEach(restore);

describe('a signal', () => {
  /** A command that has heard nothing yet, with what would end this process. */
  async function running(
    code: number | undefined,
    kinds: readonly string[] = ['need'],
    terminate?: () => Promise<number>,
  ) {
    begin({ isTTY: true, columns: 70 });
    const started = standIn(terminate);
    const clock = clocks();
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    const added = addedTo('SIGTERM');
    const end = supervised(
      'hear',
      kinds.map((kind) => ({ kind, need: 'it' })),
      code,
    );
    await message(started[0]);
    return { end, exit, clock, thread: started[0], signal: () => added()[0]?.() };
  }
  const cut = 'orrery: interrupted; unfinished results are discarded\n';

  it('asks the command to stop, which ends with its own code', async () => {
    const { end, exit, signal } = await running(4);
    signal();
    expect(await end).toBe(4);
    expect(texts().stdout).toBe('"interrupt"');
    vi.advanceTimersByTime(60_000);
    expect(exit).not.toHaveBeenCalled();
  });

  it('ends the thread where it is the second one', async () => {
    const { end, exit, signal } = await running(undefined);
    signal();
    signal();
    await end;
    await vi.waitFor(() => expect(exit.mock.calls).toEqual([[130]]), { timeout: 20_000 });
    expect(texts().stderr).toBe(`\r\u001b[K\u001b[?25h${cut}`);
  });

  it('is one with another so soon after it, where the command finishes first', async () => {
    const { end, exit, signal, thread } = await running(undefined, ['finishing']);
    signal();
    vi.advanceTimersByTime(499);
    signal();
    vi.advanceTimersByTime(60_000);
    expect(exit).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    signal();
    await end;
    await vi.waitFor(() => expect(exit.mock.calls).toEqual([[130]]), { timeout: 20_000 });
    expect(thread?.threadId).toBe(-1);
  });

  it.each([
    ['a thread that has not heard it', 501, 50, true],
    ['a thread that may hear it yet', 500, 9_950, false],
    ['a command that takes too long', 0, 10_050, true],
    ['a command that has just begun to stop', 0, 10_000, false],
  ])('ends %s', async (_what, cpuMs, wallMs, isEnded) => {
    const { end, exit, signal, clock, thread } = await running(undefined);
    signal();
    clock.use(cpuMs);
    vi.advanceTimersByTime(wallMs);
    if (!isEnded) await thread?.terminate();
    await end;
    await nextTurn();
    const calls = isEnded ? [[130]] : [];
    await vi.waitFor(() => expect(exit.mock.calls).toEqual(calls), { timeout: 20_000 });
  });

  it('that was heard leaves the command its time, however much it computes', async () => {
    const { end, exit, signal, clock, thread } = await running(undefined);
    signal();
    await message(thread);
    clock.use(60_000);
    vi.advanceTimersByTime(9_950);
    await thread?.terminate();
    await end;
    await nextTurn();
    expect(exit).not.toHaveBeenCalled();
  });

  it('ends this process where the thread does not end', async () => {
    const kill = vi.spyOn(process, 'kill').mockImplementation(() => true);
    const removed = vi.spyOn(process, 'removeAllListeners').mockImplementation(() => process);
    const { exit, signal } = await running(undefined, ['need'], () => new Promise(() => undefined));
    signal();
    signal();
    await vi.waitFor(() => expect(exit.mock.calls).toEqual([[130]]), { timeout: 20_000 });
    expect(kill.mock.calls).toEqual([[process.pid, 'SIGINT']]);
    expect(removed.mock.calls).toEqual([['SIGINT'], ['SIGTERM']]);
    expect(texts().stderr).toContain(cut);
  });
});

it('a command goes on where its output has no reader any more', async () => {
  begin();
  const started = standIn();
  const added = addedTo('error', process.stdout);
  const running = supervised('hear', [{ kind: 'need', need: 'it' }], 4);
  await message(started[0]);
  for (const lost of added().filter((each) => each.name === 'outputLost')) {
    lost();
    process.stdout.off('error', lost);
  }
  started[0]?.postMessage('go on');
  expect([await running, texts().stdout]).toEqual([4, '']);
});
