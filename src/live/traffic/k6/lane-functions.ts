/**
 * The functions of the generated k6 script. k6 runs their text; Orrery never calls them. They may use each other,
 * standard JavaScript and the names declared below, which the head of the script defines, and nothing else.
 */
import type { pathMistake as PathMistake } from '../http/sendable-path.ts';
import type { LaneStep } from './lanes.ts';

/** The part of k6's response that the script reads; `json` throws if the body is not JSON. */
interface Answer {
  readonly status: number;
  json(): unknown;
}

interface Metric {
  add(value: number, tags?: Readonly<Record<string, string>>): void;
}

/** A request whose references are replaced by values of this run. */
interface FilledRequest {
  readonly path: string;
  readonly search: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Values from responses of this run, by reference: `17:/id`. */
type LaneValues = Map<string, string>;

declare const __ENV: Readonly<Record<string, string | undefined>>;
declare const exec: { readonly vu: { readonly idInTest: number }; readonly scenario: { startTime: number } };
declare const http: {
  request(method: string, url: string, body: string | null, options: object): Answer;
  expectedStatuses(range: { min: number; max: number }): object;
};
declare function sleep(seconds: number): void;
declare const lanes: readonly (readonly LaneStep[])[];
declare const timeout: string;
declare const sendLag: Metric;
declare const response: Metric;
declare const otherStatus: Metric;
declare const unresolved: Metric;
/** Headers of the target file. */
declare const fixed: Readonly<Record<string, string>>;
declare const pathMistake: typeof PathMistake;

/** Runs once for each virtual user: sends the requests of its lane, each at its time. */
function walkLane(): void {
  const lane = lanes[exec.vu.idInTest - 1]!;
  // Values are kept to the end of the lane: those without further use are small compared with the lane itself.
  const values: LaneValues = new Map();
  for (const step of lane) {
    const dueMs = exec.scenario.startTime + step.dueMs;
    const waitMs = dueMs - Date.now();
    if (waitMs > 0) sleep(waitMs / 1000);
    const request = requestOf(step, values);
    if (request === undefined) unresolved.add(1);
    else keepValues(step, send(step, request, dueMs), values);
  }
}

/** The request of a step; undefined if a value is missing or must not be sent in its place. */
function requestOf(step: LaneStep, values: LaneValues): FilledRequest | undefined {
  const path = filled(step.path, values, slashless);
  const search = filled(step.search, values, encodeURIComponent);
  const body = filled(step.body, values, step.isJson ? inJson : undefined);
  const headers = headersOf(step, values);
  if (path === undefined || search === undefined || body === undefined || headers === undefined)
    return undefined;
  return pathMistake(path) === undefined ? { path, search, headers, body } : undefined;
}

function headersOf(step: LaneStep, values: LaneValues): Record<string, string> | undefined {
  const headers: Record<string, string> = Object.assign({}, fixed);
  for (const [name, text] of Object.entries(step.headers)) {
    const value = filled(text, values);
    if (value === undefined || !/^[\t\x20-\x7e]*$/.test(value)) return undefined;
    headers[name] = value;
  }
  return headers;
}

/** Replaces the references of a text; undefined if a value is unknown or `shown` refuses it. */
function filled<Text extends string | null>(
  text: Text,
  values: LaneValues,
  shown?: (value: string) => string | undefined,
): Text | string | undefined {
  if (text === null || !text.includes('$')) return text;
  let isWhole = true;
  const done = text.replace(/\$\$|\$\{(\d{1,10}):([^}$]*)\}/g, (_whole, n?: string, pointer?: string) => {
    if (n === undefined) return '$';
    const known = values.get(`${n}:${pointer}`);
    const value = known === undefined || shown === undefined ? known : shown(known);
    if (value === undefined) isWhole = false;
    return value ?? '';
  });
  return isWhole ? done : undefined;
}

/** In a path, a value with a slash would lead to another endpoint. */
function slashless(value: string): string | undefined {
  return value.includes('/') ? undefined : value;
}

function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

/** Sends one request and counts it; `dueMs` is in milliseconds since the epoch. */
function send(step: LaneStep, { path, search, headers, body }: FilledRequest, dueMs: number): Answer {
  sendLag.add(Math.max(0, Date.now() - dueMs));
  const url = step.origin + path.replace(/[?#\s"<>^`{|}]/g, encodeURIComponent) + search;
  const answer = http.request(step.method, url, body, {
    headers,
    tags: step.tags,
    // The body of a response without later use is not kept.
    responseType: step.keeps.length === 0 ? 'none' : 'text',
    timeout,
    responseCallback: http.expectedStatuses({ min: 200, max: 399 }),
  });
  response.add(Math.max(0, Date.now() - dueMs));
  if (answer.status !== step.status)
    otherStatus.add(1, { recorded: String(step.status), live: String(answer.status) });
  return answer;
}

/** Keeps the fields of a response that later steps refer to. */
function keepValues(step: LaneStep, answer: Answer, values: LaneValues): void {
  if (step.keeps.length === 0) return;
  let body: unknown;
  try {
    body = answer.json();
  } catch {
    return;
  }
  for (const pointer of step.keeps) {
    const value = textAt(body, pointer);
    if (value !== undefined) values.set(`${step.n}:${pointer}`, value);
  }
}

/** The text at a pointer of a reference, with the escapes of a trace; undefined if there is no text. */
function textAt(body: unknown, pointer: string): string | undefined {
  let value = body;
  for (const step of pointer.split('/').slice(1)) {
    if (value === null || typeof value !== 'object') return undefined;
    const key = step
      .replace(/%7D/g, '}')
      .replace(/%24/g, () => '$')
      .replace(/%23/g, '#')
      .replace(/~1/g, '/')
      .replace(/~0/g, '~');
    value = Object.prototype.hasOwnProperty.call(value, key)
      ? (value as Readonly<Record<string, unknown>>)[key]
      : undefined;
  }
  return typeof value === 'string' ? value : undefined;
}

/** k6 calls it at the end of the run and writes the files that it returns, by path. */
function handleSummary(data: unknown): Record<string, string> {
  return { [__ENV['ORRERY_SUMMARY'] || 'summary.json']: JSON.stringify(data) };
}

/** All functions of the script, in the order in which it has them; `walkLane` is its default export. */
export const laneFunctions = [
  walkLane,
  requestOf,
  headersOf,
  filled,
  slashless,
  inJson,
  send,
  keepValues,
  textAt,
  handleSummary,
] as const;
