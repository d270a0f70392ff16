/** JUnit: well-formed for every name, and its counts agree with its test cases. */
import { describe, expect, test } from 'vitest';
import { junitXml } from '../../src/report/junit.ts';
import { emptyRun, fixtureRun, hostileRun } from './fixture.ts';
import { assertWellFormed } from './well-formed.ts';

const count = (text: string, part: string): number => text.split(part).length - 1;

describe('junit', () => {
  test.each([
    ['a full run', fixtureRun({ agents: 5 })],
    ['an empty run', emptyRun()],
    ['hostile names', hostileRun()],
    ['control characters and half a surrogate', hostileRun('a\u0000b\u001b[31m\ud800c\ufffe\nd\te')],
  ])('%s is well-formed', (_, run) => {
    const xml = junitXml(run);
    assertWellFormed(xml);
    // oxlint-disable-next-line no-control-regex
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/);
  });

  test('the check above can fail', () => {
    expect(() => assertWellFormed('<a><b></a></b>')).toThrow();
    expect(() => assertWellFormed('<a x="<"/>')).toThrow();
    expect(() => assertWellFormed('<a>&nbsp;</a>')).toThrow();
  });

  test('one test case for each expectation and finding; the failed ones are counted', () => {
    const run = fixtureRun({ agents: 5 });
    const xml = junitXml(run);
    expect(count(xml, '<testcase ')).toBe(run.summary.expectations.length + run.summary.findings.length);
    expect(count(xml, '<failure ')).toBe(4);
    expect(xml).toContain(
      '<testsuites name="first-month" tests="9" failures="4" errors="0" skipped="0" time="1.840">',
    );
    expect(xml).toContain('message="expected http_req_failed rate&lt;0.05, measured 0.132875"');
  });

  test('drift fails without any expectation', () => {
    const run = emptyRun();
    const drifted = { ...run, summary: { ...run.summary, ledger: { transfers: 1, driftMicros: -3 } } };
    expect(junitXml(drifted)).toContain('failures="1"');
  });
});
