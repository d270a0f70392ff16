import { posix } from 'node:path';

/**
 * Which sources a room has, and the tests that are to notice a mutant of them: those of the fast lane, and of the slow lane
 * what is named file by file.
 */
export interface MutatedRoom {
  /** The first part of a name with a slash names all rooms that share it. */
  readonly name: string;
  /** Places below `src`: modules, folders that end with a slash, or with `/*.ts` for the modules directly in one. */
  readonly sources: readonly string[];
  /** Places below `test`, alike. */
  readonly tests: readonly string[];
  /** Tests among them that are left out: they measure, take seconds for each mutant, or start processes without end. */
  readonly without?: readonly string[];
}

/** They search all of a heap, and call the program. */
const conformanceWithout = ['conformance/wallet-secrets.test.ts', 'conformance/mcp.test.ts'];
const checkTests = [
  'verification/check/',
  'verification/check/drawn.test.ts',
  'verification/check/series.test.ts',
];
const oracleTests = [
  'verification/oracle/',
  'verification/oracle/noticed/heard-otherwise.test.ts',
  'verification/oracle/noticed/misheard.test.ts',
  ...checkTests,
];
const trafficTests = [
  'live/traffic/',
  'live/traffic/misanswered/misanswered.test.ts',
  'live/traffic/misanswered/other-ways.test.ts',
];
/**
 * Of the slow lane those that call the command line in this process. Left out are those that need signals, shells, packages,
 * queues or several commands at once, and those that measure.
 */
const hostTests = [
  'host/app/',
  'host/cli/',
  ...[
    'audit',
    'audit-target',
    'bench',
    'conform',
    'hostile-audit',
    'load',
    'load-budget',
    'machine-refusal',
    'raw-escapes',
    'record',
    'replay',
    'replay-metrics',
    'run',
    'secrets',
    'sweep',
    'usual-calls',
  ].map((name) => `host/cli/${name}.test.ts`),
  'examples/',
];

/** All of `src`; a part whose mistakes cost most may be in a room by itself as well. */
export const mutatedRooms: readonly MutatedRoom[] = [
  { name: 'ledger', sources: ['core/ledger/'], tests: ['core/ledger/'] },
  { name: 'fairness', sources: ['core/fairness/'], tests: ['core/fairness/'] },
  { name: 'kernel', sources: ['core/kernel/'], tests: ['core/kernel/', 'core/kernel/distributions.test.ts'] },
  { name: 'policy', sources: ['core/policy/'], tests: ['core/policy/policies.test.ts'] },
  {
    name: 'base',
    sources: ['core/base/'],
    tests: ['core/base/'],
    // It reads all sources.
    without: ['core/base/own-call.test.ts'],
  },
  {
    name: 'http',
    sources: ['core/http/'],
    tests: ['core/http/', 'core/http/fuzz.test.ts', 'conformance/limits.test.ts'],
    without: ['core/http/limits/memory.test.ts'],
  },
  {
    name: 'secrets',
    sources: ['core/http/secrets/'],
    // Without the one that loads a sandbox for each mutant.
    tests: [
      'core/http/secrets/known-secrets.test.ts',
      'core/http/secrets/names.test.ts',
      'core/http/secrets/redact.test.ts',
      'core/http/secrets/redactor.test.ts',
    ],
  },
  {
    name: 'trading',
    sources: ['platform/services/trading/'],
    tests: [
      'platform/services/trading/',
      'platform/services/trading.test.ts',
      'platform/services/trading-arithmetic.test.ts',
      'platform/services/trading-prices.test.ts',
      'platform/services/positions.test.ts',
      'platform/services/perp-desk.test.ts',
      'platform/services/market-data.test.ts',
      'platform/services/limit-orders.test.ts',
      'platform/services/declared-forms.test.ts',
      'platform/services/declared-fields.test.ts',
      'platform/services/declared-limits.test.ts',
      'platform/services/held-money.test.ts',
      'platform/services/declared-schemas.test.ts',
      'platform/services/readers.test.ts',
      'platform/services/answers/',
      'platform/published-contract.test.ts',
      'conformance/trading.test.ts',
    ],
  },
  {
    name: 'games',
    sources: ['platform/games/'],
    tests: ['platform/games/', 'platform/games/plays.test.ts', 'platform/services/game-params.test.ts'],
  },
  {
    name: 'services',
    sources: ['platform/services/'],
    // Claims about a service are held in conformance; the reference model hears all of them.
    tests: [
      'platform/services/',
      'platform/services/wallet-keys-derivation.test.ts',
      'platform/services/wallet-keys-signing-key.test.ts',
      'platform/services/wallet-keys-transfers.test.ts',
      'platform/published-contract.test.ts',
      'conformance/',
      'verification/oracle/noticed/misheard.test.ts',
    ],
    without: conformanceWithout,
  },
  {
    name: 'audit',
    sources: ['verification/audit/'],
    tests: [
      'verification/audit/',
      'verification/audit/alternatives.test.ts',
      'verification/audit/best-policies.test.ts',
      'verification/audit/blackjack-solved.test.ts',
      'verification/audit/exact-cards.test.ts',
      'verification/audit/log/diagnosed.test.ts',
      'verification/audit/mapping.test.ts',
    ],
    // They audit every bet, solve games of cards, or play thousands of rounds, for each mutant.
    without: [
      'verification/audit/best-players.test.ts',
      'verification/audit/replay.test.ts',
      'verification/audit/exact-audit.test.ts',
      'verification/audit/verdict.test.ts',
      'verification/audit/cheats.test.ts',
      'verification/audit/log/chance.test.ts',
    ],
  },
  { name: 'check/generate', sources: ['verification/check/generate/'], tests: checkTests },
  {
    name: 'check/runs',
    sources: ['verification/check/*.ts', 'verification/check/metamorphic/', 'verification/check/served/'],
    tests: checkTests,
  },
  { name: 'oracle/facts', sources: ['verification/oracle/facts/'], tests: oracleTests },
  { name: 'oracle/models', sources: ['verification/oracle/models/'], tests: oracleTests },
  {
    name: 'oracle/whole',
    sources: ['verification/oracle/*.ts', 'verification/oracle/fields/'],
    tests: oracleTests,
  },
  {
    name: 'target-safety',
    sources: ['live/traffic/target/'],
    tests: [
      'live/traffic/target/',
      'live/traffic/target.test.ts',
      'live/traffic/target-options.test.ts',
      'live/traffic/permits.test.ts',
      'live/traffic/tls.test.ts',
      'live/load/spending.test.ts',
    ],
  },
  { name: 'traffic/compare', sources: ['live/traffic/compare/'], tests: trafficTests },
  { name: 'traffic/http', sources: ['live/traffic/http/'], tests: trafficTests },
  {
    name: 'traffic/record',
    sources: [
      'live/traffic/record/',
      'live/traffic/har/',
      'live/traffic/names/',
      'live/traffic/correlation/',
    ],
    tests: trafficTests,
  },
  {
    name: 'traffic/replay',
    sources: ['live/traffic/replay/', 'live/traffic/plan/', 'live/traffic/engine/'],
    tests: trafficTests,
  },
  {
    name: 'traffic/bench',
    sources: [
      'live/traffic/bench/',
      'live/traffic/autocannon/',
      'live/traffic/k6/',
      'live/traffic/measure/',
      'live/traffic/thresholds/',
    ],
    tests: trafficTests,
  },
  {
    name: 'conform',
    sources: ['live/conform/'],
    tests: ['live/conform/'],
  },
  {
    name: 'load',
    sources: ['live/load/'],
    tests: ['live/load/'],
    // It measures servers for seconds.
    without: ['live/load/capacity.test.ts'],
  },
  {
    name: 'world',
    sources: ['platform/world/', 'platform/control/'],
    tests: ['platform/world/', 'platform/control/', 'host/serve/', 'conformance/'],
    without: conformanceWithout,
  },
  {
    name: 'simulation',
    sources: ['simulation/'],
    tests: ['simulation/', 'simulation/population/lossy-network.test.ts', ...trafficTests, 'golden/'],
  },
  { name: 'report', sources: ['report/'], tests: ['report/', 'site/'] },
  {
    name: 'host/app',
    sources: ['host/app/', 'api.ts', 'index.ts', 'vitest.ts'],
    tests: hostTests,
    // A mutant of what it forks has forked without end.
    without: ['host/app/load/forked-links.test.ts'],
  },
  { name: 'host/cli', sources: ['host/cli/'], tests: hostTests },
  { name: 'host/serve', sources: ['host/serve/'], tests: ['host/serve/'] },
  {
    name: 'host/workers',
    sources: ['host/workers/', 'host/packages/'],
    tests: [
      'host/workers/',
      'host/workers/attending.test.ts',
      'host/workers/collecting.test.ts',
      'host/workers/redis-keys.test.ts',
      'host/workers/sharing.test.ts',
      'host/packages/',
      'host/app/',
    ],
  },
];

/** Whether a module, or a test, is at one of these places. */
export const isAt = (file: string, places: readonly string[]): boolean =>
  places.some((place) => {
    if (place.endsWith('/')) return file.startsWith(place);
    return place.endsWith('/*.ts') ? posix.dirname(file) === posix.dirname(place) : file === place;
  });

/** The rooms of these names, each of a room or of all rooms that share its first part. Throws for one that names none. */
export function roomsNamed(names: readonly string[]): MutatedRoom[] {
  const isNamed = ({ name }: MutatedRoom, asked: string): boolean =>
    name === asked || name.startsWith(`${asked}/`);
  const wrong = names.filter((asked) => !mutatedRooms.some((room) => isNamed(room, asked)));
  if (names.length === 0 || wrong.length > 0)
    throw new Error(`expected rooms: ${mutatedRooms.map(({ name }) => name).join(', ')}`);
  return mutatedRooms.filter((room) => names.some((asked) => isNamed(room, asked)));
}
