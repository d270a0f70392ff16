/** The calls of a live audit as the house receives them, within the budgets of stakes and of requests. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { InvariantError, present } from '../../../../../src/core/base/assert.ts';
import {
  LiveSender,
  type Identity,
  type Sending,
} from '../../../../../src/host/app/audit/live/live-sender.ts';
import { PinnedAddresses } from '../../../../../src/live/traffic/target/pinned-addresses.ts';
import { readTarget, type Target } from '../../../../../src/live/traffic/target/target.ts';
import type { LiveCall } from '../../../../../src/verification/audit/live/call.ts';
import { answerJson, toyServer, type Respond } from '../../../../live/traffic/toy-server.ts';

interface Changes extends Partial<Sending> {
  readonly respond?: Respond;
  readonly names?: Target['names'];
}

async function houseWith({ respond, names, ...changes }: Changes = {}) {
  const toy = await toyServer(respond ?? ((_asked, response) => answerJson(response, { a: 1 })));
  const text = `name: toy\nhosts: [127.0.0.1]\nallow: writes\nservices: { casino: "http://127.0.0.1:${toy.port}/base" }`;
  const target: Target = { ...readTarget('toy.yaml', text), names };
  const stop = new AbortController();
  const sender = new LiveSender({
    target, addresses: await PinnedAddresses.resolve(target), callsPerSecond: 1e6, budgetMicros: 10, requestsMax: undefined, ca: undefined, signal: stop.signal, ...changes,
  });
  const casino = present(target.services.get('casino'), 'the target has a casino');
  const identity: Identity = { apiKey: 'k1', headers: { 'user-agent': 'toy/1', accept: '*/*' } };
  const send = (call: LiveCall, by = identity, operation?: string) => sender.send(casino, call, { identity: by, operation });
  return { toy, sender, send, stop, identity, casino };
} // prettier-ignore

const get: LiveCall = { method: 'GET', path: '/stats' };
const post: LiveCall = { method: 'POST', path: '/games/dice', body: { amount: 1 } };

describe('a call', () => {
  it('is sent with the headers of the player, its key, and a text of JSON', async () => {
    const { toy, sender, send } = await houseWith();
    const answer = await send({ ...post, query: { a: 'b c' } });
    expect(answer).toEqual({ status: 200, body: new Map([['a', 1]]) });
    const [asked] = toy.asked;
    expect([asked?.method, asked?.text]).toEqual(['POST', '{"amount":1}']);
    expect(asked?.url).toMatch(/^\/base\/games\/dice\?a=b(?:\+|%20)c$/);
    expect(asked?.headers).toMatchObject({
      'user-agent': 'toy/1',
      accept: '*/*',
      authorization: 'Bearer k1',
    });
    expect(asked?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect([sender.requests, sender.failure, sender.spent.aborted]).toEqual([1, undefined, false]);
  });

  it('that reads has no key of its repetition, and one without an account no authorization', async () => {
    const { toy, send, identity } = await houseWith();
    await send(get, { ...identity, apiKey: undefined });
    expect(toy.asked[0]?.headers['idempotency-key']).toBeUndefined();
    expect(toy.asked[0]?.headers.authorization).toBeUndefined();
  });

  it('has the key of the call that it repeats, also after a read and after the calls of others', async () => {
    const { toy, send, identity } = await houseWith();
    const other = { ...identity };
    await send(post);
    await send(get);
    await send(post, other);
    await send({ ...post, isRepeat: true });
    await send({ ...post, isRepeat: true }, { ...identity });
    await send(post);
    const keys = toy.asked.map(({ headers }) => headers['idempotency-key']);
    expect(keys[3]).toBe(keys[0]);
    expect(new Set([keys[0], keys[2], keys[4], keys[5]]).size).toBe(4);
    expect(keys[4]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('has its answer under our names', async () => {
    const names = new Map([['casino/A/stats', [{ ours: '/total', theirs: '/sum' }]]]);
    const { send } = await houseWith({ names, respond: (_asked, response) => answerJson(response, { sum: 5 }) });
    expect((await send(get, undefined, 'casino/A/stats')).body.get('total')).toBe(5);
    expect((await send(get)).body.get('total')).toBeUndefined();
  }); // prettier-ignore

  it('without an answer has status 0 and a reason', async () => {
    const { sender, send } = await houseWith({ respond: (_asked, response) => response.destroy() });
    expect(await send(get)).toEqual({ status: 0, body: new Map() });
    expect(sender.failure).toMatch(/^GET \/base\/stats at 127\.0\.0\.1:\d+: /);
    expect(sender.requests).toBe(1);
  });
});

describe('the budgets', () => {
  it('of stakes is spent to the last, and never passed', async () => {
    const { sender, send } = await houseWith();
    await send({ ...post, stakeMicros: 4 });
    await send({ ...post, stakeMicros: 6 });
    await send(get);
    await expect(send({ ...post, stakeMicros: 1 })).rejects.toThrow(
      new InvariantError('no stake is sent beyond the budget'),
    );
    expect(sender.requests).toBe(3);
  });

  it('of requests is spent to the last, and the next call is not sent', async () => {
    const { toy, sender, send } = await houseWith({ requestsMax: 2 });
    expect(sender.requestsMax).toBe(2);
    await send(get);
    await send(get);
    expect(sender.spent.aborted).toBe(false);
    expect((await send({ ...post, stakeMicros: 99 })).status).toBe(0);
    expect([sender.spent.aborted, sender.requests, toy.asked.length]).toEqual([true, 2, 2]);
  });
});

describe('an answer that asks to wait', () => {
  it.each<[string, number, Record<string, string>, Partial<LiveCall>]>([
    ['429 to a stake', 429, {}, { stakeMicros: 1 }],
    ['429 to a repetition', 429, { 'retry-after': '1' }, { isRepeat: true }],
    ['503 without a time', 503, {}, {}],
    ['500 with a time', 500, { 'retry-after': '1' }, {}],
  ])('is final: %s', async (_what, status, headers, changes) => {
    const { toy, send } = await houseWith({
      respond: (_asked, response) => {
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
        answerJson(response, {}, status);
      },
    });
    expect((await send({ ...post, ...changes })).status).toBe(status);
    expect(toy.asked).toHaveLength(1);
  });

  it.each<[number, Record<string, string>]>([
    [429, {}],
    [429, { 'retry-after': 'soon' }],
    [503, { 'retry-after': '1' }],
  ])('is not final where nothing was staked: %i %j', async (status, headers) => {
    const { toy, send, stop } = await houseWith({
      respond: (_asked, response) => {
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
        response.on('finish', () => setImmediate(() => stop.abort()));
        answerJson(response, {}, status);
      },
    });
    expect((await send(post)).status).toBe(0);
    expect(toy.asked).toHaveLength(1);
  });
});

it('calls come no closer than the ceiling says, also after time in which there was none', async () => {
  let nowMs = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  onTestFinished(() => clock.mockRestore());
  const { toy, send, stop } = await houseWith({ callsPerSecond: 0.001 });
  await send(get);
  nowMs += 5_000_000;
  await send(get);
  nowMs += 500_000;
  const third = send(get);
  // A call that is sent at once comes before this one.
  await fetch(`http://127.0.0.1:${toy.port}/`);
  expect(toy.asked).toHaveLength(3);
  stop.abort();
  expect((await third).status).toBe(0);
  expect(toy.asked).toHaveLength(3);
});

it('nothing is sent after a signal', async () => {
  const { toy, sender, send, stop } = await houseWith();
  stop.abort();
  expect(await send(post)).toEqual({ status: 0, body: new Map() });
  await sender.rest(1e9);
  expect([toy.asked.length, sender.requests]).toEqual([0, 0]);
});
