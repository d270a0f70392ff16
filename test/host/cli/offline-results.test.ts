/** What commands that send nothing print and keep of a result, and the call that repeats it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionOrigin } from '../../../src/host/app/run/session-origin.ts';
import { Sandbox } from '../../../src/host/serve/sandbox.ts';
import { FakeWall, policiesWith } from '../serve/serving.ts';
import { logOf } from '../../verification/audit/houses.ts';
import { called } from './called.ts';
import type { Outcome } from './orrery.ts';
import { folderOf } from './wrong-folder.ts';

let folder = '';
const ends: (() => void)[] = [];
const made = (call: string): Promise<Outcome> => called(folder, call.split(' '));

beforeAll(async () => {
  folder = folderOf((end) => void ends.push(end));
  const bets = logOf({ game: 'coin_flip', bet: { side: 'heads' }, bets: 3 });
  const write = (name: string, rows: readonly object[]): void =>
    writeFileSync(join(folder, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  write('log.ndjson', bets);
  write(
    'bad.ndjson',
    bets.map((row) => ({ ...row, payout: '7.77' })),
  );
  writeFileSync(join(folder, 'session.json'), JSON.stringify(session()));
  // Their modules are loaded once.
  for (const call of [audit, log, 'session session.json --as trace --out t', run])
    await made(`${call} --quiet`);
});
afterAll(() => {
  for (const end of ends) end();
});

/** What two requests from outside leave, of which the documents know one. */
function session(): unknown {
  const policies = policiesWith();
  const setup = { seed: '7', profile: 'published', policies, pace: 'manual', wall: new FakeWall() } as const;
  const sandbox = new Sandbox({
    ...setup,
    scenario: undefined,
    behaviours: new Map(),
    origin: sessionOrigin(undefined),
  });
  const common = { query: {}, headers: {}, ip: '203.0.113.7' };
  sandbox.dispatch({ ...common, method: 'POST', path: '/faucet/register', body: { agent_id: 'ann' } });
  sandbox.dispatch({ ...common, method: 'GET', path: '/faucet/nothing', body: undefined });
  return sandbox.history.session();
}

const audit = 'audit coin_flip --rounds 0';
const log = 'audit --bets log.ndjson';
const run = 'run s.yaml';

/** The call on a page. */
function commandOn(file: string): string | undefined {
  const html = readFileSync(join(folder, file), 'utf8').replaceAll('&#39;', "'");
  return /npx orrery-sim \w+ [^<]*/.exec(html)?.[0];
}

describe('an audit', () => {
  it('has its report below the text', async () => {
    const { code, stdout, stderr } = await made(`${audit} --out a1`);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^profile published: 3 bets, exact\n[^]*\nreport: a1\/report\.html\n$/);
    expect(commandOn('a1/report.html')).toBe(
      'npx orrery-sim audit coin_flip --profile published --seed 1 --rounds 0',
    );
  });

  it('fails with --strict where a contradiction costs the house money', async () => {
    const words = '--strict --profile consistent --seed x,y --quiet --out a2';
    expect(await made(`${audit} ${words}`)).toEqual({ code: 1, stdout: '', stderr: '' });
    expect(commandOn('a2/report.html')).toBe(
      "npx orrery-sim audit coin_flip --profile consistent --seed 'x,y' --rounds 0 --strict",
    );
  });

  it('is a JSON object without a report', async () => {
    const before = readdirSync(folder);
    const { code, stdout, stderr } = await made(`${audit} --json`);
    const { profile, ok } = JSON.parse(stdout) as { profile: string; ok: boolean };
    expect([code, profile, ok, stderr]).toEqual([0, 'published', true, '']);
    expect(readdirSync(folder)).toEqual(before);
  });

  it('is a JSON object with a report where one is asked for', async () => {
    const { code, stdout } = await made(`${audit} --json --out a4`);
    expect([code, (JSON.parse(stdout) as { ok: boolean }).ok]).toEqual([0, true]);
    expect(commandOn('a4/report.html')).toContain('audit coin_flip');
  });
});

describe('an audit of a log', () => {
  it('has its report below the text', async () => {
    const { code, stdout, stderr } = await made(`${log} --out b1`);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/\nreport: b1\/report\.html\n$/);
    expect(commandOn('b1/report.html')).toBe('npx orrery-sim audit --bets log.ndjson --profile published');
  });

  it('fails where a payout is another one', async () => {
    const bad = log.replace('log', 'bad');
    const { code, stdout } = await made(`${bad} --json`);
    const { ok, profile } = JSON.parse(stdout) as { ok: boolean; profile: string };
    expect([code, ok, profile]).toEqual([1, false, 'published']);
    expect(await made(`${bad} --quiet --profile consistent --out b2`)).toEqual({
      code: 1,
      stdout: '',
      stderr: '',
    });
    expect(commandOn('b2/report.html')).toBe('npx orrery-sim audit --bets bad.ndjson --profile consistent');
  });

  it('is a JSON object, with a report where one is asked for', async () => {
    const before = readdirSync(folder);
    const { code, stdout } = await made(`${log} --json`);
    expect([code, (JSON.parse(stdout) as { ok: boolean }).ok]).toEqual([0, true]);
    expect(readdirSync(folder)).toEqual(before);
    expect(await made(`${log} --json --out b3`)).toEqual({ code: 0, stdout, stderr: '' });
    expect(commandOn('b3/report.html')).toContain('--bets log.ndjson');
  });
});

describe('a session', () => {
  const convert = 'session session.json';

  it('is written to stdout, with what is said of it on stderr', async () => {
    const { code, stdout, stderr } = await made(`${convert} --as scenario`);
    expect([code, stdout.length > 100]).toEqual([0, true]);
    expect(stderr).toMatchInlineSnapshot(`
      "scenario: 2 operations, of 2 requests from outside
      answers: 2 of 2 are those of the session
      "
    `);
  });

  const answers = { of: 2, same: 2, first: null };
  it.each([
    ['scenario', '2 operations', ['answers: 2 of 2 are those of the session'], { answers }],
    ['trace', '2 requests of agents and from outside', [], {}],
    ['test', '2 calls', [], {}],
  ])('is written to a file as a %s', async (form, counted, lines, more) => {
    const words = `${convert} --as ${form} --out as-${form}`;
    const first = `as-${form}: ${counted}, of 2 requests from outside`;
    const stdout = [first, ...lines, ''].join('\n');
    expect(await made(words)).toEqual({ code: 0, stdout, stderr: '' });
    const json = JSON.parse((await made(`${words} --json`)).stdout) as unknown;
    const common = { as: form, file: `as-${form}`, leftOut: {}, ok: true, requests: 2, written: 2 };
    expect(json).toEqual({ ...common, ...more });
  });

  it('is not spoken of with --quiet', async () => {
    expect(await made(`${convert} --as test --out as-quiet --quiet`)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    const { stdout, stderr } = await made(`${convert} --as test --quiet`);
    expect([stdout.length > 100, stderr]).toEqual([true, '']);
  });

  it('is shrunk to what keeps an answer', async () => {
    const { code, stdout, stderr } = await made(`${convert} --shrink --request 0 --out small.yaml`);
    expect([code, stdout, stderr]).toMatchInlineSnapshot(`
      [
        0,
        "small.yaml: 1 operations, of 2 requests from outside
      keeps faucet/register 201, after 3 smaller candidates
      ",
        "",
      ]
    `);
  });
});

describe('a run', () => {
  it('has its report below the summary', async () => {
    const { code, stdout, stderr } = await made(`${run} --out r1`);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^s {2}seed 1 {2}profile published\ndigest {3}[0-9a-f]{32}\n[^]*\n\nreport: \S+\/r1\/report\.html\n$/,
    );
    expect(commandOn('r1/report.html')).toBe('npx orrery-sim run s.yaml --seed 1');
  });

  it('is repeated with all that decides it', async () => {
    const words =
      '--seed x --profile consistent --set limits.burst=x3 --with population.0.count=2 --with for=2h';
    expect(await made(`${run} ${words} --quiet --out r2`)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(commandOn('r2/report.html')).toBe(`npx orrery-sim run s.yaml ${words}`);
  });

  it('is a JSON object', async () => {
    const { code, stdout } = await made(`${run} --json --out r3`);
    const { scenario, seed, ok } = JSON.parse(stdout) as Record<string, unknown>;
    expect([code, scenario, seed, ok]).toEqual([0, 's', '1', true]);
  });

  it('is Markdown', async () => {
    const { stdout } = await made(`${run} --summary markdown --out r4`);
    expect(stdout).toMatch(/^## ✅ s\n[^]*npx orrery-sim run s\.yaml --seed 1\n[^]*r4<\/code>\n$/);
  });
});
