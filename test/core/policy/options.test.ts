/**
 * Every policy, option by option: what one small scene shows under each. The type of the table asks for every policy
 * by name, and a check below for every option, so that no policy is a dead knob.
 */
import { describe, expect, it } from 'vitest';
import {
  policyNames,
  policyRow,
  type PolicyName,
  type PolicyValue,
} from '../../../src/core/policy/policies.ts';
import {
  admitted,
  open,
  textOf,
  type Member,
  type Overrides,
  type Stage,
  type StageOptions,
} from '../../conformance/harness.ts';
import { crowdedOut, crowdedPath } from '../../conformance/polite-run.ts';
import { ToyServices } from '../../conformance/toy-services.ts';
import { casinoScenes } from './casino-scenes.ts';
import { contestScenes } from './contest-scenes.ts';
import { domainScenes } from './domain-scenes.ts';
import { referralScenes } from './referral-scenes.ts';
import { mcpScenes } from './mcp-scenes.ts';
import type { Scene } from './scene.ts';
import { tradingScenes } from './trading-scenes.ts';
import { walletScenes } from './wallet-scenes.ts';
import { playCap } from '../../../src/platform/services/casino/limits.ts';
import { domainCap, domainsRow } from '../../../src/platform/services/domains/limits.ts';
import { escrowRow } from '../../../src/platform/services/escrow/limits.ts';
import { tradingRow } from '../../../src/platform/services/trading/limits.ts';

const scenes: { [Name in PolicyName]: Scene<PolicyValue<Name>> } = {
  ...domainScenes,
  ...casinoScenes,
  ...tradingScenes,
  ...walletScenes,
  ...referralScenes,
  ...contestScenes,
  ...mcpScenes,
  'errors.order': {
    play: (overrides) => {
      const anonymous = open(overrides).anonymous();
      const fresh = anonymous.get('/escrow/escrows').status;
      admitted(60, () => anonymous.get('/none'));
      return [fresh, anonymous.get('/escrow/escrows').status, anonymous.get('/none').status];
    },
    shows: { 'limiter-first': [401, 429, 429], 'auth-first': [401, 401, 429] },
  },
  'errors.faucetClaimedStatus': {
    play: (overrides) => {
      const { alice, bob } = open(overrides).pair();
      const id = alice.lock('bob', 1);
      alice.post(`/escrow/escrow/${id}/release`);
      return [bob.post('/faucet/claim').verdict, alice.post(`/escrow/escrow/${id}/release`).verdict];
    },
    shows: {
      '409': [
        [409, 'FAUCET_CLAIMED'],
        [409, 'CONFLICT'],
      ],
      '403': [
        [403, 'FAUCET_CLAIMED'],
        [409, 'CONFLICT'],
      ],
      '400': [
        [400, 'FAUCET_CLAIMED'],
        [409, 'CONFLICT'],
      ],
    },
  },
  'errors.rateLimitBody': {
    play: (overrides) => {
      const anonymous = open(overrides).anonymous();
      const { code } = anonymous.get('/none').body;
      admitted(60, () => anonymous.get('/none'));
      return [code, anonymous.get('/none').verdict, Object.keys(anonymous.get('/none').body).length];
    },
    shows: {
      superset: ['NOT_FOUND', [429, 'RATE_LIMIT'], 9],
      literal: ['NOT_FOUND', [429, undefined], 8],
    },
  },
  'errors.unknownMethod': {
    play: (overrides) => {
      const anonymous = open(overrides).anonymous();
      const known = anonymous.send({ method: 'DELETE', path: '/escrow/escrows' });
      const unknown = anonymous.send({ method: 'DELETE', path: '/none' });
      admitted(60, () => anonymous.get('/none'));
      const limited = anonymous.send({ method: 'DELETE', path: '/escrow/escrows' });
      return [known.verdict, known.headers['allow'], unknown.status, limited.status];
    },
    shows: {
      '404': [[404, 'NOT_FOUND'], undefined, 404, 429],
      '405': [[405, 'NOT_FOUND'], 'GET', 404, 429],
    },
  },
  'http.info': {
    play: (overrides) => {
      const { alice } = open(overrides).pair();
      const replies = [alice.joined, alice.get('/escrow/escrows'), alice.get('/none')];
      return replies.map(({ body }) => '_info' in body);
    },
    shows: { off: [false, false, false], on: [true, true, true] },
  },
  'http.idempotency': {
    play: (overrides) => {
      const { alice } = open(overrides).pair();
      const create = () =>
        alice.post('/escrow/escrow', { receiver: 'bob', amount: 1 }, { 'idempotency-key': 'k' }).body[
          'escrow_id'
        ];
      return [create() === create(), alice.held];
    },
    shows: { header: [true, 1_000_000], none: [false, 2_000_000] },
  },
  'lists.limitAbove': {
    play: (overrides) => {
      const { alice } = open(overrides).pair();
      return ['100', '101', '0'].map((limit) => alice.get('/escrow/escrows', { limit }).status);
    },
    shows: { clamp: [200, 200, 400], reject: [200, 400, 400] },
  },
  'limits.burst': {
    play: (overrides) => {
      const { stage, call } = tierOf(overrides);
      let count = admitted(500, call);
      const first = count;
      for (let step = 0; step < 99; step++) {
        stage.advance(101);
        count += admitted(500, call);
      }
      return [first, count];
    },
    shows: { table: [50, 50], x3: [300, 316], x3capped: [300, 300] },
  },
  'limits.algorithm': {
    play: (overrides) => {
      const { stage, call } = tierOf(overrides);
      const first = admitted(500, call);
      stage.advance(600);
      return [first, admitted(500, call)];
    },
    shows: { windows: [50, 0], gcra: [50, 1] },
  },
  'limits.window': {
    play: (overrides) => {
      const { stage, call } = tierOf(overrides, { startAt: '2026-03-01T06:15:57.000Z' });
      call();
      stage.advance('2s');
      admitted(500, call);
      stage.advance('1s');
      const onTheMinute = admitted(500, call);
      stage.advance('7s');
      return [onTheMinute, admitted(500, call)];
    },
    shows: { sliding: [0, 1], fixed: [50, 0], 'first-request': [0, 50] },
  },
  'limits.day': {
    play: (overrides) => {
      const toys = new ToyServices({ register: { operation: domainCap } }, overrides);
      const call = () => toys.call('B', 'register', 'enterprise');
      const first = toys.admits(20, call);
      toys.nowMs = Date.UTC(2026, 2, 2);
      const afterMidnight = toys.admits(20, call);
      toys.nowMs = Date.UTC(2026, 2, 2, 6, 15, 1);
      return [first, afterMidnight, toys.admits(20, call)];
    },
    shows: { calendar: [10, 10, 0], rolling: [10, 0, 10] },
  },
  'limits.rejections': {
    play: (overrides) => {
      const { stage, call } = tierOf(overrides);
      const first = admitted(50, call);
      stage.advance('9s');
      call();
      stage.advance('1s');
      return [first, admitted(50, call)];
    },
    shows: { free: [50, 50], consume: [50, 49] },
  },
  'limits.anonymous': {
    play: (overrides) => {
      const stage = open(overrides);
      const [reader, wrongKey, registrar] = [
        stage.anonymous(),
        stage.anonymous().withKey('wrong'),
        stage.anonymous(),
      ];
      let agents = 0;
      return [
        admitted(60, () => reader.get('/escrow/api/v1/escrow/list')),
        admitted(60, () => wrongKey.get('/escrow/api/v1/escrow/list')),
        admitted(60, () => stage.anonymous().get('/faucet/agents')),
        admitted(60, () => reader.get('/faucet/agents')),
        admitted(60, () => registrar.post('/faucet/register', { agent_id: `agent-${agents++}` })),
      ];
    },
    shows: { ip: [50, 50, 60, 0, 10], none: [60, 60, 60, 60, 10] },
  },
  'limits.enterpriseCaps': {
    play: (overrides) =>
      (['pro', 'enterprise'] as const).map((tier) => {
        const toys = new ToyServices({ play: { endpoint: playCap } }, overrides);
        return toys.admits(400, () => toys.call('A', 'play', tier));
      }),
    shows: { bind: [60, 60], lifted: [60, 400] },
  },
  'limits.styleB': {
    play: (overrides) =>
      (['A', 'B'] as const).map((style) => {
        const toys = new ToyServices({ order: { row: tradingRow } }, overrides);
        return toys.admits(400, () => toys.call(style, 'order', 'free'));
      }),
    shows: { lower: [50, 50], row: [50, 120] },
  },
  'limits.rowBurst': {
    // Every published burst is at least its row's minute limit, so it takes windows that may meet to see it bind.
    play: (overrides) => {
      const toys = new ToyServices(
        { any: { row: escrowRow } },
        { 'limits.window': 'first-request', ...overrides },
      );
      const call = () => toys.call('B', 'any', 'enterprise');
      call();
      toys.advance('58s');
      const atTheEnd = toys.admits(400, call);
      toys.advance('2s');
      return [atTheEnd, toys.admits(400, call)];
    },
    shows: { '10s': [59, 21], '1s': [59, 60] },
  },
  'limits.rowScaling': {
    play: (overrides) =>
      (['free', 'pro', 'enterprise'] as const).map((tier) => {
        const toys = new ToyServices({ bet: { row: domainsRow } }, overrides);
        return toys.admits(2_000, () => toys.call('B', 'bet', tier));
      }),
    shows: { fixed: [30, 30, 30], tier: [30, 300, 2_000] },
  },
  'limits.ipSource': {
    play: (overrides) => {
      const stage = open(overrides);
      const caller = stage.anonymous();
      let count = 0;
      const register = (from: (number: number) => string) =>
        admitted(15, () => {
          const number = count++;
          const headers = { 'x-forwarded-for': from(number) };
          return caller.post('/faucet/register', { agent_id: `agent-${number}` }, headers);
        });
      const changing = register((number) => `192.0.2.${number}, 198.51.100.7`);
      stage.advance('1m');
      return [changing, register(() => '203.0.113.9'), register(() => ' ')];
    },
    shows: { connection: [10, 10, 0], forwarded: [15, 10, 10] },
  },
  'limits.headers': {
    play: (overrides) => {
      const stage = open(overrides);
      const { alice, bob } = stage.pair();
      stage.setTier(bob, 'enterprise');
      return [alice, bob].map((member) => member.get('/faucet/status').headers['x-ratelimit-limit']);
    },
    shows: { binding: [10, 10], tier: [50, undefined] },
  },
  'limits.unlimitedHeaders': {
    play: (overrides) => {
      const { stage, member } = tierOf(overrides);
      const free = member.get('/none').headers;
      stage.setTier(member, 'enterprise');
      return [free['x-ratelimit-limit'], member.get('/none').headers];
    },
    shows: {
      omit: [50, {}],
      maximum: [
        50,
        { 'x-ratelimit-limit': 2 ** 31 - 1, 'x-ratelimit-remaining': 2 ** 31 - 1, 'x-ratelimit-reset': 0 },
      ],
    },
  },
  'limits.upgrade': {
    play: (overrides) => {
      const stage = open(overrides);
      const { alice } = stage.pair();
      return (['pro', 'enterprise'] as const).map((tier) => {
        const asked = stage.anonymous().post('/_sim/tier', { api_key: alice.key, tier });
        const hours = (Date.parse(asked.text('effective_at')) - stage.nowMs) / 3_600_000;
        if (Number.isInteger(hours)) return hours;
        return hours > 0 && hours < { pro: 24, enterprise: 48 }[tier] ? 'in between' : 'out of bounds';
      });
    },
    shows: { seeded: ['in between', 'in between'], bound: [24, 48], immediate: [0, 0] },
  },
  'client.backoff': {
    play: (overrides) => {
      const live = crowdedOut(overrides);
      return live.sent(crowdedPath).map(({ status, secondsAfter }) => [status, secondsAfter]);
    },
    shows: {
      max: [...[0, 1, 2, 4, 8, 16, 32].map((seconds) => [429, seconds]), [200, 60]],
      'retry-after': [[429, 0], ...Array.from({ length: 12 }, () => [429, 1])],
    },
  },
  'faucet.pool': {
    play: (overrides) => {
      const stage = open(overrides);
      const alice = stage.joinB('alice');
      const bob = stage.anonymous().post('/faucet/register', { agent_id: 'bob' });
      return [alice.get('/faucet/status').body['pool_balance'], bob.status];
    },
    shows: { '1000000': ['999980.00', 201], '15.5': ['5.50', 503] },
  },
  'faucet.crossStyle': {
    play: (overrides) => {
      const alice = open(overrides).joinB('alice');
      const claim = () => alice.post('/faucet/api/v1/faucet/claim').status;
      return [alice.get('/faucet/api/v1/faucet/status').body['eligible'], claim(), claim(), alice.spendable];
    },
    shows: { blocked: [false, 409, 409, 10_000_000], independent: [true, 200, 409, 11_000_000] },
  },
  'faucet.claimDay': {
    play: (overrides) => {
      const stage = open(overrides);
      const anna = stage.joinA('anna');
      const first = anna.post('/faucet/claim').body['next_claim'];
      stage.advanceTo('2026-03-02T00:00:00.000Z');
      return [first, anna.post('/faucet/claim').status];
    },
    shows: { rolling: ['2026-03-02T06:15:00.123Z', 409], calendar: ['2026-03-02T00:00:00.000Z', 200] },
  },
  'faucet.firstNextClaim': {
    play: (overrides) => {
      const stage = open(overrides);
      const alice = stage.joinB('alice');
      return [alice.joined.body['next_claim'] === stage.at(0), alice.post('/faucet/claim').status];
    },
    shows: { 'after-a-day': [false, 409], 'at-once': [true, 200] },
  },
  'faucet.firstClaim': {
    play: (overrides) => {
      const stage = open(overrides);
      const anna = stage.joinA('anna');
      const keyless = () => stage.anonymous().post('/faucet/claim', { agent_id: 'anna' }).status;
      const unknown = stage.anonymous().post('/faucet/claim', { agent_id: 'nobody' }).status;
      const nameless = stage.anonymous().post('/faucet/claim', {}).status;
      return [keyless(), anna.spendable, keyless(), unknown, nameless];
    },
    shows: { registration: [401, 0, 401, 401, 401], keyless: [200, 2_000_000, 401, 401, 401] },
  },
  'faucet.repeatClaim': {
    play: (overrides) => {
      const alice = open(overrides).joinB('alice');
      const early = alice.post('/faucet/claim');
      return [early.verdict, early.headers['retry-after'], early.body['window']];
    },
    shows: {
      'faucet-claimed': [[409, 'FAUCET_CLAIMED'], undefined, undefined],
      'rate-limit': [[429, 'RATE_LIMIT'], 86_401, '1d'],
    },
  },
  'escrow.expiryState': {
    play: (overrides) => {
      const { stage, alice } = pairOf(overrides);
      const id = alice.lock('bob', 1, { expires_in: 60 });
      stage.advance('1m');
      const found = ['expired', 'refunded'].map(
        (status) => alice.get('/escrow/escrows', { status }).list('escrows').length,
      );
      return [alice.escrow(id)['status'], alice.spendable, found];
    },
    shows: { expired: ['expired', 10_000_000, [1, 0]], refunded: ['refunded', 10_000_000, [0, 1]] },
  },
  'escrow.disputedName': {
    play: (overrides) => {
      const { alice } = pairOf(overrides);
      const id = alice.lock('bob', 1);
      alice.post(`/escrow/escrow/${id}/dispute`, { reason: 'late' });
      const found = ['disputed', 'frozen', 'locked'].map((status) => {
        const list = alice.get('/escrow/escrows', { status });
        return list.status === 200 ? list.list('escrows').length : list.status;
      });
      return [alice.escrow(id)['status'], found, alice.post(`/escrow/escrow/${id}/release`).status];
    },
    shows: {
      disputed: ['disputed', [1, 400, 0], 409],
      frozen: ['frozen', [400, 1, 0], 409],
      locked: ['locked', [400, 400, 1], 409],
    },
  },
  'escrow.arbiter': {
    play: (overrides) => {
      const { stage, alice } = pairOf(overrides);
      const ids = Array.from({ length: 16 }, () => alice.lock('bob', 0.5));
      for (const id of ids) alice.post(`/escrow/escrow/${id}/dispute`, { reason: 'late' });
      stage.advance(48 * 3_600_000 - 1);
      const early = ids
        .map((id) => alice.escrow(id)['status'])
        .filter((status) => status !== 'disputed').length;
      stage.advance(1);
      const ends = new Set(ids.map((id) => textOf(alice.escrow(id), 'status')));
      return [early > 0, [...ends].toSorted()];
    },
    shows: {
      'timeout-refund': [false, ['refunded']],
      'timeout-release': [false, ['released']],
      seeded: [true, ['refunded', 'released']],
    },
  },
  'escrow.disputers': {
    play: (overrides) => {
      const { alice, bob } = pairOf(overrides);
      const ids = [alice.lock('bob', 1), alice.lock('bob', 1)];
      return [bob, alice].map(
        (member, index) => member.post(`/escrow/escrow/${ids[index]}/dispute`, { reason: 'late' }).status,
      );
    },
    shows: { parties: [200, 200], sender: [403, 200] },
  },
  'escrow.expiryWhileDisputed': {
    play: (overrides) => {
      const { stage, alice } = pairOf(overrides);
      const id = alice.lock('bob', 1, { expires_in: 3_600 });
      alice.post(`/escrow/escrow/${id}/dispute`, { reason: 'late' });
      stage.advance('1h');
      const atExpiry = alice.escrow(id)['status'];
      stage.advance('47h');
      return [atExpiry, alice.escrow(id)['status'], alice.spendable];
    },
    shows: { paused: ['disputed', 'refunded', 10_000_000], runs: ['refunded', 'refunded', 10_000_000] },
  },
  'escrow.feeRounding': {
    play: (overrides) => {
      const { alice } = pairOf(overrides);
      return ['0.100049', '0.10005', '0.100099'].map((amount) => {
        const { fee, net } = alice.escrow(alice.lock('bob', amount));
        return [fee, net];
      });
    },
    shows: {
      'half-up': [
        ['0.001', '0.099049'],
        ['0.001001', '0.099049'],
        ['0.001001', '0.099098'],
      ],
      floor: [
        ['0.001', '0.099049'],
        ['0.001', '0.09905'],
        ['0.001', '0.099099'],
      ],
    },
  },
  'escrow.releasedAmount': {
    play: (overrides) => {
      const { alice, bob } = pairOf(overrides);
      const id = alice.lock('bob', 2);
      const { body } = alice.post('/escrow/api/v1/escrow/release', { escrow_id: id });
      return [body['released_amount'], bob.spendable];
    },
    shows: { net: [1.98, 11_980_000], gross: [2, 11_980_000] },
  },
  'escrow.listA': {
    play: (overrides) => {
      const { stage, alice, bob } = pairOf(overrides);
      for (let minute = 0; minute < 3; minute++) {
        for (let made = 0; made < 34; made++) {
          const sender = made % 2 === 0 ? alice : bob;
          sender.lock(sender === alice ? 'bob' : 'alice', '0.10');
        }
        stage.advance('1m');
      }
      return alice.get('/escrow/api/v1/escrow/list').list('escrows').length;
    },
    shows: { newest: 100, all: 102 },
  },
  'escrow.foreignRead': {
    play: (overrides) => {
      const { stage, alice, bob } = pairOf(overrides);
      const id = alice.lock('bob', 1);
      const carol = stage.joinB('carol');
      const paths = [`/escrow/escrow/${id}`, `/escrow/api/v1/escrow/${id}`];
      return [carol, bob].map((member) => paths.map((path) => member.get(path).status));
    },
    shows: {
      '403': [
        [403, 403],
        [200, 200],
      ],
      '404': [
        [404, 404],
        [200, 200],
      ],
    },
  },
};

function pairOf(overrides: Overrides): { stage: Stage; alice: Member; bob: Member } {
  const stage = open(overrides);
  return { stage, ...stage.pair() };
}

/** A Free key and a call that counts against its tier alone. */
function tierOf(overrides: Overrides, options: StageOptions = {}) {
  const stage = open(overrides, options);
  const member = stage.joinB('alice');
  return { stage, member, call: () => member.get('/escrow/api/v1/escrow/list') };
}

for (const name of policyNames) {
  const { play, shows }: Scene<string> = scenes[name];
  describe(`policy ${name}`, () => {
    for (const [option, shown] of Object.entries(shows)) {
      it(`${option}: ${meaningOf(name, option)}`, () => expect(play({ [name]: option })).toEqual(shown));
    }

    it('is no dead knob: each option shows something else', () => {
      const seen = Object.values(shows).map((shown) => JSON.stringify(shown));
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.length).toBeGreaterThanOrEqual(2);
    });

    it('has a scene for every option, and the default is one of them', () => {
      const { options, default: usual } = policyRow(name);
      if (options === 'usdc') expect(Object.keys(shows)).toContain(usual);
      else expect(Object.keys(shows).toSorted()).toEqual(Object.keys(options).toSorted());
      expect(play({})).toEqual(shows[usual]);
    });
  });
}

function meaningOf(name: PolicyName, option: string): string {
  const { options } = policyRow(name);
  return options === 'usdc' ? 'an amount of USDC' : (options[option] ?? '');
}

describe('the table of scenes', () => {
  it('plays every policy of the policy table, and no other', () => {
    expect(Object.keys(scenes).toSorted()).toEqual(policyNames.toSorted());
    expect(policyNames.length).toBeGreaterThanOrEqual(39);
  });
});
