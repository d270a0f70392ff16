/** Reads SARIF as a code host would: first the schema, then rules, levels and places. */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect } from 'vitest';

const schema = JSON.parse(readFileSync(new URL('sarif-schema.json', import.meta.url), 'utf8')) as object;
const ajv = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false });
/** The schema of SARIF 2.1.0. */
export const isSarif = ajv.compile(schema);

interface SarifLocation {
  readonly physicalLocation?: {
    readonly artifactLocation: { readonly uri: string };
    readonly region?: { readonly startLine: number; readonly startColumn?: number };
  };
  readonly logicalLocations?: readonly { readonly name: string }[];
}

interface SarifText {
  readonly runs: readonly [
    {
      readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
      readonly results: readonly {
        readonly ruleId: string;
        readonly ruleIndex: number;
        readonly level: string;
        readonly message: { readonly text: string };
        readonly locations: readonly [SarifLocation];
      }[];
    },
  ];
}

/** The one run of a valid document. */
export function sarifRun(text: string): SarifText['runs'][0] {
  const log = JSON.parse(text) as SarifText;
  expect(isSarif(log), ajv.errorsText(isSarif.errors)).toBe(true);
  return log.runs[0];
}

/** Rule, level and place of each finding, in order; the rule is that of its index. */
export function sarifPlaces(text: string) {
  const { tool, results } = sarifRun(text);
  return results.map(({ ruleId, ruleIndex, level, locations: [{ physicalLocation, logicalLocations }] }) => {
    expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    const { startLine: line, startColumn: column } = physicalLocation?.region ?? {};
    const name = logicalLocations?.[0]?.name;
    return { rule: ruleId, level, uri: physicalLocation?.artifactLocation.uri, line, column, name };
  });
}
