/** The search over the embedded events: filters, pages and the table. */
import type { AgentData } from './agent-search.ts';
import { bdi, byId, element, elementOf, option } from './dom.ts';
import { decodeEvents, timerText, type EventData, type PageEvent } from './event-data.ts';
import { count } from './numbers.ts';

/** Groups of responses that the filter offers besides single ones. */
const groups: readonly (readonly [string, string, (event: PageEvent) => boolean])[] = [
  ['no 2xx', 'refused or failed', ({ status }) => status >= 400],
  ['5xx', 'failed (5xx)', ({ status }) => status >= 500],
  ['timer', timerText, ({ status }) => status === 0],
  ['fault', 'fault', ({ status }) => status < 0],
];

const part = (name: string): HTMLElement => byId(`event-${name}`);
const input = (name: string): HTMLInputElement => elementOf(`event-${name}`, HTMLInputElement);
const select = (name: string): HTMLSelectElement => elementOf(`event-${name}`, HTMLSelectElement);
const button = (name: string): HTMLButtonElement => elementOf(`event-${name}`, HTMLButtonElement);
const lower = (field: HTMLInputElement): string => field.value.trim().toLowerCase();

/** Shows the search and all events; does nothing on a page without it. */
export function connectEventSearch(data: EventData, agents: AgentData): void {
  const form = document.getElementById('event-search');
  if (form === null) return;
  const events = decodeEvents(data, agents);
  const fillOperations = offerFilters(events, data);
  const pages = connectPages(data.rowMax);
  const search = (): void => pages.show(matching(events));
  select('service').addEventListener('change', fillOperations);
  form.addEventListener('input', search);
  form.addEventListener('change', search);
  form.addEventListener('submit', (event) => event.preventDefault());
  // The fields are reset after the event.
  form.addEventListener('reset', () =>
    setTimeout(() => {
      fillOperations();
      search();
    }),
  );
  for (const name of ['search', 'pages', 'table']) part(name).hidden = false;
  part('scriptless').hidden = true;
  search();
}

/** Fills the filters; returns what fills the operations of the chosen service again. */
function offerFilters(events: readonly PageEvent[], { startMs, endMs }: EventData): () => void {
  const service = select('service');
  const fillOperations = (): void => {
    const chosen = events.filter((event) => service.value === '' || event.service === service.value);
    fill(select('operation'), namedOptions(chosen.map(({ operation }) => operation)));
  };
  fill(service, namedOptions(events.map((event) => event.service)));
  fillOperations();
  const offered = groups.filter(([, , holds]) => events.some(holds));
  fill(select('answer'), [
    ...offered.map(([value, text]) => option(`group:${value}`, text)),
    ...namedOptions(events.filter(({ status }) => status > 0).map(({ response }) => response)),
  ]);
  for (const field of [input('from'), input('until')]) {
    field.step = '1';
    field.min = new Date(startMs).toISOString().slice(0, 19);
    field.max = new Date(endMs).toISOString().slice(0, 19);
  }
  return fillOperations;
}

const namedOptions = (names: readonly string[]): readonly HTMLOptionElement[] =>
  [...new Set(names)]
    .filter((name) => name !== '')
    .toSorted()
    .map((name) => option(name, name));

/** Keeps the choice if it is still offered. */
function fill(field: HTMLSelectElement, options: readonly HTMLOptionElement[]): void {
  const chosen = field.value;
  field.replaceChildren(option('', 'all'), ...options);
  field.value = options.some(({ value }) => value === chosen) ? chosen : '';
}

const instantOf = ({ value }: HTMLInputElement): number => (value === '' ? NaN : Date.parse(`${value}Z`));

function matching(events: readonly PageEvent[]): readonly PageEvent[] {
  const [service, operation, response] = [
    select('service').value,
    select('operation').value,
    select('answer').value,
  ];
  const [agent, text] = [lower(input('agent')), lower(input('text'))];
  const [fromMs, untilMs] = [instantOf(input('from')), instantOf(input('until'))];
  const holdsResponse = responseFilter(response);
  return events.filter(
    (event) =>
      (service === '' || event.service === service) &&
      (operation === '' || event.operation === operation) &&
      holdsResponse(event) &&
      event.agentKey.includes(agent) &&
      event.textKey.includes(text) &&
      !(event.atMs < fromMs) &&
      !(event.atMs > untilMs),
  );
}

function responseFilter(chosen: string): (event: PageEvent) => boolean {
  const group = groups.find(([value]) => chosen === `group:${value}`);
  if (group !== undefined) return group[2];
  return ({ response }) => chosen === '' || response === chosen;
}

/** One page of the found events, with buttons to the pages before and after. */
function connectPages(rowMax: number): { show: (found: readonly PageEvent[]) => void } {
  const body = document.querySelector('#event-table tbody');
  const [before, after] = [button('before'), button('after')];
  let [first, found]: [number, readonly PageEvent[]] = [0, []];
  const showFrom = (position: number): void => {
    first = position;
    const last = Math.min(first + rowMax, found.length);
    body?.replaceChildren(...found.slice(first, last).map(rowOf));
    const range = found.length > rowMax ? `, ${count(first + 1)} to ${count(last)} shown` : '';
    part('count').textContent = `${countText(found.length)}${range}`;
    before.disabled = first === 0;
    after.disabled = last >= found.length;
  };
  before.addEventListener('click', () => showFrom(Math.max(0, first - rowMax)));
  after.addEventListener('click', () => showFrom(first + rowMax));
  return {
    show: (events) => {
      found = events;
      showFrom(0);
    },
  };
}

function countText(events: number): string {
  if (events === 0) return 'No event matches.';
  return `${count(events)} ${events === 1 ? 'event' : 'events'}`;
}

function tone({ status }: PageEvent): string {
  if (status >= 500 || status < 0) return 'bad';
  return status === 0 || status >= 400 ? 'some' : '';
}

function rowOf(event: PageEvent): HTMLElement {
  const { atMs, name, service, operation, style, response, what, number } = event;
  const instant = new Date(atMs).toISOString();
  const time = instant.slice(0, atMs % 1000 === 0 ? 19 : 23).replace('T', ' ');
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, bdi(time)),
    element('td', {}, bdi(name)),
    element('td', {}, bdi(service)),
    element('td', {}, bdi(style === '' ? operation : `${operation} (${style})`)),
    element('td', { className: `answer ${tone(event)}` }, bdi(response)),
    element('td', {}, element('code', { textContent: what })),
    element('td', { className: 'number' }, bdi(number === 0 ? '' : count(number))),
  );
}
