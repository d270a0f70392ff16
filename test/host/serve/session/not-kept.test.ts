/** A session that is too long, or had a private key, is not kept until the next one begins. */
import { describe, expect, it } from 'vitest';
import { newSandbox } from '../serving.ts';
import { entryOf, requestOf } from './past.ts';

describe('a session that is not kept', () => {
  const tooLong = 'the session is too long to be kept; expected a reset, which begins a new one';
  const withKey =
    'a request had a private key, which no session keeps; expected a reset, which begins a new one';
  const size = 2 ** 22;
  const long = requestOf({ path: '/'.repeat(size - 200) });

  it('has more than 64 times 2^20 characters, and forgets all', () => {
    const { history } = newSandbox();
    history.checkpoint('one');
    for (let count = 0; count < 16; count++) history.note(long, undefined);
    expect(history.branches).toMatchObject([{ requests: 16 }]);
    expect(history.checkpoint('two')).toMatchObject({ name: 'two' });
    history.note(requestOf(), undefined);
    expect([history.branches[0]?.requests, history.checkpoints]).toEqual([0, []]);
    for (const answer of [
      history.session(),
      history.checkpoint('x'),
      history.switchTo('main'),
      history.compare({ a: 'main', b: undefined }),
    ])
      expect(answer).toMatchObject({ code: 'CONFLICT', message: tooLong });
    history.note(requestOf(), undefined);
    expect(history.branches[0]?.requests).toBe(0);
    history.begin();
    history.note(requestOf(), undefined);
    expect(history.branches[0]?.requests).toBe(1);
  });

  it('counts what came with a file', () => {
    const { history, nowMs } = newSandbox();
    const execution = history.toOpen([entryOf({ atMs: nowMs, event: 1, request: long })], {
      atMs: nowMs,
      event: 2,
      digest: '',
    });
    while (!execution.step()) continue;
    history.open(execution, []);
    for (let count = 0; count < 15; count++) history.note(long, undefined);
    expect(history.branches).toMatchObject([{ requests: 16 }]);
    history.note(requestOf(), undefined);
    expect(history.session()).toMatchObject({ message: tooLong });
  });

  it('had a tool call with a key, even where the request that carried it is known', () => {
    const { history } = newSandbox();
    history.note(requestOf(), undefined);
    history.note(requestOf(), { name: 'faucet_status', input: {} });
    expect(history.branches[0]?.requests).toBe(2);
    history.note(requestOf(), { name: 'send', input: { private_key: `0x${'1'.repeat(64)}` } });
    expect(history.session()).toMatchObject({ code: 'CONFLICT', message: withKey });
  });
});
