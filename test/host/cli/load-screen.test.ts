/** The screen of a load: what it shows on terminals of any width from 40 columns on. */
import { describe, expect, it } from 'vitest';
import { lineOf, screenOf } from '../../../src/host/cli/commands/load/screen.ts';
import { fittedFigure, packed } from '../../../src/host/cli/output/fitted.ts';
import type { LoadCall } from '../../../src/live/load/load-call.ts';
import { LoadMeasures } from '../../../src/live/load/measure/load-measures.ts';
import type { LoadView } from '../../../src/live/load/running-load.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';
import { expected, stagesOf } from '../../live/load/loading.ts';
import { market } from '../../simulation/scenario/market.ts';

const selector = 'http_req_duration{service:escrow,status:200}';
const scenario = market({
  load: stagesOf({ shape: 'ramping-arrival-rate', stages: [{ for: '10m', to: 5000 }] }),
  expectations: expected({ [selector]: 'p(99)<400', http_req_failed: 'rate<0.1' }),
});
const target = readTarget(
  'toy.yaml',
  'name: the-staging-deployment\nhosts: [127.0.0.1]\nservices: { faucet: "http://127.0.0.1:1/faucet" }\n',
);
const call = { scenario, target } as LoadCall;

const operationCount = 11;

/** 1,100 requests, of which each operation's last 30 failed after 1,800 ms. */
function view(): LoadView {
  const measures = new LoadMeasures(scenario.expectations);
  for (let operation = 0; operation < operationCount; operation++)
    for (let n = 0; n < 100; n++)
      measures.add({
        call: `escrow/B/a-very-long-operation-name-${operation}`,
        behaviour: 'visitor',
        status: n < 70 ? 200 : 503,
        code: n < 70 ? '' : 'THE_SERVICE_IS_NOT_AVAILABLE_FOR_MAINTENANCE',
        responseMs: n < 70 ? 40 : 1800,
        serviceMs: 10,
      });
  measures.counts.offered = 1_234_567;
  const row = {
    second: 59, stage: 0, offered: 21_345, answered: 18_432, failed: 1234, agents: 5000, inFlight: 17,
    dropped: 0, p50: 41.23, p95: 812.4, p99: 1799.6, codes: {}, failedCalls: {},
  }; // prettier-ignore
  return { elapsedMs: 60_000, lengthMs: 600_000, measures, rows: [row], agents: 5000, inFlight: 17 };
}

const widths = [40, 47, 56, 60, 79, 80, 100, 200];

describe.each(widths)('the screen of a load in %d columns', (columns) => {
  const lines = screenOf(call, view(), columns);

  it('is never wider than the terminal', () => {
    expect(lines.filter((line) => Array.from(line).length >= columns)).toEqual([]);
  });

  it('begins with how far the load is, and with rate, p99 and failed requests', () => {
    expect(lines[0]).toContain('1m of 10m');
    const figures = lines.slice(1, 3).join(' ');
    expect(figures).toMatch(/^now {2}rate +18,432\/s {2}p99 +1,800 ms +failed +1,234\b/);
  });

  it('has the same figures of the whole load, which are cut nowhere', () => {
    const text = lines.join('\n');
    expect(text).toMatch(/all {2}rate +18.3\/s {2}p99 +1,8\d\d ms\s+failed +330\b/);
    expect(text).toMatch(/total +1,234,567/);
    expect(text).toContain('330 THE_SERVICE');
  });

  it('has rate, p99 and failed requests of an operation whole', () => {
    const [title = '', first = ''] = lines.slice(lines.findIndex((line) => line.startsWith('operation')));
    for (const name of ['rate/s', 'p99', 'failed']) expect(title).toContain(name);
    expect(first).toMatch(/operation-name-\d .* 1\.67 .*\b30\b/);
    expect(first).toMatch(/1,8\d\d\b/);
    expect(lines).toContain('and 3 more');
  });

  it('shortens the metric of an expectation, never its threshold or value', () => {
    expect(lines.at(-2)).toMatch(/^✓ http_req_.* p\(99\)<400: 40$/);
    expect(lines.at(-1)).toMatch(/^✗ http_req_failed rate<0.1: 0.3$/);
  });

  it('names scenario and target', () => {
    expect(lines.join(' ').replaceAll(/\s+/g, ' ')).toContain(
      `against ${columns < 48 ? 'the-st' : target.name}`,
    );
  });
});

it('has no response times of an interval without an answer', () => {
  const { rows, ...rest } = view();
  const silent = { ...rest, rows: rows.map((row) => ({ ...row, answered: 0, p50: 0, p95: 0, p99: 0 })) };
  const lines = screenOf(call, silent, 200);
  expect(lines[1]).toMatch(/^now {2}rate +0\/s {2}p99 +- {2}failed +1,234 {2}due .* p50 +- {2}p95 +-$/);
  expect(lines[2]).toMatch(/p99 +1,8\d\d ms/);
  expect(lineOf(silent)).toContain('0 answered in the last interval, 330 of 1100 failed');
});

it('waits in one line', () => {
  const waiting = { ...view(), waitsFor: { ready: 1200, of: 1600 } };
  expect(screenOf(call, waiting, 40)).toEqual(['waits for workers: 1200 of 1600 are re…']);
});

describe('what fits into a line', () => {
  it('goes on in the next line, below the label', () => {
    expect(packed('all  ', ['one', 'two', 'three'], 13)).toEqual(['all  one  two', '     three']);
    expect(packed('', ['much too long'], 6)).toEqual(['much …']);
  });

  it.each([
    [0, '0'],
    [0.123456, '0.123'],
    [999.6, '1,000'],
    [99_999, '99,999'],
    [123_456, '123k'],
    [12_345_678, '12.3M'],
    [999_950, '1,000k'],
    [1e15, '1,000T'],
  ])('writes %d in six columns as %s', (value, text) => expect(fittedFigure(value, 6)).toBe(text));
});
