/** The table of requests, newest first. */
import { bdi, byId, element } from '../dom.ts';
import { grouped } from '../numbers.ts';
import { clockText, type ShownRequest } from './state.ts';
import { opener } from './table.ts';

/** Where a row leads. */
interface Paths {
  readonly openExchange: (number: number) => void;
  readonly openAgent: (number: number) => void;
}

/** The requests of the control room; rows already shown are kept. */
export class RequestPanel {
  readonly #paths: Paths;
  /** By number; a world that was rewound has other requests under the same numbers. */
  readonly #rows = new Map<number, { readonly row: HTMLElement; readonly text: string }>();

  constructor(paths: Paths) {
    this.#paths = paths;
  }

  show(requests: readonly ShownRequest[]): void {
    const body = byId('request-rows');
    const shown = new Set(requests.map(({ number }) => number));
    for (const [number, { row }] of this.#rows) {
      if (shown.has(number)) continue;
      row.remove();
      this.#rows.delete(number);
    }
    for (const [position, request] of requests.toReversed().entries()) {
      const row = this.#rowOf(request);
      const current = body.children[position];
      if (current !== row) body.insertBefore(row, current ?? null);
    }
    byId('request-none').hidden = requests.length > 0;
  }

  #rowOf(request: ShownRequest): HTMLElement {
    const text = JSON.stringify(request);
    const known = this.#rows.get(request.number);
    if (known?.text === text) return known.row;
    known?.row.remove();
    const row = this.#newRow(request);
    this.#rows.set(request.number, { row, text });
    return row;
  }

  #newRow({ number, at, agent, by, method, path, status, code }: ShownRequest): HTMLElement {
    const { openExchange, openAgent } = this.#paths;
    const mark = element('span', { className: `mark ${statusClass(status)}`, textContent: String(status) });
    const caller = agent === null ? 'no key' : opener(by, () => openAgent(agent));
    const text = grouped(String(number));
    const open = opener(text, () => openExchange(number), `Request ${text}`);
    return element(
      'tr',
      { className: 'new' },
      element('td', { className: 'number' }, open),
      element('td', { className: 'together', textContent: clockText(at) }),
      element('td', {}, caller),
      element('td', {}, element('code', {}, bdi(`${method} ${path}`))),
      element('td', {}, mark, code === '' ? '' : ` ${code}`),
    );
  }
}

function statusClass(status: number): string {
  if (status === 429) return 'warn';
  return status >= 400 ? 'bad' : 'good';
}
