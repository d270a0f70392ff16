/** What a target file says about its clock, its bounds and its key header, as the program reads it, and how a sandbox is set up. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../src/live/traffic/http/endpoint.ts';
import { carriedBy } from '../../../src/live/traffic/target/headers.ts';
import { Forbidden } from '../../../src/live/traffic/target/permit.ts';
import { PinnedAddresses } from '../../../src/live/traffic/target/pinned-addresses.ts';
import { setUpSandbox } from '../../../src/live/traffic/target/sandbox-setup.ts';
import { readTarget, type Target } from '../../../src/live/traffic/target/target.ts';
import type { TraceHeader } from '../../../src/simulation/trace/format.ts';
import { answerJson, toyServer, type Respond } from './toy-server.ts';

const targetWith = (lines: string): Target =>
  readTarget(
    't.yaml',
    `name: here\nhosts: [127.0.0.1]\nservices: { faucet: "http://127.0.0.1:1" }\n${lines}`,
  );

describe('the clock of a target', () => {
  it('runs as fast as the file says: 1 where it says nothing or "real", any factor above 0 otherwise', () => {
    expect(targetWith('').clock).toEqual({ kind: 'running', factor: 1 });
    expect(targetWith('clock: real\n').clock).toEqual({ kind: 'running', factor: 1 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (factor) => {
        expect(targetWith(`clock: ${factor}x\n`).clock).toEqual({ kind: 'running', factor });
      }),
    );
  });
});

describe('the time-out of a target', () => {
  it('lies from a millisecond to an hour, both included', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_600_000 }), (ms) => {
        expect(targetWith(`timeout: ${ms}ms\n`).timeoutMs).toBe(ms);
      }),
      { examples: [[1], [3_600_000]] },
    );
    for (const wrong of ['0ms', '3600001ms', '2h', '-1s', 'x'])
      expect(() => targetWith(`timeout: "${wrong}"\n`)).toThrow(/timeout/);
  });
});

describe('the ceilings of a target', () => {
  it('are those below "ceiling" or beside it, and otherwise 1000 a second over 64 connections', () => {
    const numbers = fc.option(fc.integer({ min: 1, max: 5_000 }), { nil: undefined });
    fc.assert(
      fc.property(numbers, numbers, fc.boolean(), (rate, connections, isBelow) => {
        const values = { requestsPerSecond: rate, connections };
        const lines = Object.entries(values).flatMap(([key, value]) =>
          value === undefined ? [] : [`${key}: ${value}`],
        );
        const text = isBelow
          ? lines.length === 0
            ? ''
            : `ceiling: { ${lines.join(', ')} }\n`
          : lines.map((line) => `${line}\n`).join('');
        expect(targetWith(text)).toMatchObject({
          requestsPerSecondMax: rate ?? 1_000,
          connectionsMax: connections ?? 64,
        });
      }),
    );
  });
});

describe('the header that carries keys', () => {
  const sent = (lines: string, headers: Record<string, string>) =>
    carriedBy(targetWith(lines).carried, headers);
  const request = { Authorization: 'Bearer sk_1', 'x-other': 'kept' };

  it('is Authorization with the scheme Bearer, as the documents have it, where the file says nothing', () => {
    expect(sent('', request)).toEqual(request);
    expect(sent('auth: { header: authorization }\n', request)).toEqual(request);
    expect(sent('headers: { X-Env: blue }\n', request)).toEqual(request);
  });

  it.each([
    ['auth: { header: X-Api-Key, scheme: none }', { 'X-Api-Key': 'sk_1', 'x-other': 'kept' }],
    ['auth: { header: X-Api-Key }', { 'X-Api-Key': 'Bearer sk_1', 'x-other': 'kept' }],
    ['auth: { scheme: Token }', { Authorization: 'Token sk_1', 'x-other': 'kept' }],
    ['auth: { scheme: none }', { Authorization: 'sk_1', 'x-other': 'kept' }],
  ])('under %s is that alone, in any spelling of the header that is replaced', (lines, expected) => {
    expect(sent(`${lines}\n`, request)).toEqual(expected);
    expect(sent(`${lines}\n`, { AUTHORIZATION: 'bearer  sk_1', 'x-other': 'kept' })).toEqual(expected);
  });

  it('is refused where it belongs to each message or is no name', () => {
    for (const header of ['Host', 'Content-Length', 'content-type', 'Transfer-Encoding', 'a b', ''])
      expect(() => targetWith(`auth: { header: "${header}" }\n`)).toThrow(/^t\.yaml:4:\d+: /);
    expect(() => targetWith('auth: { scheme: "two words" }\n')).toThrow(
      /expected one such as Bearer, or none/,
    );
  });

  it('is not repeated by a fixed header of the file, and takes the place of one that a request has', () => {
    expect(() => targetWith('headers: { Authorization: x }\n')).toThrow(/carries the keys of agents/);
    expect(sent('headers: { X-Other: fixed }\n', request)).toEqual({ Authorization: 'Bearer sk_1' });
  });
});

describe('accounts of a target', () => {
  const withKeys = 'keys: keys.csv\n';

  it('stand beside the file, and are refused for an orrery serve, whose reset would remove them', () => {
    expect(targetWith(withKeys).keysFile).toMatch(/keys\.csv$/);
    expect(targetWith('').keysFile).toBeUndefined();
    expect(() => targetWith(`sandbox: "http://127.0.0.1:1"\n${withKeys}`)).toThrow(
      /keys is given for an orrery serve/,
    );
  });
});

describe('names behind a proxy', () => {
  const target = (proxy: string): Target =>
    readTarget(
      't.yaml',
      `name: far\nhosts: [shop.example, gate.example]\nservices: { faucet: "https://shop.example/" }\n${proxy}`,
    );
  const asked = async (proxy: string): Promise<string[]> => {
    const names: string[] = [];
    await PinnedAddresses.resolve(target(proxy), async (name) => {
      names.push(name);
      return ['203.0.113.7'];
    });
    return names;
  };

  it('are resolved by the proxy alone; its own name is resolved here', async () => {
    expect(await asked('')).toEqual(['shop.example', 'gate.example']);
    expect(await asked('proxy: "http://gate.example:3128"\n')).toEqual(['gate.example']);
  });

  it('need no resolver where they are addresses', async () => {
    const fixed = readTarget(
      't.yaml',
      'name: far\nhosts: [203.0.113.7]\nservices: { faucet: "https://203.0.113.7/" }\n',
    );
    const pinned = await PinnedAddresses.resolve(fixed, () => Promise.reject(new Error('nobody is asked')));
    expect(pinned.addressOf('203.0.113.7')).toBe('203.0.113.7');
  });
});

describe('a sandbox', () => {
  const header = {
    seed: '7',
    profile: 'published',
    policies: { 'casino.win': 'profit' },
    start: '2026-01-01T00:00:00.000Z',
    policyHash: 'abc',
    faults: [
      { at: '1h', kind: 'outage', service: 'escrow', for: '5m' },
      { at: '2h', kind: 'slow', service: 'faucet', for: '5m', latency: { median: '3s' } },
    ],
  } as unknown as TraceHeader;

  async function setUp(respond: Respond, allow = 'writes') {
    const toy = await toyServer(respond);
    const text = `name: here\nhosts: [127.0.0.1]\nallow: ${allow}\nsandbox: "http://127.0.0.1:${toy.port}"\n`;
    const target = readTarget('t.yaml', text);
    const endpoint: Endpoint = {
      isTls: false,
      host: '127.0.0.1',
      address: '127.0.0.1',
      port: toy.port,
      ca: undefined,
    };
    const address = target.services.get('control')!;
    return { toy, done: setUpSandbox(target, endpoint, { address, header }) };
  }

  it('is reset to seed, policies and start of the trace, then gets its faults at their instants, none of them slow', async () => {
    const { toy, done } = await setUp((_asked, response) => answerJson(response, { policy_hash: 'abc' }));
    await done;
    const calls = toy.asked.map(({ method, url, text }) => [method, url, JSON.parse(text) as unknown]);
    const { seed, profile, policies, start } = header;
    expect(calls).toEqual([
      ['POST', '/_sim/reset', { seed, profile, policies, start }],
      [
        'POST',
        '/_sim/fault',
        { kind: 'outage', service: 'escrow', for: '5m', at: '2026-01-01T01:00:00.000Z' },
      ],
      [
        'POST',
        '/_sim/fault',
        {
          kind: 'slow',
          service: 'faucet',
          for: '5m',
          latency: { median: '0ms' },
          at: '2026-01-01T02:00:00.000Z',
        },
      ],
    ]);
  });

  it('with other policies is refused before any fault is sent', async () => {
    const { toy, done } = await setUp((_asked, response) => answerJson(response, { policy_hash: 'xyz' }));
    await expect(done).rejects.toThrow(/reads the documents differently \(policies xyz\); expected abc$/);
    expect(toy.asked).toHaveLength(1);
  });

  it('that refuses the reset is refused with its answer', async () => {
    const { done } = await setUp((_asked, response) => answerJson(response, { code: 'NO' }, 409));
    await expect(done).rejects.toThrow('t.yaml: the sandbox answers 409 to /reset: {"code":"NO"}');
  });

  it('that does not answer is refused, and one that may not be written to is not asked', async () => {
    const gone = await setUp((_asked, response) => void response.destroy());
    await expect(gone.done).rejects.toThrow(/^t\.yaml: the sandbox does not answer: POST \/_sim\/reset/);
    const { toy, done } = await setUp((_asked, response) => answerJson(response, {}), 'reads');
    const error = await done.catch((each: unknown) => each);
    expect(error).toBeInstanceOf(Forbidden);
    expect((error as Error).message).toMatch(/^POST is not allowed at target here/);
    expect(toy.asked).toEqual([]);
  });
});
