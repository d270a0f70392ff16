/** The trace of a recording: origins of values in any format, sessions, times, and nothing secret. */
import { describe, expect, it } from 'vitest';
import { keysOf } from '../../../../src/simulation/trace/derived-keys.ts';
import { encoded } from './encoded.ts';

const uuid = '7d0f1a52-6a9d-4a57-9d3e-0e9f3b1c2d4e';
const words = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';

describe('origins of values', () => {
  it.each<[string, unknown, string]>([
    ['a UUID', uuid, uuid],
    ['an integer', 17, '17'],
    ['a short text', 'k9', 'k9'],
    ['a ULID', '01ARZ3NDEKTSV4RRFFQ69G5FAV', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ['a text of base64', 'aGVsbG8gd29ybGQ+/x1==', encodeURIComponent('aGVsbG8gd29ybGQ+x1==')],
  ])('%s is a reference in path, query and body, and in later answers', async (_what, id, _text) => {
    const inPath = encodeURIComponent(String(id)).replace('%2F', '%2F');
    const { records } = await encoded([
      { call: 'POST /faucet/tickets', send: { amount: 17 }, answer: { ticket: { id }, total: 17 } },
      { call: `GET /faucet/tickets/${inPath}?ticket_id=${inPath}`, answer: { id, total: 17 } },
      { call: 'POST /faucet/pay', send: { ticket_id: id, amount: 17 }, answer: { ok: true } },
    ]);
    const reference = '${0:/ticket/id}';
    expect(records[0]?.request.body).toEqual({ amount: 17 });
    expect(records[0]?.answer.body).toEqual({ ticket: { id }, total: 17 });
    expect(records[1]?.request.path).toBe(`/faucet/tickets/${reference}`);
    expect(records[1]?.request.query).toEqual({ ticket_id: reference });
    expect(records[1]?.answer.body).toEqual({ id: reference, total: 17 });
    expect(records[2]?.request.body).toEqual({ ticket_id: reference, amount: 17 });
  });

  it('are found within longer texts and in headers where the value is long', async () => {
    const { records } = await encoded([
      { call: 'POST /faucet/a', answer: { deep: [{ ref: uuid }], n: 5 } },
      {
        call: `POST /faucet/b?q=see+${uuid}.`,
        headers: { 'X-Trace': `t-${uuid}`, 'X-Plain': 'v', 'If-Match': '"z"' },
        send: { memo: `for ${uuid}, 5 of ${uuid}0` },
      },
    ]);
    const reference = '${0:/deep/0/ref}';
    expect(records[1]?.request).toEqual({
      method: 'POST',
      path: '/faucet/b',
      query: { q: `see ${reference}.` },
      headers: { 'x-trace': `t-${reference}` },
      body: { memo: `for ${reference}, 5 of ${uuid}0` },
      ip: '10.0.0.1',
    });
  });

  it('are not in what is no text and no number, which stays as it is', async () => {
    const answer = { yes: true, no: false, none: null, list: [null, true, [], {}], deep: { none: null } };
    const { records } = await encoded([
      { call: 'POST /faucet/a', send: answer, answer },
      { call: 'POST /faucet/b', send: answer, answer },
    ]);
    expect(records.map(({ request }) => request.body)).toEqual([answer, answer]);
    expect(records.map((record) => record.answer.body)).toEqual([answer, answer]);
  });

  it('of equal integers are kept apart by what they are ids of', async () => {
    const { records } = await encoded([
      { call: 'POST /faucet/agents', answer: { id: 1 } },
      { call: 'POST /faucet/orders', send: { agent_id: 1 }, answer: { id: 1, agent_id: 1 } },
      { call: 'GET /faucet/orders/1' },
      { call: 'GET /faucet/agents/1' },
    ]);
    expect(records.slice(1).map(({ request }) => request.body ?? request.path)).toEqual([
      { agent_id: '${0:/id}' },
      '/faucet/orders/${1:/id}',
      '/faucet/agents/${0:/id}',
    ]);
    expect(records[1]?.answer.body).toEqual({ id: 1, agent_id: '${0:/id}' });
  });

  it("ids of JSON-RPC messages are the client's count, whatever answers have given out", async () => {
    const call = { jsonrpc: '2.0', id: 3, method: 'tools/list', params: { id: 3 } };
    const { records } = await encoded([
      { call: 'GET /faucet/rows', answer: { rows: [{ id: 3 }] } },
      { call: 'POST /faucet/mcp', send: call, answer: { jsonrpc: '2.0', id: 3, result: { id: 4 } } },
      { call: 'POST /faucet/mcp', send: { ...call, id: 4 }, answer: { jsonrpc: '2.0', id: 4, result: {} } },
    ]);
    expect(records.map(({ request }) => (request.body as { id?: unknown } | undefined)?.id)).toEqual([
      undefined,
      3,
      4,
    ]);
    expect(records.map(({ answer }) => answer.body['id'])).toEqual([undefined, 3, 4]);
  });

  it('that a client sent first are its own', async () => {
    const { text } = await encoded([
      {
        call: 'POST /faucet/register',
        send: { agent: 'my-agent-0001' },
        answer: { agent_id: 'my-agent-0001' },
      },
      { call: 'GET /faucet/tickets/7', answer: { id: 7 } },
      { call: 'GET /faucet/agents/my-agent-0001?page=7' },
      { call: 'GET /faucet/tickets/7' },
    ]);
    expect(text).not.toContain('${');
  });

  it('are those of the first answer that was complete before the request came', async () => {
    const { records } = await encoded([
      { call: 'GET /faucet/list', answer: { items: [{ ref: uuid }] }, arrival: 0, end: 9 },
      { call: 'POST /faucet/new', answer: { ref: uuid }, arrival: 1, end: 2 },
      { call: `GET /faucet/x/${uuid}`, arrival: 3, end: 4 },
    ]);
    expect(records[2]?.request.path).toBe('/faucet/x/${1:/ref}');
  });

  it('do not make references of what clients write', async () => {
    const { records } = await encoded([{ call: 'POST /faucet/a', send: { memo: 'costs $5, ${0:/id}' } }]);
    expect(records[0]?.request.body).toEqual({ memo: 'costs $$5, $${0:/id}' });
  });

  it('are no fixed part of a path that the documents have', async () => {
    const { records } = await encoded([
      { call: 'GET /faucet/words', answer: { id: 'status', agent_id: 'register' } },
      { call: 'POST /faucet/register', send: {} },
      { call: 'GET /faucet/status' },
    ]);
    expect(records.slice(1).map(({ request, call }) => [call, request.path])).toEqual([
      ['faucet/B/register', '/faucet/register'],
      ['faucet/B/status', '/faucet/status'],
    ]);
  });
});

describe('secrets of a recording', () => {
  it.each(['sk_live_abcdefghijklmnopqrstuvwxyz234567', 'AK-99:zz/81==', 'p1n4x7'])(
    'the key %s is a placeholder on the disk and a reference in the trace',
    async (key) => {
      const { records, text, journal } = await encoded([
        { call: 'POST /faucet/register', answer: { credentials: { api_key: key }, note: 'keep it' } },
        { call: 'GET /faucet/status', headers: { Authorization: `Bearer ${key}` } },
        { call: 'GET /faucet/status', headers: { 'X-Api-Key': key } },
        { call: 'POST /faucet/echo', send: { api_key: key }, answer: { echo: { api_key: key } } },
      ]);
      expect(journal).not.toContain(key);
      expect(text).not.toContain(key);
      const reference = '${0:/credentials/api_key}';
      expect(records.slice(1).map(({ request }) => request.headers ?? request.body)).toEqual([
        { authorization: `Bearer ${reference}` },
        { 'x-api-key': reference },
        { api_key: reference },
      ]);
      expect(records.map(({ session }) => session)).toEqual([0, 0, 0, 0]);
    },
  );

  it('a key under a name that says nothing is recognised once a client sends it', async () => {
    const { records, text } = await encoded([
      { call: 'POST /faucet/register', answer: { access: { value: 'zz-1234-5678-90ab' } } },
      { call: 'GET /faucet/status', headers: { Authorization: 'Bearer zz-1234-5678-90ab' } },
    ]);
    expect(text).not.toContain('zz-1234');
    expect(records[0]?.answer.body).toEqual({ access: { value: '[redacted]' } });
    expect(records[1]?.request.headers).toEqual({ authorization: 'Bearer ${0:/access/value}' });
  });

  it('a key that no answer gave out is dropped and counted; cookies are never kept', async () => {
    const { records, journal, encoder } = await encoded([
      {
        call: 'GET /faucet/status',
        headers: { Authorization: 'Bearer earlier-key-123', Cookie: 'sid=c00kie' },
      },
    ]);
    expect(records[0]?.request.headers).toEqual({ authorization: '[redacted]' });
    expect(encoder.foreignKeyCount).toBe(1);
    expect(journal).not.toMatch(/earlier-key|c00kie/);
  });

  it('a key that a client derived from a mnemonic names the mnemonic', async () => {
    const base = keysOf(words).get('base') ?? '';
    const { records, text, journal } = await encoded([
      { call: 'POST /wallet/wallets', answer: { mnemonic: words } },
      { call: 'POST /wallet/import', send: { private_key: base, memo: `my ${words}` } },
    ]);
    for (const written of [text, journal]) expect(written).not.toMatch(/0x[0-9a-f]{64}|abandon/);
    expect(records[1]?.request.body).toEqual({
      private_key: '${0:/mnemonic#base}',
      memo: 'my ${0:/mnemonic}',
    });
  });

  it('a word under the name of a key, as in a schema, stays elsewhere', async () => {
    const { records } = await encoded([
      { call: 'GET /faucet/schema', answer: { api_key: { type: 'string' }, name: { type: 'string' } } },
    ]);
    expect(records[0]?.answer.body).toMatchObject({ name: { type: 'string' } });
  });
});

describe('sessions and times of a recording', () => {
  it('a registration belongs to the key that it gave out, and other requests without key to their connection', async () => {
    const { records } = await encoded([
      { call: 'POST /faucet/register', client: 'a', answer: { api_key: 'key-of-one-0001' } },
      { call: 'POST /faucet/register', client: 'a', answer: { api_key: 'key-of-two-0002' } },
      { call: 'GET /faucet/me', client: 'a', headers: { Authorization: 'Bearer key-of-two-0002' } },
      { call: 'GET /faucet/me', client: 'b', headers: { Authorization: 'Bearer key-of-one-0001' } },
      { call: 'GET /faucet/status', client: 'a' },
      { call: 'GET /faucet/status', client: 'b' },
      { call: 'GET /faucet/status', client: 'c' },
    ]);
    expect(records.map(({ session }) => session)).toEqual([0, 1, 1, 0, 2, 0, 3]);
  });

  it('times count from the first request, in order of arrival, and addresses are constants', async () => {
    const { records } = await encoded([
      { call: 'GET /faucet/a', headers: { 'X-Sim-IP': '203.0.113.7' } },
      { call: 'GET /faucet/b' },
      { call: 'GET /faucet/c', headers: { 'X-Sim-IP': '203.0.113.7' } },
    ]);
    expect(records.map(({ n, at, agent }) => [n, at, agent])).toEqual([
      [0, 0, 'proxy'],
      [1, 10, 'proxy'],
      [2, 21, 'proxy'],
    ]);
    expect(records.map(({ request }) => request.ip)).toEqual(['10.0.0.2', '10.0.0.1', '10.0.0.2']);
  });

  it('calls are named by the route table, and by service and method beside it', async () => {
    const { records } = await encoded([
      { call: 'GET /escrow/escrows/esc_1' },
      { call: 'GET /api/casino-api/games' },
      { call: 'PATCH /faucet/none' },
    ]);
    expect(records.map(({ call }) => call)).toEqual([
      'escrow/proxy/GET',
      'casino/B/games',
      'faucet/proxy/PATCH',
    ]);
  });
});
