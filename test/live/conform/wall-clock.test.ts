/** A clock that runs by itself, to the millisecond: what is estimated, what is followed, and what a refusal says. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveAnswer, LiveClient } from '../../../src/live/conform/live-client.ts';
import { WallClockTarget } from '../../../src/live/conform/wall-clock-target.ts';
import { readTarget, type Target } from '../../../src/live/traffic/target/target.ts';
import { answerOf } from './exchanges.ts';

let wallMs = 0;

beforeEach(() => {
  wallMs = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => wallMs);
});

afterEach(() => void vi.restoreAllMocks());

const dateMs = Date.UTC(2026, 0, 1);
const dated = (ms: number): LiveAnswer =>
  answerOf({}, 200, `HTTP/1.1 200 OK\r\nDate: ${new Date(ms).toUTCString()}\r\n\r\n`);

const targetOf = (extra: string): Target =>
  readTarget('toy.yaml', `name: toy\nhosts: [127.0.0.1]\nallow: writes\n${extra}`);

/** Begins at a target that gives this answer. */
const begun = async (answer: LiveAnswer, target = targetOf('services: { faucet: "http://127.0.0.1:1234/f" }\n')) =>
  WallClockTarget.begin(
    { target, line: { send: () => Promise.resolve(answer) } as unknown as LiveClient, sendsAddresses: false },
    'seed',
    { isHurried: false, runMs: 10_000, limitWaitMs: 5_000 },
  ); // prettier-ignore

describe('a clock that runs by itself', () => {
  it('goes on by fractions of milliseconds where a response states the second that it is in', async () => {
    const target = await begun(dated(dateMs));
    const read: number[] = [];
    for (const _ of [1, 2, 3, 4]) {
      wallMs += 0.75;
      read.push(target.answeredAtMs(dated(dateMs)) - dateMs - 500);
    }
    expect(read).toEqual([0, 1, 2, 3]);
  });

  it('follows a date that is just not too far from it, before and after', async () => {
    const mostMs = 120_000;
    for (const [byMs, inSecond] of [[mostMs, 0], [-mostMs, 999]] as const) {
      const target = await begun(dated(dateMs));
      wallMs += 500;
      expect(target.answeredAtMs(dated(dateMs + 1_000 + byMs))).toBe(dateMs + 1_000 + byMs + inSecond);
    }
  }); // prettier-ignore

  it('runs as fast as the wall clock where the target file says no factor', async () => {
    const now = answerOf({ now: new Date(dateMs).toISOString(), policy_hash: 'ab' });
    const target = await begun(now, targetOf('sandbox: "http://127.0.0.1:1234"\nclock: sandbox\n'));
    wallMs += 250;
    expect(await target.untilMs(false)).toBe(dateMs + 250);
    expect(target.toleranceMs(answerOf())).toBe(2_006);
  });

  it('is not that of a target without services, which is asked by no address', async () => {
    const target = { ...targetOf('sandbox: "http://127.0.0.1:1234"\n'), services: new Map() };
    await expect(begun({ kind: 'failed', reason: 'no address' }, target)).rejects.toThrow(
      /^toy\.yaml: the target does not answer: GET: no address$/,
    );
  });
});
