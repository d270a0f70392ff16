/** The command line in a second process: its words, its environment, and how its end is put into words. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runOwnProgram, startOwnProgram } from '../../../../src/host/app/process/own-program.ts';
import { folderWith } from '../../../folder-with.ts';
import { evaluating, standsIn } from './stand-in.ts';

const said = 'const { ORRERY_DEFAULTS, MINE, PATH } = process.env;';
const prints = `${said}console.log(JSON.stringify({ words: process.argv, ORRERY_DEFAULTS, MINE, hasPath: PATH !== undefined }));`;

interface Printed {
  readonly words: readonly string[];
  readonly ORRERY_DEFAULTS: string;
  readonly MINE?: string;
  readonly hasPath: boolean;
}

describe('a program that is run', () => {
  it('gets the words after the file of the command line, and no defaults', async () => {
    const { stdout, ...end } = await runOwnProgram(['run', '--json'], {
      execArgv: evaluating(prints),
      env: { MINE: 'yes' },
    });
    expect(end).toEqual({ code: 0, ending: 'exit code 0', stderr: '' });
    const { words, ORRERY_DEFAULTS, MINE, hasPath } = JSON.parse(stdout) as Printed;
    expect(words[0]).toBe(process.execPath);
    expect(words[1]).toMatch(/[/\\]dist[/\\]src[/\\]host[/\\]cli[/\\]main\.js$/);
    expect(words.slice(2)).toEqual(['run', '--json']);
    expect({ ORRERY_DEFAULTS, MINE, hasPath }).toEqual({
      ORRERY_DEFAULTS: 'none',
      MINE: 'yes',
      hasPath: true,
    });
  });

  it.each([
    ['process.exitCode = 2; console.error("no"); console.log("out")', { code: 2, ending: 'exit code 2', stdout: 'out\n', stderr: 'no\n' }],
    ['process.kill(process.pid, "SIGKILL"); setInterval(() => 0, 1000)', { code: undefined, ending: 'signal SIGKILL', stdout: '', stderr: '' }],
    ['process.stdout.write("x".repeat(2 ** 21))', { code: 0, ending: 'exit code 0', stdout: 'x'.repeat(2 ** 21), stderr: '' }],
  ])('ends as its exit code or signal says: %s', async (script, end) => {
    expect(await runOwnProgram([], { execArgv: evaluating(script) })).toEqual(end);
  }); // prettier-ignore

  it('ends before it begins for a signal that was given already', async () => {
    const signal = AbortSignal.abort();
    const end = await runOwnProgram([], { execArgv: evaluating('process.exit(7)'), signal });
    expect(end).toEqual({ code: undefined, ending: 'The operation was aborted', stdout: '', stderr: '' });
  });
});

describe('a program that is started', () => {
  it('has ended when it has written what it was to write', async () => {
    const folder = folderWith();
    const file = join(folder, 'said.json');
    standsIn(`${said}require('node:fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify([ORRERY_DEFAULTS, PATH !== undefined, ...process.argv.slice(2)]))`);
    await startOwnProgram(['serve', '--quiet']).ended;
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(['none', true, 'serve', '--quiet']);
  }); // prettier-ignore

  it('ends when it is asked to stop', async () => {
    const folder = folderWith();
    const file = join(folder, 'late');
    standsIn(`setTimeout(() => require('node:fs').writeFileSync(${JSON.stringify(file)}, ''), 800_000)`);
    const started = startOwnProgram([]);
    started.stop();
    await started.ended;
    started.stop();
    expect(existsSync(file)).toBe(false);
  });
});
