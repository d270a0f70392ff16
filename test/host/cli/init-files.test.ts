/** What `init` writes and says, and that it replaces nothing. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { called } from './called.ts';
import { folderWith, project } from './orrery.ts';

const names = ['my-agent.test.ts', 'my-agent.ts', 'scenario.yaml'];
const text = `wrote scenario.yaml, my-agent.ts, my-agent.test.ts
now: npx orrery-sim run scenario.yaml
and: npx vitest run, after npm install --save-dev vitest
`;

/** How each file begins and ends. */
const edges = [
  ['scenario.yaml', /^# yaml-language-server: \$schema=[^]* escrow_released_total: \["count>0"\]\n$/],
  ['my-agent.ts', /^import \{ defineAgent, duration, exponential \} from 'orrery-sim';\n[^]*\n\}\);\n$/],
  ['my-agent.test.ts', /^import \{ runScenario \} from 'orrery-sim';\n[^]*\n\}\);\n$/],
] as const;

// Its modules are loaded once.
beforeAll(async () => {
  await called(project, ['init', '--help']);
});

describe('init', () => {
  it.each([
    [[], text],
    [['--quiet'], ''],
  ])('with %j writes three files', async (words, stdout) => {
    const folder = folderWith();
    expect(await called(folder, ['init', ...words])).toEqual({ code: 0, stdout, stderr: '' });
    expect(readdirSync(folder).toSorted()).toEqual(names);
    for (const [name, ends] of edges) expect(readFileSync(join(folder, name), 'utf8')).toMatch(ends);
  });

  it.each(names)('writes nothing beside a %s', async (name) => {
    const folder = folderWith();
    writeFileSync(join(folder, name), 'mine');
    const stderr = `orrery: ${name} exists already; expected a folder without it\n`;
    expect(await called(folder, ['init'])).toEqual({ code: 2, stdout: '', stderr });
    expect([readdirSync(folder), readFileSync(join(folder, name), 'utf8')]).toEqual([[name], 'mine']);
  });
});
