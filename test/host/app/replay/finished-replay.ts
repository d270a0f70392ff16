/** A finished replay to change, and its view. */
import { replayView } from '../../../../src/host/app/replay/replay-view.ts';
import type { FinishedReplay } from '../../../../src/host/app/replay/send-replay.ts';
import type { ReplayResult } from '../../../../src/live/traffic/replay/result-schema.ts';

export const zero = { p50: 0, p90: 0, p99: 0, p999: 0, max: 0 };
type Cause = ReplayResult['differences']['causes'][number];
type Listed = FinishedReplay['evidence']['listed'][number];

export const quiet: ReplayResult = {
  engine: 'open',
  trace: 'no-such-trace.gz',
  target: 'toy',
  workers: 1,
  requests: 0,
  sessions: 0,
  writes: 0,
  fromKeys: 0,
  seconds: 0,
  offeredPerSecond: 0,
  achievedPerSecond: 0,
  sendLagMs: { p50: 0, p99: 0 },
  responseMs: zero,
  serviceMs: zero,
  waits: {},
  backPressure: { pendingMost: 0, heldBack: 0 },
  statusCounts: {},
  failures: {},
  unsent: 0,
  connections: 0,
  same: 0,
  comparison: 'full',
  namespace: null,
  retries: { sent: 0, refused: 0 },
  notCompared: [],
  differences: { explained: 0, unexplained: 0, groups: [], causes: [] },
  operations: [],
  timeRules: [],
  thresholds: [],
  voided: false,
  voidReason: null,
  stopped: false,
  ok: true,
};

const noEvidence: FinishedReplay['evidence'] = { listed: [], answers: new Map(), services: [] };
export const state = { call: 'faucet/B/thing', kind: 'value', field: '/state' } as const;
export const cause = (changes: Partial<Cause> = {}): Cause => ({
  ...state,
  n: 0,
  recorded: '"open"',
  live: '"closed"',
  alike: 1,
  followers: 0,
  ...changes,
});
export const listed = (changes: Partial<Listed> = {}): Listed => ({
  ...state,
  explanation: null,
  n: 0,
  recorded: '"open"',
  live: '"closed"',
  cause: 0,
  ...changes,
});

export const viewOf = async (
  changes: Partial<ReplayResult>,
  evidence: Partial<FinishedReplay['evidence']> = {},
) =>
  replayView(
    { result: { ...quiet, ...changes }, evidence: { ...noEvidence, ...evidence } },
    'orrery replay t.gz',
  );
export const withCauses = (causes: readonly Cause[]) => ({ ...quiet.differences, unexplained: causes.length, causes }); // prettier-ignore
