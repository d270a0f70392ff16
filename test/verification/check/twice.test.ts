/** A run that leaves something behind for the next one in its process is found, although it breaks no property. */
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { campaign } from '../../../src/verification/check/campaign.ts';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { folderWith, program, project } from '../../host/cli/orrery.ts';

interface Checked {
  readonly findings: readonly unknown[];
  readonly twice: { readonly runs: number; readonly diverged: readonly number[] };
}

function checkedTwice(bug: string | undefined): Checked {
  const register = pathToFileURL(join(project, 'dist/src/host/cli/plant-register.js')).href;
  const planted = bug === undefined ? [] : ['--import', register];
  const call = ['check', '--runs', '6', '--twice', '1', '--seed', '1', '--no-regressions', '--json'];
  const { stdout, stderr } = spawnSync(process.execPath, [...planted, program, ...call], {
    cwd: folderWith(),
    encoding: 'utf8',
    env: { ...process.env, CI: '', ...(bug === undefined ? {} : { ORRERY_PLANTED_BUG: bug }) },
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Checked;
}

describe('the second process of a campaign', () => {
  it('finds a cache that outlives its run', () => {
    const { findings, twice } = checkedTwice('addresses-of-an-earlier-run');
    expect(findings).toEqual([]);
    expect(twice.runs).toBe(6);
    expect(twice.diverged.length).toBeGreaterThan(0);
  });

  it('finds nothing where there is none', () => {
    expect(checkedTwice(undefined).twice).toEqual({ runs: 6, diverged: [] });
  });

  it('makes the same runs, the last one first', async () => {
    const parts = {
      seed: 'order', runsMax: 3, findingsMax: 1, stored: [], isOver: () => Promise.resolve(false),
      host: scenarioHost,
    }; // prettier-ignore
    const forwards = await campaign(parts);
    const backwards = await campaign({ ...parts, isBackwards: true });
    expect(backwards.digests).toEqual(forwards.digests);
    expect(new Set(forwards.digests).size).toBe(3);
  });
});
