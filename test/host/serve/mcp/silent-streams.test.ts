/** Streams that carry comments alone: how they begin, go on, and end. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Reply } from '../../../../src/host/serve/connection.ts';
import { SilentStreams } from '../../../../src/host/serve/mcp/silent-streams.ts';

/** A client in memory, and what has come to it. */
class Client implements Reply {
  readonly isGone: boolean;
  readonly came: unknown[] = [];
  hangUp = (): void => undefined;

  constructor({ isGone = false } = {}) {
    this.isGone = isGone;
  }

  send(): void {
    this.came.push('sent');
  }

  open(status: number, headers: unknown): ReturnType<Reply['open']> {
    if (this.isGone) return undefined;
    this.came.push([status, headers]);
    return {
      write: (text) => this.came.push(text),
      end: () => {
        this.came.push('end');
        this.hangUp();
      },
      onClosed: (closed) => {
        this.hangUp = closed;
      },
    };
  }
}

const begun = [
  [200, ['date', 'today', 'content-type', 'text/event-stream', 'cache-control', 'no-cache']],
  ': open\n\n',
];

function opened(streams: SilentStreams, client = new Client()): Client {
  streams.open(client, ['date', 'today']);
  return client;
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

it.each([
  [undefined, 15_000],
  [40, 40],
])('of %j ms begins with a comment and sends another every %i ms', (keepAliveMs, everyMs) => {
  const streams = new SilentStreams(keepAliveMs);
  const [first, second] = [opened(streams), opened(streams)];
  vi.advanceTimersByTime(everyMs - 1);
  expect([first.came, second.came]).toEqual([begun, begun]);
  vi.advanceTimersByTime(1);
  second.hangUp();
  vi.advanceTimersByTime(everyMs);
  expect(first.came).toEqual([...begun, ': still here\n\n', ': still here\n\n']);
  expect(second.came).toEqual([...begun, ': still here\n\n']);
  streams.close();
  expect([first.came.at(-1), second.came.at(-1), vi.getTimerCount()]).toEqual(['end', ': still here\n\n', 0]);
});

it('passes over a client that has disconnected', () => {
  const streams = new SilentStreams();
  expect([opened(streams, new Client({ isGone: true })).came, vi.getTimerCount()]).toEqual([[], 0]);
});

it('ends the oldest of 1024 for one more', () => {
  const streams = new SilentStreams();
  const clients = Array.from({ length: 1_024 }, () => opened(streams));
  expect(clients.filter(({ came }) => came.includes('end'))).toEqual([]);
  opened(streams);
  expect(clients.filter(({ came }) => came.includes('end'))).toEqual([clients[0]]);
  streams.close();
});
