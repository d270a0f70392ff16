/** The whole screen of a load, and its line for a log, while it begins, runs and ends. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { lineOf, screenOf, showLoad } from '../../../src/host/cli/commands/load/screen.ts';
import type { LoadCall } from '../../../src/live/load/load-call.ts';
import { LoadMeasures } from '../../../src/live/load/measure/load-measures.ts';
import type { LoadView, RunningLoad } from '../../../src/live/load/running-load.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';
import { expected, stagesOf } from '../../live/load/loading.ts';
import { market } from '../../simulation/scenario/market.ts';
import { hear } from './heard.ts';

const expectations = expected({
  http_req_failed: 'rate<0.1',
  http_req_duration: 'p(99)<40',
  'http_req_duration{service:wallet}': 'p(99)<40',
});
const stages = [
  { for: '10m', to: 50 },
  { for: '10m', to: 90 },
];
const scenario = market({ load: stagesOf({ shape: 'ramping-arrival-rate', stages }), expectations });
const target = readTarget(
  't.yaml',
  'name: toy\nhosts: [127.0.0.1]\nservices: { faucet: "http://127.0.0.1:1/faucet" }\n',
);
const call = { scenario, target } as LoadCall;

const sample = { behaviour: 'visitor', serviceMs: 10 } as const;

/** Ten operations of 1 to 10 requests, of which those to `op-3` fail, each with a code of its number. */
function running(): LoadView {
  const measures = new LoadMeasures(expectations);
  for (let operation = 1; operation <= 10; operation++)
    for (let n = 0; n < operation; n++) {
      const fails = operation % 3 === 0;
      const code = fails ? `CODE_${n}` : '';
      const name = operation === 9 ? '' : `escrow/B/op-${operation}`;
      const times = { responseMs: 10 * operation + n, status: fails ? 503 : 200 };
      measures.add({ ...sample, ...times, call: name, code });
    }
  Object.assign(measures.counts, { offered: 66, ended: 1_200, dropped: 4, retries: 3 });
  const row = {
    second: 59, stage: 0, offered: 21, answered: 18, failed: 7, agents: 5000, inFlight: 17,
    dropped: 0, p50: 41.23, p95: 812.4, p99: 1799.6, codes: {}, failedCalls: {},
  }; // prettier-ignore
  const earlier = { ...row, second: 58, stage: 1, answered: 0, offered: 1 };
  return {
    elapsedMs: 90_500,
    lengthMs: 1_200_000,
    measures,
    rows: [earlier, row],
    agents: 5_000,
    inFlight: 1_017,
  };
}

function begun(): LoadView {
  const measures = new LoadMeasures(expectations);
  return { elapsedMs: 0, lengthMs: 60_000, measures, rows: [], agents: 0, inFlight: 0 };
}

it('while it runs', () =>
  expect(screenOf(call, running(), 100)).toMatchInlineSnapshot(`
    [
      "██░░░░░░░░░░░░░░░░░░░░░░ 1m 30s of 20m  market against toy  ramping-arrival-rate, stage 1 of 2",
      "now  rate        18/s  p99     1,800 ms  failed         7  due         21/s  p50      41.2 ms",
      "     p95       812 ms",
      "all  rate     0.608/s  p99       109 ms  failed        18  due      0.729/s  p50        76 ms",
      "     p90       104 ms  total         66",
      "agents  5,000 act  1,200 ended  4 dropped  1,017 requests open  3 retries",
      "errors  32.73% of requests  3 CODE_0  3 CODE_1  3 CODE_2  2 CODE_3  2 CODE_4",
      "",
      "operation                     requests    rate/s    failed    p50 ms    p99 ms",
      "escrow/B/op-10                      10      0.11         0       104       109",
      "other paths                          9    0.0994         9        94        98",
      "escrow/B/op-8                        8    0.0884         0        83        87",
      "escrow/B/op-7                        7    0.0773         0        73        76",
      "escrow/B/op-6                        6    0.0663         6        62        65",
      "escrow/B/op-5                        5    0.0552         0        52        54",
      "escrow/B/op-4                        4    0.0442         0        41        43",
      "escrow/B/op-3                        3    0.0331         3        31        32",
      "and 2 more",
      "",
      "✗ http_req_failed rate<0.1: 0.327",
      "✗ http_req_duration p(99)<40: 109",
      "· http_req_duration{service:wallet} p(99)<40: no value",
    ]
  `));

it('in a terminal just wide enough for all figures, and one narrower', () => {
  const tableIn = (columns: number): string[] => {
    const lines = screenOf(call, running(), columns);
    return lines.slice(lines.indexOf('') + 1).slice(0, 3);
  };
  expect([79, 78, 56, 55].flatMap(tableIn)).toMatchInlineSnapshot(`
    [
      "operation                     requests    rate/s    failed    p50 ms    p99 ms",
      "escrow/B/op-10                      10      0.11         0       104       109",
      "other paths                          9    0.0994         9        94        98",
      "operation                     count rate/s failed    p50    p99",
      "escrow/B/op-10                   10   0.11      0    104    109",
      "other paths                       9 0.0994      9     94     98",
      "operation             count rate/s failed    p50    p99",
      "escrow/B/op-10           10   0.11      0    104    109",
      "other paths               9 0.0994      9     94     98",
      "operation                    rate/s    p99 failed",
      "escrow/B/op-10                 0.11    109      0",
      "other paths                  0.0994     98      9",
    ]
  `);
});

it('when it begins', () =>
  expect(screenOf(call, begun(), 90)).toMatchInlineSnapshot(`
    [
      "░░░░░░░░░░░░░░░░░░░░░░░░ 0ms of 1m  market against toy",
      "now  rate         0/s  p99            -  failed         0  due          0/s",
      "     p50            -  p95            -",
      "all  rate         0/s  p99            -  failed         0  due          0/s",
      "     p50            -  p90            -  total          0",
      "agents  0 act  0 ended  0 dropped  0 requests open  0 retries",
      "errors  none",
      "ramping-arrival-rate, stage 1 of 2",
      "",
      "operation                     requests    rate/s    failed    p50 ms    p99 ms",
      "",
      "· http_req_failed rate<0.1: no value",
      "· http_req_duration p(99)<40: no value",
      "· http_req_duration{service:wallet} p(99)<40: no value",
    ]
  `));

it('beyond its end, in its second stage, without a shape, with eight operations', () => {
  const { rows, measures, ...rest } = running();
  for (const name of ['escrow/B/op-1', 'escrow/B/op-2']) measures.calls.delete(name);
  const view = { ...rest, rows: rows.slice(0, 1), measures, elapsedMs: 1_300_000 };
  expect(screenOf(call, view, 100)).toMatchInlineSnapshot(`
    [
      "████████████████████████ 21m 40s of 20m  market against toy  ramping-arrival-rate, stage 2 of 2",
      "now  rate         0/s  p99            -  failed         7  due          1/s  p50            -",
      "     p95            -",
      "all  rate    0.0423/s  p99       109 ms  failed        18  due     0.0508/s  p50        76 ms",
      "     p90       104 ms  total         66",
      "agents  5,000 act  1,200 ended  4 dropped  1,017 requests open  3 retries",
      "errors  32.73% of requests  3 CODE_0  3 CODE_1  3 CODE_2  2 CODE_3  2 CODE_4",
      "",
      "operation                     requests    rate/s    failed    p50 ms    p99 ms",
      "escrow/B/op-10                      10   0.00769         0       104       109",
      "other paths                          9   0.00692         9        94        98",
      "escrow/B/op-8                        8   0.00615         0        83        87",
      "escrow/B/op-7                        7   0.00538         0        73        76",
      "escrow/B/op-6                        6   0.00462         6        62        65",
      "escrow/B/op-5                        5   0.00385         0        52        54",
      "escrow/B/op-4                        4   0.00308         0        41        43",
      "escrow/B/op-3                        3   0.00231         3        31        32",
      "",
      "✗ http_req_failed rate<0.1: 0.327",
      "✗ http_req_duration p(99)<40: 109",
      "· http_req_duration{service:wallet} p(99)<40: no value",
    ]
  `);
  const { load: _, ...unshaped } = scenario;
  expect(screenOf({ ...call, scenario: unshaped } as LoadCall, view, 100)[0]).toMatchInlineSnapshot(
    `"████████████████████████ 21m 40s of 20m  market against toy"`,
  );
});

it('as lines of a log', () => {
  const waiting = { ...begun(), waitsFor: { ready: 1, of: 3 } };
  const { rows, ...rest } = running();
  const silent = { ...rest, rows: rows.slice(0, 1) };
  expect([begun(), running(), silent, waiting].map(lineOf)).toMatchInlineSnapshot(`
    [
      "0ms of 1m: 0 offered, 0 answered in the last interval, 0 of 0 failed, 0 agents",
      "1m 30s of 20m: 21 offered, 18 answered in the last interval, p50 41.2 ms, p99 1,800 ms, 18 of 55 failed, 5000 agents",
      "1m 30s of 20m: 1 offered, 0 answered in the last interval, 18 of 55 failed, 5000 agents",
      "waits for workers: 1 of 3 are ready",
    ]
  `);
});

/** Shows a load for 20 seconds, to a terminal or not. */
function shown(isTTY: boolean): readonly [string[], number, number] {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { stderr } = hear({ isTTY, columns: 90, rows: 50 });
  let views = 0;
  const load = { view: () => ((views += 1), begun()) } as unknown as RunningLoad;
  const end = showLoad(call, load);
  const atOnce = views;
  vi.advanceTimersByTime(20_499);
  end();
  const texts = [...stderr];
  vi.advanceTimersByTime(60_000);
  expect(stderr).toEqual(texts);
  return [texts, atOnce, views];
}

it('is shown twice a second on a terminal, and removed at the end', () => {
  const [texts, atOnce, views] = shown(true);
  expect([atOnce, views, texts.length]).toEqual([1, 41, 42]);
  expect(texts[0]).toContain(screenOf(call, begun(), 90)[1]);
  expect(texts.at(-1)).toMatch(/25h$/);
});

it('is shown in a line every ten seconds elsewhere', () => {
  const line = `${lineOf(begun())}\n`;
  expect(shown(false)).toEqual([[line, line], 0, 2]);
});
