/**
 * Calls under /_sim that the control room reads: agents in pages and in full, an exchange in full, and charts. They are
 * no part of the world, whose digest they do not change.
 */
import { Type, type Static } from 'typebox';
import { Refusal, type Outcome } from '../../core/base/refusal.ts';
import type { JsonObject } from '../../core/http/message.ts';
import { pageAnswer, pageQuery, readPage, type PageRequest } from '../../core/http/paging.ts';
import { binding, rowsOf } from '../../core/http/route.ts';
import { controlCall } from './row.ts';
import {
  AgentInFullView,
  AgentLineView,
  ChartsView,
  ExchangeView,
  type RequestLineView,
} from './observed-schemas.ts';

/** Which agents of a list are meant. */
export const agentStates = ['all', 'active', 'refused', 'limited', 'holding'] as const;
/** What they are ordered by: the number upwards, everything else downwards. */
export const agentOrders = ['number', 'latest', 'requests', 'balance'] as const;

/** A part of the list of agents. */
export interface AgentFilter {
  /** Part of an agent id, in any case; empty for all. */
  readonly search: string;
  readonly tier: string | undefined;
  readonly state: (typeof agentStates)[number];
  readonly order: (typeof agentOrders)[number];
  readonly page: PageRequest;
}

/** A page of the list. */
export type AgentPage = Static<typeof AgentPageView>;
/** One agent without its key. */
export type AgentInFull = Static<typeof AgentInFullView>;
/** One request with its answer, without secrets. */
export type ExchangeInFull = Static<typeof ExchangeView>;
/** Charts as data. */
export type RoomCharts = Static<typeof ChartsView>;
/** One request of a list. */
export type RequestLine = Static<typeof RequestLineView>;

/** What a program that serves a world has seen of it. */
export interface ObservedHost {
  agents(filter: AgentFilter): AgentPage;
  /** Refuses NOT_FOUND. */
  agent(number: number): Outcome<AgentInFull>;
  /** Refuses NOT_FOUND for a number that there is not, or that is not kept any more. */
  exchange(number: number): Outcome<ExchangeInFull>;
  charts(): RoomCharts;
}

/** The operations on what a host has seen. */
export class Observation {
  readonly #host: { readonly observed: ObservedHost };

  constructor(host: { readonly observed: ObservedHost }) {
    this.#host = host;
  }

  listAgents(filter: AgentFilter): Outcome<AgentPage> {
    return this.#host.observed.agents(filter);
  }

  agentInFull({ number }: { number: number }): Outcome<AgentInFull> {
    return this.#host.observed.agent(number);
  }

  exchangeInFull({ number }: { number: number }): Outcome<ExchangeInFull> {
    return this.#host.observed.exchange(number);
  }

  charts(_input: undefined): Outcome<RoomCharts> {
    return this.#host.observed.charts();
  }
}

const AgentPageView = Type.Object({
  ...pageAnswer,
  all: Type.Integer({ minimum: 0, description: 'agents without the filters' }),
  agents: Type.Array(AgentLineView),
});

const AgentQuery = Type.Object({
  ...pageQuery,
  search: Type.Optional(Type.String({ maxLength: 100, description: 'part of an agent id' })),
  tier: Type.Optional(Type.String({ maxLength: 20, description: 'a tier such as free' })),
  state: Type.Optional(Type.Enum([...agentStates], { description: `one of ${agentStates.join(', ')}` })),
  order: Type.Optional(Type.Enum([...agentOrders], { description: `one of ${agentOrders.join(', ')}` })),
});

const Numbered = Type.Object({
  number: Type.String({ pattern: '^[0-9]{1,9}$', description: 'a whole number' }),
});
const numberIn = (params: Readonly<Record<string, string | undefined>>): { number: number } => ({
  number: Number(params['number']),
});
const agentsPerPage = 25;

const row = rowsOf<Observation>();
const about = { ...controlCall, refusals: [], uncounted: true } as const;

/** The rows of `/_sim/agents`, `exchanges` and `charts`; only a host answers them. */
export const observedRows = [
  row('listAgents', {
    ...about,
    refusals: ['BAD_REQUEST'],
    about: 'The agents of the world in pages, filtered and in an order',
    styles: {
      control: [
        'GET',
        '/agents',
        binding({
          query: AgentQuery,
          answer: AgentPageView,
          read: ({ query, policies }): Outcome<AgentFilter> => {
            const page = readPage(query, agentsPerPage, policies);
            if (page instanceof Refusal) return page;
            const { search = '', tier, state = 'all', order = 'number' } = query;
            return { search, tier, state, order, page };
          },
          write: (page: AgentPage) => page,
        }),
      ],
    },
  }),
  row('agentInFull', {
    ...about,
    refusals: ['BAD_REQUEST', 'NOT_FOUND'],
    about: 'One agent: balances, quotas, open escrows, orders and positions, and its latest requests',
    styles: {
      control: [
        'GET',
        '/agents/:number',
        binding({
          params: Numbered,
          answer: AgentInFullView,
          read: ({ params }) => numberIn(params),
          write: (agent: AgentInFull) => agent,
        }),
      ],
    },
  }),
  row('exchangeInFull', {
    ...about,
    refusals: ['BAD_REQUEST', 'NOT_FOUND'],
    about:
      'One of the latest requests with its answer, without secrets; as a curl command and as a scenario step',
    styles: {
      control: [
        'GET',
        '/exchanges/:number',
        binding({
          params: Numbered,
          answer: ExchangeView,
          read: ({ params }) => numberIn(params),
          write: (exchange: ExchangeInFull) => exchange as ExchangeInFull & JsonObject,
        }),
      ],
    },
  }),
  row('charts', {
    ...about,
    about: 'Requests, refusals, latencies, balances and prices over virtual time, as charts',
    styles: {
      control: [
        'GET',
        '/charts',
        binding({
          read: (): undefined => undefined,
          answer: ChartsView,
          write: (charts: RoomCharts) => charts as RoomCharts & JsonObject,
        }),
      ],
    },
  }),
];
