/**
 * How often a campaign tries: in the lanes as often as every kind of its subject needs to be drawn, and with LONG=1
 * (`npm run test:long`) as often as a campaign before a release. docs/testing.md has the table of both.
 */
const isLong = process.env['LONG'] === '1';

/** Each with the file that uses it, and why the lanes can do with fewer. */
export const campaigns = {
  honestHouses: {
    file: 'verification/audit/live/houses',
    what: 'honest houses before a live audit',
    lanes: 40,
    long: 100,
    why: 'each trait of an honest house is drawn several times',
  },
  shotsAtAnOperation: {
    file: 'host/serve/declared',
    what: 'requests to each declared operation',
    lanes: 10,
    long: 25,
    why: 'the seed of the lanes is fixed: more requests are the same ones each time',
  },
  honestRuns: {
    file: 'verification/audit/alternatives',
    what: 'honest runs against the alarm of an audit',
    lanes: 2000,
    long: 10_000,
    why: 'an alarm rate of twice alpha is 10 standard errors away',
  },
  looksAtHonestRuns: {
    file: 'verification/audit/verdict',
    what: 'honest runs that are looked at after every round',
    lanes: 3000,
    long: 10_000,
    why: 'the bound of the alarms is five standard errors above what comes out, and the seed is fixed',
  },
  logsWithEdits: {
    file: 'verification/audit/log/fast-and-slow',
    what: 'logs with random edits, counted in two ways',
    lanes: 20,
    long: 60,
    why: 'a log has up to 25 edits of seven kinds, and the seed is fixed',
  },
  nodesOfAScenario: {
    file: 'golden/everywhere',
    what: 'versions of Node, with zones and locales, for each shipped scenario',
    lanes: 1,
    long: 4,
    why: 'every version runs a quarter of the scenarios, and all run from the sources as well',
  },
  smallestSequences: {
    file: 'foreign/go-smallest',
    what: 'defects of a deployment whose smallest sequence is looked for',
    lanes: 9,
    long: 25,
    why: 'a search takes up to 80 s, and `foreign/go-conform` finds the cause of each of the 25',
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
} as const;

export const attempts = (name: keyof typeof campaigns): number =>
  isLong ? campaigns[name].long : campaigns[name].lanes;
