/** What `record` and `run` print and keep, on a terminal too. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ownSignal } from '../app/process/signalled.ts';
import { recordCommand } from '../../../src/host/cli/commands/record/record.ts';
import { called } from './called.ts';
import type { Outcome } from './orrery.ts';
import { heardIn, onTerminal } from './terminal.ts';
import { folderOf } from './wrong-folder.ts';

let folder = '';
const ends: (() => void)[] = [];
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end('{}');
});

beforeAll(async () => {
  folder = folderOf((end) => void ends.push(end));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const target = readFileSync(join(folder, 't.yaml'), 'utf8').replaceAll('http://127.0.0.1:1', address);
  writeFileSync(join(folder, 'live.yaml'), target);
  writeFileSync(join(folder, 'n.yaml'), 'name: n\nseed: 5\nfor: 1d\npopulation: [{ agent: newcomer }]\n');
  // Their modules are loaded once.
  await recorded('--for 1ms --quiet');
  await called(folder, ['record', 'n.yaml', '--quiet', '--out', 'first']);
});
afterAll(() => {
  server.close();
  for (const end of ends) end();
});

const options = { proxy: true, target: 'live.yaml', port: '0', out: 'kept', set: {}, with: [] };
const proxy = 'record --proxy --target live.yaml --port 0 --out kept';
const recorded = (words: string): Promise<Outcome> => called(folder, `${proxy} ${words}`.split(' '));
/** Without a port and times. */
const plain = (text: string): string =>
  text
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HERE')
    .replace(/\d+\.\d s/, '- s')
    .replace(/(added time {5}).*/, '$1-');

const announced = 'recording t at http://HERE; Ctrl-C ends it\n';
const ended = (by: string): string =>
  `0 requests in 0 sessions against t: - s, ended by ${by}\nreferences     0\nadded time     -\ntrace: kept/trace.ndjson.gz\n`;
const lineGone = '\r\u001b[K';

describe('a recording of clients', () => {
  it.each([
    ['', announced + ended('--for'), lineGone],
    [' --quiet', '', ''],
  ])('is said, on a terminal too:%s', async (words, stdout, onScreen) => {
    const heard = await recorded(`--for 1ms${words}`);
    expect([heard.code, plain(heard.stdout), heard.stderr]).toEqual([0, stdout, '']);
    const seen = await onTerminal(folder, `${proxy} --for 1ms${words}`);
    expect([seen.code, plain(seen.stdout), seen.stderr]).toEqual([0, stdout, onScreen]);
    const kept = ['manifest.json', 'record.json', 'trace.ndjson.gz'];
    expect(readdirSync(join(folder, 'kept')).toSorted()).toEqual(kept);
  });

  it.each([
    ['', announced],
    [' --quiet', ''],
  ])('is one JSON object, and says its address elsewhere:%s', async (words, stderr) => {
    for (const hear of [recorded, (more: string) => onTerminal(folder, `${proxy} ${more}`)]) {
      const heard = await hear(`--for 1ms --json${words}`);
      expect([heard.code, plain(heard.stderr), heard.stdout.split('\n').length]).toEqual([0, stderr, 2]);
      expect(JSON.parse(heard.stdout)).toMatchObject({ target: 't', endedBy: 'time', requests: 0, ok: true });
    }
  });

  it('shows how many requests it has passed on', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { stderr } = await heardIn(folder, true, async (heard) => {
      const recording = recordCommand(undefined, { ...options, requests: '1' });
      while (heard.stdout === '') await nextTurn();
      vi.advanceTimersByTime(250);
      const address = /http:[^;]*/.exec(heard.stdout)?.[0];
      await fetch(`${address}/faucet/x`).then((answer) => answer.text());
      return recording;
    });
    vi.useRealTimers();
    expect(stderr).toBe(`${lineGone}0 requests passed on, 0 open${lineGone}`);
  });
});

describe('a run', () => {
  const files = [
    'agents.csv', 'events.csv', 'junit.xml', 'ledger.csv', 'limits.csv', 'manifest.json', 'metrics.json',
    'report.html', 'summary.json',
  ]; // prettier-ignore
  it.each([
    ['run', files],
    ['record', [...files, 'trace.ndjson.gz']],
  ])('is kept by %s with the call that repeats it', async (verb, names) => {
    const call = `${verb} n.yaml --profile consistent`;
    expect(await onTerminal(folder, `${call} --quiet --out ${verb}`)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect(readdirSync(join(folder, verb)).toSorted()).toEqual(names);
    const page = readFileSync(join(folder, verb, 'report.html'), 'utf8');
    expect(/npx orrery-sim \w+ [^<]*/.exec(page)?.[0]).toBe(
      `npx orrery-sim ${verb} n.yaml --seed 5 --profile consistent`,
    );
  });

  it('shows how far it is on a terminal', async () => {
    const { stdout, stderr } = await onTerminal(folder, 'run n.yaml --out shown');
    expect(stdout).toMatch(/^n {2}seed 5 {2}profile published\n[^]*\n\nreport: \S+\/shown\/report\.html\n$/);
    expect(stderr).toMatch(/^\u001b7[^\n]* {2}0 requests\u001b[^\n]*\u001b\[\?25h[^\n]*\u001b\[2K$/); // oxlint-disable-line no-control-regex -- what a bar is drawn with
    expect(stderr).toContain('100%  2026-01-02 00:00  2 requests');
  });

  it('is one JSON object on a terminal', async () => {
    const { code, stdout, stderr } = await onTerminal(folder, 'run n.yaml --json --out json');
    expect([code, stdout.split('\n').length, stderr]).toEqual([0, 2, '']);
    expect(JSON.parse(stdout)).toMatchObject({ scenario: 'n', seed: '5', requests: 2, ok: true });
  });

  it('keeps nothing in a second process', async () => {
    const words = ['run', 'n.yaml', '--out', 'second'];
    const { code, stdout } = await called(folder, words, { ORRERY_REPLICA: '1' });
    expect([code, stdout.slice(-'\nreport: report.html\n'.length)]).toEqual([0, '\nreport: report.html\n']);
    expect(existsSync(join(folder, 'second'))).toBe(false);
  });

  it('is painted where that is asked for', async () => {
    const { stdout } = await called(folder, ['run', 'n.yaml', '--out', 'red'], { FORCE_COLOR: '1' });
    expect(stdout).toContain('\u001b[32mHeld: ');
  });
});

describe('after a signal', () => {
  it('a recording ends with what it has', async () => {
    const { come, restore } = ownSignal();
    onTestFinished(restore);
    come();
    const { code, stdout } = await heardIn(folder, false, () => recordCommand(undefined, options));
    const text = announced + ended('a signal; the trace is complete up to there');
    expect([code, plain(stdout)]).toEqual([130, text]);
    const json = await heardIn(folder, false, () => recordCommand(undefined, { ...options, json: true }));
    expect([json.code, (JSON.parse(json.stdout) as { endedBy: string }).endedBy]).toEqual([130, 'signal']);
  });
});
