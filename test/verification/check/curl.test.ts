import { spawn, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { scenarioOf } from '../../../src/verification/check/campaign.ts';
import { bodyBytesMax } from '../../../src/core/http/body.ts';
import { curlOf } from '../../../src/verification/check/curl.ts';
import type { ScenarioSource } from '../../../src/verification/check/source.ts';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { buildFromValue } from '../../../src/simulation/scenario/load.ts';
import { ScenarioRun } from '../../../src/simulation/scenario/run.ts';
import { serving } from '../../host/serve/serving.ts';
import { share } from '../../campaigns.ts';
import { isCi } from '../../ci.ts';

const isInstalled = ['curl', 'jq', 'bash'].every((name) => spawnSync(name, ['--version']).status === 0);
if (!isInstalled && !isCi) console.log('skipped: findings as curl lines need bash, curl and jq');

/** What every operation is answered in a run in this process. */
async function answersInRun(source: ScenarioSource): Promise<string[]> {
  const answers: string[] = [];
  const run = new ScenarioRun(await buildFromValue(source, scenarioHost), {
    onEvent: ({ response }) => answers.push(JSON.stringify(response.body)),
  });
  while (run.step(10_000));
  return answers;
}

/** What the script prints, line by line, when it asks a sandbox over HTTP. */
async function linesOfScript(source: ScenarioSource): Promise<string[]> {
  const { port } = await serving();
  const bash = spawn('bash', ['-s', `http://127.0.0.1:${port}`]);
  let [text, mistakes] = ['', ''];
  bash.stdout.on('data', (data: Buffer) => (text += data.toString()));
  bash.stderr.on('data', (data: Buffer) => (mistakes += data.toString()));
  bash.stdin.end(curlOf(source));
  await new Promise((resolve) => bash.on('close', resolve));
  expect(mistakes).toBe('');
  return text.split('\n');
}

/** Answers alone: a control call answers with no name before it. */
const answersIn = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => /^[a-z0-9-]+ [A-Z]+ \S+: (.*)$/.exec(line)?.[1] ?? []);

/**
 * A script waits for every answer; a mnemonic is told to whoever asks, and not to who looks on; over HTTP the library of
 * the protocol answers messages of MCP; an object that is too large is refused in other words than its text; a digest is of
 * who asked from where as well.
 */
const isComparable = ({ network, population, faults = [], operations = [] }: ScenarioSource): boolean =>
  network === undefined &&
  population === undefined &&
  faults.every(({ kind }) => kind !== 'slow') &&
  operations.length < 40 &&
  operations.every(({ body }) => JSON.stringify(body ?? null).length <= bodyBytesMax) &&
  operations.every((operation) => !/\/(?:wallet\/create|mcp|_sim\/digest)$/.test(operation.do));

const chosen = Array.from({ length: 60 }, (_, index) => scenarioOf('curl', index + 1)).filter(isComparable);

/** What a shell, curl or a URL would take for something else. */
const odd: ScenarioSource = {
  name: 'odd',
  seed: '1',
  for: '1h',
  operations: [
    {
      by: 'alice',
      do: 'POST /faucet/register',
      body: { agent_id: 'alice', metadata: { it: "it's $HOME `x`" } },
    },
    { by: 'alice', do: 'POST /escrow/escrow', raw: '@package.json' },
    { by: 'alice', do: 'GET /escrow/escrows', query: { status: 'a b&c=#d' } },
  ],
};

describe.skipIf(!isInstalled && !isCi)('a finding as curl lines', () => {
  it('is quoted for the shell, jq and curl', async () => {
    expect(answersIn(await linesOfScript(odd))).toEqual(await answersInRun(odd));
  });

  it('sends a body that is longer than an argument of a program can be', async () => {
    const metadata = { text: 'x'.repeat(200_000) };
    const register = { by: 'alice', do: 'POST /faucet/register', body: { agent_id: 'alice', metadata } };
    const long: ScenarioSource = { name: 'long', seed: '1', for: '1h', operations: [register] };
    expect(answersIn(await linesOfScript(long))).toEqual(await answersInRun(long));
  });

  it.each(share('runsAsCurl', chosen.slice(0, 12)).map((source) => [source.seed, source] as const))(
    'is answered by a sandbox as in the run (seed %s)',
    async (_, source) => {
      const answers = answersIn(await linesOfScript(source));
      expect(answers).toEqual(await answersInRun(source));
    },
  );
});
