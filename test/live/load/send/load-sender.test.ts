/** What a sender of a load does on real connections, on a clock that a test moves: ceilings, redirects, time-outs. */
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LoadSender, type LoadMessage } from '../../../../src/live/load/send/load-sender.ts';
import type { Endpoint } from '../../../../src/live/traffic/http/endpoint.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';
import { answerJson, toyServer, type Respond, type Toy } from '../../traffic/toy-server.ts';
import { fakesTimers, realTimers } from '../engine/load-run.ts';

beforeEach(fakesTimers);
afterEach(realTimers);

/** `/old` is at `/new`, `/never` is not answered. */
const respond: Respond = ({ url }, response) => {
  if (url === '/old') {
    response.writeHead(307, { location: '/new' });
    response.end();
  } else if (url !== '/never') answerJson(response, {});
};

/** What is sent on loopback arrives within a few turns. */
async function until(isSo: () => boolean): Promise<void> {
  for (let count = 0; !isSo(); count += 1) {
    if (count > 300_000) throw new Error('it does not come');
    await turn();
  }
}
/** Longer than what is sent by then takes to arrive, had it been sent. */
async function aWhile(toy: Toy): Promise<void> {
  for (let count = 0; count < 50; count += 1) await turn();
  expect(toy.asked.length).toBeGreaterThan(0);
}

async function sending(bounds: string) {
  const toy = await toyServer(respond);
  const [events, waits] = [[] as string[], [] as [string, string, number][]];
  const file = `name: toy\nhosts: [127.0.0.1]\nservices: { faucet: "http://127.0.0.1:${toy.port}/" }\n`;
  const sender = new LoadSender(readTarget('toy.yaml', file + bounds), {
    waited: ({ text }, reason, ms) => void waits.push([pathOf(text), reason, ms]),
    answered: ({ text }, { status }) => void events.push(`${pathOf(text)} ${status}`),
    failed: ({ text }, reason) => void events.push(`${pathOf(text)} ${reason}`),
    forbidden: (error) => void events.push(String(error)),
  });
  const endpointWith = (): Endpoint =>
    ({
      isTls: false,
      host: '127.0.0.1',
      port: toy.port,
      address: '127.0.0.1',
      ca: undefined,
      transport: { followsRedirects: true, secrets: [], found: { isProbed: true, notes: new Set() } },
    }) as unknown as Endpoint;
  const endpoint = endpointWith();
  const send = (path: string, place = endpoint): LoadMessage => {
    const text = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${toy.port}\r\n\r\n`;
    const message = { method: 'GET', sentMs: 0, readyMs: performance.now(), text };
    sender.submit(place, message);
    return message;
  };
  return { toy, sender, events, waits, send, endpointWith };
}
const pathOf = (text: string): string => text.split(' ')[1] ?? '';

describe('a sender', () => {
  it('counts the connections that it has opened, of all endpoints', async () => {
    const { sender, events, send, endpointWith } = await sending('connections: 5');
    expect(sender.openedCount).toBe(0);
    send('/a');
    await until(() => events.length === 1);
    send('/b');
    send('/c', endpointWith());
    await until(() => events.length === 3);
    expect(sender.openedCount).toBe(2);
    sender.close();
  });

  it('takes back what has not been sent, in its order', async () => {
    const { sender, events, send } = await sending('connections: 1');
    const sent = send('/never');
    await until(() => sent.sentMs > 0 || sender.openedCount > 0);
    const waiting = ['/b', '/c'].map((path) => send(path));
    expect(sender.abandon()).toEqual(waiting);
    expect([sender.abandon(), events]).toEqual([[], []]);
    sender.close();
    expect(events).toEqual(['/never reset']);
  });

  it('cuts what has no response after the time of the target file', async () => {
    const { toy, sender, events, send } = await sending('timeout: 2s');
    vi.advanceTimersByTime(1_000);
    const message = send('/never');
    await until(() => toy.asked.length === 1);
    expect(message.sentMs).toBe(1_000);
    vi.advanceTimersByTime(1_900);
    expect(events).toEqual([]);
    vi.advanceTimersByTime(300);
    expect(events).toEqual(['/never timeout']);
    sender.close();
  });

  it('gives connections the present time, by which those that rested too long are not used again', async () => {
    const { toy, sender, events, send } = await sending('connections: 1');
    send('/a');
    await until(() => events.length === 1);
    send('/b');
    await until(() => events.length === 2);
    expect([sender.openedCount, sender.nowMs()]).toEqual([1, performance.now()]);
    vi.advanceTimersByTime(600_000);
    send('/c');
    await until(() => events.length === 3);
    expect([sender.openedCount, toy.asked.length]).toEqual([2, 3]);
    sender.close();
  });
});

describe('a redirect', () => {
  it('is followed at once where the ceiling allows it, and is one more request below it', async () => {
    const { toy, sender, events, send } = await sending('requestsPerSecond: 1000');
    send('/old');
    await until(() => events.length === 1);
    expect([events, toy.asked.map(({ url }) => url)]).toEqual([['/old 200'], ['/old', '/new']]);
    sender.close();
  });

  it('waits for the ceiling, and what comes after it waits for both', async () => {
    const { toy, sender, events, waits, send } = await sending('requestsPerSecond: 2');
    send('/old');
    await until(() => toy.asked.length === 1);
    // The sweep, and the timer of the redirect.
    await until(() => vi.getTimerCount() === 2);
    vi.advanceTimersByTime(499);
    await aWhile(toy);
    expect(toy.asked.map(({ url }) => url)).toEqual(['/old']);
    vi.advanceTimersByTime(1);
    await until(() => events.length === 1);
    expect([events, toy.asked.map(({ url }) => url)]).toEqual([['/old 200'], ['/old', '/new']]);
    send('/after');
    await until(() => vi.getTimerCount() === 2);
    vi.advanceTimersByTime(499);
    await aWhile(toy);
    expect(toy.asked).toHaveLength(2);
    vi.advanceTimersByTime(1);
    await until(() => events.length === 2);
    expect([events[1], waits.at(-1)]).toEqual(['/after 200', ['/after', 'ceiling', 500]]);
    sender.close();
  });

  it('is followed no sooner than its turn, also where another request has used that', async () => {
    const { toy, sender, events, send } = await sending('requestsPerSecond: 2');
    send('/old');
    await until(() => vi.getTimerCount() === 2);
    send('/other');
    vi.advanceTimersByTime(500);
    await until(() => toy.asked.length === 2);
    await aWhile(toy);
    expect(toy.asked).toHaveLength(2);
    vi.advanceTimersByTime(500);
    await until(() => events.length === 2);
    expect(toy.asked.map(({ url }) => url).toSorted()).toEqual(['/new', '/old', '/other']);
    sender.close();
  });
});
