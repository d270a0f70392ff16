/** The result of a load; `docs/schemas/load.json` is generated from it. */
import { Type, type Static } from 'typebox';
import {
  closed,
  Count,
  Hex16,
  InstantText,
  nullable,
  Positive,
  StatusCounts,
} from '../../core/base/schema-parts.ts';
import type { Written } from '../../core/base/written.ts';
import { loadShapes } from '../../simulation/scenario/load-shape.ts';
import { PercentilesSchema } from '../traffic/engine/measures.ts';
import { Errors, OperationSchema, rowFields } from '../traffic/measure/schema.ts';
import { Notes } from '../traffic/http/notes-schema.ts';

const Requests = Type.Object(
  {
    offered: Count,
    sent: Count,
    answered: Count,
    // Without a response, or with a status from 400 on.
    failed: Count,
    timeouts: Count,
    limited: Type.Integer({ minimum: 0, description: 'responses with status 429' }),
    retries: Type.Integer({
      minimum: 0,
      description: 'requests that an agent sent again after a 429, 500, 503 or none',
    }),
    unfinished: Type.Integer({
      minimum: 0,
      description: 'without a response when the grace period was over',
    }),
    withheld: Type.Integer({ minimum: 0, description: 'not sent, because of the budget' }),
    unsendable: Count,
    unlisted: Type.Integer({ minimum: 0, description: 'to services that the target file does not list' }),
    probes: Type.Integer({ minimum: 0, description: 'requests before the load, to read the clock' }),
  },
  closed,
);

const Row = Type.Object(
  {
    ...rowFields,
    stage: Type.Integer({ description: 'the stage, from 0; 0 without stages' }),
    agents: Count,
    inFlight: Count,
    dropped: Count,
  },
  closed,
);

const Limit = Type.Object(
  {
    by: Type.Enum(['ceiling', 'connections', 'generator', 'agents', 'budget']),
    requests: Count,
    p99Ms: Positive,
    what: Type.String({ description: 'in words' }),
  },
  closed,
);

const Worker = Type.Object(
  {
    worker: Count,
    requests: Count,
    lost: nullable(Type.String({ description: 'how it ended before its time' })),
    // The time up to which the figures contain its requests.
    seconds: Positive,
    // Of a worker on another machine.
    clockErrorMs: Type.Optional(
      Type.Number({
        minimum: 0,
        description: 'how far its clock may be off: half of the round trips to Redis',
      }),
    ),
    // Of a worker that was lost.
    agentsLost: Type.Optional(
      Type.Integer({ minimum: 0, description: 'its agents that acted when it was last heard of' }),
    ),
    arrivalsLost: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'arrivals of its share that the figures do not have; with those that arrived or were dropped they are all of the load. Of a rate of arrivals that came to its end',
      }),
    ),
    requestsBeyond: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'requests that its rows of the series have and the totals do not; there may be more',
      }),
    ),
  },
  closed,
);

/** `--json`, and `load.json` of the report folder. */
export const LoadSchema = Type.Object(
  {
    scenario: Type.String(),
    seed: Type.String(),
    target: Type.String(),
    namespace: Type.String(),
    speed: Positive,
    // By the clock of this machine.
    startedAt: InstantText,
    // Wall time from the first arrival to the end of the last stage, or to where the load was stopped.
    seconds: Positive,
    shape: nullable(Type.Enum([...loadShapes])),
    stages: Type.Array(Type.Object({ seconds: Positive, to: Positive }, closed)),
    requests: Requests,
    offeredPerSecond: Positive,
    answeredPerSecond: Positive,
    // From when a request was due, and from when it was sent.
    responseMs: PercentilesSchema,
    serviceMs: PercentilesSchema,
    statusCounts: StatusCounts,
    errors: Errors,
    operations: Type.Array(OperationSchema),
    agents: Type.Object({ arrived: Count, dropped: Count, ended: Count, most: Count }, closed),
    checks: Type.Array(
      Type.Object({ name: Type.String(), agent: Type.String(), passed: Count, failed: Count }, closed),
    ),
    findings: Type.Array(
      Type.Object(
        {
          kind: Type.String(),
          agent: Type.String(),
          behaviour: Type.String(),
          at: Type.String(),
          message: Type.String(),
        },
        closed,
      ),
    ),
    findingCount: Count,
    expectations: Type.Array(
      Type.Object(
        {
          metric: Type.String(),
          threshold: Type.String(),
          value: nullable(Type.Number()),
          ok: Type.Boolean(),
        },
        closed,
      ),
    ),
    notJudged: Type.Array(Type.String(), {
      description: 'expectations that can only be measured inside the platform',
    }),
    limits: Type.Array(Limit, { description: 'what held requests back beside the target' }),
    generatorLagMs: PercentilesSchema,
    connections: Count,
    spent: Type.Object({ requests: Count, usdc: Type.String() }, closed),
    workers: Type.Array(Worker),
    intervalSeconds: Positive,
    series: Type.Array(Row),
    histograms: Type.Object(
      { response: Type.String(), service: Type.String() },
      { ...closed, description: 'HdrHistogram V2, compressed, as base64; microseconds' },
    ),
    stopped: nullable(Type.Enum(['interrupt', 'expectation', 'budget'])),
    notes: Notes,
    ok: Type.Boolean(),
  },
  closed,
);

/** The result of `orrery load`. */
export type LoadResult = Written<Static<typeof LoadSchema>>;
/** One interval of a load. Times in milliseconds; 0 where nothing was answered. */
export type SeriesRow = LoadResult['series'][number];

/** `orrery load --queue --work --json`. */
export const LoadWorkSchema = Type.Object(
  {
    load: Hex16,
    shares: Type.Integer({ minimum: 0, description: 'shares that began here' }),
    requests: Type.Integer({ minimum: 0, description: 'requests that ended here, by its last full report' }),
    leave: Type.Enum(['finished', 'stopped', 'uncoordinated']),
    ok: Type.Boolean(),
  },
  closed,
);

/** What a worker of a load prints. */
export type LoadWork = Written<Static<typeof LoadWorkSchema>>;
