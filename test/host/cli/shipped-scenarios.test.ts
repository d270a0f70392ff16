/** A shipped scenario is found by its name wherever a command is called. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shippedScenarios } from '../../../src/host/app/run/shipped-scenarios.ts';
import { called } from './called.ts';
import { folderWith, project } from './orrery.ts';

const words = ['--quiet', '--out', 'report'];

describe('a scenario of the package', () => {
  it('has the name of its file', () => {
    const files = readdirSync(join(project, 'scenarios')).filter((file) => file.endsWith('.yaml'));
    expect(shippedScenarios().map((name) => `${name}.yaml`)).toEqual(files.toSorted());
  });

  it('runs by its name in a folder without scenarios, and its report repeats it', async () => {
    const folder = folderWith();
    const { code, stderr } = await called(folder, ['run', 'faucet-cooldown', ...words]);
    expect(code, stderr).toBe(0);
    expect(readdirSync(join(folder, 'report'))).toContain('report.html');
  });

  it('gives way to a file of the same name', async () => {
    const folder = folderWith({ 'faucet-cooldown': 'nmae: own\n' });
    const { code, stderr } = await called(folder, ['run', 'faucet-cooldown', ...words]);
    expect(stderr).toMatch(/^orrery: faucet-cooldown:1:1: the file [^\n]+\n$/);
    expect(code).toBe(2);
  });

  it('is suggested for a name that is nearly right, not for a path', async () => {
    const near = await called(folderWith(), ['run', 'faucet-coldown', ...words]);
    expect(near.stderr).toBe(
      'orrery: faucet-coldown:1:1: there is no such file, and no shipped scenario has that name ' +
        '(nearest: "faucet-cooldown"); expected a scenario file\n',
    );
    expect(near.code).toBe(2);
    const path = await called(folderWith(), ['run', './faucet-coldown', ...words]);
    expect(path.stderr).toBe(
      'orrery: ./faucet-coldown:1:1: there is no such file; expected a scenario file\n',
    );
  });
});
