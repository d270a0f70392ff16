/** Idempotency-Key (gap X15): one key, one effect, one answer, for a day. */
import { describe, expect, it } from 'vitest';
import { admitted, expectRefused, open, type Member, type Stage } from '../../conformance/harness.ts';

function scene(overrides = {}): { stage: Stage; alice: Member; bob: Member } {
  const stage = open(overrides);
  return { stage, ...stage.pair() };
}

const order = { receiver: 'bob', amount: 1 };
const create = (member: Member, key: string, body: unknown = order) =>
  member.post('/escrow/escrow', body, { 'idempotency-key': key });

describe('the same key', () => {
  it('replays the stored answer to the same request, with no further effect', () => {
    const { stage, alice } = scene();
    const first = create(alice, 'k');
    const before = stage.snapshot();
    stage.advance('1h');
    const again = create(alice, 'k');
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(alice.held).toBe(1_000_000);
    const { registered: _before, ...money } = JSON.parse(before) as Record<string, unknown>;
    expect(JSON.parse(stage.snapshot())).toMatchObject(money);
  });

  it('is a conflict for a different body, path or parameter, and changes nothing', () => {
    const { stage, alice } = scene();
    const id = create(alice, 'k').text('escrow_id');
    const other = create(alice, 'other').text('escrow_id');
    const release = (escrow: string) =>
      alice.post(`/escrow/escrow/${escrow}/release`, undefined, { 'idempotency-key': 'r' });
    expect(release(id).status).toBe(200);
    const before = stage.snapshot();
    expectRefused(create(alice, 'k', { ...order, amount: 2 }), 'CONFLICT');
    expectRefused(create(alice, 'k', { ...order, description: 'x' }), 'CONFLICT');
    expectRefused(release(other), 'CONFLICT');
    expect(stage.snapshot()).toBe(before);
    expect(alice.escrow(other)['status']).toBe('locked');
  });

  it('belongs to one operation in one style', () => {
    const { alice } = scene();
    const id = create(alice, 'k').text('escrow_id');
    const released = alice.post(`/escrow/escrow/${id}/release`, undefined, { 'idempotency-key': 'k' });
    expect(released.body['status']).toBe('released');
  });

  it('belongs to one agent: two agents may use one key', () => {
    const { alice, bob } = scene();
    const ofAlice = create(alice, 'k', { receiver: 'bob', amount: 1 });
    const ofBob = create(bob, 'k', { receiver: 'alice', amount: 2 });
    expect([ofAlice.status, ofBob.status]).toEqual([201, 201]);
    expect(ofBob.body['escrow_id']).not.toBe(ofAlice.body['escrow_id']);
    expect([alice.held, bob.held]).toEqual([1_000_000, 2_000_000]);
    expect(create(bob, 'k', { receiver: 'alice', amount: 2 }).body).toEqual(ofBob.body);
  });

  it('belongs to one address where there is no key: a repeated registration gives the same API key', () => {
    const stage = open();
    const [one, two] = [stage.anonymous(), stage.anonymous()];
    const headers = { 'idempotency-key': 'k' };
    const first = one.post('/faucet/register', { agent_id: 'alice' }, headers);
    expect(one.post('/faucet/register', { agent_id: 'alice' }, headers).body).toEqual(first.body);
    expectRefused(two.post('/faucet/register', { agent_id: 'alice' }, headers), 'CONFLICT');
    expectRefused(two.post('/faucet/register', { agent_id: 'bob' }, headers), 'CONFLICT');
    expect(two.post('/faucet/register', { agent_id: 'bob' }, { 'idempotency-key': 'l' }).status).toBe(201);
  });

  it('replays for 24 hours less a millisecond, and runs the request again after 24 hours', () => {
    const { stage, alice } = scene();
    const first = create(alice, 'k').text('escrow_id');
    stage.advance(86_399_999);
    expect(create(alice, 'k').text('escrow_id')).toBe(first);
    stage.advance(1);
    expect(create(alice, 'k').text('escrow_id')).not.toBe(first);
  });

  it('counts as a request each time', () => {
    const { alice } = scene();
    const left = () => create(alice, 'k').header('x-ratelimit-remaining');
    expect([left(), left(), left()]).toEqual([49, 48, 47]);
  });

  it('means nothing on a GET', () => {
    const { alice } = scene();
    const list = () => alice.get('/escrow/escrows', {}, { 'idempotency-key': 'k' }).list('escrows').length;
    expect(list()).toBe(0);
    create(alice, 'x');
    expect(list()).toBe(1);
  });
});

describe('what is not kept', () => {
  it('a 500 before the effect: the retry runs', () => {
    const { stage, alice } = scene();
    stage.breakDown('escrow', 'before');
    expectRefused(create(alice, 'k'), 'INTERNAL_ERROR');
    stage.advance('1s');
    expect(create(alice, 'k').status).toBe(201);
  });

  it('a 503 of an outage or of an empty pool: the retry runs', () => {
    const { stage, alice } = scene({ 'faucet.pool': '20' });
    stage.fault({ kind: 'outage', service: 'escrow', forMs: 1_000 });
    expectRefused(create(alice, 'k'), 'SERVICE_UNAVAILABLE');
    stage.advance('24h');
    expect(create(alice, 'k').status).toBe(201);
    const claim = () => alice.post('/faucet/claim', undefined, { 'idempotency-key': 'k' });
    expectRefused(claim(), 'SERVICE_UNAVAILABLE');
    stage.world.ledger.book({
      debit: alice.agent.account,
      credit: accountNamed(stage, 'faucet:pool'),
      amount: 2_000_000,
      kind: 'genesis',
      atMs: stage.nowMs,
    });
    expect(claim().status).toBe(200);
  });

  it('a 429 of the limiter or of an operation: the retry runs', () => {
    const { stage, alice } = scene({ 'faucet.repeatClaim': 'rate-limit' });
    const claim = () => alice.post('/faucet/claim', undefined, { 'idempotency-key': 'k' });
    expectRefused(claim(), 'RATE_LIMIT');
    admitted(60, () => alice.get('/none'));
    expectRefused(create(alice, 'k'), 'RATE_LIMIT');
    stage.advance('10s');
    expect(create(alice, 'k').status).toBe(201);
    stage.advance(86_390_000);
    expect(claim().status).toBe(200);
  });

  it('a 400 of validation: the corrected request runs under the same key', () => {
    const { alice } = scene();
    expectRefused(create(alice, 'k', { receiver: 'bob' }), 'BAD_REQUEST');
    expectRefused(create(alice, 'k', { receiver: 'bob', amount: 0.01 }), 'BAD_REQUEST');
    expect(create(alice, 'k').status).toBe(201);
  });

  it('a 401, of the key or of a keyless claim: the retry runs', () => {
    const stage = open({ 'faucet.firstClaim': 'keyless' });
    const caller = stage.anonymous();
    const claim = () => caller.post('/faucet/claim', { agent_id: 'anna' }, { 'idempotency-key': 'k' });
    expectRefused(claim(), 'UNAUTHORIZED');
    caller.post('/faucet/api/v1/agents/register', { agent_id: 'anna' });
    expect(claim().status).toBe(200);
  });

  it('but a refusal of the operation is kept, as the answer to this very request', () => {
    const { alice, bob } = scene();
    const rich = { receiver: 'bob', amount: 11 };
    expectRefused(create(alice, 'k', rich), 'INSUFFICIENT_BALANCE');
    bob.post(`/escrow/escrow/${bob.lock('alice', 5)}/release`);
    expectRefused(create(alice, 'k', rich), 'INSUFFICIENT_BALANCE');
    expect(create(alice, 'fresh', rich).status).toBe(201);
  });
});

function accountNamed(stage: Stage, name: string): number {
  const { ledger } = stage.world;
  for (let id = 0; id < ledger.accountCount; id++) if (ledger.accountName(id) === name) return id;
  throw new Error(`no account ${name}`);
}
