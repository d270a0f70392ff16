/** The agents of a served world, in pages and one in full. */
import { formatUsdc } from '../../../core/base/money.ts';
import { refuse, type Outcome } from '../../../core/base/refusal.ts';
import { formatInstant, type Instant } from '../../../core/base/time.ts';
import { booksOf } from '../../../platform/control/agent-books.ts';
import type { AgentFilter, AgentInFull, AgentPage } from '../../../platform/control/observed.ts';
import type { World } from '../../../platform/world/world.ts';
import { requestLine } from './exchange-view.ts';
import { linesOf, type AgentSeen, type SeenQuota } from './feed.ts';
import { ShownText } from './shown-text.ts';
import type { Watched } from './watched.ts';

type Agent = NonNullable<ReturnType<World['agents']['byId']>>;
type AgentLine = AgentPage['agents'][number];

/** Quotas of an agent in a list. */
const meterMax = 3;
const nothingSeen: AgentSeen['counts'] = { requests: 0, ok: 0, refused: 0, limited: 0, failed: 0 };

/** The agents that pass the filter, in its order. */
export function agentPage({ world, feed }: Watched, filter: AgentFilter): AgentPage {
  const { page, limit } = filter.page;
  const found = sorted(
    [...world.agents.all()].filter(passes({ world, feed }, filter)),
    { world, feed },
    filter.order,
  );
  const start = (page - 1) * limit;
  return {
    total: found.length,
    page,
    all: world.agents.count,
    agents: found.slice(start, start + limit).map((agent) => agentLine(agent, { world, feed })),
  };
}

const states: Readonly<Record<AgentFilter['state'], (agent: Agent, watched: Watched) => boolean>> = {
  all: () => true,
  active: ({ number }, { feed }) => feed.agents.has(number),
  refused: ({ number }, { feed }) => (feed.agents.get(number)?.counts.refused ?? 0) > 0,
  limited: ({ number }, { feed }) => (feed.agents.get(number)?.counts.limited ?? 0) > 0,
  holding: ({ account }, { world }) => world.ledger.reserved(account) > 0,
};

function passes(watched: Watched, { search, tier, state }: AgentFilter): (agent: Agent) => boolean {
  const text = search.trim().toLowerCase();
  const shown = new ShownText(watched.world.secrets);
  return (agent) =>
    (tier === undefined || agent.tier === tier) &&
    states[state](agent, watched) &&
    (text === '' || shown.plain(agent.agentId).toLowerCase().includes(text));
}

/** Ties stay in order of registration. */
function sorted(agents: Agent[], { world, feed }: Watched, order: AgentFilter['order']): readonly Agent[] {
  if (order === 'number') return agents;
  const figures = {
    latest: ({ number }: Agent) => feed.agents.get(number)?.latestMs ?? -Infinity,
    requests: ({ number }: Agent) => feed.agents.get(number)?.counts.requests ?? 0,
    balance: ({ account }: Agent) => world.ledger.balance(account),
  };
  const figure = figures[order];
  return agents
    .map((agent) => ({ agent, value: figure(agent) }))
    .toSorted((left, right) => (left.value === right.value ? 0 : left.value < right.value ? 1 : -1))
    .map(({ agent }) => agent);
}

function agentLine(agent: Agent, { world, feed }: Watched): AgentLine {
  const seen = feed.agents.get(agent.number);
  const line = {
    number: agent.number,
    id: world.secrets.redact(agent.agentId),
    joined: formatInstant(agent.createdAtMs),
    tier: agent.tier,
    balance: formatUsdc(world.ledger.available(agent.account)),
    held: formatUsdc(world.ledger.reserved(agent.account)),
    counts: { ...(seen?.counts ?? nothingSeen) },
  };
  if (seen === undefined) return line;
  return { ...line, meters: shownQuotas(seen, world.kernel.nowMs).slice(0, meterMax) };
}

/** The most used up first. A window that has ended since is full again; the state of a shorter one may be unknown. */
const shownQuotas = (seen: AgentSeen, nowMs: Instant): AgentInFull['quotas'] =>
  seen.quotas
    .map(({ service, limit, remaining, resetAt }: SeenQuota) => ({
      service,
      limit,
      remaining: nowMs >= resetAt * 1000 ? limit : remaining,
    }))
    .toSorted((left, right) => left.remaining / left.limit - right.remaining / right.limit);

/** One agent in full, without its key. Refuses NOT_FOUND. */
export function agentInFull(watched: Watched, number: number): Outcome<AgentInFull> {
  const { world, feed } = watched;
  const agent = world.agents.at(number);
  if (agent === undefined)
    return refuse('NOT_FOUND', `there is no agent ${number}; expected a number below ${world.agents.count}`);
  const seen = feed.agents.get(number);
  const { escrows, ...books } = booksOf(world, agent);
  const shown = new ShownText(world.secrets);
  return {
    agent: agentLine(agent, watched),
    address: agent.address,
    referrer: agent.referrer === null ? null : shown.plain(agent.referrer.agentId),
    quotas: seen === undefined ? [] : shownQuotas(seen, world.kernel.nowMs),
    ...books,
    escrows: { ...escrows, rows: escrows.rows.map((row) => ({ ...row, other: shown.plain(row.other) })) },
    requests: {
      total: seen?.counts.requests ?? 0,
      rows: (seen === undefined ? [] : linesOf(seen)).map((line) => requestLine(line, watched)),
    },
  };
}
