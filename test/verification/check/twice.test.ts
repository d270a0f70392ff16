/** A run that leaves something behind for the next one in its process is found, although it breaks no property. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { campaign } from '../../../src/verification/check/campaign.ts';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { folderWith } from '../../host/cli/orrery.ts';
import { planting, unmutated, type Planting } from '../../mutants/plant.ts';
import { programMsMax } from '../../time-limit.ts';

interface Checked {
  readonly findings: readonly unknown[];
  readonly twice: { readonly runs: number; readonly diverged: readonly number[] };
}

const checkedIn = (stdout: string): Checked => JSON.parse(stdout) as Checked;

/** The second process runs the program of the first, with the same arguments of Node. */
function checkedTwice(
  { program }: Planting,
  execArgv: readonly string[] = [],
): {
  code: number | null;
  stdout: string;
  stderr: string;
} {
  const call = ['check', '--runs', '6', '--twice', '1', '--seed', '1', '--no-regressions', '--json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...execArgv, program, ...call], {
    cwd: folderWith(),
    encoding: 'utf8',
    env: { ...process.env, CI: '' },
    timeout: programMsMax,
    killSignal: 'SIGKILL',
  });
  return { code: status, stdout, stderr };
}

describe('the second process of a campaign', () => {
  it('finds a cache that outlives its run', () => {
    const plant = planting(['addresses-of-an-earlier-run']);
    const { stdout, stderr } = checkedTwice(plant);
    plant.remove();
    expect(stderr).toBe('');
    const checked = checkedIn(stdout);
    expect(checked.findings).toEqual([]);
    expect(checked.twice).toMatchObject({ runs: 6 });
    expect(checked.twice.diverged.length).toBeGreaterThan(0);
  });

  it('finds nothing where there is none', () => {
    const { stdout, stderr } = checkedTwice(unmutated);
    expect(stderr).toBe('');
    expect(checkedIn(stdout).twice).toEqual({ runs: 6, diverged: [] });
  });

  it('is reported as not started, not as a difference', () => {
    const text = `if (process.env.ORRERY_DIGESTS === '1') { console.error('no start'); process.exit(9); }`;
    const execArgv = ['--import', `data:text/javascript,${encodeURIComponent(text)}`];
    const { code, stderr } = checkedTwice(unmutated, execArgv);
    expect(code).toBe(2);
    expect(stderr).toMatch(/second process.* 9.*no start/);
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
