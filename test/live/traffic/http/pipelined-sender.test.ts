/** Requests pipelined in one order: which may follow at once, which wait, and which connection carries them. */
import { describe, expect, it } from 'vitest';
import { PipelinedSender } from '../../../../src/live/traffic/http/pipelined-sender.ts';
import { endpointAt, heldServer, messageOf, okay, until, type HeldServer, type Numbered } from './connected.ts'; // prettier-ignore

interface Lined extends Numbered {
  readonly endpoint: number;
  readonly isAlone: boolean;
}

/** A sender before these servers, the clock and the ceiling of its owner, and what the owner hears. */
function lined(servers: readonly Pick<HeldServer, 'port'>[], awaits: ReadonlySet<number> = new Set()) {
  const owner = { nowMs: 0, mayWrite: true, isRefusing: new Set<number>() };
  const heard: string[] = [];
  const sender = new PipelinedSender<Lined>({
    endpoints: servers.map(({ port }) => endpointAt(port)),
    awaits: ({ n }) => (awaits.has(n) ? 0 : undefined),
    owner: {
      nowMs: () => owner.nowMs,
      mayWrite: () => owner.mayWrite,
      write: (connection, request) => {
        if (owner.isRefusing.has(request.n)) return false;
        connection.send(request, messageOf(request.n));
        return true;
      },
      answered: ({ n }) => heard.push(`${n} answered`),
      failed: ({ n }, reason) => heard.push(`${n} ${reason}`),
    },
  });
  const submit = (...requests: readonly (Partial<Lined> & { readonly n: number })[]): boolean[] =>
    requests.map((each) =>
      sender.submit({ method: 'GET', sentMs: each.n, endpoint: 0, isAlone: false, ...each }),
    );
  return { sender, owner, heard, submit };
}

/** Answers the next request on a connection of the server. */
const answer = ({ sockets }: HeldServer, place = 0): void => void sockets[place]?.write(okay('{}'));
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

describe('requests in one order', () => {
  it('go over one connection, each before the one before it is answered', async () => {
    const server = await heldServer();
    const { sender, submit, heard } = lined([server]);
    sender.warm(1);
    await until(() => sender.openedCount === 1);
    expect(submit({ n: 1 }, { n: 2 }, { n: 3 })).toEqual([true, true, true]);
    await until(() => server.asked.length === 3);
    expect([server.asked, heard, sender.waitingCount]).toEqual([['0 /1', '0 /2', '0 /3'], [], 0]);
    for (let each = 0; each < 3; each++) answer(server);
    await until(() => heard.length === 3);
    expect([heard, sender.openedCount]).toEqual([['1 answered', '2 answered', '3 answered'], 1]);
    sender.close();
  });

  it.each<[string, readonly (Partial<Lined> & { readonly n: number })[], readonly number[]]>([
    ['of another endpoint', [{ n: 1 }, { n: 2, endpoint: 1 }, { n: 3 }], []],
    ['that need an answer', [{ n: 1 }, { n: 2 }, { n: 3 }], [2, 3]],
    ['that must be alone', [{ n: 1 }, { n: 2, isAlone: true }, { n: 3 }], []],
  ])('wait for all answers before them, and let none pass: those %s', async (_what, requests, awaiting) => {
    const servers = [await heldServer(), await heldServer()];
    const { sender, submit, heard } = lined(servers, new Set(awaiting));
    sender.warm(1);
    await until(() => sender.openedCount === 2);
    expect(submit(...requests)).toEqual([true, false, false]);
    expect(sender.waitingCount).toBe(2);
    const asked = (): number => servers.reduce((sum, each) => sum + each.asked.length, 0);
    for (const [index, { endpoint = 0 }] of requests.entries()) {
      await until(() => asked() === index + 1);
      await turn();
      expect([asked(), sender.waitingCount]).toEqual([index + 1, 2 - index]);
      answer(servers[endpoint]!);
    }
    await until(() => heard.length === 3);
    expect(heard).toEqual(['1 answered', '2 answered', '3 answered']);
    sender.close();
  });

  it('are 64 in flight at most', async () => {
    const server = await heldServer();
    const { sender, submit } = lined([server]);
    sender.warm(1);
    await until(() => sender.openedCount === 1);
    submit(...Array.from({ length: 70 }, (_, n) => ({ n })));
    expect(sender.waitingCount).toBe(6);
    await until(() => server.asked.length === 64);
    answer(server);
    await until(() => server.asked.length === 65);
    expect(sender.waitingCount).toBe(5);
    expect(sender.abandon().map(({ n }) => n)).toEqual([65, 66, 67, 68, 69]);
    expect(sender.waitingCount).toBe(0);
    sender.close();
  });

  it('are not written while the owner forbids it, and one that it does not write is over', async () => {
    const server = await heldServer();
    const { sender, owner, submit } = lined([server]);
    sender.warm(1);
    await until(() => sender.openedCount === 1);
    owner.mayWrite = false;
    expect(submit({ n: 1 }, { n: 2 })).toEqual([false, false]);
    owner.mayWrite = true;
    owner.isRefusing.add(1);
    sender.pump();
    await until(() => server.asked.length === 1);
    expect([server.asked, sender.waitingCount]).toEqual([['0 /2'], 0]);
    sender.close();
  });
});

describe('the connection of requests in one order', () => {
  it('is another after 4 seconds of rest, and the same while an answer is outstanding', async () => {
    const server = await heldServer();
    const { sender, owner, submit, heard } = lined([server]);
    submit({ n: 1 });
    await until(() => server.asked.length === 1);
    owner.nowMs = 10_000;
    submit({ n: 2 });
    await until(() => server.asked.length === 2);
    expect([server.asked, sender.openedCount]).toEqual([['0 /1', '0 /2'], 1]);
    answer(server);
    answer(server);
    await until(() => heard.length === 2);
    owner.nowMs = 14_000;
    submit({ n: 3 });
    await until(() => server.asked.length === 3);
    answer(server);
    await until(() => heard.length === 3);
    owner.nowMs = 18_001;
    submit({ n: 4 });
    await until(() => server.asked.length === 4);
    expect([server.asked.slice(2), sender.openedCount]).toEqual([['0 /3', '1 /4'], 2]);
    expect(heard).toEqual(['1 answered', '2 answered', '3 answered']);
    sender.close();
    expect(heard.at(-1)).toBe('4 reset');
  });

  it('is opened again once it has ended: what was in flight failed, what waited is sent', async () => {
    const server = await heldServer();
    const { sender, submit, heard } = lined([server]);
    submit({ n: 1 }, { n: 2, isAlone: true });
    await until(() => server.asked.length === 1);
    server.sockets[0]?.end();
    await until(() => server.asked.length === 2);
    expect([heard, server.asked, sender.openedCount]).toEqual([['1 reset'], ['0 /1', '1 /2'], 2]);
    sender.close();
  });

  it('that cannot be opened fails the oldest request, and is tried again for the next', async () => {
    const { sender, submit, heard } = lined([{ port: 1 }]);
    submit({ n: 1 }, { n: 2 });
    await until(() => heard.length === 2);
    expect([heard, sender.openedCount, sender.waitingCount]).toEqual([['1 refused', '2 refused'], 0, 0]);
  });

  it('is cut where its oldest request was sent before a time', async () => {
    const server = await heldServer();
    const { sender, submit, heard } = lined([server]);
    submit({ n: 5 }, { n: 6 });
    await until(() => server.asked.length === 2);
    sender.cutOlderThan(5);
    expect(heard).toEqual([]);
    sender.cutOlderThan(5.5);
    expect(heard).toEqual(['5 timeout', '6 reset']);
    expect([server.sockets.length, sender.openedCount]).toEqual([1, 1]);
  });
});
