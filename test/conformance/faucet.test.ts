import { describe, expect, it } from 'vitest';
import { evmAddress, expectRefused, isoInstant, open } from './harness.ts';

const registerA = '/faucet/api/v1/agents/register';
const claimA = '/faucet/api/v1/faucet/claim';
const statusA = '/faucet/api/v1/faucet/status';

describe('registration', () => {
  it('FAU01 takes agent_id and referrer in style A and returns agent_address, api_key, created_at', () => {
    const stage = open();
    stage.joinB('ruth');
    const { body, status } = stage.anonymous().post(registerA, { agent_id: 'anna', referrer: 'ruth' });
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual(['agent_address', 'api_key', 'created_at']);
    const registered = stage.world.agents.byId('anna');
    expect([registered?.address, registered?.apiKey]).toEqual([body['agent_address'], body['api_key']]);
    expect(registered?.referrer?.agentId).toBe('ruth');
  });

  it('FAU05 takes agent_id, referrer, metadata in style B and returns agent_id, api_key, amount, currency, balance, next_claim', () => {
    const stage = open();
    stage.joinB('ruth');
    const fields = { agent_id: 'alice', referrer: 'ruth', metadata: { framework: 'mastra' } };
    const { body, status } = stage.anonymous().post('/faucet/register', fields);
    expect(status).toBe(201);
    expect(body).toEqual({
      agent_id: 'alice',
      api_key: stage.world.agents.byId('alice')?.apiKey,
      amount: '10.00',
      currency: 'USDC',
      balance: '10.00',
      next_claim: stage.at('24h'),
    });
    expect(stage.world.agents.byId('alice')?.referrer?.agentId).toBe('ruth');
  });

  it('FAU09 requires agent_id as an unused string, picked by the caller', () => {
    const stage = open();
    for (const path of [registerA, '/faucet/register']) {
      for (const body of [{}, { agent_id: 7 }, { agent_id: null }, { agent_id: ['a'] }, { agent_id: '' }]) {
        expectRefused(stage.anonymous().post(path, body), 'BAD_REQUEST');
      }
    }
    const alice = stage.joinB('A.lice_1-x');
    expect(alice.joined.body['agent_id']).toBe('A.lice_1-x');
    for (const path of [registerA, '/faucet/register']) {
      const refused = stage.anonymous().post(path, { agent_id: 'A.lice_1-x' });
      expectRefused(refused, 'CONFLICT');
      expect(refused.body).not.toHaveProperty('api_key');
    }
    expect(stage.anonymous().post('/faucet/register', { agent_id: 'a.lice_1-x' }).status).toBe(201);
    expect(alice.spendable).toBe(10_000_000);
  });

  it('FAU10 takes an agent id or an address as the optional string referrer', () => {
    const stage = open({ 'referral.unknown': 'reject' });
    const ruth = stage.joinA('ruth');
    for (const [agentId, referrer] of Object.entries({ one: 'ruth', two: ruth.address, three: undefined })) {
      const member = stage.joinB(agentId, { referrer });
      expect(member.agent.referrer?.agentId).toBe(referrer === undefined ? undefined : 'ruth');
    }
    for (const referrer of [7, {}, '', 'nobody', `0x${'0'.repeat(40)}`]) {
      expectRefused(stage.anonymous().post(registerA, { agent_id: 'four', referrer }), 'BAD_REQUEST');
    }
  });

  it('FAU11 takes metadata as an optional free-form object, in style B only', () => {
    const stage = open();
    const metadata = { framework: 'eliza', version: 3, nested: { list: [1, null, 'x', true] } };
    expect(stage.joinB('with', { metadata }).agent.metadata).toEqual(metadata);
    expect(stage.joinB('without').agent.metadata).toEqual({});
    expect(stage.joinA('in-a', { metadata }).agent.metadata).toEqual({});
    for (const wrong of ['text', 7, [1], null]) {
      expectRefused(
        stage.anonymous().post('/faucet/register', { agent_id: 'wrong', metadata: wrong }),
        'BAD_REQUEST',
      );
    }
  });

  it('FAU12 answers style A with strings and an ISO 8601 created_at', () => {
    const stage = open();
    expect(stage.joinA('anna').joined.body).toEqual({
      agent_address: evmAddress,
      api_key: expect.stringMatching(/^sk_live_/),
      created_at: stage.at(0),
    });
  });

  it('FAU13 answers style B with decimal strings, USDC and an ISO 8601 next_claim', () => {
    const { body } = open().joinB('alice').joined;
    expect(body).toMatchObject({ currency: 'USDC', next_claim: isoInstant });
    for (const field of ['amount', 'balance']) expect(body[field]).toMatch(/^\d+\.\d{2,6}$/);
  });

  it('FAU16 credits 10.00 USDC for registering in style B, out of the pool', () => {
    const stage = open();
    const poolMicros = stage.world.faucet.poolMicros;
    const alice = stage.joinB('alice');
    expect(alice.joined.body).toMatchObject({ amount: '10.00', balance: '10.00' });
    expect(alice.spendable).toBe(10_000_000);
    expect(stage.world.faucet.poolMicros).toBe(poolMicros - 10_000_000);
    expect(stage.joinA('anna').spendable).toBe(0);
  });

  it('FAU18 moves a unique agent_id from unregistered to registered and eligible, with an api_key issued', () => {
    const stage = open({ 'faucet.firstNextClaim': 'at-once' });
    expect(stage.world.agents.byId('anna')).toBeUndefined();
    const anna = stage.joinA('anna');
    expect(anna.joined.body['api_key']).toEqual(expect.any(String));
    expect(anna.get(statusA).body).toEqual({ eligible: true, balance_usdc: 0 });
    const alice = stage.joinB('alice');
    expect(alice.get('/faucet/status').body).toMatchObject({ can_claim: true, next_claim_in_seconds: 0 });
  });
});

describe('style A', () => {
  it('FAU02 claims without a body and returns amount_usdc', () => {
    const { status, body } = open().joinA('anna').post(claimA);
    expect(status).toBe(200);
    expect(body).toEqual({ amount_usdc: 1 });
  });

  it('FAU03 returns eligible and balance_usdc as status', () => {
    const anna = open().joinA('anna');
    expect(anna.get(statusA).body).toEqual({ eligible: true, balance_usdc: 0 });
    anna.post(claimA);
    expect(anna.get(statusA).body).toEqual({ eligible: false, balance_usdc: 1 });
  });

  it("FAU04 returns an agent's details, and its balance to itself", () => {
    const stage = open();
    const anna = stage.joinA('anna');
    const alice = stage.joinB('alice');
    anna.post(claimA);
    const details = { agent_id: 'anna', agent_address: anna.address, created_at: stage.at(0) };
    expect(anna.get('/faucet/api/v1/agents/anna').body).toEqual({ ...details, balance_usdc: 1 });
    expect(alice.get('/faucet/api/v1/agents/anna').body).toEqual(details);
    expect(alice.get(`/faucet/api/v1/agents/${anna.address}`).body).toEqual(details);
    expectRefused(alice.get('/faucet/api/v1/agents/nobody'), 'NOT_FOUND');
  });

  it('FAU14 answers with numbers and a boolean', () => {
    const anna = open().joinA('anna');
    expect(anna.get(statusA).body).toEqual({
      eligible: expect.any(Boolean),
      balance_usdc: expect.any(Number),
    });
    expect(anna.post(claimA).body['amount_usdc']).toEqual(expect.any(Number));
  });

  it('FAU15 gives an agent 1 USDC, a single time', () => {
    const stage = open();
    const anna = stage.joinA('anna');
    anna.post(claimA);
    expect(anna.spendable).toBe(1_000_000);
    for (const delay of ['24h', '300d']) {
      stage.advance(delay);
      anna.post(claimA);
      expect(anna.spendable).toBe(1_000_000);
    }
  });

  it('FAU20 lets an agent address claim only once, ever', () => {
    const stage = open();
    const anna = stage.joinA('anna');
    expect(anna.post(claimA).status).toBe(200);
    for (const delay of [0, '24h', '365d']) {
      stage.advance(delay);
      expectRefused(anna.post(claimA), 'FAUCET_CLAIMED');
    }
    expect(stage.joinA('bert').post(claimA).status).toBe(200);
  });
});

describe('style B', () => {
  it('FAU06 claims without a body and returns amount, balance, next_claim', () => {
    const stage = open();
    const alice = stage.joinB('alice');
    stage.advance('24h');
    const { status, body } = alice.post('/faucet/claim');
    expect(status).toBe(200);
    expect(body).toEqual({ amount: '2.00', balance: '12.00', next_claim: stage.at('24h') });
  });

  it('FAU07 returns whether a claim is possible, the time to the next one and the pool balance', () => {
    const stage = open();
    const alice = stage.joinB('alice');
    const status = () => alice.get('/faucet/status').body;
    const nextClaim = stage.at('24h');
    expect(status()).toEqual({
      can_claim: false,
      next_claim_in_seconds: 86_400,
      next_claim: nextClaim,
      pool_balance: '999990.00',
    });
    stage.advance(86_399_999);
    expect(status()).toMatchObject({ can_claim: false, next_claim_in_seconds: 1 });
    stage.advance(1);
    expect(status()).toMatchObject({ can_claim: true, next_claim_in_seconds: 0 });
  });

  it('FAU08 lists agents ranked by activity, the total claimed and the frameworks, in public', () => {
    const stage = open();
    const quiet = stage.joinB('quiet', { metadata: { framework: 'eliza' } });
    const busy = stage.joinB('busy', { metadata: { framework: 'mastra' } });
    const anna = stage.joinA('anna');
    stage.joinB('idle', { metadata: { framework: 'mastra', version: 2 } });
    for (let count = 0; count < 3; count++) busy.get('/faucet/status');
    anna.post(claimA);
    quiet.get('/none');
    expect(stage.anonymous().get('/faucet/agents').body).toEqual({
      agents: [
        { rank: 1, agent_id: 'busy', activity: 3, total_claimed: '10.00' },
        { rank: 2, agent_id: 'anna', activity: 1, total_claimed: '1.00' },
        { rank: 3, agent_id: 'quiet', activity: 0, total_claimed: '10.00' },
        { rank: 4, agent_id: 'idle', activity: 0, total_claimed: '10.00' },
      ],
      total_agents: 4,
      total_claimed: '31.00',
      frameworks: { eliza: 1, mastra: 2 },
    });
  });

  it('FAU17 credits 2.00 USDC for each daily claim, out of the pool', () => {
    const stage = open();
    const alice = stage.joinB('alice');
    const poolMicros = stage.world.faucet.poolMicros;
    for (let day = 1; day <= 3; day++) {
      stage.advance('24h');
      expect(alice.post('/faucet/claim').body['amount']).toBe('2.00');
      expect(alice.spendable).toBe(10_000_000 + day * 2_000_000);
      expect(stage.world.faucet.poolMicros).toBe(poolMicros - day * 2_000_000);
    }
  });

  it('FAU21 lets an agent claim once in 24 hours, to the millisecond', () => {
    const stage = open();
    const alice = stage.joinB('alice');
    stage.advance(86_399_999);
    expectRefused(alice.post('/faucet/claim'), 'FAUCET_CLAIMED');
    stage.advance(1);
    expect(alice.post('/faucet/claim').status).toBe(200);
    expectRefused(alice.post('/faucet/claim'), 'FAUCET_CLAIMED');
    stage.advance(86_399_999);
    expectRefused(alice.post('/faucet/claim'), 'FAUCET_CLAIMED');
    stage.advance(1);
    expect(alice.post('/faucet/claim').status).toBe(200);
  });
});

describe('both styles', () => {
  it('FAU19 moves an eligible agent to claimed and raises its balance; style B also returns next_claim', () => {
    const stage = open();
    const anna = stage.joinA('anna');
    expect(anna.get(statusA).body).toEqual({ eligible: true, balance_usdc: 0 });
    expect(anna.post(claimA).body).not.toHaveProperty('next_claim');
    expect(anna.get(statusA).body).toEqual({ eligible: false, balance_usdc: 1 });
    const alice = stage.joinB('alice');
    stage.advance('24h');
    expect(alice.get('/faucet/status').body['can_claim']).toBe(true);
    expect(alice.post('/faucet/claim').body).toMatchObject({ balance: '12.00', next_claim: stage.at('24h') });
    expect(alice.get('/faucet/status').body['can_claim']).toBe(false);
  });

  it('FAU22 answers a repeat claim with FAUCET_CLAIMED and pays nothing', () => {
    const stage = open();
    const anna = stage.joinA('anna');
    const alice = stage.joinB('alice');
    stage.advance('24h');
    anna.post(claimA);
    alice.post('/faucet/claim');
    const before = stage.snapshot();
    expectRefused(anna.post(claimA), 'FAUCET_CLAIMED');
    expectRefused(alice.post('/faucet/claim'), 'FAUCET_CLAIMED');
    expect(stage.snapshot()).toBe(before);
  });
});
