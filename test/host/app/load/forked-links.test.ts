/** Workers that are processes of this machine: what they get, what is heard of them, and how they end. */
import { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ForkedLinks, forkWorker, order } from '../../../../src/host/app/load/forked-links.ts';
import type { LoadReport } from '../../../../src/host/app/load/load-links.ts';
import { standsIn } from '../process/stand-in.ts';
import { settingsFor } from './own-load.ts';

/** Says what it gets, and its file; ends where it is to go. */
const echo = `
const { inspect } = require('node:util');
process.on('message', (order) => {
  if (order.kind === 'stop') process.exit(7);
  process.send({ kind: 'failed', message: inspect(order, { breakLength: Infinity, depth: 9 }), file: process.argv[1] });
});`;
const start = { epochMs: 5, startMs: 6 };

describe('the process of a worker', () => {
  it('runs the compiled worker, and gets values that JSON has not', async () => {
    standsIn(echo);
    const heard: LoadReport[] = [];
    const lost: string[] = [];
    const child = forkWorker({ report: (report) => heard.push(report), lost: (how) => lost.push(how) });
    const said = once(child, 'message');
    order(child, { kind: 'go', start: { ...start, startMs: -0 } });
    await said;
    expect(heard).toEqual([
      {
        kind: 'failed',
        message: `{ kind: 'go', start: { epochMs: 5, startMs: -0 } }`,
        file: expect.stringMatching(/[/\\]dist[/\\]src[/\\]host[/\\]app[/\\]load[/\\]load-worker\.js$/) as string,
      },
    ]);
    child.emit('error', new Error('it was not started'));
    order(child, { kind: 'stop', reason: 'interrupt' });
    await once(child, 'exit');
    expect(lost).toEqual(['it was not started', 'exit code 7']);
    // Nothing is sent to a process that has gone.
    const send = vi.spyOn(child, 'send');
    order(child, { kind: 'go', start });
    expect(send).not.toHaveBeenCalled();
  });
}); // prettier-ignore

describe('links to two processes', () => {
  it('number them, and end those that have not ended', async () => {
    standsIn(echo);
    const kill = vi.spyOn(ChildProcess.prototype, 'kill');
    onTestFinished(() => kill.mockRestore());
    const settings = settingsFor(81);
    const links = new ForkedLinks(2, { kind: 'prepare', settings, pinned: [['here', '127.0.0.1']] });
    expect([links.aheadMs, links.clockErrorMs(), links.notes()]).toEqual([250, 0, []]);
    const heard: [number, string][] = [];
    let news: () => void = () => undefined;
    /** Resolves once there are so many. */
    const until = async (count: number): Promise<void> => {
      while (heard.length < count) await new Promise<void>((resolve) => (news = resolve));
    };
    const note = (worker: number, what: string): void => {
      heard.push([worker, what]);
      news();
    };
    await links.open({
      heard: (worker, report) => note(worker, report.kind === 'failed' ? report.message : report.kind),
      lost: note,
      waits: () => undefined,
    });
    await until(2);
    const prepared = (index: number): string =>
      inspect(
        { kind: 'prepare', settings, pinned: [['here', '127.0.0.1']], share: { index, count: 2 } },
        { breakLength: Infinity, depth: 9 },
      );
    heard.sort(([one], [other]) => one - other);
    expect(heard).toEqual([0, 1].map((index) => [index, prepared(index)]));
    links.tell(1, { kind: 'go', start });
    links.tell(2, { kind: 'go', start });
    await until(3);
    expect(heard[2]).toEqual([1, `{ kind: 'go', start: { epochMs: 5, startMs: 6 } }`]);
    links.tell(0, { kind: 'stop', reason: 'budget' });
    await until(4);
    expect(heard[3]).toEqual([0, 'exit code 7']);
    await links.close();
    await until(5);
    expect(heard[4]).toEqual([1, 'signal SIGKILL']);
    await links.close();
    expect(kill.mock.calls).toEqual([['SIGKILL']]);
    expect(heard).toHaveLength(5);
  });
});
