/** `orrery bench --request` against `orrery serve` and against a deployment that Orrery did not write: no figure of speed is asserted. */
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { benchSchema } from '../../../docs/result-schemas.ts';
import type { BenchResult } from '../../../src/live/traffic/bench/result.ts';
import { launchPython, skipsPython } from '../../foreign/launch.ts';
import { called } from './called.ts';
import { folderWith, orrery, project } from './orrery.ts';
import { serve } from './serve.ts';

const ajv = new Ajv2020();
const swift = ['--step', '400ms', '--p99', '30s', '--repeats', '1', '--json'];

const escrow = join(project, 'examples/escrow-requests.yaml');

const bets = `accounts: [player]
requests:
  - by: player
    do: POST /casino/api/v1/games/coin-flip
    body: { amount: 0.03, side: '\${pick heads tails}' }
`;

const target = (addresses: string, lines = ''): string =>
  `name: here\nhosts: [127.0.0.1]\nallow: writes\n${addresses}\nceiling: { requestsPerSecond: 300 }\n${lines}`;

async function bench(folder: string, words: readonly string[]) {
  const outcome = await orrery(folder, ['bench', '--target', 'target.yaml', ...words, ...swift]);
  const result = outcome.stdout === '' ? undefined : (JSON.parse(outcome.stdout) as BenchResult);
  if (result !== undefined) expect(ajv.validate(benchSchema, result), ajv.errorsText()).toBe(true);
  return { ...outcome, result };
}

const answersOf = (result: BenchResult | undefined, status: string): number =>
  (result?.steps ?? []).reduce((sum, { statuses = {} }) => sum + (statuses[status] ?? 0), 0);

const foreignServices = (url: string): string =>
  `services: { faucet: "${url}/faucet", escrow: "${url}/escrow" }`;

async function foreign(lines = '') {
  const { url, stop } = await launchPython({ registrationsPerMinute: 1000, limits: 'off' });
  onTestFinished(stop);
  return folderWith({ 'target.yaml': target(foreignServices(url), lines) });
}

const constant = ['--shape', 'constant', '--rate', '60', '--agents', '3'];

describe('orrery bench --request', () => {
  it('creates and releases escrows of orrery serve', async () => {
    const { address } = await serve(['--clock', 'real']);
    const folder = folderWith({ 'target.yaml': target(`sandbox: "${address}"`) });
    const { stderr, result } = await bench(folder, ['--request', escrow, ...constant]);
    expect(stderr).toBe('');
    expect(result?.requests).toMatchObject({ users: 3, operations: ['escrow/B/create', 'escrow/B/release'] });
    expect(result?.steps.map(({ failed }) => failed)).toEqual([0]);
    expect(answersOf(result, '201')).toBe(12);
    expect(answersOf(result, '200')).toBe(12);
  });

  it.skipIf(skipsPython)('creates and releases escrows of a foreign deployment', async () => {
    const { stderr, result } = await bench(await foreign(), ['--request', escrow, ...constant]);
    expect(stderr).toBe('');
    expect(result?.steps.map(({ failed }) => failed)).toEqual([0]);
    expect([answersOf(result, '201'), answersOf(result, '200')]).toEqual([12, 12]);
  });

  it('bets no more than a budget of one USDC, to the micro', async () => {
    const { address } = await serve(['--clock', 'real']);
    const folder = folderWith({
      'target.yaml': target(`sandbox: "${address}"`, 'budget: { usdc: 1.00 }\n'),
      'bets.yaml': bets,
    });
    const words = ['--request', 'bets.yaml', '--shape', 'constant', '--rate', '200', '--agents', '3'];
    const { code, result } = await bench(folder, words);
    expect([code, result?.limitedBy]).toEqual([1, 'budget']);
    // 33 stakes of 0.03 are 0.99; a 34th would be 1.02.
    expect(answersOf(result, '200')).toBe(33);
    expect(result?.requests?.spent.usdc).toBe('0.99');
  });

  it.skipIf(skipsPython)(
    'keeps the budget at a foreign deployment, to the micro and to the request',
    async () => {
      const creating = `accounts: [buyer, seller]
rotate: true
requests:
  - { by: buyer, do: POST /escrow/escrow, body: { amount: 0.25, receiver: '\${seller}' } }
`;
      const folder = await foreign('budget: { usdc: 1.00, requests: 100 }\n');
      const request = join(folderWith({ 'creating.yaml': creating }), 'creating.yaml');
      const { result } = await bench(folder, ['--request', request, ...constant]);
      expect([result?.limitedBy, answersOf(result, '201')]).toEqual(['budget', 4]);
      // Two accounts for each of three users were registered before.
      expect(result?.requests?.spent).toEqual({ usdc: '1.00', requests: 10 });
    },
  );

  it.each<[string, string[], string, RegExp]>([
    ['a target that allows reads alone', ['--request', escrow], 'allow: reads', /POST is not allowed at target here \(allow: reads\); expected allow: writes/],
    ['a path beside it', ['--request', escrow, '--path', '/escrow/x'], '', /--request and --path contradict each other/],
    ['a closed loop', ['--request', escrow, '--shape', 'closed'], '', /--request and --shape closed contradict each other/],
    ['a file that is missing', ['--request', 'none.yaml'], '', /none\.yaml:1:1: there is no such file; expected requests/],
    ['a seed without it', ['--path', '/escrow/x', '--seed', '2'], '', /--seed goes with --request/],
    ['too small a budget for the accounts', ['--request', escrow], 'budget: { requests: 0 }', /the set-up needs more than the budget \(requests\) at POST \/faucet\/register/],
  ])('exits 2 with one line for %s', async (_what, words, lines, message) => {
    const text = target('services: { faucet: "http://127.0.0.1:1/faucet", escrow: "http://127.0.0.1:1/escrow" }');
    const changed = lines.startsWith('allow') ? text.replace('allow: writes', lines) : `${text}${lines}\n`;
    const folder = folderWith({ 'target.yaml': changed });
    const { code, stdout, stderr } = await called(folder, ['bench', '--target', 'target.yaml', ...words]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  }); // prettier-ignore
});
