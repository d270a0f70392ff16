/** Which check speaks first (gap E11): every set of checks that one request can fail at once, under both orders. */
import { describe, expect, it } from 'vitest';
import { admitted, open, type Member, type Reply, type Stage } from '../../conformance/harness.ts';

const orders = {
  'limiter-first': ['limiter', 'key', 'validation', 'existence', 'permission', 'state', 'balance'],
  'auth-first': ['key', 'limiter', 'validation', 'existence', 'permission', 'state', 'balance'],
} as const;
type Check = (typeof orders)['limiter-first'][number];

const codeOf: Record<Check, string> = {
  limiter: 'RATE_LIMIT',
  key: 'UNAUTHORIZED',
  validation: 'BAD_REQUEST',
  existence: 'NOT_FOUND',
  permission: 'FORBIDDEN',
  state: 'CONFLICT',
  balance: 'INSUFFICIENT_BALANCE',
};

interface Cast {
  stage: Stage;
  alice: Member;
  carol: Member;
  locked: string;
  released: string;
}

/** A request, and the checks it can be made to fail, each whatever else fails. */
interface Call {
  readonly checks: readonly Check[];
  readonly send: (cast: Cast, fails: (check: Check) => boolean) => Reply;
}

const calls: Record<string, Call> = {
  'a dispute in style A': {
    checks: ['limiter', 'key', 'validation', 'existence', 'permission', 'state'],
    send: ({ alice, carol, locked, released }, fails) => {
      const caller = fails('permission') ? carol : alice;
      const id = fails('existence') ? 'esc_unknown' : fails('state') ? released : locked;
      const body = { escrow_id: id, ...(fails('validation') ? {} : { reason: 'late' }) };
      return (fails('key') ? caller.withKey(undefined) : caller).post('/escrow/api/v1/escrow/dispute', body);
    },
  },
  'a dispute in style B': {
    checks: ['limiter', 'key', 'validation', 'existence', 'permission', 'state'],
    send: ({ alice, carol, locked, released }, fails) => {
      const caller = fails('permission') ? carol : alice;
      const id = fails('existence') ? 'esc_unknown' : fails('state') ? released : locked;
      const body = fails('validation') ? { reason: 7 } : { reason: 'late' };
      return (fails('key') ? caller.withKey(undefined) : caller).post(`/escrow/escrow/${id}/dispute`, body);
    },
  },
  'a release in style B': {
    checks: ['limiter', 'key', 'existence', 'permission', 'state'],
    send: ({ alice, carol, locked, released }, fails) => {
      const caller = fails('permission') ? carol : alice;
      const id = fails('existence') ? 'esc_unknown' : fails('state') ? released : locked;
      return (fails('key') ? caller.withKey(undefined) : caller).post(`/escrow/escrow/${id}/release`);
    },
  },
  'a creation in style A': {
    checks: ['limiter', 'key', 'validation', 'existence', 'permission', 'balance'],
    send: ({ alice }, fails) => {
      const body = {
        buyer: fails('permission') ? 'carol' : 'alice',
        seller: fails('existence') ? 'nobody' : 'bob',
        amount: fails('balance') ? 999 : 1,
        memo: fails('validation') ? 7 : 'a poem',
      };
      return (fails('key') ? alice.withKey(undefined) : alice).post('/escrow/api/v1/escrow/create', body);
    },
  },
};

function castOf(order: keyof typeof orders): Cast {
  const stage = open({ 'errors.order': order });
  const { alice } = stage.pair();
  const carol = stage.joinB('carol');
  const [locked, released] = [alice.lock('bob', 1), alice.lock('bob', 1)];
  alice.post(`/escrow/escrow/${released}/release`);
  stage.advance('1m');
  return { stage, alice, carol, locked, released };
}

/** Uses up the quota of both keys, and of both addresses for whoever comes without one. */
function exhaust({ alice, carol }: Cast): void {
  for (const member of [alice, carol]) {
    for (const caller of [member, member.withKey(undefined)]) admitted(60, () => caller.get('/none'));
  }
}

const subsetsOf = (checks: readonly Check[]): Check[][] =>
  Array.from({ length: 2 ** checks.length }, (_, bits) => checks.filter((_check, bit) => (bits >> bit) & 1));

for (const [order, precedence] of Object.entries(orders)) {
  describe(`policy errors.order: ${order}`, () => {
    for (const [name, { checks, send }] of Object.entries(calls)) {
      it(`${name} is refused by the first of the checks it fails, for all ${2 ** checks.length} sets of them`, () => {
        // A refusal changes nothing, as each of them shows: those with an exhausted quota can share it.
        const exhausted = castOf(order as keyof typeof orders);
        exhaust(exhausted);
        for (const failing of subsetsOf(checks)) {
          const cast = failing.includes('limiter') ? exhausted : castOf(order as keyof typeof orders);
          const first = precedence.find((check) => failing.includes(check));
          const before = cast.stage.snapshot();
          const reply = send(cast, (check) => failing.includes(check));
          expect(reply.body['code'], failing.join('+')).toBe(first && codeOf[first]);
          if (first !== undefined) expect(cast.stage.snapshot(), failing.join('+')).toBe(before);
        }
      });
    }
  });
}

describe('an outage', () => {
  const duringOutage = (order: keyof typeof orders): Cast => {
    const cast = castOf(order);
    cast.stage.fault({ kind: 'outage', service: 'escrow', forMs: 60_000 });
    return cast;
  };

  it('speaks after the limiter and before everything else', () => {
    const cast = duringOutage('limiter-first');
    const stranger = cast.alice.withKey(undefined);
    expect(cast.alice.post('/escrow/escrow', {}).verdict).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(stranger.post('/escrow/escrow', {}).verdict).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(stranger.get('/escrow/none').verdict).toEqual([404, 'NOT_FOUND']);
    exhaust(cast);
    expect(cast.alice.post('/escrow/escrow', {}).verdict).toEqual([429, 'RATE_LIMIT']);
  });

  it('speaks after the key where the key goes first', () => {
    const { alice } = duringOutage('auth-first');
    expect(alice.withKey(undefined).post('/escrow/escrow', {}).verdict).toEqual([401, 'UNAUTHORIZED']);
    expect(alice.post('/escrow/escrow', {}).verdict).toEqual([503, 'SERVICE_UNAVAILABLE']);
  });
});
