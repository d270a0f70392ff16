/** How files are named, the files of a comparison, and the names of calls below a budget. */
import { join, resolve } from 'node:path';
import { chdir, cwd } from 'node:process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { disarmed } from '../../../../src/core/base/plain-text.ts';
import { differencesFiles } from '../../../../src/host/app/files/differences-files.ts';
import { fromHere } from '../../../../src/host/app/files/from-here.ts';
import { packageVersion } from '../../../../src/host/app/process/package-version.ts';
import { callsBelow, routesByPath } from '../../../../src/host/app/record/route-names.ts';
import { sessionOrigin } from '../../../../src/host/app/run/session-origin.ts';
import { pageScript } from '../../../../src/host/serve/page-script.ts';
import { differencesCsv, groupsCsv } from '../../../../src/report/differences/csv.ts';
import { differencesHtml } from '../../../../src/report/differences/html.ts';
import { differencesJunit } from '../../../../src/report/differences/junit.ts';
import { folderWith } from '../../../folder-with.ts';
import { quiet, viewOf, zero } from '../replay/finished-replay.ts';

describe('a file', () => {
  it.each([
    [resolve('a.yaml'), 'a.yaml'],
    [resolve('b/a.yaml'), join('b', 'a.yaml')],
    ['./b/a.yaml', join('b', 'a.yaml')],
    ['b/..', 'b/..'],
    ['.', '.'],
    [resolve('.'), resolve('.')],
    ['../a.yaml', '../a.yaml'],
    [resolve('../a.yaml'), resolve('../a.yaml')],
    ['b/a..', join('b', 'a..')],
  ])('%s is named %s', (file, name) => {
    expect(fromHere(file)).toBe(name);
  });
});

describe('the files of a comparison', () => {
  const measured = {
    startedAt: '2026-01-01T00:00:00.000Z',
    requests: 9,
    perSecond: 8,
    failed: 0,
    responseMs: zero,
    serviceMs: zero,
    errors: {},
    operations: [],
    intervalSeconds: 1,
    series: [],
  };

  it.each([
    ['report', { ...quiet, measured }],
    ['plain', quiet],
  ] as const)('are a page with the script %s, two tables and a JUnit file', async (script, result) => {
    const view = await viewOf(result);
    expect(differencesFiles(view)).toEqual([
      ['replay.html', disarmed(differencesHtml(view, { script: pageScript(script) }))],
      ['groups.csv', groupsCsv(view)],
      ['differences.csv', differencesCsv(view)],
      ['junit.xml', disarmed(differencesJunit(view))],
    ]);
  });
});

describe('the calls of the documents', () => {
  it('are found by method and path', () => {
    const find = routesByPath();
    expect(find('GET', '/faucet/status')).toEqual({ call: 'faucet/B/status', template: '/faucet/status' });
    expect(find('GET', '/nowhere')).toBeUndefined();
  });

  it('are named below a bound of money alone', () => {
    expect(callsBelow({ micros: undefined, requests: 5 })).toBeUndefined();
    const callOf = callsBelow({ micros: 0, requests: undefined });
    expect([callOf?.('POST', '/faucet/claim'), callOf?.('GET', '/nowhere')]).toEqual([
      'faucet/B/claimDaily',
      undefined,
    ]);
  });
});

describe('what a session has to agree with', () => {
  it('is the version alone without a scenario, or without behaviours of the user', () => {
    expect(sessionOrigin(undefined)).toEqual({ version: packageVersion(), behaviours: {} });
    expect(sessionOrigin('first-month')).toEqual({ version: packageVersion(), behaviours: {} });
  });

  it('has the behaviours of the user in the order of their files', () => {
    const before = cwd();
    const module = (name: string): string =>
      `import { defineAgent } from 'orrery-sim';\nexport default defineAgent({ name: '${name}', about: 'Joins.', *run(agent) { yield* agent.join(); } });\n`;
    chdir(
      folderWith({
        'a.yaml': 'name: a\nfor: 1m\npopulation: [{ agent: ./two.ts, count: 1 }, { agent: ./one.ts, count: 1 }]\n',
        'one.ts': module('one'),
        'two.ts': module('two'),
      }),
    );
    onTestFinished(() => chdir(before));
    const { behaviours } = sessionOrigin('a.yaml');
    expect(Object.keys(behaviours)).toEqual(['./one.ts', './two.ts']);
  });
}); // prettier-ignore
