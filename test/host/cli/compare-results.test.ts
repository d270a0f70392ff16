/** What `compare` prints and keeps of two runs, and what its limits do. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { called } from './called.ts';
import { folderWith } from './orrery.ts';

let folder = '';
const ends: (() => void)[] = [];

/** A report folder with the measures of a run. */
function reportOf(name: string, requests: number): void {
  mkdirSync(join(folder, name), { recursive: true });
  const metrics = [
    { name: 'http_reqs', unit: 'count', value: requests },
    { name: 'agents', unit: 'count', value: 3 },
  ];
  const run = {
    scenario: 's', seed: '1', profile: 'published', policyHash: '0123456789abcdef', digest: `d${requests}`,
    orrery: '1.0.0', virtual: { seconds: 60 }, metrics,
  }; // prettier-ignore
  writeFileSync(join(folder, name, 'metrics.json'), JSON.stringify(run));
}

beforeAll(async () => {
  folder = folderWith({}, (end) => void ends.push(end));
  reportOf('a', 100);
  reportOf('b', 120);
  // Its modules are loaded once.
  await compared('a b --quiet');
});
afterAll(() => {
  for (const end of ends) end();
});

const compared = (words: string) => called(folder, `compare ${words}`.split(' '));

const head = `A  a: 1 run of s, seeds 1
B  b: 1 run of s, seeds 1
One run each: what is noise is unknown.
metric       A    B  change
http_reqs  100  120    +20%  noise unknown
`;
const text = `${head}1 are the same\n`;

/** The call on a page. */
const commandOn = (file: string): string | undefined =>
  /npx orrery-sim \w+ [^<]*/.exec(readFileSync(join(folder, file), 'utf8').replaceAll('&#39;', "'"))?.[0];

describe('compare', () => {
  it.each([
    ['a b', 0, text],
    ['a b --all', 0, `${head}agents       3    3       0  the same\n`],
    ['a b --quiet', 0, ''],
    ['a b --fail-above http_reqs:10%', 1, `${text}✗ http_reqs:10% above: beyond the limit; noise unknown\n`],
    ['a b --fail-above http_reqs:10% --quiet', 1, ''],
    [
      'a b --fail-above http_reqs:20% --fail-below http_reqs:1',
      0,
      `${text}✓ http_reqs:20% above: within the limit\n✓ http_reqs:1 below: within the limit\n`,
    ],
    [
      'a b --fail-below agents:0 --fail-above http_reqs:19 --fail-above agents:1',
      1,
      `${text}✗ http_reqs:19 above: beyond the limit; noise unknown\n✓ agents:1 above: within the limit\n✓ agents:0 below: within the limit\n`,
    ],
  ])('prints %s', async (words, code, stdout) => {
    const before = readdirSync(folder);
    expect(await compared(words)).toEqual({ code, stdout, stderr: '' });
    expect(readdirSync(folder)).toEqual(before);
  });

  it('paints its text where that is asked for', async () => {
    const { stdout } = await called(folder, ['compare', 'a', 'b'], { FORCE_COLOR: '1' });
    expect(stdout).toContain('\u001b[');
    expect(stdout.replaceAll(/\u001b\[\d+m/g, '')).toBe(text); // oxlint-disable-line no-control-regex -- colours
  });

  it.each([
    ['--out c.html', `${text}report: c.html\n`, ''],
    [
      '--fail-above http_reqs:50% --fail-above agents:1 --fail-below http_reqs:1 --fail-below agents:2 --quiet --out c.html',
      '',
      " --fail-above 'http_reqs:50%' --fail-above 'agents:1' --fail-below 'http_reqs:1' --fail-below 'agents:2'",
    ],
  ])('keeps a page with %s', async (words, stdout, limits) => {
    expect(await compared(`a b ${words}`)).toEqual({ code: 0, stdout, stderr: '' });
    expect(commandOn('c.html')).toBe(`npx orrery-sim compare a b${limits}`);
    const page = readFileSync(join(folder, 'c.html'), 'utf8');
    expect(page.match(/<script/g)).toHaveLength(2);
    rmSync(join(folder, 'c.html'));
  });

  it('is one JSON object', async () => {
    const side = {
      scenarios: ['s'], seeds: ['1'], profiles: ['published'], policyHashes: ['0123456789abcdef'],
      runs: 1, repeated: 0,
    }; // prettier-ignore
    const { code, stdout, stderr } = await compared('a b --json --fail-above http_reqs:10%');
    expect([code, stderr, stdout.split('\n').length]).toEqual([1, '', 2]);
    expect(JSON.parse(stdout)).toEqual({
      a: { name: 'a', ...side },
      b: { name: 'b', ...side },
      canTell: false,
      noise: 'One run each: what is noise is unknown.',
      permutations: 0,
      metrics: [
        { name: 'http_reqs', unit: 'count', a: 100, b: 120, difference: 20, change: 0.2, chance: null, verdict: 'unknown' },
        { name: 'agents', unit: 'count', a: 3, b: 3, difference: 0, change: 0, chance: null, verdict: 'same' },
      ],
      limits: [
        {
          limit: 'http_reqs:10%',
          direction: 'above',
          moved: 20,
          ok: false,
          why: 'beyond the limit; noise unknown',
        },
      ],
      ok: false,
    }); // prettier-ignore
  });

  const noFolder = 'is no folder; expected a report folder, or a folder of report folders';
  it.each([
    ['a none', `none ${noFolder}`],
    ['none b', `none ${noFolder}`],
    ['a b --fail-above no:1', '--fail-above: no run measured "no"; expected one of http_reqs, agents'],
    ['a b --fail-below no:1', '--fail-below: no run measured "no"; expected one of http_reqs, agents'],
    [
      'none none --fail-above x',
      '--fail-above "x" is no limit; expected one such as "http_req_duration{p(99)}:10%"',
    ],
    [
      'none none --fail-below y',
      '--fail-below "y" is no limit; expected one such as "http_req_duration{p(99)}:10%"',
    ],
  ])('refuses %s', async (words, message) => {
    expect(await compared(words)).toEqual({ code: 2, stdout: '', stderr: `orrery: ${message}\n` });
  });
});
