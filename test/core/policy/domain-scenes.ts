/** What one small scene shows under each option of the policies about domains. */
import type { PolicyName, PolicyValue } from '../../../src/core/policy/policies.ts';
import { admitted, type Overrides } from '../../conformance/harness.ts';
import {
  api,
  check,
  fund,
  lookup,
  renew,
  richPair,
  setRecord,
  short,
  take,
  transfer,
} from '../../conformance/domain-stage.ts';
import type { Scene } from './scene.ts';

type DomainPolicy = Extract<PolicyName, `domains.${string}`> | 'limits.registerCap';

/** Statuses of a registration in style B. */
const statusOfTaking = (overrides: Overrides, domain: string): number =>
  richPair(overrides).alice.post(`${short}/register`, { domain }).status;

export const domainScenes: { [Name in DomainPolicy]: Scene<PolicyValue<Name>> } = {
  'limits.registerCap': {
    play: (overrides) => {
      const { stage, alice } = richPair(overrides);
      fund(stage, alice, 1_000);
      let count = 0;
      const taken = admitted(20, () =>
        alice.post(`${api}/register`, { domain: `name-${(count += 1)}.agent` }),
      );
      const accounts = admitted(20, () =>
        stage.anonymous(alice.ip).post('/faucet/register', { agent_id: `agent-${(count += 1)}` }),
      );
      const otherStyle = admitted(20, () =>
        stage
          .anonymous(alice.ip)
          .post('/faucet/api/v1/agents/register', { agent_id: `agent-${(count += 1)}` }),
      );
      return [taken, accounts, otherStyle];
    },
    shows: { every: [10, 9, 0], accounts: [20, 9, 0], paths: [10, 9, 10] },
  },
  'domains.prices': {
    play: (overrides) => {
      const { alice } = richPair(overrides);
      const prices = ['a', 'abc', 'abcd', 'abcde'].map(
        (label) => check(alice, `${label}.bot`).body['price_usdc'],
      );
      take(alice, 'abcd.bot', { years: 2 });
      return [prices, alice.spendable];
    },
    shows: { length: [[100, 100, 40, 10], 930_000_000], flat: [[10, 10, 10, 10], 990_000_000] },
  },
  'domains.labels': {
    play: (overrides) =>
      ['xn--mnchen-3ya.agent', 'a1--b2.agent', 'abc--d.agent'].map((name) => statusOfTaking(overrides, name)),
    shows: { ldh: [201, 201, 201], unreserved: [400, 400, 201] },
  },
  'domains.dates': {
    play: (overrides) => {
      const { alice } = richPair(overrides);
      const { expires } = take(alice, 'alpha.agent');
      const seen = lookup(alice, 'alpha.agent').body;
      const [listed] = alice.get(`${api}/domains`).list('domains');
      return [expires, seen['registered'], seen['expires'], listed?.['expires_at']];
    },
    shows: {
      instant: [
        '2027-03-01T06:15:00.123Z',
        '2026-03-01T06:15:00.123Z',
        '2027-03-01T06:15:00.123Z',
        '2027-03-01T06:15:00.123Z',
      ],
      day: ['2027-03-01', '2026-03-01', '2027-03-01', '2027-03-01T06:15:00.123Z'],
    },
  },
  'domains.year': {
    play: (overrides) => {
      const { alice } = richPair(overrides, { startAt: '2028-02-29T12:00:00.000Z' });
      const years = [1, 4, 10].map((count) => take(alice, `years-${count}.sim`, { years: count })['expires']);
      return [...years, renew(alice, 'years-1.sim', 3).body['expires']];
    },
    shows: {
      calendar: [
        '2029-02-28T12:00:00.000Z',
        '2032-02-29T12:00:00.000Z',
        '2038-02-28T12:00:00.000Z',
        '2032-02-28T12:00:00.000Z',
      ],
      '365d': [
        '2029-02-28T12:00:00.000Z',
        '2032-02-28T12:00:00.000Z',
        '2038-02-26T12:00:00.000Z',
        '2032-02-28T12:00:00.000Z',
      ],
    },
  },
  'domains.grace': {
    play: (overrides) => {
      const { stage, alice, bob } = richPair(overrides);
      const { expires } = take(alice, 'alpha.agent');
      stage.advanceTo(expires as string);
      const seen = lookup(bob, 'alpha.agent');
      const taken = bob.post(`${short}/register`, { domain: 'alpha.agent' }).status;
      const sold = transfer(alice, 'alpha.agent', 'bob').status;
      const pointed = setRecord(alice, 'alpha.agent', { type: 'TXT', value: 'mine' }).status;
      const renewed = renew(alice, 'alpha.agent').body['expires'];
      return [seen.status, seen.body['status'], taken, sold, pointed, renewed];
    },
    shows: {
      none: [404, undefined, 201, 403, 403, undefined],
      '30d': [200, 'expired', 409, 409, 409, '2028-03-01T06:15:00.123Z'],
    },
  },
  'domains.renewAhead': {
    play: (overrides) => {
      const { alice } = richPair(overrides);
      take(alice, 'alpha.agent', { years: 9 });
      return [1, 1, 10].map((years) => renew(alice, 'alpha.agent', years).status);
    },
    shows: { 'ten-years': [200, 400, 400], unlimited: [200, 200, 200] },
  },
  'domains.dnsWrite': {
    play: (overrides) => {
      const { alice } = richPair(overrides);
      take(alice, 'alpha.agent');
      const results = ['192.0.2.1', '192.0.2.2', '192.0.2.2'].map(
        (value, index) =>
          setRecord(alice, 'alpha.agent', { type: 'A', value, ttl: 60 + index }).body['result'],
      );
      const values = lookup(alice, 'alpha.agent')
        .list('records')
        .map(({ value }) => value);
      return [results, values];
    },
    shows: {
      merge: [
        ['added', 'added', 'updated'],
        ['192.0.2.1', '192.0.2.2'],
      ],
      replace: [['added', 'updated', 'updated'], ['192.0.2.2']],
    },
  },
  'domains.saleConsent': {
    play: (overrides) => {
      const { alice, bob } = richPair(overrides);
      const owner = () => lookup(alice, 'alpha.agent').body['owner_id'];
      take(alice, 'alpha.agent');
      const unasked = transfer(alice, 'alpha.agent', 'bob', 60).status;
      const first = owner();
      const bid = transfer(bob, 'alpha.agent', 'bob', 50).verdict;
      const sales = [51, 50].map((price) => transfer(alice, 'alpha.agent', 'bob', price).status);
      return [unasked, first, bid, sales, owner(), bob.spendable];
    },
    shows: {
      none: [200, 'bob', [400, 'BAD_REQUEST'], [403, 403], 'bob', 950_000_000],
      bid: [403, 'alice', [200, undefined], [403, 200], 'bob', 960_000_000],
    },
  },
  'domains.outsideOwners': {
    play: (overrides) => {
      const { alice } = richPair(overrides);
      take(alice, 'alpha.agent');
      const outside = `0x${'AB'.repeat(20)}`;
      const sold = transfer(alice, 'alpha.agent', outside, 1).status;
      const given = transfer(alice, 'alpha.agent', outside).status;
      return [sold, given, lookup(alice, 'alpha.agent').body['owner'] === outside.toLowerCase()];
    },
    shows: { allowed: [422, 200, true], refused: [404, 404, false] },
  },
  'domains.unusedYears': {
    play: (overrides) => {
      const { stage, alice } = richPair(overrides);
      take(alice, 'alpha.agent', { years: 3 });
      const whole = alice.spendable;
      stage.advance('400d');
      transfer(alice, 'alpha.agent', 'bob', 5);
      return [alice.spendable - whole, lookup(alice, 'alpha.agent').body['expires']];
    },
    shows: {
      kept: [5_000_000, '2029-03-01T06:15:00.123Z'],
      refunded: [13_500_000, '2028-03-01T06:15:00.123Z'],
    },
  },
  'domains.lookup': {
    play: (overrides) => {
      const { stage, alice } = richPair(overrides);
      take(alice, 'alpha.agent');
      return [
        lookup(stage.anonymous(), 'alpha.agent').status,
        check(stage.anonymous(), 'alpha.agent').status,
      ];
    },
    shows: { key: [401, 401], open: [200, 401] },
  },
};
