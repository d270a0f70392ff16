import { describe, expect, it } from 'vitest';
import { policyNames } from '../../../src/core/policy/policies.ts';
import { metricNames, metricRow } from '../../../src/simulation/scenario/metric-table.ts';
import type { RunResult, Series } from '../../../src/simulation/scenario/result.ts';
import type { Scenario } from '../../../src/simulation/scenario/scenario.ts';
import { group } from '../population/town.ts';
import { policiesWith, startMs } from '../../platform/world/new-world.ts';
import { expectationsOf, finish, hourMs, market, rough } from './market.ts';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const sumOf = (record: Readonly<Record<string, number>>): number => sum(Object.values(record));
const totals = (series: Series): Record<string, number> =>
  Object.fromEntries(Object.entries(series).map(([name, values]) => [name, sum(values)]));
const lasts = (series: Series): Record<string, number> =>
  Object.fromEntries(Object.entries(series).map(([name, values]) => [name, values.at(-1) ?? 0]));

const variants: [string, Partial<Scenario>][] = [
  ['on a perfect network', {}],
  ['through faults and a rough network', rough],
];

describe.each(variants)('the result of a run %s', (_, changes) => {
  const answered: { agent: number | undefined; status: number }[] = [];
  const scenario = market(changes);
  const { run, result } = finish(scenario, {
    hooks: {
      onEvent: ({ request, response }) => answered.push({ agent: request.agent, status: response.status }),
    },
  });
  const { summary, operations, agents, timeline, limits, flows } = result;
  const { ledger } = run.world;

  it('counts every request that reached the platform once, by status and in all', () => {
    expect(summary.requests).toBe(answered.length);
    expect(sumOf(summary.statusCounts)).toBe(summary.requests);
    for (const [status, count] of Object.entries(summary.statusCounts)) {
      expect(answered.filter((answer) => String(answer.status) === status)).toHaveLength(count);
    }
  });

  it('counts what agents saw once: by operation, by agent and over time', () => {
    const seen = sum(operations.map(({ requests }) => requests));
    expect(seen).toBeGreaterThan(500);
    expect(sum(agents.map(({ requests }) => requests))).toBe(seen);
    expect(sumOf(totals(timeline.requests))).toBe(seen);
    if (changes === rough) expect(seen).not.toBe(summary.requests);
    else expect(seen).toBe(summary.requests);
  });

  it('splits every operation into answers and refusals without a rest', () => {
    for (const { requests, ok, refusals } of operations) expect(ok + sumOf(refusals)).toBe(requests);
    const classes = totals(timeline.requests);
    expect(sum(operations.map(({ ok }) => ok))).toBe(classes['ok']);
    const byCode: Record<string, number> = {};
    for (const { refusals } of operations) {
      for (const [code, count] of Object.entries(refusals)) byCode[code] = (byCode[code] ?? 0) + count;
    }
    expect(totals(timeline.refusals)).toEqual(byCode);
  });

  it('splits every agent into answers, refusals, limits, failures of services and time-outs without a rest', () => {
    for (const { requests, ok, refused, limited, failed, timeouts } of agents) {
      expect(ok + refused + limited + failed + timeouts).toBe(requests);
    }
    const classes = totals(timeline.requests);
    expect(sum(agents.map(({ failed }) => failed))).toBe(classes['failed']);
    expect(sum(agents.map(({ timeouts }) => timeouts))).toBe(classes['timeout']);
  });

  it('counts at the limiter everything but calls that are exempt', () => {
    expect(sum(limits.map(({ admitted, refused }) => admitted + refused))).toBe(summary.requests);
    expect(sum(limits.map(({ refused }) => refused))).toBe(summary.statusCounts['429'] ?? 0);
    for (const { refused, windows } of limits) expect(sumOf(windows)).toBe(refused);
  });

  it('has flows that add up to what the ledger posted, and to what its accounts hold', () => {
    const posted = Array.from({ length: ledger.transferCount }, (_unused, id) => ledger.record(id)).filter(
      ({ phase }) => phase === 'single' || phase === 'post',
    );
    expect(sum(flows.map(({ transfers }) => transfers))).toBe(posted.length);
    expect(sum(flows.map(({ micros }) => micros))).toBe(sum(posted.map(({ amount }) => amount)));
    const net = (name: string): number =>
      sum(flows.filter(({ to }) => to === name).map(({ micros }) => micros)) -
      sum(flows.filter(({ from }) => from === name).map(({ micros }) => micros));
    const money = lasts(timeline.money);
    expect(net('agents')).toBe((money['agents'] ?? 0) + (money['escrow'] ?? 0));
    for (const name of ['pool', 'fees', 'referral', 'external']) expect(net(name)).toBe(money[name]);
    expect(net('issuer')).toBe(-sumOf(money));
  });

  it('has agents whose money adds up to the last slice of the timeline', () => {
    const money = lasts(timeline.money);
    expect(sum(agents.map(({ balanceMicros }) => balanceMicros))).toBe(money['agents']);
    expect(sum(agents.map(({ heldMicros }) => heldMicros))).toBe(money['escrow']);
    expect(sumOf(money)).toBe(1_000_000_000_000);
  });

  it('never makes or loses money over time', () => {
    for (let bucket = 0; bucket < timeline.bucketCount; bucket++) {
      expect(sum(Object.values(timeline.money).map((values) => values[bucket] ?? 0))).toBe(1_000_000_000_000);
    }
  });

  it('has a number for every slice in every series', () => {
    const all = [timeline.requests, timeline.refusals, timeline.escrows, timeline.money].flatMap((series) =>
      Object.values(series),
    );
    for (const values of [...all, timeline.registered]) expect(values).toHaveLength(timeline.bucketCount);
    expect(timeline.registered.at(-1)).toBe(agents.filter(({ agentId }) => agentId !== '').length);
  });

  it('accounts for every escrow: ended ones and open ones are all that were made', () => {
    const escrows = lasts(timeline.escrows);
    const made = run.recorder.happenings.get('escrowCreated') ?? 0;
    expect(made).toBeGreaterThan(50);
    expect(sumOf(escrows)).toBe(made);
    expect(Math.min(...Object.values(timeline.escrows).flat())).toBe(0);
  });

  it('names every policy, and those that are not the default', () => {
    expect(result.policies.map(({ name }) => name)).toEqual(policyNames);
    expect(result.policies.every(({ isDefault }) => isDefault)).toBe(true);
    const { result: other } = finish(
      market({ ...changes, policies: policiesWith({ 'http.info': 'on' }), forMs: 1000 }),
    );
    expect(other.policies.filter(({ isDefault }) => !isDefault)).toEqual([
      { name: 'http.info', value: 'on', isDefault: false },
    ]);
  });

  it('ends with the digest of its last checkpoint or one beyond it', () => {
    expect(result.checkpoints.length).toBeLessThanOrEqual(4096);
    expect(summary.digest).toBe(run.world.digest().digest);
    expect(run.world.digest().events).toBeGreaterThanOrEqual(result.checkpoints.at(-1)?.event ?? 0);
  });
});

describe('expectations', () => {
  const lines = Object.fromEntries(
    metricNames.map((name) => [
      name,
      [{ counter: 'count>=0', gauge: 'value>=0', rate: 'rate>=0', trend: 'avg>=0' }[metricRow(name).kind]],
    ]),
  );
  const { run, result } = finish(market({ ...rough, expectations: expectationsOf(lines) }));
  const value = (name: string): number | null | undefined =>
    result.summary.expectations.find(({ metric }) => metric === name)?.value;

  it('measure what the tables of the result show', () => {
    const { operations, summary, checks, timeline, agents } = result;
    const money = lasts(timeline.money);
    const seen = sum(operations.map(({ requests }) => requests));
    const passed = sum(checks.map((check) => check.passed));
    const failed = sum(checks.map((check) => check.failed));
    const expected: Record<string, number> = {
      http_reqs: seen,
      http_req_failed: 1 - sum(operations.map(({ ok }) => ok)) / seen,
      http_req_timeouts: sum(agents.map(({ timeouts }) => timeouts)),
      rate_limited_total: sum(agents.map(({ limited }) => limited)),
      rate_window_excess: 0,
      checks: passed / (passed + failed),
      agents_total: 20,
      agents_registered_total: timeline.registered.at(-1) ?? 0,
      faucet_pool_micros: money['pool'] ?? 0,
      escrow_open: (lasts(timeline.escrows)['locked'] ?? 0) + (lasts(timeline.escrows)['disputed'] ?? 0),
      escrow_held_micros: money['escrow'] ?? 0,
      ledger_transfers_total: summary.ledger.transfers,
      ledger_drift_micros: 0,
      findings_total: 0,
      escrow_created_total: run.recorder.happenings.get('escrowCreated') ?? 0,
      tier_upgrades_total: 0,
    };
    for (const [name, number] of Object.entries(expected))
      expect([name, value(name)]).toEqual([name, expect.closeTo(number, 9)]);
    const paid = result.flows.filter(({ from, to }) => from === 'pool' && to === 'agents');
    expect(value('faucet_paid_micros')).toBe(sum(paid.map(({ micros }) => micros)));
    expect(value('faucet_claims_total')).toBe(sum(paid.map(({ transfers }) => transfers)));
  });

  it('narrowed by tags are what the row of the operation shows', () => {
    const narrow = {
      'http_reqs{service:escrow,operation:create,style:B}': ['count>0'],
      'http_req_duration{operation:create}': ['max<1'],
      'http_reqs{code:TIMEOUT}': ['count==0'],
      'checks{check:joined}': ['rate==1'],
    };
    const { result: tagged } = finish(market({ ...rough, expectations: expectationsOf(narrow) }));
    const [count, max, timeouts, joined] = tagged.summary.expectations;
    const create = tagged.operations.find(({ operation }) => operation === 'create');
    expect([count?.value, count?.ok]).toEqual([create?.requests, true]);
    // The metric counts how long somebody waited in vain; the table of operations shows answers alone.
    expect([max?.value, max?.ok]).toEqual([rough.network?.timeoutMs, false]);
    expect(create?.latencyMs.max).toBeLessThan(5_000);
    expect(timeouts?.value).toBe(sum(tagged.agents.map((agent) => agent.timeouts)));
    expect([joined?.value, tagged.summary.ok]).toEqual([1, false]);
  });

  it('that ask for what never happened are broken, and so is the run', () => {
    const { summary } = finish(
      market({ forMs: hourMs, expectations: expectationsOf({ 'checks{check:nobody}': ['rate>=0'] }) }),
    ).result;
    expect([summary.expectations[0], summary.ok]).toEqual([
      { metric: 'checks{check:nobody}', threshold: 'rate>=0', value: null, ok: false },
      false,
    ]);
  });

  it('that hold make the run a good one', () => {
    const { summary } = finish(
      market({
        expectations: expectationsOf({ ledger_drift_micros: ['value==0'], http_reqs: ['rate>0.001'] }),
      }),
    ).result;
    expect([summary.expectations.map(({ ok }) => ok), summary.ok]).toEqual([[true, true], true]);
  });
});

describe('the timeline of a run', () => {
  it('assigns events on the edge of two slices to the later one, in samples and in counts', () => {
    const punctual = group('punctual', function* (agent) {
      yield* agent.sleep(30_000);
      yield* agent.join();
    });
    const { timeline } = finish(market({ groups: [punctual], forMs: 90_000 })).result;
    expect(timeline.bucketMs).toBe(1_000);
    const around = (values: readonly number[] | undefined): unknown => values?.slice(28, 32);
    expect(around(timeline.registered)).toEqual([0, 0, 1, 1]);
    expect(around(timeline.money['agents'])).toEqual([0, 0, 10_000_000, 10_000_000]);
    expect(around(timeline.requests['ok'])).toEqual([0, 0, 1, 0]);
  });
});

describe('a rate limit', () => {
  it('shows in every table: sixty calls at once are fifty answers and ten 429s', () => {
    const eager = group('eager', function* (agent) {
      for (let count = 0; count < 60; count++) yield* agent.get('/nowhere');
    });
    const lines = { rate_limited_total: ['count==10'], rate_window_excess: ['value==0'] };
    const { result } = finish(
      market({ groups: [eager], forMs: hourMs, expectations: expectationsOf(lines) }),
    );
    const { summary, agents, timeline, limits, operations } = result;
    expect([summary.statusCounts, summary.ok]).toEqual([{ 404: 50, 429: 10 }, true]);
    expect(agents[0]).toMatchObject({ requests: 60, ok: 0, refused: 50, limited: 10, timeouts: 0 });
    expect(totals(timeline.requests)).toEqual({ ok: 0, refused: 50, limited: 10, failed: 0, timeout: 0 });
    expect(limits).toEqual([
      {
        tier: 'no key',
        service: 'unknown path',
        style: '',
        admitted: 50,
        refused: 10,
        windows: { '50/10s': 10 },
      },
    ]);
    expect(operations[0]?.refusals).toEqual({ NOT_FOUND: 50, RATE_LIMIT: 10 });
  });
});

describe('faults in the result', () => {
  it('stand with their times and what they did, in words', () => {
    const { faults }: RunResult = finish(market({ ...rough, forMs: 1000 })).result;
    expect(
      faults.map(({ kind, service, startMs: atMs, endMs, detail }) => [
        kind,
        service,
        (atMs - startMs) / hourMs,
        (endMs - atMs) / hourMs,
        detail,
      ]),
    ).toEqual([
      ['outage', 'escrow', 3, 1 / 6, 'answers 503'],
      ['error', 'escrow', 5, 1, '50% answer 500, after the whole effect'],
      ['error', 'escrow', 5, 1, '50% answer 500, after an effect that is undone'],
      ['slow', 'escrow', 7, 1, 'slower by 900ms (p99 9s)'],
      ['clock-hold', 'escrow', 9, 1, 'its clock stands still'],
      ['clock-step', 'faucet', 9, 0, 'its clock moves by 1d 1h'],
    ]);
  });
});
