/** Players that take turns at one house: whose call is next, who has no account, and why all of it ends. */
import { describe, expect, it } from 'vitest';
import type { DrawnPlayer } from '../../../../../src/host/app/audit/live/drawn-habits.ts';
import { playAll, type PlayingCall } from '../../../../../src/host/app/audit/live/players.ts';
import type { LiveCall, LiveCallAnswer } from '../../../../../src/verification/audit/live/call.ts';
import type { LiveEnd } from '../../../../../src/verification/audit/live/live-audit.ts';

/** A player whose pauses are those of the list, and then the last one. */
function playerWith(pauses: readonly number[]): DrawnPlayer {
  let next = 0;
  return {
    pause: () => pauses[Math.min(next++, pauses.length - 1)] ?? 1,
    headers: {},
    persona: () => ({ agentId: '', owner: '', email: '', framework: '', purpose: '' }),
    habits: {
      bet: (open) => open[0]!,
      stakeMicros: () => undefined,
      betsUnderSeed: () => 1,
      looks: () => [],
      clientSeed: () => '',
    },
  };
}

/** What was done, and a number of players that each make two calls. */
function table(
  players: readonly { pauses: readonly number[]; end?: LiveEnd; hasAccount?: boolean }[],
  onSend: (count: number) => void = () => undefined,
) {
  const log: string[] = [];
  const [stop, spent] = [new AbortController(), new AbortController()];
  function* session(name: string, end: LiveEnd): Generator<LiveCall, LiveEnd, LiveCallAnswer> {
    for (const path of ['/1', '/2']) {
      const { status } = yield { method: 'GET', path: `/${name}${path}` };
      log.push(`${name} got ${status}`);
    }
    return end;
  }
  const calls = players.map(({ pauses, end = 'every bet is refused', hasAccount = true }, index): PlayingCall => ({
    player: playerWith(pauses),
    account: () => {
      log.push(`account ${index}`);
      return Promise.resolve(hasAccount ? { apiKey: `k${index}`, headers: {} } : undefined);
    },
    session: session(String(index), end),
  }));
  let count = 0;
  const playing = {
    send: ({ path }: LiveCall, { apiKey }: { apiKey: string | undefined }) => {
      count += 1;
      onSend(count);
      log.push(`${path} as ${apiKey}`);
      return Promise.resolve({ status: 200 + count, body: new Map() });
    },
    rest: (pauses: number) => {
      log.push(`rest ${pauses}`);
      return Promise.resolve();
    },
    signal: stop.signal,
    spent: spent.signal,
  };
  return { log, stop, spent, play: () => playAll(calls, playing) };
} // prettier-ignore

describe('the players of a live audit', () => {
  it('have an account and then make their calls, after a pause each', async () => {
    const { log, play } = table([{ pauses: [1, 2, 3, 4] }]);
    expect(await play()).toEqual(['every bet is refused']);
    expect(log).toEqual([
      'rest 0',
      'account 0',
      'rest 1',
      '/0/1 as k0',
      'rest 2',
      '0 got 201',
      '/0/2 as k0',
      'rest 3',
      '0 got 202',
    ]);
  });

  it('take turns: the one whose call is due first, and each as often as there are players', async () => {
    const { log, play } = table([{ pauses: [1] }, { pauses: [0.5, 1] }]);
    expect(await play()).toEqual(['every bet is refused']);
    expect(log.filter((line) => !line.includes('got'))).toEqual([
      'rest 0',
      'account 0',
      'rest 2',
      '/0/1 as k0',
      'rest 2',
      '/0/2 as k0',
      'rest 0',
      'account 1',
      'rest 2',
      'rest 0',
      '/1/1 as k1',
      'rest 2',
      '/1/2 as k1',
      'rest 2',
    ]);
  });

  it('name each reason of their ends once, in the order of the ends', async () => {
    const { play } = table([
      { pauses: [1], end: 'answers were lost' },
      { pauses: [1], end: 'every bet is refused' },
      { pauses: [2], end: 'answers were lost' },
    ] as const);
    expect(await play()).toEqual(['answers were lost', 'every bet is refused']);
  });

  it('leave where the target gives no account, and have no reason', async () => {
    const { log, play } = table([
      { pauses: [1], hasAccount: false },
      { pauses: [1], hasAccount: false },
    ]);
    expect(await play()).toEqual([]);
    expect(log).toEqual(['rest 0', 'account 0', 'rest 8', 'account 1']);
    expect(await table([]).play()).toEqual([]);
  });

  it('end at a signal, without a further call', async () => {
    const asked = table([{ pauses: [1] }], (count) => count === 1 && asked.stop.abort());
    expect(await asked.play()).toEqual(['a signal']);
    expect(asked.log.at(-1)).toBe('/0/1 as k0');
  });

  it('end where the requests of the budget are used up, after the reasons of those that ended before', async () => {
    const asked = table(
      [{ pauses: [1], end: 'answers were lost' }, { pauses: [1] }],
      (count) => count === 3 && asked.spent.abort(),
    );
    expect(await asked.play()).toEqual(['answers were lost', 'the budget of requests is used up']);
  });

  it('make no call where a signal came before', async () => {
    const { log, stop, play } = table([{ pauses: [1] }]);
    stop.abort();
    expect(await play()).toEqual(['a signal']);
    expect(log).toEqual(['rest 0']);
  });
});
