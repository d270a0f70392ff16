import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { folderWith, orrery } from './orrery.ts';
import { lineAfterTab } from './typed.ts';
import { programMsMax } from '../../time-limit.ts';
import { share } from '../../campaigns.ts';
import { isCi } from '../../ci.ts';

const hasShell = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

/** In CI every shell has to be there: its tests then run, and fail where it is missing. */
function isMissing(shell: string): boolean {
  const missing = !hasShell(shell) && !isCi;
  if (missing) console.log(`skipped: ${shell} is not installed`);
  return missing;
}
const scriptOf = async (shell: string): Promise<string> =>
  (await orrery(folderWith(), ['completion', shell])).stdout;

/** What bash would offer for the last of these words. */
async function offered(words: readonly string[], folder = folderWith()): Promise<string[]> {
  const script = `${await scriptOf('bash')}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _orrery
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = spawnSync('bash', ['-c', script], {
    cwd: folder,
    encoding: 'utf8',
    timeout: programMsMax,
    killSignal: 'SIGKILL',
  });
  return stdout
    .trim()
    .split('\n')
    .filter((word) => word !== '');
}

describe('orrery completion', () => {
  it('offers every command that --help lists', async () => {
    const { stdout } = await orrery(folderWith(), ['--help']);
    const commands = [...stdout.matchAll(/^ {2}(\w+) .*\S/gm)].map(([, name]) => name);
    expect(commands.length).toBeGreaterThanOrEqual(12);
    expect(await offered(['orrery', ''])).toEqual(expect.arrayContaining(commands));
    expect(await offered(['orrery', 'comp'])).toEqual(['compare', 'completion']);
  });

  it('knows options, their values, policies, games and files', async () => {
    expect(await offered(['orrery', 'run', '--pro'])).toEqual(['--profile']);
    expect(await offered(['orrery', 'run', '--profile', ''])).toEqual(['published', 'consistent']);
    expect(await offered(['orrery', 'run', '--set', 'limits.bu'])).toEqual(['limits.burst=']);
    expect(await offered(['orrery', 'audit', 'ke'])).toEqual(['keno']);
    const folder = folderWith({ 'mine.yaml': '' });
    expect(await offered(['orrery', 'run', 'mi'], folder)).toEqual(['mine.yaml']);
    expect(await offered(['orrery', 'replay', '--target', 'mi'], folder)).toEqual(['mine.yaml']);
    expect(await offered(['orrery', 'completion', ''])).toEqual(['bash', 'zsh', 'fish', 'powershell']);
  });

  describe.each(['bash', 'zsh', 'fish'])('in %s', (shell) => {
    it('is a script with the options', async () => {
      expect(await scriptOf(shell)).toContain('fail-above');
    });

    it.skipIf(isMissing(shell))('is a script that the shell can read', async () => {
      const script = await scriptOf(shell);
      const folder = folderWith({ script });
      const { status, stderr } = spawnSync(shell, ['-n', 'script'], {
        cwd: folder,
        encoding: 'utf8',
        timeout: programMsMax,
        killSignal: 'SIGKILL',
      });
      expect(stderr).toBe('');
      expect(status).toBe(0);
    });
  });

  /** What is typed, and what one Tab makes of it, in every shell. */
  const typing = [
    ['a command', 'orrery compa', 'orrery compare'],
    ['a command to have explained', 'orrery help compa', 'orrery help compare'],
    ['an option', 'orrery run --prof', 'orrery run --profile'],
    ['a choice', 'orrery run --profile cons', 'orrery run --profile consistent'],
    ['a policy', 'orrery run --set limits.bu', 'orrery run --set limits.burst='],
    ['a game', 'orrery audit coin', 'orrery audit coin_flip'],
    ['a scenario file', 'orrery run small-ma', 'orrery run small-market.yaml'],
    ['a file after an option', 'orrery replay --target small-ma', 'orrery replay --target small-market.yaml'],
    [
      'a file after the letter of an option',
      'orrery replay -t small-ma',
      'orrery replay -t small-market.yaml',
    ],
    ['an option after a file', 'orrery run small-market.yaml --qui', 'orrery run small-market.yaml --quiet'],
  ] as const;
  const setUps = {
    bash: 'source ./orrery.script',
    zsh: 'autoload -Uz compinit; compinit -u -d ./dump; source ./orrery.script',
  };

  it.skipIf(isMissing('bash')).each(share('typedWords', typing))(
    'in a bash at a terminal completes %s',
    async (_, typed, line) => {
      const folder = folderWith({ 'orrery.script': await scriptOf('bash'), 'small-market.yaml': '' });
      expect(await lineAfterTab('bash', { folder, setUp: setUps.bash, typed })).toBe(line);
    },
  );

  it.skipIf(isMissing('zsh')).each(share('typedWords', typing))(
    'in a zsh at a terminal completes %s',
    async (_, typed, line) => {
      const folder = folderWith({ 'orrery.script': await scriptOf('zsh'), 'small-market.yaml': '' });
      expect(await lineAfterTab('zsh', { folder, setUp: setUps.zsh, typed })).toBe(line);
    },
  );

  it.skipIf(isMissing('zsh'))('is found by zsh in a folder of its functions', async () => {
    const folder = folderWith({ _orrery: await scriptOf('zsh') });
    const setUp = 'fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -d ./dump';
    expect(await lineAfterTab('zsh', { folder, setUp, typed: 'orrery pol' })).toBe('orrery policies');
  });

  it.skipIf(isMissing('fish')).each(share('typedWords', typing))(
    'in fish completes %s',
    async (_, typed, line) => {
      const folder = folderWith({ 'orrery.fish': await scriptOf('fish'), 'small-market.yaml': '' });
      const command = `source orrery.fish; complete -C "${typed}"`;
      const { stdout } = spawnSync('fish', ['--no-config', '-c', command], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, HOME: folder },
        timeout: programMsMax,
        killSignal: 'SIGKILL',
      });
      const [offer = ''] = stdout.split('\n').map((each) => each.split('\t')[0]);
      expect(`${typed.slice(0, typed.lastIndexOf(' '))} ${offer}`).toBe(line);
    },
  );

  it('refuses another shell, and says which there are', async () => {
    const { code, stderr } = await orrery(folderWith(), ['completion', 'tcsh']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/bash, zsh, fish/);
  });
});

describe('every command', async () => {
  const { stdout } = await orrery(process.cwd(), ['--help']);
  const commands = [...stdout.matchAll(/^ {2}(\w+) .*\S/gm)].flatMap(([, name]) =>
    name === 'help' ? [] : [name ?? ''],
  );

  it.each(commands)('%s --help shows examples of itself', async (command) => {
    const help = await orrery(process.cwd(), [command, '--help']);
    expect(help.code).toBe(0);
    expect(help.stdout).toMatch(new RegExp(`Examples:\\n(?: .*\\n)*  orrery ${command}`));
  });

  it('suggests the nearest command and option', async () => {
    expect((await orrery(process.cwd(), ['rnu', 'x.yaml'])).stderr).toMatch(/did you mean run\?/);
    expect((await orrery(process.cwd(), ['run', 'x.yaml', '--sed', '7'])).stderr).toMatch(
      /did you mean one of --seed, --set\?/,
    );
  });
});
