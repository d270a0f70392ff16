/** A replay against a deployment that has its own ids, keys, wording, fields and data. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Namespace } from '../../../src/live/traffic/correlation/namespace.ts';
import { asRecorded } from '../../../src/live/traffic/plan/schedule.ts';
import { Replay } from '../../../src/live/traffic/replay/replay.ts';
import { defaultReplay } from '../../../src/live/traffic/replay/replay-call.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';
import { answerJson, toyServer, type Respond } from './toy-server.ts';
import { headerLine, recordLine, traceFile, type RecordChanges } from './traces.ts';

async function replayed(records: readonly RecordChanges[], respond: Respond, extra = '') {
  const toy = await toyServer(respond);
  const text = `name: toy\nhosts: [127.0.0.1]\nallow: writes\nservices: { faucet: "http://127.0.0.1:${toy.port}" }\n${extra}`;
  const replay = await Replay.plan({
    ...defaultReplay,
    trace: traceFile(records.map(recordLine), headerLine()),
    target: readTarget('toy.yaml', text),
    schedule: { ...asRecorded, speed: 'max' },
    namespace: 'abcd2345',
    ca: undefined,
  });
  return { toy, result: await replay.run() };
}

const created = { n: 0, at: 0, method: 'POST', body: {}, answer: { escrow_id: 'esc_aaaaaaaaaaaaaaaa' } };
const asked: RecordChanges[] = [
  created,
  {
    n: 1,
    at: 1,
    method: 'POST',
    path: '/faucet/${0:/escrow_id}/release',
    body: { escrow_id: '${0:/escrow_id}' },
    answer: { escrow_id: '${0:/escrow_id}' },
  },
];

describe('ids of another form', () => {
  it.each([
    ['UUIDs', '9b2e1f3a-6c1d-4c8e-9f21-0a6b7c8d9e0f'],
    ['ULIDs', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ['opaque tokens', 'bG9uZy1vcGFxdWUtdG9rZW4'],
    ['short words', 'e-7'],
    ['numbers', 4711],
  ])('are the same thing under another name: %s', async (_what, id) => {
    const { toy, result } = await replayed(asked, (_asked, response) =>
      answerJson(response, { escrow_id: id }),
    );
    expect(result).toMatchObject({ ok: true, differences: { unexplained: 0 } });
    expect(toy.asked[1]?.url).toBe(`/${id}/release`);
    expect(JSON.parse(toy.asked[1]?.text ?? '')).toEqual({ escrow_id: id });
  });

  it('are found when the target changes them later, or gives one out for two things', async () => {
    const two = [created, { ...created, n: 1, at: 1, answer: { escrow_id: 'esc_bbbbbbbbbbbbbbbb' } }];
    const changed = await replayed(asked, (_asked, response, index) =>
      answerJson(response, { escrow_id: `thing-${index}` }),
    );
    const twice = await replayed(two, (_asked, response) => answerJson(response, { escrow_id: 'thing' }));
    for (const { result } of [changed, twice]) {
      expect(result.differences.groups).toMatchObject([{ kind: 'id', field: '/escrow_id', count: 1 }]);
    }
  });
});

describe('what no client sees', () => {
  it('is no difference: wording, further fields, forms of numbers and instants; it is counted', async () => {
    const recorded = {
      code: 'CONFLICT',
      error: 'alice has claimed already today',
      amount: '1.50',
      at: '2026-01-01T00:00:00.000Z',
    };
    const live = {
      code: 'CONFLICT',
      error: 'Too early, come back tomorrow',
      amount: '1.5000',
      at: '2026-01-01T02:00:00.000000+02:00',
      request_id: 'x',
    };
    const { result } = await replayed([{ n: 0, at: 0, status: 409, answer: recorded }], (_asked, response) =>
      answerJson(response, live, 409),
    );
    expect(result).toMatchObject({ ok: true, same: 1 });
    expect(result.notCompared.map(({ rule, field }) => [rule, field])).toEqual([
      ['wording', '/error'],
      ['extra field', '/request_id'],
    ]);
  });

  it('is what a rule of the user hides, with its count', async () => {
    const { result } = await replayed(
      [{ n: 0, at: 0, answer: { price: 100, state: 'a', list: [1] } }],
      (_asked, response) => answerJson(response, { price: 100.5, state: 'b', list: [2] }),
      'compare: { ignore: [/state], tolerance: { /price: 1% } }\n',
    );
    expect(result.notCompared).toMatchObject([{ rule: 'tolerance' }, { rule: 'ignore', field: '/state' }]);
    expect(result.differences.groups).toMatchObject([{ field: '/list/*' }]);
  });
});

const listed = (...ids: readonly string[]): Respond => {
  return (_asked, response, index) =>
    index < 2
      ? answerJson(response, { escrow_id: `live-${index}` })
      : answerJson(response, { escrows: ids.map((escrow_id) => ({ escrow_id, amount: 1 })) });
};

describe('lists', () => {
  const records: RecordChanges[] = [
    created,
    { ...created, n: 1, at: 1, answer: { escrow_id: 'esc_bbbbbbbbbbbbbbbb' } },
    {
      n: 2,
      at: 2,
      answer: {
        escrows: [
          { escrow_id: '${1:/escrow_id}', amount: 1 },
          { escrow_id: '${0:/escrow_id}', amount: 1 },
        ],
      },
    },
  ];
  it.each([
    ['what was there before', ['old', 'live-1', 'older', 'live-0'], []],
    ['another order', ['live-0', 'live-1'], ['order /escrows']],
    ['a missing item', ['live-1'], ['shape /escrows/*']],
  ])('are matched by the ids in them: %s', async (_what, ids, found) => {
    const { result } = await replayed(records, listed(...ids));
    expect(result.differences.groups.map(({ kind, field }) => `${kind} ${field}`)).toEqual(found);
  });
});

describe('a namespace', () => {
  it('gives every name of a run an addition, and takes it away in every answer', async () => {
    const records: RecordChanges[] = [
      { n: 0, at: 0, method: 'POST', body: { agent_id: 'alice' }, answer: { agent_id: 'alice' } },
      {
        n: 1,
        at: 1,
        path: '/faucet/agents/alice',
        headers: { authorization: 'Bearer k', 'idempotency-key': 'one' },
        answer: { about: 'alice.' },
      },
    ];
    const { toy, result } = await replayed(records, ({ url, text }, response) =>
      answerJson(
        response,
        url.includes('agents')
          ? { about: `${url.split('/').at(-1)}.` }
          : { agent_id: (JSON.parse(text) as { agent_id: string }).agent_id },
      ),
    );
    expect(JSON.parse(toy.asked[0]?.text ?? '')).toEqual({ agent_id: 'alice-abcd2345' });
    expect(toy.asked[1]?.url).toBe('/agents/alice-abcd2345');
    expect(toy.asked[1]?.headers['idempotency-key']).toBe('one-abcd2345');
    expect(result).toMatchObject({ ok: true, same: 2, namespace: 'abcd2345' });
  });

  it('maps any name there and back, keeps its length where that has a price, and no two become one', () => {
    const name = fc.stringMatching(/^[A-Za-z0-9._-]{1,64}$/);
    const domain = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?\.(agent|bot|dao)$/);
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { maxLength: 8 }),
        fc.uniqueArray(domain, { maxLength: 8 }),
        (names, domains) => {
          const space = new Namespace('abcd2345');
          names.forEach((agent_id, n) => space.note(n, { path: '/', body: { agent_id } }));
          domains.forEach((text, n) => space.note(n, { path: '/', body: { domain: text } }));
          const live = [...names, ...domains].map((text) => space.toTarget(text));
          expect(live.map((text) => space.toRecorded(text))).toEqual([...names, ...domains]);
          expect(new Set(live).size).toBe(new Set([...names, ...domains]).size);
          expect(live.every((text) => text.length <= 64)).toBe(true);
          for (const text of domains) expect(space.toTarget(text)).toHaveLength(text.length);
        },
      ),
    );
  });

  it('has new names for agents that another agent registers with its key', () => {
    const space = new Namespace('abcd2345');
    const headers = { authorization: 'Bearer ${0:/api_key}' };
    space.note(1, { path: '/faucet/register', headers, body: { agent_id: 'bert' } });
    expect(space.toTarget('bert')).not.toBe('bert');
    expect(space.toRecorded(space.toTarget('bert'))).toBe('bert');
  });
});
