/**
 * The rooms of DESIGN.md as data: what each may import, and why where the reason is not plain from its place in the
 * list. A new folder under `src` needs a row here before anything in it passes.
 */
export interface Import {
  /** A room, or one file of it. */
  readonly path: string;
  /** Only `import type`: nothing of it is there at run time. */
  readonly typesOnly?: true;
  /** Where DESIGN.md does not name it: why it is right all the same. */
  readonly why?: string;
}

export interface Room {
  readonly imports: readonly Import[];
  /** Packages from the registry. */
  readonly packages: readonly string[];
  /** Modules of Node, with a reason; rooms that touch the machine have `*`. */
  readonly node: Readonly<Record<string, string>>;
  /** True where virtual time and seeded streams are all there is. */
  readonly isDeterministic: boolean;
  /** True where nothing may wait: no promise, no `async`. */
  readonly isSynchronous: boolean;
}

const whole = (...rooms: string[]): Import[] => rooms.map((path) => ({ path }));

function room(imports: readonly Import[], extras: Partial<Room> = {}): Room {
  return { imports, packages: [], node: {}, isDeterministic: true, isSynchronous: true, ...extras };
}

const wire: Import = {
  path: 'http/message.ts',
  typesOnly: true,
  why: 'requests and answers as plain objects are what agents send and drivers carry; they are the wire, not HTTP',
};

const wording: Import = {
  path: 'http/shape.ts',
  why: 'target files and traces are checked, and their mistakes worded, as scenario files are',
};

const secrets: Import = {
  path: 'http/secrets.ts',
  why: 'what is a secret is said in one place; a trace leaves out the same fields as a stored answer',
};

const walletKeys: Import = {
  path: 'services/wallet/keys/hd-wallet.ts',
  why: 'a client makes its keys of the words it was told, and so must a replay; it is a standard (BIP-39), not the platform',
};

const belowServices = ['base', 'kernel', 'ledger', 'policy', 'http', 'fairness', 'games'];
const belowScenario = [...belowServices, 'services', 'world', 'population'];

export const rooms: Readonly<Record<string, Room>> = {
  base: room([]),
  kernel: room(whole('base'), { packages: ['seedrandom'] }),
  ledger: room(whole('base')),
  fairness: room(whole('base'), { node: { crypto: 'HMAC-SHA256 of the commitment' } }),
  games: room(whole('base', 'fairness')),
  policy: room(whole('base')),
  http: room(whole('base', 'kernel', 'policy'), {
    packages: ['ajv', 'find-my-way', 'typebox'],
    node: { crypto: 'a request with a secret in it is compared by its SHA-256' },
  }),
  // A service imports no other service; what two share is a port.
  services: room(whole(...belowServices, 'services/ports.ts'), {
    packages: [
      '@noble/curves',
      '@noble/hashes',
      '@scure/base',
      '@scure/bip32',
      '@scure/bip39',
      '@scure/btc-signer',
      'micro-eth-signer',
      'typebox',
    ],
    node: {
      crypto:
        'addresses of agents are SHA-256 of seed and id; the PBKDF2 of BIP-39 and the HMAC of SLIP-10, six times as fast as in JavaScript',
    },
  }),
  world: room(whole(...belowServices, 'services'), {
    packages: ['typebox'],
    node: { crypto: 'transaction hashes are SHA-256 of run and number' },
  }),
  population: room([...whole('base', 'kernel', 'world'), wire], { packages: ['@faker-js/faker'] }),
  // Reading files is the host's business, hence promises for its behaviours, which may have to be compiled.
  scenario: room(whole(...belowScenario), { packages: ['ajv', 'typebox', 'yaml'], isSynchronous: false }),
  audit: room([
    ...whole('base', 'fairness', 'games'),
    { path: 'ledger', typesOnly: true },
    {
      path: 'kernel/elementary.ts',
      why: 'exp and log that are alike on every engine; the kernel itself is not used',
    },
  ]),
  check: room(
    [
      ...whole('base', 'population', 'scenario'),
      { path: 'policy', why: 'scenarios are made of policies, and coverage counts their options' },
      { path: 'world', why: 'what there is to reach stands in the routes of a world' },
      { path: 'kernel', why: 'a world needs one' },
      { path: 'traffic/trace', typesOnly: true },
    ],
    {
      packages: ['ajv', 'fast-check', 'yaml'],
      node: { crypto: 'the auditor recomputes commitments and draws, without the code of fairness' },
      isSynchronous: false,
    },
  ),
  traffic: room([...whole('base', 'kernel', 'population', 'scenario'), wire, wording, secrets, walletKeys], {
    packages: ['autocannon', 'typebox'],
    isDeterministic: false,
    isSynchronous: false,
    node: { '*': 'the live engines send real requests' },
  }),
  // Where the model meets a live target: what traffic sends and compares, what check shrinks, on a world of its own.
  conform: room(
    [
      ...whole('base', 'kernel', 'policy', 'world', 'population', 'scenario', 'check', 'traffic'),
      wire,
      {
        path: 'services/ports.ts',
        typesOnly: true,
        why: 'events of the model say which rules of time were tested',
      },
    ],
    {
      packages: ['fast-check'],
      isDeterministic: false,
      isSynchronous: false,
      node: { '*': 'it sends real requests, one after the other' },
    },
  ),
  // What a sweep is and what its results say; who works through it is the crew's business.
  sweep: room([...whole('base', 'scenario'), { path: 'policy', typesOnly: true }], {
    packages: ['yaml'],
    node: { crypto: 'a plan and a table of results are told by their SHA-256' },
  }),
  // Threads and queues that work through numbered points; it knows nothing of scenarios.
  crew: room([], {
    packages: ['bullmq', 'ioredis', 'piscina'],
    isDeterministic: false,
    isSynchronous: false,
    node: { '*': 'it starts threads and talks to the Redis that the user named' },
  }),
  report: room(
    [
      ...whole('base'),
      ...['scenario/result.ts', 'audit', 'sweep'].map((path) => ({ path, typesOnly: true as const })),
      { path: 'sweep/axes.ts', why: 'the values of a grid are written as the call had them' },
    ],
    {
      packages: ['csv-stringify', 'echarts', 'hyparquet-writer'],
      node: { crypto: 'the page names its own scripts by their SHA-256' },
      isSynchronous: false,
    },
  ),
  serve: room([...whole('base', 'kernel', 'policy', 'http', 'world'), { path: 'ledger', typesOnly: true }], {
    packages: ['@modelcontextprotocol/server', 'typebox'],
    isDeterministic: false,
    isSynchronous: false,
    node: { '*': 'node:http in front of a world' },
  }),
  cli: room(
    whole(
      ...belowScenario,
      'scenario',
      'audit',
      'check',
      'traffic',
      'conform',
      'sweep',
      'crew',
      'report',
      'serve',
    ),
    {
      // vitest stands in the property that init writes.
      packages: ['cli-progress', 'commander', 'csv-parse', 'jiti', 'orrery', 'vitest', 'yaml'],
      isDeterministic: false,
      isSynchronous: false,
      node: { '*': 'the one room that may touch files, process and the wall clock' },
    },
  ),
  // What a project that installed Orrery writes its own properties with.
  'vitest.ts': room(
    [
      ...whole('check', 'scenario'),
      { path: 'cli/scenario-host.ts', why: 'scenarios name behaviours, which lie in files' },
    ],
    { packages: ['fast-check', 'vitest'], isSynchronous: false },
  ),
  // The commands as functions, for programs and tests of others.
  library: room(whole(...belowScenario, 'scenario', 'audit', 'check', 'cli'), {
    isDeterministic: false,
    isSynchronous: false,
  }),
  // What a project that installed Orrery imports.
  'index.ts': room([
    ...whole('population', 'kernel'),
    ...whole('library'),
    { path: 'base/time.ts', why: 'instants as the wire has them' },
    { path: 'http/message.ts', typesOnly: true },
    { path: 'scenario/result.ts', typesOnly: true },
  ]),
};
