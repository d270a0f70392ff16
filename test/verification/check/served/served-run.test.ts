/** A run as a served world makes it: what holds of the platform is silent, and each wrong answer is named. */
import { beforeAll, describe, expect, it } from 'vitest';
import { parseInstant } from '../../../../src/core/base/time.ts';
import { checkHost } from '../../../../src/host/app/check/check-host.ts';
import { buildFromValue } from '../../../../src/simulation/scenario/load.ts';
import { ScenarioRun } from '../../../../src/simulation/scenario/run.ts';
import type { Scenario } from '../../../../src/simulation/scenario/scenario.ts';
import { scenariosFrom } from '../../../../src/verification/check/campaign.ts';
import { execute } from '../../../../src/verification/check/execute.ts';
import type { AskServed } from '../../../../src/verification/check/served/check-host.ts';
import { mistakesAt } from '../../../../src/verification/check/served/control-mistakes.ts';
import { endStateOf } from '../../../../src/verification/check/served/end-state.ts';
import {
  servedViolation,
  triedAsServed,
  type TriedRun,
} from '../../../../src/verification/check/served/served-run.ts';
import type { ScenarioSource } from '../../../../src/verification/check/source.ts';

const small: ScenarioSource = {
  name: 'small',
  seed: '7',
  start: '2027-03-01T00:00:00Z',
  for: '2h',
  profile: 'consistent',
  policies: { 'domains.prices': 'flat' },
  faults: [
    { at: '1ms', service: 'escrow', kind: 'outage', for: '10m' },
    { at: '1h', service: 'faucet', kind: 'clock-step', by: '30m' },
  ],
  operations: [
    { by: 'alice', do: 'POST /faucet/register', body: { agent_id: 'alice' } },
    { at: '30m', by: 'bob', do: 'POST /faucet/register', body: { agent_id: 'bob' } },
    { at: '40m', by: 'alice', do: 'POST /escrow/escrow', body: { receiver: 'bob', amount: 1 } },
  ],
};

async function triedOf(source: ScenarioSource): Promise<TriedRun> {
  const scenario = await buildFromValue(source, checkHost);
  const run = new ScenarioRun(scenario);
  while (run.step(2_000)) continue;
  return { scenario, source, end: endStateOf(run.world) };
}

function served(scenario: Scenario): AskServed {
  if (checkHost.serve === undefined) throw new Error('the host of checks serves worlds');
  return checkHost.serve(scenario, 'another');
}

let tried: TriedRun;
beforeAll(async () => {
  tried = await triedOf(small);
});

describe('the platform', () => {
  const sources = scenariosFrom('served-runs', { first: 1, count: 6 });

  it.each(sources.map((source, index) => ({ number: index + 1, source })))(
    'makes scenario $number alike when it is served',
    async ({ source, number }) => {
      const generated = await triedOf(source);
      expect(triedAsServed(generated, served(generated.scenario), number * 7_919_117)).toBeUndefined();
    },
  );

  it('refuses each mistake in a control call for what it is', () => {
    const ask = served(tried.scenario);
    const startMs = parseInstant('2027-03-01T00:00:00Z') ?? 0;
    ask('POST', '/_sim/fault', { service: 'casino', kind: 'outage', for: '1h' });
    ask('POST', '/_sim/fault/end', { number: 1 });
    const mistakes = mistakesAt(startMs, { faults: 1, seed: 'each' });
    expect(mistakes.length).toBeGreaterThan(65);
    for (const { method = 'POST', path, body, code, says } of mistakes) {
      const { status, body: refused } = ask(method, `/_sim${path}`, body);
      const call = `${path} ${JSON.stringify(body)}`;
      expect({ call, code: refused['code'] }).toEqual({ call, code });
      expect(status).toBe({ BAD_REQUEST: 400, NOT_FOUND: 404, CONFLICT: 409 }[code]);
      for (const words of says) expect(refused['error']).toContain(words);
    }
    expect(ask('GET', '/_sim/clock').body).toEqual({ now: '2027-03-01T00:00:00.000Z' });
  });
});

/** Answers `path` with other fields, from its call number `from` on. */
function spoiled(path: string, fields: Readonly<Record<string, unknown>>, from = 1): AskServed {
  const ask = served(tried.scenario);
  let calls = 0;
  return (method, asked, body) => {
    const answer = ask(method, asked, body);
    if (asked !== path || (calls += 1) < from) return answer;
    return { ...answer, body: { ...answer.body, ...fields } as typeof answer.body };
  };
}

describe('a served world that differs', () => {
  const cases = [
    ['/_sim/clock', { now: '2027-03-01T00:00:00.001Z' }, 1, 'GET /_sim/clock at 2027-03-01T00:00:00.000Z is answered {"now":"2027-03-01T00:00:00.001Z"}; expected {"now":"2027-03-01T00:00:00.000Z"}'],
    ['/_sim/fault', { until: null }, 1, '"until":null'],
    ['/_sim/fault', { from: '2027-03-01T00:00:01.000Z' }, 2, 'POST /_sim/fault {"service":"escrow"'],
    ['/_sim/fault', { until: '2027-03-01T01:30:00.000Z' }, 3, 'POST /_sim/fault {"service":"faucet"'],
    ['/_sim/fault/end', { number: 2 }, 1, 'POST /_sim/fault/end {"number":1}'],
    ['/_sim/clock/pace', { pace: 'real' }, 1, 'POST /_sim/clock/pace {"pace":"60x"}'],
    ['/_sim/clock/pace', { pace: 'real' }, 2, 'POST /_sim/clock/pace {"pace":"manual"}'],
    ['/_sim/clock/advance', { now: '2027-03-01T00:00:00.000Z' }, 1, 'POST /_sim/clock/advance {"by":"3600000ms"}'],
    ['/_sim/grant', { balance: '0.00' }, 1, 'POST /_sim/grant {"api_key":"…"'],
    ['/_sim/reset', { seed: '8' }, 1, 'POST /_sim/reset {"seed":"7","profile":"consistent","policies":{"domains.prices":"flat"}'],
    ['/_sim/policy', { profile: 'published' }, 1, 'GET /_sim/policy'],
    ['/_sim/ledger', { drift_micros: 1 }, 1, 'GET /_sim/ledger'],
    ['/_sim/ledger', { transfers: 99 }, 2, '"transfers":99'],
    ['/_sim/agents', { all: 3 }, 1, 'GET /_sim/agents'],
    ['/_sim/digest', { digest: 'other' }, 2, 'GET /_sim/digest at 2027-03-01T02:00:00.000Z is answered {"digest":"other"}'],
    ['/_sim/checkpoints', { name: 'there' }, 1, 'POST /_sim/checkpoints {"name":"here"}'],
    ['/_sim/rewind', { digest: 'other' }, 1, 'POST /_sim/rewind'],
  ] as const; // prettier-ignore

  it.each(cases)('%s with %j, from its call %i on', (path, fields, from, says) => {
    const violation = triedAsServed(tried, spoiled(path, fields, from), 1_000_000);
    expect(violation).toMatchObject({ property: 'served-as-run', atMs: tried.scenario.startMs });
    expect(violation?.message).toContain(says);
  });

  it('shows an agent with another balance', () => {
    const [agent, ...others] = tried.end.agents;
    if (agent === undefined) throw new Error('the run has an agent');
    const end = { ...tried.end, agents: [{ ...agent, balance: '7.00' }, ...others] };
    const violation = triedAsServed({ ...tried, end }, served(tried.scenario), 1_000_000);
    expect(violation?.message).toContain('"balance":"7.00"');
    expect(violation?.message).toMatch(/^served, GET \/_sim\/agents /);
  });

  it('accepts a mistake, or refuses it in other words', () => {
    const calls = mistakesAt(0, { faults: 0, seed: '7' }).length;
    const outcomes = Array.from({ length: calls }, (_, index) =>
      triedAsServed(tried, accepting(served(tried.scenario)), index << 8),
    );
    expect(outcomes.map((violation) => violation?.property)).toEqual(outcomes.map(() => 'served-as-run'));
  });

  it('breaks off', () => {
    const ask: AskServed = () => {
      throw new Error('no world');
    };
    expect(triedAsServed(tried, ask, 1)?.message).toBe('served, it breaks off: no world');
  });
});

/** Refuses with words about nothing. */
const accepting =
  (ask: AskServed): AskServed =>
  (method, path, body) => {
    const answer = ask(method, path, body);
    return answer.status < 400 ? answer : { ...answer, body: { code: 'BAD_REQUEST', error: 'no' } };
  };

const refusing: NonNullable<typeof checkHost.serve> = () => () => {
  throw new Error('tried');
};

describe('which runs are tried', () => {
  const isTried = (seed: number): boolean =>
    servedViolation({ ...tried, source: { ...small, seed: String(seed) } }, refusing) !== undefined;

  it('one in some forty, by the seed', () => {
    const count = Array.from({ length: 4_000 }, (_, seed) => seed).filter(isTried).length;
    expect(count).toBeGreaterThan(80);
    expect(count).toBeLessThan(150);
    expect(servedViolation(tried, undefined)).toBeUndefined();
  });

  it('none with a fault at its start, which no control call can begin before the first requests', async () => {
    const faults = [{ at: '0s', service: 'escrow', kind: 'outage', for: '10m' }] as const;
    const early = await triedOf({ ...small, faults: [...faults] });
    const seeds = Array.from({ length: 400 }, (_, seed) => seed).filter(isTried);
    for (const seed of seeds)
      expect(
        servedViolation({ ...early, source: { ...early.source, seed: String(seed) } }, refusing),
      ).toBeUndefined();
  });

  it('are part of the execution of a scenario', async () => {
    const seeds = Array.from({ length: 400 }, (_, seed) => seed);
    const [one = 0, another = 0] = [seeds.find(isTried), seeds.find((seed) => !isTried(seed))];
    const host = { ...checkHost, serve: refusing };
    const { violations } = await execute({ ...small, seed: String(one) }, host);
    expect(violations.map(({ message }) => message)).toEqual(['served, it breaks off: tried']);
    expect((await execute({ ...small, seed: String(another) }, host)).violations).toEqual([]);
  });
});
