/** Puts the result of a load together. */
import { formatUsdc } from '../../core/base/money.ts';
import { formatInstant } from '../../core/base/time.ts';
import type { Expectation } from '../../simulation/scenario/expectation.ts';
import { withNotes } from '../traffic/http/endpoint.ts';
import type { LoadCall } from './load-call.ts';
import { byCount, operationsOf } from '../traffic/measure/call-tallies.ts';
import { encoded, percentilesOf } from '../traffic/measure/histogram.ts';
import { isJudged, judged } from './measure/judged.ts';
import { limitsOf } from './limits.ts';
import type { LoadResult } from './result-schema.ts';
import type { LoadEnd } from './running-load.ts';

/** The result; rates are those of the time in which agents acted. */
export function loadResult(call: LoadCall, end: LoadEnd): LoadResult {
  const { scenario, target } = call;
  const { measures, rows, stopped, workers } = end;
  const { total, counts } = measures;
  const seconds = Math.max(0.001, Math.min(end.elapsedMs, end.lengthMs) / 1000);
  const most = rows.reduce((top, { agents }) => Math.max(top, agents), 0);
  const expectations = judged(scenario.expectations, measures, { seconds, agents: most });
  const answered = [...total.statuses.values()].reduce((sum, times) => sum + times, 0);
  const isLost = workers.some(({ lost }) => lost !== null);
  const isHeld = expectations.every(({ ok }) => ok) && counts.findings === 0 && !isLost;
  return {
    ...headOf(call, end),
    seconds,
    requests: requestsOf(end, answered),
    offeredPerSecond: counts.offered / seconds,
    answeredPerSecond: answered / seconds,
    responseMs: percentilesOf(total.response),
    serviceMs: percentilesOf(total.service),
    statusCounts: Object.fromEntries([...total.statuses].toSorted(([left], [right]) => left - right)),
    errors: byCount(total.codes),
    operations: operationsOf(measures, seconds),
    agents: { arrived: counts.arrivals, dropped: counts.dropped, ended: counts.ended, most },
    checks: checksOf(end),
    findings: end.findings,
    findingCount: counts.findings,
    expectations,
    notJudged: notJudgedOf(scenario.expectations),
    limits: limitsOf(end, target),
    generatorLagMs: percentilesOf(measures.delays.generator),
    connections: end.connections,
    spent: { requests: end.spent.requests, usdc: formatUsdc(end.spent.micros) },
    workers,
    intervalSeconds: end.intervalMs / 1000,
    series: rows,
    histograms: { response: encoded(total.response), service: encoded(total.service) },
    stopped: stopped ?? null,
    ...withNotes(end.notes),
    ok: isHeld && stopped !== 'interrupt' && stopped !== 'expectation',
  };
}

/** What was called. */
const headOf = ({ scenario, target, namespace }: LoadCall, { speed, startedMs }: LoadEnd) => ({
  scenario: scenario.name,
  seed: scenario.seed,
  target: target.name,
  namespace,
  speed,
  startedAt: formatInstant(startedMs),
  shape: scenario.load?.shape ?? null,
  stages: (scenario.load?.stages ?? []).map(({ lengthMs, to }) => ({ seconds: lengthMs / 1000, to })),
});

const checksOf = ({ measures }: LoadEnd): LoadResult['checks'] =>
  [...measures.checks.values()].map(({ name, behaviour, passed, failed }) => ({
    name,
    agent: behaviour,
    passed,
    failed,
  }));

const notJudgedOf = (expectations: readonly Expectation[]): string[] =>
  expectations
    .filter((expectation) => !isJudged(expectation))
    .map(({ name, threshold }) => `${name} ${threshold}`);

function requestsOf({ measures, probes }: LoadEnd, answered: number): LoadResult['requests'] {
  const { total, counts } = measures;
  const { offered, sent, retries, unfinished, withheld, unsendable, unlisted } = counts;
  const { failed, timeouts, limited } = total;
  return {
    offered,
    sent,
    answered,
    failed,
    timeouts,
    limited,
    retries,
    unfinished,
    withheld,
    unsendable,
    unlisted,
    probes,
  };
}
