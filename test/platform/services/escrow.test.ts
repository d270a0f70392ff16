/** Escrows under any sequence of calls and waits, compared with a small model of the documents. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/http/message.ts';
import {
  open,
  textOf,
  type Member,
  type Overrides,
  type Reply,
  type Stage,
} from '../../conformance/harness.ts';

/** No limit in the way: what is tested here is the escrow. */
const unlimited = { 'limits.rowScaling': 'tier' };
const names = ['alice', 'bob', 'carol'];
const outside = `0x${'cd'.repeat(20)}`;
const hourMs = 3_600_000;

type Step =
  | { kind: 'create'; style: 'A' | 'B'; by: number; to: number; micros: number; expiresIn: number }
  | { kind: 'release' | 'refund' | 'dispute'; style: 'A' | 'B'; by: number; escrow: number }
  | { kind: 'wait'; ms: number };

const anyStyle = fc.constantFrom<'A' | 'B'>('A', 'B');
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('create' as const),
      style: anyStyle,
      by: fc.nat(2),
      to: fc.nat(3),
      micros: fc.oneof(fc.integer({ min: 99_990, max: 100_060 }), fc.integer({ min: 0, max: 12_000_000 })),
      expiresIn: fc.constantFrom(60, 3_600, 86_400, 30 * 86_400),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom<'release' | 'refund' | 'dispute'>('release', 'refund', 'dispute'),
      style: anyStyle,
      by: fc.nat(2),
      escrow: fc.nat(5),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(1, 59_999, 60_000, hourMs, 86_400_000 - 1, 86_400_000, 48 * hourMs),
    }),
  },
);
const anySteps = fc.array(anyStep, { minLength: 1, maxLength: 25 });

/** What the model knows of one escrow. */
interface Known {
  id: string;
  sender: number;
  receiver: number;
  micros: number;
  feeMicros: number;
  state: string;
  /** When time alone ends it: its expiry, or the end of its dispute. */
  endsAtMs: number;
}

/** The states of the documents and the default readings: nothing else. */
class Model {
  readonly escrows: Known[] = [];
  readonly spendable = [10_000_000, 10_000_000, 10_000_000, 0];
  fees = 0;

  /** Time alone: a locked escrow expires, a disputed one is refunded after 48 hours. */
  wait(nowMs: number): void {
    for (const escrow of this.escrows) {
      if (nowMs < escrow.endsAtMs) continue;
      if (escrow.state === 'locked') this.#end(escrow, 'expired');
      else if (escrow.state === 'disputed') this.#end(escrow, 'refunded');
    }
  }

  creates(step: Extract<Step, { kind: 'create' }>): number {
    if (step.micros < 100_000) return 400;
    if (step.by === step.to) return 400;
    return step.micros > (this.spendable[step.by] ?? 0) ? 422 : 201;
  }

  created(id: string, step: Extract<Step, { kind: 'create' }>, nowMs: number): void {
    const seconds = step.style === 'A' ? 86_400 : step.expiresIn;
    const feeMicros = Math.floor((step.micros + 50) / 100);
    this.escrows.push({
      id,
      sender: step.by,
      receiver: step.to,
      micros: step.micros,
      feeMicros,
      state: 'locked',
      endsAtMs: nowMs + seconds * 1_000,
    });
    this.#give(step.by, -step.micros);
  }

  acts(kind: 'release' | 'refund' | 'dispute', by: number, escrow: Known, nowMs: number): number {
    const isParty = by === escrow.sender || (kind === 'dispute' && by === escrow.receiver);
    if (!isParty) return 403;
    if (escrow.state !== 'locked') return 409;
    if (kind === 'dispute') {
      escrow.state = 'disputed';
      escrow.endsAtMs = nowMs + 48 * hourMs;
    } else this.#end(escrow, kind === 'release' ? 'released' : 'refunded');
    return 200;
  }

  #end(escrow: Known, state: string): void {
    escrow.state = state;
    if (state !== 'released') return this.#give(escrow.sender, escrow.micros);
    this.#give(escrow.receiver, escrow.micros - escrow.feeMicros);
    this.fees += escrow.feeMicros;
  }

  #give(who: number, micros: number): void {
    this.spendable[who] = (this.spendable[who] ?? 0) + micros;
  }
}

/** A world, its agents, and the calls that steps stand for. */
class Play {
  readonly stage: Stage;
  readonly members: readonly Member[];
  readonly model = new Model();

  constructor(overrides: Overrides = {}) {
    this.stage = open({ ...unlimited, ...overrides });
    this.members = names.map((name) => this.stage.joinB(name));
    for (const member of this.members) this.stage.setTier(member, 'enterprise');
  }

  /** Takes a step in the world and in the model; returns the expected and the actual status. */
  take(step: Step): { expected: number; status: number } | undefined {
    const { stage, model } = this;
    if (step.kind === 'wait') {
      stage.advance(step.ms);
      model.wait(stage.nowMs);
      return undefined;
    }
    if (step.kind === 'create') {
      const expected = model.creates(step);
      const reply = this.#create(step);
      if (reply.status === 201) model.created(reply.text('escrow_id'), step, stage.nowMs);
      return { expected, status: reply.status };
    }
    const escrow = model.escrows[step.escrow % Math.max(1, model.escrows.length)];
    if (escrow === undefined) return undefined;
    const expected = model.acts(step.kind, step.by, escrow, stage.nowMs);
    return { expected, status: this.#act(step, escrow.id).status };
  }

  #create({ style, by, to, micros, expiresIn }: Extract<Step, { kind: 'create' }>): Reply {
    const receiver = names[to] ?? outside;
    const amount = micros / 1_000_000;
    const member = this.#member(by);
    if (style === 'B') return member.post('/escrow/escrow', { receiver, amount, expires_in: expiresIn });
    return member.post('/escrow/api/v1/escrow/create', { buyer: names[by], seller: receiver, amount });
  }

  #act({ kind, style, by }: Extract<Step, { escrow: number }>, id: string): Reply {
    const member = this.#member(by);
    const body = kind === 'dispute' ? { reason: 'late' } : {};
    if (style === 'B' || kind === 'refund') return member.post(`/escrow/escrow/${id}/${kind}`, body);
    return member.post(`/escrow/api/v1/escrow/${kind}`, { escrow_id: id, ...body });
  }

  #member(index: number): Member {
    const member = this.members[index];
    if (member === undefined) throw new Error(`there is no agent ${index}`);
    return member;
  }
}

/** Plays steps and calls `look` after each. */
function play(steps: readonly Step[], look: (game: Play) => void, overrides: Overrides = {}): Play {
  const game = new Play(overrides);
  for (const step of steps) {
    game.take(step);
    look(game);
  }
  return game;
}

const details = ({ model, members }: Play): JsonObject[] =>
  model.escrows.map(({ id, sender }) => members[sender]?.escrow(id) ?? {});

const terminal = new Set(['released', 'refunded', 'expired']);

describe('any sequence of calls on escrows', () => {
  it('gets the responses and leaves the balances that the documents state', () => {
    const reached = new Set<string>();
    fc.assert(
      fc.property(anySteps, (steps) => {
        const game = new Play();
        for (const step of steps) {
          const took = game.take(step);
          expect(took?.status, JSON.stringify(step)).toBe(took?.expected);
          if (took !== undefined) reached.add(`${step.kind} ${took.status}`);
          const { model, members, stage } = game;
          expect(members.map(({ spendable }) => spendable)).toEqual(model.spendable.slice(0, 3));
          expect(stage.account('escrow:fees')).toBe(model.fees);
          expect(stage.account(`external:${outside}`) ?? 0).toBe(model.spendable[3]);
          expect(details(game).map(({ status }) => status)).toEqual(model.escrows.map(({ state }) => state));
        }
      }),
      { numRuns: 125 },
    );
    expect([...reached].toSorted()).toEqual([
      'create 201',
      'create 400',
      'create 422',
      'dispute 200',
      'dispute 403',
      'dispute 409',
      'refund 200',
      'refund 403',
      'refund 409',
      'release 200',
      'release 403',
      'release 409',
    ]);
  });

  const anyReadings = fc.record({
    'escrow.expiryState': fc.constantFrom('expired', 'refunded'),
    'escrow.disputedName': fc.constantFrom('disputed', 'frozen', 'locked'),
    'escrow.arbiter': fc.constantFrom('timeout-refund', 'timeout-release', 'seeded'),
    'escrow.disputers': fc.constantFrom('parties', 'sender'),
    'escrow.expiryWhileDisputed': fc.constantFrom('paused', 'runs'),
    'escrow.feeRounding': fc.constantFrom('half-up', 'floor'),
    'referral.payout': fc.constantFrom('daily', 'immediate', 'withdraw'),
  });

  it('conserves money under every policy: all that leaves the pool is with agents, outside, in fees or in shares', () => {
    fc.assert(
      fc.property(anySteps, anyReadings, (steps, readings) => {
        play(
          steps,
          ({ stage, members }) => {
            expect(stage.world.driftMicros()).toBe(0);
            const accounts = ['faucet:pool', 'escrow:fees', 'referral:payable', `external:${outside}`];
            const parts = [
              ...accounts.map((name) => stage.account(name) ?? 0),
              ...members.map(({ spendable, held }) => spendable + held),
            ];
            for (const part of parts) expect(part).toBeGreaterThanOrEqual(0);
            expect(parts.reduce((sum, part) => sum + part, 0)).toBe(1_000_000_000_000);
          },
          readings,
        );
      }),
      { numRuns: 75 },
    );
  });

  it('resolves each escrow once: no final state changes, and no reservation is resolved twice', () => {
    fc.assert(
      fc.property(anySteps, anyReadings, (steps, readings) => {
        const ends = new Map<unknown, string>();
        const { stage } = play(
          [...steps, { kind: 'wait', ms: 30 * 86_400_000 }, { kind: 'wait', ms: 48 * hourMs }],
          (game) => {
            for (const detail of details(game)) {
              const id = detail['escrow_id'];
              const end = JSON.stringify(detail);
              if (ends.has(id)) expect(end).toBe(ends.get(id));
              else if (terminal.has(textOf(detail, 'status'))) ends.set(id, end);
            }
          },
          readings,
        );
        const { ledger } = stage.world;
        const rows = Array.from({ length: ledger.transferCount }, (_, id) => ledger.record(id));
        const resolved = rows.flatMap(({ resolves }) => (resolves === null ? [] : [resolves]));
        expect(new Set(resolved).size).toBe(resolved.length);
        expect(rows.filter(({ id }) => ledger.isOpen(id))).toEqual([]);
        expect(resolved.length).toBe(rows.filter(({ phase }) => phase === 'pending').length);
      }),
      { numRuns: 75 },
    );
  });

  it('reserves for each sender exactly the sum of its open escrows', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        play(steps, ({ members, model }) => {
          const unsettled = model.escrows.filter(({ state }) => !terminal.has(state));
          for (const [index, member] of members.entries()) {
            const own = unsettled.filter(({ sender }) => sender === index);
            expect(member.held).toBe(own.reduce((sum, { micros }) => sum + micros, 0));
          }
        });
      }),
      { numRuns: 50 },
    );
  });

  it('shows the same escrow in style A and in style B, and in lists as in detail', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const game = play(steps, () => undefined);
        for (const member of game.members) {
          const listB = member.get('/escrow/escrows', { limit: '100' }).list('escrows');
          const listA = member.get('/escrow/api/v1/escrow/list').list('escrows');
          expect(listA.map(sharedOfA)).toEqual(listB.map(sharedOfB));
          for (const item of listB) {
            const id = textOf(item, 'escrow_id');
            expect(member.escrow(id)).toMatchObject(item);
            expect(sharedOfA(member.get(`/escrow/api/v1/escrow/${id}`).body)).toEqual(sharedOfB(item));
          }
          const own = game.model.escrows.filter(({ sender, receiver }) =>
            [names[sender], names[receiver]].includes(member.agentId),
          );
          expect(listB.map((item) => item['escrow_id'])).toEqual(own.map(({ id }) => id).toReversed());
        }
      }),
      { numRuns: 50 },
    );
  });

  it('filters by role and status as a filter over the whole list does', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const { members } = play(steps, () => undefined);
        for (const member of members) {
          const list = (query: Record<string, string>) =>
            member.get('/escrow/escrows', { limit: '100', ...query }).list('escrows');
          const all = list({});
          for (const status of ['locked', 'released', 'refunded', 'expired', 'disputed']) {
            expect(list({ status })).toEqual(all.filter((item) => item['status'] === status));
          }
          for (const role of ['sender', 'receiver']) {
            const mine = all.filter((item) => item[role] === member.agentId);
            expect(list({ role })).toEqual(mine);
            expect(list({ role, limit: '2' })).toEqual(mine.slice(0, 2));
          }
        }
      }),
      { numRuns: 30 },
    );
  });
});

/** What the two styles have in common, out of style A's record. */
const sharedOfA = (record: JsonObject) => ({
  id: record['escrow_id'],
  status: record['status'],
  from: record['buyer'],
  to: record['seller'],
  amount: record['amount'],
  fee: record['fee'],
  text: record['memo'],
  times: [record['created_at'], record['expires_at'], record['settled_at']],
  hashes: [record['lock_tx_hash'], record['tx_hash']],
});

/** The same, out of style B's. */
const sharedOfB = (record: JsonObject) => ({
  id: record['escrow_id'],
  status: record['status'],
  from: record['sender'],
  to: record['receiver'],
  amount: Number(record['amount']),
  fee: Number(record['fee']),
  text: record['description'],
  times: [record['created_at'], record['expires_at'], record['settled_at']],
  hashes: [record['lock_tx_hash'], record['tx_hash']],
});

describe('escrow events and requests of the same instant', () => {
  it('run expiries first: a release at expires_at is too late, a millisecond earlier is not', () => {
    const game = new Play();
    const [alice] = game.members;
    const ids = [0, 1].map(() => alice?.lock('bob', 1, { expires_in: 60 }) ?? '');
    game.stage.advance(59_999);
    expect(alice?.post(`/escrow/escrow/${ids[0]}/release`).status).toBe(200);
    game.stage.advance(1);
    expect(alice?.post(`/escrow/escrow/${ids[1]}/release`).verdict).toEqual([409, 'CONFLICT']);
    expect(alice?.post(`/escrow/escrow/${ids[1]}/dispute`, { reason: 'late' }).status).toBe(409);
  });

  it('a held clock delays its expiries, and they run when it is released', () => {
    const { stage, members } = new Play();
    const [alice] = members;
    const id = alice?.lock('bob', 1, { expires_in: 60 }) ?? '';
    stage.fault({ kind: 'clock-hold', service: 'escrow', forMs: hourMs });
    stage.advance(hourMs - 1);
    expect(alice?.escrow(id)['status']).toBe('locked');
    stage.advance(1);
    expect(alice?.escrow(id)['status']).toBe('expired');
    expect(stage.world.driftMicros()).toBe(0);
  });

  it('a clock that is stepped past an expiry runs it at once, and stepping back runs nothing twice', () => {
    const { stage, members } = new Play();
    const [alice] = members;
    const id = alice?.lock('bob', 1, { expires_in: 3_600 }) ?? '';
    stage.fault({ kind: 'clock-step', service: 'escrow', byMs: 3_599_999 });
    expect(alice?.escrow(id)['status']).toBe('locked');
    stage.fault({ kind: 'clock-step', service: 'escrow', byMs: 1 });
    expect(alice?.escrow(id)['status']).toBe('expired');
    stage.fault({ kind: 'clock-step', service: 'escrow', byMs: -2 * 3_600_000 });
    stage.advance('3h');
    expect([alice?.escrow(id)['status'], alice?.spendable]).toEqual(['expired', 10_000_000]);
  });
});

describe('the agent behind an address', () => {
  it('is the one that has it; no other agent can register the address as an id', () => {
    const { stage, members } = new Play();
    const [alice, bob] = members;
    const mallory = stage.anonymous().post('/faucet/register', { agent_id: bob?.address ?? '' });
    expect(mallory.status).toBe(400);
    const id = alice?.lock(bob?.address ?? '', 4) ?? '';
    alice?.post(`/escrow/escrow/${id}/release`);
    expect(bob?.spendable).toBe(13_960_000);
    expect(stage.joinB('dave', { referrer: bob?.address }).agent.referrer?.agentId).toBe('bob');
  });
});
