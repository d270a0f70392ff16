import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { folderWith, orrery } from './orrery.ts';

const hasShell = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;
const scriptOf = (shell: string): string => orrery(folderWith(), ['completion', shell]).stdout;

/** What bash would offer for the last of these words. */
function offered(words: readonly string[], folder = folderWith()): string[] {
  const script = `${scriptOf('bash')}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _orrery
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' });
  return stdout
    .trim()
    .split('\n')
    .filter((word) => word !== '');
}

describe('orrery completion', () => {
  it('offers every command that --help lists', () => {
    const { stdout } = orrery(folderWith(), ['--help']);
    const commands = [...stdout.matchAll(/^ {2}(\w+) .*\S/gm)].map(([, name]) => name);
    expect(commands.length).toBeGreaterThanOrEqual(12);
    expect(offered(['orrery', ''])).toEqual(expect.arrayContaining(commands));
    expect(offered(['orrery', 'comp'])).toEqual(['compare', 'completion']);
  });

  it('knows options, their values, policies, games and files', () => {
    expect(offered(['orrery', 'run', '--pro'])).toEqual(['--profile']);
    expect(offered(['orrery', 'run', '--profile', ''])).toEqual(['published', 'consistent']);
    expect(offered(['orrery', 'run', '--set', 'limits.bu'])).toEqual(['limits.burst=']);
    expect(offered(['orrery', 'audit', 'ke'])).toEqual(['keno']);
    const folder = folderWith({ 'mine.yaml': '' });
    expect(offered(['orrery', 'run', 'mi'], folder)).toEqual(['mine.yaml']);
    expect(offered(['orrery', 'replay', '--target', 'mi'], folder)).toEqual(['mine.yaml']);
    expect(offered(['orrery', 'completion', ''])).toEqual(['bash', 'zsh', 'fish']);
  });

  it.each(['bash', 'zsh', 'fish'])('is a script that %s can read', (shell) => {
    const script = scriptOf(shell);
    expect(script).toContain('fail-above');
    if (!hasShell(shell)) {
      console.log(`skipped: ${shell} is not here`);
      return;
    }
    const { status, stderr } = spawnSync(shell, ['-n'], { input: script, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  it('refuses another shell, and says which there are', () => {
    const { code, stderr } = orrery(folderWith(), ['completion', 'tcsh']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/bash, zsh, fish/);
  });
});

describe('every command', () => {
  const { stdout } = orrery(process.cwd(), ['--help']);
  const commands = [...stdout.matchAll(/^ {2}(\w+) .*\S/gm)].flatMap(([, name]) =>
    name === 'help' ? [] : [name ?? ''],
  );

  it.each(commands)('%s --help shows examples of itself', (command) => {
    const help = orrery(process.cwd(), [command, '--help']);
    expect(help.code).toBe(0);
    expect(help.stdout).toMatch(new RegExp(`Examples:\\n(?: .*\\n)*  orrery ${command}`));
  });

  it('suggests the nearest command and option', () => {
    expect(orrery(process.cwd(), ['rnu', 'x.yaml']).stderr).toMatch(/Did you mean run\?/);
    expect(orrery(process.cwd(), ['run', 'x.yaml', '--sed', '7']).stderr).toMatch(
      /Did you mean one of --seed, --set\?/,
    );
  });
});
