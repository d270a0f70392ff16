/** Everything that the control room shows at one moment, and the stream of it: whole answers of a small world. */
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { HeaderPairs, OpenAnswer, Reply } from '../../../../src/host/serve/connection.ts';
import { snapshotOf } from '../../../../src/host/serve/control-room/snapshot.ts';
import { RoomStreams } from '../../../../src/host/serve/control-room/streams.ts';
import type { Sandbox } from '../../../../src/host/serve/sandbox.ts';
import type { Fault } from '../../../../src/platform/world/faults.ts';
import type { Snapshot } from '../../../../src/report/room-state.ts';
import { newSandbox } from '../serving.ts';
import { Kept } from './kept.ts';
import { ask, join, smallRoom } from './small-room.ts';

const kept = new Kept('snapshot.json');

describe('the snapshot of a room', () => {
  let empty: Sandbox;
  beforeAll(() => {
    empty = newSandbox({ seed: 'first' });
  });

  it('has its requests, events, faults, figures and money', () => {
    const found = snapshotOf(smallRoom());
    expect(found).toEqual(kept.value('small room', found));
  });

  it('of a new world is empty', () => {
    const { policyHash, digest, ...found } = snapshotOf(empty);
    expect([policyHash, digest]).toEqual([empty.world.policyHash, empty.world.digest().digest]);
    expect(found).toEqual({
      now: '2026-01-01T00:00:00.000Z',
      start: '2026-01-01T00:00:00.000Z',
      past: 1,
      branch: 'main',
      pace: 'manual',
      seed: 'first',
      profile: 'published',
      counts: { agents: 0, requests: 0, transfers: 1, ok: 0, refused: 0, limited: 0, failed: 0 },
      money: { pool: '1000000.00', driftMicros: 0 },
      requests: [],
      happenings: [],
      faults: [],
      changedPolicies: {},
    } satisfies Omit<Snapshot, 'policyHash' | 'digest'>);
  });

  it('has the policies that are no default of the profile', () => {
    const policies = { 'limits.burst': 'x3' };
    expect(snapshotOf(newSandbox({ policies, pace: 60 }))).toMatchObject({ changedPolicies: policies, pace: '60x' });
  }); // prettier-ignore

  it('has no drift of a ledger of more than twenty thousand transfers', () => {
    const sandbox = newSandbox();
    const { ledger } = sandbox.world;
    const [debit, credit] = [ledger.accountNamed('faucet:pool') ?? 0, ledger.openAccount('agent:test')];
    while (ledger.transferCount < 20_000)
      ledger.transfer({ kind: 'faucet-claim', debit, credit, amount: 1, atMs: 0 });
    expect(snapshotOf(sandbox).money).toEqual({ pool: '999999.980001', driftMicros: 0 });
    ledger.transfer({ kind: 'faucet-claim', debit, credit, amount: 1, atMs: 0 });
    expect(snapshotOf(sandbox).money).toEqual({ pool: '999999.98', driftMicros: null });
  });

  it('has the latest sixty requests', () => {
    const sandbox = newSandbox();
    const numbers = (): number[] => snapshotOf(sandbox).requests.map(({ number }) => number);
    for (let index = 0; index < 60; index++) ask(sandbox, 'GET /nowhere', { ip: `10.0.0.${index}` });
    expect(numbers()).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    ask(sandbox, 'GET /nowhere', { ip: '10.0.1.1' });
    expect(numbers()).toEqual(Array.from({ length: 60 }, (_, index) => index + 2));
  });
});

describe('the faults of a snapshot', () => {
  const startMs = Date.UTC(2026, 0, 1);
  const outage = (atMs: number, forMs: number): Fault => ({
    kind: 'outage',
    service: 'escrow',
    atMs: startMs + atMs,
    forMs,
  });
  const withFaults = (...faults: Fault[]): Sandbox => {
    const sandbox = newSandbox();
    for (const fault of faults) sandbox.addFault(fault);
    return sandbox;
  };

  it.each([
    [0, ['2 planned', '3 planned', '4 planned', '1 on']],
    [999, ['2 planned', '3 planned', '4 planned', '1 on']],
    [1000, ['2 planned', '3 planned', '1 on', '4 on']],
    [1999, ['2 planned', '3 planned', '1 on', '4 on']],
    [2000, ['1 over', '3 over', '2 planned', '4 on']],
    [3000, ['1 over', '3 over', '4 over', '2 on']],
    [4000, ['1 over', '2 over', '3 over', '4 over']],
  ])('after %i ms', (ms, states) => {
    const jump: Fault = {
      kind: 'price-jump',
      service: 'trading',
      market: 'all',
      basisPoints: 100,
      atMs: startMs + 2000,
    };
    const sandbox = withFaults(outage(0, 2000), outage(3000, 1000), jump, outage(1000, 2000));
    sandbox.advance(startMs + ms);
    const { faults } = snapshotOf(sandbox);
    expect(faults.map(({ number, state }) => `${number} ${state}`)).toEqual(states);
    expect(faults.find(({ number }) => number === 3)).toMatchObject({
      service: 'trading',
      kind: 'price-jump',
      from: '2026-01-01T00:00:02.000Z',
      until: null,
    });
    expect(faults.find(({ number }) => number === 4)?.until).toBe('2026-01-01T00:00:03.000Z');
  });

  it('are the latest twenty of those that are over or on, and the first twenty that are planned', () => {
    const of = (count: number, fault: Fault): Fault[] => Array<Fault>(count).fill(fault);
    const sandbox = withFaults(...of(21, outage(0, 1000)), ...of(22, outage(1000, 2000)), ...of(23, outage(5000, 1)));
    const numbers = (from: number): number[] => Array.from({ length: 20 }, (_, index) => from + index);
    const shown = (): number[] => snapshotOf(sandbox).faults.map(({ number }) => number);
    sandbox.advance(startMs + 1000);
    expect(shown()).toEqual([...numbers(2), ...numbers(44), ...numbers(24)]);
  }); // prettier-ignore
});

/** Only collects what is written. */
class Collected implements Reply, OpenAnswer {
  readonly written: string[] = [];
  readonly opened: unknown[] = [];
  isGone = false;
  isEnded = false;
  #closed: (() => void) | undefined;

  send(): void {
    throw new Error('a stream is not sent');
  }
  open(status: number, headers: HeaderPairs): OpenAnswer | undefined {
    this.opened.push([status, headers]);
    return this.isGone ? undefined : this;
  }
  write(text: string): void {
    this.written.push(text);
  }
  end(): void {
    this.isEnded = true;
    this.#closed?.();
  }
  onClosed(closed: () => void): void {
    this.#closed = closed;
  }
}

describe('the streams of a room', () => {
  function streaming(intervalMs?: number): {
    sandbox: Sandbox;
    streams: RoomStreams;
    opened: () => Collected;
  } {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const sandbox = newSandbox();
    const streams = new RoomStreams(sandbox, intervalMs);
    const opened = (): Collected => {
      const reply = new Collected();
      streams.open(reply);
      return reply;
    };
    return { sandbox, streams, opened };
  }
  const pictureOf = (sandbox: Sandbox): string =>
    `event: state\ndata: ${JSON.stringify(snapshotOf(sandbox))}\n\n`;

  it('begin with the state, and send it again when it has changed', () => {
    const { sandbox, opened } = streaming();
    const reply = opened();
    const first = `retry: 1000\n\n${pictureOf(sandbox)}`;
    const headers = ['content-type', 'text/event-stream; charset=utf-8', 'cache-control', 'no-store'];
    expect([reply.opened, reply.written]).toEqual([[[200, headers]], [first]]);
    join(sandbox, 'alice');
    vi.advanceTimersByTime(199);
    expect(reply.written).toEqual([first]);
    vi.advanceTimersByTime(1);
    const second = pictureOf(sandbox);
    expect(reply.written).toEqual([first, second]);
    vi.advanceTimersByTime(400);
    expect(reply.written).toEqual([first, second]);
  });

  const changes: readonly (readonly [what: string, change: (sandbox: Sandbox) => void])[] = [
    ['an answer', (sandbox) => ask(sandbox, 'GET /nowhere')],
    ['an instant', (sandbox) => sandbox.advance(sandbox.nowMs + 1)],
    ['a pace', (sandbox) => sandbox.setPace(60)],
    ['a fault', (sandbox) => sandbox.addFault({ kind: 'outage', service: 'escrow', atMs: sandbox.nowMs + 9, forMs: 1 })],
    ['a checkpoint', (sandbox) => ask(sandbox, 'POST /_sim/checkpoint', { body: { name: 'before' } })],
    ['a reset', (sandbox) => sandbox.reset(sandbox.setup)],
  ]; // prettier-ignore
  it.each(changes)('send the state once after %s', (_, change) => {
    const { sandbox, opened } = streaming(50);
    const reply = opened();
    change(sandbox);
    vi.advanceTimersByTime(50);
    expect(reply.written.slice(1)).toEqual([pictureOf(sandbox)]);
    vi.advanceTimersByTime(100);
    expect(reply.written).toHaveLength(2);
  });

  it('give a sign of life after 75 pictures without a change', () => {
    const { opened } = streaming(10);
    const reply = opened();
    vi.advanceTimersByTime(749);
    expect(reply.written).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(reply.written.slice(1)).toEqual([': still here\n\n']);
    vi.advanceTimersByTime(749);
    expect(reply.written).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(reply.written.slice(1)).toEqual([': still here\n\n', ': still here\n\n']);
  });

  it('go to all of at most 32 clients: another one ends the oldest', () => {
    const { sandbox, opened } = streaming(10);
    const replies = Array.from({ length: 32 }, opened);
    expect(replies.some(({ isEnded }) => isEnded)).toBe(false);
    replies.push(opened());
    expect(replies.map(({ isEnded }) => isEnded)).toEqual([true, ...Array<boolean>(32).fill(false)]);
    sandbox.setPace(2);
    vi.advanceTimersByTime(10);
    expect(replies.map(({ written }) => written.length)).toEqual([1, ...Array<number>(32).fill(2)]);
  });

  it('stop with the last client, and begin again with the next', () => {
    const { sandbox, streams, opened } = streaming(10);
    const [one, other] = [opened(), opened()];
    expect(vi.getTimerCount()).toBe(1);
    one.end();
    expect(vi.getTimerCount()).toBe(1);
    other.end();
    expect(vi.getTimerCount()).toBe(0);
    const [next, last] = [opened(), opened()];
    expect(vi.getTimerCount()).toBe(1);
    sandbox.setPace(2);
    vi.advanceTimersByTime(10);
    expect([one, other, next, last].map(({ written }) => written.length)).toEqual([1, 1, 2, 2]);
    streams.close();
    expect([vi.getTimerCount(), next.isEnded, last.isEnded]).toEqual([0, true, true]);
  });

  it('are not for a client that is gone', () => {
    const { streams } = streaming(10);
    const reply = new Collected();
    reply.isGone = true;
    streams.open(reply);
    expect([reply.written, vi.getTimerCount()]).toEqual([[], 0]);
  });
});
