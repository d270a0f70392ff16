/** The files of findings: the scenarios of earlier ones, and what a finding leaves behind. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chdir, cwd } from 'node:process';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  keepFinding,
  regressionsFolder,
  reportedOf,
  storedScenarios,
  writeFindings,
} from '../../../../src/host/app/check/findings-folder.ts';
import { makeFolder } from '../../../../src/host/app/files/folders.ts';
import { packageVersion } from '../../../../src/host/app/process/package-version.ts';
import type { CheckFinding } from '../../../../src/verification/check/campaign.ts';
import { curlOf } from '../../../../src/verification/check/curl.ts';
import { diagramOf, junitOf, testOf } from '../../../../src/verification/check/output.ts';
import { yamlOf, type ScenarioSource } from '../../../../src/verification/check/source.ts';
import { properties } from '../../../../src/verification/oracle/properties.ts';
import { pageScript } from '../../../../src/host/serve/page-script.ts';
import { checkHtml } from '../../../../src/report/check-html.ts';
import { folderWith } from '../../../folder-with.ts';

const startMs = Date.parse('2026-01-01T00:00:00Z');
const source: ScenarioSource = {
  name: 'broken',
  seed: '7',
  for: '1m',
  operations: [{ by: 'alice', do: 'POST /faucet/register', body: { agent_id: 'alice' } }],
};
const finding: CheckFinding = {
  violation: { property: 'money-conserved', message: '1 micro is <missing>', atMs: startMs },
  source,
  operations: 1,
  run: 3,
};
const stored: CheckFinding = { ...finding, run: 0, file: 'scenarios/regressions/old.yaml' };

/** The test stands in this folder until it ends. */
function standIn(folder: string): void {
  const before = cwd();
  chdir(folder);
  onTestFinished(() => chdir(before));
}

describe('the scenarios of earlier findings', () => {
  it('are none without their folder', async () => {
    standIn(folderWith());
    expect(await storedScenarios()).toEqual([]);
  });

  it('are those of its files, by name, with what each file says', async () => {
    standIn(folderWith());
    makeFolder(join('scenarios', 'regressions'));
    for (const name of ['b', 'a']) keepFinding({ ...finding, source: { ...source, name } }, '.');
    expect(regressionsFolder).toBe('scenarios/regressions');
    makeFolder(join('scenarios', 'regressions', 'old.yaml.d'));
    keepFinding({ ...finding, source: { ...source, name: 'b' } }, 'scenarios/regressions');
    keepFinding({ ...finding, source: { ...source, name: 'a' }, run: 2 }, 'scenarios/regressions');
    const found = await storedScenarios();
    expect(found.map((one) => one.source)).toEqual([
      { ...source, name: 'a' },
      { ...source, name: 'b' },
    ]);
    expect(found.map(({ file, scenario }) => [file, scenario.name, scenario.seed])).toEqual([
      ['scenarios/regressions/money-conserved-2.yaml', 'a', '7'],
      ['scenarios/regressions/money-conserved-3.yaml', 'b', '7'],
    ]);
  });
});

describe('a finding', () => {
  it('is kept in a file that is named after its property and run', () => {
    const folder = join(folderWith(), 'new', 'findings');
    const file = keepFinding(finding, folder);
    expect(file).toBe(join(folder, 'money-conserved-3.yaml'));
    expect(readFileSync(file, 'utf8')).toBe(yamlOf(source));
  });

  it('of a stored scenario has its file already', () => {
    const folder = join(folderWith(), 'findings');
    expect(keepFinding(stored, folder)).toBe('scenarios/regressions/old.yaml');
    expect(readdirSync(folder)).toEqual([]);
    expect(keepFinding({ ...finding, run: 1 }, folder)).toBe(join(folder, 'money-conserved-1.yaml'));
    expect(readdirSync(folder)).toEqual(['money-conserved-1.yaml']);
  });

  it('is reported with its requests and what repeats it', async () => {
    const { steps, ...reported } = await reportedOf(finding, 'f.yaml');
    expect(reported).toEqual({
      property: 'money-conserved',
      message: '1 micro is <missing>',
      atMs: startMs,
      promise: properties['money-conserved'],
      operations: 1,
      startMs,
      command: 'npx orrery-sim run f.yaml',
      yaml: yamlOf(source),
      curl: curlOf(source),
      mermaid: diagramOf(source),
    });
    expect(steps.map(({ agent, call, status }) => [agent, call, status])).toEqual([
      ['alice', 'POST /faucet/register', 201],
    ]);
  });
});

interface Sarif {
  readonly runs: readonly {
    readonly tool: {
      readonly driver: {
        readonly version: string;
        readonly rules: readonly {
          readonly id: string;
          readonly shortDescription: { readonly text: string };
        }[];
      };
    };
    readonly results: readonly unknown[];
  }[];
}

describe('the files of all findings', () => {
  const page = { findings: [], seed: '7', runs: 3, operations: 1, properties: 1, coverage: {}, command: 'x' };

  it('are a page, a test, a script and a diagram of each, and two reports', () => {
    const folder = join(folderWith(), 'reports', 'check');
    writeFindings(folder, { findings: [finding, stored], files: ['a.yaml', 'scenarios/b.yaml'] }, page);
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
    const names = ['a', 'b'];
    expect(readdirSync(folder).toSorted()).toEqual(
      ['findings.html', 'findings.sarif', 'junit.xml', ...names.flatMap((name) => ['.mmd', '.sh', '.test.ts'].map((ending) => name + ending))].toSorted(),
    ); // prettier-ignore
    for (const name of names) {
      expect(read(`${name}.test.ts`)).toBe(testOf(finding));
      expect(read(`${name}.sh`)).toBe(curlOf(source));
      expect(read(`${name}.mmd`)).toBe(`${diagramOf(source)}\n`);
    }
    expect(read('junit.xml')).toBe(junitOf(Object.keys(properties), [finding, stored]));
    expect(read('findings.html')).toBe(checkHtml(page, { script: pageScript('plain') }));
  });

  it('name the place of each in its scenario, and every property as a rule', () => {
    const folder = folderWith();
    standIn(folder);
    const files = [join(folder, 'scenarios', 'a.yaml'), 'b.yaml'];
    writeFindings('out', { findings: [finding, stored], files }, page);
    const { runs } = JSON.parse(readFileSync('out/findings.sarif', 'utf8')) as Sarif;
    const [run] = runs;
    expect(run?.tool.driver.version).toBe(packageVersion());
    expect(run?.tool.driver.rules.map(({ id, shortDescription }) => [id, shortDescription.text])).toEqual(
      Object.entries(properties),
    );
    expect(run?.results).toMatchObject([
      {
        ruleId: 'money-conserved',
        level: 'error',
        message: { text: '1 micro is <missing>' },
        locations: [{ physicalLocation: { artifactLocation: { uri: 'scenarios/a.yaml' }, region: { startLine: 1 } } }],
      },
      { ruleId: 'money-conserved', locations: [{ physicalLocation: { artifactLocation: { uri: 'b.yaml' } } }] },
    ]); // prettier-ignore
  });
});
