/** A run as large and as uneven as a real one: a month of a thousand agents with faults, made from one seed. */
import { dayMs, formatInstant, hourMs, minuteMs, parseInstant } from '../../src/core/base/time.ts';
import type {
  AgentResult,
  FaultResult,
  FlowResult,
  LimitResult,
  NotableResult,
  OperationResult,
  PendingResult,
  RunResult,
  RunSummary,
  SequenceStep,
  Series,
  Timeline,
} from '../../src/simulation/scenario/result.ts';

/** Rises evenly to `last`. */
const level = (count: number, last: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.round((last * (index + 1)) / count));

const startMs = parseInstant('2026-01-01T00:00:00Z') ?? 0;

/** Uniform numbers below 1 from one seed (mulberry32). */
export function uniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const behaviours = [
  'escrow-buyer',
  'faucet-daily',
  'escrow-seller',
  'referrer',
  'limit-prober',
  'idle',
  'disputer',
];
const weights = [0.34, 0.26, 0.16, 0.1, 0.06, 0.05, 0.03];

function pickBehaviour(draw: number): string {
  let rest = draw;
  for (const [index, weight] of weights.entries()) {
    rest -= weight;
    if (rest < 0) return behaviours[index] ?? '';
  }
  return 'idle';
}

export function fixtureAgents(count: number, random = uniform(11)): AgentResult[] {
  return Array.from({ length: count }, (_, index) => {
    const behaviour = pickBehaviour(random());
    const requests = Math.floor(40 + random() * 400 + (behaviour === 'limit-prober' ? 4_000 : 0));
    const limited = behaviour === 'limit-prober' ? Math.floor(requests * 0.3) : 0;
    const refused = Math.floor(requests * 0.05 * random());
    const timeouts = Math.floor(requests * 0.002 * random());
    const failed = index % 5;
    const isRegistered = index % 97 !== 0;
    const earned = behaviour === 'escrow-seller' ? 60 + random() * 200 : random() * 70;
    return {
      name: `${behaviour}-${index + 1}`,
      behaviour,
      agentId: isRegistered
        ? `agt_${Math.floor(random() * 0xffff_ffff_ffff)
            .toString(16)
            .padStart(12, '0')}`
        : '',
      tier: index % 20 === 0 ? 'pro' : 'free',
      requests,
      ok: requests - refused - limited - failed - timeouts,
      refused,
      limited,
      failed,
      timeouts,
      balanceMicros: isRegistered ? Math.floor(earned * 1_000_000) : 0,
      heldMicros: behaviour === 'escrow-buyer' ? Math.floor(random() * 5_000_000) : 0,
    };
  });
}

export const fixtureFaults: readonly FaultResult[] = [
  {
    kind: 'outage',
    service: 'escrow',
    startMs: startMs + 3 * dayMs,
    endMs: startMs + 3 * dayMs + 14 * hourMs,
    detail: 'every request answered 503',
  },
  {
    kind: 'slow',
    service: 'faucet',
    startMs: startMs + 9 * dayMs,
    endMs: startMs + 11 * dayMs,
    detail: 'median 800ms, p99 4s',
  },
  {
    kind: 'error',
    service: 'escrow',
    startMs: startMs + 17 * dayMs,
    endMs: startMs + 18 * dayMs,
    detail: '20% answered 500 after the effect',
  },
  {
    kind: 'outage',
    service: 'faucet',
    startMs: startMs + 17.4 * dayMs,
    endMs: startMs + 17.4 * dayMs + 10 * minuteMs,
    detail: 'every request answered 503',
  },
  {
    kind: 'clock-step',
    service: 'escrow',
    startMs: startMs + 29.5 * dayMs,
    endMs: startMs + 29.5 * dayMs,
    detail: 'clock stepped by 2s',
  },
];

const isDuring = (atMs: number, service: string, kind: string): boolean =>
  fixtureFaults.some(
    (fault) =>
      fault.service === service && fault.kind === kind && atMs >= fault.startMs && atMs < fault.endMs,
  );

/** Traffic with a daily rhythm; refusals follow the faults. */
function traffic(
  bucketCount: number,
  bucketMs: number,
  random: () => number,
): { requests: Series; refusals: Series } {
  const requests: Record<string, number[]> = { ok: [], refused: [], limited: [], failed: [], timeout: [] };
  const codes = [
    'BAD_REQUEST',
    'CONFLICT',
    'FAUCET_CLAIMED',
    'FORBIDDEN',
    'INSUFFICIENT_BALANCE',
    'INTERNAL_ERROR',
    'NOT_FOUND',
    'RATE_LIMIT',
    'SERVICE_UNAVAILABLE',
  ];
  const refusals: Record<string, number[]> = Object.fromEntries(codes.map((code) => [code, []]));
  for (let bucket = 0; bucket < bucketCount; bucket++) {
    const atMs = startMs + bucket * bucketMs;
    const hour = Math.floor((atMs % dayMs) / hourMs);
    const base = Math.floor((500 + 60 * Math.abs(12 - Math.abs(hour - 14))) * (0.85 + 0.3 * random()));
    const count = (share: number): number => Math.floor(base * share * (0.6 + 0.8 * random()));
    const row: Record<string, number> = {
      BAD_REQUEST: count(0.002),
      CONFLICT: count(0.012),
      FAUCET_CLAIMED: count(0.02),
      FORBIDDEN: count(0.004),
      INSUFFICIENT_BALANCE: count(0.015),
      NOT_FOUND: count(0.003),
      RATE_LIMIT: count(hour === 14 ? 0.25 : 0.03),
      INTERNAL_ERROR: isDuring(atMs, 'escrow', 'error') ? count(0.1) : 0,
      SERVICE_UNAVAILABLE: isDuring(atMs, 'escrow', 'outage') ? count(0.55) : 0,
    };
    for (const code of codes) refusals[code]?.push(row[code] ?? 0);
    const limited = row['RATE_LIMIT'] ?? 0;
    const failed = (row['INTERNAL_ERROR'] ?? 0) + (row['SERVICE_UNAVAILABLE'] ?? 0);
    const refused = Object.values(row).reduce((total, value) => total + value, 0) - limited - failed;
    const timeout = isDuring(atMs, 'faucet', 'slow') ? count(0.06) : 0;
    for (const [name, value] of Object.entries({ ok: base, refused, limited, failed, timeout }))
      requests[name]?.push(value);
  }
  return { requests, refusals };
}

function escrowSeries(bucketCount: number, random: () => number): Series {
  const series: Record<string, number[]> = {
    locked: [],
    disputed: [],
    released: [],
    refunded: [],
    expired: [],
    ruled: [],
  };
  const totals = { released: 0, refunded: 0, expired: 0, ruled: 0 };
  for (let bucket = 0; bucket < bucketCount; bucket++) {
    totals.released += Math.floor(8 + 14 * random());
    totals.refunded += Math.floor(2 + 4 * random());
    if (bucket > 12) totals.expired += Math.floor(3 + 7 * random());
    if (bucket > 24) totals.ruled += Math.floor(2 * random());
    series['locked']?.push(Math.floor(Math.min(bucket * 22, 260) + 60 * random()));
    series['disputed']?.push(Math.floor(Math.min(bucket, 24) + 8 * random()));
    for (const [name, value] of Object.entries(totals)) series[name]?.push(value);
  }
  return series;
}

function moneySeries(bucketCount: number, random: () => number): Series {
  const series: Record<string, number[]> = {
    pool: [],
    agents: [],
    escrow: [],
    fees: [],
    referral: [],
    external: [],
  };
  let [pool, fees, referral] = [1_000_000_000_000, 0, 0];
  for (let bucket = 0; bucket < bucketCount; bucket++) {
    pool -= Math.floor((bucket < 30 ? 320 : 90 + 60 * random()) * 1_000_000);
    fees += Math.floor(6_000_000 * random());
    referral = bucket % 12 === 0 ? 0 : referral + Math.floor(2_500_000 * random());
    const escrow = Math.floor(Math.min(bucket * 60, 3_600) * (0.8 + 0.2 * random()) * 1_000_000);
    series['pool']?.push(pool);
    series['fees']?.push(fees);
    series['referral']?.push(referral);
    series['escrow']?.push(escrow);
    series['external']?.push(-1_000_000_000_000);
    series['agents']?.push(1_000_000_000_000 - pool - fees - referral - escrow);
  }
  return series;
}

function fixtureTimeline(bucketCount: number, agents: number, random: () => number): Timeline {
  const bucketMs = (30 * dayMs) / bucketCount;
  return {
    startMs,
    bucketMs,
    bucketCount,
    ...traffic(bucketCount, bucketMs, random),
    escrows: escrowSeries(bucketCount, random),
    orders: { open: level(bucketCount, 3), filled: level(bucketCount, 40), cancelled: level(bucketCount, 9) },
    contests: { 'open tournaments': level(bucketCount, 1), 'tournaments finished': level(bucketCount, 4) },
    returns: {
      dice: level(bucketCount, 99).map((value, index) => (index === 0 ? NaN : 98 + value / 99)),
      keno: level(bucketCount, 0).map(() => NaN),
    },
    money: moneySeries(bucketCount, random),
    registered: Array.from({ length: bucketCount }, (_, bucket) =>
      Math.min(agents, Math.floor((bucket * agents) / 30)),
    ),
  };
}

const operation = (
  path: string,
  requests: number,
  refusals: Record<string, number>,
  latency: [number, number, number],
): OperationResult => {
  const [service = '', style = '', name = ''] = path.split('/');
  const refused = Object.values(refusals).reduce((total, value) => total + value, 0);
  const [med, p99, max] = latency;
  return {
    service,
    style,
    operation: name,
    requests,
    ok: requests - refused,
    refusals,
    latencyMs: { med, p99, max },
  };
};

const fixtureOperations: readonly OperationResult[] = [
  operation('faucet/A/register', 512, { RATE_LIMIT: 11 }, [40, 380, 912]),
  operation(
    'faucet/A/claim',
    9_102,
    { FAUCET_CLAIMED: 2_410, RATE_LIMIT: 201, SERVICE_UNAVAILABLE: 12 },
    [41, 3_912, 9_120],
  ),
  operation('faucet/B/register', 488, { RATE_LIMIT: 4 }, [40, 402, 866]),
  operation('faucet/B/claim', 13_820, { FAUCET_CLAIMED: 3_100, RATE_LIMIT: 410 }, [42, 3_804, 9_991]),
  operation(
    'escrow/A/create',
    31_204,
    {
      BAD_REQUEST: 210,
      INSUFFICIENT_BALANCE: 3_101,
      RATE_LIMIT: 8_110,
      SERVICE_UNAVAILABLE: 1_620,
      INTERNAL_ERROR: 301,
    },
    [40, 401, 1_830],
  ),
  operation(
    'escrow/A/release',
    14_870,
    { CONFLICT: 2_204, FORBIDDEN: 610, NOT_FOUND: 188, SERVICE_UNAVAILABLE: 802 },
    [39, 399, 1_402],
  ),
  operation('escrow/A/list', 88_120, { RATE_LIMIT: 6_204, SERVICE_UNAVAILABLE: 2_101 }, [40, 398, 2_004]),
  operation(
    'escrow/B/create',
    22_870,
    { INSUFFICIENT_BALANCE: 1_804, RATE_LIMIT: 3_991, SERVICE_UNAVAILABLE: 1_104 },
    [40, 400, 1_710],
  ),
  operation('escrow/B/dispute', 1_204, { CONFLICT: 104, FORBIDDEN: 81 }, [38, 377, 804]),
];

const fixtureLimits: readonly LimitResult[] = [
  {
    tier: 'free',
    service: 'faucet',
    style: 'A',
    admitted: 9_410,
    refused: 212,
    windows: { '50/10s': 12, '100/1m': 200 },
  },
  {
    tier: 'free',
    service: 'faucet',
    style: 'B',
    admitted: 13_890,
    refused: 414,
    windows: { '10/10s': 340, '10/1m': 70, '1/1d': 4 },
  },
  {
    tier: 'free',
    service: 'escrow',
    style: 'A',
    admitted: 118_410,
    refused: 14_314,
    windows: { '50/10s': 9_804, '100/1m': 4_500, '10000/1d': 10 },
  },
  {
    tier: 'free',
    service: 'escrow',
    style: 'B',
    admitted: 19_983,
    refused: 3_991,
    windows: { '60/1m': 2_904, '80/10s': 187, '100/1d': 900 },
  },
  { tier: 'pro', service: 'escrow', style: 'A', admitted: 6_204, refused: 0, windows: {} },
  { tier: 'no key', service: 'faucet', style: 'A', admitted: 512, refused: 11, windows: { '10/1m': 11 } },
];

const flow = (from: string, to: string, kind: string, transfers: number, usdc: number): FlowResult => ({
  from,
  to,
  kind,
  transfers,
  micros: Math.round(usdc * 1_000_000),
});

/** With money that goes round: agents to agents, agents to fees to referral and back to agents. */
export const fixtureFlows: readonly FlowResult[] = [
  flow('external', 'pool', 'genesis', 1, 1_000_000),
  flow('pool', 'agents', 'faucet-welcome', 488, 4_880),
  flow('pool', 'agents', 'faucet-claim', 14_910, 29_820),
  flow('agents', 'agents', 'escrow-net', 6_204, 18_411.205_31),
  flow('agents', 'fees', 'escrow-fee', 6_204, 185.971_77),
  flow('fees', 'referral', 'referral-accrual', 1_820, 27.895_77),
  flow('referral', 'agents', 'referral-payout', 611, 26.102_4),
];

const totalOf = (series: Series, name: string): number =>
  (series[name] ?? []).reduce((total, value) => total + value, 0);

function fixtureSummary(timeline: Timeline, agents: number): RunSummary {
  const of = (name: string): number => totalOf(timeline.requests, name);
  const reached = of('ok') + of('refused') + of('limited') + of('failed') + of('timeout');
  return {
    scenario: 'first-month',
    seed: '7',
    profile: 'published',
    policyHash: '5b1f0a9c3d2e4f60',
    digest: '9f3ac02e77b14d5580a1c6de41b2f7039c5e8d10aa43bb6712ef9004cd8815f2',
    virtual: { start: '2026-01-01T00:00:00.000Z', end: '2026-01-31T00:00:00.000Z', seconds: 30 * 86_400 },
    wallSeconds: 1.84,
    agents,
    events: reached * 3 + 18_230,
    requests: reached,
    statusCounts: {
      '200': of('ok') + of('timeout'),
      '400': of('refused'),
      '429': of('limited'),
      '503': of('failed'),
    },
    ledger: { transfers: 36_442, driftMicros: 0 },
    expectations: [
      { metric: 'escrow_expired_total', threshold: 'value>0', value: 1_904, ok: true },
      { metric: 'ledger_drift_micros', threshold: 'value==0', value: 0, ok: true },
      { metric: 'http_req_failed', threshold: 'rate<0.05', value: 0.132_874_5, ok: false },
      { metric: 'http_req_duration{service:escrow}', threshold: 'p(99)<500', value: 401.22, ok: true },
      { metric: 'rate_window_excess', threshold: 'value==0', value: 0, ok: true },
      { metric: 'checks{check:refund is whole}', threshold: 'rate==1', value: 1, ok: true },
      { metric: 'casino_rounds_total', threshold: 'value>0', value: null, ok: false },
    ],
    findings: [
      {
        kind: 'check',
        agent: 'disputer-204',
        behaviour: 'disputer',
        at: formatInstant(startMs + 17.2 * dayMs),
        message: 'released an escrow that was in dispute: expected 409 CONFLICT, got 200',
      },
      {
        kind: 'error',
        agent: 'escrow-buyer-31',
        behaviour: 'escrow-buyer',
        at: formatInstant(startMs + 17.6 * dayMs),
        message:
          "TypeError: Cannot read properties of undefined (reading 'escrow_id')\n    at buyOnce (agents/escrow-buyer.ts:41:22)\n    at run (agents/escrow-buyer.ts:18:5)",
      },
    ],
    ok: false,
  };
}

const fixturePending: readonly PendingResult[] = [
  {
    service: 'escrow',
    reason: 'escrow locked until its expiry',
    isExplained: true,
    transfers: 412,
    micros: 401_500_000,
    firstUntilMs: startMs + 30 * dayMs + 60_000,
    lastUntilMs: startMs + 33 * dayMs,
  },
  {
    service: 'trading',
    reason: 'order resting until its price comes',
    isExplained: true,
    transfers: 7,
    micros: 14_000_000,
    firstUntilMs: null,
    lastUntilMs: null,
  },
];

export const fixtureSequence: readonly SequenceStep[] = [
  {
    atMs: startMs,
    agent: 'alice',
    service: 'faucet',
    operation: 'faucet/B/register',
    call: 'POST /faucet/register',
    sent: '{"agent_id":"alice"}',
    status: 201,
    code: '',
    answer: '{"agent_id":"alice","balance":10}',
  },
  {
    atMs: startMs + hourMs,
    agent: 'bob',
    service: 'escrow',
    operation: 'escrow/A/release',
    call: 'POST /escrow/api/v1/escrow/release',
    sent: '',
    status: 403,
    code: 'FORBIDDEN',
    answer: '{"error":"FORBIDDEN"}',
  },
];

/** Of 500 kinds of answers 40 events each, if no other count is given, and of ten kinds of what falls due. */
export function fixtureNotable(agents: number, eachKind = 40): NotableResult {
  const statuses = [200, 201, 400, 404, 429, 503];
  const kinds = Array.from({ length: 510 }, (_, index) => ({
    service: ['faucet', 'escrow', 'trading', 'domains', 'wallet', 'casino'][index % 6] ?? '',
    style: index < 500 ? ['A', 'B'][index % 2]! : '',
    operation: `operation-${index}`,
    method: index < 500 ? 'GET' : '',
    template: index < 500 ? `/service-${index % 6}/api/v1/things/:id/part-${index}` : '',
    status: index < 500 ? (statuses[index % 6] ?? 200) : 0,
    code: index < 500 && index % 6 > 1 ? `CODE_${index % 6}` : '',
    total: 1_000 + index,
  }));
  const length = 510 * eachKind;
  const events = Array.from({ length }, (_, index) => {
    const kind = index % 510;
    return {
      kind,
      event: kind < 500 ? index * 31 + 1 : 0,
      atMs: startMs + Math.floor((index * 30 * dayMs) / length),
      agent: kind < 500 && agents > 0 ? (index * 7) % agents : -1,
      path: kind < 500 ? `/service-${kind % 6}/api/v1/things/thing_${index}/part-${kind}` : '',
      amountMicros: kind < 500 ? 0 : 1_234_500_000,
    };
  });
  return { kinds, events };
}

/** A full run: `agents` of them over 30 days, with faults, refusals, two findings and two failed expectations. */
export function fixtureRun(
  options: { agents?: number; buckets?: number; eventsEach?: number } = {},
): RunResult {
  const { agents = 1_000, buckets = 360, eventsEach } = options;
  const timeline = fixtureTimeline(buckets, agents, uniform(7));
  return {
    summary: fixtureSummary(timeline, agents),
    about:
      'A month of faucet claims and escrows, with an outage, a slow faucet and an error that strikes after the effect.',
    command: 'npx orrery run scenarios/first-month.yaml --seed 7 --set limits.burst=x3',
    policies: [
      { name: 'errors.order', value: 'limiter-first', isDefault: true },
      { name: 'errors.faucetClaimedStatus', value: '409', isDefault: true },
      { name: 'limits.burst', value: 'x3', isDefault: false },
      { name: 'faucet.pool', value: '1000000', isDefault: true },
      { name: 'escrow.arbiter', value: 'seeded', isDefault: false },
      { name: 'escrow.expiryState', value: 'expired', isDefault: true },
    ],
    faults: fixtureFaults,
    timeline,
    operations: fixtureOperations,
    limits: fixtureLimits,
    agents: fixtureAgents(agents),
    flows: fixtureFlows,
    pending: fixturePending,
    notable: fixtureNotable(agents, eventsEach),
    sequences: [fixtureSequence],
    checks: [
      { name: 'refund is whole', passed: 1_904, failed: 0 },
      { name: 'balance never negative', passed: 88_120, failed: 0 },
      { name: 'disputed escrow stays shut', passed: 103, failed: 1 },
    ],
    metrics: [
      { name: 'http_reqs', unit: 'requests', value: 99_343 },
      { name: 'http_req_duration{p(99)}', unit: 'ms', value: 417 },
    ],
    checkpoints: [
      { event: 100_000, digest: '77aa01' },
      { event: 200_000, digest: '9f3ac0' },
    ],
  };
}

/** A run in which nothing happened. */
export function emptyRun(): RunResult {
  const full = fixtureRun({ agents: 0, buckets: 10 });
  const none = {
    requests: {},
    refusals: {},
    escrows: {},
    orders: {},
    contests: {},
    returns: {},
    money: {},
    registered: [],
  };
  return {
    ...full,
    summary: {
      ...full.summary,
      agents: 0,
      events: 0,
      requests: 0,
      statusCounts: {},
      expectations: [],
      findings: [],
      wallSeconds: 0,
      ledger: { transfers: 0, driftMicros: 0 },
      ok: true,
    },
    policies: [],
    faults: [],
    timeline: { ...full.timeline, ...none },
    operations: [],
    limits: [],
    agents: [],
    flows: [],
    pending: [],
    notable: { kinds: [], events: [] },
    sequences: [],
    checks: [],
    metrics: [],
    checkpoints: [],
  };
}

/** Text that tries to break out of wherever it is put. */
export const hostileText = `</script><img src=x onerror="alert('1')"><!--<script>]]>&amp;`;

/** A run in which everything that an agent or an author may name is hostile. */
export function hostileRun(text = hostileText): RunResult {
  const full = fixtureRun({ agents: 20, buckets: 20 });
  return {
    ...full,
    about: text,
    command: text,
    summary: {
      ...full.summary,
      scenario: text,
      seed: text,
      expectations: [{ metric: text, threshold: text, value: 1, ok: false }],
      findings: [{ kind: text, agent: text, behaviour: text, at: text, message: text }],
    },
    policies: [
      { name: text, value: text, isDefault: false },
      { name: text, value: text, isDefault: true },
    ],
    faults: full.faults.map((fault) => ({ ...fault, kind: text, service: text, detail: text })),
    timeline: {
      ...full.timeline,
      refusals: { [text]: full.timeline.refusals['RATE_LIMIT'] ?? [] },
      escrows: {
        locked: full.timeline.escrows['locked'] ?? [],
        [text]: full.timeline.escrows['expired'] ?? [],
      },
      money: { pool: full.timeline.money['pool'] ?? [], [text]: full.timeline.money['agents'] ?? [] },
    },
    operations: [
      { ...operation('a/b/c', 10, { [text]: 2 }, [1, 2, 3]), service: text, style: text, operation: text },
    ],
    limits: [{ tier: text, service: text, style: text, admitted: 1, refused: 1, windows: { [text]: 1 } }],
    agents: full.agents.map((agent) => ({
      ...agent,
      name: text,
      behaviour: text,
      agentId: text,
      tier: text,
    })),
    flows: [{ from: text, to: text, kind: text, transfers: 1, micros: 1_000_000 }],
    pending: full.pending.map((row) => ({ ...row, service: text, reason: text })),
    sequences: [
      fixtureSequence.map((step) => ({
        ...step,
        agent: text,
        service: text,
        call: text,
        sent: text,
        code: text,
        answer: text,
      })),
    ],
    notable: {
      kinds: [
        {
          service: text,
          style: text,
          operation: text,
          method: text,
          template: '',
          status: 500,
          code: text,
          total: 2,
        },
        {
          service: text,
          style: '',
          operation: text,
          method: '',
          template: '',
          status: 0,
          code: '',
          total: 1,
        },
      ],
      events: [
        { kind: 0, event: 1, atMs: startMs, agent: 3, path: `/${text}\n${text}`, amountMicros: 0 },
        { kind: 1, event: 0, atMs: startMs, agent: -1, path: '', amountMicros: 5 },
        { kind: 0, event: 2, atMs: startMs + 1, agent: 7_000_000, path: text, amountMicros: 0 },
      ],
    },
    checks: [{ name: text, passed: 1, failed: 1 }],
    checkpoints: [{ event: 1, digest: text }],
  };
}
