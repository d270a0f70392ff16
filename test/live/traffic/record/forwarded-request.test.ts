/** One request on its way through the recording proxy, over sides that are made up: what each has to do, and how it ends. */
import { EventEmitter } from 'node:events';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TapMemory } from '../../../../src/live/traffic/record/body-tap.ts';
import {
  ForwardedRequest,
  type ForwardingEnd,
} from '../../../../src/live/traffic/record/forwarded-request.ts';

const timeoutMs = 1_000;
const mebibyte = 2 ** 20;

/** An emitter with these methods, which all note their calls under a name. */
function side(name: string, calls: unknown[][], methods: readonly string[]) {
  const noting = methods.map((method) => [method, (...args: unknown[]) => (calls.push([`${name}.${method}`, ...args]), true)]);
  return Object.assign(new EventEmitter(), Object.fromEntries(noting) as Record<string, (...args: unknown[]) => boolean>);
} // prettier-ignore

function forwarding({ contentType = 'application/json', rawTrailers = [] as string[], receivedMs = 0 } = {}) {
  const calls: unknown[][] = [];
  const message = Object.assign(side('message', calls, ['pause', 'resume']), { complete: true });
  const response = Object.assign(side('response', calls, ['writeHead', 'write', 'end', 'flushHeaders', 'addTrailers', 'destroy']), { writableFinished: false, sendDate: true });
  const upstream = side('upstream', calls, ['write', 'end', 'destroy']);
  const status: { statusCode: number | undefined; statusMessage: string | undefined } = { statusCode: 201, statusMessage: 'Created' };
  const answer = Object.assign(side('answer', calls, ['pause', 'resume']), {
    ...status, rawHeaders: ['X-A', '1', 'Connection', 'close'], rawTrailers,
    headers: contentType === '' ? {} : { 'content-type': contentType },
  });
  const memory = new TapMemory();
  const forwarded = new ForwardedRequest({
    message: message as unknown as IncomingMessage, response: response as unknown as ServerResponse, upstream: upstream as unknown as ClientRequest,
    memory, timeoutMs, receivedMs, onAnswer: () => void calls.push(['onAnswer']),
  });
  const ends: ForwardingEnd[] = [];
  void forwarded.end.then((end) => ends.push(end));
  const ended = async () => {
    await Promise.resolve();
    expect(ends.length).toBeLessThanOrEqual(1);
    return ends[0];
  };
  const finish = () => {
    response.writableFinished = true;
    response.emit('close');
  };
  return { calls, message, response, upstream, answer, memory, forwarded, ended, finish };
} // prettier-ignore

type Forwarding = ReturnType<typeof forwarding>;

/** A request and its answer in whole. */
function exchange({ message, upstream, answer }: Forwarding, sent = '{"n":1}', got = '{"ok":true}'): void {
  message.emit('data', Buffer.from(sent));
  message.emit('end');
  upstream.emit('response', answer);
  answer.emit('data', Buffer.from(got));
  answer.emit('end');
}

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

describe('a forwarded request', () => {
  it('passes every part on, in order, and ends with both bodies', async () => {
    const on = forwarding();
    exchange(on);
    const [sent, got] = [Buffer.from('{"n":1}'), Buffer.from('{"ok":true}')];
    expect(on.calls).toEqual([
      ['upstream.write', sent], ['upstream.end'], ['response.writeHead', 201, 'Created', ['X-A', '1']], ['response.write', got], ['onAnswer'], ['response.end'],
    ]);
    expect([on.response.sendDate, on.forwarded.isStream, await on.ended()]).toEqual([false, false, undefined]);
    vi.advanceTimersByTime(0);
    expect(on.calls.at(-1)).toEqual(['response.flushHeaders']);
    on.finish();
    expect(await on.ended()).toEqual({ kind: 'whole', requestBody: sent, answer: on.answer, answerBody: got });
    // Nothing is held any more, and no time-out follows.
    expect(on.memory.take(128 * mebibyte)).toBe(true);
    vi.advanceTimersByTime(10 * timeoutMs);
    expect(on.calls.map(([call]) => call)).not.toContain('upstream.destroy');
  }); // prettier-ignore

  it('passes trailers on, and a status line without its parts', () => {
    const on = forwarding({ rawTrailers: ['X-T', '1', 'X-U', '2'] });
    on.answer.statusCode = undefined;
    on.answer.statusMessage = undefined;
    exchange(on);
    expect(on.calls.filter(([call]) => call === 'response.addTrailers')).toEqual([['response.addTrailers', [['X-T', '1'], ['X-U', '2']]]]);
    expect(on.calls.find(([call]) => call === 'response.writeHead')).toEqual(['response.writeHead', 502, '', ['X-A', '1']]);
    const plain = forwarding();
    exchange(plain);
    expect(plain.calls.map(([call]) => call)).not.toContain('response.addTrailers');
  }); // prettier-ignore

  it('keeps to the speed of the slower side, in both directions', () => {
    const on = forwarding();
    on.upstream['write'] = () => false;
    on.response['write'] = () => false;
    on.message.emit('data', Buffer.from('a'));
    expect(on.calls).toEqual([['message.pause']]);
    on.upstream.emit('drain');
    expect(on.calls.at(-1)).toEqual(['message.resume']);
    on.upstream.emit('response', on.answer);
    on.answer.emit('data', Buffer.from('b'));
    expect(on.calls.at(-1)).toEqual(['answer.pause']);
    on.response.emit('drain');
    expect(on.calls.at(-1)).toEqual(['answer.resume']);
    const count = on.calls.length;
    for (const each of [on.upstream, on.response]) each.emit('drain');
    expect(on.calls).toHaveLength(count);
  });
});

describe('the end of a forwarded request', () => {
  const gone = Object.assign(new Error('gone'), { code: 'ECONNRESET' });
  const leftOut = (reason: string) => ({ kind: 'left-out', reason });

  it.each<[string, (on: Forwarding) => void, object, boolean]>([
    ['fails before an answer', ({ upstream }) => upstream.emit('error', gone), { kind: 'unanswered', error: gone, isLate: false }, false],
    ['is too late', ({ upstream }) => (vi.advanceTimersByTime(timeoutMs), upstream.emit('error', gone)), { kind: 'unanswered', error: gone, isLate: true }, true],
    ['fails within the answer', (on) => (on.upstream.emit('response', on.answer), on.upstream.emit('error', gone)), leftOut('cut off by the target'), true],
    ['has an answer that fails', (on) => (on.upstream.emit('response', on.answer), on.answer.emit('error', gone)), leftOut('cut off by the target'), true],
    ['loses its client before an answer', ({ response }) => response.emit('close'), leftOut('cut off by the client'), true],
    ['loses its client within the answer', (on) => (on.upstream.emit('response', on.answer), on.response.emit('close')), leftOut('cut off by the client'), true],
    ['loses its client within the request', (on) => (exchange(on), (on.message.complete = false), on.finish()), leftOut('cut off by the client'), false],
    ['is closed without an answer', ({ finish }) => finish(), leftOut('cut off by the client'), false],
    ['has the longest bodies', (on) => (exchange(on, 'a'.repeat(4 * mebibyte), 'b'.repeat(4 * mebibyte)), on.finish()), { kind: 'whole' }, false],
    ['has a request that is too long', (on) => (exchange(on, 'a'.repeat(4 * mebibyte + 1)), on.finish()), leftOut('body above 4 MiB'), false],
    ['has an answer that is too long', (on) => (exchange(on, '', 'b'.repeat(4 * mebibyte + 1)), on.finish()), leftOut('body above 4 MiB'), false],
  ])('that %s is said once, and the sides are cut where the client still waits', async (_what, happens, end, isCut) => {
    const on = forwarding();
    happens(on);
    expect(await on.ended()).toMatchObject(end);
    expect(on.calls.some(([call]) => call === 'upstream.destroy')).toBe(isCut);
    on.upstream.emit('error', gone);
    on.response.emit('close');
    expect(await on.ended()).toMatchObject(end);
    expect(on.memory.take(128 * mebibyte)).toBe(true);
  }); // prettier-ignore

  it.each([['text/event-stream', true], ['text/event-stream; charset=utf-8', true], ['application/json', false], ['x text/event-stream', false], ['', false]])(
    'of an answer of type "%s": a stream is %s', async (contentType, isStream) => {
      const on = forwarding({ contentType });
      const was = on.forwarded.isStream;
      exchange(on);
      expect([was, on.forwarded.isStream]).toEqual([false, isStream]);
      // No copy of a stream is held.
      expect(on.memory.take(128 * mebibyte - 7)).toBe(isStream);
      on.finish();
      expect(await on.ended()).toMatchObject(isStream ? leftOut('event stream') : { kind: 'whole' });
    }); // prettier-ignore

  it('of a stream whose client goes away is that of a stream', async () => {
    const on = forwarding({ contentType: 'text/event-stream' });
    on.upstream.emit('response', on.answer);
    on.response.emit('close');
    expect(await on.ended()).toEqual(leftOut('event stream'));
    expect(on.calls.slice(-2)).toEqual([['upstream.destroy'], ['response.destroy']]);
  });

  it('comes when the answer is late by the time that the target file allows, and not once its head is there', () => {
    const [late, slow] = [forwarding(), forwarding()];
    slow.upstream.emit('response', slow.answer);
    vi.advanceTimersByTime(timeoutMs - 1);
    expect(late.calls).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(late.calls).toEqual([['upstream.destroy', new Error('no answer in time')]]);
    expect(slow.calls.map(([call]) => call)).not.toContain('upstream.destroy');
  });

  it('cuts both sides where the proxy ends', () => {
    const on = forwarding();
    on.forwarded.cut();
    expect(on.calls).toEqual([['upstream.destroy'], ['response.destroy']]);
  });
});

describe('the time in this process', () => {
  it('counts until the request has left over an open socket', () => {
    vi.advanceTimersByTime(100);
    const on = forwarding({ receivedMs: 40 });
    on.upstream.emit('socket', Object.assign(new EventEmitter(), { connecting: false }));
    expect(on.forwarded.addedMs).toBe(60);
  });

  it.each([
    ['a socket', { connecting: true }, 'connect', 'secureConnect'],
    ['a socket of TLS', { connecting: true, encrypted: true }, 'secureConnect', 'connect'],
  ] as const)(
    'counts until the request has left over %s, once that is open',
    (_what, state, event, other) => {
      vi.advanceTimersByTime(100);
      const on = forwarding({ receivedMs: 40 });
      const socket = Object.assign(new EventEmitter(), state);
      on.upstream.emit('socket', socket);
      vi.advanceTimersByTime(7);
      socket.emit(other);
      expect(on.forwarded.addedMs).toBe(0);
      for (let time = 0; time < 2; time++) socket.emit(event);
      expect(on.forwarded.addedMs).toBe(67);
    },
  );

  it('counts the work on the head and on each part of the answer', () => {
    const on = forwarding();
    on.response['writeHead'] = () => Boolean(vi.advanceTimersByTime(3));
    on.response['write'] = () => Boolean(vi.advanceTimersByTime(5));
    exchange(on);
    on.answer.emit('data', Buffer.from('x'));
    expect(on.forwarded.addedMs).toBe(13);
  });
});
