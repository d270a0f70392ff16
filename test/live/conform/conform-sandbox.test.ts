/** A comparison with a sandbox, from nothing to run to a search for causes: what is sent, what is said, and how it ends. */
import { describe, expect, it } from 'vitest';
import { AnsweredLine, answering, changed, failed, type Altered } from './answered-line.ts';
import { conformed, prepared, sandboxText } from './conforming.ts';

const register = (by: string) => ({ by, do: 'POST /faucet/register', body: { agent_id: by } });
const status = { by: 'alice', do: 'GET /faucet/status' };
const source = (operations: readonly unknown[], name = 'one') => ({ name, seed: 1, for: '1d', operations });
const text = sandboxText(1);

const onStatus =
  (change: object, isSo: (reset: number) => boolean = () => true): Altered =>
  (live, { path }, reset) =>
    path === '/faucet/status' && isSo(reset) ? changed(live, change) : undefined;

describe('a comparison', () => {
  it('of nothing has asked for nothing, and has closed its connections', async () => {
    const line = new AnsweredLine();
    const conform = await prepared({ text });
    expect(conform.evidence).toEqual({ causes: [], listed: [] });
    const result = await conform.run();
    expect(result).toMatchObject({ ok: false, runs: 0, sent: 0, causes: [], seconds: 0, stopped: null });
    expect(result.policyHash).toStrictEqual({ model: '', target: null });
    expect(result).not.toHaveProperty('learned');
    expect([line.sent, line.closed]).toEqual([[], 1]);
  });

  it('has its duration in seconds, the policies of both sides, and its phase at the end', async () => {
    const line = new AnsweredLine({ tookMs: 250 });
    const conform = await prepared({ text, sources: [source([register('alice'), status])] });
    const result = await conform.run();
    expect(result).toMatchObject({ ok: true, runs: 1, requests: 2, sent: 3, seconds: 0.75 });
    expect(result.policyHash).toStrictEqual({ model: line.policyHash, target: line.policyHash });
    expect(conform.progress).toEqual({ phase: 'causes', runs: 1, requests: 3 });
    expect(conform.evidence).toEqual({ causes: [], listed: [] });
  });

  it('has the evidence of what it found', async () => {
    const line = new AnsweredLine({ alter: onStatus({ pool_balance: '7.77' }) });
    const conform = await prepared({ text, sources: [source([register('alice'), status])] });
    const result = await conform.run();
    expect(result.causes).toMatchObject([
      { field: '/pool_balance', requests: 2, tries: 9, why: null, readings: [] },
    ]);
    expect([result.sent, line.sent.length, line.resets]).toEqual([28, 28, 10]);
    const { causes, listed } = conform.evidence;
    expect(causes).toMatchObject([
      { request: 'GET /faucet/status', run: 'one', n: 1, differences: [{ field: '/pool_balance' }] },
    ]);
    expect(listed).toMatchObject([{ field: '/pool_balance', run: 'one', n: 1, cause: 0 }]);
  });

  it('is refused before anything is sent where nothing may be written', async () => {
    const setup = { text: text.replace('allow: writes', 'allow: reads') };
    await expect(prepared(setup)).rejects.toThrow(
      'POST is not allowed at target here (allow: reads); expected allow: writes in target.yaml',
    );
  });

  it('that learns says so, even where there was nothing to learn', async () => {
    answering();
    const { learned } = await conformed({ text, sources: [source([register('alice')])], learns: true });
    expect(learned).toEqual([{ call: 'faucet/B/register', names: [], missing: [] }]);
  });
});

describe('a stop', () => {
  it('before the first request leaves nothing to do, however much was to be done', async () => {
    const line = new AnsweredLine();
    let drawn = 0;
    // Every generated run is drawn from the text of the seed.
    const seed = { toString: () => `1${(drawn += 1)}` } as unknown as string;
    const conform = await prepared({ text, sources: [source([status])], generatedRuns: 3, seed });
    conform.stop();
    const result = await conform.run();
    expect(result).toMatchObject({ runs: 0, requests: 0, stopped: 'run', search: { ended: 'the comparison was stopped' } });
    expect(result.policyHash).toStrictEqual({ model: '', target: null });
    expect([line.sent, drawn]).toEqual([[], 0]);
  }); // prettier-ignore

  it('during the search leaves the rest of it, and says so', async () => {
    const line = new AnsweredLine({ alter: onStatus({ pool_balance: '7.77' }) });
    const conform = await prepared({ text, sources: [source([register('alice'), status])] });
    line.onSend = () => {
      if (line.resets === 3) conform.stop();
    };
    const result = await conform.run();
    expect(result).toMatchObject({ stopped: 'causes', search: { ended: 'the comparison was stopped' } });
    const why = 'fewer requests may show it, or new agents may not: the comparison was stopped';
    expect(result.causes).toMatchObject([{ why, tries: 2, readings: [] }]);
    expect(line.sent).toHaveLength(7);
  });
});

describe('a sandbox that no longer answers', () => {
  const dies = (reset: number): Altered => (_live, _request, count) => (count >= reset ? failed('reset') : undefined); // prettier-ignore
  const two = [source([register('alice')]), source([register('bob')], 'two'), source([status], 'three')];

  it('at first is an error', async () => {
    const line = new AnsweredLine({ alter: dies(1) });
    await expect(conformed({ text, sources: two })).rejects.toThrow('the sandbox does not answer POST /_sim/reset: reset');
    expect(line.closed).toBe(1);
  }); // prettier-ignore

  it('later is a finding, and nothing more is begun', async () => {
    const line = new AnsweredLine({ alter: dies(2) });
    const result = await conformed({ text, sources: two, generatedRuns: 3 });
    expect(result).toMatchObject({ ok: false, runs: 1, requests: 1, stopped: null });
    expect(result.findings).toEqual(['the target is gone: target.yaml: the sandbox does not answer POST /_sim/reset: reset']);
    expect(line.calls).toEqual(['POST /_sim/reset', 'POST /faucet/register', 'POST /_sim/reset']);
  }); // prettier-ignore

  it('during the search is a finding too, and is not asked again', async () => {
    const alter: Altered = (live, request, reset) => (reset >= 3 ? failed('reset') : onStatus({ pool_balance: '7.77' })(live, request, reset)); // prettier-ignore
    const line = new AnsweredLine({ alter });
    const result = await conformed({ text, sources: [source([register('alice'), status])] });
    expect(line.resets).toBe(3);
    expect(result.findings).toEqual([
      'the target is gone: target.yaml: the sandbox does not answer POST /_sim/reset: reset',
    ]);
  });
});

describe('a reading of the documents', () => {
  const policies = { 'faucet.firstNextClaim': 'at-once' };
  let stopAt = -1;
  const readings = async (setup: object, call: object = {}) => {
    const line = new AnsweredLine({ policies, ...setup });
    const conform = await prepared({ text, sources: [source([register('alice')])], ...call });
    line.onSend = () => {
      if (line.resets === stopAt) conform.stop();
    };
    const { causes } = await conform.run();
    return causes.map((cause) => [cause.requests, cause.readings]);
  };
  const [policy, value] = ['faucet.firstNextClaim', 'at-once'];

  it('that explains the target is named, with fields ignored as before', async () => {
    const alter: Altered = (live, { path }) => (path === '/faucet/register' ? changed(live, { currency: 'USD' }) : undefined);
    expect(await readings({ alter }, { ignored: new Set(['/currency']) })).toEqual([[1, [{ policy, value }]]]);
  }); // prettier-ignore

  it('is not looked for where the target reports the policies of the model', async () => {
    const { policyHash } = new AnsweredLine();
    expect(await readings({ reported: policyHash })).toEqual([[1, []]]);
  });

  it('is not looked for after a stop', async () => {
    stopAt = 3;
    expect(await readings({})).toEqual([[1, []]]);
    stopAt = -1;
  });

  it('is not looked for without a sequence', async () => {
    const alter = onStatus({ pool_balance: '7.77' }, (reset) => reset === 1);
    const setup = { alter, policies: { 'escrow.foreignRead': '404' } };
    expect(await readings(setup, { sources: [source([register('alice'), status])] })).toEqual([[0, []]]);
  });
});

describe('a try of the search', () => {
  it('ends with the request that shows the difference', async () => {
    let asked = 0;
    const alter: Altered = (live, request, reset) => {
      if (request.path === '/faucet/register') asked = 0;
      if (request.path === '/faucet/status') asked += 1;
      // At first only the second one differs, and in the second try both would.
      const isSo = reset === 1 ? asked === 2 : reset > 2;
      return isSo ? onStatus({ pool_balance: '7.77' })(live, request, reset) : undefined;
    };
    const line = new AnsweredLine({ alter });
    await conformed({ text, sources: [source([register('alice'), status, status])] });
    const [registers, asks, reset] = ['POST /faucet/register', 'GET /faucet/status', 'POST /_sim/reset'];
    expect(line.calls.slice(0, 11)).toEqual([reset, registers, asks, asks, reset, registers, asks, reset, registers, asks, reset]);
  }); // prettier-ignore

  it('that a stop cuts off shows nothing', async () => {
    const line = new AnsweredLine({
      alter: (live, request, reset) => {
        if (reset === 2 && request.path === '/faucet/status') conform.stop();
        return onStatus({ pool_balance: '7.77' })(live, request, reset);
      },
    });
    const conform = await prepared({ text, sources: [source([register('alice'), status])] });
    const { causes } = await conform.run();
    expect(causes).toMatchObject([{ scenario: null, tries: 1, why: 'it was not repeated: the comparison was stopped' }]);
    expect(line.resets).toBe(2);
  }); // prettier-ignore
});
