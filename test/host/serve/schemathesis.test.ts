/**
 * Schemathesis, which knows nothing of this code, asks `orrery serve` what the OpenAPI document says may be asked, and a
 * good deal that it says may not. Bounded here; a longer time makes a longer pass.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { attempts, share } from '../../campaigns.ts';
import { serve } from '../cli/serve.ts';
import { isCi } from '../../ci.ts';

const program = process.env['SCHEMATHESIS'] ?? 'schemathesis';
const isInstalled = spawnSync(program, ['--version']).status === 0;
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

/** Statuses that say of a schema-valid request that the platform, as it stands, refuses it. */
const wellFormed = ['2xx', '3xx', '401', '403', '404', '409', '429', '5xx'];
/** A balance that is too small is 422 by the documents (ERR11), and in no schema. */
const usual = [...wellFormed, '422'];

/**
 * Operations that may answer 400 to what their schema allows, because it depends on what JSON Schema cannot say: two
 * fields together, the state of the platform, the asset, or a checksum. All other checks hold for them too.
 */
const beyondSchemas: Readonly<Record<string, string>> = {
  '/faucet/register': 'an agent cannot refer itself',
  '/faucet/api/v1/agents/register': 'an agent cannot refer itself',
  '/escrow/escrow': 'the referrer has to be registered',
  '/api/domains-api/(register|renew|transfer)': 'a name is held for at most ten years from now',
  '/domains/api/v1/(register|dns)': 'name and domain together are bounded, and so are the years from now',
  '/casino/api/v1/tournaments/create': 'it starts in the future, and ends after that',
  '/casino/api/v1/tournaments/[^/]+/play': 'the parameters are those of the game of the tournament',
  '/casino/api/v1/kelly/simulate': 'rounds times paths is bounded, fraction and amount exclude each other',
  '/casino/api/v1/games/.*': 'limits depend on both bankrolls, and on the open hand what may be left out',
  '/api/casino-api/bet': 'blackjack doubles and hits in an open hand alone',
  '/(api/trading-api/order|trading/api/v1/orders)': 'decimals and worth depend on the market and its price',
  '/wallet/.*': 'addresses and tokens are those of the chain, with its checksum and decimals',
  '/api/wallet-api/send': 'addresses have a checksum',
  '/casino/api/v1/auth/withdraw': 'addresses have a checksum',
  '/(faucet|escrow)/mcp': 'messages are of another protocol, with other statuses, and clients that try them',
};

/** The documents' wording of a configuration file of schemathesis. */
function configuration(): string {
  const statuses = (list: readonly string[]): string => JSON.stringify(list);
  const operations = Object.entries(beyondSchemas).map(([path, reason]) =>
    [
      `[[operations]] # ${reason}`,
      `include-path-regex = '^${path}$'`,
      `checks.positive_data_acceptance.expected-statuses = ${statuses([...usual, '400', '405', '406', '415'])}`,
    ].join('\n'),
  );
  return [`[checks.positive_data_acceptance]\nexpected-statuses = ${statuses(usual)}`, ...operations].join(
    '\n\n',
  );
}

async function pass(
  served: readonly string[],
  {
    tier,
    select,
    seconds,
    exclude = [],
  }: { tier: 'free' | 'enterprise'; select: string[]; seconds?: number; exclude?: readonly string[] },
): Promise<{ code: number | null; output: string }> {
  const { address } = await serve(served);
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const headers = { 'content-type': 'application/json' };
    const told = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await told.json()) as Record<string, unknown>;
  };
  const { api_key } = await post('/faucet/register', { agent_id: 'fuzz' });
  await post('/_sim/tier', { api_key, tier, at_once: true });
  await post('/_sim/grant', { api_key, amount: '1000000000' });
  const folder = mkdtempSync(join(tmpdir(), 'schemathesis-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const named = {
    header: `Authorization: Bearer ${String(api_key)}`,
    ...(exclude.length === 0 ? {} : { 'exclude-checks': exclude.join(',') }),
    ...(seconds === undefined ? {} : { 'max-time': seconds }),
    'max-examples': 10,
    seed: 1,
    warnings: 'off',
  };
  const words = Object.entries(named).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const config = join(folder, 'schemathesis.toml');
  writeFileSync(config, configuration());
  const child = spawn(
    program,
    ['--config-file', config, 'run', `${address}/openapi.json`, ...words, ...select],
    { cwd: folder },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (output += data.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return { code, output };
}

/** Checks of what has to be refused, which a limit or the state of the sandbox answers first. */
const refusals = [
  'positive_data_acceptance',
  'negative_data_rejection',
  'missing_required_header',
  'unsupported_method',
  'allow_header_conformance',
  'ignored_auth',
];

const servicesOnly = ['--exclude-path-regex', '^/_sim'];
/** A reset or a long advance in the midst would take the ground from under the others. */
const controlOnly = [
  '--include-path-regex',
  '^/_sim',
  '--exclude-path-regex',
  '/(reset|fault|clock/advance)$',
];

const passes = [
  [
    'every operation of every service, without limits, by all its checks',
    unlimited,
    { tier: 'enterprise', select: servicesOnly, seconds: attempts('secondsOfSchemathesis') },
  ],
  [
    'the services with the limits of a Free key',
    [],
    {
      tier: 'free',
      select: servicesOnly,
      seconds: attempts('secondsOfSchemathesis', 2),
      exclude: refusals,
    },
  ],
  ['the control calls', unlimited, { tier: 'free', select: controlOnly, exclude: refusals }],
] as const;

describe.skipIf(!isInstalled && !isCi)('schemathesis', () => {
  it('is installed where the whole suite counts', () => expect(isInstalled).toBe(true));

  it.each(share('passesOfSchemathesis', passes))(
    'finds no answer beside the document: %s',
    async (_, words, options) => {
      const { code, output } = await pass(words, { ...options, select: [...options.select] });
      expect(output.slice(-6_000)).not.toContain('❌');
      expect(code, output.slice(-6_000)).toBe(0);
      expect(Number(/(\d+) generated/.exec(output)?.[1])).toBeGreaterThan(0);
    },
  );
});
