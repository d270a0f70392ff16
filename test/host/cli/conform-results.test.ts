/** What `conform` prints and keeps of a comparison with a served platform, and the call that repeats it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpServer } from '../../../src/host/serve/http-server.ts';
import { newSandbox } from '../serve/serving.ts';
import { called } from './called.ts';
import { onTerminal } from './terminal.ts';
import { folderOf } from './wrong-folder.ts';

let folder = '';
const ends: (() => void)[] = [];
const server = new HttpServer({ sandbox: newSandbox(), onBroken: () => undefined });

beforeAll(async () => {
  folder = folderOf((end) => void ends.push(end));
  const { port } = await server.listen({ port: 0 });
  const address = `sandbox: http://127.0.0.1:${port}\n`;
  const target = `name: here\nhosts: [127.0.0.1]\nallow: writes\nrequestsPerSecond: 100000\n${address}`;
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  write('here.yaml', `${target}clock: sandbox\n`);
  write('running.yaml', `${target}clock: 3600x\n`);
  write('n.yaml', 'name: n\nseed: 5\nfor: 1m\npopulation: [{ agent: newcomer }]\n');
  // Their modules are loaded once.
  for (const words of ['--out first', '--json --set escrow.expiryState=refunded'])
    await called(folder, `${call} ${words}`.split(' '));
});
afterAll(async () => {
  for (const end of ends) end();
  await server.close();
});

const call = 'conform --target here.yaml --scenario n.yaml';
const conform = (words: string) => called(folder, words.split(' '));

/** The call on the page of a result. */
const commandOn = (out: string): string | undefined =>
  /npx orrery-sim \w+ [^<]*/.exec(
    readFileSync(join(folder, out, 'conform.html'), 'utf8').replaceAll('&#39;', "'"),
  )?.[0];

const text = `2 requests of 1 agents in 1 runs against here, 2 kinds of calls, - s (seed 5)
answers        200: 1  201: 1
alike          2
differences    0 unexplained in 0 causes, 0 explained
`;
/** A text with what it took left out, up to the rules of time. */
const firstOf = (stdout: string): string =>
  stdout.replace(/\d+\.\d s/, '- s').replace(/\nnot tested[^]*?(?=report: |$)/, '');

interface Compared {
  readonly seed: string;
  readonly ok: boolean;
  readonly runs: number;
  readonly sent: number;
  readonly policyHash: { readonly model: string; readonly target: string };
  readonly learned?: readonly unknown[];
}
const comparedBy = async (...words: string[]): Promise<Compared> =>
  JSON.parse((await called(folder, [...words, '--json'])).stdout) as Compared;

describe('conform', () => {
  it('prints what it has compared', async () => {
    const before = readdirSync(folder);
    const { code, stdout, stderr } = await conform(call);
    expect([code, firstOf(stdout), stderr]).toEqual([0, text, '']);
    expect(readdirSync(folder)).toEqual(before);
  });

  it('has its report below the text', async () => {
    const { code, stdout } = await conform(`${call} --out kept`);
    expect([code, firstOf(stdout)]).toEqual([0, `${text}report: kept/conform.html\n`]);
    expect(commandOn('kept')).toBe(
      'npx orrery-sim conform --target here.yaml --for 1m --causes 20 --limit-wait 5m --scenario n.yaml',
    );
  });

  it('is repeated with all that decides it', async () => {
    const words =
      '--runs 0 --seed 9 --profile published --for 2m --causes 3 --limit-wait 1s --shrink-for 0s --scenario n.yaml --scenario n.yaml --ignore /a --ignore /b --tolerance /c=1% --tolerance /d=2 --set escrow.expiryState=refunded --set limits.burst=table --noise';
    await conform(`conform --target here.yaml ${words} --quiet --out all`);
    expect(commandOn('all')).toBe(`npx orrery-sim conform --target here.yaml ${words}`);
  });

  it('is silent where that is asked for', async () => {
    expect(await conform(`${call} --quiet`)).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('is one JSON object', async () => {
    const { code, stdout, stderr } = await conform(`${call} --json`);
    expect([code, stdout.split('\n').length, stderr]).toEqual([0, 2, '']);
    expect(JSON.parse(stdout)).toMatchObject({
      target: 'here',
      clock: 'sandbox',
      same: 2,
      sent: 3,
      ok: true,
    });
  });

  it('fails where nothing was compared', async () => {
    const { code, stdout } = await conform('conform --target here.yaml --scenario s.yaml');
    expect([code, stdout.split('\n')[0]?.replace(/\d+\.\d s/, '- s')]).toEqual([
      1,
      '0 requests of 1 agents in 1 runs against here, 0 kinds of calls, - s (seed 1)',
    ]);
  });

  it('removes its line from a terminal', async () => {
    const { stdout, stderr } = await onTerminal(folder, call);
    expect([firstOf(stdout), stderr.endsWith('\r\u001b[K')]).toEqual([text, true]);
  });

  it.each(['--quiet', '--json'])('has no line on a terminal with %s', async (words) => {
    expect((await onTerminal(folder, `${call} ${words}`)).stderr).toBe('');
  });

  it.each([
    [['--scenario', 'n.yaml'], '5', 1],
    [['--scenario', 'n.yaml', '--seed', '9'], '9', 1],
    [['--scenario', 's.yaml', '--scenario', 'n.yaml'], '1', 2],
    [['--scenario', 'n.yaml', '--runs', '0'], '5', 1],
    [['--runs', '1'], '1', 1],
    [['--runs', '1', '--seed', '9'], '9', 1],
  ])('has a seed and runs: %j', async (words, seed, runs) => {
    const compared = await comparedBy('conform', '--target', 'here.yaml', ...words);
    expect([compared.seed, compared.runs]).toEqual([seed, runs]);
  });

  it('has the policies of the call in its model', async () => {
    const { policyHash, ok } = await comparedBy(...call.split(' '), '--set', 'escrow.expiryState=refunded');
    expect([policyHash.model === policyHash.target, ok]).toEqual([false, true]);
    const same = (await comparedBy(...call.split(' '))).policyHash;
    expect(same.model).toBe(same.target);
  });

  it('sends each request once more where noise is asked for', async () => {
    expect((await comparedBy(...call.split(' '))).sent).toBe(3);
    expect((await comparedBy(...call.split(' '), '--noise')).sent).toBe(6);
  });

  it('ignores a header by its name', async () => {
    const { ok } = await comparedBy(...call.split(' '), '--ignore', 'header date', '--ignore', '/agent_id');
    expect(ok).toBe(true);
    const wrong = await called(folder, [...call.split(' '), '--ignore', 'the header ']);
    expect(wrong).toEqual({
      code: 2,
      stdout: '',
      stderr: 'orrery: --ignore the header : expected the end of a JSON pointer such as /price\n',
    });
  });

  it('learns names where a file is to have them', async () => {
    expect(await conform(`${call} --learn learned.yaml --quiet`)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect(readFileSync(join(folder, 'learned.yaml'), 'utf8')).toMatchInlineSnapshot(`
      "# What here calls fields that the documents do not name: our pointer, its pointer, and how many
      # responses confirmed it. Written by orrery conform --learn; names in the target file uses it.

      # Not found, and not compared:
      #   faucet/A/agentDetail: /agent_id, /agent_address, /created_at, /balance_usdc

      {}
      "
    `);
    expect((await comparedBy(...call.split(' '))).learned).toBe(undefined);
  });

  it('needs no more than runs where the clock of the target runs', async () => {
    const { code, stdout } = await conform(
      'conform --target running.yaml --runs 1 --for 1ms --shrink-for 0s',
    );
    expect([code, stdout.split(',')[0]]).toEqual([1, '0 requests of 3 agents in 1 runs against here']);
  });

  it.each([
    ['--target running.yaml', '--scenario is missing; expected one for a target whose clock runs by itself'],
    ['--target here.yaml --runs 0', '--runs 0: expected a whole number from 1 to 999999'],
    ['--target here.yaml --runs 1000000', '--runs 1000000: expected a whole number from 1 to 999999'],
    ['--target here.yaml --scenario n.yaml --runs x', '--runs x: expected a whole number from 0 to 999999'],
    ['--target here.yaml --causes -1', '--causes -1: expected a whole number from 0 to 999999'],
    [
      '--target here.yaml --limit-wait x',
      '--limit-wait x: expected a duration such as 200ms, 30s or 10m, at most 24d',
    ],
    [
      '--target here.yaml --shrink-for x',
      '--shrink-for x: expected a duration such as 200ms, 30s or 10m, at most 24d',
    ],
    [
      '--target here.yaml --for 0s',
      '--for 0s: expected a duration above 0 such as 200ms, 30s or 10m, at most 24d',
    ],
    [
      '--target here.yaml --set a=b',
      '--set a=b: there is no policy "a"; expected one of those that orrery policies lists',
    ],
    ['--target here.yaml --out s.yaml', '--out s.yaml: this is a file; expected a folder'],
  ])('refuses %s', async (words, message) => {
    expect(await conform(`conform ${words}`)).toEqual({
      code: 2,
      stdout: '',
      stderr: `orrery: ${message}\n`,
    });
  });
});
