/** `orrery audit --target` against `orrery serve` in another process, on loopback. */
import { createServer, type Server } from 'node:http';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { auditSchema } from '../../../docs/result-schemas.ts';
import { called } from './called.ts';
import { folderWith, orrery, type Outcome } from './orrery.ts';
import { serve } from './serve.ts';

const ajv = new Ajv2020();

interface Shown {
  replay: { game: string; rounds: number; verdict: string }[];
  log: { bets: number; recomputed: number; unrevealed: number };
  target: {
    staked: string;
    requests: number;
    seeds: number;
    ended: string;
    refusals: object[];
    stakesRefused: number;
    stakesConfirmed: number;
  };
  findings: string[];
  ok: boolean;
}

const targetFile = (address: string, allow = 'writes'): string => `name: staging
hosts: [127.0.0.1]
allow: ${allow}
services: { faucet: "${address}/faucet", casino: "${address}/casino" }
`;

async function audited(file: string, words: readonly string[]): Promise<Outcome & { shown?: Shown }> {
  const outcome = await called(folderWith({ 'target.yaml': file }), [
    'audit', ...words, '--target', 'target.yaml', '--rate', '500',
  ]); // prettier-ignore
  if (outcome.stdout === '') return outcome;
  const shown = JSON.parse(outcome.stdout) as Shown;
  expect(ajv.validate(auditSchema, shown), ajv.errorsText()).toBe(true);
  return { ...outcome, shown };
}

describe('a live casino', () => {
  it.each(['published', 'consistent'])(
    'profile %s: bets on all 17 games, rotates, reveals and recomputes each of them',
    async (profile) => {
      const { address } = await serve(['--clock', '7200x', '--seed', '11', '--profile', profile]);
      const words = [
        '--profile',
        profile,
        '--budget',
        '1.00',
        '--stake',
        '0.01',
        '--seed',
        '3',
        '--bets-per-seed',
        '17',
        '--json',
      ];
      const { code, shown, stderr } = await audited(targetFile(address), words);
      expect(stderr).toBe('');
      expect(shown?.findings).toEqual([]);
      const { stakesRefused = 0, stakesConfirmed = 0 } = shown?.target ?? {};
      // A stake below the smallest is tried too, and a doubled hand costs two.
      expect(stakesRefused + stakesConfirmed).toBeGreaterThanOrEqual(90);
      expect(shown?.log).toMatchObject({ bets: stakesConfirmed, recomputed: stakesConfirmed, unrevealed: 0 });
      expect(shown?.target).toMatchObject({
        staked: expect.stringMatching(/^(?:1\.00|0\.99\d*)$/),
        players: 3,
        stakesLost: 0,
        ended: 'the budget is used up',
      });
      expect([code, shown?.ok]).toEqual([0, true]);
    },
  );

  it('leaves a report with its bets, whose audit as a log gives the same result', async () => {
    const { address } = await serve(['--clock', '7200x', '--seed', '11']);
    const folder = folderWith({ 'target.yaml': targetFile(address) });
    const words = [
      'audit',
      'dice',
      '--target',
      'target.yaml',
      '--budget',
      '0.25',
      '--rate',
      '500',
      '--stake',
      '0.01',
      '--players',
      '1',
    ];
    const live = await orrery(folder, [...words, '--out', 'live']);
    expect([live.code, live.stdout]).toEqual([0, expect.stringMatching(/report: live\/report\.html\n$/)]);
    expect(readFileSync(join(folder, 'live', 'report.html'), 'utf8')).toContain('Audit of staging');
    const log = await orrery(folder, ['audit', '--bets', 'live/bets.ndjson', '--json', '--out', 'log']);
    const shown = JSON.parse(log.stdout) as Shown;
    const { log: played } = JSON.parse(readFileSync(join(folder, 'live', 'audit.json'), 'utf8')) as Shown;
    // The pace of the clock decides whether the last cent still goes into a bet.
    expect(played.bets).toBeGreaterThanOrEqual(24);
    expect(shown.log).toMatchObject({ bets: played.bets, recomputed: played.bets });
    expect(readFileSync(join(folder, 'log', 'audit.json'), 'utf8')).toBe(log.stdout);
    const again = await orrery(folder, ['audit', '--bets', 'live/bets.ndjson', '--out', '.']);
    expect([again.code, again.stderr]).toEqual([2, expect.stringMatching(/\S/)]);
  });

  it('that pays by another table than the stated one is caught', async () => {
    const { address } = await serve(['--clock', '7200x', '--seed', '11', '--profile', 'consistent']);
    const { code, shown } = await audited(targetFile(address), [
      'coin_flip', 'dice', '--profile', 'published', '--budget', '0.5', '--stake', '0.01', '--json',
    ]); // prettier-ignore
    expect(code).toBe(1);
    // The pace of the clock decides whether the last cent still goes into a bet.
    expect(shown?.findings.join()).toMatch(
      /(coin_flip, dice|dice, coin_flip): \d+ of (?:49|50) bets are not paid by the rules; .* profile consistent/,
    );
  });
});

/** A server that counts what reaches it. */
async function counted(answer: (path: string) => { status: number; location?: string; body?: string }) {
  const seen: string[] = [];
  const server: Server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    const { status, location, body = '{}' } = answer(request.url ?? '');
    response.writeHead(status, location === undefined ? {} : { location }).end(body);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { seen, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('the budget of the target file', () => {
  const words = ['dice', '--budget', '1.00', '--stake', '0.01', '--players', '2', '--seed', '3', '--json'];

  it('bounds the stakes below --budget', async () => {
    const { address } = await serve(['--clock', '7200x', '--seed', '11']);
    const { code, shown } = await audited(`${targetFile(address)}budget: { usdc: 0.30 }\n`, words);
    expect(Number(shown?.target.staked)).toBeGreaterThan(0.25);
    expect(Number(shown?.target.staked)).toBeLessThanOrEqual(0.3);
    expect([code, shown?.target.ended, shown?.findings]).toEqual([0, 'the budget is used up', []]);
  });

  it('bounds the requests, and leaves enough of them to have every bet revealed', async () => {
    const { address } = await serve(['--clock', '7200x', '--seed', '11']);
    const { code, shown } = await audited(`${targetFile(address)}budget: { requests: 140 }\n`, words);
    expect(shown?.target.requests).toBeGreaterThan(60);
    expect(shown?.target.requests).toBeLessThanOrEqual(140);
    expect(shown?.log.unrevealed).toBe(0);
    expect(shown?.target.stakesConfirmed).toBeGreaterThan(5);
    expect([code, shown?.target.ended, shown?.findings]).toEqual([
      0,
      'the budget of requests is used up',
      [],
    ]);
  });

  it('holds to the request whatever the target answers', async () => {
    const body = JSON.stringify({ api_key: 'key', agent_id: 'agent', balance: '1.00' });
    const { seen, address } = await counted(() => ({ status: 201, body }));
    const { shown } = await audited(`${targetFile(address)}budget: { requests: 3 }\n`, words);
    expect([seen.length, shown?.target.requests, shown?.target.staked]).toEqual([3, 3, '0.00']);
  });
});

describe('a target file', () => {
  it.each(['reads', 'none'])('that allows %s: nothing is sent', async (allow) => {
    const { seen, address } = await counted(() => ({ status: 200 }));
    const { code, stderr } = await audited(targetFile(address, allow), ['--budget', '1']);
    expect(stderr).toMatch(
      /target\.yaml:1:1: POST is not allowed at target staging .*expected allow: writes/,
    );
    expect([code, seen]).toEqual([2, []]);
  });

  it('that refuses the key is said to', async () => {
    const { address } = await counted(() => ({ status: 401 }));
    const words = [
      'audit',
      'dice',
      '--target',
      'target.yaml',
      '--budget',
      '1',
      '--rate',
      '1000',
      '--players',
      '1',
      '--json',
    ];
    const folder = folderWith({ 'target.yaml': targetFile(address) });
    const { code, stdout } = await called(folder, words, { ORRERY_API_KEY: 'not-a-key' });
    expect(stdout).toMatch(/"ended": ?"the target refuses the key \(status 401\)"/);
    expect(code).toBe(1);
  });

  it('whose service leads to another host is refused, and nothing is sent', async () => {
    const { seen, address } = await counted(() => ({ status: 200 }));
    const file = targetFile(address).replace('hosts: [127.0.0.1]', 'hosts: [localhost]');
    const { code, stderr } = await audited(file, ['--budget', '1']);
    expect(stderr).toMatch(/the host 127\.0\.0\.1 is not among hosts/);
    expect([code, seen]).toEqual([2, []]);
  });

  it('a redirect is not followed', async () => {
    const other = await counted(() => ({ status: 200 }));
    const { seen, address } = await counted(() => ({ status: 307, location: `${other.address}/stolen` }));
    const { code, stderr } = await audited(targetFile(address), ['--budget', '1']);
    expect(stderr).toMatch(/the target gives no account \(status 307\)/);
    expect([code, seen.length, other.seen]).toEqual([2, 1, []]);
  });

  it.each([
    [[], /--target bets real money; expected --budget USDC/],
    [['--budget', '0'], /--budget 0: expected an amount of USDC above 0/],
    [['--budget', '-1'], /--budget -1: expected an amount/],
    [['--budget', '1', '--stake', '0.0000001'], /--stake 0\.0000001: expected an amount/],
    [['--budget', '1', '--bets-per-seed', '0'], /--bets-per-seed 0: expected a whole number/],
  ])('with %j is a wrong call, and nothing is sent', async (words, line) => {
    const { seen, address } = await counted(() => ({ status: 200 }));
    const { code, stderr } = await audited(targetFile(address), words);
    expect(stderr).toMatch(line);
    expect([code, seen]).toEqual([2, []]);
  });
});
