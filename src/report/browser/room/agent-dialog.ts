/** One agent in full: balances, quotas, open escrows, orders, positions, and its latest requests. Keys are not in it. */
import { element } from '../dom.ts';
import { grouped } from '../numbers.ts';
import { reportRefusal, send } from './calls.ts';
import { FullView } from './dialogs.ts';
import { clockText, type ShownAgentInFull } from './state.ts';
import { facts, numbers, opener, tableOf, words } from './table.ts';

const figure = (value: number): string => grouped(String(value));

/** `open` asks the sandbox for the agent; `refresh` asks again while it is shown. */
export class AgentDialog {
  readonly #view = new FullView('agent-view');
  readonly #openExchange: (number: number) => void;
  #number = 0;
  #text = '';

  constructor(openExchange: (number: number) => void) {
    this.#openExchange = openExchange;
  }

  get isOpen(): boolean {
    return this.#view.isOpen;
  }

  async open(number: number): Promise<void> {
    this.#number = number;
    this.#text = '';
    const answer = await send('GET', `/_sim/agents/${number}`);
    if (number !== this.#number) return;
    if (answer.ok) this.#show(answer.value as unknown as ShownAgentInFull, answer.text);
    else reportRefusal(answer);
  }

  /** A world that was rewound may not have the agent any more. */
  async refresh(): Promise<void> {
    const number = this.#number;
    const answer = await send('GET', `/_sim/agents/${number}`);
    if (!this.isOpen || number !== this.#number || answer.status === 0) return;
    if (!answer.ok) this.#view.close();
    // What has the focus would lose it.
    else if (answer.text !== this.#text && !this.#hasFocusInside())
      this.#show(answer.value as unknown as ShownAgentInFull, answer.text);
  }

  #hasFocusInside(): boolean {
    return document.activeElement?.closest('#agent-view-body') !== null;
  }

  #show(agent: ShownAgentInFull, text: string): void {
    this.#text = text;
    const sections = [
      quotaSection(agent),
      escrowSection(agent),
      positionSection(agent),
      orderSection(agent),
      this.#requestSection(agent),
    ];
    const content = sections.flatMap(([title, found]) => [
      element('h3', { textContent: title }),
      found ?? element('p', { className: 'quiet', textContent: 'None.' }),
    ]);
    this.#view.show(`Agent ${agent.agent.id}`, [facts(factsOf(agent)), ...content]);
  }

  #requestSection({ requests }: ShownAgentInFull): Section {
    const rows = requests.rows.map(({ number, at, method, path, status, code, isKept }) => [
      isKept
        ? opener(figure(number), () => this.#openExchange(number), `Request ${figure(number)}`)
        : figure(number),
      clockText(at),
      `${method} ${path}`,
      `${status} ${code}`.trim(),
    ]);
    const title = titleOf('Requests', requests);
    return [
      title,
      rows.length === 0 ? undefined : tableOf(title, words('No.', 'At (UTC)', 'Call', 'Answer'), rows),
    ];
  }
}

type Section = readonly [title: string, content: HTMLElement | undefined];

const titleOf = (name: string, { total, rows }: { total: number; rows: readonly unknown[] }): string =>
  total > rows.length
    ? `${name}: the latest ${rows.length} of ${figure(total)}`
    : `${name}: ${figure(total)}`;

const factsOf = ({ agent, address, referrer }: ShownAgentInFull): [string, string][] => [
  ['Number', String(agent.number)],
  ['Joined (UTC)', clockText(agent.joined)],
  ['Tier', agent.tier],
  ['Balance, USDC', agent.balance],
  ['Held, USDC', agent.held],
  ['Address', address],
  ['Referrer', referrer ?? 'none'],
  ['Answered', figure(agent.counts.ok)],
  ['Refused', figure(agent.counts.refused)],
  ['Limited', figure(agent.counts.limited)],
  ['Failed', figure(agent.counts.failed)],
];

function quotaSection({ quotas }: ShownAgentInFull): Section {
  if (quotas.length === 0) return ['Limits', undefined];
  const rows = quotas.map(({ service, limit, remaining }) => [service, figure(remaining), figure(limit)]);
  return ['Limits', tableOf('Limits', [...words('Service'), ...numbers('Left', 'Limit')], rows)];
}

function escrowSection({ escrows }: ShownAgentInFull): Section {
  const title = titleOf('Open escrows', escrows);
  if (escrows.total === 0) return ['Open escrows', undefined];
  const rows = escrows.rows.map(({ id, role, other, amount, state, until }) => [
    id,
    role,
    other,
    amount,
    state,
    until === null ? '' : clockText(until),
  ]);
  const columns = [...words('Escrow', 'As', 'With'), ...numbers('USDC'), ...words('State', 'Until (UTC)')];
  return [title, tableOf(title, columns, rows)];
}

function positionSection({ positions }: ShownAgentInFull): Section {
  if (positions.length === 0) return ['Positions', undefined];
  const rows = positions.map(({ market, side, size, mark, margin, gain, liquidation }) => [
    market,
    side,
    size,
    mark,
    margin ?? '',
    gain ?? '',
    liquidation ?? '',
  ]);
  const columns = [...words('Market', 'Side'), ...numbers('Size', 'Mark', 'Margin', 'Gain', 'Liquidated at')];
  return ['Positions', tableOf('Positions', columns, rows)];
}

function orderSection({ orders }: ShownAgentInFull): Section {
  if (orders.total === 0) return ['Open orders', undefined];
  const title = titleOf('Open orders', orders);
  const rows = orders.rows.map(({ id, market, side, size, limit }) => [id, market, side, size, limit ?? '']);
  return [title, tableOf(title, [...words('Order', 'Market', 'Side'), ...numbers('Size', 'Limit')], rows)];
}
