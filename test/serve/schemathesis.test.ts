/**
 * Schemathesis, which knows nothing of this code, asks `orrery serve` what the OpenAPI document says may be asked, and a
 * good deal that it says may not. Bounded here; a longer time makes a longer pass.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serve } from '../cli/serve.ts';

const program = process.env['SCHEMATHESIS'] ?? 'schemathesis';
const isInstalled = spawnSync(program, ['--version']).status === 0;
const isCi = (process.env['CI'] ?? '') !== '';
if (!isInstalled) {
  console.log('schemathesis is not installed (pip install schemathesis): its passes are skipped');
}

/** No limit speaks, so that the operations do. */
const unlimited = [
  'limits.styleB=row',
  'limits.rowScaling=tier',
  'limits.enterpriseCaps=lifted',
  'limits.anonymous=none',
  'limits.unlimitedHeaders=maximum',
  'limits.registerCap=accounts',
  'errors.unknownMethod=405',
].flatMap((policy) => ['--set', policy]);

/** What an answer may be: its status, type, headers and body are declared, and none is a fault of the server. */
const answers = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];
/**
 * What has to be refused. Two checks are left out: `positive_data_acceptance`, because no schema can say which pair is
 * traded or what a Kelly limit allows; and `allow_header_conformance`, which takes `/agents/register` and `/agents/{id}` for
 * two resources, though GET reads the agent of that name on both.
 */
const refusals = ['negative_data_rejection', 'missing_required_header', 'unsupported_method', 'ignored_auth'];

async function pass(
  served: readonly string[],
  {
    tier,
    checks,
    select,
    seconds,
  }: { tier: 'free' | 'enterprise'; checks: string[]; select: string[]; seconds: number },
): Promise<{ code: number | null; output: string }> {
  const { address } = await serve(served);
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const headers = { 'content-type': 'application/json' };
    const told = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await told.json()) as Record<string, unknown>;
  };
  const { api_key } = await post('/faucet/register', { agent_id: 'fuzz' });
  await post('/_sim/tier', { api_key, tier, at_once: true });
  await post('/_sim/grant', { api_key, amount: '100000' });
  const folder = mkdtempSync(join(tmpdir(), 'schemathesis-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const named = {
    header: `Authorization: Bearer ${String(api_key)}`,
    checks: checks.join(','),
    phases: 'coverage,fuzzing',
    'max-time': seconds,
    'max-examples': 20,
    seed: 1,
    warnings: 'off',
  };
  const words = Object.entries(named).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(program, ['run', `${address}/openapi.json`, ...words, ...select], { cwd: folder });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (output += data.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, output };
}

const servicesOnly = ['--exclude-path-regex', '^/_sim'];
/** A reset or a long advance in the midst would take the ground from under the others. */
const controlOnly = [
  '--include-path-regex',
  '^/_sim',
  '--exclude-path-regex',
  '/(reset|fault|clock/advance)$',
];

describe.skipIf(!isInstalled && !isCi)('schemathesis', () => {
  it('is installed where the whole suite counts', () => expect(isInstalled).toBe(true));

  it.each([
    [
      'every operation of every service, without limits',
      unlimited,
      { tier: 'enterprise', checks: [...answers, ...refusals], select: servicesOnly, seconds: 30 },
    ],
    [
      'the services with the limits of a Free key',
      [],
      { tier: 'free', checks: answers, select: servicesOnly, seconds: 10 },
    ],
    ['the control calls', unlimited, { tier: 'free', checks: answers, select: controlOnly, seconds: 20 }],
  ] as const)(
    'finds no answer beside the document: %s',
    async (_, words, options) => {
      const { code, output } = await pass(words, { ...options, checks: [...options.checks] });
      expect(output.slice(-6_000)).not.toContain('❌');
      expect(code, output.slice(-6_000)).toBe(0);
      expect(Number(/(\d+) generated/.exec(output)?.[1])).toBeGreaterThan(0);
    },
    240_000,
  );
});
