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
type LaneValues = Map<string, string | number>;

declare const __ENV: Readonly<Record<string, string | undefined>>;
declare const exec: { readonly vu: { readonly idInTest: number }; readonly scenario: { startTime: number } };
declare const http: {
  request(method: string, url: string, body: string | null, options: object): Answer;
  expectedStatuses(range: { min: number; max: number }): object;
};
declare function sleep(seconds: number): void;
declare function check(
  answer: Answer,
  checks: Readonly<Record<string, (answer: Answer) => boolean>>,
): boolean;
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
  const body = step.isJson ? filled(numbered(step.body, values), values, inJson) : filled(step.body, values);
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
    const given = values.get(`${n}:${pointer}`);
    const known = given === undefined ? undefined : String(given);
    const value = known === undefined || shown === undefined ? known : shown(known);
    if (value === undefined) isWhole = false;
    return value ?? '';
  });
  return isWhole ? done : undefined;
}

/** A JSON string that is one reference to a number becomes that number. */
function numbered(json: string | null, values: LaneValues): string | null {
  if (json === null) return null;
  return json.replace(/"\$\{(\d{1,10}):([^}$"\\]*)\}"/g, (whole, n: string, pointer: string) => {
    const value = values.get(`${n}:${pointer}`);
    return typeof value === 'number' ? String(value) : whole;
  });
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
    // A body that is neither used later nor checked is not kept.
    responseType: step.keeps.length + Object.keys(step.fields).length === 0 ? 'none' : 'text',
    timeout,
    responseCallback: http.expectedStatuses({ min: 200, max: 399 }),
  });
  response.add(Math.max(0, Date.now() - dueMs));
  if (answer.status !== step.status)
    otherStatus.add(1, { recorded: String(step.status), live: String(answer.status) });
  checkAnswer(step, answer);
  return answer;
}

/** States what the recording has: the status, and of a response with that status the fields of the body. */
function checkAnswer(step: LaneStep, answer: Answer): void {
  const { service, style, operation } = step.tags;
  const name = `${service}/${style}/${operation}`;
  check(answer, { [`${name}: status ${step.status}`]: ({ status }) => status === step.status });
  if (answer.status !== step.status || Object.keys(step.fields).length === 0) return;
  check(answer, { [`${name}: fields of the body`]: (live) => hasFields(live, step.fields) });
}

/** Null may stand for a value, and a value for null. */
function hasFields(answer: Answer, fields: Readonly<Record<string, string>>): boolean {
  let body: unknown;
  try {
    body = answer.json();
  } catch {
    return false;
  }
  if (body === null || typeof body !== 'object') return false;
  const live = body as Readonly<Record<string, unknown>>;
  return Object.entries(fields).every(([name, type]) => {
    if (!Object.prototype.hasOwnProperty.call(live, name)) return false;
    const value = live[name];
    const found = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
    return found === type || found === 'null' || type === 'null';
  });
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
    const value = valueAt(body, pointer);
    if (value !== undefined) values.set(`${step.n}:${pointer}`, value);
  }
}

/** The text or number at a pointer of a reference, with the escapes of a trace; undefined if there is none. */
function valueAt(body: unknown, pointer: string): string | number | undefined {
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
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
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
  numbered,
  send,
  checkAnswer,
  hasFields,
  keepValues,
  valueAt,
  handleSummary,
] as const;
