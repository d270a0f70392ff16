/** The agents of a served world in pages and in full, and one exchange in full: whole answers of a small world. */
import { beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '../../../../src/core/base/refusal.ts';
import { agentInFull, agentPage } from '../../../../src/host/serve/control-room/agent-list.ts';
import { exchangeInFull } from '../../../../src/host/serve/control-room/exchange-view.ts';
import { Feed } from '../../../../src/host/serve/control-room/feed.ts';
import { metricsPage } from '../../../../src/host/serve/control-room/metrics.ts';
import { Observed } from '../../../../src/host/serve/control-room/observed.ts';
import type { Sandbox } from '../../../../src/host/serve/sandbox.ts';
import type { AgentFilter } from '../../../../src/platform/control/observed.ts';
import { newSandbox } from '../serving.ts';
import { digestOf, Kept } from './kept.ts';
import { ask, join, smallRoom } from './small-room.ts';

let sandbox: Sandbox;
let observed: Observed;
beforeAll(() => {
  sandbox = smallRoom();
  observed = new Observed(sandbox);
});
const kept = new Kept('agents.json');
const everyone: AgentFilter = {
  search: '',
  tier: undefined,
  state: 'all',
  order: 'number',
  page: { page: 1, limit: 25 },
};
const idsOf = (filter: Partial<AgentFilter>): string[] =>
  agentPage(sandbox, { ...everyone, ...filter }).agents.map(({ id }) => id);

const joined = '2026-01-01T00:00:00.000Z';
const nothing = { requests: 0, ok: 0, refused: 0, limited: 0, failed: 0 };
const line = (number: number, id: string): object => ({
  number,
  id,
  joined,
  tier: 'free',
  balance: '10.00',
  held: '0.00',
  counts: nothing,
});

describe('the agents of a room', () => {
  it('are lines of a page', () => {
    expect(agentPage(sandbox, everyone)).toEqual({
      total: 5,
      page: 1,
      all: 5,
      agents: [
        {
          ...line(0, 'alice'),
          balance: '4.671047',
          held: '5.00',
          counts: { requests: 4, ok: 3, refused: 1, limited: 0, failed: 0 },
          meters: [
            { service: 'faucet', limit: 10, remaining: 9 },
            { service: 'escrow', limit: 50, remaining: 50 },
            { service: 'trading', limit: 50, remaining: 50 },
          ],
        },
        line(1, 'bob'),
        {
          ...line(2, 'Carol'),
          counts: { ...nothing, requests: 11, ok: 10, limited: 1 },
          meters: [{ service: 'faucet', limit: 10, remaining: 10 }],
        },
        {
          ...line(3, 'dave'),
          counts: { ...nothing, requests: 1, failed: 1 },
          meters: [{ service: 'escrow', limit: 50, remaining: 49 }],
        },
        line(4, 'erin'),
      ],
    });
  });

  it.each<[page: number, limit: number, ids: string[]]>([
    [1, 2, ['alice', 'bob']],
    [2, 2, ['Carol', 'dave']],
    [3, 2, ['erin']],
    [4, 2, []],
    [2, 4, ['erin']],
    [1, 5, ['alice', 'bob', 'Carol', 'dave', 'erin']],
  ])('of page %i with %i each', (page, limit, ids) => {
    const found = agentPage(sandbox, { ...everyone, page: { page, limit } });
    expect([found.agents.map(({ id }) => id), found.total, found.page, found.all]).toEqual([ids, 5, page, 5]);
  });

  const all = ['alice', 'bob', 'Carol', 'dave', 'erin'];
  it.each<[filter: Partial<AgentFilter>, ids: string[]]>([
    [{ search: ' AR' }, ['Carol']],
    [{ search: 'o' }, ['bob', 'Carol']],
    [{ search: 'frank' }, []],
    [{ search: '  ' }, all],
    [{ tier: 'free' }, all],
    [{ tier: 'pro' }, []],
    [{ state: 'active' }, ['alice', 'Carol', 'dave']],
    [{ state: 'refused' }, ['alice']],
    [{ state: 'limited' }, ['Carol']],
    [{ state: 'holding' }, ['alice']],
    [{ order: 'latest' }, ['alice', 'dave', 'Carol', 'bob', 'erin']],
    [{ order: 'requests' }, ['Carol', 'alice', 'dave', 'bob', 'erin']],
    [{ order: 'balance' }, ['bob', 'Carol', 'dave', 'erin', 'alice']],
    [{ order: 'requests', state: 'active', search: 'a' }, ['Carol', 'alice', 'dave']],
  ])('that pass %j', (filter, ids) => {
    expect(idsOf(filter)).toEqual(ids);
    expect(agentPage(sandbox, { ...everyone, ...filter }).total).toBe(ids.length);
  });

  it('are all idle where nothing was seen', () => {
    const unseen = { world: sandbox.world, feed: new Feed(1, sandbox.nowMs) };
    const found = (filter: Partial<AgentFilter>): number[] =>
      agentPage(unseen, { ...everyone, ...filter }).agents.map(({ number }) => number);
    expect([found({ state: 'active' }), found({ order: 'requests' }), found({ order: 'latest' })]).toEqual([
      [],
      [0, 1, 2, 3, 4],
      [0, 1, 2, 3, 4],
    ]);
  });

  it('have their quotas back once the window has ended', () => {
    const served = newSandbox();
    const key = join(served, 'alice');
    for (let index = 0; index < 3; index++) ask(served, 'GET /faucet/status', { key });
    ask(served, 'GET /escrow/escrows', { key });
    const meters = (): unknown => agentPage(served, everyone).agents[0]?.meters;
    const [faucet, escrow] = [
      { service: 'faucet', limit: 10 },
      { service: 'escrow', limit: 50 },
    ];
    const used = [
      { ...faucet, remaining: 7 },
      { ...escrow, remaining: 46 },
    ];
    expect(meters()).toEqual(used);
    served.advance(served.nowMs + 9_999);
    expect(meters()).toEqual(used);
    served.advance(served.nowMs + 1);
    expect(meters()).toEqual([
      { ...faucet, remaining: 10 },
      { ...escrow, remaining: 50 },
    ]);
  });
});

describe('one of a room in full', () => {
  it.each([0, 1, 2, 3, 4])('agent %i', (number) => {
    const found = agentInFull(sandbox, number);
    expect(found).toEqual(kept.value(`agent ${number}`, found));
    expect(observed.agent(number)).toEqual(found);
  });

  it.each(Array.from({ length: 22 }, (_, index) => index + 1))('exchange %i', (number) => {
    const found = exchangeInFull(sandbox, number);
    if (found instanceof Refusal) throw new Error(found.message);
    const { sequence, ...rest } = found;
    const shown = { ...rest, sequence: digestOf(sequence) };
    expect(shown).toEqual(kept.value(`exchange ${number}`, shown));
    expect(observed.exchange(number)).toEqual(found);
  });

  it('of those that there are', () => {
    const found: unknown[] = [
      agentInFull(sandbox, 5),
      exchangeInFull(sandbox, 23),
      exchangeInFull(sandbox, 0),
    ];
    expect(found).toEqual([
      new Refusal('NOT_FOUND', 'there is no agent 5; expected a number below 5'),
      new Refusal('NOT_FOUND', 'request 23 is not among the latest; expected a newer one'),
      new Refusal('NOT_FOUND', 'request 0 is not among the latest; expected a newer one'),
    ]);
    expect(observed.agents(everyone)).toEqual(agentPage(sandbox, everyone));
  });

  it.each([65_536, 65_537])('a body of %i units of UTF-16', (length) => {
    const served = newSandbox();
    const rawBody = 'x'.repeat(length);
    ask(served, 'POST /faucet/register', { rawBody });
    ask(served, 'DELETE /wallet', {});
    const [found, other] = [exchangeInFull(served, 1), exchangeInFull(served, 2)];
    if (found instanceof Refusal || other instanceof Refusal) throw new Error('there is no such exchange');
    expect(found.asked).toBe(length === 65_536 ? rawBody : `${rawBody.slice(1)}…`);
    expect([other.service, other.operation, other.line.path]).toEqual(['wallet', '', '/wallet']);
  });

  it('as figures for Prometheus', () => {
    const { headers, text } = metricsPage(sandbox);
    expect(headers).toEqual({
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(text.split('\n')).toEqual(kept.value('metrics', text.split('\n')));
  });
});
