/** A run as JUnit XML, for CI: one test case an expectation, one failed test case a finding. */
import type { ExpectationResult, FindingResult, RunResult } from '../simulation/scenario/result.ts';
import { escapeXml } from './escape.ts';
import { measured } from './numbers.ts';

/** The whole document. The suite's time is the run's wall time; a test case has no time. */
export function junitXml({ summary }: RunResult): string {
  const { scenario, seed, profile, policyHash, digest, wallSeconds } = summary;
  return junitSuite({
    name: scenario,
    seconds: wallSeconds,
    properties: { seed, profile, policyHash, digest },
    cases: [...outcomeCases(scenario, summary), ...driftCase(summary.ledger.driftMicros, scenario)],
  });
}

/** The test cases that every kind of run has. */
export const outcomeCases = (
  scenario: string,
  outcome: {
    readonly expectations: readonly ExpectationResult[];
    readonly findings: readonly FindingResult[];
  },
): TestCase[] => [
  ...outcome.expectations.map((expectation) => expectationCase(scenario, expectation)),
  ...outcome.findings.map((finding, index) => findingCase(scenario, finding, index)),
];

/** A document with one suite; properties in their order. */
export function junitSuite(suite: {
  readonly name: string;
  readonly seconds: number;
  readonly properties: Readonly<Record<string, string>>;
  readonly cases: readonly TestCase[];
}): string {
  const { name, seconds, properties, cases } = suite;
  const failures = cases.filter(({ hasFailed }) => hasFailed).length;
  const totals = `name="${escapeXml(name)}" tests="${cases.length}" failures="${failures}" errors="0" skipped="0" time="${seconds.toFixed(3)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${totals}>`,
    `  <testsuite ${totals}>`,
    '    <properties>',
    ...Object.entries(properties).map((entry) => property(...entry)),
    '    </properties>',
    ...cases.map(({ xml }) => xml),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** One test case as XML. */
export interface TestCase {
  readonly xml: string;
  readonly hasFailed: boolean;
}

const property = (name: string, value: string): string =>
  `      <property name="${name}" value="${escapeXml(value)}"/>`;

function expectationCase(scenario: string, { metric, threshold, value, ok }: ExpectationResult): TestCase {
  const name = `${metric} ${threshold}`;
  if (ok) return passed(scenario, name);
  return failed({
    suite: scenario,
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
  return failed({ suite: scenario, name, type: kind, message, detail });
}

/** Drift fails the run whether or not an expectation asked for it. */
function driftCase(driftMicros: number, scenario: string): readonly TestCase[] {
  if (driftMicros === 0) return [];
  const message = `the ledger is off by ${driftMicros} micro-USDC`;
  return [failed({ suite: scenario, name: 'the ledger balances', type: 'drift', message, detail: '' })];
}

const opening = (suite: string, name: string): string =>
  `    <testcase classname="${escapeXml(suite)}" name="${escapeXml(name)}"`;

/** A test case that passed. */
export const passed = (suite: string, name: string): TestCase => ({
  xml: `${opening(suite, name)}/>`,
  hasFailed: false,
});

/** A test case that failed: `type` is a word, `message` one line, `detail` any text. */
export function failed(parts: {
  readonly suite: string;
  readonly name: string;
  readonly type: string;
  readonly message: string;
  readonly detail: string;
}): TestCase {
  const { suite, name, type, message, detail } = parts;
  const failure = `<failure type="${escapeXml(type)}" message="${escapeXml(message)}">${escapeXml(detail)}</failure>`;
  return { xml: `${opening(suite, name)}>${failure}</testcase>`, hasFailed: true };
}
