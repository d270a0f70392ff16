/** What an audit prints and keeps of its result, of the shipped games and of a live casino, and the call that repeats it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { auditCommand, type AuditOptions } from '../../../src/host/cli/commands/audit/audit.ts';
import { logOf } from '../../verification/audit/houses.ts';
import { progressOf } from './at-terminal.ts';
import { called } from './called.ts';
import { folderWith, type Outcome } from './orrery.ts';

let folder = '';
const ends: (() => void)[] = [];

/** Refuses every key. */
const server = createServer((_, response) => void response.writeHead(401).end('{}'));

const audited = (words: string, env: Readonly<Record<string, string>> = {}): Promise<Outcome> =>
  called(folder, ['audit', ...words.split(' ')], env);

const flips = 'coin_flip --rounds 0';
const log = '--bets log.ndjson';
const live = 'dice --target target.yaml --budget 1.00 --rate 1000 --players 1';

beforeAll(async () => {
  folder = folderWith({ 'names.yaml': 'columns: { payout: paid }\n' }, (end) => void ends.push(end));
  const write = (name: string, rows: readonly object[]): void =>
    writeFileSync(join(folder, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const bets = logOf({ game: 'coin_flip', bet: { side: 'heads' }, bets: 3 });
  write('log.ndjson', bets);
  write(
    "it's.ndjson",
    bets.map(({ payout, ...row }) => ({ ...row, paid: payout })),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/casino`;
  const target = `name: t\nhosts: [127.0.0.1]\nallow: writes\nservices: { casino: "${address}" }\n`;
  writeFileSync(join(folder, 'target.yaml'), target);
  // Their modules are loaded once.
  for (const words of [flips, log, live]) await audited(`${words} --quiet`, { ORRERY_API_KEY: 'k' });
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => {
  server.close();
  for (const end of ends) end();
});

/** The call on a page. */
function commandIn(out: string): string | undefined {
  const html = readFileSync(join(folder, out, 'report.html'), 'utf8').replaceAll('&#39;', "'");
  return /npx orrery-sim audit ([^<]*)/.exec(html)?.[1];
}

const filesOf = (out: string): string[] => readdirSync(join(folder, out)).toSorted();

it.each<[Partial<AuditOptions>, string]>([
  [{ names: 'names.yaml' }, '--names goes with --bets'],
  [{ budget: '1' }, '--budget goes with --target'],
])('%o is a mistake of the call', async (options, message) => {
  const usual = { rounds: '0', players: '3', betsPerSeed: '25', rate: '1' };
  await expect(auditCommand([], { ...usual, ...options })).rejects.toThrow(message);
});

describe('an audit of shipped games', () => {
  it.each([
    ['', 0, true],
    [' --strict', 1, true],
    [' --quiet', 0, false],
    [' --strict --quiet', 1, false],
  ])('has its exit code and its report with "%s"', async (words, code, isText) => {
    const out = `shipped${words.replaceAll(' ', '')}`;
    const outcome = await audited(`${flips}${words} --out ${out}`);
    const [head] = outcome.stdout.split('\n');
    expect({ ...outcome, stdout: head }).toEqual({
      code,
      stdout: isText ? 'profile published: 3 bets, exact' : '',
      stderr: '',
    });
    expect(outcome.stdout.endsWith(`\nreport: ${out}/report.html\n`)).toBe(isText);
    const strict = words.includes('--strict') ? ' --strict' : '';
    expect(commandIn(out)).toBe(`coin_flip --profile published --seed 1 --rounds 0${strict}`);
    expect(filesOf(out)).toMatchInlineSnapshot(`
      [
        "audit.json",
        "findings.sarif",
        "games.csv",
        "manifest.json",
        "report.html",
      ]
    `);
  });

  it.each([
    ['coin_flip --rounds 0 --json', []],
    ['coin_flip --rounds 0 --json --quiet', []],
    ['coin_flip --rounds 0 --json --out asked', ['asked']],
  ])('is a JSON object, which has a report where one is asked for: %s', async (words, more) => {
    const before = readdirSync(folder);
    const { code, stdout, stderr } = await audited(words);
    const { profile, ok, mapping } = JSON.parse(stdout) as Record<string, unknown>;
    expect({ code, stderr, profile, ok, mapping }).toEqual({
      code: 0,
      stderr: '',
      profile: 'published',
      ok: true,
      mapping: [],
    });
    expect(readdirSync(folder)).toEqual([...before, ...more].toSorted());
  });

  it('has proofs on demand', async () => {
    const { code, stdout } = await audited(`${flips} --prove --json --out proved`);
    const { mapping } = JSON.parse(stdout) as { mapping?: { game: string }[] };
    expect([code, mapping?.map(({ game }) => game)]).toEqual([0, ['coin_flip']]);
    expect(commandIn('proved')).toBe('coin_flip --profile published --seed 1 --rounds 0 --prove');
  });

  it('writes to a folder of its seed without --out', async () => {
    const { stdout } = await audited(`${flips} --profile consistent`);
    const place = /\nreport: (reports\/audit-1-[0-9a-f]{8})\/report\.html\n$/.exec(stdout)?.[1] ?? '';
    expect(commandIn(place)).toBe('coin_flip --profile consistent --seed 1 --rounds 0');
  });

  it('shows how many rounds are played, and nothing without rounds', async () => {
    expect(await progressOf(folder, 'audit coin_flip --rounds 1000 --out p1')).toMatchInlineSnapshot(`
      {
        "isRemoved": true,
        "lines": [
          "░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░   0%  0 chunks",
          "██████████████████████████████ 100%  1 chunks  <1s left",
        ],
      }
    `);
  });

  it.each(['--rounds 0 --out p2', '--rounds 1000 --json', '--rounds 1000 --quiet --out p3'])(
    'shows no progress with %s',
    async (words) => {
      const none = { lines: [], isRemoved: false };
      expect(await progressOf(folder, `audit coin_flip ${words}`)).toEqual(none);
    },
  );
});

describe('an audit of a log', () => {
  it('reads it by the names that it is given', async () => {
    const words = "--bets it's.ndjson --names names.yaml --out named";
    const { code, stdout, stderr } = await audited(words);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^3 bets, 3 recomputed from their seeds\n[^]*\nreport: named\/report\.html\n$/);
    expect(commandIn('named')).toBe("--bets 'it'\\''s.ndjson' --names names.yaml --profile published");
    expect(filesOf('named')).toMatchInlineSnapshot(`
      [
        "audit.json",
        "findings.sarif",
        "manifest.json",
        "report.html",
      ]
    `);
  });

  it.each([
    ['--json', true, []],
    ['--json --out log1', true, ['log1']],
    ['--quiet --out log2', false, ['log2']],
  ])('is a JSON object with %s', async (words, isJson, more) => {
    const before = readdirSync(folder);
    const { code, stdout, stderr } = await audited(`${log} ${words}`);
    expect([code, stderr, stdout.startsWith('{"')]).toEqual([0, '', isJson]);
    expect(readdirSync(folder)).toEqual([...before, ...more].toSorted());
  });
});

describe('an audit of a live casino', () => {
  const key = { ORRERY_API_KEY: 'k' };

  it('that takes no bet fails, and has its report below the text', async () => {
    const { code, stdout, stderr } = await audited(`${live} --out live1`, key);
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toMatchInlineSnapshot(`
      "t: 0 stakes sent (0.00 USDC), 0 confirmed (0.00 USDC), 0.00 USDC returned of a budget of 1.00 USDC, 0 server seeds, 3 requests; the target refuses the key (status 401)
      0 bets, 0 recomputed from their seeds
      nothing was audited
      checks: passed 0, failed 0, not run 18. No check that ran has failed; 18 checks were not run and prove nothing.
        not run  commitment before play: nothing: the house shows no commitment, or revealed no seed
        not run  times of commitments: nothing: no answer names the commitment
        not run  client-seed influence: nothing: no server seed was revealed
        not run  nonces in sequence: nothing: the house shows no nonces
        not run  hidden rounds: nothing: the house does not state how many rounds a seed had
        not run  payouts: nothing: no answer has a payout
        not run  recomputation and unbiased mapping: nothing: no server seed was revealed
        not run  chance of the outcomes and selection of seeds: nothing: no bet was made often enough
        not run  rotation: nothing: no rotation was answered with a seed
        not run  verification endpoint: nothing: the house verified no bet, or named no multiple
        not run  stakes: nothing: no answer names the stake
        not run  balances in the answers: nothing: no answer names the balance
        not run  credit of balances: nothing: the account shows no balance
        not run  ledger of the account: nothing: the account shows no ledger, or one whose rows cannot be assigned to bets
        not run  availability on wins: nothing: no bet was sent
        not run  independence between players: nothing: fewer than two accounts bet
        not run  limits: nothing: no stake beyond a limit was answered
        not run  length of seed periods: nothing: no server seed was revealed
      report: live1/report.html
      "
    `);
    const end = '--players 1 --bets-per-seed 25 --rate 1000 --profile published';
    expect(commandIn('live1')).toBe(`dice --target target.yaml --budget 1.00 ${end}`);
    expect(filesOf('live1')).toMatchInlineSnapshot(`
      [
        "audit.json",
        "bets.ndjson",
        "findings.sarif",
        "manifest.json",
        "report.html",
      ]
    `);
  });

  it('is repeated with all that decides it', async () => {
    const own = '--stake 0.01 --seed x';
    const words = `${live} ${own} --bets-per-seed 7 --profile consistent --quiet --out live2`;
    expect(await audited(words, key)).toEqual({ code: 1, stdout: '', stderr: '' });
    const end = '--players 1 --bets-per-seed 7 --rate 1000 --profile consistent';
    expect(commandIn('live2')).toBe(`dice --target target.yaml --budget 1.00 ${own} ${end}`);
  });

  it('is a JSON object', async () => {
    const { code, stdout } = await audited(`${live} --json`, key);
    const { profile, ok, target, findings } = JSON.parse(stdout) as Record<string, unknown>;
    expect({ code, profile, ok, target, findings }).toMatchInlineSnapshot(`
      {
        "code": 1,
        "findings": [],
        "ok": false,
        "profile": "published",
        "target": {
          "budget": "1.00",
          "confirmed": "0.00",
          "ended": "the target refuses the key (status 401)",
          "missed": {
            "computed": 0,
            "expected": 0,
            "result": "consistent",
            "won": 0,
          },
          "name": "t",
          "players": 0,
          "refusals": [],
          "requests": 3,
          "returned": "0.00",
          "seeds": 0,
          "staked": "0.00",
          "stakesConfirmed": 0,
          "stakesLost": 0,
          "stakesRefused": 0,
          "stakesSent": 0,
          "tested": {
            "aside": 0,
            "balanceReads": 0,
            "balances": 0,
            "clientSeeds": 0,
            "commitments": 0,
            "ledgerAmounts": 0,
            "limits": 0,
            "nonces": 0,
            "refusedStakes": 0,
            "replaced": 0,
            "rotations": 0,
            "roundCounts": 0,
            "stakes": 0,
            "unexplained": 0,
            "unseen": 0,
            "verifications": 0,
          },
        },
      }
    `);
  });
});
