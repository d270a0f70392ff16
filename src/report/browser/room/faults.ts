/** The form that starts a fault, which shows the fields of the chosen kind only; and the list, which switches them off. */
import { elementOf, element } from '../dom.ts';
import { control, onSubmit, selectOf } from './calls.ts';
import { clockText, type State } from './state.ts';

/** The response to a fault that started. */
interface Started {
  readonly service: string;
  readonly kind: string;
  readonly from: string;
  readonly until?: string | null;
}

const marketKinds = ['market-closed', 'price-jump'];

/** Fills the form with the services and connects it. */
export function connectFaults(services: readonly string[]): void {
  const form = elementOf('fault', HTMLFormElement);
  const service = selectOf(form, 'service');
  const kind = selectOf(form, 'kind');
  for (const name of services) service.append(element('option', { textContent: name }));
  service.value = 'escrow';
  const showFields = (): void => {
    for (const label of form.querySelectorAll<HTMLElement>('[data-for]')) {
      label.hidden = !(label.dataset['for'] ?? '').split(' ').includes(kind.value);
    }
  };
  kind.addEventListener('change', () => {
    if (marketKinds.includes(kind.value)) service.value = 'trading';
    if (kind.value === 'game-closed') service.value = 'casino';
    showFields();
  });
  showFields();
  onSubmit('fault', () => start(form, { service: service.value, kind: kind.value }));
}

function start(form: HTMLFormElement, base: Readonly<Record<string, unknown>>): Promise<boolean> {
  const body: Record<string, unknown> = { ...base };
  for (const field of form.querySelectorAll<HTMLInputElement>('[data-for]:not([hidden]) [name]')) {
    const value = field.value.trim();
    body[field.name] = field.name === 'latency' ? { median: value } : value;
  }
  return control('fault', body, (value) => {
    const { service, kind, from, until } = value as unknown as Started;
    const end = until === undefined || until === null ? '' : ` until ${clockText(until)}`;
    return `${service} ${kind} from ${clockText(from)}${end}.`;
  });
}

type ShownFault = State['faults'][number];

/** One fault of the list, with its button while there is something to switch off. */
export function faultRow({ number, service, kind, from, until, state }: ShownFault): HTMLElement {
  const mark = element('span', { className: `mark ${state === 'on' ? 'bad' : 'quiet'}`, textContent: state });
  const end = until === null ? '' : ` to ${clockText(until)}`;
  const text = `${service} ${kind}`;
  const row = element('li', {}, mark, ` ${text}, ${clockText(from)}${end} `);
  if (state === 'over') return row;
  const onclick = (): void => void switchOff(number, text);
  row.append(
    element('button', {
      type: 'button',
      textContent: 'Switch off',
      'aria-label': `Switch off ${text}`,
      onclick,
    }),
  );
  return row;
}

/** Switches a fault off; `text` names it. */
export const switchOff = (number: number, text: string): Promise<boolean> =>
  control('fault/end', { number }, () => `${text} is switched off.`);
