/** Selects and compresses the events that a page embeds: texts once, and a line of base-36 numbers per event. */
import type { NotableEvent, NotableKind, RunResult } from '../../../simulation/scenario/result.ts';
import { formatUsdc } from '../../../core/base/money.ts';
import { embeddedJson } from '../../escape.ts';
import { clipped } from '../../numbers.ts';
import type { EmbeddedJson, EmbeddedJsonObject } from '../charts/chart.ts';

/** Rows that the page shows at once. */
const rowMax = 50;
/** The largest size in bytes: with 5,000 agents and all charts the page stays below 2 MB. */
const lineByteMax = 110_000;
const kindByteMax = 50_000;
const eachKindMax = 256;
const pathMax = 60;
const textMax = 48;
const faultMax = 200;

/** The embedded events, with their counts for the page's text. */
export interface EmbeddedEvents {
  readonly data: EmbeddedJsonObject;
  /** How many requests, and how many timer events, the page embeds. */
  readonly requests: number;
  readonly due: number;
}

/** `agentRows` has the positions of agents in the order in which the page lists them. */
export function embeddedEvents(result: RunResult, agentRows: readonly number[]): EmbeddedEvents {
  const kinds = keptKinds(result.notable.kinds);
  const rowOf = new Map(agentRows.map((position, row) => [position, row]));
  const texts = result.notable.events.map((event) => ownText(event, result.notable.kinds));
  let [eachMax, held] = [eachKindMax, heldEvents(result, { kinds, rowOf, texts, eachMax: eachKindMax })];
  while (held.bytes > lineByteMax && eachMax > 1) {
    eachMax = Math.floor(eachMax / 1.25);
    held = heldEvents(result, { kinds, rowOf, texts, eachMax });
  }
  // Extremely long names: the events are only in the files.
  if (held.bytes > lineByteMax) held = { chosen: [], others: [], lines: '', bytes: 0 };
  const { startMs, bucketMs, bucketCount } = result.timeline;
  const due = held.chosen.filter(({ kind }) => result.notable.kinds[kind]?.status === 0).length;
  const data = {
    ...kindTables([...kinds.keys()].map((kind) => result.notable.kinds[kind] as NotableKind)),
    others: held.others,
    lines: held.lines,
    faults: faultRows(result),
    startMs,
    endMs: startMs + bucketMs * bucketCount,
    rowMax,
  };
  return { data, requests: held.chosen.length - due, due };
}

const byteLength = (value: unknown): number => Buffer.byteLength(embeddedJson(value));

const rank = ({ status }: NotableKind): number =>
  status >= 500 ? 0 : status >= 400 ? 1 : status === 0 ? 2 : 3;

/** Chooses kinds, failures first; maps positions in the result to positions in the page. */
function keptKinds(kinds: readonly NotableKind[]): ReadonlyMap<number, number> {
  const order = kinds
    .map((kind, index) => ({ kind, index }))
    .toSorted((left, right) => rank(left.kind) - rank(right.kind) || left.index - right.index);
  const kept = new Map<number, number>();
  let bytes = 0;
  for (const { kind, index } of order) {
    bytes += byteLength(routeRow(kind)) + byteLength([kind.code, kind.total]);
    if (bytes > kindByteMax) break;
    kept.set(index, kept.size);
  }
  return kept;
}

const routeRow = ({ service, style, operation, method, template }: NotableKind): EmbeddedJson => [
  service,
  style,
  operation,
  method,
  template,
];

/** One row per route, and one per kind of response: route, status, code and count. */
function kindTables(kinds: readonly NotableKind[]): { routes: EmbeddedJson[]; kinds: EmbeddedJson[] } {
  const routes = new Map<string, EmbeddedJson>();
  const rows = kinds.map((kind) => {
    const route = routeRow(kind);
    const name = JSON.stringify(route);
    if (!routes.has(name)) routes.set(name, route);
    return [[...routes.keys()].indexOf(name), kind.status, kind.code, kind.total];
  });
  return { routes: [...routes.values()], kinds: rows };
}

interface Held {
  readonly chosen: readonly NotableEvent[];
  /** Name and behaviour of agents that the page's list lacks. */
  readonly others: readonly EmbeddedJson[];
  readonly lines: string;
  readonly bytes: number;
}

interface Choice {
  readonly kinds: ReadonlyMap<number, number>;
  readonly rowOf: ReadonlyMap<number, number>;
  /** The own text of each event. */
  readonly texts: readonly string[];
  readonly eachMax: number;
}

function heldEvents({ notable, agents, timeline }: RunResult, choice: Choice): Held {
  const { kinds, rowOf, texts } = choice;
  const { events } = notable;
  const places = thinned(events, choice);
  const chosen = places.map((place) => events[place] as NotableEvent);
  const others: EmbeddedJson[] = [];
  const rows = new Map(rowOf);
  for (const { agent } of chosen) {
    const found = agents[agent];
    if (found === undefined || rows.has(agent)) continue;
    rows.set(agent, rowOf.size + others.length);
    others.push([clipped(found.name, textMax), clipped(found.behaviour, textMax)]);
  }
  let [atMs, number] = [timeline.startMs, 0];
  const lines = chosen
    .map((event, index) => {
      const steps = [event.atMs - atMs, event.event === 0 ? 0 : event.event - number];
      atMs = event.atMs;
      if (event.event !== 0) number = event.event;
      const figures = [...steps, kinds.get(event.kind) ?? 0, (rows.get(event.agent) ?? -1) + 1];
      return [...figures.map((figure) => figure.toString(36)), texts[places[index] ?? -1]].join(' ');
    })
    .join('\n');
  return { chosen, others, lines, bytes: byteLength(lines) + byteLength(others) };
}

/** Places of at most `eachMax` events of a kind, evenly spaced, including the first. */
function thinned(events: readonly NotableEvent[], { kinds, eachMax }: Choice): readonly number[] {
  const counts = new Map<number, number>();
  for (const { kind } of events) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const seen = new Map<number, number>();
  return [...events.keys()].filter((place) => {
    const kind = events[place]?.kind ?? -1;
    if (!kinds.has(kind)) return false;
    const index = seen.get(kind) ?? 0;
    seen.set(kind, index + 1);
    return index % Math.ceil((counts.get(kind) ?? 1) / eachMax) === 0;
  });
}

/** The event's own text: the path parts that its template leaves open, or an amount. */
function ownText({ kind, path, amountMicros }: NotableEvent, kinds: readonly NotableKind[]): string {
  const { template = '', status } = kinds[kind] ?? {};
  if (status === 0) return amountMicros === 0 ? '' : formatUsdc(amountMicros);
  if (template === '') return oneLine(path);
  const parts = path.split('/');
  const open = template
    .split('/')
    .flatMap((name, index) => (name.startsWith(':') ? [parts[index] ?? ''] : []));
  return oneLine(open.join('/'));
}

const oneLine = (text: string): string => clipped(text.replaceAll(/[\n\r]/g, ' '), pathMax);

/** The rows of faults: start, end, service, kind and detail. */
function faultRows({ faults }: RunResult): EmbeddedJson[] {
  return faults
    .slice(0, faultMax)
    .map(({ startMs, endMs, service, kind, detail }) => [
      startMs,
      endMs,
      service,
      kind,
      clipped(detail, pathMax),
    ]);
}
