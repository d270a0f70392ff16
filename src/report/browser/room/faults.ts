/** The form that starts a fault. It shows the fields of the chosen kind only. */
import { elementOf, element } from '../dom.ts';
import { control, onSubmit, selectOf } from './calls.ts';
import { clockText } from './state.ts';

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
