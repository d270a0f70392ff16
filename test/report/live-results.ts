/** Results of live commands that no fixture has yet, written by hand: a load, a sweep, a check and the audit of a log. */
import type { LoadResult } from '../../src/live/load/result-schema.ts';
import type { CheckReport } from '../../src/report/check-html.ts';
import type { LogView } from '../../src/report/log-html.ts';
import type { SweepSummary } from '../../src/simulation/sweep/result-schema.ts';
import type { LogAudit } from '../../src/verification/audit/log/audit-log.ts';
import { logChecks } from '../../src/verification/audit/checks/log-checks.ts';
import type { LiveSummary } from '../../src/verification/audit/result-schema.ts';
import { fixtureSequence } from './fixture.ts';
import { fixtureMeasured } from './live-fixture.ts';

const measured = fixtureMeasured();

export const fixtureLoad: LoadResult = {
  scenario: 'visitors', seed: '7', target: 'staging', namespace: 'k7m2x9ab', speed: 60, startedAt: '2026-01-01T12:00:00.000Z', seconds: 20.25,
  shape: 'ramping-arrival-rate', stages: [{ seconds: 10, to: 40 }, { seconds: 10.5, to: 0 }],
  requests: { offered: 810, sent: 805, answered: 800, failed: 25, timeouts: 2, limited: 23, retries: 4, unfinished: 5, withheld: 3, unsendable: 1, unlisted: 1, probes: 9 },
  offeredPerSecond: 40.5, answeredPerSecond: 40, responseMs: measured.responseMs, serviceMs: measured.serviceMs, statusCounts: { '200': 775, '429': 23 },
  errors: measured.errors, operations: measured.operations, agents: { arrived: 50, dropped: 2, ended: 48, most: 12 },
  checks: [{ name: 'refund is whole', agent: 'buyer', passed: 9, failed: 1 }, { name: 'balance', agent: 'seller', passed: 3, failed: 0 }],
  findings: [{ kind: 'error', agent: 'buyer-1', behaviour: 'buyer', at: '2026-01-01T12:00:03.000Z', message: 'TypeError: x\n  at y' }],
  findingCount: 3,
  expectations: [{ metric: 'http_req_failed', threshold: 'rate<0.05', value: 0.030_9, ok: true }, { metric: 'http_reqs', threshold: 'count>1000', value: null, ok: false }],
  notJudged: ['ledger_drift_micros value==0', 'checks{check:x} rate==1'],
  limits: [{ by: 'ceiling', requests: 12, p99Ms: 8.25, what: 'requests waited' }, { by: 'generator', requests: 1_234, p99Ms: 0, what: 'requests were sent late' }],
  generatorLagMs: measured.serviceMs, connections: 16, spent: { requests: 805, usdc: '12.50' },
  workers: [{ worker: 1, requests: 400, lost: null, seconds: 20 }, { worker: 2, requests: 405, lost: 'its process ended', seconds: 12.345, agentsLost: 4, arrivalsLost: 7 }, { worker: 3, requests: 1, lost: 'no answer', seconds: 1 }],
  intervalSeconds: 1, series: measured.series.map((row, at) => ({ ...row, stage: at < 10 ? 0 : 1, agents: at % 7, inFlight: at % 3, dropped: at === 9 ? 2 : 0 })),
  histograms: { response: '', service: '' }, stopped: null, notes: ['The certificate expires tomorrow.'], ok: false,
}; // prettier-ignore

const cell = (at: number) => ({
  cell: at, settings: { 'limits.burst': `x${at}`, 'population.0.count': 10 * at, flag: at % 2 === 0 }, points: 4, failed: at % 3,
  metrics: [
    { metric: 'http_req_failed rate', count: 4, mean: 0.0123 * at, low: 0.0119 * at, high: 0.0127 * at },
    { metric: 'http_reqs count', count: 1, mean: 12_345, low: null, high: null },
    { metric: 'steady value', count: 2, mean: 5, low: 5, high: 5 },
  ],
}); // prettier-ignore

const failure = (point: number) => ({
  point,
  outcome: 'failed' as const,
  why: `http_reqs count>9: ${point}`,
  command: `npx orrery run x.yaml --seed ${point}`,
});

/** A sweep of `cells` cells of which `failures` points did not hold. */
export const fixtureSweep = (cells: number, failures: number): SweepSummary => ({
  scenario: 'town', plan: '0'.repeat(16), shard: cells % 2 === 0 ? null : '1/4', grid: cells < 2 ? [] : [{ path: 'limits.burst', values: ['x1', 'x2'] }],
  seeds: 4, points: 4 * cells, held: Math.max(0, 4 * cells - failures), failed: failures, broken: failures > 3 ? 1 : 0, crashed: failures > 4 ? 2 : 0, digest: 'ab'.repeat(16),
  cells: Array.from({ length: cells }, (_, at) => cell(at + 1)),
  failures: Array.from({ length: failures }, (_, at) => failure(at + 1)), ok: failures === 0,
}); // prettier-ignore

const finding = (at: number): CheckReport['findings'][number] => ({
  property: `escrow-terms-${at}`, promise: 'A refund returns just what was held', message: `escrow/A/release: expected 10, got ${at}`, atMs: fixtureSequence[at % 2]!.atMs,
  operations: at, startMs: fixtureSequence[0]!.atMs, steps: at % 3 === 2 ? [] : fixtureSequence, command: `npx orrery run finding-${at}.yaml`,
  yaml: 'name: <finding>\n', curl: "curl -d '<x>'", mermaid: 'sequenceDiagram\n',
}); // prettier-ignore

/** A check with `findings` violated properties. */
export const fixtureCheck = (findings: number): CheckReport => ({
  findings: Array.from({ length: findings }, (_, at) => finding(at)), seed: '1', runs: 20_000, operations: 5_000_000, properties: 60,
  coverage: { operations: { reached: 100, total: 400, missing: ['a/A/b', 'c/B/<d>'] }, codes: { reached: 9, total: 9, missing: [] } }, command: 'npx orrery check --runs 20000',
}); // prettier-ignore

const verdict: LogAudit['verdicts'][number] = {
  game: 'coin_flip', bet: { side: 'heads', threshold: 5 }, expected: 0.98, rounds: 1_225, mean: 1.02, low: 0.3, high: 1.7,
  verdict: 'undecided', roundsNeeded: 48_000, logEvidence: 0, claimed: 0.98, level: 0.99, tolerance: 0.01,
}; // prettier-ignore

export const fixtureLog: LogAudit = {
  bets: 25_000, recomputed: 24_000, unrevealed: 1_000, players: 3, timed: 0, keptClientSeeds: 0, notes: ['Two columns were <left out>.', 'Times have no zone.'],
  verdicts: [verdict, { ...verdict, game: 'dice', bet: {}, verdict: 'consistent', expected: 0.95 }, { ...verdict, verdict: 'contradicted' }],
  findings: [{ code: 'nonce-skipped', game: 'dice', count: 1_200, line: 7, sentence: 'a round was drawn & hidden' }, { code: 'payout', game: null, count: 1, line: 1_234, sentence: 'paid 1 of 2' }],
}; // prettier-ignore

export const fixtureTarget: LiveSummary = {
  name: 'staging', requests: 1_234, budget: '50.00', stakesSent: 400, staked: '40.00', stakesConfirmed: 390, confirmed: '39.00', returned: '38.123456', stakesRefused: 8, stakesLost: 2,
  missed: { computed: 10, won: 3, expected: 4.9, result: 'undecided' }, players: 2, tested: { nonces: 390, commitments: 4 }, seeds: 4,
  refusals: [{ game: 'slot_machine', status: 409, reason: 'GAME_CLOSED <x>' }], ended: 'the budget is spent',
}; // prettier-ignore

/** The view of an audit of a log. */
export const logView = (audit: LogAudit, target?: LiveSummary): LogView => ({
  audit, target, checks: logChecks(audit, target), name: 'their log <b>.csv', profile: 'published', command: 'npx orrery audit --bets log.csv', ok: audit.findings.length === 0,
}); // prettier-ignore
