/** The whole screen of a load, and its lines in a log. */
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { lineOf, screenOf, showLoad } from '../../../src/host/cli/commands/load/screen.ts';
import type { LoadCall } from '../../../src/live/load/load-call.ts';
import { LoadMeasures } from '../../../src/live/load/measure/load-measures.ts';
import type { LoadView, RunningLoad } from '../../../src/live/load/running-load.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';
import { expected, stagesOf } from '../../live/load/loading.ts';
import { market } from '../../simulation/scenario/market.ts';
import { hear } from './heard.ts';

const scenario = market({
  load: stagesOf({ shape: 'ramping-arrival-rate', stages: [{ for: '10m', to: 50 }, { for: '10m', to: 5 }] }),
  expectations: expected({ http_req_failed: 'rate<0.1', http_reqs: 'rate>1', 'http_req_duration{service:wallet}': 'p(99)<1' }),
}); // prettier-ignore
const file = 'name: t\nhosts: [127.0.0.1]\nservices: { faucet: "http://127.0.0.1:1/faucet" }\n';
const call = { scenario, target: readTarget('t.yaml', file) } as LoadCall;
const plain = { ...call, scenario: market({ expectations: [] }) } as LoadCall;

/** Requests to two operations and to another path, some of which fail by one of two codes. */
function view(): LoadView {
  const measures = new LoadMeasures(scenario.expectations);
  const add = (name: string, status: number, code: string): void =>
    measures.add({ call: name, behaviour: 'v', status, code, responseMs: 40, serviceMs: 10 });
  for (let n = 0; n < 10; n++) add('escrow/B/create', 200, '');
  for (let n = 0; n < 20; n++) add('faucet/A/register', 200, '');
  add('', 503, 'RARE');
  for (let n = 0; n < 3; n++) add('faucet/A/register', 503, 'OFTEN');
  measures.counts.offered = 40;
  const row = {
    second: 59, stage: 1, offered: 21, answered: 18, failed: 2, agents: 5, inFlight: 17,
    dropped: 0, p50: 41.23, p95: 812.4, p99: 1799.6, codes: {}, failedCalls: {},
  }; // prettier-ignore
  return { elapsedMs: 61_999, lengthMs: 1_200_000, measures, rows: [row], agents: 5, inFlight: 17 };
}

afterEach(() => void vi.restoreAllMocks());

describe('the screen', () => {
  it('in a wide terminal, one with narrower figures, and one with the most important alone', () => {
    const screens = [80, 79, 56, 55, 40].map((columns) => [columns, screenOf(call, view(), columns)]);
    expect(Object.fromEntries(screens)).toMatchInlineSnapshot(`
      {
        "40": [
          "█░░░░░░░░░░░░░░░░░░░░░░░ 1m 1s of 20m",
          "now  rate        18/s  p99     1,800 ms",
          "     failed         2  due         21/s",
          "     p50      41.2 ms  p95       812 ms",
          "all  rate     0.548/s  p99        40 ms",
          "     failed         4  due      0.645/s",
          "     p50        40 ms  p90        40 ms",
          "     total         40",
          "agents  5 act  0 ended  0 dropped",
          "        17 requests open  0 retries",
          "errors  11.76% of requests  3 OFTEN",
          "        1 RARE",
          "market against t",
          "ramping-arrival-rate, stage 2 of 2",
          "",
          "operation          rate/s    p99 failed",
          "faucet/A/register   0.371     40      3",
          "escrow/B/create     0.161     40      0",
          "other paths        0.0161     40      1",
          "",
          "✗ http_req_failed rate<0.1: 0.118",
          "✗ http_reqs rate>1: 0.548",
          "· http_req_duration{… p(99)<1: no value",
        ],
        "55": [
          "█░░░░░░░░░░░░░░░░░░░░░░░ 1m 1s of 20m",
          "now  rate        18/s  p99     1,800 ms",
          "     failed         2  due         21/s",
          "     p50      41.2 ms  p95       812 ms",
          "all  rate     0.548/s  p99        40 ms",
          "     failed         4  due      0.645/s",
          "     p50        40 ms  p90        40 ms",
          "     total         40",
          "agents  5 act  0 ended  0 dropped  17 requests open",
          "        0 retries",
          "errors  11.76% of requests  3 OFTEN  1 RARE",
          "market against t  ramping-arrival-rate, stage 2 of 2",
          "",
          "operation                    rate/s    p99 failed",
          "faucet/A/register             0.371     40      3",
          "escrow/B/create               0.161     40      0",
          "other paths                  0.0161     40      1",
          "",
          "✗ http_req_failed rate<0.1: 0.118",
          "✗ http_reqs rate>1: 0.548",
          "· http_req_duration{service:wallet} p(99)<1: no value",
        ],
        "56": [
          "█░░░░░░░░░░░░░░░░░░░░░░░ 1m 1s of 20m  market against t",
          "now  rate        18/s  p99     1,800 ms",
          "     failed         2  due         21/s",
          "     p50      41.2 ms  p95       812 ms",
          "all  rate     0.548/s  p99        40 ms",
          "     failed         4  due      0.645/s",
          "     p50        40 ms  p90        40 ms",
          "     total         40",
          "agents  5 act  0 ended  0 dropped  17 requests open",
          "        0 retries",
          "errors  11.76% of requests  3 OFTEN  1 RARE",
          "ramping-arrival-rate, stage 2 of 2",
          "",
          "operation             count rate/s failed    p50    p99",
          "faucet/A/register        23  0.371      3     40     40",
          "escrow/B/create          10  0.161      0     40     40",
          "other paths               1 0.0161      1     40     40",
          "",
          "✗ http_req_failed rate<0.1: 0.118",
          "✗ http_reqs rate>1: 0.548",
          "· http_req_duration{service:wallet} p(99)<1: no value",
        ],
        "79": [
          "█░░░░░░░░░░░░░░░░░░░░░░░ 1m 1s of 20m  market against t",
          "now  rate        18/s  p99     1,800 ms  failed         2  due         21/s",
          "     p50      41.2 ms  p95       812 ms",
          "all  rate     0.548/s  p99        40 ms  failed         4  due      0.645/s",
          "     p50        40 ms  p90        40 ms  total         40",
          "agents  5 act  0 ended  0 dropped  17 requests open  0 retries",
          "errors  11.76% of requests  3 OFTEN  1 RARE",
          "ramping-arrival-rate, stage 2 of 2",
          "",
          "operation                     requests    rate/s    failed    p50 ms    p99 ms",
          "faucet/A/register                   23     0.371         3        40        40",
          "escrow/B/create                     10     0.161         0        40        40",
          "other paths                          1    0.0161         1        40        40",
          "",
          "✗ http_req_failed rate<0.1: 0.118",
          "✗ http_reqs rate>1: 0.548",
          "· http_req_duration{service:wallet} p(99)<1: no value",
        ],
        "80": [
          "█░░░░░░░░░░░░░░░░░░░░░░░ 1m 1s of 20m  market against t",
          "now  rate        18/s  p99     1,800 ms  failed         2  due         21/s",
          "     p50      41.2 ms  p95       812 ms",
          "all  rate     0.548/s  p99        40 ms  failed         4  due      0.645/s",
          "     p50        40 ms  p90        40 ms  total         40",
          "agents  5 act  0 ended  0 dropped  17 requests open  0 retries",
          "errors  11.76% of requests  3 OFTEN  1 RARE",
          "ramping-arrival-rate, stage 2 of 2",
          "",
          "operation                     requests    rate/s    failed    p50 ms    p99 ms",
          "faucet/A/register                   23     0.371         3        40        40",
          "escrow/B/create                     10     0.161         0        40        40",
          "other paths                          1    0.0161         1        40        40",
          "",
          "✗ http_req_failed rate<0.1: 0.118",
          "✗ http_reqs rate>1: 0.548",
          "· http_req_duration{service:wallet} p(99)<1: no value",
        ],
      }
    `);
  });

  it('of a load that has not begun, of a scenario without a shape', () => {
    const measures = new LoadMeasures([]);
    const begun = { elapsedMs: 0, lengthMs: 999, measures, rows: [], agents: 0, inFlight: 0 };
    expect(screenOf(plain, begun, 80)).toMatchInlineSnapshot(`
      [
        "░░░░░░░░░░░░░░░░░░░░░░░░ 0ms of 0ms  market against t",
        "now  rate         0/s  p99            -  failed         0  due          0/s",
        "     p50            -  p95            -",
        "all  rate         0/s  p99            -  failed         0  due          0/s",
        "     p50            -  p90            -  total          0",
        "agents  0 act  0 ended  0 dropped  0 requests open  0 retries",
        "errors  none",
        "",
        "operation                     requests    rate/s    failed    p50 ms    p99 ms",
        "",
      ]
    `);
  });
});

describe('a line in a log', () => {
  it('has what was measured in the last interval', () => {
    expect(lineOf(view())).toMatchInlineSnapshot(
      `"1m 1s of 20m: 21 offered, 18 answered in the last interval, p50 41.2 ms, p99 1,800 ms, 4 of 34 failed, 5 agents"`,
    );
    expect(lineOf({ ...view(), rows: [] })).toMatchInlineSnapshot(
      `"1m 1s of 20m: 0 offered, 0 answered in the last interval, 4 of 34 failed, 5 agents"`,
    );
    expect(lineOf({ ...view(), waitsFor: { ready: 1, of: 2 } })).toBe('waits for workers: 1 of 2 are ready');
  });

  it('is written every ten seconds until the load is over', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const heard = hear();
    const end = showLoad(call, { view } as unknown as RunningLoad);
    vi.advanceTimersByTime(9_999);
    expect(heard.stderr).toEqual([]);
    vi.advanceTimersByTime(10_001);
    end();
    vi.advanceTimersByTime(60_000);
    expect(heard).toEqual({ stdout: [], stderr: [`${lineOf(view())}\n`, `${lineOf(view())}\n`] });
  });

  it('is a screen on a terminal, twice a second', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const heard = hear({ isTTY: true, columns: 80, rows: 40 });
    const end = showLoad(call, { view } as unknown as RunningLoad);
    const shown = (): number => heard.stderr.join('').split('market against t').length - 1;
    const counts = [0, 499, 1, 500].map((ms) => (vi.advanceTimersByTime(ms), shown()));
    end();
    vi.advanceTimersByTime(60_000);
    expect([...counts, shown()]).toEqual([1, 1, 2, 3, 3]);
  });
});
