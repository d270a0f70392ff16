/** A page for each shipped scenario: its file, what it gave, and its report. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from './links.ts';

const program = join(root, 'dist/src/host/cli/main.js');

interface Gallery {
  readonly names: readonly string[];
  readonly pages: readonly (readonly [page: string, text: string])[];
}

/** Scenarios left out, separated by commas: a test of the site need not wait for all of them. */
const leftOut = (process.env['GALLERY_WITHOUT'] ?? '').split(',');

/** Runs each scenario with the built program, and puts its report below `folder`. Throws where a run does not hold. */
export function galleryPages(folder: string): Gallery {
  const names = readdirSync(join(root, 'scenarios'))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => name.slice(0, -'.yaml'.length))
    .filter((name) => !leftOut.includes(name))
    .toSorted();
  const pages = names.map((name): [string, string] => [`gallery/${name}.md`, scenarioPage(name, folder)]);
  return { names, pages: [['gallery/index.md', indexPage(names)], ...pages] };
}

const yamlOf = (name: string): string => readFileSync(join(root, 'scenarios', `${name}.yaml`), 'utf8');
const aboutOf = (name: string): string => (parse(yamlOf(name)) as { about: string }).about;

const indexPage = (names: readonly string[]): string =>
  [
    '# Scenarios',
    '',
    'Scenarios of the package: `npx orrery-sim run NAME` runs one anywhere. Each page has the file, the summary of its run and the report.',
    '',
    ...names.map((name) => `- [${name}](./${name}.md): ${aboutOf(name)}`),
    '',
  ].join('\n');

const scenarioPage = (name: string, folder: string): string =>
  [
    `# ${name}`,
    '',
    aboutOf(name),
    '',
    '```sh',
    `npx orrery-sim run ${name}`,
    '```',
    '',
    `[The report of this run](./${name}/report.html){target="_self"}`,
    '',
    '## Result',
    '',
    '```text',
    summaryOf(name, folder),
    '```',
    '',
    '## Scenario',
    '',
    '```yaml',
    yamlOf(name)
      .replace(/^# yaml-language-server.*\n/, '')
      .trimEnd(),
    '```',
    '',
  ].join('\n');

/** What a run prints; its report is copied. */
function summaryOf(name: string, folder: string): string {
  const place = mkdtempSync(join(tmpdir(), 'orrery-gallery-'));
  try {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [program, 'run', name, '--out', 'report'],
      {
        cwd: place,
        encoding: 'utf8',
        env: { ...process.env, CI: '', NO_COLOR: '1', FORCE_COLOR: '', ORRERY_DEFAULTS: 'none' },
      },
    );
    if (status !== 0) throw new Error(`${name} ended with ${status}:\n${stdout}${stderr}`);
    mkdirSync(join(folder, name), { recursive: true });
    cpSync(join(place, 'report/report.html'), join(folder, name, 'report.html'));
    return stdout.replace(/^report: .*\n/m, '').trimEnd();
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
