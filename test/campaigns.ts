/**
 * How much of a campaign is tried: in the lanes as much as every kind of its subject needs, and with LONG=1 (`npm run test:long`)
 * as much as before a release. Of a list the lanes run a share, another one at each TURN. docs/testing.md has both tables.
 */
import { assert } from '../src/core/base/assert.ts';

const isLong = process.env['LONG'] === '1';
/** Mutants of a room are tried with whole lists: a score must not depend on the turn. */
const isWhole = isLong || process.env['WHOLE_LISTS'] === '1';

/** Each with the file that uses it, and why the lanes can do with fewer. */
export const campaigns = {
  shotsAtAnOperation: {
    file: 'host/serve/declared',
    what: 'requests to each declared operation',
    lanes: 4,
    long: 25,
    why: 'the seed of the lanes is fixed: more requests are the same ones each time',
  },
  honestRuns: {
    file: 'verification/audit/alternatives',
    what: 'honest runs against the alarm of an audit',
    lanes: 1000,
    long: 10_000,
    why: 'an alarm rate of twice alpha is 7 standard errors away',
  },
  looksAtHonestRuns: {
    file: 'verification/audit/honest-looks',
    what: 'honest runs that are looked at after every round',
    lanes: 3000,
    long: 10_000,
    why: 'the bound of the alarms is five standard errors above what comes out, and the seed is fixed',
  },
  logsWithEdits: {
    file: 'verification/audit/log/fast-and-slow',
    what: 'logs with random edits, counted in two ways',
    lanes: 8,
    long: 60,
    why: 'a log has up to 25 edits of seven kinds, and the seed is fixed',
  },
  honestLogs: {
    file: 'verification/audit/tampered-logs',
    what: 'honest logs of the generator in Python',
    lanes: 30,
    long: 60,
    why: 'it has 30 shapes, and each is tried',
  },
  reportsOfTheSite: {
    file: 'site/site',
    what: 'scenarios whose reports the site shows',
    lanes: 4,
    long: 20,
    why: 'the pages of all scenarios are made alike, and `golden/digests` runs each scenario',
  },
  patternsTriedAgain: {
    file: 'tidy/patterns',
    what: 'regular expressions that are tried again',
    lanes: 20,
    long: 1000,
    why: 'what the checker finds follows from its version and the pattern; it is kept, and new ones are always tried',
  },
  hostileReplies: {
    file: 'live/traffic/hostile-target',
    what: 'responses of a hostile target to a replay',
    lanes: 20,
    long: 120,
    why: 'the seed of the lanes is fixed',
  },
  partsOfTraffic: {
    file: 'foreign/go-parts',
    what: 'random parts of each traffic at a right deployment',
    lanes: 3,
    long: 20,
    why: 'the seed of the lanes is fixed, and `foreign/go-conform` compares the whole',
  },
  secondsOfSchemathesis: {
    file: 'host/serve/schemathesis',
    what: 'seconds for which schemathesis asks all services',
    lanes: 20,
    long: 60,
    why: 'its seed is fixed: it asks the first requests of a longer pass',
  },
  runsHeldToRelations: {
    file: 'verification/check/metamorphic/relations',
    what: 'generated runs that are held to each relation',
    lanes: 6,
    long: 20,
    why: 'the seed of the runs is fixed',
  },
  arbitraryRequests: {
    file: 'core/http/fuzz',
    what: 'sequences of arbitrary requests',
    lanes: 80,
    long: 400,
    why: 'the seed of the lanes is fixed: more sequences are the same ones each time',
  },
  storiesOfMeters: {
    file: 'core/http/limits/conformance',
    what: 'sequences of uses for each promise of each meter',
    lanes: 50,
    long: 200,
    why: 'a sequence has up to 120 uses, and the seed of the lanes is fixed',
  },
  signedTransfers: {
    file: 'platform/services/wallet-keys-transfers',
    what: 'transfers of each chain, signed by another library as well',
    lanes: 40,
    long: 400,
    why: 'each kind of address and amount is drawn several times, and the seed is fixed',
  },
  addressesOfWallets: {
    file: 'platform/services/wallet-keys-derivation',
    what: 'wallets whose addresses other libraries find as well',
    lanes: 40,
    long: 300,
    why: 'the seed is fixed, and a wrong derivation shows in most wallets',
  },
} as const;

/** A whole number; `divisor` is for the dearer of the tests that share a campaign. */
export const attempts = (name: keyof typeof campaigns, divisor = 1): number =>
  Math.ceil((isLong ? campaigns[name].long : campaigns[name].lanes) / divisor);

/** Lists of which the lanes run a share. `all` is the length of the list. */
export const shares = {
  cheatingHouses: {
    file: 'verification/audit/live/houses',
    what: 'houses that cheat, before a live audit',
    lanes: 8,
    all: 62,
    why: 'several cheat alike, and `verification/audit/cheats` plants cheats in logs at each commit',
  },
  honestHouses: {
    file: 'verification/audit/live/houses',
    what: 'honest houses before a live audit',
    lanes: 7,
    all: 100,
    why: 'each trait of an honest house is drawn several times',
  },
  wireHouses: {
    file: 'verification/audit/live/wire-houses',
    what: 'honest casinos in another language',
    lanes: 8,
    all: 41,
    why: 'each differs in all that the documents leave open',
  },
  tamperings: {
    file: 'verification/audit/tampered-logs',
    what: 'ways to tamper with a log',
    lanes: 42,
    all: 126,
    why: 'there are two ways to nearly every code, and logs and houses of other tests show most of the codes',
  },
  unseenLogs: {
    file: 'verification/audit/unseen-logs',
    what: 'logs of a generator that knows nothing of the audit',
    lanes: 25,
    all: 147,
    why: 'cheats and shapes have their turns, and `docs/audit-method.md` has the figures of all',
  },
  filesOverHttp: {
    file: 'host/serve/claims-over-http',
    what: 'files of the conformance tests, asked over HTTP',
    lanes: 3,
    all: 26,
    why: 'all hold in process at each commit, and `host/serve/equivalence` compares the two',
  },
  equivalentReadings: {
    file: 'host/serve/equivalence',
    what: 'sets of policies under which HTTP and process agree',
    lanes: 1,
    all: 2,
    why: 'both walk through every operation',
  },
  declaredReadings: {
    file: 'host/serve/openapi',
    what: 'sets of policies under which answers fit the document',
    lanes: 1,
    all: 4,
    why: 'they differ in a few statuses and shapes',
  },
  passesOfSchemathesis: {
    file: 'host/serve/schemathesis',
    what: 'passes of schemathesis over the OpenAPI document',
    lanes: 1,
    all: 3,
    why: '`host/serve/declared` asks every operation at each commit, and `host/serve/openapi` holds answers to the document',
  },
  looksOfTheRoom: {
    file: 'host/serve/room-use',
    what: 'widths and colours in which the control room is examined',
    lanes: 1,
    all: 4,
    why: 'each has everything open, and both widths and both colours are in two turns that follow each other',
  },
  looksOfTheSite: {
    file: 'site/site',
    what: 'widths and colours in which the site is examined',
    lanes: 2,
    all: 4,
    why: 'the two have both widths and all pages',
  },
  siteBuilt: {
    file: 'site/site',
    what: 'large builds, one of which is the site',
    lanes: 1,
    all: 3,
    why: '`tidy/links` looks for the files that pages link to, and `site/navigation` for the pages, at each commit',
  },
  imageBuilt: {
    file: 'container/image',
    what: 'large builds, one of which is the image',
    lanes: 1,
    all: 3,
    why: 'what the Dockerfile copies is looked for at each commit, and `host/cli/pack-install` has the packages of an installation',
  },
  copyExtended: {
    file: 'extending/extending',
    what: 'large builds, one of which is a copy with every extension',
    lanes: 1,
    all: 3,
    why: 'each extension by itself fits the project at each commit',
  },
  hugePages: {
    file: 'report/every-page',
    what: 'report pages with 1,000 times as much',
    lanes: 1,
    all: 9,
    why: 'each page with little is examined at each commit',
  },
  looksOfPages: {
    file: 'report/every-page',
    what: 'widths and colours of each report page with little',
    lanes: 9,
    all: 18,
    why: 'each page in one at a turn, and half of the pages in each',
  },
  looksForAxe: {
    file: 'report/browser',
    what: 'widths and colours in which axe examines a report',
    lanes: 1,
    all: 3,
    why: '`report/every-page` examines every kind of page at each commit',
  },
  looksOfDifferences: {
    file: 'report/browser',
    what: 'pages of differences, by command, width and number',
    lanes: 2,
    all: 6,
    why: '`report/every-page` examines every kind of page at each commit',
  },
  looksOfMeasures: {
    file: 'report/browser',
    what: 'pages of what bench and replay measured',
    lanes: 2,
    all: 4,
    why: '`report/every-page` examines every kind of page at each commit',
  },
  documents: {
    file: 'host/cli/snippets',
    what: 'documents whose snippets are run',
    lanes: 1,
    all: 6,
    why: 'those of the README are run at each commit',
  },
  recordedScenarios: {
    file: 'host/cli/record',
    what: 'recorded scenarios in whose traces keys and ids are looked for',
    lanes: 1,
    all: 3,
    why: '`host/cli/secrets` looks for keys in all that commands write',
  },
  kindsOfFailure: {
    file: 'ci/run',
    what: 'kinds of failure planted into a copy of the tests',
    lanes: 1,
    all: 3,
    why: '`ci/summary` holds what each makes of the last line',
  },
  kindsOfProjects: {
    file: 'host/cli/pack-projects',
    what: 'kinds of projects that use the packed tarball',
    lanes: 1,
    all: 3,
    why: '`host/cli/pack` uses the same tarball from JavaScript and TypeScript at each commit',
  },
  momentsOfSignals: {
    file: 'host/cli/supervision',
    what: 'moments at which each command gets a signal',
    lanes: 1,
    all: 2,
    why: 'the other moment is another stage of the same run',
  },
  signalledCommands: {
    file: 'host/cli/supervision',
    what: 'commands that get a signal, with SIGINT and SIGTERM',
    lanes: 3,
    all: 11,
    why: 'all are ended by the same supervisor',
  },
  plantedPlatforms: {
    file: 'live/conform/planted',
    what: 'served platforms with planted differences',
    lanes: 1,
    all: 4,
    why: 'each has up to ten differences of several kinds',
  },
  waysToATarget: {
    file: 'live/traffic/transports/transports',
    what: 'ways to a target: encodings, certificates, proxies, versions of HTTP',
    lanes: 4,
    all: 13,
    why: 'they are combinations of a few parts, and the strictest is used by an audit and by threads at each commit',
  },
  limitsSearched: {
    file: 'host/cli/load-limit',
    what: 'servers whose highest rate a search for the limit finds',
    lanes: 1,
    all: 3,
    why: 'a search takes up to 84 s, and `live/traffic/capacity/limiters` names each kind of limit at its turn',
  },
  limitsOfALoad: {
    file: 'live/traffic/capacity/limiters',
    what: 'servers and target files of which each limits a load in another way',
    lanes: 4,
    all: 8,
    why: 'every turn has limits by the target, by connections and by the ceiling',
  },
  smallestSequences: {
    file: 'foreign/go-smallest',
    what: 'defects of a deployment whose smallest sequence is looked for',
    lanes: 1,
    all: 25,
    why: 'a search takes up to 80 s, and `foreign/go-conform` finds the cause of each of the 25',
  },
  rightDeployments: {
    file: 'foreign/go-replay',
    what: 'variants of a right deployment before a replay',
    lanes: 8,
    all: 20,
    why: '`foreign/go-conform` compares each of the 20',
  },
  replayedDefects: {
    file: 'foreign/go-replay',
    what: 'defects of a deployment that a replay names',
    lanes: 10,
    all: 25,
    why: '`foreign/go-conform` finds the cause of each of the 25',
  },
  tiersOfAccounts: {
    file: 'foreign/go-accounts',
    what: 'tiers of existing accounts, with each traffic',
    lanes: 3,
    all: 6,
    why: 'at a turn one tier with each traffic',
  },
  existingAccounts: {
    file: 'foreign/go-accounts',
    what: 'traffics with accounts that own something',
    lanes: 1,
    all: 3,
    why: 'one waits a minute for a limit',
  },
  rightInLockStep: {
    file: 'foreign/go-conform',
    what: 'variants of a right deployment in lock step, with each traffic',
    lanes: 20,
    all: 60,
    why: 'at a turn one traffic with each of the 20 variants',
  },
  bugsNamedByTwice: {
    file: 'verification/check/check',
    what: 'bugs of a machine that the second process names',
    lanes: 1,
    all: 2,
    why: 'both are named by the same comparison',
  },
  bugsOfTheMachine: {
    file: 'verification/check/check',
    what: 'bugs of a machine that `diff` locates',
    lanes: 1,
    all: 3,
    why: 'each is located by the same comparison',
  },
  relationsShown: {
    file: 'verification/check/metamorphic/relations',
    what: 'relations that show what the model does not',
    lanes: 1,
    all: 3,
    why: 'all are held against shipped code and generated scenarios',
  },
  scenariosReadOtherwise: {
    file: 'golden/digests',
    what: 'scenarios that fail under another reading',
    lanes: 14,
    all: 68,
    why: 'every scenario holds and has its digest',
  },
  scenariosOnNodes: {
    file: 'golden/everywhere',
    what: 'shipped scenarios, on each version of Node with its zone and locale',
    lanes: 6,
    all: 76,
    why: 'every scenario is run from the sources at each commit, and two on each version',
  },
  changesOfTheRecipe: {
    file: 'host/cli/recipe-main-branch',
    what: 'changes that are compared with the main branch',
    lanes: 1,
    all: 2,
    why: 'both run the same recipe, on the same two sides',
  },
  runsAsCurl: {
    file: 'verification/check/curl',
    what: 'generated runs that curl repeats',
    lanes: 4,
    all: 12,
    why: 'a run has dozens of requests, and odd and long ones are sent at each commit',
  },
  defectsSeen: {
    file: 'foreign/python',
    what: 'defects of the deployment in Python that its calls show',
    lanes: 10,
    all: 25,
    why: '`foreign/conform` finds each of the 25',
  },
  rightInPython: {
    file: 'foreign/replay',
    what: 'variants of a right deployment in Python before a replay',
    lanes: 8,
    all: 24,
    why: '`foreign/conform` compares seven others',
  },
  replayedInPython: {
    file: 'foreign/replay',
    what: 'defects of the deployment in Python that a replay names',
    lanes: 10,
    all: 25,
    why: '`foreign/conform` finds each of the 25',
  },
  typedWords: {
    file: 'host/cli/completion',
    what: 'words that each shell completes at a terminal',
    lanes: 5,
    all: 10,
    why: 'all shells complete by one list, which other tests hold',
  },
  slowPatterns: {
    file: 'tidy/patterns',
    what: 'regular expressions that are known to be slow',
    lanes: 2,
    all: 4,
    why: 'each shows that the checker tells slow ones from others',
  },
  scenariosAnswered: {
    file: 'platform/services/answers/answers',
    what: 'scenarios whose answers are kept to the letter',
    lanes: 67,
    all: 200,
    why: 'an answer stands in several of them, and mutants are tried with all',
  },
  scenariosOfFields: {
    file: 'verification/oracle/noticed/noticed-fields',
    what: 'scenarios in which changed fields are noticed',
    lanes: 5,
    all: 46,
    why: 'each has changes of many fields, and mutants are tried with all',
  },
  scenariosMisheard: {
    file: 'verification/oracle/noticed/misheard',
    what: 'scenarios of which the oracle is told otherwise',
    lanes: 20,
    all: 242,
    why: 'a change of a rule changes the digests of many, and mutants are tried with all',
  },
  mutantsToNotice: {
    file: 'mutants/noticed/rows',
    what: 'mutants that must be noticed, each against the tests of its row',
    lanes: 6,
    all: 71,
    why: '`mutants/outcome` holds that a planted module is the one that is judged',
  },
} as const;

/** Where shares begin: `.ci/run` takes it from the commit, so that every item has its turn. */
function turnFrom(text = '0'): number {
  assert(/^\d{1,9}$/.test(text), `TURN is "${text}"; expected a whole number below 10^9`);
  return Number(text);
}
const turnOfRun = turnFrom(process.env['TURN']);

/** As many items as the lanes run, evenly spread over the list. Each is chosen at as many of `all` turns in a row. */
export const chosen = <Item>(items: readonly Item[], lanes: number, turn: number): Item[] =>
  items.filter((_, index) => ((index + turn) * lanes) % items.length < lanes);

/** What this run tries of the list. */
export function share<Item>(name: keyof typeof shares, items: readonly Item[]): readonly Item[] {
  const { lanes, all } = shares[name];
  assert(items.length === all, `${name} has ${items.length} items; test/campaigns.ts says ${all}`);
  return chosen(items, isWhole ? all : lanes, turnOfRun);
}

/** Builds of minutes take turns: each turn has one of them. */
const largeBuilds = ['siteBuilt', 'imageBuilt', 'copyExtended'] as const;
/** The build itself where it is its turn, and nothing at the others. */
export const builtNow = (build: (typeof largeBuilds)[number]): readonly string[] =>
  share(build, largeBuilds).filter((each) => each === build);
