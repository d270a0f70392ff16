/** Every kind of report page with little and with much to show. */
import type { CheckReport } from '../../src/report/check-html.ts';
import { auditHtml } from '../../src/report/audit-html.ts';
import { benchHtml } from '../../src/report/bench/html.ts';
import { checkHtml } from '../../src/report/check-html.ts';
import { compareRuns } from '../../src/report/compare/comparison.ts';
import { comparisonHtml } from '../../src/report/compare/html.ts';
import { differencesHtml } from '../../src/report/differences/html.ts';
import { reportHtml } from '../../src/report/html.ts';
import { loadHtml } from '../../src/report/load/html.ts';
import { logHtml } from '../../src/report/log-html.ts';
import type { LoadResult } from '../../src/live/load/result-schema.ts';
import type { Measured } from '../../src/live/traffic/measure/schema.ts';
import { pageScript } from '../../src/host/serve/page-script.ts';
import { logChecks } from '../../src/verification/audit/checks/log-checks.ts';
import type { LogAudit } from '../../src/verification/audit/log/audit-log.ts';
import { viewOf } from './audit-fixture.ts';
import { fixtureDifferences } from './differences-fixture.ts';
import { fixtureRun, fixtureSequence, uniform } from './fixture.ts';
import { fixtureBench, fixtureMeasured } from './live-fixture.ts';

/** How much a page shows: 1 is little, 1,000 as much as the limits of the commands allow or more. */
export type Size = 1 | 1_000;

const plain = { script: pageScript('plain') };
const charts = { script: pageScript('report') };
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** An hour of 150 operations. */
function measured(size: Size): Measured {
  const small = fixtureMeasured();
  if (size === 1) return small;
  const [operation] = small.operations;
  return {
    ...small,
    operations: times(150, (index) => ({ ...operation!, call: `service-${index % 6}/A/operation-${index}` })),
    series: times(3_600, (second) => ({ ...small.series[second % 20]!, second })),
  };
}

function check(size: Size): CheckReport {
  const message = 'balance of alice: expected 10.000000 USDC, got 9.999999 USDC';
  return {
    findings: times(size === 1 ? 1 : 300, (index) => ({
      property: `property-${index}-with-a-name-that-is-long`,
      promise: 'A refund returns just what was held.',
      message: `${message} (${index})`,
      atMs: Date.UTC(2026, 0, 2),
      operations: fixtureSequence.length,
      startMs: Date.UTC(2026, 0, 1),
      steps: fixtureSequence,
      command: `npx orrery run finding-${index}.yaml`,
      yaml: 'name: finding\noperations:\n  - POST /faucet/register {"agent_id":"alice"}\n'.repeat(4),
      curl: `curl -sS -X POST "$ORRERY_TARGET/faucet/register" -d '${'x'.repeat(200)}'`,
      mermaid: 'sequenceDiagram\n  alice->>faucet: POST /faucet/register\n',
    })),
    seed: '1',
    runs: 20_000,
    operations: 5_000_000,
    properties: 60,
    coverage: {
      operations: {
        reached: 100,
        total: 400,
        missing: times(size === 1 ? 3 : 300, (at) => `operation-${at}`),
      },
    },
    command: 'npx orrery check --runs 20000',
  };
}

function log(size: Size): LogAudit {
  const count = size === 1 ? 1 : 300;
  return {
    bets: 25_000, recomputed: 25_000, unrevealed: 0, players: 3, timed: 0, keptClientSeeds: 0, notes: [],
    verdicts: times(count, (index) => ({
      game: 'dice', bet: { direction: 'over', threshold: index }, expected: 0.98, rounds: 25, mean: 1.02, low: 0.3, high: 1.7,
      verdict: 'undecided', roundsNeeded: 48_000, logEvidence: 0, claimed: 0.98, level: 0.99, tolerance: 0.01,
    })),
    findings: times(count, (index) => ({
      code: 'nonce-skipped', game: 'dice', count: 1_200, line: index + 1, sentence: `a round was drawn and hidden after nonce ${index}`,
    })),
  }; // prettier-ignore
}

function comparison(size: Size) {
  const random = uniform(5);
  const side = (name: string, seeds: number) => ({
    name,
    runs: times(seeds, (seed) => ({
      scenario: 'month', seed: `${seed}`, profile: 'published' as const, policyHash: '0'.repeat(16), digest: `${name}${seed}`.padEnd(32, '0'),
      metrics: times(size === 1 ? 5 : 2_000, (at) => ({ name: `metric_${at}{operation:escrow/B/create,code:RATE_LIMIT}`, unit: 'ms', value: random() + (name === 'b' ? at % 3 : 0) })),
    })),
  }); // prettier-ignore
  return compareRuns(side('a', 4), side('b', 5));
}

const differences = (command: 'replay' | 'conform', size: Size): string =>
  differencesHtml(
    {
      ...(size === 1 ? fixtureDifferences(3, 2) : fixtureDifferences(2_000, 300)),
      command,
      against: command === 'replay' ? 'recording' : 'model',
      ...(command === 'replay' ? { measured: measured(size) } : {}),
    },
    command === 'replay' ? charts : plain,
  );

const fewGames = ['coin_flip', 'dice'];
const manyGames = [...fewGames, 'simple_dice', 'multiplier', 'roulette', 'custom', 'crash', 'plinko', 'slots', 'hilo', 'keno', 'scratch_card', 'wheel', 'mines', 'baccarat']; // prettier-ignore

/** `load` is a real result, which is made larger. */
export const pageTable = (load: LoadResult): Readonly<Record<string, (size: Size) => string>> => ({
  run: (size) =>
    reportHtml(fixtureRun({ agents: size === 1 ? 5 : 5_000, buckets: size === 1 ? 10 : 360 }), charts),
  compare: (size) =>
    comparisonHtml(comparison(size), { limits: [], command: 'npx orrery compare a b', ...plain }),
  audit: (size) => auditHtml(viewOf(size === 1 ? fewGames : manyGames), charts),
  'audit of a log': (size) =>
    logHtml(
      { audit: log(size), checks: logChecks(log(size), undefined), name: 'bets.csv', profile: 'published', target: undefined, command: 'npx orrery audit --bets bets.csv', ok: false },
      plain,
    ), // prettier-ignore
  check: (size) => checkHtml(check(size), plain),
  replay: (size) => differences('replay', size),
  conform: (size) => differences('conform', size),
  bench: (size) =>
    benchHtml(fixtureBench({ measured: { ...measured(size), steps: [0] } }), {
      command: 'npx orrery bench',
      ...charts,
    }),
  load: (size) => loadHtml({ ...load, ...grown(size) }, { command: 'npx orrery load', ...charts }),
});

/** Operations and rows of a load, as many as a bench has. */
function grown(size: Size): Pick<LoadResult, 'operations' | 'series'> {
  const { operations, series } = measured(size);
  return {
    operations,
    series: series.map((row) => ({ ...row, stage: 0, agents: 100, inFlight: 3, dropped: 0 })),
  };
}
