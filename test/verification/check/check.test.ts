import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { spawnSync } from 'node:child_process';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { campaign, outcomeOf, scenarioOf } from '../../../src/verification/check/campaign.ts';
import { execute } from '../../../src/verification/check/execute.ts';
import { diagramOf } from '../../../src/verification/check/output.ts';
import { shrink } from '../../../src/verification/check/shrink.ts';
import { yamlOf, type ScenarioSource } from '../../../src/verification/check/source.ts';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { share } from '../../campaigns.ts';
import { planting } from '../../mutants/plant.ts';
import { sarifPlaces } from '../../report/sarif-log.ts';
import { called } from '../../host/cli/called.ts';
import { programMsMax } from '../../time-limit.ts';

function orrery(call: readonly string[], bug?: string) {
  const plant = planting(bug === undefined ? [] : [bug]);
  const env = { ...process.env, CI: '' };
  const ran = spawnSync(process.execPath, [plant.program, ...call], {
    encoding: 'utf8',
    env,
    timeout: programMsMax,
    killSignal: 'SIGKILL',
  });
  plant.remove();
  return { status: ran.status, stdout: ran.stdout, stderr: ran.stderr };
}

const schema = (name: string): object =>
  JSON.parse(
    readFileSync(fileURLToPath(new URL(`../../../docs/schemas/${name}.json`, import.meta.url)), 'utf8'),
  ) as object;

describe('a campaign', () => {
  it('finds nothing in the shipped code, the same every time', async () => {
    const options = {
      seed: 'fixed',
      runsMax: 12,
      findingsMax: 1,
      host: scenarioHost,
      stored: [],
      isOver: () => Promise.resolve(false),
    };
    const [one, other] = [await campaign(options), await campaign({ ...options, runsMax: 4 })];
    expect(one.findings).toEqual([]);
    expect(one.runs).toBe(12);
    expect(one.digests.slice(0, 4)).toEqual(other.digests);
    expect(one.coverage.operations.reached).toBeGreaterThan(50);
  });

  it('has the same result where its runs are executed elsewhere, in any order', async () => {
    const options = {
      seed: 'elsewhere',
      runsMax: 6,
      findingsMax: 1,
      host: scenarioHost,
      stored: [],
      isOver: () => Promise.resolve(false),
    };
    const ahead = [6, 5, 4, 3, 2, 1].map(async (run) => [
      run,
      await outcomeOf(scenarioOf(options.seed, run), scenarioHost),
    ]);
    const outcomes = new Map((await Promise.all(ahead)) as [number, Awaited<ReturnType<typeof outcomeOf>>][]);
    const elsewhere = await campaign({
      ...options,
      runElsewhere: async (run) => {
        const outcome = outcomes.get(run);
        if (outcome === undefined) throw new Error(`run ${run}`);
        return outcome;
      },
    });
    expect(elsewhere).toEqual(await campaign(options));
  });

  it('runs what it writes: a scenario as YAML gives the digest of the one it was made from', async () => {
    const { parse } = await import('yaml');
    for (let run = 1; run <= 5; run += 1) {
      const source = scenarioOf('written', run);
      const [made, read] = [
        await execute(source, scenarioHost),
        await execute(parse(yamlOf(source)) as ScenarioSource, scenarioHost),
      ];
      expect(read.digest).toBe(made.digest);
    }
  });
});

describe('shrinking', () => {
  it('keeps nothing that can be removed', async () => {
    const lastOf = ({ operations = [] }: ScenarioSource): string => operations.at(-1)?.do ?? '';
    // A call that names what another one has made needs both.
    const sources = [3, 4, 5, 6, 7, 8].map((run) => scenarioOf('shrunk', run));
    const source = sources.find((each) => !lastOf(each).includes('$')) as ScenarioSource;
    const wanted = lastOf(source);
    const claims = ({ operations = [] }: ScenarioSource): boolean =>
      operations.some(({ do: call }) => call === wanted) && operations.some(({ by }) => by === 'bob');
    const { source: least } = await shrink(source, (candidate) => Promise.resolve(claims(candidate)));
    expect(least.operations?.length).toBeLessThanOrEqual(2);
    expect(least.faults).toBeUndefined();
  });
});

/** Which of its properties speaks first depends on the scenarios. */
const ofTheEscrow = /^escrow-(?:terms|record)$/;

describe('a planted bug', () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-check-'));
  const call = [
    'check',
    '--runs',
    '400',
    '--findings',
    '1',
    '--seed',
    '4',
    '--no-regressions',
    '--twice',
    '0',
    '--json',
    '--out',
    folder,
  ];
  let byOne: ReturnType<typeof orrery> | undefined;
  /** Two tests look at what it has found. */
  const checkedByOne = () => (byOne ??= orrery([...call, '--workers', '1'], 'escrow-fee-two-percent'));

  it('is found, and comes back as a scenario that fails with the bug and passes without it', () => {
    const checked = checkedByOne();
    expect(checked.status).toBe(1);
    const summary = JSON.parse(checked.stdout) as {
      findings: { property: string; scenario: string; operations: number }[];
    };
    const validate = new Ajv2020({ strict: false }).compile(schema('check'));
    expect(validate(summary), JSON.stringify(validate.errors)).toBe(true);
    const [finding] = summary.findings;
    expect(finding?.property).toMatch(ofTheEscrow);
    expect(finding?.operations).toBeLessThanOrEqual(6);
    const scenario = finding?.scenario ?? '';
    expect(
      orrery(['run', scenario, '--json', '--out', join(folder, 'bugged')], 'escrow-fee-two-percent').status,
    ).toBe(1);
    expect(orrery(['run', scenario, '--json', '--out', join(folder, 'shipped')]).status).toBe(0);
    const written = readdirSync(folder);
    for (const ending of ['.yaml', '.test.ts', '.sh', '.mmd']) {
      expect(written.some((file) => file.endsWith(ending))).toBe(true);
    }
    expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).toContain('failures="1"');
    const [place] = sarifPlaces(readFileSync(join(folder, 'findings.sarif'), 'utf8'));
    const uri = pathToFileURL(scenario).href;
    expect(place).toMatchObject({ rule: finding?.property, level: 'error', uri, line: 1 });
    expect(readFileSync(join(folder, 'findings.html'), 'utf8')).toContain('<svg');
  });

  it.each(share('bugsNamedByTwice', ['random-of-the-machine', 'clock-of-the-machine']))(
    'that makes two runs differ, %s, is named by the second process',
    (bug) => {
      const twice = [
        'check',
        '--runs',
        '3',
        '--seed',
        '1',
        '--no-regressions',
        '--twice',
        '1',
        '--json',
        '--findings',
        '1',
        '--out',
        folder,
      ];
      const summary = JSON.parse(orrery(twice, bug).stdout) as {
        twice: { diverged: number[] };
        findings: unknown[];
        ok: boolean;
      };
      expect(summary.ok).toBe(false);
      expect(summary.twice.diverged.length + summary.findings.length).toBeGreaterThan(0);
    },
  );

  const ofTheMachine = [
    ['random-of-the-machine', /register/],
    ['clock-of-the-machine', /.+/],
    ['order-of-the-machine', /referral/],
  ] as const;
  it.each(share('bugsOfTheMachine', ofTheMachine))(
    '%s makes two runs of one scenario part, and diff says where',
    async (bug, operation) => {
      // More than 20 payouts are due at the same midnight: two runs draw one order of them with a chance below 2^-40.
      const names = Array.from({ length: 30 }, (_, place) => `agent-${place}`);
      const registers = names.map((agent, place) => {
        const referrer = place === 0 ? '' : `, referrer: ${names[place - 1]}`;
        return `  - { by: ${agent}, do: POST /faucet/register, body: { agent_id: ${agent}${referrer} } }`;
      });
      const orders = names.map(
        (agent) =>
          `  - { by: ${agent}, do: POST /api/trading-api/order, body: { pair: ETH-USDC, side: buy, amount: 5 } }`,
      );
      const bets = names.map(
        (agent) =>
          `  - { by: ${agent}, do: POST /casino/api/v1/games/dice, body: { amount: 0.01, direction: over, threshold: 50 } }`,
      );
      const scenario = join(folder, `${bug}.yaml`);
      writeFileSync(scenario, ['for: 25h', 'operations:', ...registers, ...orders, ...bets, ''].join('\n'));
      const [a, b] = [join(folder, `${bug}-a`), join(folder, `${bug}-b`)];
      for (const out of [a, b]) orrery(['run', scenario, '--quiet', '--out', out], bug);
      const compared = await called(folder, ['diff', a, b, '--json']);
      expect(compared.code).toBe(1);
      const { difference } = JSON.parse(compared.stdout) as { difference: Record<string, unknown> | null };
      expect(String(difference?.['operation'])).toMatch(operation);
      expect(String(difference?.['field'])).toMatch(/.+/);
    },
  );

  it('is the same finding with any number of threads', () => {
    const ended = [checkedByOne(), orrery([...call, '--workers', '2'], 'escrow-fee-two-percent')];
    const [one, two] = ended.map(({ status, stdout }) => {
      const { cpuSeconds: _, ...rest } = JSON.parse(stdout) as Record<string, unknown>;
      return { status, ...rest };
    });
    expect(one).toMatchObject({ status: 1, findings: [{ property: expect.stringMatching(ofTheEscrow) }] });
    expect(two).toEqual(one);
  });

  it('is looked for in a whole number of runs only', async () => {
    expect((await called(folder, ['check', '--runs', 'many'])).code).toBe(2);
    expect(await called(folder, ['check', '--workers', '0'])).toMatchObject({
      code: 2,
      stderr: 'orrery: --workers 0: expected a whole number from 1 to 256\n',
    });
  });
});

describe('a finding', () => {
  const source: ScenarioSource = {
    name: 'x',
    seed: '1',
    for: '1d',
    operations: [
      { by: 'alice', do: 'POST /faucet/register', body: { agent_id: "al'ice" } },
      { at: '1h', by: 'alice', do: 'POST /escrow/escrow', body: { amount: 1, receiver: 'bob' }, as: 'lock' },
      { by: 'alice', do: 'POST /escrow/escrow/${lock:/escrow_id}/release' },
    ],
  };

  it('can be shown as a diagram', () => {
    expect(diagramOf(source).split('\n')).toHaveLength(6);
  });
});
