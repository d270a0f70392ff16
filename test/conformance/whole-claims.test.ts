/** Claims about all of something, each proved for all of it: every service, every call, every game, any amount. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { betA, betB, casinoA, placed, sampleBets, table } from './casino-stage.ts';
import { fund } from './domain-stage.ts';
import { expectRefused, open, textOf, type Member, type Reply, type Stage } from './harness.ts';

const six = ['casino', 'domains', 'escrow', 'faucet', 'trading', 'wallet'];

/** The address of each service in style A. */
const addressOf = (service: string): string => `/${service}`;

/** A path of a route with words for its parameters. */
const pathOf = (template: string): string => template.replaceAll(/:\w+/g, 'x');

const routesOf = (stage: Stage, services: readonly string[]) =>
  stage.world.router.routes.filter(({ service }) => services.includes(service));

/** A platform with an agent whom no limit holds up. */
function stageOfCalls(): { stage: Stage; alice: Member } {
  const stage = open({ 'limits.enterpriseCaps': 'lifted' });
  const alice = stage.joinB('alice');
  stage.setTier(alice, 'enterprise');
  return { stage, alice };
}

const microsOf = (value: unknown): number => Math.round(Number(value) * 1_000_000);

describe('the platform', () => {
  it('VER05 consists of six services: each answers, and every call of agents is one of theirs', () => {
    const stage = open();
    const alice = stage.joinB('alice');
    stage.setTier(alice, 'enterprise');
    const named = new Set(stage.world.router.routes.map(({ service }) => service));
    // The platform itself has its description and the calls that control the simulation.
    expect([...named].toSorted()).toEqual([...six, 'control', 'document'].toSorted());
    for (const service of six) {
      const reads = routesOf(stage, [service]).filter(
        ({ method, row }) => method === 'GET' && row.transport === undefined,
      );
      expect(reads.length).toBeGreaterThan(0);
      const statuses = reads.map(({ template }) => alice.get(pathOf(template)).status);
      expect(statuses.every((status) => [200, 400, 404, 409, 403].includes(status))).toBe(true);
      expect(statuses).toContain(200);
    }
  });

  it('ERR13 answers a server fault with 500 INTERNAL_ERROR at every call that would succeed, of every service, before its effect, after it and undone', () => {
    for (const effect of ['before', 'after', 'undone'] as const) {
      const [calm, faulty] = [stageOfCalls(), stageOfCalls()];
      for (const service of six)
        faulty.stage.fault({ kind: 'error', service, forMs: 1_000, rate: 1, effect });
      const seen = new Map<string, number>();
      for (const { service, method, template, row } of routesOf(calm.stage, six)) {
        if (row.transport !== undefined || row.limits.register !== undefined) continue;
        const call = { method, path: pathOf(template), ...(method === 'GET' ? {} : { body: {} }) };
        const [well, broken] = [calm, faulty].map(({ alice }) => alice.send(call));
        if (well === undefined || broken === undefined || well.status >= 400) continue;
        expectRefused(broken, 'INTERNAL_ERROR');
        expect(broken.status).toBe(500);
        seen.set(service, (seen.get(service) ?? 0) + 1);
      }
      expect([...seen.keys()].toSorted()).toEqual(six);
      expect([...seen.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(30);
      faulty.stage.advance(1_000);
      expect(faulty.alice.get('/faucet/status').status).toBe(200);
    }
  });
});

describe('addresses of style A', () => {
  it('VER14 begin /api/v1 for every call of the wallet, and nothing answers without it', () => {
    const stage = open();
    const alice = stage.joinB('alice');
    stage.setTier(alice, 'enterprise');
    const calls = routesOf(stage, ['wallet']).filter(({ style }) => style === 'A');
    expect(calls.length).toBeGreaterThan(4);
    for (const { method, template } of calls) {
      expect(template).toMatch(/^\/wallet\/api\/v1\//);
      const send = (path: string): Reply =>
        alice.send({ method, path, ...(method === 'GET' ? {} : { body: {} }) });
      expect(send(pathOf(template)).verdict).not.toEqual([405, 'METHOD_NOT_ALLOWED']);
      const bare = send(pathOf(template).replace('/api/v1', ''));
      expect([template, bare.status]).toEqual([template, 404]);
    }
  });

  it('MCP07 have one exception, the plain /mcp of faucet and escrow: it alone is without /api/v1, and not there with it', () => {
    const stage = open();
    const alice = stage.joinB('alice');
    const mcp = stage.world.router.routes.filter(({ row }) => row.transport !== undefined);
    for (const { service, template } of mcp) expect(template).toBe(`/${service}/mcp`);
    expect(new Set(mcp.map(({ service }) => service))).toEqual(new Set(['faucet', 'escrow']));
    expect(new Set(mcp.map(({ style }) => style))).toEqual(new Set(['A']));
    const others = routesOf(stage, six).filter(
      ({ style, row }) => style === 'A' && row.transport === undefined,
    );
    for (const { service, template } of others)
      expect(template.startsWith(`${addressOf(service)}/api/v1/`)).toBe(true);
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    for (const service of ['faucet', 'escrow']) {
      expect(stage.anonymous().post(`/${service}/mcp`, list).status).toBe(401);
      expect(alice.post(`/${service}/api/v1/mcp`, list).verdict).toEqual([404, 'NOT_FOUND']);
    }
  });
});

describe('the first claim', () => {
  it.each(['registration', 'keyless'])(
    'AUT08 of any agent is accepted without a key, and pays that agent once (policy faucet.firstClaim: %s)',
    (policy) => {
      const stage = open({ 'faucet.firstClaim': policy });
      for (let n = 0; n < 8; n += 1) {
        const agentId = `agent-${n}`;
        const caller = stage.anonymous();
        expect(caller.key).toBeUndefined();
        // Style B pays at the registration; style A leaves the claim to a call of its own.
        const joined = n % 2 === 0 || policy === 'registration' ? stage.joinB(agentId) : stage.joinA(agentId);
        const claims = policy === 'keyless' && n % 2 === 1;
        const claim = (): Reply => caller.post('/faucet/claim', { agent_id: agentId });
        if (claims) expect(claim().status).toBe(200);
        const paid = joined.spendable;
        expect(paid).toBe(claims ? 2_000_000 : 10_000_000);
        expect(claim().status).toBeGreaterThanOrEqual(400);
        expect(joined.spendable).toBe(paid);
      }
    },
  );
});

describe('escrows', () => {
  it('ESC31 have at their creation a fee of 1% and the end of their term, for any amount and term, and keep both', () => {
    const stage = open();
    const { alice } = stage.pair();
    stage.setTier(alice, 'enterprise');
    stage.grant(alice, 1_000_000_000);
    const terms = fc.record({
      cents: fc.integer({ min: 10, max: 300 }),
      seconds: fc.integer({ min: 3_600, max: 30 * 86_400 }),
      waitMs: fc.integer({ min: 1, max: 59_000 }),
    });
    const property = fc.property(terms, ({ cents, seconds, waitMs }) => {
      const [spendable, held] = [alice.spendable, alice.held];
      const order = { receiver: 'bob', amount: (cents / 100).toFixed(2), expires_in: seconds };
      const created = alice.post('/escrow/escrow', order);
      expect(created.status).toBe(201);
      const expiresAt = stage.at(seconds * 1_000);
      // A hundredth of whole cents is a whole number of micros.
      expect(microsOf(created.body['fee'])).toBe(cents * 100);
      expect(created.body['expires_at']).toBe(expiresAt);
      // Nothing is taken yet: the whole amount is held.
      expect([alice.held, alice.spendable]).toEqual([held + cents * 10_000, spendable - cents * 10_000]);
      stage.advance(waitMs);
      const id = created.text('escrow_id');
      expect(alice.escrow(id)).toMatchObject({ fee: created.body['fee'], expires_at: expiresAt });
      expect(alice.get(`/escrow/api/v1/escrow/${id}`).body).toMatchObject({ expires_at: expiresAt });
    });
    fc.assert(property, { numRuns: 30 });
  });
});

describe('referrals', () => {
  it('REF04 earn 10% of every casino fee of agents with the code, in any number, and nothing of others (policy referral.casinoBase: fees)', () => {
    const stage = open({ 'referral.casinoBase': 'fees', 'limits.enterpriseCaps': 'lifted' });
    const ruth = stage.joinB('ruth');
    const code = ruth.agent.referralCode;
    const members = [
      stage.joinB('by-code', { referrer: code }),
      stage.joinA('by-code-in-a', { referrer: code }),
      stage.joinB('by-nobody'),
    ];
    for (const member of members) {
      fund(stage, member, 100);
      stage.setTier(member, 'enterprise');
    }
    const earned = (): number => stage.world.platform.referral.earningsOf(ruth.agent).earnedMicros;
    const fees = (): number => stage.account('casino:fees') ?? 0;
    for (const [index, member] of members.entries()) {
      for (const amount of [1, 2.5, 19.999999]) {
        const [earnedBefore, feesBefore] = [earned(), fees()];
        placed(member.post(`${casinoA}/auth/withdraw`, { amount, address: `0x${'ab'.repeat(20)}` }));
        const share = earned() - earnedBefore;
        const fee = fees() - feesBefore + share;
        expect(fee).toBe(500_000);
        expect(share).toBe(index < 2 ? fee / 10 : 0);
      }
    }
  });
});

describe('bets', () => {
  it('CAS02 are paid from the one USDC balance of the agent and to it, to the micro, in every game of one call', () => {
    const { stage, alice, bob } = table({ 'kelly.limit': 'none' });
    const house = (): number => stage.account('casino:house') ?? 0;
    const amounts = fc.integer({ min: 10_000, max: 2_000_000 });
    // The first bet of all opens the account of the house.
    placed(betA(alice, 'coin-flip', { side: 'heads' }));
    for (const [path, params] of Object.entries(sampleBets)) {
      fc.assert(
        fc.property(amounts, (micros) => {
          const before = [alice.spendable, house()] as const;
          const bet = placed(betA(alice, path, params, (micros / 1e6).toFixed(6)));
          const change = microsOf(bet['payout']) - micros;
          expect(alice.spendable).toBe(before[0] + change);
          expect(house()).toBe(before[1] - change);
          expect(microsOf(bet['balance'])).toBe(alice.spendable);
        }),
        { numRuns: 4 },
      );
    }
    // The balance is the platform's: what another service holds of it cannot be staked, and what is won can be spent.
    const rest = alice.spendable;
    const order = { receiver: 'bob', amount: (Math.floor(rest / 1e4) / 100).toFixed(2) };
    expect(alice.post('/escrow/escrow', order).status).toBe(201);
    expect(alice.spendable).toBeLessThan(10_000);
    const snapshot = stage.snapshot();
    expect(betA(alice, 'coin-flip', { side: 'heads' }, '0.01').status).toBeGreaterThanOrEqual(400);
    expect(JSON.parse(stage.snapshot())).toMatchObject({
      rows: (JSON.parse(snapshot) as { rows: object[] }).rows,
    });
    expect(bob.spendable).toBe(1_010_000_000);
  });

  /** Bets of style B on each of its games that one call settles, with the most that may be staked. */
  const mostInB = {
    dice: { params: { target: 50, over: true }, most: 10_000 },
    coinflip: { params: { side: 'heads' }, most: 10_000 },
    roulette: { params: { bet: 'red' }, most: 10_000 },
    slots: { params: {}, most: 1_000 },
  } as const;

  it.each(Object.keys(mostInB) as (keyof typeof mostInB)[])(
    'CAS25 in style B are 10000 at most on any game, less on some, to the micro: %s',
    (game) => {
      const lifted = {
        'kelly.limit': 'none',
        'casino.houseBankroll': '3000000000',
        'faucet.pool': '9000000',
      };
      const { stage, alice } = table(lifted);
      fund(stage, alice, 1_000_000);
      const { params, most } = mostInB[game];
      expect(most).toBeLessThanOrEqual(10_000);
      placed(betB(alice, game, params, String(most)));
      for (const beyond of [`${most}.000001`, `${most + 1}`, '10000.000001', '99999', '1e9']) {
        const before = alice.spendable;
        expectRefused(betB(alice, game, params, beyond), 'BAD_REQUEST');
        expect(alice.spendable).toBe(before);
      }
    },
  );

  it('GAM29 on custom pay 0.98 over the win probability, at every percentage from 1 to 99 and for any stake (policy casino.payouts: published)', () => {
    const { alice } = table({ 'casino.payouts': 'published', 'kelly.limit': 'none' });
    for (let percent = 1; percent <= 99; percent += 1) {
      const micros = 10_000 + percent * 37;
      let won: unknown;
      for (let tries = 0; won === undefined && tries < 3_000; tries += 1) {
        const bet = placed(betA(alice, 'custom', { win_probability: percent }, (micros / 1e6).toFixed(6)));
        // What is paid may be less than the stake, at 99%: it is then no win, and paid all the same.
        if (Number(bet['payout']) > 0) won = bet['payout'];
        else expect(bet['win']).toBe(false);
      }
      // 0.98 / (percent / 100) of the stake, in whole micros.
      expect([percent, microsOf(won)]).toEqual([percent, Math.floor((micros * 98) / percent)]);
    }
  });
});

describe('the limits of the Kelly rule', () => {
  interface Limit {
    readonly game: string;
    readonly max_bet: number;
    readonly max_bet_at_longest_odds: number;
  }
  const limitsOf = (member: Member): Limit[] =>
    member.get(`${casinoA}/kelly/limits`).list('limits') as unknown as Limit[];

  it('KEL03 are listed for all games, each once, and are the current ones: they follow the balance', () => {
    const { alice, bob } = table();
    const games = alice
      .get(`${casinoA}/games`)
      .list('games')
      .map((game) => textOf(game, 'id'));
    expect(games).toHaveLength(17);
    const before = limitsOf(alice);
    expect(before.map(({ game }) => game).toSorted()).toEqual(games.toSorted());
    for (const { max_bet, max_bet_at_longest_odds } of before) {
      expect(max_bet).toBeGreaterThanOrEqual(max_bet_at_longest_odds);
      expect(max_bet_at_longest_odds).toBeGreaterThan(0);
    }
    // The half of the balance goes to an escrow, and no limit that follows from it is larger than before.
    expect(alice.post('/escrow/escrow', { receiver: 'bob', amount: '505' }).status).toBe(201);
    const after = limitsOf(alice);
    const flip = (limits: readonly Limit[]): number =>
      limits.find(({ game }) => game === 'coin_flip')?.max_bet ?? 0;
    expect(flip(after)).toBeCloseTo(flip(before) / 2, 5);
    for (const [index, { max_bet }] of after.entries())
      expect(max_bet).toBeLessThanOrEqual(before[index]?.max_bet ?? 0);
    expect(flip(limitsOf(bob))).toBe(flip(before));
    // What is listed is what is enforced.
    const most = flip(after);
    expectRefused(betA(alice, 'coin-flip', { side: 'heads' }, (most + 0.000001).toFixed(6)), 'BAD_REQUEST');
    placed(betA(alice, 'coin-flip', { side: 'heads' }, most.toFixed(6)));
  });
});
