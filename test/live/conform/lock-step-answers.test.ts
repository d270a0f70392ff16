/** What a lock-step run makes of an answer: names of fields, keys, nonces, and the clock that decides at a limit. */
import { describe, expect, it } from 'vitest';
import { KeyedRegistrations } from '../../../src/live/conform/keyed-registrations.ts';
import type { LiveAnswer } from '../../../src/live/conform/live-client.ts';
import { AccountPool } from '../../../src/live/traffic/correlation/account-pool.ts';
import { Namespace } from '../../../src/live/traffic/correlation/namespace.ts';
import { answerOf } from './exchanges.ts';
import { Beside, built, stepped } from './beside.ts';

const register = (by: string) => ({ by, do: 'POST /faucet/register', body: { agent_id: by } });
const status = { by: 'alice', do: 'GET /faucet/status' };
const timeout: LiveAnswer = { kind: 'failed', reason: 'timeout' };
const hourMs = 3_600_000;

/** The same answer to the last request in place of that of the world. */
const atLast = (count: number, answer: LiveAnswer) => (_live: LiveAnswer, _request: unknown, { n }: { n: number }) =>
  n === count ? answer : undefined; // prettier-ignore

describe('an answer', () => {
  const fieldNames = new Map([['faucet/B/status', [{ ours: '/pool_balance', theirs: '/left' }]]]);
  const kept = async (answer: LiveAnswer, options: object = {}) =>
    (await stepped([register('alice'), status], { alter: atLast(1, answer), ...options })).step.exchanges[1]
      ?.live;

  it.each<[string, LiveAnswer]>([
    ['a redirect', answerOf({ left: 7 }, 300)],
    ['a refusal', answerOf({ left: 7 }, 404)],
    ['no answer', timeout],
  ])('that is %s is kept as it came, whatever the target calls its fields', async (_what, answer) => {
    expect(await kept(answer)).toBe(answer);
    expect(await kept(answer, { fieldNames })).toBe(answer);
  });

  it('that is a success has the names of the documents too', async () => {
    expect(await kept(answerOf({ left: 7 }))).toEqual(answerOf({ left: 7 }));
    const answer = answerOf({ left: 7 }, 299);
    expect(await kept(answer)).toBe(answer);
    expect(await kept(answer, { fieldNames })).toEqual(answerOf({ left: 7, pool_balance: 7 }, 299));
  });

  it('that did not come has no body, under the names of a run as well', async () => {
    expect(await kept(timeout, { names: new Namespace('tests') })).toStrictEqual(timeout);
  });

  it('is asked for without headers that the run adds', async () => {
    const { target } = await stepped([register('alice'), status]);
    expect(target.asked.map(({ ownHeaders }) => ownHeaders)).toEqual(['', '']);
  });

  it('with another nonce of a deal is followed: the model is asked with its own nonce', async () => {
    const poker = '/casino/api/v1/games/video-poker';
    const lines = [
      register('alice'),
      { by: 'alice', do: `POST ${poker}/deal`, as: 'deal' },
      { by: 'alice', do: `POST ${poker}/draw`, body: { holds: [], nonce: '${deal:/nonce}', amount: 0.01 } },
    ];
    const { step, target } = await stepped(lines, {
      alter: (live, _request, { n }) => {
        const { body } = live as { body: { nonce: number } };
        if (n === 1) return answerOf({ ...body, nonce: body.nonce + 100 });
        return n === 2 ? answerOf(body) : undefined;
      },
    });
    expect(JSON.parse(target.asked[2]?.body ?? '')).toEqual({ holds: [], nonce: 100, amount: 0.01 });
    expect(step.exchanges.map(({ isSameStatus }) => isSameStatus)).toEqual([true, true, true]);
  });
});

describe('the key of an agent', () => {
  it.each<[string, number, unknown, object | undefined]>([
    ['a refusal does not issue', 199, undefined, undefined],
    ['a success issues', 200, undefined, undefined],
    ['any success issues', 299, undefined, undefined],
    ['a redirect does not issue', 300, undefined, undefined],
    ['is no text', 200, true, undefined],
  ])('%s: status %i', async (_what, code, key, headers) => {
    const alter = (live: LiveAnswer, _request: unknown, { n }: { n: number }) => {
      if (n > 0) return undefined;
      const { body } = live as { body: object };
      return { ...live, status: code, body: key === undefined ? body : { ...body, api_key: key } } as LiveAnswer;
    };
    const { step } = await stepped([register('alice'), status], { alter });
    expect(step.exchanges[1]?.operation.headers).toEqual(headers);
  }); // prettier-ignore
});

describe('the clock of the model', () => {
  /** Its clock is ahead after the request at `late`, where it is known; its tolerance is an hour. */
  class Late extends Beside {
    late = 0;
    isKnown = true;
    readonly asOf: LiveAnswer[] = [];
    override answeredAtMs(answer: LiveAnswer): number | undefined {
      this.asOf.push(answer);
      const last = this.asked.at(-1);
      if (!this.isKnown || last === undefined) return undefined;
      return last.atMs + (last.n >= this.late ? 2 * hourMs : 0);
    }
    override toleranceMs(): number {
      return hourMs;
    }
  }

  it.each<[string, boolean, LiveAnswer | undefined, [number, number]]>([
    ['waits at a limit where the target accepts, and says when', true, answerOf(), [1, 13]],
    ['does not wait where the target does not say when it accepts', false, answerOf(), [0, 11]],
    ['does not wait where the target does not answer', true, timeout, [0, 11]],
    ['does not wait where the target refuses too', true, undefined, [0, 13]],
  ])('%s', async (_what, isKnown, answer, [hours, same]) => {
    const asks = [register('alice'), ...Array.from({ length: 12 }, () => status)];
    const scenario = await built(asks);
    const driver = new Late(scenario, (live) =>
      live.kind === 'answer' && live.status === 429 ? answer : undefined,
    );
    driver.late = 99;
    driver.isKnown = isKnown;
    const { step } = await stepped([], { scenario, driver });
    expect(step.exchanges.filter(({ isSameStatus }) => isSameStatus)).toHaveLength(same);
    expect((step.kernel.nowMs - scenario.startMs) / hourMs).toBe(hours);
  });

  it('follows the target before it is asked, where accounts stand for registrations as elsewhere', async () => {
    const scenario = await built([register('alice'), { by: 'alice', do: 'POST /faucet/claim', at: '23h' }]);
    const first = await stepped([register('alice')], { names: new Namespace('first') });
    const pool = new AccountPool({ file: 'f', keysFile: 'k' }, first.step.registered, 'x');
    const names = new Namespace('second');
    const driver = new Late(scenario, (live) => ({ ...live, status: 200 }) as LiveAnswer);
    driver.late = 1;
    const accounts = new KeyedRegistrations(pool, names, { mayRegister: false });
    const { step } = await stepped([], { scenario, driver, names, accounts });
    expect(step.exchanges.map(({ isSameStatus }) => isSameStatus)).toEqual([true, true]);
    expect(driver.asOf[0]).toEqual({ kind: 'failed', reason: 'stopped' });
  });
});
