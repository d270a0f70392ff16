/** Senders at work: what is written together, what a write that asks again does, and what is opened once, not at all, or for a redirect. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Connection } from '../../../../src/live/traffic/http/connection.ts';
import { PipelinedSender } from '../../../../src/live/traffic/http/pipelined-sender.ts';
import { Pool } from '../../../../src/live/traffic/http/pool.ts';
import type { SenderOwner } from '../../../../src/live/traffic/http/sender.ts';
import { connected, endpointAt, heldServer, messageOf, okay, until, type Numbered } from './connected.ts'; // prettier-ignore

interface Lined extends Numbered {
  readonly endpoint: number;
  readonly isAlone: boolean;
}

const requestOf = (n: number, endpoint = 0): Lined => ({
  n,
  method: 'GET',
  sentMs: n,
  endpoint,
  isAlone: false,
});

interface Change {
  /** Whether redirects are followed: then one request is on its way at a time. */
  readonly followsRedirects?: boolean;
  readonly write?: (send: () => void, n: number) => boolean;
  readonly follow?: (send: () => void) => void;
  readonly mayWrite?: () => boolean;
}

/** An owner that notes what it hears. */
function owning({ write = (send) => (send(), true), mayWrite = () => true }: Change) {
  const heard: string[] = [];
  const owner: SenderOwner<Lined> = {
    nowMs: () => 0,
    mayWrite,
    write: (connection, request) => write(() => connection.send(request, messageOf(request.n)), request.n),
    answered: ({ n }, { status }) => heard.push(`${n}: ${status}`),
    failed: (request, reason) => heard.push(`${(request as Lined | undefined)?.n}: ${reason}`),
  };
  return { heard, owner };
}

const inLine = (ports: readonly number[], change: Change = {}) => {
  const { heard, owner } = owning(change);
  const follow = change.follow === undefined ? {} : { follow: change.follow };
  const endpoints = ports.map((port) =>
    endpointAt(port, { followsRedirects: change.followsRedirects === true }),
  );
  const sender = new PipelinedSender<Lined>({ endpoints, awaits: () => undefined, owner, ...follow });
  onTestFinished(() => sender.close());
  return { sender, heard };
};

const pooled = (port: number, change: Change = {}) => {
  const { heard, owner } = owning(change);
  const follow = change.follow === undefined ? {} : { follow: change.follow };
  const pool = new Pool<Lined>({ endpoint: endpointAt(port, { followsRedirects: change.followsRedirects === true }), connectionsMax: 1, owner, ...follow }); // prettier-ignore
  onTestFinished(() => pool.close());
  return { sender: pool, heard };
};

const moved = 'HTTP/1.1 307 X\r\nlocation: /moved\r\ncontent-length: 0\r\n\r\n';

describe('requests in one order', () => {
  it('that may go together are written together', async () => {
    const gathered: boolean[] = [];
    const gather = vi.spyOn(Connection.prototype, 'gather').mockImplementation((isGathering) => void gathered.push(isGathering)); // prettier-ignore
    onTestFinished(() => gather.mockRestore());
    const server = await heldServer();
    const { sender } = inLine([server.port]);
    for (const n of [1, 2, 3]) sender.submit(requestOf(n));
    await until(() => server.asked.length === 3);
    expect(gathered).toEqual([true, false]);
    sender.submit(requestOf(4));
    expect(gathered).toEqual([true, false, true, false]);
  });

  it('end what they gather where the next goes elsewhere', async () => {
    const servers = [await heldServer(), await heldServer()];
    const seen: string[] = [];
    const numbers = new Map<Connection<Lined>, number>();
    const gather = vi.spyOn(Connection.prototype, 'gather').mockImplementation(function (this: unknown, isGathering) {
      const connection = this as Connection<Lined>;
      numbers.set(connection, numbers.get(connection) ?? numbers.size);
      seen.push(`${numbers.get(connection)} ${isGathering}`);
    });
    onTestFinished(() => gather.mockRestore());
    let isHeld = true;
    const { sender } = inLine(servers.map(({ port }) => port), {
      write: (send, n) => (n === 2 ? (send(), true) : false),
      mayWrite: () => !isHeld,
    });
    sender.warm(1);
    await until(() => sender.openedCount === 2);
    expect([sender.submit(requestOf(1)), sender.submit(requestOf(2, 1)), seen]).toEqual([false, false, []]);
    isHeld = false;
    // The first is not sent after all, so that both are in one turn.
    sender.pump();
    expect(seen).toEqual(['0 true', '0 false', '1 true', '1 false']);
  }); // prettier-ignore

  it('keep it where a write asks for more', async () => {
    const server = await heldServer();
    const { sender } = inLine([server.port], { write: (send) => (sender.pump(), send(), true) });
    for (const n of [1, 2, 3]) sender.submit(requestOf(n));
    await until(() => server.asked.length === 3);
    expect(server.asked).toEqual(['0 /1', '0 /2', '0 /3']);
  });

  it('to an endpoint that is not there wait, and nothing is opened', async () => {
    const server = await heldServer();
    const { sender, heard } = inLine([server.port]);
    expect([sender.submit(requestOf(1, 5)), sender.waitingCount, heard]).toEqual([false, 1, []]);
    expect([sender.abandon().map(({ n }) => n), sender.waitingCount]).toEqual([[1], 0]);
  });

  it('have one connection each endpoint that is asked, and none elsewhere', async () => {
    const servers = [await heldServer(), await heldServer()];
    const { sender, heard } = inLine(servers.map(({ port }) => port));
    sender.submit(requestOf(3, 1));
    sender.warm(1);
    sender.warm(1);
    await until(() => sender.openedCount === 2 && servers[1]?.asked.length === 1);
    await connected(endpointAt(servers[0]?.port ?? 0)).opened;
    expect(servers.map(({ sockets }) => sockets.length)).toEqual([2, 1]);
    sender.cutOlderThan(4);
    expect(heard).toEqual(['3: timeout']);
  });

  it('are cut where some endpoint was never asked', async () => {
    const server = await heldServer();
    const { sender, heard } = inLine([1, server.port]);
    sender.submit(requestOf(3, 1));
    await until(() => server.asked.length === 1);
    sender.cutOlderThan(3);
    expect(heard).toEqual([]);
    sender.close();
    expect(heard).toEqual(['3: reset']);
  });

  it('are none of a connection that cannot be opened in advance', async () => {
    const { sender, heard } = inLine([1]);
    sender.warm(1);
    await connected(endpointAt(1)).closed;
    await new Promise<void>((resolve) => void setImmediate(resolve));
    expect([heard, sender.openedCount, sender.waitingCount]).toEqual([[], 0, 0]);
  });
});

describe.each([
  ['in one order', (port: number, change?: Change) => inLine([port], change)],
  ['of a pool', pooled],
])('a redirect %s', (_what, sending) => {
  it('waits until it may be asked for', async () => {
    const server = await heldServer((socket) => socket.write(server.asked.length === 1 ? moved : okay('there'))); // prettier-ignore
    const sends: (() => void)[] = [];
    const { sender, heard } = sending(server.port, {
      followsRedirects: true,
      follow: (send) => void sends.push(send),
    });
    sender.submit(requestOf(1));
    await until(() => sends.length === 1);
    expect([server.asked, heard]).toEqual([['0 /1'], []]);
    sends[0]?.();
    await until(() => heard.length === 1);
    expect([server.asked, heard, sends.length]).toEqual([['0 /1', '0 /moved'], ['1: 200'], 1]);
  });

  it('is asked for at once where nothing holds it back', async () => {
    const server = await heldServer((socket) => socket.write(server.asked.length === 1 ? moved : okay('there'))); // prettier-ignore
    const { sender, heard } = sending(server.port, { followsRedirects: true });
    sender.submit(requestOf(1));
    await until(() => heard.length === 1);
    expect([server.asked, heard]).toEqual([['0 /1', '0 /moved'], ['1: 200']]);
  });
});

it('a pool writes each request once where a write asks for more', async () => {
  const server = await heldServer((socket) => socket.write(okay('x')));
  const { sender, heard } = pooled(server.port, { write: (send) => (sender.pump(), send(), true) });
  for (const n of [1, 2, 3]) sender.submit(requestOf(n));
  await until(() => heard.length === 3);
  expect([server.asked, heard]).toEqual([
    ['0 /1', '0 /2', '0 /3'],
    ['1: 200', '2: 200', '3: 200'],
  ]);
});
