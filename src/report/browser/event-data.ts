/** Decodes the events that the page embeds; `report/html/sections/event-data.ts` encodes them. */
import type { AgentData } from './agent-search.ts';
import { grouped } from './numbers.ts';

/** Service, style, operation, method and path template. */
type RouteRow = readonly [string, string, string, string, string];
/** Route, status (0 for a timer event), error code, how many there were in the run. */
type KindRow = readonly [number, number, string, number];
/** Start, end, service, kind, detail. */
type FaultRow = readonly [number, number, string, string, string];

/** The embedded events in compressed form; `decodeEvents` reads it. */
export interface EventData {
  readonly routes: readonly RouteRow[];
  readonly kinds: readonly KindRow[];
  /** Name and behaviour of agents that the list of agents leaves out. */
  readonly others: readonly (readonly [string, string])[];
  /** A line an event: time and number as differences, kind, agent, own text; figures in base 36. */
  readonly lines: string;
  readonly faults: readonly FaultRow[];
  readonly startMs: number;
  readonly endMs: number;
  readonly rowMax: number;
}

/** One event as the table shows it; empty texts where a field does not apply. */
export interface PageEvent {
  readonly atMs: number;
  /** Its number in the run; 0 for timer events and faults. */
  readonly number: number;
  readonly name: string;
  readonly behaviour: string;
  readonly service: string;
  readonly operation: string;
  readonly style: string;
  /** The HTTP status, 0 for a timer event, -1 for a fault. */
  readonly status: number;
  readonly response: string;
  readonly what: string;
  /** Lower-case texts to search in: the agent, and everything. */
  readonly agentKey: string;
  readonly textKey: string;
}

/** The text for timer events in the column of responses. */
export const timerText = 'timer event';

/** All embedded events and faults in order of time. */
export function decodeEvents(data: EventData, agents: AgentData): readonly PageEvent[] {
  const events = [...requestEvents(data, agents), ...faultEvents(data)];
  return events.toSorted((left, right) => left.atMs - right.atMs);
}

function requestEvents(data: EventData, agents: AgentData): readonly PageEvent[] {
  let [atMs, number] = [data.startMs, 0];
  const lines = data.lines === '' ? [] : data.lines.split('\n');
  return lines.map((line) => {
    const [time = '', step = '', kind = '', agent = '', ...rest] = line.split(' ');
    atMs += parseInt(time, 36);
    number += parseInt(step, 36);
    const [name, behaviour] = agentAt(parseInt(agent, 36) - 1, agents, data.others);
    const parts = routeParts(data, parseInt(kind, 36), rest.join(' '));
    return withKeys({ ...parts, atMs, number: parts.status === 0 ? 0 : number, name, behaviour });
  });
}

function agentAt(
  row: number,
  { rows, behaviours }: AgentData,
  others: EventData['others'],
): readonly [string, string] {
  if (row < 0) return ['', ''];
  const listed = rows[row];
  return listed === undefined
    ? (others[row - rows.length] ?? ['', ''])
    : [listed[0], behaviours[listed[2]] ?? ''];
}

function routeParts(
  { kinds, routes }: EventData,
  kind: number,
  text: string,
): Pick<PageEvent, 'service' | 'style' | 'operation' | 'status' | 'response' | 'what'> {
  const [route, status, code] = kinds[kind] ?? [0, 0, ''];
  const [service, style, operation, method, template] = routes[route] ?? ['', '', '', '', ''];
  if (status === 0) {
    return {
      service,
      style,
      operation,
      status,
      response: timerText,
      what: text === '' ? '' : `${grouped(text)} USDC`,
    };
  }
  const path = template === '' ? text : filledIn(template, text);
  return {
    service,
    style,
    operation,
    status,
    response: `${status} ${code}`.trim(),
    what: `${method} ${path}`,
  };
}

/** Puts the values, joined by `/`, into the parameters of a path template. */
function filledIn(template: string, text: string): string {
  const values = text.split('/');
  return template
    .split('/')
    .map((part) => (part.startsWith(':') ? values.shift() || part : part))
    .join('/');
}

function faultEvents({ faults, endMs }: EventData): readonly PageEvent[] {
  return faults.flatMap(([fromMs, untilMs, service, kind, detail]) => {
    const starts = faultEvent(fromMs, service, `${kind} starts`, detail);
    const hasEnd = untilMs > fromMs && untilMs <= endMs;
    return hasEnd ? [starts, faultEvent(untilMs, service, `${kind} ends`, detail)] : [starts];
  });
}

const faultEvent = (atMs: number, service: string, operation: string, what: string): PageEvent =>
  withKeys({
    atMs,
    service,
    operation,
    what,
    number: 0,
    name: '',
    behaviour: '',
    style: '',
    status: -1,
    response: 'fault',
  });

function withKeys(event: Omit<PageEvent, 'agentKey' | 'textKey'>): PageEvent {
  const { name, behaviour, service, operation, style, response, what, number } = event;
  const agentKey = `${name}\n${behaviour}`.toLowerCase();
  const texts = [service, operation, style, response, what, number === 0 ? '' : number, agentKey];
  return { ...event, agentKey, textKey: texts.join('\n').toLowerCase() };
}
