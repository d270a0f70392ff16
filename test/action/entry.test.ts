/** The entry script of the GitHub Action, as a runner starts it, on a passing and a failing project. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { folderWith, orrery, project, smallScenario } from '../host/cli/orrery.ts';
import { programMsMax } from '../time-limit.ts';

const entry = join(project, 'action/entry.js');

const files = {
  'good.yaml': smallScenario,
  'bad.yaml': `${smallScenario}  http_reqs: ["count<1"]\n`,
  'wrong.yaml': 'for: 3days\npopulation: [{ agent: idler }]\n',
  'target.yaml': "name: t\nhosts: [127.0.0.1]\nservices: { faucet: 'http://127.0.0.1:1/faucet' }\n",
};

/** A project that has installed this package. */
function projectFolder(): string {
  const folder = folderWith(files);
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(project, join(folder, 'node_modules/orrery-sim'), 'dir');
  return folder;
}

interface Acted {
  readonly code: number | null;
  readonly stdout: string;
  readonly summary: string;
  readonly outputs: string;
}

function acted(folder: string, command: string, words: readonly string[]): Acted {
  const textOf = (name: string): string =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '';
  const { status, stdout } = spawnSync(process.execPath, [entry], {
    cwd: folder,
    encoding: 'utf8',
    timeout: programMsMax,
    killSignal: 'SIGKILL',
    env: {
      ...process.env,
      CI: '',
      FORCE_COLOR: '',
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
      GITHUB_OUTPUT: join(folder, 'outputs'),
      ORRERY_ACTION_COMMAND: command,
      ORRERY_ACTION_ARGUMENTS: words.join('\n'),
      ORRERY_ACTION_REPORT: 'report',
    },
  });
  return { code: status, stdout, summary: textOf('summary.md'), outputs: textOf('outputs') };
}

const annotations = ({ stdout }: Acted): string[] =>
  stdout.split('\n').filter((line) => line.startsWith('::'));

it('a run that holds has a summary, a report, outputs and no annotation', () => {
  const folder = projectFolder();
  const done = acted(folder, 'run', ['good.yaml']);
  expect([done.code, annotations(done)]).toEqual([0, []]);
  expect(done.summary).toMatch(/^## ✅ small\n/);
  expect(done.outputs).toBe('exit-code=0\nreport=report\n');
  expect(existsSync(join(folder, 'report/report.html'))).toBe(true);
});

it('a run that fails has an annotation for each expectation, and ends with its exit code', () => {
  const done = acted(projectFolder(), 'run', ['bad.yaml']);
  expect(done.code).toBe(1);
  expect(annotations(done)).toEqual([
    expect.stringMatching(/^::error title=orrery run%3A .*http_reqs.*::.+/),
  ]);
  expect(done.summary).toMatch(/^## ❌ small\n/);
  expect(done.outputs).toContain('exit-code=1\n');
});

it('a wrong file has an annotation at its line', () => {
  const done = acted(projectFolder(), 'run', ['wrong.yaml']);
  expect(done.code).toBe(2);
  expect(annotations(done)).toEqual([
    expect.stringMatching(
      /^::error file=wrong\.yaml,line=1,col=6,title=orrery run::for is "3days"; expected/,
    ),
  ]);
  expect(done.summary).toMatch(/^## ❌ orrery run: exit code 2\n\n```text\norrery: wrong\.yaml:1:6: /);
});

it('an audit and a check have their summaries', () => {
  const folder = projectFolder();
  const audited = acted(folder, 'audit', ['coin_flip', '--rounds', '100']);
  expect([audited.code, annotations(audited)]).toEqual([0, []]);
  expect(audited.summary).toMatch(/^## ✅ orrery audit: held\n\n```text\n/);
  const checked = acted(projectFolder(), 'check', ['--runs', '1', '--seed', '1', '--no-regressions']);
  expect([checked.code, annotations(checked)]).toEqual([0, []]);
  expect(checked.summary).toMatch(/^## orrery check\n/);
});

it('a replay against a target that does not answer has an annotation', async () => {
  const folder = projectFolder();
  expect((await orrery(folder, ['record', 'good.yaml', '--quiet', '--out', 'recorded'])).code).toBe(0);
  const done = acted(folder, 'replay', ['recorded/trace.ndjson.gz', '--target', 'target.yaml']);
  expect(done.code).toBe(2);
  expect(annotations(done)[0]).toMatch(/^::error .*title=orrery replay::/);
});

it('another command is refused with an annotation', () => {
  const done = acted(projectFolder(), 'serve', []);
  expect([done.code, annotations(done)]).toEqual([
    2,
    ['::error title=orrery::command is "serve"; expected one of run, check, audit, replay'],
  ]);
});

it('action.yml passes every variable that the script reads, from inputs that it declares', () => {
  const text = readFileSync(join(project, 'action.yml'), 'utf8');
  const action = parse(text) as {
    inputs: Record<string, { description: string }>;
    outputs: Record<string, { value: string }>;
    runs: { steps: { id?: string; env?: Record<string, string>; run?: string }[] };
  };
  const step = action.runs.steps.find(({ id }) => id === 'orrery');
  const read = [...readFileSync(entry, 'utf8').matchAll(/ORRERY_ACTION_\w+/g)].map(([name]) => name);
  expect(Object.keys(step?.env ?? {}).toSorted()).toEqual([...new Set(read)].toSorted());
  const used = [...text.matchAll(/inputs\.([\w-]+)/g)].map(([, name = '']) => name);
  expect([...new Set(used)].toSorted()).toEqual(Object.keys(action.inputs).toSorted());
  expect(step?.run).toContain('action/entry.js');
  expect(Object.keys(action.outputs)).toEqual(['exit-code', 'report']);
});
