/** What a network delivers beside what it is planned to: both sides of each bound, and nothing where chance may be the cause. */
import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../src/simulation/scenario/scenario.ts';
import { Deliveries } from '../../../src/verification/check/deliveries.ts';

const perfect = { latency: null, drop: 0, dropAnswer: 0, duplicate: 0, timeoutMs: 30_000 };

interface Run {
  readonly network?: Partial<typeof perfect> | { readonly latency: { medianMs: number; p99Ms: number } };
  readonly calls?: number;
  /** When the calls are sent, in milliseconds; the run takes an hour. */
  readonly atMs?: number;
  readonly arrived?: number;
  /** How long each answer took; -1 for none until the timeout. */
  readonly waits?: readonly number[];
  readonly isSlow?: boolean;
  readonly group?: string;
}

function saidOf({ network = {}, calls = 0, atMs = 0, arrived = calls, waits, isSlow = false, group = 'alice' }: Run): string | undefined {
  const scenario = {
    forMs: 3_600_000,
    network: { ...perfect, ...network },
    faults: isSlow ? [{ kind: 'slow' }] : [],
    groups: [{ name: group }],
    calls: Array.from({ length: calls }, () => ({ by: 'alice', atMs })),
  } as unknown as Scenario;
  const deliveries = new Deliveries(scenario);
  for (let count = 0; count < arrived; count += 1) deliveries.arrived();
  const { timeoutMs } = scenario.network;
  for (const wait of waits ?? Array.from({ length: calls }, () => 0))
    deliveries.received({ status: wait < 0 ? 0 : 200, sentAtMs: 5, receivedAtMs: 5 + (wait < 0 ? timeoutMs : wait) });
  return deliveries.mistake();
} // prettier-ignore

const times = (count: number, wait: number): number[] => Array.from({ length: count }, () => wait);

describe('of a network without losses', () => {
  it('each call arrives once', () => {
    expect(saidOf({ calls: 3 })).toBeUndefined();
    expect(saidOf({ calls: 3, arrived: 4 })).toBe('3 calls arrive 4 times, and none is to arrive twice');
    expect(saidOf({ calls: 3, arrived: 2 })).toBe('2 of 3 calls arrive, and none is to be lost');
  });

  it('a call at the end may be under way, and one after it is never sent', () => {
    const latency = { medianMs: 40, p99Ms: 400 };
    const late = { network: { latency }, calls: 1, atMs: 3_000_001, waits: [] };
    expect(saidOf({ ...late, arrived: 0 })).toBeUndefined();
    expect(saidOf({ ...late, atMs: 3_000_000, arrived: 0 })).toBe('0 of 1 calls arrive, and none is to be lost');
    expect(saidOf({ calls: 1, atMs: 3_600_001, arrived: 0, waits: [] })).toBeUndefined();
    expect(saidOf({ calls: 1, atMs: 3_600_001, arrived: 1, waits: [] })).toContain('0 calls arrive 1 times');
    expect(saidOf({ calls: 1, atMs: 3_600_000, arrived: 0, waits: [] })).toContain('0 of 1 calls arrive');
  });

  it('each call has an end', () => {
    expect(saidOf({ calls: 2, waits: [0] })).toBe('2 to 2 calls have an end, and 1 ends are seen');
    expect(saidOf({ calls: 2, waits: [0, 0, 0] })).toBe('2 to 2 calls have an end, and 3 ends are seen');
    const last = { calls: 1, atMs: 3_570_000, waits: [] };
    expect([saidOf(last), saidOf({ ...last, atMs: 3_569_999 })]).toEqual([undefined, '1 to 1 calls have an end, and 0 ends are seen']);
  });

  it('a call may wait for a late answer, and never be sent', () => {
    expect(saidOf({ calls: 2, arrived: 1, waits: [2_000], isSlow: true })).toBeUndefined();
    expect(saidOf({ calls: 2, arrived: 1, waits: [-1], network: { drop: 0.1 } })).toBeUndefined();
    expect(saidOf({ calls: 2, arrived: 3, waits: [0, 0], isSlow: true })).toContain('2 calls arrive 3 times');
    expect(saidOf({ calls: 2, waits: [0, 0, 0], isSlow: true })).toContain('3 ends are seen');
  });

  it('each call has an answer, unless a service is slow', () => {
    expect(saidOf({ calls: 2, waits: [0, -1] })).toBe('1 calls have no answer, and none is to be lost');
    expect(saidOf({ calls: 2, waits: [0, -1], isSlow: true })).toBeUndefined();
  });

  it('nothing is said of agents that choose what they call, but for their timeouts', () => {
    expect(saidOf({ calls: 3, arrived: 9, group: 'trader' })).toBeUndefined();
    expect(saidOf({ calls: 1, waits: [30_001], group: 'trader' })).toBe('a client waits 30001 ms for an answer; its timeout is 30000 ms');
  });
}); // prettier-ignore

it('a client waits up to its timeout for an answer, and as long for none', () => {
  expect(saidOf({ calls: 1, waits: [30_000] })).toBeUndefined();
  const deliveries = new Deliveries({ forMs: 1, network: perfect, faults: [], groups: [], calls: [] } as unknown as Scenario); // prettier-ignore
  deliveries.received({ status: 0, sentAtMs: 0, receivedAtMs: 29_999 });
  expect(deliveries.mistake()).toBe('a client waits 29999 ms for no answer; its timeout is 30000 ms');
});

describe('of a network that loses and doubles', () => {
  it('something is lost of many calls', () => {
    const network = { drop: 0.1, dropAnswer: 0.1 };
    expect(saidOf({ network, calls: 98 })).toBeUndefined();
    expect(saidOf({ network, calls: 99 })).toBe('none of 99 calls is lost; expected 19% of them');
    expect(saidOf({ network, calls: 99, waits: [...times(98, 0), -1] })).toBeUndefined();
  });

  it('not nearly all are lost', () => {
    const network = { drop: 0.1, dropAnswer: 0.1 };
    expect(saidOf({ network, calls: 100, arrived: 60, waits: [...times(49, 0), ...times(51, -1)] })).toBeUndefined();
    expect(saidOf({ network, calls: 100, arrived: 60, waits: [...times(48, 0), ...times(52, -1)] })).toBe('52 of 100 calls have no answer; expected 19% of them');
    expect(saidOf({ network, calls: 100, arrived: 60, waits: times(100, -1), isSlow: true })).toBeUndefined();
  });

  it('something comes twice of many calls, and not nearly all of it', () => {
    const network = { duplicate: 0.3 };
    expect(saidOf({ network, calls: 58 })).toBeUndefined();
    expect(saidOf({ network, calls: 59 })).toBe('none of 59 calls arrives twice; expected 30% of them');
    expect(saidOf({ network, calls: 59, arrived: 60 })).toBeUndefined();
    expect(saidOf({ network, calls: 100, arrived: 162 })).toBeUndefined();
    expect(saidOf({ network, calls: 100, arrived: 163 })).toBe('100 calls arrive 163 times; expected 30% of them to arrive twice');
  });
}); // prettier-ignore

describe('of a network that takes time', () => {
  const network = { latency: { medianMs: 40, p99Ms: 400 } };
  const slack = Math.floor(Math.sqrt((100 * Math.log(1e9)) / 2));

  it('three answers in four take the median of one way', () => {
    const early = 25 + slack;
    expect(saidOf({ network, calls: 100, waits: [...times(early, 39), ...times(100 - early, 40)] })).toBeUndefined();
    expect(saidOf({ network, calls: 100, waits: [...times(early + 1, 39), ...times(99 - early, 40)] })).toBe(
      `${early + 1} of 100 answers take less than 40 ms; expected a fourth of them`,
    );
    expect(saidOf({ network, calls: 100, waits: times(100, 0), isSlow: true })).toBeUndefined();
    expect(saidOf({ network: { latency: { medianMs: 0, p99Ms: 0 } }, calls: 100, waits: times(100, 0) })).toBeUndefined();
  });

  it('few take longer than both ways do in one case of a hundred', () => {
    const late = 2 + slack;
    expect(saidOf({ network, calls: 100, waits: [...times(late, 801), ...times(100 - late, 800)] })).toBeUndefined();
    expect(saidOf({ network, calls: 100, waits: [...times(late + 1, 801), ...times(99 - late, 800)] })).toBe(
      `${late + 1} of 100 answers take more than 800 ms; expected one in fifty`,
    );
  });
}); // prettier-ignore
