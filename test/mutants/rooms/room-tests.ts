/** Which sources a room has, and the tests of the fast lane that are to notice a mutant of them. */
export interface MutatedRoom {
  readonly name: string;
  /** Places below `src`: modules, or folders that end with a slash. */
  readonly sources: readonly string[];
  /** Places below `test`, alike. */
  readonly tests: readonly string[];
  /** Tests among them that are left out: they measure, or take seconds for each mutant. */
  readonly without?: readonly string[];
}

/** What a user has to trust most: what measures, what guards and what judges. */
export const mutatedRooms: readonly MutatedRoom[] = [
  { name: 'ledger', sources: ['core/ledger/'], tests: ['core/ledger/'] },
  { name: 'fairness', sources: ['core/fairness/'], tests: ['core/fairness/'] },
  { name: 'kernel', sources: ['core/kernel/'], tests: ['core/kernel/'] },
  { name: 'policy', sources: ['core/policy/'], tests: ['core/policy/policies.test.ts'] },
  {
    name: 'base',
    sources: ['core/base/'],
    tests: ['core/base/'],
    // They run shells, and read all sources.
    without: ['core/base/shell-word.test.ts', 'core/base/own-call.test.ts'],
  },
  {
    name: 'http',
    sources: ['core/http/'],
    tests: ['core/http/', 'conformance/limits.test.ts'],
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
    tests: ['platform/games/', 'platform/services/game-params.test.ts'],
  },
  {
    name: 'services',
    sources: ['platform/services/'],
    // Claims about a service are held in conformance; the reference model hears all of them.
    tests: [
      'platform/services/',
      'platform/published-contract.test.ts',
      'conformance/',
      'verification/oracle/noticed/misheard.test.ts',
    ],
    // They search all of a heap, solve games, and call the program.
    without: ['conformance/wallet-secrets.test.ts', 'conformance/odds.test.ts', 'conformance/mcp.test.ts'],
  },
  {
    name: 'audit',
    sources: ['verification/audit/'],
    tests: ['verification/audit/'],
    // They audit every bet, solve games of cards, or play thousands of rounds, for each mutant.
    without: [
      'verification/audit/kelly.test.ts',
      'verification/audit/replay.test.ts',
      'verification/audit/exact-audit.test.ts',
      'verification/audit/findings.test.ts',
      'verification/audit/verdict.test.ts',
      'verification/audit/cheats.test.ts',
      'verification/audit/log/chance.test.ts',
      'verification/audit/log/fast-and-slow.test.ts',
    ],
  },
  { name: 'check', sources: ['verification/check/'], tests: ['verification/check/'] },
  {
    name: 'oracle',
    sources: ['verification/oracle/'],
    tests: ['verification/oracle/', 'verification/check/'],
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
  { name: 'traffic', sources: ['live/traffic/'], tests: ['live/traffic/'] },
  {
    name: 'conform',
    sources: ['live/conform/'],
    tests: ['live/conform/'],
    without: ['live/conform/hostile.test.ts'],
  },
  {
    name: 'load',
    sources: ['live/load/'],
    tests: ['live/load/'],
    // It measures servers for seconds.
    without: ['live/load/capacity.test.ts'],
  },
];
