/** The search box over the embedded agents. */
import { bdi, byId, elementOf, element } from './dom.ts';
import { count, usdc } from './numbers.ts';

/** Name, id, behaviour and tier as indices, five counts of requests, timeouts, and two amounts in micro-USDC. */
export type AgentRow = readonly [string, string, number, number, ...number[]];

/** The agents that a page embeds, with tables of behaviours and tiers for their indices. */
export interface AgentData {
  readonly behaviours: readonly string[];
  readonly tiers: readonly string[];
  readonly rows: readonly AgentRow[];
  /** Rows that the page shows at once. */
  readonly rowMax: number;
}

/** Columns of text come first, then counts, then amounts. */
const textColumns = 4;
const amountsFrom = 10;

/** Shows the search box and lists all agents; does nothing on a page without it. */
export function connectAgentSearch({ behaviours, tiers, rows, rowMax }: AgentData): void {
  const search = document.getElementById('agent-search');
  if (search === null) return;
  const agents = rows.map(([name, id, behaviour, tier, ...figures]) => ({
    texts: [name, id, behaviours[behaviour] ?? '', tiers[tier] ?? ''],
    figures,
  }));
  const keys = agents.map(({ texts }) => texts.join('\n').toLowerCase());
  const show = (query: string): void => {
    const found = agents.filter((_, index) => keys[index]?.includes(query));
    const shown = found.slice(0, rowMax).map(({ texts, figures }) => rowElement(texts, figures));
    document.querySelector('#agent-table tbody')?.replaceChildren(...shown);
    byId('agent-count').textContent = countText(found.length, rowMax);
  };
  search.hidden = false;
  const query = elementOf('agent-query', HTMLInputElement);
  query.addEventListener('input', () => show(query.value.trim().toLowerCase()));
  show('');
}

function rowElement(texts: readonly string[], figures: readonly number[]): HTMLElement {
  const [name = '', ...others] = texts.map(bdi);
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, name),
    ...others.map((text) => element('td', {}, text)),
    ...figures.map((value, index) =>
      element('td', { className: 'number', textContent: figureText(value, index) }),
    ),
  );
}

const figureText = (value: number, index: number): string =>
  index + textColumns < amountsFrom ? count(value) : usdc(value / 1e6);

const countText = (found: number, rowMax: number): string =>
  `${count(found)} ${found === 1 ? 'agent' : 'agents'}${found > rowMax ? `, the ${rowMax} busiest shown` : ''}`;
