/** The table of agents, and registration from this page. API keys never leave the page's memory. */
import { bdi, byId, elementOf, element, option } from '../dom.ts';
import { onSubmit, refusalText, report, send, trimmed, fieldOf, selectOf } from './calls.ts';
import { clockText, type ShownAgent } from './state.ts';

interface Line {
  readonly row: HTMLElement;
  text: string;
}

/** The agents of the control room. `connect` once, then `show` for each state. */
export class AgentPanel {
  /** API keys by agent id. */
  readonly keys = new Map<string, string>();
  readonly #lines = new Map<string, Line>();
  #agents: readonly ShownAgent[] = [];

  connect(): void {
    onSubmit('join', (form) => this.#register(form));
  }

  /** Forgets the keys, which are invalid after a reset. */
  forget(): void {
    this.keys.clear();
    const as = selectOf(elementOf('try', HTMLFormElement), 'as');
    for (const entry of [...as.options].slice(1)) entry.remove();
  }

  /** Updates the table; a row stays while its agent is listed, so that its button keeps the focus. */
  show(agents: readonly ShownAgent[]): void {
    this.#agents = agents;
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
    byId('agent-none').hidden = agents.length > 0;
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

  #newRow({ id }: ShownAgent): HTMLElement {
    const actions = element('td');
    if (this.keys.has(id)) {
      const label = `Claim from the faucet as ${id}`;
      const onclick = (): void => void this.#claim(id);
      actions.append(
        element('button', { type: 'button', textContent: 'Claim', 'aria-label': label, onclick }),
      );
    }
    return element('tr', {}, element('th', { scope: 'row' }, bdi(id)), actions);
  }

  async #register(form: HTMLFormElement): Promise<void> {
    const name = trimmed(form, 'agent_id');
    const id = name === '' ? `agent-${this.keys.size + 1}` : name;
    const answer = await send('POST', '/faucet/register', { body: JSON.stringify({ agent_id: id }) });
    const { api_key: direct, data } = answer.value as { api_key?: string; data?: { api_key?: string } };
    const key = direct ?? data?.api_key;
    if (!answer.ok || key === undefined) {
      report(`Refused: ${refusalText(answer)}`, true);
      return;
    }
    this.keys.set(id, key);
    this.show(this.#agents);
    selectOf(elementOf('try', HTMLFormElement), 'as').append(option(id, id));
    fieldOf(form, 'agent_id').value = '';
    report(`${id} is registered. Its key stays in this page, for calls as ${id}.`);
  }

  async #claim(id: string): Promise<void> {
    const answer = await send('POST', '/faucet/claim', { body: '{}', key: this.keys.get(id) });
    report(answer.ok ? `The faucet paid ${id}.` : `Refused: ${refusalText(answer)}`, !answer.ok);
  }
}

const cellsOf = (agent: ShownAgent): readonly HTMLElement[] => [
  element('td', { className: 'together', textContent: clockText(agent.joined) }),
  element('td', { textContent: agent.tier }),
  element('td', { className: 'number', textContent: agent.balance }),
  element('td', { className: 'number', textContent: agent.held }),
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
    element('span', { className: 'quiet', textContent: service }),
  );
