/** Findings as SARIF: held against the schema of SARIF 2.1.0. */
import { describe, expect, it } from 'vitest';
import { sarifLog, uriOf, type SarifFinding } from '../../src/report/sarif.ts';
import { isSarif, sarifRun } from './sarif-log.ts';

const rules = [
  { id: 'a', about: 'A holds' },
  { id: 'b', about: 'B holds' },
];
const runOf = (findings: readonly SarifFinding[]) =>
  sarifRun(sarifLog({ version: '1.2.3', rules, findings }));

describe('findings as SARIF', () => {
  it('have a place in a file, with line and column where they are known', () => {
    const place = { file: 'folder/my file.yaml', line: 3, column: 7 };
    const run = runOf([{ rule: 'b', level: 'error', message: 'm', ...place }]);
    expect(run.results).toEqual([
      {
        ruleId: 'b',
        ruleIndex: 1,
        level: 'error',
        message: { text: 'm' },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'folder/my%20file.yaml' },
              region: { startLine: 3, startColumn: 7 },
            },
          },
        ],
      },
    ]);
  });

  it('have a name where they are in no file', () => {
    const run = runOf([{ rule: 'b', level: 'warning', message: 'm', name: 'dice' }]);
    expect(run.results).toMatchObject([{ locations: [{ logicalLocations: [{ name: 'dice' }] }] }]);
  });

  it('name rules that no list has', () => {
    const run = runOf([{ rule: 'c', level: 'error', message: 'm', name: 'x' }]);
    expect(run.tool.driver.rules.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(run.results[0]?.ruleIndex).toBe(2);
  });

  it('are a valid document where there are none, and the schema refuses another one', () => {
    expect(runOf([]).results).toEqual([]);
    expect(isSarif({ version: '2.1.0' })).toBe(false);
    expect(isSarif({ version: '2.1.0', runs: [{ tool: { driver: {} } }] })).toBe(false);
  });

  it.each([
    ['a/b.yaml', 'a/b.yaml'],
    ['./a.yaml', 'a.yaml'],
    ['a\\b c.yaml', 'a/b%20c.yaml'],
    ['/home/a#b.yaml', 'file:///home/a%23b.yaml'],
    ['C:\\x\\y.yaml', 'file:///C:/x/y.yaml'],
    ['../a.yaml', '../a.yaml'],
  ])('have the address of %j: %j', (file, uri) => expect(uriOf(file)).toBe(uri));
});
