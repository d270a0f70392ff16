/** JSON Schemas of what the commands print with `--json` and of the manifest. Tested against real output. */
import { Type, type TSchema } from 'typebox';

const closed = { additionalProperties: false } as const;
const Count = Type.Integer({ minimum: 0 });
const Hex32 = Type.String({ pattern: '^[0-9a-f]{32}$' });
const Hex16 = Type.String({ pattern: '^[0-9a-f]{16}$' });
const Instant = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' });
const Profile = Type.Enum(['published', 'consistent']);

/** A schema with its title and the dialect it is written in. */
export const draft = (title: string, schema: TSchema): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title,
  ...schema,
});

const Expectation = Type.Object(
  {
    metric: Type.String(),
    threshold: Type.String(),
    value: Type.Union([Type.Number(), Type.Null()]),
    ok: Type.Boolean(),
  },
  closed,
);

const Finding = Type.Object(
  {
    kind: Type.String(),
    agent: Type.String(),
    behaviour: Type.String(),
    at: Instant,
    message: Type.String(),
  },
  closed,
);

export const runSchema = draft(
  'orrery run --json',
  Type.Object(
    {
      scenario: Type.String(),
      seed: Type.String(),
      profile: Profile,
      policyHash: Hex16,
      digest: Hex32,
      virtual: Type.Object({ start: Instant, end: Instant, seconds: Type.Number({ minimum: 0 }) }, closed),
      wallSeconds: Type.Number({ minimum: 0 }),
      agents: Count,
      events: Count,
      requests: Count,
      statusCounts: Type.Record(Type.String({ pattern: '^\\d{3}$' }), Count),
      ledger: Type.Object({ transfers: Count, driftMicros: Type.Integer() }, closed),
      expectations: Type.Array(Expectation),
      findings: Type.Array(Finding),
      ok: Type.Boolean(),
    },
    closed,
  ),
);

export const policiesSchema = draft(
  'orrery policies --json',
  Type.Object(
    {
      profile: Profile,
      policyHash: Hex16,
      policies: Type.Array(
        Type.Object(
          {
            name: Type.String(),
            value: Type.String(),
            default: Type.String(),
            question: Type.String(),
            gap: Type.String(),
            lines: Type.String(),
            options: Type.Union([Type.Literal('usdc'), Type.Record(Type.String(), Type.String())]),
          },
          closed,
        ),
      ),
      ok: Type.Boolean(),
    },
    closed,
  ),
);

export const serveSchema = draft(
  'orrery serve --json',
  Type.Object(
    {
      address: Type.String({ pattern: '^http://.+:\\d+$' }),
      clock: Type.String({ description: 'manual, real, or a factor such as 60x' }),
      start: Instant,
      seed: Type.String(),
      profile: Profile,
      policyHash: Hex16,
      ok: Type.Boolean(),
    },
    closed,
  ),
);

export const errorSchema = draft(
  'any command with --json that fails: one line on stderr',
  Type.Object(
    {
      error: Type.Object(
        {
          kind: Type.Enum(['call', 'file', 'machine', 'invariant', 'interrupted'], {
            description:
              'the call is wrong, an input file is, the machine refused, an invariant of Orrery broke, or a signal came',
          }),
          message: Type.String({ minLength: 1, description: 'one line' }),
          file: Type.Optional(Type.String({ description: 'of a mistake in a file' })),
          line: Type.Optional(Type.Integer({ minimum: 1 })),
          column: Type.Optional(Type.Integer({ minimum: 1 })),
          seed: Type.Optional(Type.String({ description: 'of a broken invariant in a run' })),
          event: Type.Optional(Count),
          command: Type.Optional(Type.String({ description: 'repeats it' })),
          stack: Type.Optional(Type.String()),
        },
        closed,
      ),
      exitCode: Type.Enum([2, 3, 130]),
      ok: Type.Literal(false),
    },
    closed,
  ),
);

const Text = Type.Union([Type.String(), Type.Null()]);
const Ratio = Type.String({ pattern: '^-?\\d+/\\d+$', description: 'a fraction in lowest terms' });
const Decimal = Type.String({ pattern: '^-?\\d+(\\.\\d+)?$' });

const AuditedBet = Type.Object(
  {
    game: Type.String(),
    bet: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
      description: 'parameters as the calls name them; of the picks of keno their number',
    }),
    strategy: Type.Enum(['single', 'best']),
    stated: Decimal,
    published: Type.Union([Ratio, Type.Null()], { description: 'the edge that the printed payouts imply' }),
    implemented: Ratio,
    return: Ratio,
    variance: Ratio,
    hitRate: Ratio,
    maxMultiplier: Type.Union([Decimal, Ratio]),
    volatilityIndex: Type.Number({ description: '1.65 standard deviations of one stake' }),
    finding: Text,
  },
  closed,
);

const ReplayedGame = Type.Object(
  {
    game: Type.String(),
    bet: Type.Record(Type.String(), Type.Unknown()),
    rounds: Count,
    mean: Type.Number(),
    low: Type.Number(),
    high: Type.Number(),
    verdict: Type.Enum(['consistent', 'contradicted', 'undecided']),
    roundsNeeded: Count,
  },
  closed,
);

const LogFinding = Type.Object(
  {
    code: Type.String(),
    game: Text,
    count: Type.Integer({ minimum: 1 }),
    line: Type.Integer({ minimum: 1 }),
    sentence: Type.String(),
  },
  closed,
);

const Amount = Type.String({ pattern: '^\\d+\\.\\d{2,6}$', description: 'USDC' });
const Growth = Type.Union([Type.Number(), Type.Null()], {
  description: 'expected logarithm of growth for each bet; null where all may be lost at once',
});
const Spread = Type.Object({ p5: Amount, p50: Amount, p95: Amount }, closed);
const Points = Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), {
  description: 'stake as a share of the own bankroll, growth for each bet',
});
const BetNames = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]));
const Share = Type.Number({ minimum: 0, maximum: 1 });

const Kelly = Type.Object(
  {
    columns: Type.Array(Type.String(), { description: 'of the rows of bets' }),
    curves: Type.Array(
      Type.Object({ game: Type.String(), bet: BetNames, house: Points, player: Points }, closed),
    ),
    paths: Count,
    betsPerYear: Count,
    years: Type.Array(
      Type.Object(
        {
          game: Type.String(),
          bet: BetNames,
          policy: Type.Enum(['odds', 'house', 'strict', 'none'], { description: 'of kelly.limit' }),
          bankroll: Amount,
          houseBankroll: Amount,
          firstStake: Amount,
          playerGrowth: Growth,
          houseGrowth: Growth,
          player: Spread,
          house: Spread,
          playerRuined: Share,
          houseClosed: Share,
          bets: Count,
        },
        closed,
      ),
    ),
    bets: Type.Array(Type.Array(Type.Union([Type.Number(), Type.Null()])), {
      description:
        'a row for each single bet: its place among bets, then stakes as shares of the bankroll of a side and the growth there; null where there is no bound',
    }),
  },
  { ...closed, description: 'growth of both bankrolls; not with --bets and --target' },
);

const LiveTarget = Type.Object(
  {
    name: Type.String(),
    requests: Count,
    budget: Amount,
    stakesSent: Type.Integer({ minimum: 0, description: 'requests with a stake that were sent' }),
    staked: Type.Unsafe({ ...Amount, description: 'the sum of all stakes sent; never above the budget' }),
    stakesConfirmed: Type.Integer({ minimum: 0, description: 'of those, answered with a settled bet' }),
    confirmed: Amount,
    returned: Amount,
    seeds: Type.Integer({ minimum: 0, description: 'server seeds that were bet under' }),
    refusals: Type.Array(Type.Object({ game: Type.String(), status: Count, reason: Type.String() }, closed), {
      description: 'games that took no bet',
    }),
    ended: Type.String({ description: 'why no more bets were placed' }),
  },
  { ...closed, description: 'with --target alone' },
);

export const auditSchema = draft(
  'orrery audit --json',
  Type.Object(
    {
      profile: Profile,
      bets: Type.Array(AuditedBet),
      kelly: Type.Optional(Kelly),
      mapping: Type.Optional(
        Type.Array(
          Type.Object(
            { game: Type.String(), outcomes: Count, differences: Type.Array(Type.String()) },
            closed,
          ),
          {
            description: 'with --prove; empty without',
          },
        ),
      ),
      replay: Type.Array(ReplayedGame),
      log: Type.Optional(
        Type.Object(
          { bets: Count, recomputed: Count, unrevealed: Count, findings: Type.Array(LogFinding) },
          { ...closed, description: 'with --bets and --target alone' },
        ),
      ),
      target: Type.Optional(LiveTarget),
      findings: Type.Array(Type.String()),
      ok: Type.Boolean(),
    },
    closed,
  ),
);

export const diffSchema = draft(
  'orrery diff --json',
  Type.Object(
    {
      digests: Type.Array(Hex32, { minItems: 2, maxItems: 2 }),
      setup: Type.Array(Type.String()),
      checkpoint: Type.Union([Count, Type.Null()]),
      difference: Type.Union([
        Type.Null(),
        Type.Object(
          {
            file: Type.Enum(['events.csv', 'ledger.csv']),
            event: Type.Union([Count, Type.Null()]),
            at: Type.String(),
            service: Type.String(),
            operation: Type.String(),
            field: Type.String(),
            a: Text,
            b: Text,
          },
          closed,
        ),
      ]),
      ok: Type.Boolean(),
    },
    closed,
  ),
);

const MetricNumber = Type.Union([Type.Number(), Type.Null()]);
const Side = Type.Object(
  {
    name: Type.String(),
    scenarios: Type.Array(Type.String()),
    seeds: Type.Array(Type.String()),
    profiles: Type.Array(Profile),
    policyHashes: Type.Array(Hex16),
    runs: Type.Integer({ minimum: 1, description: 'of runs with one digest one counts' }),
    repeated: Count,
  },
  closed,
);

export const compareSchema = draft(
  'orrery compare --json',
  Type.Object(
    {
      a: Side,
      b: Side,
      canTell: Type.Boolean(),
      noise: Type.String(),
      permutations: Count,
      metrics: Type.Array(
        Type.Object(
          {
            name: Type.String(),
            unit: Type.String(),
            a: MetricNumber,
            b: MetricNumber,
            difference: MetricNumber,
            change: MetricNumber,
            chance: Type.Union([Type.Number({ exclusiveMinimum: 0, maximum: 1 }), Type.Null()]),
            verdict: Type.Enum(['same', 'noise', 'more', 'unknown', 'absent']),
          },
          closed,
        ),
      ),
      limits: Type.Array(
        Type.Object(
          {
            limit: Type.String(),
            direction: Type.Enum(['above', 'below']),
            moved: MetricNumber,
            ok: Type.Boolean(),
            why: Type.String(),
          },
          closed,
        ),
      ),
      ok: Type.Boolean(),
    },
    closed,
  ),
);

export const metricsSchema = draft(
  'metrics.json of a report folder',
  Type.Object(
    {
      scenario: Type.String(),
      seed: Type.String(),
      profile: Profile,
      policyHash: Hex16,
      digest: Hex32,
      metrics: Type.Array(
        Type.Object({ name: Type.String(), unit: Type.String(), value: Type.Number() }, closed),
      ),
    },
    closed,
  ),
);

const Milliseconds = Type.Number({ minimum: 0 });
const Percentiles = Type.Object(
  { p50: Milliseconds, p90: Milliseconds, p99: Milliseconds, p999: Milliseconds, max: Milliseconds },
  { ...closed, description: 'milliseconds' },
);
const Waits = Type.Object({ count: Count, p99Ms: Milliseconds }, closed);

export const replaySchema = draft(
  'orrery replay --json',
  Type.Object(
    {
      engine: Type.Enum(['open', 'autocannon', 'k6']),
      trace: Type.String(),
      target: Type.String(),
      workers: Type.Integer({ minimum: 1 }),
      requests: Count,
      sessions: Count,
      writes: Count,
      seconds: Type.Number({ minimum: 0 }),
      offeredPerSecond: Type.Number({ minimum: 0 }),
      achievedPerSecond: Type.Number({ minimum: 0 }),
      sendLagMs: Type.Object({ p50: Milliseconds, p99: Milliseconds }, closed),
      responseMs: Percentiles,
      serviceMs: Percentiles,
      waits: Type.Record(Type.String(), Waits, {
        description: 'requests that left later than due, by what they waited for',
      }),
      backPressure: Type.Object(
        { pendingMost: Count, heldBack: Count },
        {
          ...closed,
          description: 'requests that waited at one time, and how often the schedule stood still',
        },
      ),
      statusCounts: Type.Record(Type.String({ pattern: '^\\d{3}$' }), Count),
      failures: Type.Record(Type.String(), Count, { description: 'requests without an answer, by reason' }),
      unsent: Count,
      connections: Count,
      same: Count,
      differences: Type.Object(
        {
          explained: Count,
          unexplained: Count,
          groups: Type.Array(
            Type.Object(
              {
                call: Type.String(),
                kind: Type.String(),
                field: Type.String(),
                explanation: Type.Union([
                  Type.Enum(['time', 'noise', 'fault', 'secret', 'protocol']),
                  Type.Null(),
                ]),
                count: Type.Integer({ minimum: 1 }),
                n: Count,
                recorded: Type.String(),
                live: Type.String(),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
      thresholds: Type.Array(Expectation, {
        description: 'the expectations of the scenario that a live target can be held to',
      }),
      voided: Type.Boolean(),
      voidReason: Type.Union([Type.String(), Type.Null()]),
      stopped: Type.Boolean(),
      ok: Type.Boolean(),
    },
    closed,
  ),
);

const Nullable = (schema: TSchema): TSchema => Type.Union([schema, Type.Null()]);
const Seconds = Type.Number({ minimum: 0 });

const ConformGroup = Type.Object(
  {
    call: Type.String({ description: 'service/style/operation; empty for a path that leads nowhere' }),
    kind: Type.String(),
    field: Type.String(),
    explanation: Nullable(Type.Enum(['time', 'noise', 'fault', 'secret', 'protocol'])),
    count: Type.Integer({ minimum: 1 }),
    run: Type.String(),
    n: Count,
    model: Type.String(),
    target: Type.String(),
    cause: Type.Union([Count, Type.Null()], {
      description: 'position in causes; null where it is explained or was not looked into',
    }),
  },
  closed,
);

/** What a difference may be about. */
const subjects = [
  'header',
  'limit',
  'order of checks',
  'refusal',
  'acceptance',
  'status',
  'code',
  'schema',
  'amount',
  'time',
  'identity',
  'state',
  'no answer',
];

const ConformCause = Type.Object(
  {
    subject: Type.Enum(subjects),
    about: Type.String(),
    call: Type.String(),
    kind: Type.String(),
    field: Type.String(),
    model: Type.String(),
    target: Type.String(),
    readings: Type.Array(Type.Object({ policy: Type.String(), value: Type.String() }, closed), {
      description: 'policies under which the model answers as the target did',
    }),
    differences: Count,
    followers: Count,
    requests: Count,
    tries: Count,
    scenario: Nullable(
      Type.Object(
        {},
        { description: 'the smallest sequence as a scenario; null where it could not be repeated' },
      ),
    ),
  },
  closed,
);

export const conformSchema = draft(
  'orrery conform --json',
  Type.Object(
    {
      target: Type.String(),
      clock: Type.Enum(['sandbox', 'running']),
      seed: Type.String(),
      policyHash: Type.Object({ model: Hex16, target: Nullable(Type.String()) }, closed),
      runs: Count,
      agents: Count,
      requests: Count,
      sent: Type.Integer({ minimum: 0, description: 'with what was repeated to make sequences small' }),
      calls: Count,
      statusCounts: Type.Record(Type.String(), Count),
      same: Count,
      differences: Type.Object(
        { explained: Count, unexplained: Count, groups: Type.Array(ConformGroup) },
        closed,
      ),
      causes: Type.Array(ConformCause),
      timeRules: Type.Array(
        Type.Object(
          { rule: Type.String(), after: Type.String(), tested: Type.Boolean(), why: Nullable(Type.String()) },
          closed,
        ),
      ),
      findings: Type.Array(Type.String(), {
        description: 'what behaviours could not cope with, and checks of theirs that did not hold',
      }),
      seconds: Seconds,
      stopped: Nullable(Type.String()),
      ok: Type.Boolean(),
    },
    closed,
  ),
);

const Interval = Type.Union([
  Type.Object({ mean: Type.Number(), low: Type.Number(), high: Type.Number() }, closed),
  Type.Null(),
]);
const Factor = Type.Union([Type.Number({ minimum: 0 }), Type.Null()]);

/** `--json`, and `bench.json` of `--out`; `--baseline` takes either. */
export const benchSchema = draft(
  'orrery bench --json',
  Type.Object(
    {
      target: Type.String(),
      path: Text,
      mix: Type.Union([
        Type.Object(
          {
            source: Type.String(),
            reads: Type.Integer({ minimum: 1, description: 'different reads' }),
            coveredShare: Type.Number({
              minimum: 0,
              maximum: 1,
              description: 'the share of all requests of the source that the mix stands for',
            }),
          },
          closed,
        ),
        Type.Null(),
      ]),
      shape: Type.Enum(['saturation', 'constant', 'closed']),
      steps: Type.Array(
        Type.Object(
          {
            offeredPerSecond: Type.Number({ exclusiveMinimum: 0 }),
            achievedPerSecond: Type.Number({ minimum: 0 }),
            responseMs: Percentiles,
            failed: Count,
            sendLagP99Ms: Milliseconds,
            voidReason: Text,
            holds: Type.Boolean(),
          },
          closed,
        ),
      ),
      highestPerSecond: Type.Union([Type.Number(), Type.Null()]),
      perSecond: Interval,
      p99Ms: Interval,
      limitedBy: Type.Enum(['target', 'generator', 'rate', 'stop']),
      baseline: Type.Union([
        Type.Object(
          {
            file: Type.String(),
            perSecondRatio: Factor,
            p99Ratio: Factor,
            worse: Type.Array(Type.String(), { description: 'what is worse, in words' }),
          },
          closed,
        ),
        Type.Null(),
      ]),
      ok: Type.Boolean(),
    },
    closed,
  ),
);

export const harSchema = draft(
  'orrery har --json',
  Type.Object(
    {
      from: Type.String(),
      to: Type.String(),
      requests: Type.Optional(Count),
      leftOut: Type.Optional(Type.Record(Type.String(), Count, { description: 'entries by reason' })),
      ok: Type.Literal(true),
    },
    closed,
  ),
);

/** What `replay --dry-run` would do. */
export const dryRunSchema = draft(
  'orrery replay --dry-run --json',
  Type.Object(
    {
      requests: Count,
      preparing: Count,
      sessions: Count,
      writes: Count,
      hosts: Type.Array(Type.String()),
      services: Type.Array(Type.String()),
      lastAtMs: Count,
      durationMs: Type.Number({
        minimum: 0,
        description: 'on the wall clock; 0 where everything goes as soon as possible',
      }),
      ok: Type.Literal(true),
    },
    closed,
  ),
);

export const manifestSchema = draft(
  'manifest.json of a report folder',
  Type.Object(
    {
      orrery: Type.String(),
      scenario: Type.String(),
      seed: Type.String(),
      profile: Profile,
      policyHash: Hex16,
      digest: Hex32,
      command: Type.String(),
      configuration: Type.Record(Type.String(), Type.Unknown()),
      policies: Type.Record(Type.String(), Type.String()),
      checkpoints: Type.Array(Type.Object({ event: Count, digest: Hex32 }, closed)),
      files: Type.Record(Type.String(), Type.String({ pattern: '^[0-9a-f]{64}$' })),
    },
    closed,
  ),
);

const Reached = Type.Object(
  {
    reached: Count,
    total: Count,
    missing: Type.Array(Type.String(), { description: 'what was never reached' }),
  },
  closed,
);

export const checkSchema = draft(
  'orrery check --json',
  Type.Object(
    {
      seed: Type.String(),
      runs: Count,
      operations: Count,
      findings: Type.Array(
        Type.Object(
          { property: Type.String(), message: Type.String(), scenario: Type.String(), operations: Count },
          closed,
        ),
      ),
      coverage: Type.Object(
        { operations: Reached, refusals: Reached, states: Reached, policies: Reached },
        closed,
      ),
      belowFloor: Type.Array(Type.String()),
      stopped: Type.Boolean({ description: 'true where a signal ended it before its budget was spent' }),
      twice: Type.Object(
        {
          runs: Count,
          diverged: Type.Array(Count),
          finished: Type.Boolean({
            description: 'false where the second process broke off; all of its runs count as diverged then',
          }),
        },
        closed,
      ),
      cpuSeconds: Type.Number({ minimum: 0 }),
      ok: Type.Boolean(),
    },
    closed,
  ),
);
