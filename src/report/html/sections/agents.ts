/** A table of populations, and the agents: the busiest in a table, the others by search. */
import type { AgentResult } from '../../../simulation/scenario/result.ts';
import { clipped, grouped, percent, roundedUsdc, sum, sumMicros } from '../../numbers.ts';
import { figureMarkup, type Chart, type EmbeddedJson, type EmbeddedJsonObject } from '../charts/chart.ts';
import { html, nameMarkup, nothing, type Markup } from '../markup.ts';
import { numbers, table, words } from '../table.ts';
import type { Section } from '../section.ts';

/** Rows that the page shows at once. */
const rowMax = 50;
const embeddedMax = 5_000;
/** The most bytes of data, to bound the page's size if names are long. */
const embeddedByteMax = 560_000;
const nameMax = 48;

/** The busiest first; equally busy ones in the order of the population. */
export const byRequests = (agents: readonly AgentResult[]): readonly AgentResult[] =>
  agents.toSorted((left, right) => right.requests - left.requests);

/** Positions in the population, in the page's order of agents. */
export function listedPositions(agents: readonly AgentResult[], embedded: number): readonly number[] {
  const positions = new Map(agents.map((agent, position) => [agent, position]));
  return byRequests(agents)
    .slice(0, embedded)
    .map((agent) => positions.get(agent) ?? 0);
}

/** The data of the search box: one short row per agent, repeated texts as list indices. */
export function embeddedAgents(agents: readonly AgentResult[]): EmbeddedJsonObject {
  const behaviours = new Map<string, number>();
  const tiers = new Map<string, number>();
  const rows: EmbeddedJson[] = [];
  let bytes = 0;
  for (const agent of byRequests(agents).slice(0, embeddedMax)) {
    const textsBefore = behaviours.size + tiers.size;
    const row = agentRow(agent, numberOf(behaviours, agent.behaviour), numberOf(tiers, agent.tier));
    const hasNewText = behaviours.size + tiers.size > textsBefore;
    bytes += embeddedLength(
      hasNewText ? [row, clipped(agent.behaviour, nameMax), clipped(agent.tier, nameMax)] : row,
    );
    if (bytes > embeddedByteMax) break;
    rows.push(row);
  }
  return { behaviours: [...behaviours.keys()], tiers: [...tiers.keys()], rows, rowMax };
}

/** In bytes, at most: what the page escapes takes six of them, a character of any script up to three. */
const embeddedLength = (value: EmbeddedJson): number =>
  JSON.stringify(value)
    .replace(/</g, '      ')
    .replace(/[\u0080-\uffff]/g, '   ').length;

const agentRow = (agent: AgentResult, behaviour: number, tier: number): EmbeddedJson => [
  clipped(agent.name, nameMax),
  clipped(agent.agentId, nameMax),
  behaviour,
  tier,
  agent.requests,
  agent.ok,
  agent.refused,
  agent.limited,
  agent.failed,
  agent.timeouts,
  agent.balanceMicros,
  agent.heldMicros,
];

function numberOf(texts: Map<string, number>, text: string): number {
  const short = clipped(text, nameMax);
  const number = texts.get(short) ?? texts.size;
  texts.set(short, number);
  return number;
}

/** `embedded` is how many agents the page's data holds. */
export function agentsSection(
  agents: readonly AgentResult[],
  parts: { readonly embedded: number; readonly charts: readonly Chart[] },
): Section | undefined {
  if (agents.length === 0) return undefined;
  const body = html`${behavioursTable(agents)}${parts.charts.map(figureMarkup)}${searchBox(agents.length, parts.embedded)}${agentsTable(agents)}`;
  return { id: 'agents', title: 'Agents', body };
}

function searchBox(total: number, embedded: number): Markup {
  const limit =
    embedded < total
      ? html`<p class="note">
          Searches the ${grouped(embedded)} busiest of ${grouped(total)} agents; agents.csv has them all.
        </p>`
      : nothing;
  return html`<div class="search" id="agent-search" hidden>
    <label for="agent-query">Search agents by name, id, behaviour or tier</label>
    <input id="agent-query" type="search" autocomplete="off" spellcheck="false" />
    <p id="agent-count" role="status"></p>
    ${limit}
  </div>`;
}

function agentsTable(agents: readonly AgentResult[]): Markup {
  const rows = byRequests(agents)
    .slice(0, rowMax)
    .map((agent) => [
      nameMarkup(clipped(agent.name, nameMax)),
      nameMarkup(clipped(agent.agentId, nameMax)),
      nameMarkup(clipped(agent.behaviour, nameMax)),
      nameMarkup(agent.tier),
      ...[agent.requests, agent.ok, agent.refused, agent.limited, agent.failed, agent.timeouts].map(grouped),
      roundedUsdc(agent.balanceMicros),
      roundedUsdc(agent.heldMicros),
    ]);
  const busiest = table({
    caption: `Agents, the busiest first${rows.length < agents.length ? `, ${rowMax} at a time` : ''}; amounts in USDC`,
    columns: [
      ...words('Agent', 'Id', 'Behaviour', 'Tier'),
      ...numbers('Requests', 'Ok', 'Refused', 'Limited', '5xx', 'Timeouts', 'Balance', 'Held'),
    ],
    rows,
  });
  return html`<div id="agent-table">${busiest}</div>`;
}

/** Behaviours that are listed; a population seldom has more than a dozen. */
const behaviourMax = 40;

function behavioursTable(agents: readonly AgentResult[]): Markup {
  const groups = new Map<string, AgentResult[]>();
  for (const agent of agents) {
    const group = groups.get(agent.behaviour);
    if (group === undefined) groups.set(agent.behaviour, [agent]);
    else group.push(agent);
  }
  const rows = [...groups]
    .toSorted((left, right) => right[1].length - left[1].length)
    .slice(0, behaviourMax)
    .map(([behaviour, members]) => behaviourRow(behaviour, members));
  return table({
    caption: 'By behaviour; amounts in USDC',
    columns: [
      ...words('Behaviour'),
      ...numbers('Agents', 'Requests', 'Ok', 'Refused', 'Limited', '5xx', 'Timeouts', 'Balances', 'Each'),
    ],
    rows,
  });
}

function behaviourRow(behaviour: string, members: readonly AgentResult[]): readonly (Markup | string)[] {
  const requests = sum(members.map((agent) => agent.requests));
  const share = (count: (agent: AgentResult) => number): string => percent(sum(members.map(count)), requests);
  const balance = sumMicros(members.map(({ balanceMicros }) => balanceMicros));
  return [
    nameMarkup(behaviour),
    grouped(members.length),
    grouped(requests),
    share(({ ok }) => ok),
    share(({ refused }) => refused),
    share(({ limited }) => limited),
    share(({ failed }) => failed),
    share(({ timeouts }) => timeouts),
    roundedUsdc(balance),
    roundedUsdc(balance / BigInt(members.length)),
  ];
}
