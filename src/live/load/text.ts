/** The result of a load as text for the terminal. */
import type { LoadResult } from './result-schema.ts';

type Percentiles = LoadResult['responseMs'];

/** The whole summary, with its line ends. */
export function loadText(result: LoadResult): string {
  const { scenario, target, seconds, speed, stopped, ok } = result;
  const end = stopped === null ? '' : `, stopped: ${stopWords[stopped]}`;
  const lines = [
    `${scenario} against ${target}: ${seconds.toFixed(1)} s at ${number(speed)}x${end}`,
    ...totals(result),
    ...operationLines(result),
    ...errorLines(result),
    ...expectationLines(result),
    ...otherLines(result),
    ok ? 'ok' : 'FAILED',
  ];
  return `${lines.join('\n')}\n`;
}

const stopWords = {
  interrupt: 'a signal came',
  expectation: 'an expectation failed',
  budget: 'the budget of requests is spent',
} as const;

function totals(result: LoadResult): string[] {
  const { requests, offeredPerSecond, answeredPerSecond, responseMs, serviceMs, agents } = result;
  const dropped = agents.dropped === 0 ? '' : `, ${agents.dropped} arrivals dropped`;
  return [
    `agents      ${agents.arrived} arrived, at most ${agents.most} at once, ${agents.ended} came to an end${dropped}`,
    `requests    ${requests.offered} offered (${number(offeredPerSecond)}/s), ${requests.answered} answered (${number(answeredPerSecond)}/s), ${requests.failed} failed, ${requests.retries} retries`,
    `response    ${percentileText(responseMs)} (from when a request was due)`,
    `service     ${percentileText(serviceMs)} (from when it was sent)`,
  ];
}

function operationLines({ operations }: LoadResult): string[] {
  if (operations.length === 0) return [];
  const names = operations.map(({ call }) => (call === '' ? 'other paths' : call));
  const width = Math.max(...names.map((name) => name.length), 9);
  const head = `${'operation'.padEnd(width)} ${'requests'.padStart(9)} ${'rate/s'.padStart(9)} ${'failed'.padStart(7)} ${'p50 ms'.padStart(9)} ${'p90 ms'.padStart(9)} ${'p99 ms'.padStart(9)}`;
  const rows = operations.map(({ requests, perSecond, failed, responseMs }, index) => {
    const cells = [
      String(requests).padStart(9),
      number(perSecond).padStart(9),
      String(failed).padStart(7),
      ...[responseMs.p50, responseMs.p90, responseMs.p99].map((ms) => number(ms).padStart(9)),
    ];
    return `${(names[index] ?? '').padEnd(width)} ${cells.join(' ')}`;
  });
  return ['', head, ...rows, ''];
}

const errorLines = ({ errors }: LoadResult): string[] =>
  Object.entries(errors).map(([code, count]) => `error       ${code}: ${count}`);

function expectationLines({ expectations, notJudged, checks }: LoadResult): string[] {
  const failedChecks = checks.filter(({ failed }) => failed > 0);
  return [
    ...expectations.map(
      ({ metric, threshold, value, ok }) =>
        `${ok ? 'holds ' : 'FAILS '}      ${metric} ${threshold}: ${value === null ? 'not measured' : number(value)}`,
    ),
    ...failedChecks.map(
      ({ name, agent, passed, failed }) =>
        `check       ${name} (${agent}): ${failed} of ${passed + failed} failed`,
    ),
    ...(notJudged.length === 0
      ? []
      : [`not judged  ${notJudged.join(', ')}: measured inside the platform alone`]),
  ];
}

function otherLines({
  limits,
  findings,
  findingCount,
  workers,
  notes = [],
  spent,
  requests,
}: LoadResult): string[] {
  return [
    ...limits.map(
      ({ by, requests: count, p99Ms, what }) =>
        `limit       ${by}: ${count} ${what}${p99Ms > 0 ? ` (p99 ${number(p99Ms)} ms)` : ''}`,
    ),
    ...(requests.withheld > 0 || spent.usdc !== '0.00'
      ? [`spent       ${spent.requests} requests, ${spent.usdc} USDC at most`]
      : []),
    ...(findingCount === 0
      ? []
      : [
          `findings    ${findingCount}`,
          ...findings.slice(0, 5).map(({ agent, message }) => `  ${agent}: ${message}`),
        ]),
    ...workers.flatMap((worker) => lossLines(worker)),
    ...notes.map((note) => `note        ${note}`),
  ];
}

/** The share of a lost worker, which no other worker takes over. */
function lossLines({
  worker,
  lost,
  seconds,
  agentsLost = 0,
  arrivalsLost,
}: LoadResult['workers'][number]): string[] {
  if (lost === null) return [];
  const arrivals = arrivalsLost === undefined ? '' : ` and ${arrivalsLost} arrivals`;
  return [
    `lost        worker ${worker}: ${lost}; its requests count up to ${number(seconds)} s; ${agentsLost} agents that acted${arrivals} are missing`,
  ];
}

const percentileText = ({ p50, p90, p99, p999, max }: Percentiles): string =>
  `p50 ${number(p50)}, p90 ${number(p90)}, p99 ${number(p99)}, p99.9 ${number(p999)}, max ${number(max)} ms`;

/** Three significant digits below a thousand, whole numbers above. */
const number = (value: number): string =>
  value >= 1000 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
