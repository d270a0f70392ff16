import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, orrery, project } from './orrery.ts';

const readme = readFileSync(join(project, 'README.md'), 'utf8');
const snippet = (file: string): string =>
  new RegExp(`\`\`\`[^\n]*file=${file}\n([\\s\\S]*?)\`\`\``).exec(readme)?.[1] ?? '';

const runs = async (files: Record<string, string>): Promise<{ code: number | null; requests: number }> => {
  const { code, stdout } = await orrery(folderWith(files), ['run', 'scenario.yaml', '--json']);
  return { code, requests: (JSON.parse(stdout) as { requests: number }).requests };
};

describe('the README', () => {
  it('shows a scenario that runs as it is, and holds', async () => {
    const { code, requests } = await runs({ 'scenario.yaml': snippet('small-market.yaml') });
    expect(code).toBe(0);
    expect(requests).toBeGreaterThan(1000);
  });

  it('shows a behaviour that runs as it is, and holds', async () => {
    const scenario =
      'for: 7d\npopulation:\n  - { agent: ./frugal.ts, count: 3 }\nexpect:\n  checks: ["rate==1"]\n';
    const { code, requests } = await runs({ 'scenario.yaml': scenario, 'frugal.ts': snippet('frugal.ts') });
    expect(code).toBe(0);
    expect(requests).toBe(3 * 3);
  });

  it('names every command that there is', async () => {
    const { stdout } = await orrery(folderWith(), ['--help']);
    const commands = [...stdout.matchAll(/^ {2}(\w+) .*\S/gm)]
      .map(([, name]) => name)
      .filter((name) => name !== 'help');
    expect(commands.length).toBeGreaterThanOrEqual(4);
    for (const command of commands) expect(readme).toContain(`\`orrery ${command}`);
  });
});
