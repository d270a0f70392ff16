/** What a search for the smallest sequence makes of tries that a limit cut off, of its end, and of requests that cannot be repeated. */
import { describe, expect, it } from 'vitest';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { keyOf } from '../../../src/live/conform/exchange.ts';
import { smallest, type Try } from '../../../src/live/conform/smallest.ts';
import type { Scenario } from '../../../src/simulation/scenario/scenario.ts';
import type { OperationSource } from '../../../src/simulation/scenario/schema.ts';
import { answerOf, open } from './exchanges.ts';
import { operation, plannedRun, plannedTry, type Differs } from './planned.ts';

type Wanted = Parameters<typeof smallest>[0];

const last = 'a/B/x';

/** Differs after a request of this call. */
const after =
  (needed: string): Differs =>
  (call, before) =>
    call === last && (needed === '' || before.includes(needed)) ? [open()] : [];

async function wantedOf(
  operations: readonly OperationSource[],
  attempt: Try,
  change: Partial<Wanted> = {},
): Promise<Wanted> {
  const { scenario, exchanges } = await plannedRun(operations, () => []);
  return {
    key: keyOf(last, open()), scenario, exchanges, name: 'n', host: scenarioHost, attempt,
    over: () => undefined, reuses: false, ...change,
  }; // prettier-ignore
}

const found = async (...wanted: Parameters<typeof wantedOf>) => smallest(await wantedOf(...wanted));

const callsIn = ({ resolved }: Scenario): string[] =>
  (resolved.operations ?? []).map(({ do: request }) => request);

/** Each try with its requests and whether it was one with new agents. */
function watched(attempt: Try): { attempt: Try; tried: [string[], boolean][] } {
  const tried: [string[], boolean][] = [];
  return {
    tried,
    attempt: (scenario, isEnough, isFresh) => {
      tried.push([callsIn(scenario), isFresh]);
      return attempt(scenario, isEnough, isFresh);
    },
  };
}

const register = (by: string, more: object = {}): OperationSource => ({
  by,
  do: 'POST /faucet/register',
  body: { agent_id: by, ...more },
});

const [alice, used, asked] = [register('alice'), operation('a/B/1'), operation(last)];

/** The first try that this is true for has no end. */
function cutOnce(attempt: Try, isCut: (scenario: Scenario) => boolean): Try {
  let cuts = 0;
  return (scenario, ...rest) =>
    isCut(scenario) && cuts++ === 0 ? Promise.resolve(undefined) : attempt(scenario, ...rest);
}

describe('a limit in the way', () => {
  it('of as many requests as were found leaves nothing uncertain', async () => {
    const attempt: Try = (scenario, ...rest) =>
      JSON.stringify(scenario.resolved.operations).includes('{}')
        ? Promise.resolve(undefined)
        : plannedTry(after('faucet/register'))(scenario, ...rest);
    const { source, why } = await found([alice, asked], attempt);
    expect(source?.operations).toEqual([alice, asked]);
    expect(why).toBeNull();
  });

  it('before a sequence was found is no reason to doubt it: what was cut off is tried again', async () => {
    const differs: Differs = (call, before) => (before.includes('faucet/register') ? after('a/B/1')(call, before) : []);
    const { attempt, tried } = watched(cutOnce(plannedTry(differs), ({ calls }) => calls.length === 2));
    const wanted = await wantedOf([alice, used, asked], attempt);
    const exchanges = wanted.exchanges.map((each) => ({ ...each, live: answerOf(each.n === 0 ? { api_key: 'key' } : {}) }));
    const { source, why } = await smallest({ ...wanted, exchanges });
    const [two, ...others] = tried.map(([calls]) => calls);
    expect(two).toEqual(['POST /faucet/register', 'GET /a/B/x']);
    expect(others).toContainEqual(two);
    expect([source?.operations?.length, why]).toEqual([3, null]);
  }); // prettier-ignore

  it('of the plain words alone does not keep them from being the result', async () => {
    const raw = JSON.stringify([{ ...asked, at: '1500ms' }]);
    const plain = [{ at: '1s500ms', ...asked }];
    const shows: Try = (scenario, ...rest) => {
      const { for: time, start, operations } = scenario.resolved;
      const isOne = start !== undefined && [['2500ms', raw], ['2s500ms', JSON.stringify(plain)]].some(([one, other]) => one === time && other === JSON.stringify(operations));
      return plannedTry(isOne ? after('') : () => [])(scenario, ...rest);
    };
    const attempt = cutOnce(shows, ({ resolved }) => resolved.for === '2s500ms' && resolved.start !== undefined);
    const { source, why } = await found([{ ...asked, at: '1500ms' }], attempt);
    expect([source?.for, source?.operations, why]).toEqual(['2s500ms', plain, null]);
  }); // prettier-ignore
});

describe('the end of a search', () => {
  it('comes with the first selection of requests that shows the difference', async () => {
    const { attempt, tried } = watched(plannedTry(after('')));
    const { why } = await found([operation('b/B/0', 'bob'), used, asked], attempt);
    expect(why).toBeNull();
    expect(new Set(tried.flatMap(([calls]) => calls))).toEqual(new Set(['GET /a/B/x']));
  });

  it('before new agents were asked leaves what accounts of earlier runs have shown', async () => {
    let isOver = false;
    const attempt: Try = (scenario, isEnough, isFresh) => {
      isOver ||= isFresh;
      return isFresh ? Promise.resolve([]) : plannedTry(after(''))(scenario, isEnough, isFresh);
    };
    const over = (): string | undefined => (isOver ? 'no time' : undefined);
    const { source, why } = await found([asked], attempt, { over, reuses: true });
    expect(source?.operations).toEqual([asked]);
    expect(why).toBe('fewer requests may show it, or new agents may not: no time');
  });

  it('without any request says that they did not show it', async () => {
    const { attempt, tried } = watched(() => Promise.resolve([]));
    expect(await found([asked], attempt, { exchanges: [] })).toEqual({
      source: undefined, exchanges: [], tries: 0, why: 'the same requests did not show it again',
    });
    expect(tried).toEqual([]);
  }); // prettier-ignore
});

describe('requests that are left out or changed', () => {
  it('may be what shows the difference: a registration is then without its referrer', async () => {
    const attempt: Try = (scenario, ...rest) =>
      plannedTry(JSON.stringify(scenario.resolved).includes('referrer') ? () => [] : after('faucet/register'))(scenario, ...rest);
    const { source, why } = await found([register('alice', { referrer: 'bob' }), asked], attempt);
    expect([source?.operations, why]).toEqual([[{ by: 'alice', do: 'POST /faucet/register', body: {} }, asked], null]);
  }); // prettier-ignore

  it('may have null for a body', async () => {
    const line = { ...asked, body: null };
    const { source } = await found([alice, line], plannedTry(after('')));
    expect(source?.operations).toEqual([line]);
  });

  it('that no scenario can have are a try that shows nothing', async () => {
    const { attempt, tried } = watched(plannedTry(after('')));
    const wanted = await wantedOf([asked], attempt);
    const broken = wanted.exchanges.map((each) => ({ ...each, operation: { ...asked, do: 'FETCH /x' } }));
    const result = await smallest({ ...wanted, exchanges: broken });
    expect(result).toEqual({
      source: undefined, exchanges: [], tries: 1, why: 'the same requests did not show it again',
    });
    expect(tried).toEqual([]);
  }); // prettier-ignore

  it.each<[string, Record<string, string>]>([
    ['one that an agent without a registration sends with another header', { accept: 'x' }],
    ['one with several headers', { accept: 'x', 'x-key': 'y' }],
  ])('carry no key: %s', async (_what, headers) => {
    const { attempt, tried } = watched(() => Promise.resolve([]));
    const other = { ...operation('b/B/1', 'bob'), headers };
    await found([alice, other, operation('b/B/2', 'carl'), asked], attempt);
    const all = ['POST /faucet/register', 'GET /b/B/1', 'GET /b/B/2', 'GET /a/B/x'];
    expect(tried.map(([calls]) => calls).filter((calls) => calls.includes('GET /b/B/1'))).toEqual([all]);
  });
});
