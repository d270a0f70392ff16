/** Values that a request brings along and a live target cannot take as recorded: instants and client seeds; and what is drawn. */
import { describe, expect, it } from 'vitest';
import { DrawnSums } from '../../../src/live/traffic/compare/drawn-sums.ts';
import { Namespace } from '../../../src/live/traffic/correlation/namespace.ts';
import { movedInstants } from '../../../src/live/traffic/correlation/request-instants.ts';
import { asRecorded } from '../../../src/live/traffic/plan/schedule.ts';
import { Replay } from '../../../src/live/traffic/replay/replay.ts';
import { defaultReplay } from '../../../src/live/traffic/replay/replay-call.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';
import { answerJson, toyServer, type Respond } from './toy-server.ts';
import { recordLine, traceFile, type RecordChanges } from './traces.ts';

async function replayed(records: readonly RecordChanges[], respond: Respond) {
  const toy = await toyServer(respond);
  const text = `name: toy\nhosts: [127.0.0.1]\nallow: writes\nservices: { faucet: "http://127.0.0.1:${toy.port}" }\n`;
  const replay = await Replay.plan({
    ...defaultReplay,
    trace: traceFile(records.map(recordLine)),
    target: readTarget('toy.yaml', text),
    schedule: { ...asRecorded, speed: 'max' },
    namespace: 'abcd2345',
    ca: undefined,
  });
  return { toy, result: await replay.run() };
}

describe('instants in requests', () => {
  const aroundMs = Date.UTC(2026, 0, 1);
  const dayMs = 86_400_000;

  it.each([
    ['2026-01-02T00:00:00Z', '2026-01-12T00:00:00.000Z'],
    ['2026-01-02T01:00:00+01:00', '2026-01-12T00:00:00.000Z'],
    ['at noon', 'at noon'],
    [{ starts_at: aroundMs / 1000 }, { starts_at: (aroundMs + 10 * dayMs) / 1000 }],
    [{ starts_at: aroundMs + 5 }, { starts_at: aroundMs + 5 + 10 * dayMs }],
    [
      { expires_in: 3600, amount: 1767225600 },
      { expires_in: 3600, amount: 1767225600 },
    ],
    [[{ until: '2026-01-02T00:00:00Z' }], [{ until: '2026-01-12T00:00:00.000Z' }]],
  ])('%j is sent as %j ten days later', (value, moved) => {
    expect(movedInstants(value, { byMs: 10 * dayMs, aroundMs })).toEqual(moved);
  });

  it("lie as far ahead on the target's clock as in the recording, and their echo is no difference", async () => {
    const starts = { starts_at: '2026-01-01T01:00:00.000Z' };
    const records = [
      { n: 0, at: 0 },
      { n: 1, at: 1_000, method: 'POST', body: starts, answer: starts },
    ];
    const { toy, result } = await replayed(records, (asked, response) => {
      response.setHeader('date', new Date(Date.now() + 3_000 * 86_400_000).toUTCString());
      answerJson(response, asked.text === '' ? {} : JSON.parse(asked.text));
    });
    expect(JSON.parse(toy.asked[1]?.text ?? '{}')).not.toEqual(starts);
    expect(result.differences).toMatchObject({ unexplained: 0, explained: 1 });
  });
});

describe('client seeds', () => {
  const request = (body: unknown) => ({ path: '/casino/api/v1/games/dice', body, ip: '10.0.0.1' });

  it('are new in each run, and mapped back in answers', () => {
    const [first, second] = [new Namespace('aaaa1111'), new Namespace('bbbb2222')];
    const sent = first.requestToTarget(request({ client_seed: 'a b/c', text: 'a b/c' }));
    expect(sent.body).toEqual({ client_seed: 'a b/c-aaaa1111', text: 'a b/c' });
    expect(second.requestToTarget(request({ client_seed: 'a b/c' })).body).toEqual({ client_seed: 'a b/c-bbbb2222' });
    expect(first.bodyToRecorded({ seeds: [{ client_seed: 'a b/c-aaaa1111' }] })).toEqual({
      seeds: [{ client_seed: 'a b/c' }],
    });
  });

  it('keep to the documented length, and what is no seed stays none', () => {
    const names = new Namespace('aaaa1111');
    const long = 'x'.repeat(128);
    const { client_seed: live } = names.requestToTarget(request({ client_seed: long })).body as { client_seed: string };
    expect([live.length <= 128, live.endsWith('-aaaa1111'), names.toRecorded(live)]).toEqual([true, true, long]);
    for (const wrong of ['', 'x'.repeat(129), 7, null])
      expect(names.requestToTarget(request({ client_seed: wrong })).body).toEqual({ client_seed: wrong });
  });
}); // prettier-ignore

describe('sums after drawn outcomes', () => {
  const amount = (field: string, recorded: string, live: string) => ({ kind: 'amount' as const, field, recorded, live });

  const bet = { session: 1, n: 0, things: [], call: 'casino/A/bet', request: {} };
  const order = (body: object) => ({ n: 0, session: 1, call: 'trading/B/place', request: { body }, things: [] });

  it.each([
    ['a purchase at the market costs what was asked for', { side: 'buy', amount: 1 }, false],
    ['a sale pays what the market gives', { side: 'sell', amount: 1 }, true],
    ['so does a position with leverage', { side: 'buy', market_type: 'perp', amount: 1 }, true],
  ])('of trades: %s', (_what, body, isUnknown) => {
    const sums = new DrawnSums();
    sums.note(order(body), [amount('/fill_price', '"100.00"', '"101.00"')]);
    expect(sums.explains(1, 'casino/A/balance', amount('/balance_usdc', '10', '9.5'))).toBe(isUnknown);
    expect(sums.explains(1, 'casino/A/balance', amount('/fee', '0.1', '0.2'))).toBe(false);
  });

  it('differ by what was paid beyond what was expected, and by nothing else', () => {
    const sums = new DrawnSums();
    sums.note(bet, [amount('/payout', '0', '0.196')]);
    sums.note(bet, [amount('/payout', '"0.5"', '"0.2"')]);
    expect(sums.explains(1, 'casino/A/balance', amount('/balance', '10', '9.896'))).toBe(true);
    expect(sums.explains(1, 'casino/A/balance', amount('/balance_usdc', '"10"', '"9.896"'))).toBe(true);
    expect(sums.explains(1, 'casino/A/balance', amount('/balance', '10', '9.9'))).toBe(false);
    expect(sums.explains(1, 'casino/A/balance', amount('/fee', '10', '9.896'))).toBe(false);
    expect(sums.explains(2, 'casino/A/balance', amount('/balance', '10', '9.896'))).toBe(false);
  });
}); // prettier-ignore
