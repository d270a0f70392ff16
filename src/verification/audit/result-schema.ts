/** The result of `orrery audit --json`: its schema, and the types that follow. */
import { Type, type Static } from 'typebox';
import { closed, Count, nullable } from '../../core/base/schema-parts.ts';
import type { Written } from '../../core/base/written.ts';
import { profiles } from '../../core/base/profile.ts';

const Ratio = Type.String({ pattern: '^-?\\d+/\\d+$', description: 'a fraction in lowest terms' });
const Decimal = Type.String({ pattern: '^-?\\d+(\\.\\d+)?$' });
const TextOrNull = nullable(Type.String());
const betFields = Type.Union([Type.String(), Type.Number()]);

/** A bet under one exact reading: fractions as reduced text, the stated edge as printed. */
const BetSchema = Type.Object(
  {
    game: Type.String(),
    bet: Type.Record(Type.String(), betFields, {
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
    finding: TextOrNull,
  },
  closed,
);

const ReplayedGameSchema = Type.Object(
  {
    game: Type.String(),
    bet: Type.Record(Type.String(), Type.Unknown()),
    rounds: Count,
    mean: Type.Number(),
    low: Type.Number(),
    high: Type.Number(),
    verdict: Type.Enum(['consistent', 'contradicted', 'undecided']),
    roundsNeeded: Count,
    claimed: Type.Number({ description: 'the exact return that is tested' }),
    level: Type.Number({
      description: 'returns outside of low to high are ruled out at this level, at every look',
    }),
    tolerance: Type.Number({ description: 'consistent: the bounds are within this of the claim' }),
    sentence: Type.String({ description: 'the verdict in words' }),
  },
  closed,
);

/** Evidence against a house: the code, the game, how often it occurs, and where first. */
const LogFindingSchema = Type.Object(
  {
    code: Type.String(),
    game: TextOrNull,
    count: Type.Integer({ minimum: 1 }),
    // The first row concerned, from 1.
    line: Type.Integer({ minimum: 1 }),
    // The number of that bet in the log, from 1; not where a house was audited live.
    bet: Type.Optional(Type.Integer({ minimum: 1 })),
    // The first rows concerned, at most ten.
    lines: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }))),
    sentence: Type.String(),
  },
  closed,
);

const Amount = Type.String({ pattern: '^\\d+\\.\\d{2,6}$', description: 'USDC' });
const Growth = Type.Union([Type.Number(), Type.Null()], {
  description: 'expected logarithm of growth for each bet; null where all may be lost at once',
});
const SpreadSchema = Type.Object({ p5: Amount, p50: Amount, p95: Amount }, closed);
const Points = Type.Unsafe<readonly (readonly [share: number, growth: number])[]>(
  Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), {
    description: 'stake as a share of the own bankroll, growth for each bet',
  }),
);
const BetNames = Type.Record(Type.String(), betFields);
const Share = Type.Number({ minimum: 0, maximum: 1 });

/** The options of policy `kelly.limit`. */
export const kellyPolicies = ['odds', 'house', 'strict', 'none'] as const;

const YearSchema = Type.Object(
  {
    game: Type.String(),
    bet: BetNames,
    policy: Type.Enum([...kellyPolicies], { description: 'of kelly.limit' }),
    bankroll: Amount,
    houseBankroll: Amount,
    firstStake: Amount,
    playerGrowth: Growth,
    houseGrowth: Growth,
    player: SpreadSchema,
    house: SpreadSchema,
    playerRuined: Share,
    houseClosed: Share,
    bets: Count,
  },
  closed,
);

const KellySchema = Type.Object(
  {
    columns: Type.Array(Type.String(), { description: 'of the rows of bets' }),
    curves: Type.Array(
      Type.Object({ game: Type.String(), bet: BetNames, house: Points, player: Points }, closed),
    ),
    paths: Count,
    betsPerYear: Count,
    years: Type.Array(YearSchema),
    bets: Type.Array(Type.Array(nullable(Type.Number())), {
      description:
        'a row for each single bet: its place among bets, then stakes as shares of the bankroll of a side and the growth there; null where there is no bound',
    }),
  },
  { ...closed, description: 'growth of both bankrolls; not with --bets and --target' },
);

/** The result of sending all outcomes of the bets of a game through its play. */
const MappingSchema = Type.Object(
  {
    game: Type.String(),
    // Symbolic outcomes sent, summed over the bets.
    outcomes: Count,
    // Bets whose payouts are not those of the enumeration, with the first difference.
    differences: Type.Array(Type.String()),
  },
  closed,
);

/** A finding with what it costs the house at the documented limits. */
const JudgedFindingSchema = Type.Object(
  {
    game: TextOrNull,
    sentence: Type.String(),
    claims: Type.Array(Type.Object({ id: Type.String(), statement: Type.String() }, closed), {
      description: 'what the specification states, in our words (docs/spec/specification.md)',
    }),
    change: Type.String({ description: 'what to change' }),
    costsHouse: Type.Boolean({
      description: 'the player gains by it, or the house keeps less than it states; --strict fails on it',
    }),
    atRisk: nullable(
      Type.Object(
        {
          worstCase: Type.String({ description: 'USDC lost by one bet at the highest stake' }),
          expectedPerDay: Type.String({ description: 'USDC lost in a day to one player who uses it' }),
          shortfallPerDay: Type.String({
            description: 'USDC that a day brings less than the stated edge would',
          }),
          arithmetic: Type.String(),
        },
        { ...closed, description: 'at the documented limits' },
      ),
    ),
  },
  closed,
);

/** One named check of an audit. */
const CheckSchema = Type.Object(
  {
    name: Type.String(),
    result: Type.Enum(['passed', 'failed', 'not run']),
    tested: Type.String({ description: 'what was compared with what' }),
    amount: Type.String({ description: 'on how much' }),
    blind: Type.String({ description: 'what the check cannot see' }),
  },
  closed,
);

const LiveTargetSchema = Type.Object(
  {
    name: Type.String(),
    requests: Count,
    budget: Amount,
    stakesSent: Type.Integer({ minimum: 0, description: 'requests with a stake that were sent' }),
    staked: Type.Unsafe<string>({
      ...Amount,
      description: 'the sum of all stakes sent; never above the budget',
    }),
    stakesConfirmed: Type.Integer({ minimum: 0, description: 'of those, answered with a settled bet' }),
    confirmed: Amount,
    returned: Amount,
    stakesRefused: Type.Integer({ minimum: 0, description: 'answered with a refusal' }),
    stakesLost: Type.Integer({ minimum: 0, description: 'never answered, or with a status from 500' }),
    missed: Type.Object(
      {
        computed: Count,
        won: Count,
        expected: Type.Number({ description: 'of the computed ones, how many win by the rules' }),
        result: Type.Enum(['contradicted', 'undecided', 'consistent']),
      },
      { ...closed, description: 'refused and lost bets, computed from the seeds that were revealed later' },
    ),
    players: Type.Integer({ minimum: 0, description: 'accounts that bet' }),
    tested: Type.Record(Type.String(), Count, { description: 'how often each comparison was made' }),
    seeds: Type.Integer({ minimum: 0, description: 'server seeds that were bet under' }),
    refusals: Type.Array(Type.Object({ game: Type.String(), status: Count, reason: Type.String() }, closed), {
      description: 'games that took no bet',
    }),
    ended: Type.String({ description: 'why no more bets were placed' }),
  },
  { ...closed, description: 'with --target alone' },
);

/** What `orrery audit --json` prints, for the shipped games, for a bet log and for a live casino alike. */
export const AuditSchema = Type.Object(
  {
    profile: Type.Enum([...profiles]),
    bets: Type.Array(BetSchema),
    kelly: Type.Optional(KellySchema),
    mapping: Type.Optional(Type.Array(MappingSchema, { description: 'with --prove; empty without' })),
    replay: Type.Array(ReplayedGameSchema),
    log: Type.Optional(
      Type.Object(
        {
          bets: Count,
          recomputed: Count,
          unrevealed: Count,
          findings: Type.Array(LogFindingSchema),
          notes: Type.Array(Type.String(), {
            description: 'how the log was read, and what could not be checked',
          }),
        },
        { ...closed, description: 'with --bets and --target alone' },
      ),
    ),
    target: Type.Optional(LiveTargetSchema),
    findings: Type.Array(Type.String()),
    judged: Type.Optional(
      Type.Array(JudgedFindingSchema, {
        description: 'the findings of the shipped games, those first that put the most money at risk',
      }),
    ),
    checks: Type.Array(CheckSchema, { description: 'no evidence is not run, and not passed' }),
    ok: Type.Boolean(),
  },
  closed,
);

/** The whole result, which is printed in parts. */
export type AuditJson = Written<Static<typeof AuditSchema>>;

/** One bet with its stated, published and implemented edge; fractions are text such as `1/37`. */
export type BetLine = AuditJson['bets'][number];

/** One named check: its result, what it tested, on how much, and what it cannot see. */
export type AuditCheck = AuditJson['checks'][number];

/** A finding of the exact audit, with the claims it rests on and the money at risk; amounts in USDC. */
export type JudgedFinding = NonNullable<AuditJson['judged']>[number];

/** The verdict on one game after its replayed rounds. */
export type ReplayedGame = AuditJson['replay'][number];

/** One kind of fault in a bet log, with how often it occurs and where first. */
export type LogFinding = Written<Static<typeof LogFindingSchema>>;

/** Growth curves and simulated years of the shipped games; absent from audits of another casino. */
export type KellyAudit = NonNullable<AuditJson['kelly']>;
/** One year of a bet under a policy; amounts in USDC. */
export type YearLine = KellyAudit['years'][number];

/** An option of policy `kelly.limit` (gap C18). */
export type KellyPolicy = YearLine['policy'];
/** Points of both growth curves of a bet. */
export type DrawnCurves = KellyAudit['curves'][number];
/** Null stands for what has no bound, and for the growth of a bankroll that may be lost whole. */
export type KellyRow = KellyAudit['bets'][number];

/**
 * The proof for one game: how many symbolic outcomes were sent through its play, and a sentence for each bet that
 * pays something else.
 */
export type Mapping = NonNullable<AuditJson['mapping']>[number];

/** What a live audit sent and staked, and why it ended. */
export type LiveSummary = NonNullable<AuditJson['target']>;
