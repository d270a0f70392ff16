/** What a comparison explains before its search: noise of a target that is asked twice, and fields that it means otherwise. */
import { describe, expect, it } from 'vitest';
import { AnsweredLine, answering, changed, failed, type Altered } from './answered-line.ts';
import { conformed, prepared, sandboxText } from './conforming.ts';

const register = (by: string) => ({ by, do: 'POST /faucet/register', body: { agent_id: by } });
const status = { by: 'alice', do: 'GET /faucet/status' };
const claim = { by: 'alice', do: 'POST /faucet/claim' };
const source = (operations: readonly unknown[], name = 'one') => ({ name, seed: 1, for: '1d', operations });
const running =
  'name: there\nhosts: [127.0.0.1]\nallow: writes\nservices: { faucet: "http://127.0.0.1:1/f" }\n';
const sandbox = sandboxText(1);

/** Status has a field of other meaning, registrations another currency each, and a claim after a status is accepted. */
function restless(): Altered {
  let [count, isAsked] = [0, false];
  return (live, { path }) => {
    if (path === '/faucet/register') {
      isAsked = false;
      return changed(live, { currency: `X${count++}` });
    }
    if (path === '/faucet/status') {
      isAsked = true;
      return changed(live, { can_claim: true });
    }
    return path === '/faucet/claim' && isAsked ? { ...live, status: 200 } as typeof live : undefined;
  };
} // prettier-ignore

const lines = [register('alice'), status, claim];
const explained = (result: Awaited<ReturnType<typeof conformed>>) =>
  result.differences.groups.map(({ field, explanation }) => [field, explanation]);

describe('what a comparison explains', () => {
  it('is left out of the search: noise, and what the target means by its own fields', async () => {
    answering({ alter: restless() });
    const result = await conformed({ text: running, sources: [source(lines)], asksTwice: true });
    expect(explained(result)).toEqual([
      ['', null], ['/currency', 'noise'], ['/next_claim', 'time'], ['/can_claim', 'undocumented'], ['/next_claim', 'time'],
    ]);
    expect(result.causes).toMatchObject([{ kind: 'status', requests: 3, differences: 1 }]);
  });

  it('is noise alone for a sandbox, which names its fields as the documents do', async () => {
    answering({ alter: restless() });
    const twice = await conformed({ text: sandbox, sources: [source(lines)], asksTwice: true });
    expect(explained(twice)).toEqual([['/can_claim', null], ['', null], ['/currency', 'noise']]);
    expect(twice.causes.map(({ field, differences }) => [field, differences])).toEqual([['/can_claim', 1], ['', 2]]);
  });
}); // prettier-ignore

describe('the second run', () => {
  it('has a phase, after which the next scenario runs', async () => {
    const line = new AnsweredLine({ alter: restless() });
    const sources = [source([register('alice')]), source([register('bob')], 'two')];
    const conform = await prepared({ text: sandbox, sources, asksTwice: true });
    const phases: string[] = [];
    line.onSend = () => phases.push(conform.progress.phase);
    const result = await conform.run();
    expect(phases).toEqual(['run', 'run', 'noise', 'noise', 'run', 'run', 'noise', 'noise']);
    expect(result).toMatchObject({ ok: true, runs: 2, requests: 2 });
  });

  it('that cannot begin leaves the first one, and says so', async () => {
    const alter: Altered = (_live, _request, reset) => (reset === 4 ? failed('reset') : undefined);
    const line = new AnsweredLine({ alter });
    const sources = [source([register('alice')]), source([register('bob')], 'two')];
    const result = await conformed({ text: sandbox, sources, asksTwice: true });
    expect(result).toMatchObject({ ok: false, runs: 2, requests: 2, differences: { unexplained: 0 } });
    expect(result.findings).toEqual([
      'the target is gone: target.yaml: the sandbox does not answer POST /_sim/reset: reset',
    ]);
    expect(line.calls.slice(5)).toEqual(['POST /faucet/register', 'POST /_sim/reset']);
  });

  it('that cannot begin leaves the first scenario as it was', async () => {
    const alter: Altered = (_live, _request, reset) => (reset === 2 ? failed('reset') : undefined);
    const line = new AnsweredLine({ alter });
    const sources = [source([register('alice')]), source([register('bob')], 'two')];
    const result = await conformed({ text: sandbox, sources, asksTwice: true });
    expect(result).toMatchObject({ ok: false, runs: 1, requests: 1, differences: { unexplained: 0 } });
    expect(result.findings).toHaveLength(1);
    expect(line.calls.slice(2)).toEqual(['POST /_sim/reset']);
  });

  it('teaches nothing: what the target calls its fields is found in the first', async () => {
    const alter: Altered = (live, { path }) => {
      if (path !== '/faucet/status') return undefined;
      const { next_claim_in_seconds: wait, ...rest } = (live as { body: Record<string, unknown> }).body;
      return { ...live, body: { ...rest, wait } } as typeof live;
    };
    answering({ alter });
    const later = ['1h', '2h', '3h'].map((at) => ({ ...status, at }));
    const setup = { text: sandbox, sources: [source([register('alice'), ...later])], asksTwice: true, learns: true };
    const { learned } = await conformed({ ...setup, causesMax: 0 });
    expect(learned?.find(({ call }) => call === 'faucet/B/status')).toEqual({
      call: 'faucet/B/status', names: [{ field: '/next_claim_in_seconds', at: '/wait', confirmed: 3 }], missing: [],
    });
  }); // prettier-ignore
});
