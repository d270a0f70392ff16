/** The table of requests, newest first. */
import { bdi, byId, element } from '../dom.ts';
import { grouped } from '../numbers.ts';
import { clockText, type ShownRequest } from './state.ts';

/** The requests of the control room; rows already shown are kept. */
export class RequestPanel {
  #lastNumber = 0;

  /** `names` are agent ids by agent number. */
  show(requests: readonly ShownRequest[], names: ReadonlyMap<number, string>): void {
    const body = byId('request-rows');
    // Numbers restart after a reset.
    if ((requests.at(-1)?.number ?? 0) < this.#lastNumber) {
      body.replaceChildren();
      this.#lastNumber = 0;
    }
    for (const request of requests) {
      if (request.number <= this.#lastNumber) continue;
      body.prepend(rowOf(request, names));
      this.#lastNumber = request.number;
    }
    while (body.children.length > requests.length) body.lastElementChild?.remove();
    byId('request-none').hidden = requests.length > 0;
  }
}

function statusClass(status: number): string {
  if (status === 429) return 'warn';
  return status >= 400 ? 'bad' : 'good';
}

function rowOf(request: ShownRequest, names: ReadonlyMap<number, string>): HTMLElement {
  const { number, at, agent, method, path, status, code } = request;
  const who = agent === null ? 'no key' : (names.get(agent) ?? `agent ${agent}`);
  const mark = element('span', { className: `mark ${statusClass(status)}`, textContent: String(status) });
  return element(
    'tr',
    { className: 'new' },
    element('td', { className: 'number', textContent: grouped(String(number)) }),
    element('td', { className: 'together', textContent: clockText(at) }),
    element('td', {}, bdi(who)),
    element('td', {}, element('code', { textContent: `${method} ${path}` })),
    element('td', {}, mark, code === '' ? '' : ` ${code}`),
    element('td', {}, bodies(request)),
  );
}

const bodies = ({ asked, answered }: ShownRequest): HTMLElement =>
  element(
    'details',
    {},
    element('summary', { textContent: 'show' }),
    element('pre', { textContent: asked === '' ? answered : `${asked}\n\n${answered}` }),
  );
