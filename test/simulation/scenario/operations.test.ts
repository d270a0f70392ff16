import { describe, expect, it } from 'vitest';
import { fillIn } from '../../../src/simulation/population/script.ts';
import { ScenarioRun, type RunHooks } from '../../../src/simulation/scenario/run.ts';
import { load, mistakeIn } from './files.ts';

const head = 'for: 2d\noperations:\n';

interface Seen {
  readonly atMs: number;
  readonly path: string;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function played(lines: string, more = ''): Promise<Seen[]> {
  const scenario = await load(`${more}${head}${lines}`);
  const seen: Seen[] = [];
  const onEvent: RunHooks['onEvent'] = ({ atMs, request, response }) =>
    seen.push({
      atMs: atMs - scenario.startMs,
      path: request.path,
      status: response.status,
      body: response.body,
    });
  const run = new ScenarioRun(scenario, { onEvent });
  while (run.step(1_000)) continue;
  expect(run.findings).toEqual([]);
  return seen;
}

const opening = `
- { by: alice, do: POST /faucet/register, body: { agent_id: alice } }
- { by: bob, do: POST /faucet/register, body: { agent_id: bob } }
- { at: 1h, by: alice, do: POST /escrow/escrow, body: { receiver: bob, amount: 1 }, as: lock }
`;

describe('single operations of a scenario', () => {
  it('are made by name, at their instants, in the order of the list, with the keys that were issued', async () => {
    const seen = await played(`${opening}
- { by: bob, do: 'POST /escrow/escrow/\${lock:/escrow_id}/release' }
- { by: alice, do: 'POST /escrow/escrow/\${lock:/escrow_id}/release' }
- { at: 1d, by: carol, do: GET /faucet/status }
`);
    expect(seen.map(({ status }) => status)).toEqual([201, 201, 201, 403, 200, 401]);
    expect(seen.map(({ atMs }) => atMs)).toEqual([0, 0, 3_600_000, 3_600_000, 3_600_000, 86_400_000]);
  });

  it('come after what is due in the same instant', async () => {
    const seen = await played(`${opening}
- { at: 25h, by: alice, do: 'POST /escrow/escrow/\${lock:/escrow_id}/release' }
- { by: alice, do: 'GET /escrow/escrow/\${lock:/escrow_id}' }
`);
    expect(seen.slice(-2).map(({ status, body }) => [status, body['status']])).toEqual([
      [409, undefined],
      [200, 'expired'],
    ]);
  });

  it('keep their instants if a response is slow, and run together with a population', async () => {
    const seen = await played(
      `${opening}
- { at: 1h, by: bob, do: GET /escrow/escrows }
`,
      'network: { latency: { median: 2s } }\npopulation: [{ agent: idler }]\n',
    );
    expect(seen.map(({ atMs }) => atMs)).toEqual([2000, 2000, 3_602_000, 3_602_000]);
  });

  it('wait for the answers that they refer to, and for the key of their agent', async () => {
    const lines = `
- { by: alice, do: POST /faucet/register, body: { agent_id: alice } }
- { by: alice, do: GET /faucet/status }
- { by: bob, do: POST /faucet/register, body: { agent_id: bob } }
- { at: 1h, by: alice, do: POST /escrow/escrow, body: { receiver: bob, amount: 1 }, as: lock }
- { by: alice, do: 'GET /escrow/escrow/\${lock:/escrow_id}' }
- { by: alice, do: GET /escrow/escrows }
`;
    const slow = await played(lines, 'network: { latency: { median: 2s } }\n');
    expect(slow.map(({ status }) => status)).toEqual([201, 201, 200, 201, 200, 200]);
    expect(slow.map(({ atMs }) => atMs)).toEqual([2000, 2000, 6000, 3_602_000, 3_602_000, 3_606_000]);
    // A fault that slows nothing down changes nothing about the order of the list.
    const held = await played(lines, 'faults: [{ at: 0s, service: trading, kind: clock-hold, for: 1d }]\n');
    expect(held.map(({ status }) => status)).toEqual([201, 200, 201, 201, 200, 200]);
    expect(new Set(held.map(({ atMs }) => atMs))).toEqual(new Set([0, 3_600_000]));
  });

  it('do not wait for an answer that never comes', async () => {
    const seen = await played(
      `
- { by: alice, do: POST /faucet/register, body: { agent_id: alice }, as: a }
- { by: bob, do: 'GET /faucet/api/v1/agents/\${a:/agent_id}' }
`,
      'network: { drop: 1, timeout: 5s }\n',
    );
    expect(seen).toEqual([]);
  });

  it('refer to what answers gave out, whatever its type, and to nothing where there is none', () => {
    const answers = new Map([['a', { id: 'x_1', nonce: 7, list: [{ 'b/c': true }] }]]);
    const filled = fillIn(
      {
        whole: '${a:/nonce}',
        part: 'v${a:/id}.${a:/nonce}',
        deep: '${a:/list/0/b~1c}',
        missing: '${a:/none}',
        unknown: '${b:/id}',
        proto: '${a:/__proto__}',
        escaped: '$${a:/id}',
      },
      answers,
    );
    expect(filled).toEqual({
      whole: 7,
      part: 'vx_1.7',
      deep: true,
      missing: 'none',
      unknown: 'none',
      proto: 'none',
      escaped: '${a:/id}',
    });
  });

  it.each([
    ['- { by: a, do: FETCH /x }', 'do is "FETCH /x"; expected a method and a path'],
    ['- { do: GET /x }', '"by" is missing'],
    ['- { by: a, do: GET /x, at: 3d }', 'at is "3d"; expected a time within the run'],
    ["- { by: a, do: 'GET /x/${b:/id}' }", '"b" is nothing that an earlier operation is known "as"'],
    ['- { by: a, do: GET /x, bodi: {} }', 'unknown key "bodi"; did you mean "body"?'],
  ])('%s is a mistake with its place', async (line, message) => {
    expect(await mistakeIn(`${head}${line}\n`)).toContain(message);
    expect(await mistakeIn(`${head}${line}\n`)).toMatch(/^a\.yaml:3:\d+: /);
  });

  it('may not take the name of a group', async () => {
    const text = `population: [{ agent: idler }]\n${head}- { by: idler, do: GET /x }\n`;
    expect(await mistakeIn(text)).toContain('"idler" is the name of a group');
  });
});
