/** A finding in the forms in which people take it on: a runnable test, curl lines, a diagram of who asks whom for what. */
import { yamlOf, type OperationSource, type ScenarioSource } from './source.ts';
import type { CheckFinding } from './campaign.ts';

/** A test that runs the scenario and fails while the property is broken. */
export const testOf = ({ violation, source }: CheckFinding): string =>
  [
    importLine('{ expect, it }', 'vitest'),
    importLine('{ checkScenario }', 'orrery/vitest'),
    '',
    `it(${JSON.stringify(`holds ${violation.property}`)}, async () => {`,
    `  const scenario = ${JSON.stringify(source, null, 2).replaceAll('\n', '\n  ')};`,
    `  expect(await checkScenario(scenario)).toEqual([]);`,
    '});',
    '',
  ].join('\n');

const importLine = (names: string, source: string): string =>
  ['import', names, 'from', `'${source}';`].join(' ');

/** Bash that makes the same calls of `orrery serve`, moving its clock; needs curl and jq. */
export function curlOf({ operations = [], seed }: ScenarioSource): string {
  const lines = [
    '#!/usr/bin/env bash',
    '# Against a sandbox: npx orrery serve --clock manual',
    'at=${1:-http://127.0.0.1:4010}',
    `curl -s -X POST "$at/_sim/reset" -d '${JSON.stringify({ seed })}' -H 'content-type: application/json'; echo`,
    'now=$(curl -s "$at/_sim/clock" | jq -r .now)',
    'declare -A key answer',
    'field() { jq -r "$2" <<<"${answer[$1]}"; }',
  ];
  for (const operation of operations) lines.push('', ...curlLines(operation));
  return `${lines.join('\n')}\n`;
}

function curlLines({ at, by, do: call, query, headers, body, raw, as }: OperationSource): string[] {
  const space = call.indexOf(' ');
  const search = Object.entries(query ?? {}).map(([name, value]) => `${name}=${value}`);
  const path = `${call.slice(space + 1)}${search.length === 0 ? '' : `?${search.join('&')}`}`;
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const more = Object.entries(headers ?? {}).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const label = as ?? 'last';
  return [
    ...(at === undefined
      ? []
      : [
          `curl -s -X POST "$at/_sim/clock/advance" -H 'content-type: application/json' -d "{\\"to\\":\\"$(date -u -d "$now + ${secondsOf(at)} seconds" +%FT%T.%3NZ)\\"}"; echo # ${at}`,
        ]),
    `answer[${label}]=$(curl -s -X ${call.slice(0, space)} "$at"${quoted(path)} -H "authorization: Bearer \${key[${by}]}" ${more.join(' ')} ${
      sent === undefined ? '' : `-H 'content-type: application/json' -d ${quoted(sent)}`
    })`,
    `echo "\${answer[${label}]}"`,
    `issued=$(field ${label} '.api_key // empty'); [ -n "$issued" ] && key[${by}]=$issued`,
  ];
}

/** Quoted for a shell, with references as what `field` finds. */
const quoted = (text: string): string =>
  `'${text.replaceAll("'", `'\\''`).replaceAll(/\$\{([\w.-]+):\/([\w/]+)\}/g, (_, label: string, pointer: string) => `'"$(field ${label} .${pointer.replaceAll('/', '.')})"'`)}'`;

function secondsOf(text: string): number {
  const units: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
  let seconds = 0;
  for (const [, count, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d|w)/g))
    seconds += Number(count) * (units[unit ?? ''] ?? 0);
  return seconds;
}

/** A sequence diagram in mermaid's text. */
export function diagramOf({ operations = [] }: ScenarioSource): string {
  const lines = ['sequenceDiagram'];
  for (const name of new Set(operations.map(({ by }) => by))) lines.push(`  actor ${name}`);
  for (const { at, by, do: call, body } of operations) {
    if (at !== undefined) lines.push(`  Note over ${by}: ${at}`);
    const service = call.split('/')[1]?.replace('api', call.split('/')[2] ?? '') ?? 'platform';
    const sent = body === undefined ? '' : ` ${JSON.stringify(body)}`;
    lines.push(`  ${by}->>${service}: ${`${call}${sent}`.replaceAll(/[;#]/g, ' ')}`);
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
