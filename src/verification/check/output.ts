/** A finding in the forms in which people take it on: a runnable test, a diagram of who asks whom for what, JUnit. */
import { disarmed, disarmedLine } from '../../core/base/plain-text.ts';
import { yamlOf, type ScenarioSource } from './source.ts';
import type { CheckFinding } from './campaign.ts';

/** A test that runs the scenario and fails while the property is broken. */
export const testOf = ({ violation, source }: CheckFinding): string =>
  disarmed(
    [
      importLine('{ expect, it }', 'vitest'),
      importLine('{ checkScenario }', 'orrery-sim/vitest'),
      '',
      `it(${JSON.stringify(`holds ${violation.property}`)}, async () => {`,
      `  const scenario = ${JSON.stringify(source, null, 2).replaceAll('\n', '\n  ')};`,
      `  expect(await checkScenario(scenario)).toEqual([]);`,
      '});',
      '',
    ].join('\n'),
  );

const importLine = (names: string, source: string): string =>
  ['import', names, 'from', `'${source}';`].join(' ');

/** A sequence diagram in mermaid's text. */
export function diagramOf({ operations = [] }: ScenarioSource): string {
  const lines = ['sequenceDiagram'];
  for (const name of new Set(operations.map(({ by }) => by))) lines.push(`  actor ${name}`);
  for (const { at, by, do: call, body } of operations) {
    if (at !== undefined) lines.push(`  Note over ${by}: ${at}`);
    const service = call.split('/')[1]?.replace('api', call.split('/')[2] ?? '') ?? 'platform';
    const sent = body === undefined ? '' : ` ${JSON.stringify(body)}`;
    lines.push(`  ${by}->>${service}: ${disarmedLine(`${call}${sent}`).replaceAll(/[;#]/g, ' ')}`);
  }
  return lines.join('\n');
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** JUnit XML: a case for each property. */
export function junitOf(names: readonly string[], findings: readonly CheckFinding[]): string {
  const cases = names.map((name) => {
    const found = findings.find(({ violation }) => violation.property === name);
    if (found === undefined) return `    <testcase classname="orrery check" name="${name}"/>`;
    const { violation, source } = found;
    return `    <testcase classname="orrery check" name="${name}"><failure message="${escaped(violation.message)}">${escaped(yamlOf(source))}</failure></testcase>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n  <testsuite name="orrery check" tests="${names.length}" failures="${findings.length}">\n${cases.join('\n')}\n  </testsuite>\n</testsuites>\n`;
}
