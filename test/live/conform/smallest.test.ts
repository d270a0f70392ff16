/** The smallest sequence: it shows the difference, nothing less does, and what is not certain is said. */
import { describe, expect, it } from 'vitest';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { keyOf } from '../../../src/live/conform/exchange.ts';
import { smallest, type Try } from '../../../src/live/conform/smallest.ts';
import type { OperationSource } from '../../../src/simulation/scenario/schema.ts';
import { open } from './exchanges.ts';
import { operation, plannedRun, plannedTry, type Differs } from './planned.ts';

type Wanted = Parameters<typeof smallest>[0];

const last = 'a/B/x';

/** Differs after requests of these calls. */
const after =
  (...needed: readonly string[]): Differs =>
  (call, before) =>
    call === last && needed.every((each) => before.includes(each)) ? [open()] : [];

async function found(
  operations: readonly OperationSource[],
  differs: Differs,
  change: Partial<Wanted> & { settings?: object } = {},
) {
  const { settings, ...others } = change;
  const { scenario, exchanges } = await plannedRun(operations, differs, settings);
  return smallest({
    key: keyOf(last, open()), scenario, exchanges, name: 'conform-1', host: scenarioHost,
    attempt: plannedTry(differs), over: () => undefined, reuses: false, ...others,
  }); // prettier-ignore
}

const calls = (operations: readonly OperationSource[] = []): string[] =>
  operations.map(({ do: request }) => request);

const many = ['a/B/1', 'b/B/2', 'a/B/3', 'a/B/4', 'b/B/5', last].map((call) => operation(call));

const register = (by: string, more: object = {}): OperationSource => ({
  by,
  do: 'POST /faucet/register',
  body: { agent_id: by, ...more },
});

describe('the smallest sequence', () => {
  it.each([
    [[], ['GET /a/B/x']],
    [['b/B/2'], ['GET /b/B/2', 'GET /a/B/x']],
    [
      ['a/B/1', 'b/B/5'],
      ['GET /a/B/1', 'GET /b/B/5', 'GET /a/B/x'],
    ],
  ])('has what the difference needs, %j, and nothing else', async (needed, least) => {
    const { source, exchanges, why, tries } = await found(many, after(...needed));
    expect(calls(source?.operations)).toEqual(least);
    expect(exchanges.map(({ operation: { do: request } }) => request)).toEqual(least);
    expect(why).toBeNull();
    expect(tries).toBeGreaterThan(0);
  });

  it('has the requests of another agent where it needs them', async () => {
    const others = [operation('c/B/0', 'bob'), operation('c/B/1', 'bob'), operation(last)];
    const { source, why } = await found(others, after('c/B/1'));
    expect([calls(source?.operations), why]).toEqual([['GET /c/B/1', 'GET /a/B/x'], null]);
  });

  it('begins when the run did, ends a second after its last request, and has its seed, name and faults', async () => {
    const settings = {
      seed: 7, start: '2026-03-01T00:00:00.000Z',
      faults: [{ at: '2h', service: 'escrow', kind: 'outage', for: '9h' }],
    }; // prettier-ignore
    const seen: unknown[] = [];
    const attempt: Try = (scenario, ...rest) => {
      seen.push({ ...scenario.resolved, operations: scenario.resolved.operations?.length });
      return plannedTry(() => [])(scenario, ...rest);
    };
    const late = [operation('a/B/1'), { ...operation(last), at: '1500ms' }];
    const { source } = await found(late, after('a/B/1'), { settings, attempt });
    expect(source).toBeUndefined();
    expect(seen[0]).toMatchObject({
      ...settings,
      seed: '7',
      name: 'conform-1',
      for: '2500ms',
      operations: 1,
    });
    expect(seen.at(-1)).toMatchObject({ for: '2500ms', operations: 2 });
  });

  it('has the profile and the policies of the run where they are not the published ones', async () => {
    const policies = { 'escrow.foreignRead': '404' };
    const { source } = await found(many, after(), { settings: { policies } });
    expect(source).toMatchObject({ policies });
    expect(source).not.toHaveProperty('profile');
    const plain = (await found(many, after())).source;
    expect(plain).not.toHaveProperty('policies');
    expect(plain).not.toHaveProperty('faults');
    expect((await found(many, after(), { settings: { profile: 'consistent' } })).source).toMatchObject({
      profile: 'consistent',
    });
  });
});

describe('a search without an end', () => {
  const never: Try = () => Promise.resolve([]);
  const cut: Try = () => Promise.resolve(undefined);

  it('says that the same requests did not show it again', async () => {
    const { source, exchanges, why } = await found(many, after(), { attempt: never });
    expect([source, exchanges, why]).toEqual([undefined, [], 'the same requests did not show it again']);
  });

  it('says that it is over', async () => {
    const { source, why, tries } = await found(many, after(), { over: () => 'no time' });
    expect([source, why, tries]).toEqual([undefined, 'it was not repeated: no time', 0]);
  });

  it('says that fewer requests may show it where its end came after a sequence was found', async () => {
    let tries = 0;
    const attempt: Try = (...how) => {
      tries += 1;
      return plannedTry(after('a/B/1'))(...how);
    };
    const over = (): string | undefined => (tries >= 3 ? 'no time' : undefined);
    const { source, why } = await found(many, after('a/B/1'), { attempt, over });
    expect(source).toBeDefined();
    expect(why).toBe('fewer requests may show it, or new agents may not: no time');
  });

  it('tries no sequence again that did not show it, but one that a limit was in the way of', async () => {
    const texts: string[] = [];
    const counted = (attempt: Try): Try => (scenario, ...rest) => {
      texts.push(JSON.stringify(scenario.resolved.operations));
      return attempt(scenario, ...rest);
    }; // prettier-ignore
    await found(many, after('a/B/1', 'b/B/5'), { attempt: counted(plannedTry(after('a/B/1', 'b/B/5'))) });
    const failed = texts.slice(0, -1);
    expect(new Set(failed).size).toBeGreaterThan(failed.length - 3);
    texts.length = 0;
    await found([operation(last)], after(), { attempt: counted(cut), reuses: true });
    expect(texts).toHaveLength(2);
  });

  it('is not certain where a limit was in the way of fewer requests', async () => {
    const lines = [register('alice'), operation('a/B/1'), operation('a/B/2'), operation(last)];
    const differs = after('a/B/1');
    const limited: Try = (scenario, ...rest) =>
      (scenario.resolved.operations ?? []).length === 2 ? cut(scenario, ...rest) : plannedTry(differs)(scenario, ...rest);
    const { source, why } = await found(lines, differs, { attempt: limited });
    expect(source?.operations?.length).toBe(3);
    expect(why).toBe('fewer requests may show it: the target refused some tries for their rate');
    // A request that has lost its key is another one: with it gone, nothing is uncertain.
    const keyless: Try = (scenario, ...rest) => {
      const requests = calls(scenario.resolved.operations);
      return requests.length === 2 && !requests.includes('POST /faucet/register')
        ? cut(scenario, ...rest)
        : plannedTry(after('faucet/register', 'a/B/1'))(scenario, ...rest);
    };
    expect((await found(lines, after('faucet/register', 'a/B/1'), { attempt: keyless })).why).toBeNull();
  }); // prettier-ignore
});

describe('a target that keeps its data', () => {
  /** With accounts of earlier runs, then with new agents. */
  const kept = (differs: (isFresh: boolean) => Differs, seen: boolean[] = []): Try => (scenario, isEnough, isFresh) => {
    seen.push(isFresh);
    return plannedTry(differs(isFresh))(scenario, isEnough, isFresh);
  }; // prettier-ignore

  it('is asked with accounts of earlier runs first, and once with new agents', async () => {
    const seen: boolean[] = [];
    const attempt = kept(() => after('b/B/2'), seen);
    const { source, why } = await found([operation('b/B/2'), operation(last)], after('b/B/2'), {
      attempt,
      reuses: true,
    });
    expect([calls(source?.operations), why]).toEqual([['GET /b/B/2', 'GET /a/B/x'], null]);
    // The last request alone has shown it with neither.
    const [reused, fresh, ...others] = seen;
    expect([reused, fresh]).toEqual([false, true]);
    expect(others.filter((isFresh) => isFresh)).toHaveLength(1);
    expect(others.at(-1)).toBe(true);
  });

  it('is asked with new agents alone where accounts of earlier runs may not be used, or do not show it', async () => {
    const seen: boolean[] = [];
    await found(many, after(), { attempt: kept(() => after(), seen) });
    expect(new Set(seen)).toEqual(new Set([true]));
    const fresh = kept((isFresh) => (isFresh ? after() : () => []));
    expect((await found(many, after(), { attempt: fresh, reuses: true })).why).toBeNull();
    const reused = kept((isFresh) => (isFresh ? () => [] : after()));
    const { source, why } = await found(many, after(), { attempt: reused, reuses: true });
    expect([source, why]).toEqual([undefined, 'the same requests did not show it again']);
  });

  it.each<[string, readonly OperationSource[], readonly string[][]]>([
    ['without the referrer', [register('alice', { referrer: 'bob', referral_code: 'x', name: 'A' }), operation(last)], [['agent_id', 'name']]],
    ['without requests that carry no key and ask for none', [operation('b/B/0', 'bob'), register('alice'), operation(last)], [['agent_id']]],
  ])('is asked %s at first', async (_what, lines, fields) => {
    const tried: (readonly OperationSource[])[] = [];
    const attempt: Try = ({ resolved }) => {
      tried.push(resolved.operations ?? []);
      return Promise.resolve([]);
    };
    const { scenario, exchanges } = await plannedRun(lines, () => []);
    await smallest({
      key: '', scenario, exchanges: exchanges.map((each) => ({ ...each, call: last })), name: 'n', host: scenarioHost,
      attempt, over: () => undefined, reuses: false,
    });
    const registered = tried.map((operations) => operations.filter(({ do: request }) => request.endsWith('/register')));
    expect(registered.flat().map(({ body }) => Object.keys(body as object))).toEqual(expect.arrayContaining([...fields]));
    expect(tried.flat().some(({ by }) => by === 'alice')).toBe(true);
  }); // prettier-ignore

  it.each<[string, OperationSource, boolean]>([
    ['one of an agent that has registered', operation('a/B/1', 'alice'), true],
    ['one of an agent that has not', operation('a/B/1', 'bob'), false],
    ['one with a key of its own', { ...operation('a/B/1', 'bob'), headers: { Authorization: 'Bearer x' } }, true],
    ['one of a registered agent that sends no key', { ...operation('a/B/1', 'alice'), headers: { authorization: '' } }, false],
    ['one with another header', { ...operation('a/B/1', 'bob'), headers: { accept: 'x' } }, false],
  ])('keeps as a request with a key: %s: %s', async (_what, line, isKept) => {
    const tried: string[][] = [];
    const attempt: Try = ({ resolved }) => {
      tried.push(calls(resolved.operations));
      return Promise.resolve([]);
    };
    // One that is left out in any case, so that there is always something to leave out.
    const lines = [register('alice'), line, operation('a/B/2', 'carl'), operation(last)];
    await found(lines, () => [], { attempt });
    expect(tried.at(-1)).toEqual(calls(lines));
    expect(tried).toContainEqual(calls(isKept ? lines.toSpliced(2, 1) : lines.toSpliced(1, 2)));
  }); // prettier-ignore
});
