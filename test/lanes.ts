/**
 * Which tests are not in the fast lane, and why. `npm test` runs the rest: what Node alone can run, in a few minutes.
 * `npm run test:slow` runs these, `npm run test:all` both. A name without an ending is a test file, one that ends with a slash a folder.
 */
const slow = {
  'needs a program beside Node': [
    'conformance/mcp-clients',
    'container/image',
    'examples/',
    'foreign/',
    'golden/everywhere',
    'host/cli/bench-requests',
    'host/cli/check-queue',
    'host/cli/completion',
    'host/cli/load-queue-ends',
    'host/cli/powershell',
    'host/cli/record-proxy',
    'host/cli/sweep-queue',
    'host/serve/control-room',
    'host/serve/room-use',
    'host/serve/schemathesis',
    'host/workers/attending',
    'host/workers/collecting',
    'host/workers/redis-keys',
    'host/workers/sharing',
    'live/load/live-page',
    'live/traffic/k6',
    'live/traffic/transports/transports',
    'report/audit-html',
    'report/browser',
    'report/every-page',
    'site/site',
    'verification/audit/tampered-logs',
    'verification/audit/unseen-logs',
    'verification/audit/live/wire-houses',
    'verification/check/curl',
    'verification/check/curl-hostile',
  ],
  'starts the program many times, or for long': [
    'action/entry',
    'ci/run',
    'extending/',
    'host/cli/audit',
    'host/cli/audit-target',
    'host/cli/bench',
    'host/cli/conform',
    'host/cli/hostile-audit',
    'host/cli/load',
    'host/cli/load-budget',
    'host/cli/machine-refusal',
    'host/cli/npx-checkout',
    'host/cli/pack',
    'host/cli/pack-install',
    'host/cli/pack-projects',
    'host/cli/progress',
    'host/cli/raw-escapes',
    'host/cli/record',
    'host/cli/replay',
    'host/cli/replay-metrics',
    'host/cli/run',
    'host/cli/recipe-main-branch',
    'host/cli/run-watch',
    'host/cli/secrets',
    'host/cli/serve',
    'host/cli/snippets',
    'host/cli/supervision',
    'host/cli/sweep',
    'host/cli/usual-calls',
    'live/conform/casino-names',
    'live/conform/planted',
    'live/traffic/hostile-target',
    'verification/audit/live/houses',
    'verification/check/check',
    'verification/check/metamorphic/relations',
    'verification/check/twice',
  ],
  'loads a server for as long as a measurement takes': [
    'host/cli/load-limit',
    'host/cli/load-queue',
    'host/cli/snippets-measured',
    'live/load/capacity',
    'live/traffic/capacity/limiters',
  ],
  'repeats other tests, tries many seeds or keys, or walks all hands of a game': [
    'conformance/limits-pro-day',
    'conformance/odds',
    'core/http/fuzz',
    'golden/digests',
    'host/serve/claims-over-http',
    'host/serve/declared',
    'host/serve/equivalence',
    'host/serve/openapi',
    'host/serve/random-sessions',
    'host/serve/split-by-a-reset',
    'live/conform/hostile',
    'live/traffic/misanswered/misanswered',
    'live/traffic/misanswered/other-ways',
    'mutants/equivalents',
    'platform/games/plays',
    'platform/services/casino-exact',
    'platform/services/styles',
    'platform/services/wallet-keys-derivation',
    'platform/services/wallet-keys-signing-key',
    'simulation/population/lossy-network',
    'tidy/patterns',
    'verification/audit/alternatives',
    'verification/audit/best-policies',
    'verification/audit/blackjack-solved',
    'verification/audit/exact-cards',
    'verification/audit/honest-looks',
    'verification/audit/kelly',
    'verification/audit/log/diagnosed',
    'verification/audit/log/fast-and-slow',
    'verification/audit/mapping',
    'verification/check/series',
    'verification/oracle/noticed/heard-otherwise',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The entries of the table, each with its reason. */
export const slowTests = Object.entries(slow).flatMap(([reason, names]) =>
  names.map((name) => ({ name, reason })),
);

const patternOf = (name: string): string =>
  name.endsWith('/') ? `test/${name}**/*.test.ts` : `test/${name}.test.ts`;

/** The same as patterns of files, from the folder of the project. */
export const slowPatterns: string[] = slowTests.map(({ name }) => patternOf(name));

/** Files of the slow lane whose verdict is about durations: they run after all others, one at a time. */
export const measuringPatterns: string[] =
  slow['loads a server for as long as a measurement takes'].map(patternOf);

/**
 * Files of the fast lane that take 90 to 220 MB: each runs in a separate process. The others share a few, and what stays from
 * file to file comes to 300 of the 512 MB that a worker may have. `wallet-secrets` searches all of its own heap, `memory` collects it again and
 * again, `replay-kept` replaces a module, and `charts` looks at pictures of a library that keeps what it has measured.
 */
export const apartTests = [
  'conformance/wallet-secrets',
  'core/http/limits/memory',
  'mutants/mutants',
  'platform/services/wallet-keys-address',
  'report/audit/sentences',
  'report/browser/charts',
  'report/browser/page-parts',
  'verification/audit/advised-holds',
  'verification/audit/exact-audit',
  'verification/audit/kelly-shown',
  'verification/audit/made-up-policies',
  'verification/audit/proved-bets',
  'verification/audit/replay-kept',
  'verification/audit/replayed-hands',
  'verification/audit/short-curve',
  'verification/audit/solved-hands',
  'verification/audit/small-pack-holds',
  'verification/audit/small-shoes',
] as const;

export const apartPatterns: string[] = apartTests.map((name) => `test/${name}.test.ts`);

/**
 * Files of the fast lane that show pages in a browser made of JavaScript, which takes half a second to load and 200 MB: they share
 * processes that no others use.
 */
export const pageTests = [
  'report/browser/axes',
  'report/browser/drawing',
  'report/browser/event-search',
  'report/browser/live',
  'report/browser/room/agent-view',
  'report/browser/room/agents',
  'report/browser/room/calls',
  'report/browser/room/dialogs',
  'report/browser/room/forms',
  'report/browser/room/panels',
  'report/browser/room/parts',
  'report/browser/room/requests',
  'report/browser/room/room',
  'report/browser/room/time-line',
  'report/browser/room/time-line-marks',
] as const;

export const pagePatterns: string[] = pageTests.map((name) => `test/${name}.test.ts`);

/** The files that take longest, longest first: they start before the others of their lane. */
export const longTests: readonly string[] = [
  'host/cli/supervision',
  'container/image',
  'host/cli/sweep',
  'site/site',
  'foreign/day',
  'verification/audit/live/houses',
  'report/every-page',
  'foreign/go-smallest',
  'golden/digests',
  'host/cli/sweep-queue',
  'host/serve/schemathesis',
  'host/cli/snippets',
  'host/cli/check-queue',
  'host/serve/room-use',
  'host/serve/claims-over-http',
  'verification/check/check',
  'host/cli/load-queue-ends',
  'ci/run',
  'host/cli/load',
  'host/cli/usual-calls',
  'extending/extending',
  'host/cli/pack-projects',
  'golden/everywhere',
  'live/traffic/hostile-target',
  'report/browser',
  'host/cli/audit',
  'live/traffic/transports/transports',
  'host/cli/record',
  'live/conform/planted',
  'verification/check/twice',
  'foreign/go-conform',
  'host/cli/pack',
  'host/cli/run',
  'tidy/patterns',
  'host/cli/recipe-main-branch',
  'foreign/go-accounts',
  'host/cli/load-budget',
  'verification/check/metamorphic/relations',
  'host/serve/openapi',
  'verification/audit/mapping',
  'host/cli/replay',
  'host/cli/run-watch',
  'host/serve/control-room',
  'examples/agent',
  'verification/audit/verdict',
  'host/cli/wrong-calls',
  'verification/oracle/noticed/noticed-fields',
  'verification/oracle/noticed/misheard',
  'report/html',
  'conformance/casino-games',
  'conformance/casino-hands',
  'verification/audit/kelly',
  'core/policy/options',
  'platform/services/trading',
  'verification/audit/log/chance',
  'live/traffic/autocannon',
  'live/conform/conform',
  'conformance/mcp',
];

/** How vitest is told to run the fast lane; `npm test` says the same. */
export const fastLane = ['--project', 'fast', '--project', 'pages', '--project', 'apart'] as const;

/**
 * Files of the fast lane whose properties hold for every seed and are drawn from TEST_SEED: `npm run test:seeded` runs them
 * with a seed that follows from the commit. No test of a distribution is among them: such a test fails for some seeds.
 */
export const seededTests = [
  'core/base/journal',
  'core/base/money',
  'core/base/time',
  'core/http/bounds',
  'core/http/headers',
  'core/http/secrets/redact',
  'core/http/tier-change',
  'core/kernel/event-queue',
  'core/ledger/model',
  'host/workers/job-collector',
  'live/conform/conform-result',
  'live/load/measure/selected',
  'live/load/measures',
  'live/traffic/compare-lists',
  'live/traffic/foreign-names',
  'live/traffic/lag-gate',
  'live/traffic/request-times',
  'live/traffic/schedule',
  'live/traffic/sendable-path',
  'live/traffic/target',
  'platform/services/casino-hands',
  'platform/services/confirmations',
  'platform/services/faucet',
  'platform/services/game-params',
  'platform/services/market-data',
  'platform/services/perp-desk',
  'platform/services/trading-arithmetic',
  'platform/services/verified-bets',
  'platform/world/service-clock',
  'simulation/scenario/timeline',
  'simulation/scenario/trend',
  'verification/check/shrink',
] as const;
