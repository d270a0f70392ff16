/**
 * The shape of a scenario file as JSON Schema, declared with TypeBox. `docs/schemas/scenario.json` is generated from
 * it. `description` says what is expected, in the words of the error message.
 */
import { Type, type Static } from 'typebox';
import { instantExpected } from '../../core/base/time.ts';
import type { Written } from '../../core/base/written.ts';
import { profiles } from '../../core/base/profile.ts';
import { faultFields } from '../../platform/world/fault-source.ts';
import { Duration, LatencyText, Share } from '../../platform/world/units.ts';
import { LoadShapeSchema } from './load-shape.ts';

const Network = Type.Object(
  {
    latency: Type.Optional(LatencyText),
    drop: Type.Optional(Share),
    dropAnswer: Type.Optional(Share),
    duplicate: Type.Optional(Share),
    timeout: Type.Optional(Duration),
  },
  { additionalProperties: false, description: 'network conditions' },
);

const Arrive = Type.Object(
  {
    at: Type.Optional(Duration),
    over: Type.Optional(Duration),
    spread: Type.Optional(Type.Enum(['random', 'even'], { description: 'random or even' })),
  },
  { additionalProperties: false, description: 'when agents arrive, such as { over: 2h }' },
);

const Name = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$', description: 'a short name' });

const Group = Type.Object(
  {
    agent: Type.String({
      minLength: 1,
      description: 'the name of a behaviour, or a path such as ./my-agent.ts',
    }),
    name: Type.Optional(Name),
    count: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'a whole number of agents from 1' }),
    ),
    arrive: Type.Optional(Arrive),
    addresses: Type.Optional(
      Type.Integer({ minimum: 1, description: 'how many IP addresses the agents share, from 1' }),
    ),
    with: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'parameters of the behaviour' }),
    ),
  },
  { additionalProperties: false, description: 'a group of agents such as { agent: idler, count: 5 }' },
);

const Fault = Type.Object(
  { at: Duration, ...faultFields },
  {
    additionalProperties: false,
    description: 'a fault such as { at: 1d, service: escrow, kind: outage, for: 10m }',
  },
);

const Operation = Type.Object(
  {
    at: Type.Optional(Duration),
    by: Name,
    do: Type.String({
      pattern: '^(GET|POST|PUT|DELETE) /\\S*$',
      description: 'a method and a path such as POST /faucet/register',
    }),
    query: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
        description: 'parameters of the query by name',
      }),
    ),
    headers: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'headers by name' })),
    body: Type.Optional(
      Type.Unknown({
        description:
          'any JSON; ${label:/field}, in a path too, stands for what the operation known "as" that was answered, and waits for it',
      }),
    ),
    raw: Type.Optional(Type.String({ description: 'text to send instead of a body' })),
    as: Type.Optional(Name),
    from: Type.Optional(
      Type.String({
        pattern: '^[0-9A-Fa-f.:]{2,45}$',
        description: 'the IP address of a client outside of the simulated network, such as 203.0.113.7',
      }),
    ),
  },
  {
    additionalProperties: false,
    description: 'an operation such as { at: 1h, by: alice, do: POST /faucet/claim }',
  },
);

const Threshold = Type.Array(Type.String({ description: 'a threshold such as "value==0"' }), {
  minItems: 1,
  description: 'a list of thresholds such as ["value==0"]',
});

/** The shape of a scenario file. Times, policies, metrics and parameters are checked further by `buildScenario`. */
export const ScenarioSchema = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    extends: Type.Optional(Type.String({ description: 'the path of a scenario to build on' })),
    name: Type.Optional(Name),
    about: Type.Optional(Type.String({ description: 'one sentence' })),
    seed: Type.Optional(
      Type.Union([Type.Integer(), Type.String({ minLength: 1 })], {
        description: 'a whole number or a text',
      }),
    ),
    start: Type.Optional(
      Type.String({
        format: 'date-time',
        description: instantExpected,
      }),
    ),
    for: Type.Optional(Duration),
    profile: Type.Optional(Type.Enum([...profiles], { description: `one of ${profiles.join(', ')}` })),
    policies: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Union([Type.String(), Type.Number()], { description: 'an option of the policy' }),
        {
          description: 'policies by name',
        },
      ),
    ),
    network: Type.Optional(Network),
    population: Type.Optional(Type.Array(Group, { minItems: 1, description: 'a list of groups of agents' })),
    operations: Type.Optional(
      Type.Array(Operation, { minItems: 1, description: 'a list of single operations' }),
    ),
    faults: Type.Optional(Type.Array(Fault, { description: 'a list of faults' })),
    load: Type.Optional(LoadShapeSchema),
    expect: Type.Optional(Type.Record(Type.String(), Threshold, { description: 'thresholds by metric' })),
  },
  {
    $id: 'https://orrery.example.invalid/schemas/scenario.json',
    title: 'Orrery scenario',
    additionalProperties: false,
    description: 'a scenario',
  },
);

/** A scenario file as written, after validation of its shape. */
export type ScenarioFile = Written<Static<typeof ScenarioSchema>>;

/** One line of `population`. */
export type GroupSource = Written<Static<typeof Group>>;

/** One line of `faults`. */
export type FaultSource = Written<Static<typeof Fault>>;

/** One line of `operations`; without `at` it happens at the instant of the operation before it. */
export type OperationSource = Written<Static<typeof Operation>>;
