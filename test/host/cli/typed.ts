/** A person at a terminal: types into an interactive shell, presses Tab, and sees what the line has become. */
import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';

const starts = { zsh: 'zsh -f -i', bash: 'bash --norc --noprofile -i' };
const [tab, lineStart, prompt, mark] = ['\t', '\x01', 'ready>', 'typed:'];

/** What stands on the line after `typed` and Tab. `setUp` is one line that the shell is given first. */
export async function lineAfterTab(
  shell: keyof typeof starts,
  { folder, setUp, typed }: { readonly folder: string; readonly setUp: string; readonly typed: string },
): Promise<string> {
  const child = spawn('script', ['-qec', starts[shell], '/dev/null'], {
    cwd: folder,
    // An editor of the name of vi would give zsh other keys.
    env: { ...process.env, TERM: 'dumb', HOME: folder, HISTFILE: '/dev/null', EDITOR: 'nano', VISUAL: '' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let seen = '';
  const until = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = pattern.exec(seen);
        if (found !== null) resolve(found);
      };
      child.stdout.on('data', look);
      child.on('exit', () => reject(new Error(`${shell} has ended: ${seen}`)));
      look();
    });
  child.stdout.on('data', (data: Buffer) => (seen += data.toString()));
  // The prompt is put together, so that the echo of this line is not taken for it.
  child.stdin.write(`${setUp}; PS1=rea; PS1="$PS1"'dy> '\n`);
  await until(new RegExp(`${prompt} `));
  // What has been completed becomes the arguments of a print, so that the shell itself says what stands there.
  child.stdin.write(`${typed}${tab}${lineStart}printf '%s|' ${mark.slice(0, 3)}""${mark.slice(3)} \n`);
  const [, line = ''] = await until(new RegExp(`${mark}\\|([^\\r\\n]*)\\|`));
  child.stdin.write('exit\n');
  return line.split('|').join(' ');
}
