/** A run as a verdict and three sentences, derived from the result only. */
import type { ExpectationResult, FaultResult, RunResult } from '../simulation/scenario/result.ts';
import { answersByClass, classWords, codeWords, rankedTotals } from './answers.ts';
import {
  clipped,
  counted,
  grouped,
  groupedUsdc,
  measured,
  percent,
  spelledDuration,
  sum,
} from './numbers.ts';
import { moneyMoved } from './turnover.ts';

/** `Held: all 9 expectations held, no findings, no ledger drift.` or what failed, in one line. */
export function verdictLine({ summary }: RunResult): string {
  const { driftMicros } = summary.ledger;
  const parts = [
    expectationCount(summary.expectations),
    counted(summary.findings.length, 'finding'),
    driftMicros === 0 ? 'no ledger drift' : `ledger off by ${groupedUsdc(driftMicros)} USDC`,
  ];
  return `${summary.ok ? 'Held' : 'Failed'}: ${parts.join(', ')}.`;
}

function expectationCount(expectations: readonly ExpectationResult[]): string {
  const failed = expectations.filter(({ ok }) => !ok).length;
  if (expectations.length === 0) return 'no expectation was stated';
  if (failed === 1 && expectations.length === 1) return 'the one expectation did not hold';
  if (failed > 0) return `${failed} of ${counted(expectations.length, 'expectation')} did not hold`;
  return expectations.length === 1
    ? 'the one expectation held'
    : `all ${expectations.length} expectations held`;
}

/** What happened: the traffic and its refusals, the money, what held or failed. */
export function threeSentences(result: RunResult): readonly [string, string, string] {
  return [trafficSentence(result), moneySentence(result), outcomeSentence(result)];
}

function trafficSentence(result: RunResult): string {
  const { summary } = result;
  const classes = answersByClass(result).filter(({ count }) => count > 0);
  const total = sum(classes.map(({ count }) => count));
  const start = `${capitalised(counted(summary.agents, 'agent'))} lived through ${spelledDuration(summary.virtual.seconds * 1000)} of virtual time`;
  if (total === 0) return `${start} and made no requests.`;
  const shares = classes.map(({ name, count }) => `${percent(count, total)} ${classWords[name]}`);
  const reached = summary.requests === total ? '' : ` (${grouped(summary.requests)} reached the platform)`;
  return `${start} and made ${counted(total, 'request')}${reached}: ${shares.join(', ')}${reasons(result)}.`;
}

/** The three most frequent error codes with their share of all error responses. */
function reasons({ timeline }: RunResult): string {
  const codes = rankedTotals(timeline.refusals);
  const total = sum(codes.map(({ count }) => count));
  if (total === 0) return '';
  const shown = codes.slice(0, 3).map(({ name, count }) => {
    const meaning = codeWords[name];
    return `${clipped(name, 60)} ${percent(count, total)}${meaning === undefined ? '' : ` (${meaning})`}`;
  });
  const rest = codes.length > 3 ? ` and ${counted(codes.length - 3, 'other code')}` : '';
  return `; refusals by code: ${shown.join(', ')}${rest}`;
}

function moneySentence({ summary, flows }: RunResult): string {
  const moved = moneyMoved(flows);
  const { driftMicros } = summary.ledger;
  const books =
    driftMicros === 0
      ? 'the ledger balances to the micro-USDC'
      : `the ledger is off by ${groupedUsdc(driftMicros)} USDC`;
  if (moved.micros === 0n) return `No money moved, and ${books}.`;
  const [largest] = moved.byKind;
  const most =
    largest === undefined || moved.byKind.length < 2
      ? ''
      : `, the largest part as ${clipped(largest.kind, 60)} (${groupedUsdc(largest.micros)} USDC)`;
  return `${groupedUsdc(moved.micros)} USDC moved in ${counted(moved.transfers, 'transfer')}${most}; ${books}.`;
}

function outcomeSentence(result: RunResult): string {
  const { summary, faults } = result;
  const clauses = [`${expectationClause(result)}${faultClause(faults)}`, findingClause(result)];
  const isUnexplained =
    !summary.ok && summary.findings.length === 0 && summary.expectations.every(({ ok }) => ok);
  if (isUnexplained) clauses.push('the run is marked as failed all the same');
  return `${capitalised(clauses.join('; '))}.`;
}

function expectationClause({ summary }: RunResult): string {
  const failed = summary.expectations.filter(({ ok }) => !ok);
  const count = expectationCount(summary.expectations);
  if (failed.length === 0) return count;
  const shown = failed
    .slice(0, 3)
    .map(
      ({ metric, threshold, value }) =>
        `${clipped(metric, 80)} ${clipped(threshold, 40)}: ${measured(value)}`,
    );
  const rest = failed.length > 3 ? `, and ${failed.length - 3} more` : '';
  return `${count} (${shown.join(', ')}${rest})`;
}

function findingClause({ summary }: RunResult): string {
  const [first] = summary.findings;
  if (first === undefined) return 'no behaviour broke';
  const what = clipped(first.message.replace(/\s+/g, ' '), 160);
  const count = summary.findings.length;
  const lead = count === 1 ? '1 finding,' : `${counted(count, 'finding')}, the first`;
  return `${lead} by ${clipped(first.agent, 60)} (${clipped(first.behaviour, 60)}) at ${clipped(first.at, 40)}: “${what}”`;
}

function faultClause(faults: readonly FaultResult[]): string {
  if (faults.length === 0) return '';
  const names = [...new Set(faults.map(({ kind, service }) => clipped(`${service} ${kind}`, 60)))];
  const rest = names.length > 3 ? ` and ${names.length - 3} more` : '';
  return `, under ${counted(faults.length, 'planned fault')} (${names.slice(0, 3).join(', ')}${rest})`;
}

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
