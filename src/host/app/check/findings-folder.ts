/** The files of a campaign: a scenario for each finding, and reports of all of them. */
import { present } from '../../../core/base/assert.ts';
import { ownCall } from '../../../core/base/own-call.ts';
import { disarmed } from '../../../core/base/plain-text.ts';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { checkHtml, type CheckReport, type ReportedFinding } from '../../../report/check-html.ts';
import { sarifLog } from '../../../report/sarif.ts';
import { mergeLayers } from '../../../simulation/scenario/layers.ts';
import { loadScenario, readLayers } from '../../../simulation/scenario/load.ts';
import type { CheckFinding, StoredScenario } from '../../../verification/check/campaign.ts';
import { curlOf } from '../../../verification/check/curl.ts';
import { diagramOf, junitOf, testOf } from '../../../verification/check/output.ts';
import { replayed } from '../../../verification/check/replayed.ts';
import { yamlOf, type ScenarioSource } from '../../../verification/check/source.ts';
import { properties } from '../../../verification/oracle/properties.ts';
import { pageScript } from '../../serve/page-script.ts';
import { makeFolder } from '../files/folders.ts';
import { fromHere } from '../files/from-here.ts';
import { packageVersion } from '../process/package-version.ts';
import { scenarioHost } from '../run/scenario-host.ts';

/** Where findings are kept unless another folder is named. */
export const regressionsFolder = 'scenarios/regressions';

/** The scenarios of earlier findings; none where their folder is missing. Rejects with `FileMistake` for a wrong one. */
export async function storedScenarios(): Promise<readonly StoredScenario[]> {
  if (!existsSync(regressionsFolder)) return [];
  const stored: StoredScenario[] = [];
  for (const name of readdirSync(regressionsFolder).toSorted()) {
    if (!name.endsWith('.yaml')) continue;
    const file = join(regressionsFolder, name);
    const scenario = await loadScenario(file, scenarioHost);
    const source = mergeLayers(readLayers(file, scenarioHost)) as ScenarioSource;
    stored.push({ file, source, scenario });
  }
  return stored;
}

/** Writes the smallest scenario of a finding into the folder, and gives its file. A stored scenario has its file already. */
export function keepFinding({ file: stored, violation, run, source }: CheckFinding, folder: string): string {
  makeFolder(folder);
  if (stored !== undefined) return stored;
  const file = join(folder, `${violation.property}-${run}.yaml`);
  writeFileSync(file, yamlOf(source));
  return file;
}

/** With the requests and answers of its scenario, from running it once more. */
export async function reportedOf(finding: CheckFinding, file: string): Promise<ReportedFinding> {
  const { violation, source, operations } = finding;
  return {
    ...violation,
    promise: properties[violation.property],
    operations,
    ...(await replayed(source, scenarioHost)),
    command: `${ownCall} run ${file}`,
    yaml: yamlOf(source),
    curl: curlOf(source),
    mermaid: diagramOf(source),
  };
}

/**
 * Writes a page, a JUnit and a SARIF file, and each finding as a test, a script and a sequence diagram by the name of its
 * scenario, of which `files` has the paths.
 */
export function writeFindings(
  folder: string,
  { findings, files }: { readonly findings: readonly CheckFinding[]; readonly files: readonly string[] },
  page: CheckReport,
): void {
  makeFolder(folder);
  for (const [index, finding] of findings.entries()) {
    const base = join(folder, parse(present(files[index], 'each finding has a file')).name);
    writeFileSync(`${base}.test.ts`, testOf(finding));
    writeFileSync(`${base}.sh`, curlOf(finding.source));
    writeFileSync(`${base}.mmd`, `${diagramOf(finding.source)}\n`);
  }
  writeFileSync(join(folder, 'findings.html'), checkHtml(page, { script: pageScript('plain') }));
  writeFileSync(join(folder, 'junit.xml'), junitOf(Object.keys(properties), findings));
  writeFileSync(join(folder, 'findings.sarif'), findingsSarif(findings, files));
}

/** Each property is a rule, and each finding has its place in its scenario. */
const findingsSarif = (findings: readonly CheckFinding[], files: readonly string[]): string =>
  disarmed(
    sarifLog({
      version: packageVersion(),
      rules: Object.entries(properties).map(([id, about]) => ({ id, about })),
      findings: findings.map(({ violation: { property, message } }, index) => ({
        rule: property,
        level: 'error',
        message,
        file: fromHere(files[index] ?? ''),
        line: 1,
      })),
    }),
  );
