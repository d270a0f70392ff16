/** The files of a campaign: a scenario for each finding, and reports of all of them. */
import { ownCall } from '../../../core/base/own-call.ts';
import { disarmed } from '../../../core/base/plain-text.ts';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { checkHtml, type CheckReport, type ReportedFinding } from '../../../report/check-html.ts';
import { sarifLog } from '../../../report/sarif.ts';
import type { CheckFinding } from '../../../verification/check/campaign.ts';
import { curlOf } from '../../../verification/check/curl.ts';
import { diagramOf, junitOf, testOf } from '../../../verification/check/output.ts';
import { replayed } from '../../../verification/check/replayed.ts';
import { yamlOf, type ScenarioSource } from '../../../verification/check/source.ts';
import { properties } from '../../../verification/oracle/properties.ts';
import { pageScript } from '../../serve/page-script.ts';
import { fromHere } from '../files/from-here.ts';
import { packageVersion } from '../process/package-version.ts';
import { scenarioHost } from '../run/scenario-host.ts';

/** Where findings are kept unless another folder is named. */
export const regressionsFolder = 'scenarios/regressions';

/** The scenarios of earlier findings; none where their folder is missing. */
export function storedScenarios(): ScenarioSource[] {
  if (!existsSync(regressionsFolder)) return [];
  return readdirSync(regressionsFolder)
    .filter((file) => file.endsWith('.yaml'))
    .toSorted()
    .map((file) => parse(readFileSync(join(regressionsFolder, file), 'utf8')) as ScenarioSource);
}

/** Writes the smallest scenario of a finding into the folder, and gives its file. One from a stored scenario is there. */
export function keepFinding(finding: CheckFinding, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const name = `${finding.violation.property}-${finding.run}`;
  const file = join(folder, `${name}.yaml`);
  if (finding.run > 0) writeFileSync(file, yamlOf(finding.source));
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
 * Writes a page, a JUnit and a SARIF file, and each finding as a test, a script and a sequence diagram. `files` are the
 * scenarios of the findings.
 */
export function writeFindings(
  folder: string,
  { findings, files }: { readonly findings: readonly CheckFinding[]; readonly files: readonly string[] },
  page: CheckReport,
): void {
  mkdirSync(folder, { recursive: true });
  for (const finding of findings) {
    const base = join(folder, `${finding.violation.property}-${finding.run}`);
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
