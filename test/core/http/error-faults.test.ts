/** A 500 leaves no effect at all, or the whole effect and an answer to fetch: never half of one (gap X15). */
import { describe, expect, it } from 'vitest';
import { expectRefused, open, type Member, type Reply, type Stage } from '../../conformance/harness.ts';

interface Cast {
  stage: Stage;
  alice: Member;
  bob: Member;
  ruth: Member;
  /** Of alice, for bob. */
  id: string;
}

function castOf(overrides = {}): Cast {
  const stage = open({ 'referral.payout': 'immediate', ...overrides });
  const ruth = stage.joinB('ruth');
  const alice = stage.joinB('alice', { referrer: 'ruth' });
  const bob = stage.joinB('bob');
  const id = alice.lock('bob', 4, { expires_in: 3 * 86_400 });
  stage.advance('24h');
  return { stage, alice, bob, ruth, id };
}

/** Every operation that has an effect, in both styles where it has two. */
const operations: Record<
  string,
  { service: 'faucet' | 'escrow'; send: (cast: Cast, key?: string) => Reply }
> = {
  'register in style A': {
    service: 'faucet',
    send: ({ stage, bob }, key) =>
      at(bob.withKey(undefined)).post(
        stage,
        '/faucet/api/v1/agents/register',
        { agent_id: 'new', referrer: 'ruth' },
        key,
      ),
  },
  'register in style B': {
    service: 'faucet',
    send: ({ stage, bob }, key) =>
      at(bob.withKey(undefined)).post(stage, '/faucet/register', { agent_id: 'new', referrer: 'ruth' }, key),
  },
  'claim in style A': {
    service: 'faucet',
    send: ({ stage, bob }, key) => at(bob).post(stage, '/faucet/api/v1/faucet/claim', undefined, key),
  },
  'claim in style B': {
    service: 'faucet',
    send: ({ stage, alice }, key) => at(alice).post(stage, '/faucet/claim', undefined, key),
  },
  'create in style A': {
    service: 'escrow',
    send: ({ stage, alice }, key) =>
      at(alice).post(
        stage,
        '/escrow/api/v1/escrow/create',
        { buyer: 'alice', seller: 'bob', amount: 2 },
        key,
      ),
  },
  'create for an address outside': {
    service: 'escrow',
    send: ({ stage, alice }, key) =>
      at(alice).post(stage, '/escrow/escrow', { receiver: `0x${'ab'.repeat(20)}`, amount: 2 }, key),
  },
  release: {
    service: 'escrow',
    send: ({ stage, alice, id }, key) =>
      at(alice).post(stage, `/escrow/escrow/${id}/release`, undefined, key),
  },
  refund: {
    service: 'escrow',
    send: ({ stage, alice, id }, key) => at(alice).post(stage, `/escrow/escrow/${id}/refund`, undefined, key),
  },
  dispute: {
    service: 'escrow',
    send: ({ stage, bob, id }, key) =>
      at(bob).post(stage, `/escrow/escrow/${id}/dispute`, { reason: 'late' }, key),
  },
};

const crossStyle = { 'faucet.crossStyle': 'independent' };

const at = (caller: Pick<Member, 'post'>) => ({
  post: (_stage: Stage, path: string, body: unknown, key: string | undefined) =>
    caller.post(path, body, key === undefined ? {} : { 'idempotency-key': key }),
});

/** What everybody can see: balances, lists, statuses, the public list, and the ledger's own books. */
function everythingSeen({ stage, alice, bob, ruth }: Cast): string {
  stage.advance('1m');
  const seen = [alice, bob, ruth].map((member) => [
    member.get('/escrow/escrows').body,
    member.get('/faucet/api/v1/faucet/status').body,
    member.get('/faucet/referrals').body,
    member.get(`/faucet/api/v1/agents/${member.agentId}`).body,
    member.get('/faucet/api/v1/agents/new').body,
  ]);
  return JSON.stringify([seen, stage.anonymous().get('/_sim/ledger').body]);
}

/** Ids, keys and hashes are drawn anew by a retry; everything else must be the same. */
const withoutDraws = (text: string): string =>
  text
    .replaceAll(/esc_[a-z2-7]{16}/g, 'esc')
    .replaceAll(/sk_live_[a-z2-7]{32}/g, 'key')
    .replaceAll(/0x[0-9a-f]{64}/g, 'hash');

describe.for(Object.entries(operations))('%s', ([, { service, send }]) => {
  it('undone: leaves the world as it was, to the byte', () => {
    const cast = castOf(crossStyle);
    const books = cast.stage.snapshot();
    const fresh = castOf(crossStyle);
    cast.stage.breakDown(service, 'undone');
    expectRefused(send(cast, 'k'), 'INTERNAL_ERROR');
    expect(cast.stage.snapshot()).toBe(books);
    cast.stage.advance('1s');
    fresh.stage.advance('1s');
    expect(everythingSeen(cast)).toBe(everythingSeen(fresh));
    expect(cast.stage.world.driftMicros()).toBe(0);
  });

  it('undone: leaves every timer as it was, so that the future is the same', () => {
    const [cast, fresh] = [castOf(crossStyle), castOf(crossStyle)];
    cast.stage.breakDown(service, 'undone');
    send(cast);
    for (const delay of ['1s', '47h', '1h', '72h']) {
      cast.stage.advance(delay);
      fresh.stage.advance(delay);
      expect(withoutDraws(everythingSeen(cast))).toBe(withoutDraws(everythingSeen(fresh)));
    }
    expect(fresh.alice.escrow(fresh.id)['status']).toBe('expired');
  });

  it('undone: the retry under the same key runs, and does what a first call would have done', () => {
    const [cast, fresh] = [castOf(crossStyle), castOf(crossStyle)];
    cast.stage.breakDown(service, 'undone');
    expectRefused(send(cast, 'k'), 'INTERNAL_ERROR');
    for (const { stage } of [cast, fresh]) stage.advance('1s');
    const [retried, first] = [send(cast, 'k'), send(fresh, 'k')];
    expect(first.status).toBeLessThan(300);
    expect(retried.status).toBe(first.status);
    expect(withoutDraws(JSON.stringify(retried.body))).toBe(withoutDraws(JSON.stringify(first.body)));
    expect(withoutDraws(cast.stage.snapshot())).toBe(withoutDraws(fresh.stage.snapshot()));
  });

  it('before: leaves the world as it was, and the retry runs', () => {
    const cast = castOf(crossStyle);
    const books = cast.stage.snapshot();
    cast.stage.breakDown(service, 'before');
    expectRefused(send(cast, 'k'), 'INTERNAL_ERROR');
    expect(cast.stage.snapshot()).toBe(books);
    cast.stage.advance('1s');
    expect(send(cast, 'k').status).toBeLessThan(300);
  });

  it('after: leaves the whole effect, and a retry under the same key gets the stored answer', () => {
    const [cast, fresh] = [castOf(crossStyle), castOf(crossStyle)];
    cast.stage.breakDown(service, 'after');
    expectRefused(send(cast, 'k'), 'INTERNAL_ERROR');
    const first = send(fresh, 'k');
    const money = (text: string) => ({ ...(JSON.parse(text) as object), registered: undefined });
    expect(money(cast.stage.snapshot())).toEqual(money(fresh.stage.snapshot()));
    cast.stage.advance('1s');
    const books = money(cast.stage.snapshot());
    const retried = send(cast, 'k');
    expect(retried.status).toBe(first.status);
    expect(retried.body).toEqual(first.body);
    expect(money(cast.stage.snapshot())).toEqual(books);
  });
});

describe('an error rate', () => {
  it('strikes about as often as it says, and never harms the books', () => {
    const { stage, alice } = castOf({ 'limits.styleB': 'row' });
    stage.setTier(alice, 'enterprise');
    stage.fault({ kind: 'error', service: 'escrow', forMs: 86_400_000, rate: 0.25, effect: 'undone' });
    const statuses: number[] = [];
    for (let count = 0; count < 400; count++) {
      statuses.push(
        alice.post('/escrow/api/v1/escrow/create', { buyer: 'alice', seller: 'bob', amount: 0.1 }).status,
      );
      statuses.push(alice.get('/faucet/api/v1/faucet/status').status);
    }
    const struck = statuses.filter((status) => status === 500).length;
    expect(struck).toBeGreaterThan(70);
    expect(struck).toBeLessThan(130);
    expect(statuses.filter((_status, index) => index % 2 === 1)).not.toContain(500);
    expect(stage.world.driftMicros()).toBe(0);
  });
});
