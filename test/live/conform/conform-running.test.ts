/** A comparison with a target that keeps its data: its clock, its accounts, what it means by its own fields, and its limits. */
import { describe, expect, it, vi } from 'vitest';
import type { ConformCall } from '../../../src/live/conform/conform-call.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';
import { World } from '../../../src/platform/world/world.ts';
import { AnsweredLine, answering, changed, type Altered } from './answered-line.ts';
import { answerOf } from './exchanges.ts';
import { conformed, prepared, sandboxText } from './conforming.ts';

const register = (by: string) => ({ by, do: 'POST /faucet/register', body: { agent_id: by } });
const status = { by: 'alice', do: 'GET /faucet/status' };
const source = (operations: readonly unknown[], name = 'one') => ({ name, seed: 1, for: '1d', operations });
const text = 'name: there\nhosts: [127.0.0.1]\nallow: writes\nservices: { faucet: "http://127.0.0.1:1/f" }\n';

const registrations = (line: AnsweredLine): (string | undefined)[] =>
  line.sent.filter(({ path }) => path === '/faucet/register').map(({ body }) => body);

const withAccounts = (...names: readonly string[]): ConformCall['target'] => ({
  ...readTarget('there.yaml', text),
  keysFile: 'keys.csv',
  accounts: names.map((agentId) => ({ agentId, apiKey: `sk_live_${agentId}`, fields: {} })),
});

describe('the clock of a target', () => {
  it('is not waited for where the requests are listed, and the policies stay unknown', async () => {
    const line = new AnsweredLine();
    const operations = [register('alice'), { ...status, at: '2s' }];
    const result = await conformed({ text, sources: [source(operations)] });
    expect(result).toMatchObject({ ok: true, clock: 'running', requests: 2, namespace: 'tests' });
    expect(result.policyHash).toStrictEqual({ model: line.policyHash, target: null });
    expect(line.pauses).toEqual([]);
  });

  it('is that of a sandbox that may be reset, which reports its policies', async () => {
    const line = new AnsweredLine();
    const result = await conformed({ text: sandboxText(1, ''), sources: [source([register('alice')])] });
    expect(result.policyHash).toStrictEqual({ model: line.policyHash, target: line.policyHash });
    expect(line.calls).toEqual(['POST /_sim/reset', 'POST /faucet/register']);
  });

  it.each([
    ['1h', 10, 1_000],
    ['2s', 10, 200],
    ['1h', 20, 1_000],
  ])(
    'passes for %s at %ix with behaviours, but for so long as a run may: %i ms',
    async (time, factor, ms) => {
      const line = new AnsweredLine({ factor });
      const population = [{ agent: 'trader', count: 1, with: { every: '1s' } }];
      const sources = [{ name: 'some', seed: 1, for: time, population }];
      const timed = `${text}clock: ${factor}x\n`;
      const result = await conformed({ text: timed, sources, runMs: 1_000, causesMax: 0 });
      expect(result.requests).toBeGreaterThan(1);
      expect(result.seconds * 1_000 - ms).toBeGreaterThanOrEqual(0);
      expect(result.seconds * 1_000 - ms).toBeLessThanOrEqual(60);
      expect(new Set(line.pauses)).toEqual(new Set([5]));
    },
  );

  it('is not known after a stop, which is no error', async () => {
    const line = new AnsweredLine();
    const conform = await prepared({ text, sources: [source([status])] });
    line.onSend = () => conform.stop();
    expect(await conform.run()).toMatchObject({ runs: 0, stopped: 'run', findings: [] });
  });

  it('has one address for the model where the target is elsewhere', async () => {
    answering();
    const seen = vi.spyOn(World.prototype, 'dispatch');
    const elsewhere = text.replace('127.0.0.1]', 'faucet.example]').replace('http://127.0.0.1:1', 'https://faucet.example');
    await conformed({ text: elsewhere, sources: [source([register('alice'), status])], resolve: () => Promise.resolve(['203.0.113.7']) });
    expect(new Set(seen.mock.calls.map(([{ ip }]) => ip))).toEqual(new Set(['192.0.2.1', '198.51.100.1']));
  }); // prettier-ignore
});

describe('accounts of the target file', () => {
  it('are given back after each run, and none is registered', async () => {
    const line = new AnsweredLine();
    const target = withAccounts('one');
    const sources = [source([register('alice')]), source([register('bob')], 'two')];
    const result = await conformed({ text, target, sources });
    expect(result).toMatchObject({ runs: 2, fromKeys: 2, findings: [] });
    expect(line.calls).toEqual(['GET /faucet/', 'GET /faucet/']);
  });

  it('have to be enough: for listed requests that is known before the first one', async () => {
    const line = new AnsweredLine();
    const sources = [source([register('alice'), status, register('bob')])];
    await expect(conformed({ text, target: withAccounts('one'), sources })).rejects.toThrow(
      'keys.csv has 1 account, and the run registers 2 agents',
    );
    expect(line.calls).toEqual(['GET /faucet/']);
    const population = [{ agent: 'newcomer', count: 2 }];
    const behaving = [{ name: 'some', seed: 1, for: '1h', population }];
    await expect(conformed({ text, target: withAccounts('one'), sources: behaving })).rejects.toThrow(
      'keys.csv has 1 account, and the run registers 2 agents',
    );
    expect(registrations(line)).toEqual([]);
  });
});

describe('the accounts of a search', () => {
  const lines = [register('alice'), status];
  const refusing: Altered = (_live, { path }) =>
    path === '/faucet/status' ? answerOf({ code: 'X' }, 418) : undefined;

  it('are those that runs have registered, until a sequence has to count', async () => {
    const line = new AnsweredLine({ alter: refusing });
    const { causes } = await conformed({ text, sources: [source(lines)] });
    expect(causes).toMatchObject([{ kind: 'status', requests: 2, why: null, tries: 10 }]);
    // The sequence without a name is another one, which the platform has to answer.
    expect(registrations(line)).toEqual(['{"agent_id":"alice-tests0"}', '{}', '{"agent_id":"alice-testsa"}']);
  });

  it('are those of the target file where it has some', async () => {
    const line = new AnsweredLine({ alter: refusing });
    const { causes, fromKeys } = await conformed({
      text,
      target: withAccounts('one'),
      sources: [source(lines)],
    });
    expect(fromKeys).toBe(1);
    expect(causes).toMatchObject([{ kind: 'status', requests: 2, why: null, tries: 10 }]);
    expect(registrations(line)).toEqual(['{}']);
  });

  it('may be fewer than a sequence needs: the other agents register', async () => {
    let isAsked = false;
    const alter: Altered = (_live, { path, body }) => {
      if (path === '/faucet/') isAsked = false;
      if (path === '/faucet/status') isAsked = true;
      return isAsked && body?.includes('bob') === true ? answerOf({ code: 'X' }, 500) : undefined;
    };
    const line = new AnsweredLine({ alter });
    const result = await conformed({ text, sources: [source([...lines, register('bob')])] });
    expect(result.findings).toEqual([]);
    expect(result.causes).toMatchObject([{ kind: 'status', requests: 3, why: null, tries: 19 }]);
    expect(registrations(line)).toContain('{"agent_id":"bob-tests4"}');
  });
});

describe('a limit in the search', () => {
  const limited = (wait: string) =>
    answerOf(
      { code: 'RATE_LIMITED' },
      429,
      `HTTP/1.1 429 X\r\ndate: ${new Date(0).toUTCString()}\r\nretry-after: ${wait}\r\n\r\n`,
    );
  const cap =
    'a cap such as that of registrations has to be waited for, and the 1s of --limit-wait were over';

  it('that is longer than may be waited ends it: such a try shows nothing', async () => {
    const alter: Altered = (_live, { path }) => (path === '/faucet/register' ? limited('3600') : undefined);
    answering({ alter });
    const result = await conformed({ text, sources: [source([register('alice')])] });
    expect(result.search).toEqual({ unexamined: 0, ended: cap });
    expect(result.causes).toMatchObject([
      {
        kind: 'status',
        target: '429 RATE_LIMITED',
        scenario: null,
        tries: 1,
        why: `it was not repeated: ${cap}`,
      },
    ]);
  });

  it('is waited for by new agents alone, and does not end it where others did not wait', async () => {
    let last = 0;
    const alter: Altered = (live, { path, headers }, reset) => {
      if (path !== '/faucet/status' || headers['authorization'] !== undefined) return undefined;
      const isFirst = last !== reset && reset > 1;
      last = reset;
      return isFirst ? limited('1') : changed(live, { code: 'X' });
    };
    const line = new AnsweredLine({ alter });
    const result = await conformed({
      text,
      sources: [source([register('alice'), { ...status, by: 'carol' }])],
      limitWaitMs: 60_000,
    });
    expect(result.search).toEqual({ unexamined: 0, ended: null });
    expect(result.causes).toMatchObject([{ requests: 1, why: null, tries: 6 }]);
    expect(line.pauses.length).toBeGreaterThan(0);
  });
});
