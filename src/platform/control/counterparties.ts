/** The call under /_sim that lets agents join a served world, as counterparties for a client from outside. */
import { Type, type Static } from 'typebox';
import type { Outcome } from '../../core/base/refusal.ts';
import type { Written } from '../../core/base/written.ts';
import { binding, rowsOf } from '../../core/http/route.ts';
import { Duration } from '../world/units.ts';
import { closed, controlCall, explainer } from './row.ts';

const countMax = 10_000;

const AgentsBody = Type.Object(
  {
    agent: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'the name of a shipped behaviour, or of one of the scenario',
    }),
    count: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: countMax,
        description: `a whole number of agents from 1 to ${countMax}`,
      }),
    ),
    name: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$',
        description: 'a short name for the group',
      }),
    ),
    arrive: Type.Optional(
      Type.Object(
        {
          at: Type.Optional(Duration),
          over: Type.Optional(Duration),
          spread: Type.Optional(Type.Enum(['random', 'even'], { description: 'random or even' })),
        },
        { ...closed, description: 'when they arrive, from now on, such as {"over": "2h"}' },
      ),
    ),
    with: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'parameters of the behaviour' }),
    ),
  },
  { ...closed, description: 'agents such as {"agent": "escrow-seller", "count": 20}' },
);

/** What is asked for. */
export type AskedAgents = Written<Static<typeof AgentsBody>>;

/** What has joined. */
export interface JoinedAgents {
  readonly group: string;
  readonly behaviour: string;
  /** How each of them is known to the platform once it has arrived. */
  readonly agentIds: readonly string[];
}

/** A world that agents may join. */
export interface CounterpartyHost {
  /** Refuses NOT_FOUND (behaviour), BAD_REQUEST (parameter), CONFLICT (name, too many); then the world is as it was. */
  addAgents(asked: AskedAgents): Outcome<JoinedAgents>;
}

/** The operation on a host's present world. */
export class CounterpartyControl {
  readonly #host: CounterpartyHost;

  constructor(host: CounterpartyHost) {
    this.#host = host;
  }

  addAgents(asked: AskedAgents): Outcome<JoinedAgents> {
    return this.#host.addAgents(asked);
  }
}

const row = rowsOf<CounterpartyControl>();

/** The row of `POST /_sim/agents`; only a host answers it. */
export const counterpartyRows = [
  row('addAgents', {
    ...controlCall,
    success: 201,
    refusals: ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT'],
    about: 'Let agents with a behaviour join the world, from the present instant on',
    styles: {
      control: [
        'POST',
        '/agents',
        binding({
          body: AgentsBody,
          answer: Type.Object({
            group: Type.String({ description: 'the name that they have in common' }),
            agent: Type.String(),
            count: Type.Integer(),
            agents: Type.Array(Type.String(), { description: 'the id of each, once it has arrived' }),
          }),
          explain: explainer(AgentsBody),
          read: ({ body }): AskedAgents => body as AskedAgents,
          write: ({ group, behaviour, agentIds }: JoinedAgents) => ({
            group,
            agent: behaviour,
            count: agentIds.length,
            agents: [...agentIds],
          }),
        }),
      ],
    },
  }),
];
