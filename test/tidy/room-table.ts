/**
 * The structure of DESIGN.md as data: seven groups, their folders from the lowest to the highest, and what each may
 * import. A row names folders above it in this table only; a test holds the table against the imports.
 */
export interface Import {
  /** A folder, `group/folder`, or one file or folder within it. */
  readonly path: string;
  /** Only `import type`: nothing of it is there at run time. */
  readonly typesOnly?: true;
  /** The reason, where DESIGN.md does not name the import. */
  readonly why?: string;
}

export interface Room {
  readonly imports: readonly Import[];
  /** Packages from the registry. */
  readonly packages: readonly string[];
  /** Modules of Node, with a reason; `*` where a folder touches the machine. */
  readonly node: Readonly<Record<string, string>>;
  /** True where virtual time and seeded streams are all there is. */
  readonly isDeterministic: boolean;
  /** True where no promise and no `async` may stand. */
  readonly isSynchronous: boolean;
}

const whole = (...folders: string[]): Import[] => folders.map((path) => ({ path }));

function room(imports: readonly Import[], extras: Partial<Room> = {}): Room {
  return { imports, packages: [], node: {}, isDeterministic: true, isSynchronous: true, ...extras };
}

const wire: Import = {
  path: 'core/http/message.ts',
  typesOnly: true,
  why: 'agents send and drivers carry requests and responses as plain objects',
};

const shapes: Import = {
  path: 'core/http/shape.ts',
  why: 'target files and traces are validated with the same error messages as scenario files',
};

const secrets: Import = {
  path: 'core/http/secrets',
  why: 'one place defines what is secret; a trace leaves out the same fields as a stored response',
};

const walletKeys: Import = {
  path: 'platform/services/wallet/keys/hd-wallet.ts',
  why: 'a replay derives keys from a mnemonic as a client does (BIP-39); no platform rule is involved',
};

const publicNames: Import = {
  path: 'platform/services/public-names.ts',
  why: 'the services know which of their fields sound like secrets and are none',
};

const queries: Import = {
  path: 'core/http/query.ts',
  why: 'the query of a recorded request is parsed as the platform parses it',
};

const chainAddresses: Import = {
  path: 'platform/services/wallet/keys',
  why: 'address formats are standards of the chains; every service validates them with the same code',
};

const core = ['core/base', 'core/kernel', 'core/ledger', 'core/fairness', 'core/policy', 'core/http'];
const services = [...core, 'platform/games', 'platform/services'];
const world = [...services, 'platform/world'];

export const rooms: Readonly<Record<string, Room>> = {
  // Parts of the schemas of results are declared there.
  'core/base': room([], { packages: ['typebox'] }),
  'core/kernel': room(whole('core/base'), { packages: ['seedrandom'] }),
  'core/ledger': room(whole('core/base')),
  'core/fairness': room(whole('core/base'), { node: { crypto: 'HMAC-SHA256 of the commitment' } }),
  'core/policy': room(whole('core/base')),
  'core/http': room(whole('core/base', 'core/kernel', 'core/policy'), {
    packages: ['ajv', 'find-my-way', 'typebox'],
    node: { crypto: 'requests with a secret are compared by their SHA-256' },
  }),

  'platform/games': room(whole('core/base', 'core/fairness')),
  // A service imports no other service; what two share is a port.
  'platform/services': room(
    [
      ...whole(...core, 'platform/games', 'platform/services/ports.ts', 'platform/services/addresses.ts'),
      { path: 'platform/services/transfer-kinds.ts', typesOnly: true },
      chainAddresses,
    ],
    {
      packages: [
        '@noble/curves',
        '@noble/hashes',
        '@scure/base',
        '@scure/bip39',
        '@scure/btc-signer',
        'micro-eth-signer',
        'typebox',
      ],
      node: {
        crypto:
          'addresses of agents are SHA-256 of seed and id; PBKDF2 of BIP-39 and HMAC of SLIP-10 are six times as fast as in JavaScript',
      },
    },
  ),
  'platform/world': room(whole(...services), {
    packages: ['typebox'],
    node: { crypto: 'transaction hashes are SHA-256 of run and number' },
  }),
  'platform/control': room(whole(...world), { packages: ['typebox'] }),

  'simulation/trace': room(
    [
      ...whole('core/base'),
      { path: 'core/http', typesOnly: true },
      shapes,
      secrets,
      publicNames,
      queries,
      walletKeys,
    ],
    {
      packages: ['typebox'],
      isDeterministic: false,
      isSynchronous: false,
      node: { '*': 'a trace is read from a file line by line' },
    },
  ),
  'simulation/population': room([...whole('core/base', 'core/kernel', 'platform/world'), wire], {
    packages: ['@faker-js/faker'],
  }),
  // The host reads the files; behaviours may have to be compiled, hence promises.
  'simulation/scenario': room(
    [
      ...whole(...world, 'platform/control', 'simulation/population'),
      { path: 'simulation/trace', typesOnly: true },
    ],
    { packages: ['ajv', 'typebox', 'yaml'], isSynchronous: false },
  ),
  'simulation/sweep': room(
    [...whole('core/base', 'simulation/scenario'), { path: 'core/policy', typesOnly: true }],
    {
      packages: ['typebox', 'yaml'],
      node: { crypto: 'a plan and a table of results are identified by their SHA-256' },
    },
  ),

  'verification/audit': room(
    [
      ...whole('core/base', 'core/fairness', 'platform/games'),
      { path: 'core/ledger', typesOnly: true },
      { path: 'core/kernel/elementary.ts', why: 'exp and log that are equal on every engine' },
    ],
    { packages: ['typebox'], node: { crypto: 'digests of houses that draw in another way' } },
  ),
  'verification/oracle': room(
    [
      ...whole('core/base'),
      { path: 'simulation/trace', typesOnly: true },
      { path: 'core/kernel/elementary.ts', why: 'exponentials and logarithms with the same bits everywhere' },
    ],
    {
      packages: ['@noble/curves', '@noble/hashes', '@scure/base', '@scure/bip39'],
      node: {
        crypto: 'the oracle recomputes commitments, draws and keys without the code of the platform',
        net: 'it knows what an IP address is, for DNS records',
      },
    },
  ),
  'verification/check': room(
    [
      ...whole('core/base', 'simulation/population', 'simulation/scenario', 'verification/oracle'),
      { path: 'core/policy', why: 'scenarios choose policies, and coverage counts their options' },
      { path: 'platform/world', why: 'coverage counts the routes of a world' },
      { path: 'core/kernel', why: 'a world needs one' },
      { path: 'simulation/trace', why: 'secrets are looked for in the trace that a run would leave' },
      { path: 'core/http/mcp/tool.ts', typesOnly: true, why: 'calls are made as calls of tools' },
      { path: 'core/http/message.ts', typesOnly: true, why: 'a served world answers requests' },
    ],
    { packages: ['ajv', 'fast-check', 'typebox', 'yaml'], isSynchronous: false },
  ),

  'live/traffic': room(
    [
      ...whole(
        'core/base',
        'core/kernel',
        'simulation/trace',
        'simulation/population',
        'simulation/scenario',
      ),
      wire,
      shapes,
      secrets,
      publicNames,
      queries,
      walletKeys,
      {
        path: 'platform/world/documented-fields.ts',
        why: 'what the documents name is compared, the rest where it agrees',
      },
      { path: 'platform/world/documented-limits.ts', why: 'another documented limit of a call may bind' },
      { path: 'platform/world/stated-things.ts', why: 'a market or a network decides states' },
      {
        path: 'core/http/limits/published-limits.ts',
        why: 'another window of a published limit may bind where other clients share an address',
      },
      {
        path: 'platform/services/ports.ts',
        typesOnly: true,
        why: 'a rule of time names the event of the model that shows it',
      },
    ],
    {
      packages: ['@faker-js/faker', 'autocannon', 'hdr-histogram-js', 'typebox'],
      isDeterministic: false,
      isSynchronous: false,
      node: { '*': 'the live engines send real requests' },
    },
  ),
  'live/load': room(
    [
      ...whole('core/base', 'core/kernel', 'simulation/population', 'simulation/scenario', 'live/traffic'),
      { path: 'core/policy', typesOnly: true },
    ],
    {
      packages: ['typebox'],
      isDeterministic: false,
      isSynchronous: false,
      node: { '*': 'agents send real requests on the real clock' },
    },
  ),
  // What traffic sends and compares, what check shrinks, on a world of its own.
  'live/conform': room(
    [
      ...whole(
        'core/base',
        'core/kernel',
        'core/policy',
        'platform/world',
        'simulation/trace',
        'simulation/population',
        'simulation/scenario',
        'verification/check',
        'live/traffic',
      ),
      {
        path: 'core/http/limits/published-limits.ts',
        typesOnly: true,
        why: 'accounts of the model have the tier of those of the target',
      },
      wire,
      secrets,
      publicNames,
      {
        path: 'platform/services/ports.ts',
        typesOnly: true,
        why: 'events of the model say which time rules were tested',
      },
    ],
    {
      packages: ['fast-check', 'typebox'],
      isDeterministic: false,
      isSynchronous: false,
      node: { '*': 'it sends real requests, one after the other' },
    },
  ),

  report: room(
    [
      ...whole('core/base'),
      ...[
        'platform/control/observed.ts',
        'simulation/scenario/result.ts',
        'verification/audit',
        'simulation/sweep',
        'live/load/result-schema.ts',
        'live/load/limit/result.ts',
        'live/traffic/bench/result.ts',
        'live/traffic/measure/schema.ts',
      ].map((path) => ({
        path,
        typesOnly: true as const,
      })),
      { path: 'simulation/sweep/axes.ts', why: 'the values of a grid are written as in the command' },
      { path: 'verification/audit/finding.ts', why: 'what costs the house is told apart in one place' },
    ],
    {
      packages: ['csv-stringify', 'hyparquet-writer', 'typebox'],
      node: { crypto: 'a page names its script by its SHA-256' },
      isSynchronous: false,
    },
  ),
  // The scripts of the pages, bundled at build time.
  'report/browser': room(
    [
      { path: 'core/base/digits.ts', why: 'digits are grouped in one way' },
      { path: 'report', typesOnly: true },
    ],
    { packages: ['echarts'], isDeterministic: false, isSynchronous: false },
  ),

  // Loads what needs a package that a project may not have.
  'host/packages': room([], {
    packages: ['orrery-sim'],
    isDeterministic: false,
    isSynchronous: false,
    node: { module: 'it asks whether a package is installed' },
  }),
  // Threads and queues that work through numbered points; it knows nothing of scenarios.
  'host/workers': room([], {
    packages: ['bullmq', 'ioredis', 'piscina'],
    isDeterministic: false,
    isSynchronous: false,
    node: { '*': 'it starts threads and talks to the Redis that the user named' },
  }),
  'host/serve': room(
    [
      ...whole(
        'core/base',
        'core/kernel',
        'core/policy',
        'core/http',
        'platform/world',
        'platform/control',
        'host/packages',
      ),
      { path: 'core/ledger', typesOnly: true },
      publicNames,
      { path: 'simulation/scenario/assemble.ts', why: 'kernel and world are built in one place' },
      {
        path: 'simulation/scenario/scenario-agents.ts',
        why: 'agents in a served world act as in a run of their scenario',
      },
      { path: 'simulation/scenario/scenario.ts', typesOnly: true },
      {
        path: 'simulation/scenario/added-agents.ts',
        why: 'agents join a served world at the request of a client',
      },
      {
        path: 'report/room-state.ts',
        typesOnly: true,
        why: 'the state that the page of the control room shows',
      },
      { path: 'report/html/theme.ts', why: 'one design for every page' },
      { path: 'report/compare/differing-field.ts', why: 'branches part as the rows of two runs do' },
      { path: 'report/html/palette.ts', why: 'one set of colours for every chart' },
      { path: 'report/html/sequence-drawing.ts', why: 'an exchange is drawn as in a finding' },
      { path: 'report/html/shape.ts', typesOnly: true },
      { path: 'report/html/charts', why: 'charts of a served world are built as those of a run' },
      { path: 'simulation/scenario/account-groups.ts', why: 'balances are added up by the groups of a run' },
    ],
    {
      packages: ['@modelcontextprotocol/server', 'typebox'],
      isDeterministic: false,
      isSynchronous: false,
      node: { '*': 'node:http in front of a world' },
    },
  ),
  // The commands as functions, without a terminal: no arguments of a process, no stdout, nothing of host/cli.
  'host/app': room(
    whole(
      ...world,
      'platform/control',
      'simulation/trace',
      'simulation/population',
      'simulation/scenario',
      'simulation/sweep',
      'verification/audit',
      'verification/oracle',
      'verification/check',
      'live/traffic',
      'live/load',
      'live/conform',
      'report',
      'host/packages',
      'host/workers',
      'host/serve',
    ),
    {
      packages: [
        '@opentelemetry/api',
        '@opentelemetry/exporter-metrics-otlp-http',
        '@opentelemetry/exporter-prometheus',
        '@opentelemetry/exporter-trace-otlp-http',
        '@opentelemetry/resources',
        '@opentelemetry/sdk-metrics',
        '@opentelemetry/sdk-trace',
        'csv-parse',
        'jiti',
        'orrery-sim',
        'typebox',
        'yaml',
      ],
      isDeterministic: false,
      isSynchronous: false,
      node: { '*': 'it reads and writes files and knows the wall clock' },
    },
  ),
  'host/cli': room(
    whole(
      ...world,
      'platform/control',
      'simulation/trace',
      'simulation/population',
      'simulation/scenario',
      'simulation/sweep',
      'verification/audit',
      'verification/oracle',
      'verification/check',
      'live/traffic',
      'live/load',
      'live/conform',
      'report',
      'host/packages',
      'host/workers',
      'host/serve',
      'host/app',
    ),
    {
      // init writes a property that imports vitest.
      packages: ['cli-progress', 'commander', 'orrery-sim', 'vitest', 'yaml'],
      isDeterministic: false,
      isSynchronous: false,
      node: { '*': 'it owns the terminal, signals and the exit code' },
    },
  ),

  // What a project that installed Orrery imports.
  'vitest.ts': room(
    [
      ...whole('simulation/scenario', 'verification/oracle', 'verification/check', 'host/app'),
      { path: 'core/base/own-call.ts', why: 'a failure says how it is repeated, as all messages do' },
    ],
    {
      packages: ['fast-check', 'vitest'],
      isSynchronous: false,
    },
  ),
  'api.ts': room([
    ...whole('host/app'),
    { path: 'core/http/message.ts', typesOnly: true },
    { path: 'core/policy/policies.ts', typesOnly: true },
    { path: 'simulation/scenario/result.ts', typesOnly: true },
    { path: 'simulation/scenario/scenario-object.ts', typesOnly: true },
    { path: 'live/traffic/replay/result-schema.ts', typesOnly: true },
    { path: 'live/load/result-schema.ts', typesOnly: true },
  ]),
  'index.ts': room([
    ...whole('simulation/population', 'core/kernel', 'api.ts'),
    { path: 'core/base/time.ts', why: 'instants as the API has them' },
  ]),
};
