/** The report folders of a load and of a search for its limit, and what is left where one cannot be written. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chdir, cwd } from 'node:process';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { writeLimitReport } from '../../../../src/host/app/load/limit-folder.ts';
import { writeLoadReport } from '../../../../src/host/app/load/load-folder.ts';
import { runLoad } from '../../../../src/host/app/load/run-load.ts';
import { CallMistake } from '../../../../src/host/app/process/exit.ts';
import { packageVersion } from '../../../../src/host/app/process/package-version.ts';
import { loadBehaviour } from '../../../../src/host/app/run/behaviours.ts';
import { pageScript } from '../../../../src/host/serve/page-script.ts';
import type { LoadLimit } from '../../../../src/live/load/limit/result.ts';
import { measuresOfLoad } from '../../../../src/live/load/result-measures.ts';
import { measuredFiles } from '../../../../src/report/live/files.ts';
import { loadJunit } from '../../../../src/report/load/files.ts';
import { loadHtml } from '../../../../src/report/load/html.ts';
import { limitJunit, limitStepsCsv } from '../../../../src/report/load/limit-files.ts';
import { disarmed } from '../../../../src/core/base/plain-text.ts';
import { policyHash } from '../../../../src/platform/world/policy-hash.ts';
import { folderWith } from '../../../folder-with.ts';
import { toyServer } from '../../../live/traffic/toy-server.ts';
import { settingsFor } from './own-load.ts';

beforeAll(() => loadBehaviour('newcomer', ''));

/** The test stands in an empty folder. */
beforeEach(() => {
  const before = cwd();
  chdir(folderWith());
  onTestFinished(() => chdir(before));
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const textsIn = (folder: string): Record<string, string> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
const hashesOf = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, text]) => [name, sha256(text)]),
  );
const manifestIn = (texts: Readonly<Record<string, string>>): unknown =>
  JSON.parse(texts['manifest.json'] ?? '');

/** A folder that holds something of the user's. */
function occupied(): { place: string; mistake: CallMistake } {
  const place = join(cwd(), 'mine');
  mkdirSync(place);
  writeFileSync(join(place, 'notes.txt'), 'mine');
  const mistake = `${place} exists and is no report folder; expected --out to name a new or an empty folder`;
  return { place, mistake: new CallMistake(mistake) };
}

const limit: LoadLimit = {
  scenario: 'small',
  seed: '7',
  target: 'toy',
  searched: 'agents',
  stepSeconds: 2,
  steps: [],
  highest: 3,
  lowestBroken: null,
  limitedBy: 'level',
  ok: true,
  spent: { requests: 5, usdc: '0.10' },
};

describe('the report of a search for the limit', () => {
  it('has the result, its steps, and a manifest', () => {
    expect(writeLimitReport(limit, join('kept', 'here'))).toBe(join('kept', 'here'));
    expect(readdirSync('kept')).toEqual(['here']);
    const { 'manifest.json': manifest, ...files } = textsIn('kept/here');
    expect(files).toEqual({
      'load-limit.json': `${JSON.stringify(limit, null, 2)}\n`,
      'steps.csv': limitStepsCsv(limit),
      'junit.xml': limitJunit(limit),
    });
    expect(JSON.parse(manifest ?? '')).toEqual({
      orrery: packageVersion(),
      scenario: 'small',
      seed: '7',
      digest: sha256(files['load-limit.json'] ?? '').slice(0, 32),
      files: hashesOf(files),
    });
  });

  it('leaves nothing behind where its place is taken', () => {
    const { place, mistake } = occupied();
    expect(() => writeLimitReport(limit, place)).toThrow(mistake);
    expect([readdirSync('.'), readdirSync(place)]).toEqual([['mine'], ['notes.txt']]);
  });
});

async function finished() {
  const { port } = await toyServer();
  return runLoad(settingsFor(port), () => () => undefined);
}

describe('the report of a load', () => {
  it('stands in reports, under its scenario and digest, and has every file', async () => {
    const { call, result, end } = await finished();
    const command = 'orrery load small.yaml';
    const json = `${JSON.stringify(result, null, 2)}\n`;
    const digest = sha256(json).slice(0, 32);
    const place = join('reports', `load-small-${digest.slice(0, 8)}`);
    expect(writeLoadReport({ call, result, end }, { out: undefined, command })).toBe(place);
    expect(readdirSync('reports')).toHaveLength(1);
    const texts = textsIn(place);
    const { 'manifest.json': _manifest, ...files } = texts;
    const { scenario } = call;
    const head = {
      scenario: 'small',
      seed: '7',
      profile: scenario.profile,
      policyHash: policyHash(scenario.policies),
      digest,
    };
    const metrics = JSON.stringify({ ...head, metrics: measuresOfLoad(end) }, null, 2);
    expect(files).toEqual({
      'load.json': json,
      'metrics.json': `${metrics}\n`,
      ...measuredFiles(result),
      'junit.xml': loadJunit(result),
      'report.html': disarmed(loadHtml(result, { command, script: pageScript('report') })),
    });
    expect(manifestIn(texts)).toEqual({
      orrery: packageVersion(),
      ...head,
      command,
      configuration: JSON.parse(JSON.stringify(scenario.resolved)) as unknown,
      policies: scenario.policies,
      checkpoints: [],
      files: hashesOf(files),
    });
  });

  it('stands where it is to, or leaves nothing behind where that place is taken', async () => {
    const load = await finished();
    expect(writeLoadReport(load, { out: 'kept/here', command: 'c' })).toBe(join('kept', 'here'));
    expect(readdirSync('.')).toEqual(['kept']);
    const { place, mistake } = occupied();
    expect(() => writeLoadReport(load, { out: place, command: 'c' })).toThrow(mistake);
    expect([readdirSync('.'), readdirSync(place)]).toEqual([['kept', 'mine'], ['notes.txt']]);
  });
});
