// @vitest-environment happy-dom
/** The script of the whole page: what it makes of each state that the sandbox sends. */
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { State } from '../../../../src/report/browser/room/state.ts';
import {
  contentOf,
  fill,
  one,
  openRoom,
  posted,
  sandbox,
  settled,
  stateWith,
  submit,
  texts,
  type Asked,
  lineWith,
  agentInFull,
  exchangeInFull,
} from './room-page.ts';

/** The stream of states: the world outside sends them. */
class Stream extends EventTarget {
  static readonly opened: Stream[] = [];
  isClosed = false;

  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    Stream.opened.push(this);
  }

  close(): void {
    this.isClosed = true;
  }
}

const policies = [
  { name: 'p', question: 'Q?', gap: 'G', lines: 'l', options: 'usdc', defaults: ['1', '2'] },
] as const;
const agents = { agents: [], total: 0, all: 0, page: 1, limit: 25 };
const listed = 'GET /_sim/agents?limit=25&page=1&state=all&order=number';
const charts = { charts: [], start: '2026-01-05T00:00:00.000Z', slice_ms: 3_600_000, events: [5] };
const line = lineWith();
const inFull = agentInFull({ requests: { total: 1, rows: [line] } });

let asked: Asked[];

// ECharts is loaded once, before the script is.
beforeAll(async () => void (await import('../../../../src/report/browser/charts.ts')));

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('EventSource', Stream);
  Stream.opened.splice(0);
  openRoom();
  const data = document.createElement('script');
  data.id = 'data';
  data.type = 'application/json';
  data.textContent = JSON.stringify({ services: ['escrow', 'casino'], tiers: ['free', 'pro'], policies });
  document.body.append(data);
  asked = sandbox({
    [listed]: { body: agents },
    'GET /_sim/charts': { body: charts },
    'GET /_sim/branches': { body: {} },
    'GET /_sim/checkpoints': { body: {} },
    'GET /_sim/agents/9': { body: inFull },
    'GET /_sim/exchanges/1234': { body: exchangeInFull() },
    'POST /faucet/register': { body: { api_key: 'k' } },
    'POST /_sim/reset': { body: {} },
    'POST /_sim/rewind': { body: {} },
  });
  vi.resetModules();
  await import('../../../../src/report/browser/room/room.ts');
  await settled();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function sent(parts: Partial<State> = {}): Promise<string[]> {
  asked.splice(0);
  Stream.opened[0]?.dispatchEvent(new MessageEvent('state', { data: JSON.stringify(stateWith(parts)) }));
  await settled();
  return asked.map(([call]) => call);
}

const connection = () => [one('#line').textContent, one('#line').className];
const pressed = () => texts('[data-pace][aria-pressed="true"]');

it('listens to the sandbox until the page is left', async () => {
  const [stream] = Stream.opened;
  expect([Stream.opened.length, stream?.url, asked]).toEqual([
    1,
    '/_sim/events',
    [['GET /openapi.json', {}]],
  ]);
  await sent();
  expect(connection()).toEqual(['live', 'line mark good']);
  stream?.dispatchEvent(new Event('error'));
  expect(connection()).toEqual(['no connection; trying again', 'line mark bad']);
  expect(stream?.isClosed).toBe(false);
  window.dispatchEvent(new Event('pagehide'));
  expect(stream?.isClosed).toBe(true);
});

it('fills the forms with what the page brings along', () => {
  expect(one('#agent-filter [name="tier"]').innerHTML).toBe(
    '<option value="">any</option><option value="free">free</option><option value="pro">pro</option>',
  );
  expect(texts('#fault [name="service"] option, #policy-rows th')).toEqual(['escrow', 'casino', 'p']);
  expect(one('#theme').hidden).toBe(false);
});

it('shows the state of the world', async () => {
  await sent({ pace: '60x' });
  expect([one('#now').textContent, pressed()]).toEqual(['2026-01-05 12:00:00', ['60 times']]);
  expect(one('#run').textContent).toBe(
    'seed 7 · profile published · clock 60x · branch main · digest 01234567',
  );
  expect([one('#agent-count').textContent, one('#request-count').textContent]).toEqual(['1,200', '34,567']);
  expect(contentOf('#tiles')).toEqual([
    '<div><dt>ok</dt><dd class="good"><bdi>1,001</bdi></dd></div>',
    '<div><dt>refused</dt><dd class=""><bdi>12</bdi></dd></div>',
    '<div><dt>limited</dt><dd class=""><bdi>13</bdi></dd></div>',
    '<div><dt>failed</dt><dd class=""><bdi>14</bdi></dd></div>',
    '<div><dt>transfers</dt><dd class=""><bdi>15</bdi></dd></div>',
  ]);
  expect(contentOf('#money-facts')).toEqual([
    '<div><dt>Faucet pool, USDC</dt><dd class=""><bdi>1,000,000.50</bdi></dd></div>',
    '<div><dt>Ledger drift</dt><dd class="good"><bdi>0 micro-USDC</bdi></dd></div>',
    '<div><dt>Policy hash</dt><dd class=""><bdi>a1b2c3</bdi></dd></div>',
  ]);
  const none = ['happening', 'fault', 'request', 'agent'].map((name) => one(`#${name}-none`).hidden);
  expect(none).toEqual([false, false, false, false]);
  await sent({ pace: 'manual' });
  expect(pressed()).toEqual(['Pause']);
});

it.each([
  [1234, '1,234 micro-USDC', 'bad'],
  [null, 'not computed', ''],
])('shows a drift of %s', async (driftMicros, text, className) => {
  await sent({ money: { pool: '1', driftMicros } });
  const drift = one('#money-facts div:nth-child(2) dd');
  expect([drift.textContent, drift.className]).toEqual([text, className]);
});

it('draws a part when it changes', async () => {
  await sent();
  const parts = () => ['#tiles', '#money-facts'].map((id) => one(`${id} div`));
  const [tile, fact] = parts();
  await sent();
  expect(parts()).toEqual([tile, fact]);
  await sent({ policyHash: 'other' });
  expect([parts()[0] === tile, parts()[1] === fact]).toEqual([true, false]);
});

it('asks for agents, charts and the past when the world has changed', async () => {
  const past = ['GET /_sim/branches', 'GET /_sim/checkpoints'];
  expect(await sent()).toEqual([listed, 'GET /_sim/charts', ...past]);
  expect(one('#lanes > :nth-child(2) button').title).toBe(
    'Event 5, the first one from 2026-01-05 00:00:00 on',
  );
  vi.advanceTimersByTime(10_000);
  expect(await sent()).toEqual([]);
  expect(await sent({ now: '2026-01-05T12:00:01.000Z' })).toEqual([listed, 'GET /_sim/charts']);
  expect(await sent({ now: '2026-01-05T12:00:02.000Z', past: 1 })).toEqual(past);
  asked.splice(0);
  vi.advanceTimersByTime(2499);
  expect(asked.map(([call]) => call)).toEqual([listed]);
  vi.advanceTimersByTime(1);
  expect(asked.map(([call]) => call)).toEqual([listed, 'GET /_sim/charts']);
});

it('keeps what it has where charts are refused', async () => {
  sandbox({
    [listed]: { body: agents },
    'GET /_sim/charts': { status: 400, body: charts },
    'GET /_sim/branches': { body: {} },
    'GET /_sim/checkpoints': { body: {} },
  });
  await sent();
  expect(document.querySelectorAll('#lanes button')).toHaveLength(0);
  expect(one('#chart-none').hidden).toBe(false);
});

it('shows policies when they change, so that a chosen profile stays', async () => {
  await sent();
  fill('#reset [name="profile"]', 'consistent');
  await sent();
  expect((one('#reset [name="profile"]') as HTMLSelectElement).value).toBe('consistent');
  await sent({ changedPolicies: { p: '5' } });
  expect((one('#reset [name="profile"]') as HTMLSelectElement).value).toBe('published');
});

it('shows events, the latest first, and chooses one of them', async () => {
  const scrolled = vi.spyOn(one('#past'), 'scrollIntoView');
  const at = '2026-01-05T11:00:00.000Z';
  await sent({
    happenings: [
      { event: 3, at, name: 'transfer', amount: '5.00' },
      { event: 4, at, name: 'escrowExpired', amount: '0.00' },
    ],
  });
  expect(contentOf('#happening-rows')).toEqual([
    '<li><span class="quiet">2026-01-05 11:00:00</span>',
    '<button type="button" class="opens" aria-label="escrow expired: show it on the time line"><bdi>escrow expired</bdi></button><span></span></li>',
    '<li><span class="quiet">2026-01-05 11:00:00</span>',
    '<button type="button" class="opens" aria-label="transfer: show it on the time line"><bdi>transfer</bdi></button><span>5.00 USDC</span></li>',
  ]);
  expect(one('#happening-none').hidden).toBe(true);
  one('#happening-rows button').click();
  expect(one('#chosen-mark').textContent).toBe('Event 4: escrow expired, 2026-01-05 11:00:00');
  expect((one('#go input') as HTMLInputElement).value).toBe('4');
  expect(scrolled.mock.calls).toEqual([[{ block: 'nearest' }]]);
});

it('shows faults, the latest first', async () => {
  const fault = {
    service: 'escrow',
    kind: 'slow',
    from: '2026-01-05T11:00:00.000Z',
    until: null,
    state: 'over',
  } as const;
  await sent({
    faults: [
      { ...fault, number: 1 },
      { ...fault, number: 2, service: 'wallet' },
    ],
  });
  expect(texts('#fault-rows li')).toEqual([
    'over wallet slow, 2026-01-05 11:00:00 ',
    'over escrow slow, 2026-01-05 11:00:00 ',
  ]);
  expect(one('#fault-none').hidden).toBe(true);
});

const isOpen = (id: string): boolean => (one(`#${id}`) as HTMLDialogElement).open;
const clickOn = async (selector: string): Promise<void> => {
  one(selector).click();
  await settled();
};

it('leads from a request to its agent, and from there to a request and back in time', async () => {
  await sent({ requests: [line] });
  await clickOn('#request-rows td:nth-child(3) button');
  expect(one('#agent-view-title').textContent).toBe('Agent alice');
  await clickOn('#agent-view-body tbody button');
  expect(one('#exchange-view-title').textContent).toBe('Request 1234');
  await clickOn('#exchange-view-body .row button:last-child');
  expect([isOpen('agent-view'), isOpen('exchange-view')]).toEqual([true, false]);
  await clickOn('#request-rows td:first-child button');
  await clickOn('#exchange-view-body .row button');
  one('#question-form').dispatchEvent(new Event('submit', { cancelable: true }));
  await settled();
  expect(asked.at(-1)).toEqual(posted('/_sim/rewind', { to: 76 }));
});

it('asks for the agent that is shown when the world changes, once in a second and a half', async () => {
  await sent({ requests: [line] });
  await clickOn('#request-rows td:nth-child(3) button');
  vi.advanceTimersByTime(1500);
  expect(await sent({ past: 1 })).toContain('GET /_sim/agents/9');
  expect(await sent({ past: 2 })).not.toContain('GET /_sim/agents/9');
  vi.advanceTimersByTime(1499);
  expect(asked.map(([call]) => call)).not.toContain('GET /_sim/agents/9');
  vi.advanceTimersByTime(1);
  expect(asked.map(([call]) => call)).toContain('GET /_sim/agents/9');
});

it('forgets keys with a reset', async () => {
  submit('join', { agent_id: 'bob' });
  await settled();
  expect(texts('#try [name="as"] option')).toEqual(['no agent (no key)', 'bob']);
  submit('try', { path: 'GET /x', as: 'bob' });
  expect(asked.at(-1)).toEqual(['GET /x', { authorization: 'Bearer k' }]);
  submit('reset');
  one('#question-form').dispatchEvent(new Event('submit', { cancelable: true }));
  await settled();
  expect(texts('#try [name="as"] option')).toEqual(['no agent (no key)']);
});

it('moves the clock, the line of time and the theme', async () => {
  await sent();
  await clickOn('[data-advance="1m"]');
  expect(asked.at(-1)).toEqual(posted('/_sim/clock/advance', { by: '1m' }));
  await clickOn('[data-span="hour"]');
  expect(one('#span-from').textContent).toBe('2026-01-05 11:00:00');
  one('#theme').click();
  expect(document.documentElement.dataset['theme']).toBe('dark');
  one('#theme').click();
});
