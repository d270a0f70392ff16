/** A campaign of runs that are executed elsewhere: how many, what counts as a finding, and what is written of it. */
import { constant } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { serviceNames } from '../../../src/platform/world/platform.ts';
import { buildFromValue } from '../../../src/simulation/scenario/load.ts';
import {
  campaign,
  named,
  outcomeOf,
  scenarioOf,
  scenariosFrom,
  signatureOf,
  type CampaignOptions,
  type RunOutcome,
} from '../../../src/verification/check/campaign.ts';
import { wordOf } from '../../../src/verification/check/word-of.ts';
import { Coverage, coverageFloor } from '../../../src/verification/check/coverage.ts';
import { falsify, type ScenarioFailure } from '../../../src/verification/check/falsify.ts';
import { isAbout, serviceOfPath, services } from '../../../src/verification/check/service-path.ts';
import { diagramOf, junitOf, testOf } from '../../../src/verification/check/output.ts';
import {
  heldTo,
  isRelation,
  watched,
  yamlOf,
  type ScenarioSource,
} from '../../../src/verification/check/source.ts';
import { triesMax } from '../../../src/verification/check/shrink.ts';
import type { Violation } from '../../../src/verification/oracle/properties.ts'; // prettier-ignore

const violation = (property: string, message = 'it broke'): Violation => ({ property, message }) as Violation;

const outcome = (run: number, violations: readonly Violation[] = []): RunOutcome => ({
  violations,
  operations: 10,
  digest: `d${run}`,
  seen: { ...new Coverage().seen, operations: [`op${run}`] },
});

/** A campaign of which a test says what each run breaks. */
async function held(breaks: Readonly<Record<number, string>>, change: Partial<CampaignOptions> = {}) {
  const numbers: number[] = [];
  const result = await campaign({
    seed: 'fixed', runsMax: 5, findingsMax: 9, host: scenarioHost, stored: [], isOver: () => Promise.resolve(false),
    onRun: (run) => numbers.push(run),
    // The shipped code breaks nothing, so that no finding is made smaller.
    isStopped: () => Promise.resolve(true),
    runElsewhere: (run) => Promise.resolve(outcome(run, breaks[run] === undefined ? [] : [violation(breaks[run])])),
    ...change,
  });
  return { numbers, ...result };
} // prettier-ignore

it('knows the services of the platform, in the paths of every style', () => {
  expect([...services].toSorted()).toEqual(serviceNames.toSorted());
  const paths = ['/escrow/api/v1/x', '/api/escrow-api/x', '/escrow/x', '/mcp', '/escrows/x', '/x/escrow/'];
  expect(paths.map(serviceOfPath)).toEqual(['escrow', 'escrow', 'escrow', undefined, undefined, undefined]);
  const to = (...calls: string[]) => ({ operations: calls.map((call) => ({ by: 'a', do: call })) });
  expect(isAbout(to('GET /wallet/x', 'GET /mcp'), 'wallet')).toBe(true);
  expect(isAbout(to('GET /wallet/x', 'GET /mcp', 'GET /mcp'), 'wallet')).toBe(false);
});

describe('a campaign', () => {
  it('makes so many runs, and keeps what each came to', async () => {
    const { numbers, findings, operations, digests } = await held({});
    expect(numbers).toEqual([1, 2, 3, 4, 5]);
    expect([findings, operations, digests]).toEqual([[], 50, ['d1', 'd2', 'd3', 'd4', 'd5']]);
    expect((await held({}, { runsMax: 0 })).numbers).toEqual([]);
  });

  it('has a finding for each property that breaks, the first time', async () => {
    const { findings, numbers } = await held({ 2: 'a', 3: 'a', 4: 'b' });
    expect(findings.map(({ violation: { property }, run }) => [property, run])).toEqual([
      ['a', 2],
      ['b', 4],
    ]);
    expect(numbers).toEqual([1, 2, 3, 4, 5]);
    const [first] = findings;
    const { operations = [] } = scenarioOf('fixed', 2);
    expect(first?.source).toEqual(named(scenarioOf('fixed', 2), violation('a')));
    expect(first?.operations).toBe(Math.max(operations.length, 10));
  });

  it('ends with so many findings, and when its time is up', async () => {
    const ended = await held({ 1: 'a', 2: 'b', 3: 'c' }, { findingsMax: 2 });
    expect([ended.findings.length, ended.numbers]).toEqual([2, [1, 2]]);
    let asked = 0;
    const over = await held({}, { isOver: () => Promise.resolve(++asked > 3) });
    expect([over.numbers, over.runs]).toEqual([[1, 2, 3], 3]);
  });

  it('begins with stored scenarios, whose findings count and whose runs do not', async () => {
    const source = { name: 's', seed: '1', for: '1s', operations: [{ by: 'a', do: 'GET /faucet/status' }] };
    const scenario = await buildFromValue(source, scenarioHost);
    const { findings, runs, operations, digests } = await held(
      {},
      { stored: [{ file: 's.yaml', source, scenario }] },
    );
    expect([findings, runs, operations, digests.length]).toEqual([[], 5, 51, 5]);
  });

  it('has its scenarios by their numbers', () => {
    const all = scenariosFrom('x', { first: 1, count: 4 });
    expect(scenariosFrom('x', { first: 3, count: 2 })).toEqual(all.slice(2));
    expect(scenarioOf('x', 2)).toEqual(all[1]);
    expect(scenarioOf('y', 2)).not.toEqual(all[1]);
    expect([wordOf(''), wordOf('a'), wordOf('ab')]).toEqual([-2128831035, -468965076, 1294271946]);
  });

  it.each(services)(
    'has scenarios about %s alone where it is asked to, by their numbers as well',
    (service) => {
      const all = scenariosFrom('x', { first: 1, count: 4, service });
      for (const source of all) expect(isAbout(source, service)).toBe(true);
      expect(scenarioOf('x', 3, service)).toEqual(all[2]);
    },
  );

  it('finds in the scenarios of the service it is about, by threads or alone', async () => {
    const service = 'domains';
    const { findings } = await held({ 2: 'a' }, { service });
    expect(findings[0]?.source).toEqual(named(scenarioOf('fixed', 2, service), violation('a')));
    const alone = await held({}, { service, runElsewhere: undefined, runsMax: 2 });
    const sources = scenariosFrom('fixed', { first: 1, count: 2, service });
    const digests = sources.map(async (source) => (await outcomeOf(source, scenarioHost)).digest);
    expect(alone.digests).toEqual(await Promise.all(digests));
  });

  it('tells findings apart by their property, and the codes that were answered and expected', () => {
    expect(signatureOf(violation('p', 'x answered A; expected B'))).toBe('p A B');
    expect(signatureOf(violation('p', 'x answered A; expected B C'))).toBe('p');
    expect(signatureOf(violation('p', 'something else'))).toBe('p');
  });
});

describe('the first scenario that fails', () => {
  const source = (n: number): ScenarioSource => ({ name: `s${n}`, seed: '1', for: '1s' });
  const failure = (signature: string): ScenarioFailure => ({ signature, message: 'why' });
  it('ends with what it was tried with, or is undefined where all hold', async () => {
    const base = { scenarios: constant(source(3)), seed: 1, path: '0', runsMax: 4, triedAgain: () => Promise.resolve(undefined) };
    let runs = 0;
    const found = await falsify({ ...base, tried: () => Promise.resolve(void (runs += 1)) });
    expect([found, runs]).toEqual([undefined, 4]);
    const failed = await falsify({ ...base, tried: () => Promise.resolve(failure('a')) });
    expect(failed).toMatchObject({ source: source(3), failure: { signature: 'a' }, path: '0' });
    expect(await falsify({ ...base, isOver: () => Promise.resolve(true), tried: () => Promise.resolve(failure('a')) })).toBeUndefined();
    await expect(falsify({ ...base, tried: () => Promise.reject(new Error('broken')) })).rejects.toThrow('broken');
  }); // prettier-ignore

  it('is made smaller while it fails alike, up to a bound, until it is stopped', async () => {
    const { scenarios } = await import('../../../src/verification/check/generate/scenarios.ts');
    const base = { scenarios: scenarios(), seed: 5, path: '0', runsMax: 1, tried: () => Promise.resolve(failure('a')) };
    const sizeOf = (each: ScenarioSource | undefined): number => (each?.operations ?? []).length;
    const whole = await falsify({ ...base, triedAgain: () => Promise.resolve(undefined) });
    const least = await falsify({ ...base, triedAgain: () => Promise.resolve(failure('a')) });
    expect(sizeOf(whole?.source)).toBeGreaterThan(sizeOf(least?.source));
    const other = await falsify({ ...base, triedAgain: () => Promise.resolve(failure('b')) });
    expect(other?.source).toEqual(whole?.source);
    const thrown = await falsify({ ...base, triedAgain: () => Promise.reject(new Error('shows nothing')) });
    expect(thrown?.source).toEqual(whole?.source);
    const stopped = await falsify({ ...base, isStopped: () => Promise.resolve(true), triedAgain: () => Promise.resolve(failure('a')) });
    expect(stopped?.source).toEqual(whole?.source);
    let tries = 0;
    await falsify({ ...base, triedAgain: () => Promise.resolve(void (tries += 1)) });
    expect(tries).toBeLessThanOrEqual(triesMax);
  }); // prettier-ignore
});

const finding = {
  violation: violation('balances-add-up', 'a <b> "c" & d'),
  source: {
    name: 'balances-add-up', about: 'x', seed: '1', for: '1s',
    operations: [
      { by: 'alice', do: 'POST /faucet/register', body: { agent_id: 'alice' } },
      { at: '1h', by: 'bob', do: 'GET /api/escrow/escrows;#x' },
      { by: 'alice', do: 'GET /' },
    ],
  },
  operations: 3,
  run: 1,
}; // prettier-ignore

describe('a finding', () => {
  it('is a scenario that says what it shows, and expects that nothing breaks', () => {
    const source = { name: 'x', seed: '1', for: '1s', operations: [{ by: 'a', do: 'GET /x' }] };
    const shown = named(source, { property: 'p', message: `a\n b ${'c'.repeat(300)}` });
    expect(Object.entries(shown)).toEqual([
      ['name', 'p'], ['about', `a b ${'c'.repeat(300)}`.slice(0, 200)], ['seed', '1'], ['for', '1s'], ['operations', source.operations],
      ['expect', { property_violations: ['value==0'] }],
    ]);
    const { operations: _, ...bare } = source;
    expect(named(bare, { property: 'p', message: '' })).not.toHaveProperty('operations');
    const relation = named(source, { property: 'agents-renamed', message: '' });
    expect([isRelation('agents-renamed'), isRelation('p')]).toEqual([true, false]);
    expect(relation.expect).toEqual(heldTo('agents-renamed'));
    expect(heldTo('agents-renamed')).toEqual({ ...watched, 'property_violations{relation:agents-renamed}': ['value==0'] });
  }); // prettier-ignore

  it('is YAML with a line an operation', () => {
    expect(yamlOf({ ...finding.source, policies: { a: 'b' }, faults: [] })).toBe(
      [
        'name: balances-add-up', 'about: x', 'seed: "1"', 'for: 1s', 'operations:',
        '  - { by: alice, do: POST /faucet/register, body: { agent_id: alice } }',
        '  - { at: 1h, by: bob, do: "GET /api/escrow/escrows;#x" }', '  - { by: alice, do: GET / }', 'policies: { a: b }', 'faults: []', '',
      ].join('\n').replace('"GET /api/escrow/escrows;#x"', 'GET /api/escrow/escrows;#x'),
    );
    expect(yamlOf({ name: '\u202ea', seed: '1', for: '1s' })).toBe('name: "\\u202ea"\nseed: "1"\nfor: 1s\n');
  }); // prettier-ignore

  it('is a diagram of who asks whom for what', () => {
    expect(diagramOf(finding.source).split('\n')).toEqual([
      'sequenceDiagram', '  actor alice', '  actor bob', '  alice->>faucet: POST /faucet/register {"agent_id":"alice"}',
      '  Note over bob: 1h', '  bob->>escrow: GET /api/escrow/escrows  x', '  alice->>: GET /',
    ]);
    expect(diagramOf({ name: 'x', seed: '1', for: '1s' })).toBe('sequenceDiagram');
  }); // prettier-ignore

  it('is a case of JUnit, beside the properties that hold', () => {
    const text = junitOf(['one', 'balances-add-up'], [finding]);
    expect(text.split('\n').slice(0, 4)).toEqual([
      '<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', '  <testsuite name="orrery check" tests="2" failures="1">',
      '    <testcase classname="orrery check" name="one"/>',
    ]);
    expect(text).toContain('name="balances-add-up"><failure message="a &lt;b&gt; &quot;c&quot; &amp; d">name: balances-add-up\n');
    expect(text.endsWith('</failure></testcase>\n  </testsuite>\n</testsuites>\n')).toBe(true);
  }); // prettier-ignore

  it('is a test that runs the scenario', () => {
    expect(testOf(finding).split('\n').slice(0, 6)).toEqual([
      "import { expect, it } from 'vitest';", "import { checkScenario } from 'orrery-sim/vitest';", '',
      'it("holds balances-add-up", async () => {', '  const scenario = {', '    "name": "balances-add-up",',
    ]);
    expect(testOf(finding).endsWith('  };\n  expect(await checkScenario(scenario)).toEqual([]);\n});\n')).toBe(true);
  }); // prettier-ignore
});

describe('what a campaign has reached', () => {
  const exchange = (call: string, status: number, answer: object = {}) => {
    const [service = '', style = '', name = ''] = call.split('/');
    return { service, style, operation: name, status, answer, atMs: 0, headers: {}, params: {}, query: {}, body: {}, method: 'GET', ip: '' } as never;
  }; // prettier-ignore

  it('is operations and refusals, each with its outcome', () => {
    const coverage = new Coverage();
    coverage.reached(exchange('escrow/B/create', 201, { status: 'locked' }));
    coverage.reached(exchange('escrow/B/create', 299));
    coverage.reached(exchange('escrow/B/create', 400, { code: 'BAD_REQUEST', status: 'released' }));
    coverage.reached(exchange('//', 200));
    const { operations, refusals, outcomes, states } = coverage.seen;
    expect([operations, refusals, outcomes, states]).toEqual([
      ['escrow/B/create'], ['escrow/create BAD_REQUEST'], ['escrow/B/create OK', 'escrow/B/create BAD_REQUEST'], ['escrow locked'],
    ]);
  }); // prettier-ignore

  it('is states, wherever an answer has them, five deep', () => {
    const nested = (depth: number): object =>
      depth === 0 ? { status: 'filled' } : { x: [nested(depth - 1)] };
    const statesIn = (answer: object, call = 'trading/B/orders') => {
      const coverage = new Coverage();
      coverage.reached(exchange(call, 200, answer));
      return coverage.seen.states;
    };
    expect([0, 1, 2, 3].map((depth) => statesIn(nested(depth)).length)).toEqual([1, 1, 1, 0]);
    expect([statesIn({ status: 7, x: null }), statesIn({ status: 'x' }, 'faucet/B/status')]).toEqual([
      [],
      [],
    ]);
  });

  it('is what others have reached too, and is counted beside all that there is', () => {
    const [one, other] = [new Coverage(), new Coverage()];
    other.reached(exchange('escrow/B/create', 200, { status: 'locked' }));
    one.add(other.seen);
    expect(one.seen).toEqual(other.seen);
    const { operations, states, policies } = one.result();
    expect([operations.reached, states.reached, policies.reached]).toEqual([1, 1, 0]);
    expect(operations.total).toBe(operations.missing.length + 1);
    expect(operations.missing).not.toContain('escrow/B/create');
    expect(operations.missing).toEqual(operations.missing.toSorted());
    expect(new Set(operations.missing).size).toBe(operations.missing.length);
  });

  it('has a floor, in percent', () => {
    const reached = (count: number) => ({ reached: count, total: 100, missing: [] });
    const coverage = { operations: reached(90), refusals: reached(64), states: reached(80), policies: reached(0) };
    expect(coverageFloor.below(coverage as never)).toEqual(['refusals 64 of 100, expected 65%', 'policies 0 of 100, expected 70%']);
  }); // prettier-ignore
});
