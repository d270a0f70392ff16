/** Requests of agents in the names of a load, and what a sender says of them. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AgentExchange } from '../../../../src/live/load/engine/exchange.ts';
import {
  LoadSender,
  type LoadMessage,
  type LoadSenderOwner,
} from '../../../../src/live/load/send/load-sender.ts';
import { traceContext, traceParentOf } from '../../../../src/live/load/send/trace-contexts.ts';
import type { RawAnswer } from '../../../../src/live/traffic/http/answer-parser.ts';
import type { PathTemplates } from '../../../../src/live/traffic/plan/path-templates.ts';
import { Forbidden } from '../../../../src/live/traffic/target/permit.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';
import type { Agent } from '../../../../src/simulation/population/agent.ts';
import type { RequestEffect } from '../../../../src/simulation/population/agent-effects.ts';

const file = (more = '') =>
  readTarget(
    'toy.yaml',
    `name: toy\nhosts: [127.0.0.1]\nallow: writes\nservices: { faucet: "http://127.0.0.1:81/f" }\n${more}`,
  );
const target = file();
const address = target.services.get('faucet')!;
const place = {} as never;

function exchangeOf({ isLoopback = false, traceShare }: { isLoopback?: boolean; traceShare?: number } = {}) {
  const routeTo = (path: string) => (path.startsWith('/faucet') ? { path: path.replace('/faucet', '/f'), address, place } : undefined);
  const templates = { routeTo, areLoopback: isLoopback } as unknown as PathTemplates;
  return new AgentExchange({ target, templates, namespace: 'town', traceShare });
} // prettier-ignore
const agent = { ip: '10.0.0.7' } as Agent;
const asked = (request: object) => ({ method: 'GET', path: '/faucet/status', ...request }) as RequestEffect;
const textOf = (exchange: AgentExchange, request: object) => {
  const composed = exchange.compose(asked(request), agent);
  return 'text' in composed ? composed.text : composed.why;
};

describe('a request', () => {
  it('is a message to the service, with a JSON body or with the text that the agent gave', () => {
    expect(textOf(exchangeOf(), {})).toBe('GET /f/status HTTP/1.1\r\nhost: 127.0.0.1:81\r\n\r\n');
    expect(textOf(exchangeOf(), { query: { a: '1' }, headers: { 'x-a': 'b' } })).toContain('GET /f/status?a=1 HTTP/1.1\r\nhost: 127.0.0.1:81\r\nx-a: b\r\n');
    const json = textOf(exchangeOf(), { method: 'POST', body: { a: 1 } });
    expect(json).toContain('content-type: application/json');
    expect(json.endsWith('\r\n\r\n{"a":1}')).toBe(true);
    const raw = textOf(exchangeOf(), { method: 'POST', rawBody: '{"a":' });
    expect([raw.includes('content-type'), raw.endsWith('\r\n\r\n{"a":')]).toEqual([false, true]);
    expect(textOf(exchangeOf(), { method: 'POST' }).endsWith('\r\n\r\n')).toBe(true);
  }); // prettier-ignore

  it('of a service that the target file does not list is not sent, nor one that HTTP cannot carry', () => {
    expect(textOf(exchangeOf(), { path: '/casino/bets' })).toBe('unlisted');
    expect(textOf(exchangeOf(), { headers: { 'x-a': 'b\r\nc: d' } })).toBe('unsendable');
  });

  it('has the address of its agent on this machine alone, and a trace where that is asked for', () => {
    expect(textOf(exchangeOf({ isLoopback: true }), {})).toMatch(/\r\nx-sim-ip: 10\.\d+\.0\.7\r\n/);
    expect(textOf(exchangeOf(), {})).not.toContain('x-sim-ip');
    expect(textOf(exchangeOf({ traceShare: 1 }), {})).toMatch(/\r\ntraceparent: 00-[0-9a-f]{32}-[0-9a-f]{16}-01\r\n/);
    expect(textOf(exchangeOf(), {})).not.toContain('traceparent');
  }); // prettier-ignore

  it('names agents as this load does, those of other workers too', () => {
    const alone = exchangeOf();
    expect(textOf(alone, { path: '/faucet/of/ada' })).toContain('/f/of/ada HTTP');
    const several = exchangeOf();
    several.noteAgent('ada');
    expect(textOf(several, { path: '/faucet/of/ada' })).toContain('/f/of/ada-town HTTP');
  });
});

describe('a response', () => {
  const clocks = { agentMs: 0, targetMs: 0, ratio: 2 };
  const times = { sentAtMs: 5, receivedAtMs: 9 };
  const raw = (status: number, body: string): RawAnswer => {
    const bytes = Buffer.from(body);
    return {
      status,
      head: 'HTTP/1.1 200 OK\r\nretry-after: 3\r\n\r\n',
      bytes,
      start: 0,
      end: bytes.length,
    } as unknown as RawAnswer;
  };
  const received = (status: number, body: string, exchange = exchangeOf(), request: object = {}) =>
    exchange.received(raw(status, body), asked(request), { times, clocks });

  it('has its status, its object and its waits, and a code from 400 on', () => {
    const { answer, code } = received(200, '{"a":1}');
    expect([answer.status, answer.body, answer.headers, code]).toEqual([200, { a: 1 }, { 'retry-after': '6' }, '']);
    expect([received(399, '{"code":"X"}').code, received(400, '{"code":"X"}').code, received(503, '[]').code]).toEqual(['', 'X', '503']);
    for (const body of ['', '[1]', '"x"', 'null', '{']) expect(received(200, body).answer.body).toEqual({});
    expect(exchangeOf().nothing(times)).toMatchObject({ status: 0, body: {}, headers: {} });
  }); // prettier-ignore

  it('gives agents their own names back, and what it issued is taken out of texts', () => {
    const exchange = exchangeOf();
    exchange.noteAgent('ada');
    expect(received(200, '{"agent_id":"ada-town"}', exchange).answer.body).toEqual({ agent_id: 'ada' });
    const key = 'open-sesame-to-the-door';
    received(200, `{"api_key":"${key}"}`, exchange, { method: 'POST', path: '/faucet/register' });
    expect(exchange.cleaned(`it said ${key}`)).not.toContain(key);
    const reads = exchangeOf();
    received(200, `{"api_key":"${key}"}`, reads);
    expect(reads.cleaned(`it said ${key}`)).toContain(key);
  });
});

describe('a trace', () => {
  it('is sampled with its share, and written in one line', () => {
    expect(Array.from({ length: 50 }, () => traceContext(1).isSampled)).not.toContain(false);
    expect(Array.from({ length: 50 }, () => traceContext(0).isSampled)).not.toContain(true);
    const contexts = Array.from({ length: 200 }, () => traceContext(0.5));
    // The draw is in the last words of the trace id.
    for (const { traceId, spanId, isSampled } of contexts) {
      expect([traceId.length, spanId.length, isSampled]).toEqual([32, 16, Number.parseInt(traceId.slice(24), 16) < 2 ** 31]);
      expect(traceParentOf({ traceId, spanId, isSampled })).toBe(`00-${traceId}-${spanId}-0${isSampled ? 1 : 0}`);
    }
  }); // prettier-ignore
});

describe('a sender', () => {
  beforeEach(
    () =>
      void vi.useFakeTimers({
        now: 1_000,
        toFake: ['performance', 'setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'],
      }),
  );
  afterEach(() => void vi.useRealTimers());

  function senderOf(of = target) {
    const seen: unknown[] = [];
    const owner = {
      waited: (_: unknown, reason: string, ms: number) => void seen.push([reason, ms]),
      forbidden: (error: unknown) => void seen.push(error),
    } as unknown as LoadSenderOwner<LoadMessage>;
    const sender = new LoadSender(of, owner);
    const sentTexts: string[] = [];
    const connection = { send: (_: unknown, text: string) => void sentTexts.push(text) } as never;
    const write = (readyMs: number, method = 'GET') => {
      const message = { method, sentMs: 0, readyMs, text: 'text' } as LoadMessage;
      return [sender.write(connection, message), message.sentMs];
    };
    return { sender, seen, sentTexts, write };
  } // prettier-ignore

  it('counts a wait of a tenth of a millisecond', () => {
    const { sender, seen, write } = senderOf();
    const nowMs = performance.now();
    write(nowMs - 0.1);
    expect([nowMs, seen]).toEqual([0, [['connection', 0.1]]]);
    sender.close();
  });

  it('says for how long a message waited, and for what, from a tenth of a millisecond on', () => {
    const { sender, seen, sentTexts, write } = senderOf();
    const nowMs = performance.now();
    expect(write(nowMs)).toEqual([true, nowMs]);
    expect(write(nowMs - 0.05)).toEqual([true, nowMs]);
    expect([seen, sentTexts]).toEqual([[], ['text', 'text']]);
    write(nowMs - 30);
    expect(seen).toEqual([['connection', 30]]);
    sender.close();
  });

  it('keeps below the ceiling of the target file, and calls waiting for it the ceiling', () => {
    const { sender, seen, write } = senderOf(file('requestsPerSecond: 2'));
    expect(sender.mayWrite()).toBe(true);
    const readyMs = performance.now();
    write(readyMs);
    while (sender.mayWrite()) write(performance.now());
    vi.advanceTimersByTime(1_000);
    expect(sender.mayWrite()).toBe(true);
    write(readyMs);
    expect(seen).toEqual([['ceiling', 1_000]]);
    expect(sender.openedCount).toBe(0);
    sender.close();
  });

  it('sends nothing that the target file does not allow', () => {
    const reads = { ...target, allow: 'reads' as const };
    const { sender, seen, sentTexts, write } = senderOf(reads);
    expect(write(0, 'POST')[0]).toBe(false);
    expect([seen, sentTexts]).toEqual([[expect.any(Forbidden)], []]);
    expect(() => { sender.submit(place, { method: 'POST' } as LoadMessage); }).toThrow(Forbidden);
    sender.close();
  }); // prettier-ignore
});
