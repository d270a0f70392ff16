/** The table of agents, a page at a time, and registration from this page. API keys never leave the page's memory. */
import { bdi, byId, elementOf, element, option } from '../dom.ts';
import { grouped } from '../numbers.ts';
import { onSubmit, report, reportRefusal, send, trimmed, fieldOf, selectOf } from './calls.ts';
import { write } from './redraw.ts';
import { Refresh } from './refresh.ts';
import { clockText, type ShownAgentPage } from './state.ts';
import { button, opener } from './table.ts';

type ShownAgent = ShownAgentPage['agents'][number];

interface Line {
  readonly row: HTMLElement;
  text: string;
}

const perPage = 25;
const intervalMs = 1_000;
const filters = ['search', 'tier', 'state', 'order'] as const;

/** The agents of the control room. `connect` once; `changed` says that the world has. */
export class AgentPanel {
  /** API keys by agent id. */
  readonly keys = new Map<string, string>();
  readonly #lines = new Map<string, Line>();
  readonly #open: (number: number) => void;
  readonly #refresh = new Refresh(() => this.#ask(), intervalMs);
  #page = 1;
  #pageCount = 1;

  constructor(open: (number: number) => void) {
    this.#open = open;
  }

  connect(): void {
    onSubmit('join', (form) => this.#register(form));
    const form = elementOf('agent-filter', HTMLFormElement);
    form.addEventListener('submit', (event) => event.preventDefault());
    for (const name of filters) fieldOf(form, name).addEventListener('input', () => this.#turn(1));
    byId('agents-before').addEventListener('click', () => this.#turn(this.#page - 1));
    byId('agents-after').addEventListener('click', () => this.#turn(this.#page + 1));
  }

  changed(): void {
    this.#refresh.changed();
  }

  /** Forgets the keys, which are invalid after a reset. */
  forget(): void {
    this.keys.clear();
    const as = selectOf(elementOf('try', HTMLFormElement), 'as');
    for (const entry of [...as.options].slice(1)) entry.remove();
  }

  #turn(page: number): void {
    this.#page = Math.max(1, Math.min(page, page === 1 ? 1 : this.#pageCount));
    void this.#refresh.now();
  }

  async #ask(): Promise<void> {
    const query = new URLSearchParams({ limit: String(perPage), page: String(this.#page) });
    const form = elementOf('agent-filter', HTMLFormElement);
    for (const name of filters) {
      const value = trimmed(form, name);
      if (value !== '') query.set(name, value);
    }
    const answer = await send('GET', `/_sim/agents?${query.toString()}`);
    if (answer.ok) this.#show(answer.value as unknown as ShownAgentPage);
    else reportRefusal(answer);
  }

  /** Updates the table; a row stays while its agent is listed, so that its buttons keep the focus. */
  #show({ agents, total, all, page }: ShownAgentPage): void {
    this.#pageCount = Math.max(1, Math.ceil(total / perPage));
    // A smaller world has fewer pages.
    if (page > this.#pageCount) return this.#turn(this.#pageCount);
    const body = byId('agent-rows');
    const listed = new Set<string>();
    for (const [position, agent] of agents.entries()) {
      const key = `${agent.number} ${agent.id} ${agent.joined} ${this.keys.has(agent.id)}`;
      listed.add(key);
      const { row } = this.#lineOf(key, agent);
      const current = body.children[position];
      if (current !== row) body.insertBefore(row, current ?? null);
    }
    for (const [key, { row }] of this.#lines) {
      if (listed.has(key)) continue;
      row.remove();
      this.#lines.delete(key);
    }
    this.#showPage({ agents, total, all, page });
  }

  #showPage({ agents, total, all, page }: ShownAgentPage): void {
    const first = (page - 1) * perPage + 1;
    const range =
      total === 0 ? 'none' : `${figure(first)} to ${figure(first + agents.length - 1)} of ${figure(total)}`;
    write(byId('agent-range'), total === all ? range : `${range}, of ${figure(all)} in all`);
    byId('agents-before').setAttribute('aria-disabled', String(page <= 1));
    byId('agents-after').setAttribute('aria-disabled', String(page >= this.#pageCount));
    byId('agent-none').hidden = all > 0;
  }

  #lineOf(key: string, agent: ShownAgent): Line {
    const line = this.#lines.get(key) ?? { row: this.#newRow(agent), text: '' };
    this.#lines.set(key, line);
    const text = JSON.stringify(agent);
    if (line.text === text) return line;
    line.text = text;
    for (const cell of [...line.row.children].slice(1, -1)) cell.remove();
    line.row.firstElementChild?.after(...cellsOf(agent));
    return line;
  }

  #newRow({ id, number }: ShownAgent): HTMLElement {
    const actions = element('td');
    if (this.keys.has(id)) {
      actions.append(button('Claim', `Claim from the faucet as ${id}`, () => void this.#claim(id)));
    }
    const open = opener(id, () => this.#open(number));
    return element('tr', {}, element('th', { scope: 'row' }, open), actions);
  }

  async #register(form: HTMLFormElement): Promise<void> {
    const name = trimmed(form, 'agent_id');
    const id = name === '' ? `agent-${this.keys.size + 1}` : name;
    const answer = await send('POST', '/faucet/register', { body: JSON.stringify({ agent_id: id }) });
    const { api_key: direct, data } = answer.value as { api_key?: string; data?: { api_key?: string } };
    const key = direct ?? data?.api_key;
    if (!answer.ok || key === undefined) {
      reportRefusal(answer);
      return;
    }
    this.keys.set(id, key);
    selectOf(elementOf('try', HTMLFormElement), 'as').append(option(id, id));
    fieldOf(form, 'agent_id').value = '';
    report(`${id} is registered. Its key stays in this page, for calls as ${id}.`);
    await this.#refresh.now();
  }

  async #claim(id: string): Promise<void> {
    const answer = await send('POST', '/faucet/claim', { body: '{}', key: this.keys.get(id) });
    if (answer.ok) report(`The faucet paid ${id}.`);
    else reportRefusal(answer);
  }
}

const figure = (value: number): string => grouped(String(value));

const cellsOf = (agent: ShownAgent): readonly HTMLElement[] => [
  element('td', { className: 'together', textContent: clockText(agent.joined) }),
  element('td', { textContent: agent.tier }),
  element('td', { className: 'number', textContent: agent.balance }),
  element('td', { className: 'number', textContent: agent.held }),
  element('td', { className: 'number', textContent: figure(agent.counts.requests) }),
  quotaCell(agent),
];

function quotaCell({ meters, id }: ShownAgent): HTMLElement {
  if (meters === undefined) return element('td', { className: 'quiet', textContent: 'no request yet' });
  if (meters.length === 0) return element('td', { textContent: 'no limit' });
  return element('td', {}, ...meters.map((meter) => quotaLine(id, meter)));
}

const quotaLine = (
  id: string,
  { service, limit, remaining }: NonNullable<ShownAgent['meters']>[number],
): HTMLElement =>
  element(
    'div',
    { className: 'together' },
    element('meter', {
      min: 0,
      max: limit,
      low: limit * 0.2,
      high: limit * 0.5,
      optimum: limit,
      value: remaining,
      'aria-label': `calls of ${service} left of ${id}`,
    }),
    ` ${remaining} of ${limit} `,
    element('span', { className: 'quiet' }, bdi(service)),
  );
