/** The small scenario that keeps one answer of a session, and what cannot be kept. */
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../../src/core/base/refusal.ts';
import { sessionScenario } from '../../../../src/host/app/session/session-scenario.ts';
import {
  shrinkSession,
  type ShrinkCall,
  type ShrinkProgress,
} from '../../../../src/host/app/session/shrink-session.ts';
import { joined, madeSession, type Happened } from './made-session.ts';

const [mine, third] = ['a', 'b'].map((sign) => `sk_live_${sign.repeat(24)}`) as [string, string];
const claim = {
  call: 'POST /faucet/claim',
  status: 409,
  code: 'FAUCET_CLAIMED',
  answer: { error: 'the faucet allocation was already claimed' },
} as const;
const stray = {
  call: 'GET /x',
  status: 404,
  code: 'NOT_FOUND',
  answer: { error: 'there is no such path or method' },
} as const;
const advance = { call: 'POST /_sim/clock/advance' } as const;

function shrunk(happened: readonly Happened[], call: Partial<ShrinkCall> = {}) {
  const executed = madeSession(happened);
  const { outside } = executed;
  return shrinkSession(sessionScenario(executed, '.'), {
    request: undefined,
    folder: '.',
    outside,
    signal: new AbortController().signal,
    ...call,
  });
}
const happened = [joined('mine', mine), stray, { ...claim, key: mine }, joined('third', third)];

// The first run compiles what all others use.
await shrunk([stray], { request: 0 });

const from = '203.0.113.7';
const register = (by: string) => ({ by, do: 'POST /faucet/register', body: { agent_id: by }, from });
const frame = {
  name: 'sandbox-session',
  about: 'A session of orrery serve, up to 2026-03-01T01:00:00.000Z.',
  seed: '7',
  for: '1s',
};

describe('the smallest scenario', () => {
  it('has the last answer that was refused, and what it needs', async () => {
    const seen: ShrinkProgress[] = [];
    const kept = { call: 'faucet/claimDaily', status: 409, code: 'FAUCET_CLAIMED' };
    const small = await shrunk(happened, { onTry: (progress) => seen.push(progress) });
    expect(small).toStrictEqual({
      source: {
        ...frame,
        operations: [register('mine'), { by: 'mine', do: 'POST /faucet/claim', from }],
        expect: {
          'http_reqs{service:faucet,operation:claimDaily,status:409,code:FAUCET_CLAIMED,agent:scripted}': [
            'count==1',
          ],
        },
      },
      tries: 7,
      kept,
      isFinished: true,
    });
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7].map((tries) => ({ operations: 2, tries })));
  });

  it.each<[number, Happened[], object, string]>([
    [
      0,
      [stray],
      { by: 'outside', do: 'GET /x', from },
      'http_reqs{status:404,code:NOT_FOUND,agent:scripted}',
    ],
    [
      0,
      [joined('mine', mine), stray],
      register('mine'),
      'http_reqs{service:faucet,operation:register,status:201,agent:scripted}',
    ],
  ])('has the answer of request %i of %j', async (request, sent, operation, tags) => {
    expect(await shrunk(sent, { request })).toMatchObject({
      source: { ...frame, operations: [operation], expect: { [tags]: ['count==1'] } },
      isFinished: true,
    });
  });

  it('expects the answer as often as it has it', async () => {
    const all = [stray, { ...stray, atMs: 1000 }];
    const stop = new AbortController();
    stop.abort();
    const signal = stop.signal;
    const operation = { by: 'outside', do: 'GET /x', from };
    const small = await shrunk(all, { signal });
    expect(small).toMatchObject({
      source: {
        for: '1h',
        operations: [operation, { at: '1s', ...operation }],
        expect: { 'http_reqs{status:404,code:NOT_FOUND,agent:scripted}': ['count==2'] },
      },
      isFinished: false,
    });
  });
});

describe('a request that cannot be kept', () => {
  const refused = async (sent: readonly Happened[], request?: number): Promise<unknown> => {
    const result = await shrunk(sent, { request });
    return result instanceof Refusal ? [result.code, result.message] : result;
  };

  it.each<[string, readonly Happened[], number | undefined, string]>([
    [
      'is not there, since none was refused',
      [{ ...stray, status: 399 }],
      undefined,
      'no request of the session was refused; expected --request with its number',
    ],
    [
      'has too large a number',
      [stray],
      1,
      'request 1 is no operation of the scenario; expected 0, the only one',
    ],
    [
      'is none of two',
      [stray, stray],
      2,
      'request 2 is no operation of the scenario; expected one from 0 to 1',
    ],
    [
      'is a control call',
      [stray, advance, stray, stray],
      1,
      'request 1 is the control call POST /_sim/clock/advance and no operation of the scenario; expected one from 0 to 3',
    ],
  ])('%s', async (_what, sent, request, message) => {
    expect(await refused(sent, request)).toEqual(['BAD_REQUEST', message]);
  });

  it.each<[Happened, string]>([
    [{ ...claim, status: 499 }, 'faucet/claimDaily 499 FAUCET_CLAIMED'],
    [{ call: 'GET /x', status: 400 }, '400'],
    [{ ...stray, answer: {} }, '404 NOT_FOUND'],
  ])('has an answer that the scenario does not have: %j', async (sent, answer) => {
    const message = `the scenario of the whole session does not have the answer ${answer} of request 1`;
    expect(await refused([advance, sent])).toEqual(['CONFLICT', message]);
  });
});
