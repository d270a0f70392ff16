/** What reports show of a replay: both answers without secrets, few lines of long ones, and the requests before. */
import { describe, expect, it } from 'vitest';
import { replayView } from '../../../src/host/app/replay/replay-view.ts';
import { asRecorded } from '../../../src/live/traffic/plan/schedule.ts';
import { shownAnswers } from '../../../src/live/traffic/compare/shown-answer.ts';
import { ledThere } from '../../../src/live/traffic/replay/led-there.ts';
import { openEvidence } from '../../../src/live/traffic/replay/evidence.ts';
import { defaultReplay } from '../../../src/live/traffic/replay/replay-call.ts';
import { Replay } from '../../../src/live/traffic/replay/replay.ts';
import { openResult } from '../../../src/live/traffic/replay/result.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';
import { differencesCsv, groupsCsv } from '../../../src/report/differences/csv.ts';
import { differencesHtml } from '../../../src/report/differences/html.ts';
import { differencesJunit } from '../../../src/report/differences/junit.ts';
import { answerJson, toyServer } from './toy-server.ts';
import { recordLine, traceFile, type RecordChanges } from './traces.ts';

async function viewOf(records: readonly RecordChanges[], lives: readonly object[]) {
  const toy = await toyServer((_asked, response, index) => answerJson(response, lives[index] ?? {}));
  const text = `name: toy\nhosts: [127.0.0.1]\nallow: writes\nservices: { faucet: "http://127.0.0.1:${toy.port}" }\n`;
  const call = {
    ...defaultReplay,
    trace: traceFile(records.map(recordLine)),
    target: readTarget('toy.yaml', text),
    schedule: { ...asRecorded, speed: 'max' as const },
    namespace: 'tests',
    answersOnly: true,
    ca: undefined,
  };
  const replay = await Replay.plan(call);
  const parts = [await replay.runPart()];
  const result = openResult({ call, plan: replay.plan, parts });
  return replayView({ result, evidence: openEvidence(parts) }, 'orrery replay');
}

describe('the evidence of a replay', () => {
  it('has no key and no words of a wallet, in whatever field and answer they stand', async () => {
    const key = `live-key-${'7'.repeat(40)}`;
    const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
    const view = await viewOf(
      [
        { n: 0, at: 0, method: 'POST', body: {}, answer: { api_key: '[redacted]', amount: '10.00' } },
        { n: 1, at: 1, headers: { authorization: 'Bearer ${0:/api_key}' }, answer: { state: 'open', note: 'x' } },
        { n: 2, at: 2, method: 'POST', body: { key: '${0:/api_key}' }, answer: { state: 'open' } },
      ],
      [
        { api_key: key, mnemonic: words, amount: '9.00' },
        { state: 'closed', note: `use ${key}`, nested: { private_key: words } },
        { state: key },
      ],
    ); // prettier-ignore
    expect(view.unexplained).toBeGreaterThanOrEqual(3);
    const written = [
      differencesHtml(view, { script: '' }),
      groupsCsv(view),
      differencesCsv(view),
      differencesJunit(view),
      JSON.stringify(view),
    ].join('\n');
    expect(written).toContain('9.00');
    expect(written).not.toContain(key);
    expect(written).not.toContain('sausage');
  });

  it('shows the requests that the first one of a cause refers to, and the target’s answer last', async () => {
    const view = await viewOf(
      [
        { n: 0, at: 0, session: 0, method: 'POST', path: '/faucet/a', body: {}, answer: { id: 'esc_aaaaaaaaaaaaaaaa' } },
        { n: 1, at: 5, session: 1, method: 'POST', path: '/faucet/b', body: {}, answer: {} },
        { n: 2, at: 9, session: 2, path: '/faucet/c', answer: {} },
        { n: 3, at: 20, session: 1, path: '/faucet/a/${0:/id}', answer: { fee: '1.00' } },
      ],
      [{ id: 'mine' }, {}, {}, { fee: '2.00' }],
    ); // prettier-ignore
    const [cause] = view.causes;
    expect(cause?.steps.map(({ call, agent }) => [agent, call])).toEqual([
      ['#0 hand', 'POST /faucet/a'],
      ['#1 hand', 'POST /faucet/b'],
      ['#1 hand', 'GET /faucet/a/${0:/id}'],
    ]);
    expect(cause?.steps.at(-1)?.answer).toContain('2.00');
    expect(cause?.answers?.expected.lines.find(({ isChanged }) => isChanged)?.text).toContain('1.00');
    expect(view.differences).toMatchObject([{ n: 3, field: '/fee', cause: 0 }]);
    expect(view.operations).toMatchObject([{ requests: 4, same: 3, unexplained: 1 }]);
  });

  it('takes at most ten requests of a long chain', async () => {
    const chain = Array.from({ length: 40 }, (_, n) => ({
      n,
      at: n,
      method: 'POST',
      body: n === 0 ? {} : { of: `\${${n - 1}:/id}` },
      answer: { id: `esc_${String.fromCharCode(97 + (n % 20)).repeat(16)}` },
    }));
    const { records } = await ledThere(traceFile(chain.map(recordLine)), [39, 2]);
    expect(records.get(39)?.map(({ n }) => n)).toEqual([30, 31, 32, 33, 34, 35, 36, 37, 38, 39]);
    expect(records.get(2)?.map(({ n }) => n)).toEqual([0, 1, 2]);
  });
});

describe('answers side by side', () => {
  const difference = { kind: 'amount', field: '/list/*/net', recorded: '"7.50"', live: '"8.50"' } as const;
  const bodyOf = (net: string) => ({
    list: Array.from({ length: 300 }, (_, index) => ({ net: index === 150 ? net : '1.00' })),
  });

  it('mark the item of a list that differs, and show few lines of a long answer', () => {
    const { expected, live } = shownAnswers(
      { status: 200, body: bodyOf('7.50') },
      { status: 200, body: bodyOf('8.50') },
      [difference],
    );
    const changed = [expected, live].map(({ lines }) => lines.filter(({ isChanged }) => isChanged));
    expect(changed.map((lines) => lines.map(({ text }) => text.trim()))).toEqual([
      ['"net": "7.50"'],
      ['"net": "8.50"'],
    ]);
    expect(expected.lines.length).toBeLessThan(10);
  });

  it('stay bounded, whatever a target answers', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`f${index}`, 'x'.repeat(9_000)]),
    );
    const differences = Object.keys(wide).map((name) => ({ ...difference, field: `/${name}` }));
    const { live } = shownAnswers({ status: 200, body: undefined }, { status: 200, body: wide }, differences);
    expect(live.lines.length).toBeLessThanOrEqual(42);
    expect(Math.max(...live.lines.map(({ text }) => text.length))).toBeLessThanOrEqual(160);
  });
});
