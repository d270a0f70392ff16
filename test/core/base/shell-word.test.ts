import fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isUnsafe, wellFormed } from '../../../src/core/base/plain-text.ts';
import { quotedForShell, shellWord } from '../../../src/core/base/shell-word.ts';
import { hostileText } from '../../verification/check/hostile-text.ts';
import { folderWith } from '../../host/cli/orrery.ts';
import { programMsMax } from '../../time-limit.ts';

const shells: readonly (readonly string[])[] = [
  ['bash'], ['bash', '--posix'], ['dash'], ['sh'], ['zsh', '-f'], ['ksh'], ['busybox', 'sh'],
]; // prettier-ignore
const installed = shells.filter(([name = '']) => spawnSync(name, ['-c', ':']).status === 0);

describe.each(installed.map((words) => [words.join(' '), words] as const))(
  'a shell word in %s',
  (_, words) => {
    it('arrives byte for byte, runs nothing, and holds nothing that steers a terminal', () => {
      const [shell = '', ...options] = words;
      const folder = folderWith();
      const canary = join(folder, 'canary');
      fc.assert(
        fc.property(fc.array(hostileText, { minLength: 30, maxLength: 60 }), (texts) => {
          const quoted = texts.flatMap((text) => [shellWord(text), quotedForShell(text)]);
          expect(quoted.filter(isUnsafe)).toEqual([]);
          const { stdout } = spawnSync(shell, [...options, '-s'], {
            input: `printf '%s\\0' ${quoted.join(' ')}\n`,
            cwd: folder,
            env: { ...process.env, CANARY: canary, LC_ALL: 'C.UTF-8' },
            timeout: programMsMax,
            killSignal: 'SIGKILL',
          });
          const arrived = stdout.toString('utf8').split('\0').slice(0, -1);
          const sent = texts.map((text) => wellFormed(text.replaceAll('\0', '\ufffd')));
          expect(arrived).toEqual(sent.flatMap((text) => [text, text]));
          expect(existsSync(canary)).toBe(false);
        }),
        { numRuns: 15, examples: [[['=ls', '=%s', 'a=b']]] },
      );
    });
  },
);
