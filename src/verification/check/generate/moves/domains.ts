/** Calls of the domains. */
import { dayMs } from '../../../../core/base/time.ts';
import type { Draw } from '../draw.ts';
import { anyPage, misspelt, outside, spelled, type Move } from '../move.ts';
import type { ModelState, OperationDraft, Planned } from '../model-state.ts';

const names = [
  'first-name.agent',
  'other.bot',
  'Third.dao',
  'another-name.agent',
  'fifth-name.orrery',
  'four.sim',
  'abc.agent',
  'SHOUTED.AGENT',
  'Mixed-case.Bot',
  '-bad.agent',
  'bad',
  'x.com',
  'xn--name.agent',
  'ab--cd.bot',
] as const;
const name = (draw: Draw): string => (draw.chance(85) ? draw.pick(names.slice(0, 5)) : draw.pick(names));
/** Mostly an agent that has registered a name. */
const owner = (model: ModelState, draw: Draw): { by?: string } => {
  const made = draw.chance(75) ? model.one(draw, 'domain') : undefined;
  return made === undefined ? {} : { by: made.by };
};
const own = (model: ModelState, draw: Draw): { name: string; by?: string } => {
  const made = draw.chance(75) ? model.one(draw, 'domain') : undefined;
  return made === undefined
    ? { name: name(draw), ...owner(model, draw) }
    : { name: made.reference, by: made.by };
};
const years = (draw: Draw): object =>
  draw.chance(60) ? {} : { years: draw.pick([1, 1, 2, 9, 10, 10, 11, 0, 1.5]) };

/** A record that may be set beside others, replace one, or be malformed. */
const record = (draw: Draw): object => ({
  type: draw.pick(['A', 'A', 'AAAA', 'TXT', 'CNAME', 'MX', 'X']),
  name: draw.pick(['@', '@', 'www', 'a.b', '*', '_x', '-bad']),
  value: draw.pick(['10.0.0.1', '10.0.0.2', '::1', 'x.agent', 'a text', '256.0.0.1', '']),
  ...(draw.chance(30) ? {} : { ttl: draw.pick([60, 60, 3600, 86_400, 0, -1, 1.5]) }),
});

const planned = (by: string, path: string, rest: Omit<OperationDraft, 'do'> = {}): Planned => ({
  make: () => ({ by, call: { do: path, ...rest } }),
});

/** All the registrations that a key has in a day, if for no name at all, and one of the next day. */
function wholeDay(model: ModelState): Planned[] {
  const by = model.main;
  const again = planned(by, 'POST /api/domains-api/register', { body: { domain: '-bad.agent' } });
  return [...Array.from({ length: 10 }, () => again), { ...again, atMs: model.nextMs(dayMs) }];
}

/** Two more names of the same holder, and a list that has room for one. */
function someNames(model: ModelState): Planned[] {
  const by = model.main;
  const register = (domain: string): Planned =>
    planned(by, 'POST /api/domains-api/register', { body: { domain } });
  const list = planned(by, 'GET /api/domains-api/domains', { query: { limit: 1 } });
  return [register(names[0]), register(names[1]), list];
}

/** A name that changes hands; both holders, and what anyone sees, before and after. */
function handedOver(model: ModelState, draw: Draw): Planned[] {
  const from = model.main;
  const to = model.registered.find((agent) => agent !== from) ?? from;
  const domain = 'handed-over.agent';
  const both = (make: (by: string) => Planned): Planned[] => [make(from), make(to)];
  const looks = [
    planned(to, `GET /api/domains-api/lookup/${domain}`),
    ...both((by) => planned(by, 'GET /api/domains-api/domains')),
  ];
  const price = draw.chance(50) ? {} : { price: draw.pick([0, 0.01, '1.50']) };
  return [
    planned(from, 'POST /api/domains-api/register', { body: { domain } }),
    ...looks,
    planned(to, 'POST /api/domains-api/renew', { body: { domain } }),
    planned(from, 'POST /api/domains-api/transfer', { body: { domain, to, ...price } }),
    ...looks,
    ...both((by) =>
      planned(by, 'POST /domains/api/v1/dns', { body: { domain, type: 'A', value: '10.0.0.1' } }),
    ),
    ...both((by) => planned(by, 'POST /api/domains-api/renew', { body: { domain } })),
    ...(draw.chance(50)
      ? [planned(to, 'POST /api/domains-api/transfer', { body: { domain, to: from } })]
      : []),
    ...looks,
  ];
}

/**
 * A registration may plan later calls about the name; not in a scenario that trades, whose clock must not go far.
 */
export const domainMoves: readonly Move[] = [
  {
    name: 'domains/register',
    weight: 7,
    make: (model, draw) => {
      const isShort = draw.chance(70);
      if (model.planned.length === 0 && draw.chance(25)) model.planned.push(...handedOver(model, draw));
      else if (model.planned.length === 0 && !model.isTrading && draw.chance(15))
        model.planned.push(...(draw.chance(40) ? wholeDay(model) : someNames(model)));
      return {
        do: `POST ${isShort ? '/api/domains-api/register' : '/domains/api/v1/register'}`,
        body: { domain: name(draw), ...(isShort ? years(draw) : { years: 1, ...years(draw) }) },
        makes: {
          kind: 'domain',
          field: 'domain',
          dueMs: model.isTrading ? [] : [model.atMs + 335 * dayMs, model.atMs + 365 * dayMs],
        },
      };
    },
  },
  {
    name: 'domains/renew',
    weight: 3,
    make: (model, draw) => {
      const { name: domain, ...by } = own(model, draw);
      return { do: 'POST /api/domains-api/renew', ...by, body: { domain, ...years(draw) } };
    },
  },
  {
    name: 'domains/transfer',
    weight: 4,
    make: (model, draw) => {
      const { name: domain, ...by } = own(model, draw);
      // An agent is named by its id, or by the address that a registration has answered (DOM17).
      const address = draw.chance(20) ? model.one(draw, 'address') : undefined;
      const receiver = address?.by ?? model.person(draw);
      const named = address?.reference ?? receiver;
      if (domain.startsWith('$')) model.handOver(domain, 'domain', receiver);
      return {
        do: 'POST /api/domains-api/transfer',
        ...by,
        body: {
          domain,
          to: draw.chance(85) ? named : draw.pick([outside, outside, misspelt, 'nobody']),
          ...(draw.chance(50) ? { price: draw.pick([1, '2.50', 0.000001, 900, 0]) } : {}),
        },
      };
    },
  },
  {
    name: 'domains/reads',
    weight: 5,
    make: (model, draw) =>
      draw.pick([
        () => ({ do: 'GET /domains/api/v1/check', query: { domain: name(draw) } }),
        () => ({ do: `GET /api/domains-api/lookup/${spelled(own(model, draw).name, draw)}` }),
        () => ({ do: 'GET /domains/api/v1/valuation', query: { domain: name(draw) } }),
        () => ({
          do: `GET ${draw.pick(['/api/domains-api/domains', '/domains/api/v1/domains'])}`,
          ...owner(model, draw),
          ...(draw.chance(50) ? { query: { limit: draw.pick([1, 1, 2, 0]), ...anyPage(draw) } } : {}),
        }),
      ])(),
  },
  {
    name: 'domains/changeRecord',
    weight: 3,
    make: (model, draw) => {
      const { name: domain, ...by } = own(model, draw);
      return {
        do: 'POST /domains/api/v1/dns',
        ...by,
        body: {
          domain,
          ...record(draw),
        },
      };
    },
  },
];
