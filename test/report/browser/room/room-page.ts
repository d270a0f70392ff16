/** The page of the control room in a document without a browser, and the sandbox that answers it. */
import { vi } from 'vitest';
import { roomMarkup } from '../../../../src/host/serve/control-room/markup.ts';
import type {
  ShownAgentInFull,
  ShownExchange,
  ShownRequest,
  State,
} from '../../../../src/report/browser/room/state.ts';

/** Puts the empty page, as the sandbox serves it, in place of the document's. */
export function openRoom(): void {
  document.body.innerHTML = roomMarkup;
}

/** An answer of the sandbox: a body that becomes JSON, or text as it is. */
export interface Answer {
  readonly status?: number;
  readonly body: unknown;
}

/** What the page has asked: method and path, headers and body. */
export type Asked = readonly [call: string, headers: unknown, body?: unknown];

/**
 * The world outside: answers the calls of the table, and lists them in the order in which they came. Calls that the
 * table does not have fail, as without a connection.
 */
export function sandbox(answers: Record<string, Answer | (() => Promise<Answer>)>): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (path: string, { method, headers, ...rest }: RequestInit) => {
    const call = `${method} ${path}`;
    asked.push('body' in rest ? [call, headers, rest.body] : [call, headers]);
    const found = answers[call];
    if (found === undefined) throw new TypeError('fetch failed');
    const { status = 200, body: answer } = typeof found === 'function' ? await found() : found;
    return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer), { status });
  });
  return asked;
}

/** A call with a body in JSON, as the page sends it. */
export const posted = (path: string, body: unknown): Asked => [
  `POST ${path}`,
  { 'content-type': 'application/json' },
  JSON.stringify(body),
];

/** Until every answer that has come is on the page. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** The element that a selector finds; throws an `Error` if there is none. */
export function one(selector: string, within: ParentNode = document): HTMLElement {
  const found = within.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
}

/** Every text of the elements that a selector finds. */
export const texts = (selector: string): string[] =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);

/** A piece for each element; small ones and cells stay in the piece before them. */
export const linesOf = (node: Element): string[] =>
  node.outerHTML
    .replaceAll('\n', '')
    .split(/(?=<(?:button|div|h\d|input|label|li|meter|p|pre|section|tr)\b)/);

/** The same for what an element contains. */
export const contentOf = (selector: string): string[] => [...one(selector).children].flatMap(linesOf);

/** What the line about the last action says. */
export const said = (): readonly [text: string, className: string] => {
  const { textContent, className } = one('#say');
  return [textContent, className];
};

/** Fills fields of a form by their names, and submits it. */
export function submit(id: string, fields: Readonly<Record<string, string>> = {}): Event {
  for (const [name, value] of Object.entries(fields)) fill(`#${id} [name="${name}"]`, value);
  const event = new Event('submit', { bubbles: true, cancelable: true });
  one(`#${id}`).dispatchEvent(event);
  return event;
}

/** Writes into a field or chooses in it, as a user does. */
export function fill(selector: string, value: string): void {
  const field = one(selector) as HTMLInputElement | HTMLSelectElement;
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** A state as the sandbox sends it. */
export const stateWith = (parts: Partial<State> = {}): State => ({
  now: '2026-01-05T12:00:00.000Z',
  start: '2026-01-05T00:00:00.000Z',
  past: 0,
  branch: 'main',
  pace: 'manual',
  seed: '7',
  profile: 'published',
  policyHash: 'a1b2c3',
  digest: '0123456789abcdef',
  counts: { agents: 1200, requests: 34_567, transfers: 15, ok: 1001, refused: 12, limited: 13, failed: 14 },
  money: { pool: '1000000.50', driftMicros: 0 },
  requests: [],
  happenings: [],
  faults: [],
  changedPolicies: {},
  ...parts,
});

/** A request of the list. */
export const lineWith = (parts: Partial<ShownRequest> = {}): ShownRequest => ({
  number: 1234,
  event: 77,
  at: '2026-01-05T10:00:00.000Z',
  agent: 9,
  by: 'alice',
  method: 'POST',
  path: '/escrow/create',
  status: 201,
  code: '',
  isKept: true,
  ...parts,
});

/** An agent in full, with nothing but its balance. */
export const agentInFull = (parts: Partial<ShownAgentInFull> = {}): ShownAgentInFull => ({
  agent: {
    number: 9,
    id: 'alice',
    joined: '2026-01-05T09:00:00.000Z',
    tier: 'pro',
    balance: '12.50',
    held: '0.25',
    counts: { requests: 5000, ok: 4000, refused: 1001, limited: 1002, failed: 1003 },
  },
  address: '0xabc',
  referrer: null,
  quotas: [],
  escrows: { total: 0, rows: [] },
  orders: { total: 0, rows: [] },
  positions: [],
  requests: { total: 0, rows: [] },
  ...parts,
});

/** A request in full. */
export const exchangeInFull = (parts: Partial<ShownExchange> = {}): ShownExchange => ({
  line: lineWith(),
  service: 'escrow',
  operation: 'create',
  slowness_ms: 0,
  asked: '{"amount":5}',
  answered: '{"id":"e1"}',
  headers: { 'x-request-id': 'r1', 'x-left': '7' },
  events: [],
  sequence: { tag: 'svg', attributes: { role: 'img' }, children: ['drawn'] },
  curl: 'curl -X POST',
  step: 'call: escrow',
  ...parts,
});
