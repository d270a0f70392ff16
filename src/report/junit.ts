/** A run as JUnit XML, for CI: one test case an expectation, one failed test case a finding. */
import type { ExpectationResult, FindingResult, RunResult } from '../simulation/scenario/result.ts';
import { escapeXml } from './escape.ts';
import { measured } from './numbers.ts';

/** The whole document. The suite's time is the run's wall time; a test case has no time. */
export function junitXml({ summary }: RunResult): string {
  const { scenario, expectations, findings } = summary;
  const cases = [
    ...expectations.map((expectation) => expectationCase(scenario, expectation)),
    ...findings.map((finding, index) => findingCase(scenario, finding, index)),
    ...driftCase(summary.ledger.driftMicros, scenario),
  ];
  const failures = cases.filter(({ hasFailed }) => hasFailed).length;
  const totals = `name="${escapeXml(scenario)}" tests="${cases.length}" failures="${failures}" errors="0" skipped="0" time="${summary.wallSeconds.toFixed(3)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${totals}>`,
    `  <testsuite ${totals}>`,
    '    <properties>',
    ...(['seed', 'profile', 'policyHash', 'digest'] as const).map((name) => property(name, summary[name])),
    '    </properties>',
    ...cases.map(({ xml }) => xml),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

interface TestCase {
  readonly xml: string;
  readonly hasFailed: boolean;
}

const property = (name: string, value: string): string =>
  `      <property name="${name}" value="${escapeXml(value)}"/>`;

function expectationCase(scenario: string, { metric, threshold, value, ok }: ExpectationResult): TestCase {
  const name = `${metric} ${threshold}`;
  if (ok) return passed({ scenario, name });
  return failed({
    scenario,
    name,
    type: 'expectation',
    message: `expected ${name}, measured ${measured(value)}`,
    detail: '',
  });
}

/** The number keeps the names of two equal findings apart: CI tools merge test cases of one name. */
function findingCase(scenario: string, finding: FindingResult, index: number): TestCase {
  const { kind, agent, behaviour, at, message } = finding;
  const name = `finding ${index + 1}: ${kind} by ${agent}`;
  const detail = `agent ${agent}\nbehaviour ${behaviour}\nat ${at}\n${message}`;
  return failed({ scenario, name, type: kind, message, detail });
}

/** Drift fails the run whether or not an expectation asked for it. */
function driftCase(driftMicros: number, scenario: string): readonly TestCase[] {
  if (driftMicros === 0) return [];
  const message = `the ledger is off by ${driftMicros} micro-USDC`;
  return [failed({ scenario, name: 'the ledger balances', type: 'drift', message, detail: '' })];
}

const opening = (scenario: string, name: string): string =>
  `    <testcase classname="${escapeXml(scenario)}" name="${escapeXml(name)}"`;

const passed = ({ scenario, name }: { scenario: string; name: string }): TestCase => ({
  xml: `${opening(scenario, name)}/>`,
  hasFailed: false,
});

function failed(parts: {
  scenario: string;
  name: string;
  type: string;
  message: string;
  detail: string;
}): TestCase {
  const { scenario, name, type, message, detail } = parts;
  const failure = `<failure type="${escapeXml(type)}" message="${escapeXml(message)}">${escapeXml(detail)}</failure>`;
  return { xml: `${opening(scenario, name)}>${failure}</testcase>`, hasFailed: true };
}
