/** What a caller can get wrong in a body: each is a 400 with one clear sentence, and not one ledger row is added. */
import { describe, expect, it } from 'vitest';
import { expectRefused, open, type Member, type Reply, type Stage } from '../../conformance/harness.ts';

function scene(): { stage: Stage; alice: Member } {
  const stage = open();
  const { alice } = stage.pair();
  return { stage, alice };
}

/** Sends one thing after the other, a minute apart, and holds each to BAD_REQUEST and to no trace of it. */
function expectNoEffect(stage: Stage, sends: readonly (() => Reply)[]): void {
  const before = stage.snapshot();
  for (const send of sends) {
    stage.advance('1m');
    expectRefused(send(), 'BAD_REQUEST');
    expect(stage.snapshot()).toBe(before);
  }
  expect(stage.world.driftMicros()).toBe(0);
}

describe('amounts', () => {
  const amounts: Record<string, unknown> = {
    'not a number': Number.NaN,
    infinite: Number.POSITIVE_INFINITY,
    'minus infinite': Number.NEGATIVE_INFINITY,
    negative: -1,
    'the smallest negative': -0.000001,
    zero: 0,
    'minus zero': -0,
    'of seven decimals': 1.0000001,
    'of seven decimals, as text': '1.0000001',
    'of seven decimals that end in 0, as text': '1.0000000',
    'a sum that binary fractions miss': 0.1 + 0.2,
    'enormous, 1e21': 1e21,
    'above 2^53 micros': 9_007_199_254.740993,
    'above 2^53 micros, as text': '9007199254.740993',
    'the largest double': Number.MAX_VALUE,
    'the smallest double': Number.MIN_VALUE,
    'in exponent form': '1e5',
    hexadecimal: '0x10',
    'with a sign': '+1',
    'with a minus sign': '-1',
    'with a comma': '1,5',
    'with a thousands separator': '1_000',
    'with spaces': ' 1 ',
    'with leading zeros': '01',
    'without a whole part': '.5',
    'without a fraction': '1.',
    'empty text': '',
    'in other digits': '１',
    'the word NaN': 'NaN',
    'the word Infinity': 'Infinity',
    'of a thousand digits': '9'.repeat(1_000),
    null: null,
    true: true,
    'a list': [1],
    'an object': { value: 1 },
    missing: undefined,
  };

  it.for(Object.entries(amounts))('refuses an amount that is %s, in both styles', ([, amount]) => {
    const { stage, alice } = scene();
    expectNoEffect(stage, [
      () => alice.post('/escrow/escrow', { receiver: 'bob', amount }),
      () => alice.post('/escrow/api/v1/escrow/create', { buyer: 'alice', seller: 'bob', amount }),
    ]);
  });

  it('takes every amount of up to six decimals that a double can hold, as a number and as text', () => {
    const { alice } = scene();
    for (const amount of [0.1, 0.3, 1.1, 2.675, 0.100001, 1.000001]) {
      for (const form of [amount, String(amount)]) {
        const id = alice.lock('bob', form);
        expect(Number(alice.escrow(id)['amount'])).toBe(amount);
        alice.post(`/escrow/escrow/${id}/refund`);
      }
    }
  });
});

describe('bodies', () => {
  const deep = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

  const raws: Record<string, string> = {
    'no JSON': 'amount=1&receiver=bob',
    'cut off': '{"amount":1,"receiver":"bob"',
    'followed by more': '{"amount":1,"receiver":"bob"}{}',
    'with a NaN': '{"amount":NaN,"receiver":"bob"}',
    'with a comment': '{"amount":1/*one*/,"receiver":"bob"}',
    'with single quotes': "{'amount':1,'receiver':'bob'}",
    'a list': '[{"amount":1,"receiver":"bob"}]',
    null: 'null',
    'a number': '1',
    'a text': '"amount"',
    true: 'true',
    'only spaces': '   ',
    'nested 10,000 deep': `{"amount":1,"receiver":"bob","x":${deep(10_000)}}`,
    'nested 33 deep': `{"amount":1,"receiver":"bob","conditions":${deep(32)}}`,
    'one MB long': `{"amount":1,"receiver":"bob","x":"${'x'.repeat(1_000_000)}"}`,
    'one MB of spaces': `{"amount":1,"receiver":"bob"}${' '.repeat(1_000_000)}`,
    'larger in bytes than in characters': `{"amount":1,"receiver":"bob","x":"${'€'.repeat(100_000)}"}`,
    'with a byte order mark': '\u{FEFF}{"amount":1,"receiver":"bob"}',
  };

  it.for(Object.entries(raws))('refuses a body that is %s', ([, raw]) => {
    const { stage, alice } = scene();
    expectNoEffect(stage, [() => alice.postRaw('/escrow/escrow', raw)]);
  });

  it('accepts JSON content types alone, where one is given', () => {
    const { stage, alice } = scene();
    const raw = '{"amount":1,"receiver":"bob"}';
    const as = (type: string) => alice.postRaw('/escrow/escrow', raw, { 'content-type': type });
    const wrong = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/jsonp',
      '',
    ];
    expectNoEffect(
      stage,
      wrong.map((type) => () => as(type)),
    );
    for (const right of [
      'application/json',
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
      'application/merge-patch+json',
    ]) {
      expect(as(right).status, right).toBe(201);
    }
    expect(alice.postRaw('/escrow/escrow', raw).status).toBe(201);
  });

  it('refuses objects that JSON could not carry', () => {
    const { stage, alice } = scene();
    const cyclic: Record<string, unknown> = { amount: 1, receiver: 'bob' };
    cyclic['self'] = cyclic;
    const odd = [
      cyclic,
      { amount: 1n, receiver: 'bob' },
      { amount: 1, receiver: 'bob', x: () => 1 },
      [],
      null,
      'text',
      7,
    ];
    expectNoEffect(
      stage,
      odd.map((body) => () => alice.post('/escrow/escrow', body)),
    );
  });

  it('takes a body nested 32 deep', () => {
    const { alice } = scene();
    const raw = `{"amount":1,"receiver":"bob","conditions":${deep(31)}}`;
    expect(alice.postRaw('/escrow/escrow', raw).status).toBe(201);
  });

  it('reads no body of a GET', () => {
    const { alice } = scene();
    for (const rawBody of ['<xml/>', 'x'.repeat(1_000_000), '[]']) {
      expect(alice.send({ method: 'GET', path: '/escrow/escrows', rawBody }).status).toBe(200);
    }
  });

  it('reads an empty body as an empty object', () => {
    const { stage, alice } = scene();
    const id = alice.lock('bob', 1);
    stage.advance('1m');
    expect(alice.postRaw(`/escrow/escrow/${id}/release`, '').status).toBe(200);
    expectRefused(alice.postRaw('/escrow/escrow', ''), 'BAD_REQUEST');
  });

  it('ignores unknown fields', () => {
    const { alice } = scene();
    const id = alice.lock('bob', 1, { fee: '0.00', status: 'released', sender: 'bob', toString: 'x' });
    expect(alice.escrow(id)).toMatchObject({ fee: '0.01', status: 'locked', sender: 'alice' });
  });
});

describe('keys that JavaScript treats specially', () => {
  const special =
    '{"__proto__":{"admin":true,"framework":"evil"},"constructor":{"prototype":{"admin":true}},"x":1}';

  it('are plain data in metadata and conditions, come back as sent, and touch no prototype', () => {
    const stage = open();
    const raw = `{"agent_id":"mallory","metadata":${special}}`;
    expect(stage.anonymous().postRaw('/faucet/register', raw).status).toBe(201);
    expect(JSON.stringify(stage.world.agents.byId('mallory')?.metadata)).toBe(special);
    expect(stage.anonymous().get('/faucet/agents').body['frameworks']).toEqual({});
    const { alice } = stage.pair();
    const created = alice.postRaw('/escrow/escrow', `{"amount":1,"receiver":"bob","conditions":${special}}`);
    expect(created.status).toBe(201);
    expect(JSON.stringify(alice.escrow(created.text('escrow_id'))['conditions'])).toBe(special);
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });

  it('stand for no field: a body whose fields hang from __proto__ has none', () => {
    const { stage, alice } = scene();
    expectNoEffect(stage, [
      () => alice.postRaw('/escrow/escrow', '{"__proto__":{"amount":1,"receiver":"bob"}}'),
      () => alice.postRaw('/escrow/escrow', '{"constructor":{"amount":1,"receiver":"bob"}}'),
      () => stage.anonymous().postRaw('/faucet/register', '{"__proto__":{"agent_id":"x"}}'),
    ]);
  });

  it('are ordinary names of agents, escrows, frameworks and idempotency keys', () => {
    const stage = open();
    const { alice } = stage.pair();
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(alice.get(`/escrow/escrow/${name}`).verdict).toEqual([404, 'NOT_FOUND']);
      expect(alice.get(`/faucet/api/v1/agents/${name}`).verdict).toEqual([404, 'NOT_FOUND']);
      expect(alice.post('/escrow/escrow', { amount: 1, receiver: name }).verdict).toEqual([404, 'NOT_FOUND']);
      const member = stage.joinB(name, { metadata: { framework: name } });
      expect(member.spendable).toBe(10_000_000);
      const create = () =>
        member.post('/escrow/escrow', { amount: 1, receiver: 'bob' }, { 'idempotency-key': name }).body[
          'escrow_id'
        ];
      expect(create()).toBe(create());
      stage.advance('1m');
    }
    const frameworks = stage.anonymous().get('/faucet/agents').body['frameworks'] ?? {};
    expect(Object.entries(frameworks)).toEqual([
      ['__proto__', 1],
      ['constructor', 1],
      ['hasOwnProperty', 1],
      ['toString', 1],
    ]);
  });
});

describe('free-form objects', () => {
  it('metadata is at most 4 KiB of JSON, in bytes', () => {
    const stage = open();
    const join = (agentId: string, text: string) =>
      stage.anonymous().post('/faucet/register', { agent_id: agentId, metadata: { x: text } });
    const frame = '{"x":""}'.length;
    expect(join('fits', 'x'.repeat(4_096 - frame)).status).toBe(201);
    expectRefused(join('too-long', 'x'.repeat(4_097 - frame)), 'BAD_REQUEST');
    expect(join('fits-in-bytes', 'é'.repeat((4_096 - frame) / 2)).status).toBe(201);
    expectRefused(join('too-long-in-bytes', 'é'.repeat((4_096 - frame) / 2 + 1)), 'BAD_REQUEST');
  });

  it('are kept as they were sent, whatever the caller does to its own object', () => {
    const stage = open();
    const metadata = { framework: 'mastra', list: [1] };
    const { agent } = stage.joinB('alice', { metadata });
    metadata.framework = 'changed';
    metadata.list.push(2);
    expect(agent.metadata).toEqual({ framework: 'mastra', list: [1] });
    expect(Object.isFrozen(agent.metadata['list'])).toBe(true);
  });
});
