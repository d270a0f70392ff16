/** What the faucet pays, when and to whom, and what it shows of it: each rule at its bounds. */
import { describe, expect, it } from 'vitest';
import { dayMs, formatInstant, hourMs } from '../../../src/core/base/time.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { FaucetModel } from '../../../src/verification/oracle/models/faucet.ts';
import { FollowedRun, refused } from './followed-run.ts';

type Policies = Readonly<Record<string, string>>;
const usdc = 1_000_000;
const byDefault = {
  'faucet.firstNextClaim': 'after-day', 'faucet.claimDay': 'rolling', 'faucet.crossStyle': 'blocked', 'faucet.firstClaim': 'keyless',
  'faucet.repeatClaim': 'faucet-claimed', 'faucet.pool': '1000',
}; // prettier-ignore

class Claims extends FollowedRun {
  readonly model: FaucetModel;
  constructor(policies: Policies = {}) {
    super({ policies: { ...byDefault, ...policies }, agents: { alice: 0, bob: 0 }, houses: { 'faucet:pool': 1000 } });
    this.model = new FaucetModel(this.file);
  }

  asks(caller: string | undefined, call: string, more: Partial<AuditedExchange> = {}): string[] {
    return this.hears(this.model, caller, [`faucet/${call}`, more]);
  }

  joins(agent = 'alice', style = 'B', answer: Body = {}, body: Body = {}): string[] {
    const shown = { amount: 10, next_claim: formatInstant(this.timers.nowMs + dayMs), ...answer };
    return this.asks(undefined, `${style}/register`, { body: { agent_id: agent, ...body }, answer: shown });
  }

  claims(more: Partial<AuditedExchange> = {}, caller: string | undefined = 'alice', nextMs = this.timers.nowMs + dayMs): string[] {
    return this.asks(caller, 'B/claimDaily', { answer: { amount: 2, next_claim: formatInstant(nextMs) }, ...more });
  }

  shows(answer: Body, style = 'B', caller = 'alice'): string[] {
    return this.asks(caller, `${style}/status`, { method: 'GET', answer });
  }
} // prettier-ignore

const wrongClaim = (seen: string, wanted: string): string[] => [
  `faucet-on-time: faucet/B/claimDaily is answered ${seen}; expected ${wanted}`,
];

describe('a registration', () => {
  it('pays ten USDC in style B, and none in style A', () => {
    const run = new Claims();
    expect(run.joins()).toEqual([]);
    expect([run.has('alice'), run.houses.known('faucet:pool')]).toEqual([[10 * usdc, 0], 990 * usdc]);
    expect(run.joins('bob', 'A', { amount: 7, next_claim: 'x' })).toEqual([]);
    expect([run.has('bob'), run.houses.known('faucet:pool')]).toEqual([[0, 0], 990 * usdc]);
    expect(new Claims().joins('alice', 'B', { amount: 9.999999 })).toEqual(['faucet-pays-as-stated: amount is 9.999999 USDC; expected 10.00 USDC']);
    const failed = new Claims();
    for (const more of [refused('BAD_REQUEST'), { body: {} }]) failed.asks(undefined, 'B/register', { body: { agent_id: 'alice' }, ...more });
    expect(failed.has('alice')).toEqual([0, 0]);
  });

  it.each<[Policies, number]>([
    [{}, hourMs + dayMs],
    [{ 'faucet.claimDay': 'calendar' }, dayMs],
    [{ 'faucet.firstNextClaim': 'at-once' }, hourMs],
  ])('under %j says when the first claim is due: %i', (policies, nextMs) => {
    const run = new Claims(policies);
    run.timers.advance(hourMs);
    expect(run.joins('alice', 'B', { next_claim: formatInstant(nextMs) })).toEqual([]);
    const late = new Claims(policies);
    late.timers.advance(hourMs);
    expect(late.joins('alice', 'B', { next_claim: formatInstant(nextMs + 1) })).toEqual([`faucet-on-time: next_claim is ${nextMs + 1}; expected ${nextMs}`]);
    const claimed = (atMs: number, more: Partial<AuditedExchange>) => {
      const one = new Claims(policies);
      one.timers.advance(hourMs);
      one.joins();
      one.timers.advance(atMs);
      return one.claims(more);
    };
    const early = refused('FAUCET_CLAIMED', 409);
    expect(claimed(nextMs, early)).toEqual(wrongClaim('FAUCET_CLAIMED', 'OK'));
    if (nextMs > hourMs) expect([claimed(nextMs - 1, early), claimed(nextMs - 1, {})]).toEqual([[], wrongClaim('OK', 'FAUCET_CLAIMED')]);
  });
}); // prettier-ignore

describe('a daily claim', () => {
  it('pays two USDC, and says when the next is due', () => {
    const run = new Claims();
    run.timers.advance(hourMs);
    run.joins();
    run.timers.advance(hourMs + dayMs);
    expect(run.claims()).toEqual([]);
    expect([run.has('alice'), run.houses.known('faucet:pool')]).toEqual([[12 * usdc, 0], 988 * usdc]);
    expect(run.claims(refused('FAUCET_CLAIMED', 409))).toEqual([]);
    run.timers.advance(hourMs + 2 * dayMs);
    expect(run.claims({ answer: { amount: 1.99, next_claim: formatInstant(0) } })).toEqual([
      'faucet-pays-as-stated: amount is 1.99 USDC; expected 2.00 USDC',
      `faucet-on-time: next_claim is 0; expected ${hourMs + 3 * dayMs}`,
    ]);
    const calendar = new Claims({ 'faucet.claimDay': 'calendar' });
    calendar.timers.advance(hourMs);
    calendar.joins('alice', 'A');
    expect(calendar.claims({}, 'alice', dayMs)).toEqual([]);
  });

  it('is due at once after a registration of style A, or of another service', () => {
    const run = new Claims();
    run.timers.advance(hourMs);
    run.joins('alice', 'A');
    expect([run.claims(), run.claims({}, 'bob')]).toEqual([[], []]);
    expect(run.claims()).toEqual(wrongClaim('OK', 'FAUCET_CLAIMED'));
  });

  it('may break the form with an id that is none', () => {
    const claimed = (body: Body | undefined) => new Claims().claims({ body, ...refused('BAD_REQUEST') });
    expect([claimed({ agent_id: 'x' }), claimed({}), claimed(undefined)]).toEqual([[], wrongClaim('BAD_REQUEST', 'OK'), wrongClaim('BAD_REQUEST', 'OK')]);
    for (const status of [401, 429, 503]) expect(new Claims().claims({ status, answer: { code: { 401: 'UNAUTHORIZED', 503: 'SERVICE_UNAVAILABLE' }[status] } })).toEqual([]);
  });

  it.each([
    [{ reset_at: formatInstant(dayMs + 1000), retry_after_seconds: 86_401 }, 1, []],
    [{ reset_at: formatInstant(dayMs + 1000), retry_after_seconds: 1 }, dayMs, []],
    [{ reset_at: formatInstant(dayMs), retry_after_seconds: 86_401 }, 1, [`faucet-on-time: reset_at is ${dayMs}; expected ${dayMs + 1000}`]],
    [{ reset_at: formatInstant(dayMs + 1000), retry_after_seconds: 86_400 }, 1, ['faucet-on-time: retry_after_seconds is 86400; expected 86401']],
    [{}, dayMs + 1, ['faucet-on-time: claimDaily is refused as a claim too early, and it is due']],
  ])('that is too early is refused with %j at %i under one reading', (answer, atMs, said) => {
    const asked = (policies: Policies, more: Body = {}, caller: string | undefined = 'alice', operation = 'claimDaily') => {
      const run = new Claims(policies);
      run.timers.advance(1);
      run.joins();
      run.timers.advance(atMs);
      return run.asks(caller, `B/${operation}`, { status: 429, answer: { limit: 1, window: '1d', ...answer, ...more } });
    };
    const limit = { 'faucet.repeatClaim': 'rate-limit' };
    expect(asked(limit)).toEqual(said);
    expect([asked({}), asked(limit, { limit: 2 }), asked(limit, { window: '1m' }), asked(limit, {}, 'alice', 'claimOnce')]).toEqual([[], [], [], []]);
  });
}); // prettier-ignore

describe('a claim without a key', () => {
  const keyless = (more: Partial<AuditedExchange>, { policies = {}, isLater = false, isJoined = true }: { policies?: Policies; isLater?: boolean; isJoined?: boolean } = {}) => {
    const run = new Claims(policies);
    if (isJoined) run.joins('alice', 'A');
    if (isLater) run.claims();
    run.timers.advance(isLater ? dayMs : 0);
    const said = run.asks(undefined, 'B/claimDaily', { body: { agent_id: 'alice' }, answer: { amount: 2, next_claim: formatInstant(run.timers.nowMs + dayMs) }, ...more });
    return { said, has: run.has('alice')[0] / usdc };
  };
  const key = { headers: { authorization: 'Bearer x' } };
  const unauthorized = refused('UNAUTHORIZED', 401);

  it('is taken once', () => {
    expect(keyless({})).toEqual({ said: [], has: 2 });
    expect(keyless({}, { isLater: true }).said).toEqual(['keys-needed: a later claim of alice needs a key']);
    expect(keyless(key).said).toEqual(['keys-needed: a claim of alice is taken with a key that is none']);
    expect(keyless(unauthorized).said).toEqual(['keys-needed: the first claim of alice needs a key']);
    const silent = [keyless({ ...unauthorized, ...key }), keyless({ ...unauthorized, isRaw: true }), keyless(unauthorized, { isLater: true }), keyless(unauthorized, { isJoined: false }), keyless({ status: 429 })];
    expect(silent.map(({ said }) => said)).toEqual([[], [], [], [], []]);
  });

  it('is none without an id, or under the other reading', () => {
    const other = { policies: { 'faucet.firstClaim': 'keyed' } };
    expect([keyless({ body: {} }), keyless({}, other), keyless(key, other)]).toEqual([{ said: [], has: 0 }, { said: [], has: 0 }, { said: [], has: 0 }]);
  });
}); // prettier-ignore

describe('the claim of style A', () => {
  const claims = (run: Claims, more: Partial<AuditedExchange> = {}) => run.asks('alice', 'A/claimOnce', { answer: { amount_usdc: 1 }, ...more });
  const wrong = (seen: string, wanted: string) => [`faucet-pays-as-stated: faucet/A/claimOnce is answered ${seen}; expected ${wanted}`];

  it('pays one USDC once', () => {
    const run = new Claims();
    run.joins('alice', 'A');
    expect([claims(run), run.has('alice'), run.houses.known('faucet:pool')]).toEqual([[], [usdc, 0], 999 * usdc]);
    expect([claims(run), claims(run, refused('FAUCET_CLAIMED', 409))]).toEqual([wrong('OK', 'FAUCET_CLAIMED'), []]);
    expect(claims(new Claims(), { answer: { amount_usdc: 2 } })).toEqual(['faucet-pays-as-stated: amount_usdc is 2.00 USDC; expected 1.00 USDC']);
    expect(claims(new Claims(), refused('FAUCET_CLAIMED', 409))).toEqual(wrong('FAUCET_CLAIMED', 'OK'));
    expect(claims(new Claims(), { status: 429 })).toEqual([]);
  });

  it('is not for an agent that style B has paid, unless the styles are independent', () => {
    for (const [crossStyle, said] of [['blocked', wrong('OK', 'FAUCET_CLAIMED')], ['independent', []]] as const) {
      const run = new Claims({ 'faucet.crossStyle': crossStyle });
      run.joins();
      expect(run.shows({ eligible: crossStyle === 'independent' }, 'A')).toEqual([]);
      expect(run.shows({ eligible: crossStyle !== 'independent' }, 'A')).toHaveLength(1);
      expect(claims(run)).toEqual(said);
    }
  });
}); // prettier-ignore

describe('the status of an agent', () => {
  const status = (atMs: number, answer: Body) => {
    const run = new Claims();
    run.timers.advance(1);
    run.joins();
    run.timers.advance(atMs);
    const leftMs = dayMs + 1 - atMs;
    return run.shows({ can_claim: leftMs <= 0, next_claim_in_seconds: Math.max(0, Math.ceil(leftMs / 1000)), next_claim: formatInstant(dayMs + 1), pool_balance: 990, ...answer });
  };

  it('says whether a claim is due, how soon, and what is left', () => {
    for (const atMs of [1, 2, dayMs, dayMs + 1, 2 * dayMs]) expect(status(atMs, {}), String(atMs)).toEqual([]);
    expect(status(dayMs, { can_claim: true })).toEqual(['faucet-on-time: can_claim is true; expected false']);
    expect(status(dayMs + 1, { can_claim: false })).toEqual(['faucet-on-time: can_claim is false; expected true']);
    expect(status(dayMs, { next_claim_in_seconds: 0 })).toEqual(['faucet-on-time: next_claim_in_seconds is 0; expected 1']);
    expect(status(1, { next_claim: formatInstant(dayMs) })).toEqual([`faucet-on-time: next_claim is ${dayMs}; expected ${dayMs + 1}`]);
    expect(status(1, { pool_balance: 990.01 })).toEqual(['faucet-pays-as-stated: pool_balance is 990.01 USDC; expected 990.00 USDC']);
  });

  it('of style A says whether its claim is left', () => {
    const run = new Claims();
    run.joins('alice', 'A');
    expect([run.shows({ eligible: true }, 'A'), run.shows({ eligible: false }, 'A')]).toEqual([[], ['faucet-on-time: eligible is false; expected true']]);
    expect(run.asks('alice', 'B/status', refused('BAD_REQUEST'))).toEqual([]);
  });
}); // prettier-ignore

describe('the record of an agent', () => {
  const detail = (id: string, more: Partial<AuditedExchange>) => {
    const run = new Claims();
    run.joins();
    return run.asks('alice', 'B/agentDetail', { method: 'GET', params: { id }, ...more });
  };
  const wrong = (seen: string, wanted: string) => [`registration-rules: faucet/B/agentDetail is answered ${seen}; expected ${wanted}`];

  it('is found by each of its names, and shows a balance to itself alone', () => {
    for (const id of ['alice', '0xalice']) expect(detail(id, { answer: { agent_id: 'alice', balance_usdc: 10 } })).toEqual([]);
    for (const none of [null, undefined]) expect(detail('bob', { answer: { agent_id: 'bob', balance_usdc: none } })).toEqual([]);
    expect(detail('bob', { answer: { agent_id: 'alice' } })).toEqual(['registration-rules: agent_id is alice; expected bob']);
    expect(detail('alice', { answer: { agent_id: 'alice', balance_usdc: null } })).toEqual(['keys-isolated: balance shown is false; expected true']);
    expect(detail('bob', { answer: { agent_id: 'bob', balance_usdc: 0 } })).toEqual(['keys-isolated: balance shown is true; expected false']);
    expect([detail('zed', {}), detail('bob', refused('NOT_FOUND', 404)), detail('zed', refused('NOT_FOUND', 404))]).toEqual([wrong('OK', 'NOT_FOUND'), wrong('NOT_FOUND', 'OK'), []]);
  });
}); // prettier-ignore

describe('the list of the most active agents', () => {
  const listed = (answer: Body, isUnknown = false) => {
    const run = new Claims();
    run.joins('alice', 'B', {}, { metadata: { framework: 'own' } });
    run.joins('bob', 'A', {}, { metadata: { framework: 'other' } });
    if (isUnknown) run.unknownRegistrations.add('carol');
    const agents = [{ agent_id: 'alice', activity: 3, total_claimed: 10 }, { agent_id: 'bob', activity: 3, total_claimed: 0 }];
    return run.asks(undefined, 'B/publicAgents', { method: 'GET', answer: { total_claimed: 10, agents, frameworks: { own: 1 }, ...answer } });
  };
  const row = { agent_id: 'alice', activity: 1, total_claimed: 10 };

  it.each<[Body, readonly string[]]>([
    [{}, []],
    [{ total_claimed: 10.01 }, ['faucet-pays-as-stated: total_claimed is 10.01 USDC; expected 10.00 USDC']],
    [{ agents: [row, { agent_id: 'bob', activity: 2, total_claimed: 0 }] }, ['lists-complete: most active first is false; expected true']],
    [{ agents: [row] }, ['lists-complete: agents is 1; expected 2']],
    [{ agents: [row, row] }, ['lists-complete: agents is 1; expected 2']],
    [{ agents: [{ ...row, total_claimed: 9 }, { agent_id: 'bob', activity: 1, total_claimed: 0 }] }, ['lists-complete: claimed by alice is 9.00 USDC; expected 10.00 USDC']],
    [{ frameworks: { own: 2 } }, ['lists-complete: framework own is 2; expected 1']],
    [{ frameworks: undefined }, ['lists-complete: framework own is undefined; expected 1']],
    [{ frameworks: { own: 1, other: 9 } }, []],
  ])('with %j: %j', (answer, said) => {
    expect(listed(answer)).toEqual(said);
    expect(listed(answer, true)).toEqual(said.filter((message) => !/agents|claimed by|framework/.test(message)));
  });

  it('has twenty of them', () => {
    const run = new Claims();
    const names = Array.from({ length: 21 }, (_, at) => `agent${at}`);
    for (const agentId of names) {
      run.agents.set(agentId, { agentId, number: 0, referrer: undefined, atMs: 0 });
      run.joins(agentId, 'A');
    }
    const of = (count: number) => run.asks(undefined, 'B/publicAgents', { answer: { total_claimed: 0, agents: names.slice(0, count).map((agent_id) => ({ agent_id, activity: 1, total_claimed: 0 })) } });
    expect([of(20), of(19), of(21)]).toEqual([[], ['lists-complete: agents is 19; expected 20'], ['lists-complete: agents is 21; expected 20']]);
    expect(run.asks(undefined, 'B/publicAgents', refused('BAD_REQUEST'))).toEqual([]);
  });
}); // prettier-ignore
