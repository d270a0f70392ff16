// @vitest-environment happy-dom
/** The table of agents: pages, filters, rows that stay, and registration from the page. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AgentPanel } from '../../../../src/report/browser/room/agent-panel.ts';
import type { ShownAgentPage } from '../../../../src/report/browser/room/state.ts';
import {
  contentOf,
  fill,
  one,
  openRoom,
  posted,
  said,
  sandbox,
  settled,
  submit,
  texts,
  type Answer,
  type Asked,
} from './room-page.ts';

type Agent = ShownAgentPage['agents'][number];

const agent = (number: number, parts: Partial<Agent> = {}): Agent => ({
  number,
  id: `a${number}`,
  joined: '2026-01-05T10:00:00.000Z',
  tier: 'free',
  balance: '12.50',
  held: '0.25',
  counts: { requests: 1234, ok: 1, refused: 0, limited: 0, failed: 0 },
  ...parts,
});

const pageOf = (agents: readonly Agent[], parts: Partial<ShownAgentPage> = {}): Answer => ({
  body: { agents, total: agents.length, all: agents.length, page: 1, limit: 25, ...parts },
});

const listedPage = (page: number): string => `GET /_sim/agents?limit=25&page=${page}&state=all&order=number`;
const listed = listedPage(1);

let panel: AgentPanel;
let opened: number[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  openRoom();
  opened = [];
  panel = new AgentPanel((number) => opened.push(number));
  panel.connect();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function shown(answers: Parameters<typeof sandbox>[0]): Promise<Asked[]> {
  const asked = sandbox(answers);
  panel.changed();
  await settled();
  return asked;
}

const again = async (): Promise<void> => {
  panel.changed();
  vi.advanceTimersByTime(1000);
  await settled();
};

/** What stands below the table: the range, whether it is the first and the last page, and whether there are agents. */
const paging = () => [
  one('#agent-range').textContent,
  one('#agents-before').getAttribute('aria-disabled'),
  one('#agents-after').getAttribute('aria-disabled'),
  one('#agent-none').hidden,
];

it('shows a row for each agent', async () => {
  const meters = [
    { service: 'escrow', limit: 60, remaining: 7 },
    { service: 'wallet', limit: 10, remaining: 10 },
  ];
  const asked = await shown({
    [listed]: pageOf([agent(1, { meters }), agent(2, { meters: [] }), agent(3)]),
  });
  expect(asked).toEqual([[listed, {}]]);
  expect(contentOf('#agent-rows')).toEqual([
    '<tr><th scope="row">',
    '<button type="button" class="opens"><bdi>a1</bdi></button></th><td class="together">2026-01-05 10:00:00</td><td>free</td><td class="number">12.50</td><td class="number">0.25</td><td class="number">1,234</td><td>',
    '<div class="together">',
    '<meter min="0" max="60" low="12" high="30" optimum="60" value="7" aria-label="calls of escrow left of a1"></meter> 7 of 60 <span class="quiet"><bdi>escrow</bdi></span></div>',
    '<div class="together">',
    '<meter min="0" max="10" low="2" high="5" optimum="10" value="10" aria-label="calls of wallet left of a1"></meter> 10 of 10 <span class="quiet"><bdi>wallet</bdi></span></div></td><td></td></tr>',
    '<tr><th scope="row">',
    '<button type="button" class="opens"><bdi>a2</bdi></button></th><td class="together">2026-01-05 10:00:00</td><td>free</td><td class="number">12.50</td><td class="number">0.25</td><td class="number">1,234</td><td>no limit</td><td></td></tr>',
    '<tr><th scope="row">',
    '<button type="button" class="opens"><bdi>a3</bdi></button></th><td class="together">2026-01-05 10:00:00</td><td>free</td><td class="number">12.50</td><td class="number">0.25</td><td class="number">1,234</td><td class="quiet">no request yet</td><td></td></tr>',
  ]);
  expect(paging()).toEqual(['1 to 3 of 3', 'true', 'true', true]);
  one('#agent-rows tr:nth-child(2) button').click();
  expect(opened).toEqual([2]);
});

it.each([
  [{ total: 0, all: 0 }, 0, ['none', 'true', 'true', false]],
  [{ total: 0, all: 1 }, 0, ['none, of 1 in all', 'true', 'true', true]],
  [{ total: 25, all: 25 }, 2, ['1 to 2 of 25', 'true', 'true', true]],
  [{ total: 26, all: 26 }, 2, ['1 to 2 of 26', 'true', 'false', true]],
  [
    { total: 5000, all: 12_000, page: 50 },
    3,
    ['1,226 to 1,228 of 5,000, of 12,000 in all', 'false', 'false', true],
  ],
  [{ total: 51, all: 51, page: 3 }, 1, ['51 to 51 of 51', 'false', 'true', true]],
])('says which part of the list %j is', async (parts, count, expected) => {
  const agents = Array.from({ length: count }, (_, index) => agent(index + 1));
  await shown({ [listed]: pageOf(agents, parts) });
  expect(paging()).toEqual(expected);
});

it('turns pages within the list', async () => {
  const asked = await shown({
    [listed]: pageOf([agent(1)], { total: 26, all: 26 }),
    [listedPage(2)]: pageOf([agent(26)], { total: 26, all: 26, page: 2 }),
  });
  for (const id of ['before', 'after', 'after', 'before']) {
    one(`#agents-${id}`).click();
    await settled();
  }
  expect(asked.map(([call]) => call)).toEqual([1, 1, 2, 2, 1].map(listedPage));
  expect(texts('#agent-rows th')).toEqual(['a1']);
});

it('goes to the last page that there is', async () => {
  const last = pageOf([agent(1)], { total: 30, all: 30, page: 2 });
  await shown({
    [listed]: pageOf([], { total: 75, all: 75 }),
    [listedPage(2)]: pageOf([], { total: 75, all: 75, page: 2 }),
  });
  one('#agents-after').click();
  await settled();
  sandbox({ [listedPage(3)]: pageOf([], { total: 30, all: 30, page: 3 }), [listedPage(2)]: last });
  one('#agents-after').click();
  await settled();
  expect([paging()[0], texts('#agent-rows th')]).toEqual(['26 to 26 of 30', ['a1']]);
});

it.each([
  ['search', ' bo b ', 'GET /_sim/agents?limit=25&page=1&search=bo+b&state=all&order=number'],
  ['state', 'holding', 'GET /_sim/agents?limit=25&page=1&state=holding&order=number'],
  ['order', 'balance', 'GET /_sim/agents?limit=25&page=1&state=all&order=balance'],
  ['tier', 'pro', 'GET /_sim/agents?limit=25&page=1&tier=pro&state=all&order=number'],
])('asks at once for agents by %s, from the first page on', async (name, value, call) => {
  one('#agent-filter [name="tier"]').innerHTML = '<option value=""></option><option>pro</option>';
  const many = { total: 60, all: 60 };
  const asked = await shown({
    [listed]: pageOf([], many),
    [listedPage(2)]: pageOf([], { ...many, page: 2 }),
    [call]: pageOf([agent(5)]),
  });
  one('#agents-after').click();
  await settled();
  one(`#agent-filter [name="${name}"]`).dispatchEvent(new Event('input'));
  fill(`#agent-filter [name="${name}"]`, value);
  await settled();
  expect([asked.at(-1), texts('#agent-rows th')]).toEqual([[call, {}], ['a5']]);
});

it('does not send the form of the filter', () => {
  expect(submit('agent-filter').defaultPrevented).toBe(true);
});

it('says why the list was refused', async () => {
  await shown({ [listed]: { status: 400, body: { message: 'no such tier' } } });
  expect(said()).toEqual(['Refused: no such tier', 'bad']);
});

it('asks again once a second at most', async () => {
  const asked = await shown({ [listed]: pageOf([]) });
  panel.changed();
  vi.advanceTimersByTime(999);
  expect(asked).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(asked).toHaveLength(2);
});

it('keeps the row of an agent that is still listed, with what is new of it', async () => {
  await shown({ [listed]: pageOf([agent(1), agent(2), agent(3)]) });
  const rows = [...one('#agent-rows').children];
  const cell = one('#agent-rows tr:nth-child(2) td');
  const inserted = vi.spyOn(one('#agent-rows'), 'insertBefore');
  await again();
  expect([inserted.mock.calls, texts('#agent-rows th')]).toEqual([[], ['a1', 'a2', 'a3']]);
  sandbox({ [listed]: pageOf([agent(3, { balance: '99' }), agent(2)]) });
  await again();
  expect([...one('#agent-rows').children]).toEqual([rows[2], rows[1]]);
  expect(one('#agent-rows tr:nth-child(2) td')).toBe(cell);
  expect(texts('#agent-rows tr:first-child > *')).toEqual([
    'a3',
    '2026-01-05 10:00:00',
    'free',
    '99',
    '0.25',
    '1,234',
    'no request yet',
    '',
  ]);
});

it.each([{ number: 2 }, { id: 'b' }, { joined: '2026-01-05T10:00:01.000Z' }])(
  'has another row for an agent with %j, and again for the first',
  async (parts) => {
    await shown({ [listed]: pageOf([agent(1)]) });
    const row = one('#agent-rows tr');
    sandbox({ [listed]: pageOf([agent(1, parts)]) });
    await again();
    expect([...one('#agent-rows').children].map((other) => other === row)).toEqual([false]);
    sandbox({ [listed]: pageOf([agent(1)]) });
    await again();
    expect(one('#agent-rows tr')).not.toBe(row);
  },
);

const registered = { status: 201, body: { api_key: 'key-1' } };
const join = async (name: string): Promise<void> => {
  submit('join', { agent_id: name });
  await settled();
};

it('registers an agent, which can then claim', async () => {
  await shown({ [listed]: pageOf([agent(1), agent(2)]) });
  expect(texts('#agent-rows td:last-child')).toEqual(['', '']);
  const asked = sandbox({
    'POST /faucet/register': registered,
    'POST /faucet/claim': { body: {} },
    [listed]: pageOf([agent(1), agent(2)]),
  });
  await join(' a1 ');
  expect(asked).toEqual([posted('/faucet/register', { agent_id: 'a1' }), [listed, {}]]);
  expect([...panel.keys]).toEqual([['a1', 'key-1']]);
  expect(said()).toEqual(['a1 is registered. Its key stays in this page, for calls as a1.', '']);
  expect((one('#join input') as HTMLInputElement).value).toBe('');
  expect(one('#try [name="as"]').innerHTML).toBe(
    '<option value="">no agent (no key)</option><option value="a1">a1</option>',
  );
  expect(contentOf('#agent-rows tr td:last-child')).toEqual([
    '<button type="button" aria-label="Claim from the faucet as a1">Claim</button>',
  ]);
  expect(one('#agent-rows tr:last-child td:last-child').innerHTML).toBe('');
  one('#agent-rows td:last-child button').click();
  await settled();
  expect(asked.at(-1)).toEqual([
    'POST /faucet/claim',
    { 'content-type': 'application/json', authorization: 'Bearer key-1' },
    '{}',
  ]);
  expect(said()).toEqual(['The faucet paid a1.', '']);
});

it('gives names to agents without one, and finds the key in the other style', async () => {
  const asked = sandbox({
    'POST /faucet/register': { body: { data: { api_key: 'k' } } },
    [listed]: pageOf([]),
  });
  await join('');
  await join(' ');
  expect([...panel.keys]).toEqual([
    ['agent-1', 'k'],
    ['agent-2', 'k'],
  ]);
  expect(asked.filter(([call]) => call.startsWith('POST'))).toEqual([
    posted('/faucet/register', { agent_id: 'agent-1' }),
    posted('/faucet/register', { agent_id: 'agent-2' }),
  ]);
  panel.forget();
  expect([panel.keys.size, texts('#try [name="as"] option')]).toEqual([0, ['no agent (no key)']]);
});

it.each([
  [{ status: 409, body: { message: 'taken', api_key: 'k' } }, 'Refused: taken'],
  [{ body: 'no key' }, 'Refused: no key'],
  [{ body: { data: {} } }, 'Refused: {"data":{}}'],
])('registers nothing without a key, as after %j', async (answer, text) => {
  const asked = sandbox({ 'POST /faucet/register': answer });
  await join('a1');
  expect([said(), panel.keys.size, asked.length]).toEqual([[text, 'bad'], 0, 1]);
});

it('registers nothing without a connection, and says so', async () => {
  sandbox({});
  await join('a1');
  expect([said(), panel.keys.size]).toEqual([['The sandbox does not answer.', 'bad'], 0]);
});

it.each([
  [{ 'POST /faucet/claim': { status: 429, body: { error: 'too early' } } }, 'Refused: too early'],
  [{}, 'The sandbox does not answer.'],
])('says why the faucet did not pay: %j', async (claim, text) => {
  sandbox({ 'POST /faucet/register': registered, [listed]: pageOf([agent(1)]), ...claim });
  await join('a1');
  one('#agent-rows td:last-child button').click();
  await settled();
  expect(said()).toEqual([text, 'bad']);
});
