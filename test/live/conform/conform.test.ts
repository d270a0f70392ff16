/** A comparison in lock step: what is alike, what differs and why, ids in both directions, and every rule of safety. */
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { conformSchema } from '../../../docs/result-schemas.ts';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { execute } from '../../../src/verification/check/execute.ts';
import { conformText } from '../../../src/live/conform/text.ts';
import type { ConformResult } from '../../../src/live/conform/result-schema.ts';
import { serving } from '../../host/serve/serving.ts';
import { answerJson, toyServer, type Asked } from '../traffic/toy-server.ts';
import { conformed, prepared, sandboxText, smallPopulation } from './conforming.ts';
import { looseAjv } from '../../schema-checks.ts';

const register = (by: string) => ({ by, do: 'POST /faucet/register', body: { agent_id: by } });

const told = ({ causes }: ConformResult): string[] => causes.map(({ about }) => about);

describe('a comparison with a sandbox that has other seeds than its own', () => {
  it('finds nothing where nothing differs: behaviours of every service, faults, and generated sequences', async () => {
    const { port } = await serving({ seed: 'another' });
    const faults = [
      { at: '2h', service: 'escrow', kind: 'outage', for: '9h' },
      { at: '9h', service: 'faucet', kind: 'error', for: '5h', rate: 0.5, effect: 'after' },
      { at: '12h', service: 'casino', kind: 'slow', for: '2h', latency: { median: '2s' } },
    ];
    const result = await conformed({
      text: sandboxText(port),
      sources: [{ ...smallPopulation, faults }],
      generatedRuns: 6,
    });
    expect(result.differences).toMatchObject({ unexplained: 0 });
    expect(result.differences.groups.filter(({ explanation }) => explanation !== 'protocol')).toEqual([]);
    expect(result).toMatchObject({ ok: true, causes: [], stopped: null, findings: [], runs: 7 });
    expect(result.requests).toBeGreaterThan(250);
    expect(result.calls).toBeGreaterThan(40);
    expect(Object.keys(result.statusCounts)).toContain('503');
    expect(looseAjv.validate(conformSchema, result)).toBe(true);
  });

  it('finds another reading of the documents, names it, and shows it in the fewest requests', async () => {
    const { port } = await serving({ policies: { 'escrow.foreignRead': '404' } });
    const lines = [
      ...['alice', 'bob', 'carol'].map(register),
      { by: 'bob', do: 'POST /faucet/claim' },
      { by: 'alice', do: 'POST /escrow/escrow', body: { receiver: 'bob', amount: '1.00' }, as: 'deal' },
      { at: '1h', by: 'bob', do: 'GET /escrow/escrow/${deal:/escrow_id}' },
      { at: '2h', by: 'carol', do: 'GET /escrow/escrow/${deal:/escrow_id}' },
    ];
    const result = await conformed({
      text: sandboxText(port),
      sources: [{ name: 'foreign', seed: 1, for: '1d', operations: lines }],
    });
    expect(result.ok).toBe(false);
    expect(told(result)).toEqual([
      'escrow/B/detail: the target answers 404 NOT_FOUND, the model 403 FORBIDDEN',
    ]);
    const [cause] = result.causes;
    expect(cause?.readings).toEqual([{ policy: 'escrow.foreignRead', value: '404' }]);
    expect(cause?.requests).toBe(5);
    expect(looseAjv.validate(conformSchema, result)).toBe(true);
    // The sequence is a scenario as good as any.
    const { violations, operations } = await execute(
      cause?.scenario ?? { name: '', seed: '', for: '' },
      scenarioHost,
    );
    expect([violations, operations]).toEqual([[], cause?.requests]);
  });

  it('says which rules of time were not tested', async () => {
    const { port } = await serving();
    const claims = ['1h', '30h'].map((at) => ({ at, by: 'alice', do: 'POST /faucet/claim' }));
    const { timeRules } = await conformed({
      text: sandboxText(port),
      sources: [{ name: 'claims', seed: 1, for: '3d', operations: [register('alice'), ...claims] }],
    });
    expect(timeRules.filter(({ tested }) => tested).map(({ rule }) => rule)).toEqual([
      'a claim is due again a day after the last one',
    ]);
    expect(timeRules.find(({ rule }) => rule.startsWith('a domain'))?.why).toMatch(/takes .* at least/);
  });
});

describe('a budget of the target file', () => {
  const deal = { by: 'alice', do: 'POST /escrow/escrow', body: { receiver: 'bob', amount: '1.00' } };
  const order = { by: 'alice', do: 'POST /trading/order', body: { symbol: 'BTC', side: 'buy', size: '1' } };
  const source = (lines: readonly unknown[]) => ({
    name: 'deals',
    seed: 1,
    for: '1d',
    operations: [...['alice', 'bob'].map(register), ...lines],
  });

  it('bounds money: what it does not cover is neither sent nor compared, and listed', async () => {
    const { port } = await serving();
    const toy = await between(port, (_url, text) => text);
    const text = sandboxText(toy.port, 'clock: sandbox\nbudget: { usdc: 2.50 }\n');
    const result = await conformed({ text, sources: [source([deal, deal, deal, order])] });
    expect(result).toMatchObject({ ok: true, requests: 4, withheld: 2, stopped: null });
    expect(result.withheldOperations.map(({ requests }) => requests)).toEqual([1, 1]);
    expect(toy.asked.filter(({ url }) => url.startsWith('/escrow'))).toHaveLength(2);
    expect(conformText(result)).toMatch(/over budget +2 requests were not sent: escrow\/B\/create 1/);
  });

  it('bounds requests, control calls included, and the result says what ended the run', async () => {
    const { port } = await serving();
    const toy = await between(port, (_url, text) => text);
    const text = sandboxText(toy.port, 'clock: sandbox\nbudget: { requests: 4 }\n');
    const result = await conformed({ text, sources: [source([deal, deal, deal])] });
    expect(toy.asked).toHaveLength(4);
    expect(result).toMatchObject({ ok: false, requests: 3, stopped: 'budget' });
    expect(conformText(result)).toContain('stopped: the requests of the budget are used up');
  });
});

/** What a sandbox at that port answers a request, with other headers if they are given. */
async function answered(port: number, { method, url, headers, text }: Asked) {
  const { connection: _, 'content-length': __, host: ___, ...rest } = headers;
  const answer = await fetch(`http://127.0.0.1:${port}${url}`, {
    method,
    headers: rest as Record<string, string>,
    ...(text === '' ? {} : { body: text }),
  });
  const kept = [...answer.headers].filter(
    ([name]) => !['content-length', 'transfer-encoding', 'connection'].includes(name),
  );
  return { status: answer.status, headers: Object.fromEntries(kept), text: await answer.text() };
}

/** A platform that answers as a sandbox does, but for what a test changes in requests and answers. */
async function between(
  port: number,
  alter: (url: string, text: string) => string,
  ask = (url: string) => url,
) {
  const pass = async (asked: Asked, response: ServerResponse): Promise<void> => {
    const { status, headers, text } = await answered(port, { ...asked, url: ask(asked.url) });
    response.writeHead(status, headers);
    response.end(alter(asked.url, text));
  };
  return toyServer((asked, response) => void pass(asked, response));
}

describe('ids', () => {
  const lines = [
    ...['alice', 'bob'].map(register),
    { by: 'alice', do: 'POST /escrow/escrow', body: { receiver: 'bob', amount: '1.00' }, as: 'one' },
    { by: 'alice', do: 'POST /escrow/escrow', body: { receiver: 'bob', amount: '2.00' }, as: 'two' },
    { by: 'bob', do: 'GET /escrow/escrow/${two:/escrow_id}' },
    { by: 'alice', do: 'POST /escrow/escrow/${one:/escrow_id}/release' },
  ];
  const source = { name: 'deals', seed: 1, for: '1d', operations: lines };

  it('may be any on the side of the target, and are followed through paths and answers', async () => {
    const { port } = await serving();
    const shift = (text: string): string =>
      text.replaceAll(/esc_([a-z2-7]{16})/g, (_, id: string) => `esc_${rotated(id)}`);
    const toy = await between(port, (_url, text) => shift(text), shift);
    const result = await conformed({ text: sandboxText(toy.port), sources: [source] });
    expect(told(result)).toEqual([]);
    expect(result).toMatchObject({ ok: true, requests: 6, same: 6 });
    expect(toy.asked.some(({ url }) => /esc_[a-z2-7]{16}\/release/.test(url))).toBe(true);
  });

  it('that a target issues twice are found', async () => {
    const { port } = await serving();
    let first: string | undefined;
    const toy = await between(port, (url, text) => {
      if (!url.endsWith('/escrow')) return text;
      const [id = ''] = /esc_[a-z2-7]{16}/.exec(text) ?? [];
      first ??= id;
      return text.replace(id, first);
    });
    const result = await conformed({
      text: sandboxText(toy.port),
      sources: [{ ...source, operations: lines.slice(0, 4) }],
    });
    const [group] = result.differences.groups;
    expect(group).toMatchObject({ call: 'escrow/B/create', kind: 'id', field: '/escrow_id', count: 1, n: 3 });
  });
});

/** Another text of the same alphabet and length; twice gives the first one back. */
const rotated = (id: string): string =>
  id.replaceAll(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97));

describe('what a target may say', () => {
  const source = {
    name: 'one',
    seed: 1,
    for: '1d',
    operations: [register('alice'), { by: 'alice', do: 'GET /faucet/status' }],
  };

  it.each([
    ['no JSON at all', '<html>'],
    ['a list', '[]'],
    ['nothing', ''],
    ['names of prototypes', '{"__proto__":{"x":1},"constructor":null,"toString":"${0:/api_key}"}'],
  ])('%s, and it is a difference, not a crash', async (_, answer) => {
    const { port } = await serving();
    const toy = await between(port, (url, text) => (url === '/faucet/status' ? answer : text));
    const result = await conformed({ text: sandboxText(toy.port), sources: [source] });
    expect(result.ok).toBe(false);
    expect(new Set(result.differences.groups.map(({ kind }) => kind))).toEqual(new Set(['shape']));
    expect(result.causes[0]?.requests).toBeLessThanOrEqual(2);
  });

  it('no longer: the findings so far are reported', async () => {
    const { port } = await serving();
    let count = 0;
    const pass = async (asked: Asked, response: ServerResponse): Promise<void> => {
      count += 1;
      if (asked.url !== '/_sim/reset' || count > 1) response.socket?.destroy();
      else answerJson(response, JSON.parse((await answered(port, asked)).text));
    };
    const toy = await toyServer((asked, response) => void pass(asked, response));
    const result = await conformed({ text: sandboxText(toy.port), sources: [source] });
    expect(result).toMatchObject({ ok: false, requests: 2, statusCounts: { reset: 2 } });
  });
});

describe('a target that cannot be reset', () => {
  const source = {
    name: 'status',
    seed: 1,
    for: '1h',
    operations: [
      register('alice'),
      ...Array.from({ length: 3 }, () => ({ by: 'alice', do: 'GET /faucet/api/v1/faucet/status' })),
    ],
  };

  async function restless() {
    const { port } = await serving();
    let count = 0;
    const toy = await between(port, (url, text) => {
      if (!url.endsWith('/status')) return text;
      count += 1;
      return text.replace(/"balance_usdc":[\d.]+/, `"balance_usdc":${count}.5`);
    });
    const text = `name: there\nhosts: [127.0.0.1]\nallow: writes\nservices: { faucet: "http://127.0.0.1:${toy.port}/faucet" }\n`;
    return { toy, text };
  }

  it('is asked again under new names: its differences are shrunk as well', async () => {
    const { toy, text } = await restless();
    const result = await conformed({ text, sources: [source] });
    expect(result).toMatchObject({ ok: false, clock: 'running', requests: 4, namespace: 'tests' });
    expect(result.differences.groups.filter(({ explanation }) => explanation === null)).toMatchObject([
      { call: 'faucet/A/status', field: '/balance_usdc', count: 3 },
    ]);
    expect(result.causes).toMatchObject([{ field: '/balance_usdc', requests: 2 }]);
    const names = toy.asked.filter(({ url }) => url.endsWith('/register')).map(({ text: sent }) => sent);
    expect(new Set(names).size).toBe(names.length);
    expect(toy.asked.some(({ url }) => url.includes('_sim'))).toBe(false);
  });

  it('receives the requests twice if requested, from agents with other names; what then differs is noise', async () => {
    const { toy, text } = await restless();
    const result = await conformed({ text, sources: [source], asksTwice: true });
    expect(result).toMatchObject({ ok: true, requests: 4, causes: [] });
    const noise = result.differences.groups.filter(({ explanation }) => explanation === 'noise');
    expect(noise).toMatchObject([{ field: '/balance_usdc', count: 3 }]);
    const names = toy.asked.filter(({ url }) => url.endsWith('/register')).map(({ text: sent }) => sent);
    expect(names).toEqual(['{"agent_id":"alice-tests0"}', '{"agent_id":"alice-tests1"}']);
  });
});

describe('safety', () => {
  const source = { name: 'one', seed: 1, for: '1d', operations: [register('alice')] };

  it.each(['reads', 'none'])('a target that allows %s is sent nothing', async (allow) => {
    const toy = await toyServer();
    const text = sandboxText(toy.port).replace('allow: writes', `allow: ${allow}`);
    await expect(prepared({ text, sources: [source] })).rejects.toThrow(/is not allowed at target/);
    expect(toy.asked).toEqual([]);
  });

  it('no redirect is followed, and no call leaves without an address', async () => {
    const elsewhere = await toyServer();
    const toy = await toyServer((_, response) => {
      response.writeHead(302, {
        location: `http://127.0.0.1:${elsewhere.port}/`,
        date: new Date(0).toUTCString(),
      });
      response.end();
    });
    const text = `name: toy\nhosts: [127.0.0.1]\nallow: writes\nservices: { faucet: "http://127.0.0.1:${toy.port}/f" }\n`;
    const operations = [register('alice'), { by: 'alice', do: 'GET /escrow/escrows' }];
    const result = await conformed({ text, sources: [{ ...source, operations }] });
    expect(elsewhere.asked).toEqual([]);
    expect(new Set(toy.asked.map(({ url }) => url))).toEqual(new Set(['/f/', '/f/register']));
    expect(result).toMatchObject({
      unlisted: 1,
      unlistedOperations: [{ call: 'escrow/B/list', requests: 1 }],
    });
    expect(conformText(result)).toContain('not listed     1 request was not sent: escrow/B/list 1\n');
    expect(result.differences.groups.map(({ kind, target }) => [kind, target])).toEqual([['status', '302']]);
  });

  it('virtual addresses are sent along to this machine alone, and keys never reach the result', async () => {
    const { port } = await serving();
    const toy = await between(port, (_url, text) => text.replace('"balance"', '"balances"'));
    const result = await conformed({ text: sandboxText(toy.port), sources: [source] });
    expect(toy.asked.at(-1)?.headers['x-sim-ip']).toBe('10.0.0.0');
    expect(result.causes).toHaveLength(1);
    expect(JSON.stringify(result)).not.toMatch(/sk_live_/);
  });

  it('a stop ends it with what is there, and asks for nothing more', async () => {
    const { port } = await serving();
    const conform = await prepared({
      text: sandboxText(port),
      sources: [smallPopulation],
      generatedRuns: 1_000,
    });
    const toy = setInterval(() => {
      if (conform.progress.requests < 40) return;
      clearInterval(toy);
      conform.stop();
    }, 1);
    const result = await conform.run();
    expect(result).toMatchObject({ ok: false, stopped: 'run' });
    expect(result.requests).toBeGreaterThan(20);
    expect(result.requests).toBeLessThan(2_000);
    const sent = conform.progress.requests;
    await new Promise((resolve) => setImmediate(resolve));
    expect(conform.progress.requests).toBe(sent);
  });
});
