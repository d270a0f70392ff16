import { SourceDocument } from '../../../src/simulation/scenario/document.ts';
import { serviceNames } from '../../../src/platform/world/platform.ts';
import { describe, expect, it } from 'vitest';
import { buyer } from './files.ts';
import { mistakeIn, mistakesIn, type Files } from './files.ts';

/** A scenario that is right but for the lines put into it; they begin at line 3. */
const around = (lines: string): string => `for: 1d\npopulation: [{ agent: idler }]\n${lines}\n`;

const durationWanted = 'expected a duration such as 250ms, 30s, 10m, 6h, 3d or 2w';
const stepsWanted =
  'expected steps of a service that add up to at most 3650d either way and stay within the years 1970 to 9998';
const topKeys =
  '$schema, extends, name, about, seed, start, for, profile, policies, network, population, operations, faults, load, expect';
const groupKeys = 'agent, name, count, arrive, addresses, with';

const table: [string, string | Files, string][] = [
  ['a key with a typo', around('popolation: []'), `a.yaml:3:1: unknown key "popolation"; did you mean "population"? expected one of ${topKeys}`],
  ['a key with a typo deep inside', 'for: 1d\npopulation:\n  - agent: idler\n    cuont: 5\n', `a.yaml:4:5: unknown key "cuont"; did you mean "count"? expected one of ${groupKeys}`],
  ['a wrong unit', 'for: 3days\npopulation: [{ agent: idler }]', `a.yaml:1:6: for is "3days"; ${durationWanted}`],
  ['a bare number for a duration', 'for: 30\npopulation: [{ agent: idler }]', `a.yaml:1:6: for is 30; ${durationWanted}`],
  ['a bare number for a duration inside', around('faults: [{ at: 5, service: escrow, kind: outage, for: 1m }]'), `a.yaml:3:16: at is 5; ${durationWanted}`],
  ['a duration of parts of a millisecond', 'for: 1.5ms\npopulation: [{ agent: idler }]', `a.yaml:1:6: for is "1.5ms"; expected a whole number of milliseconds`],
  ['a duration of parts of a millisecond inside', around('network: { timeout: 0.25ms }'), `a.yaml:3:21: timeout is "0.25ms"; expected a whole number of milliseconds`],
  ['no time at all', 'for: 0s\npopulation: [{ agent: idler }]', 'a.yaml:1:6: for is "0s"; expected more than no time'],
  ['no duration', 'population: [{ agent: idler }]', 'a.yaml:1:1: "for" is missing; expected a duration such as 30d'],
  ['a load without its rate', around('load:\n  shape: constant-arrival-rate\n  for: 5s'), 'a.yaml:4:3: constant-arrival-rate needs "rate"; expected a number above 0'],
  ['a load with a field of another shape', around('load: { shape: constant-agents, agents: 5, for: 5s, rate: 3 }'), 'a.yaml:3:53: constant-agents has no "rate"; expected it to be left out'],
  ['no population', 'for: 1d', 'a.yaml:1:1: "population" is missing; expected a list of agents, or "operations"'],
  ['a population of nobody', 'for: 1d\npopulation: []', 'a.yaml:2:13: population is an empty list; expected a list of groups of agents'],
  ['a group without an agent', 'for: 1d\npopulation: [{ count: 5 }]', 'a.yaml:2:14: "agent" is missing; expected a group of agents such as { agent: idler, count: 5 }'],
  ['an agent that does not exist', 'for: 1d\npopulation: [{ agent: idlr }]', 'a.yaml:2:23: there is no agent "idlr"; did you mean "idler"?'],
  ['half an agent', 'for: 1d\npopulation: [{ agent: idler, count: 0.5 }]', 'a.yaml:2:37: count is 0.5; expected a whole number of agents from 1'],
  ['no agent', 'for: 1d\npopulation: [{ agent: idler, count: 0 }]', 'a.yaml:2:37: count is 0; expected a whole number of agents from 1'],
  ['two groups of one name', 'for: 1d\npopulation:\n  - { agent: idler }\n  - { agent: idler }', 'a.yaml:4:5: two groups are named "idler"; expected a different "name" for each'],
  ['a name with a slash', 'for: 1d\npopulation: [{ agent: idler, name: a/b }]', 'a.yaml:2:36: name is "a/b"; expected a short name'],
  ['a parameter with a typo', 'for: 1d\npopulation: [{ agent: buyer, with: { expresIn: 1d } }]', 'a.yaml:2:38: agent buyer has no parameter "expresIn"; did you mean "expiresIn"?'],
  ['a parameter for an agent without any', 'for: 1d\npopulation: [{ agent: idler, with: { x: 1 } }]', 'a.yaml:2:38: agent idler has no parameter "x"; it has none'],
  ['a parameter that is out of bounds', 'for: 1d\npopulation: [{ agent: buyer, with: { rounds: 10 } }]', 'a.yaml:2:46: rounds is 10; expected a whole number from 1 to 9'],
  ['a parameter of another kind', 'for: 1d\npopulation: [{ agent: buyer, with: { expiresIn: 5 } }]', 'a.yaml:2:49: expiresIn is 5; expected a duration such as 250ms, 30s, 10m, 6h, 3d or 2w'],
  ['a parameter that is no option', 'for: 1d\npopulation: [{ agent: buyer, with: { style: C } }]', 'a.yaml:2:45: style is "C"; expected one of A, B'],
  ['a policy that does not exist', around('policies: { limits.bursts: table }'), 'a.yaml:3:13: there is no policy "limits.bursts"; did you mean "limits.burst"?'],
  ['a policy without that option', around('policies: { limits.burst: x4 }'), 'a.yaml:3:13: policy limits.burst is "x4"; expected table, x3, x3capped'],
  ['an amount that is none', around('policies: { faucet.pool: lots }'), 'a.yaml:3:13: policy faucet.pool is "lots"; expected an amount of USDC'],
  ['a profile that does not exist', around('profile: strict'), 'a.yaml:3:10: profile is "strict"; expected one of published, consistent'],
  ['a metric that does not exist', around('expect: { http_request: ["count>0"] }'), 'a.yaml:3:11: there is no metric "http_request"; did you mean "http_reqs"?'],
  ['a tag that a metric has not', around('expect: { "http_reqs{sevice:escrow}": ["count>0"] }'), 'a.yaml:3:11: metric http_reqs has no tag "sevice"; expected one of service, operation, style, status, code, agent'],
  ['a tag value that nothing can have', around('expect: { "http_reqs{service:escorw}": ["count>0"] }'), 'a.yaml:3:11: no service is called "escorw"; did you mean "escrow"?'],
  ['a style that does not exist', around('expect: { "http_reqs{style:a}": ["count>0"] }'), 'a.yaml:3:11: no style is called "a"; did you mean "A"?'],
  ['an operation that does not exist', around('expect: { "http_reqs{operation:relaese}": ["count>0"] }'), 'a.yaml:3:11: no operation is called "relaese"; did you mean "release"?'],
  ['a status that does not exist', around('expect: { "http_reqs{status:530}": ["count>0"] }'), 'a.yaml:3:11: no status is called "530"; did you mean "500"?'],
  ['an error code that does not exist', around('expect: { "http_reqs{code:MARKET_CLOSE}": ["count==0"] }'), 'a.yaml:3:11: no code is called "MARKET_CLOSE"; did you mean "MARKET_CLOSED"?'],
  ['a behaviour that this scenario has not', around('expect: { "checks{agent:idle}": ["rate==1"] }'), 'a.yaml:3:11: no agent is called "idle"; did you mean "idler"?'],
  ['an agent named like the prototype', around('expect: { "checks{agent:__proto__}": ["rate==1"] }'), 'a.yaml:3:11: no agent is called "__proto__"; expected idler'],
  ['a tag where there are none', around('expect: { "escrow_open{a:b}": ["value>0"] }'), 'a.yaml:3:11: metric escrow_open has no tag "a"; it has none'],
  ['a threshold that is none', around('expect: { http_reqs: ["many"] }'), 'a.yaml:3:23: "many" is no threshold; expected one such as "count>0"'],
  ['a second threshold that is none', around('expect:\n  http_req_duration:\n    - p(99)<400\n    - p(101)<1'), 'a.yaml:6:7: "p(101)<1" has no such percentile; expected one from p(0) to p(100)'],
  ['an aggregate that the kind lacks', around('expect: { escrow_open: ["p(99)<1"] }'), 'a.yaml:3:25: escrow_open is a gauge and has no "p(99)"; expected value'],
  ['an aggregate that a trend lacks', around('expect: { http_req_duration: ["count>1"] }'), 'a.yaml:3:31: http_req_duration is a trend and has no "count"; expected avg, min, med, max, p(N)'],
  ['a threshold that is no list', around('expect: { http_reqs: "count>0" }'), 'a.yaml:3:22: http_reqs is "count>0"; expected a list of thresholds such as ["value==0"]'],
  ['no threshold', around('expect: { http_reqs: [] }'), 'a.yaml:3:22: http_reqs is an empty list; expected a list of thresholds such as ["value==0"]'],
  ['a kind of fault that does not exist', around('faults: [{ at: 1h, service: escrow, kind: outrage, for: 1m }]'), 'a.yaml:3:43: kind is "outrage"; expected one of outage, error, slow, clock-hold, clock-step, market-closed, game-closed, price-jump'],
  ['a service that does not exist', around('faults: [{ at: 1h, service: escrows, kind: outage, for: 1m }]'), `a.yaml:3:29: service is "escrows"; expected one of ${serviceNames.join(', ')}`],
  ['a field that a fault has not', around('faults: [{ at: 1h, service: escrow, kind: outage, for: 1m, rate: 50% }]'), 'a.yaml:3:60: a fault of kind outage has no "rate"; expected at, service, kind, for'],
  ['a field that no fault has', around('faults: [{ at: 1h, service: escrow, kind: outage, fro: 1m }]'), 'a.yaml:3:51: unknown key "fro"; did you mean "for"? expected one of at, service, kind, for, by, rate, effect, latency, market, game, move'],
  ['a field that a fault needs', around('faults:\n  - { at: 1h, service: escrow, kind: slow, for: 1m }'), 'a.yaml:4:5: a fault of kind slow needs "latency"'],
  ['a jump below nothing', around('faults: [{ at: 1h, service: trading, kind: price-jump, market: all, move: -100% }]'), 'a.yaml:3:75: move is "-100%"; expected a move such as -12% or +5%, from -90% to +100%'],
  ['a jump of a perpetual that is none', around('faults: [{ at: 1h, service: trading, kind: price-jump, market: BTX-PERP, move: 5% }]'), 'a.yaml:3:64: there is no market "BTX-PERP"; did you mean "BTC-PERP"?'],
  ['a game that there is not', around('faults: [{ at: 1h, service: casino, kind: game-closed, game: dise, for: 1h }]'), 'a.yaml:3:62: there is no game "dise"; did you mean "dice"?'],
  ['a jump elsewhere', around('faults: [{ at: 1h, service: casino, kind: price-jump, market: all, move: 5% }]'), 'a.yaml:3:29: only the service trading has markets to move'],
  ['a jump that lasts', around('faults: [{ at: 1h, service: trading, kind: price-jump, market: all, move: 5%, for: 1h }]'), 'a.yaml:3:79: a fault of kind price-jump has no "for"; expected at, service, kind, market, move'],
  ['a step without a unit', around('faults: [{ at: 1h, service: escrow, kind: clock-step, by: -5 }]'), 'a.yaml:3:59: by is -5; expected a step such as 1h or -30m'],
  ['a step beyond ten years', around('faults: [{ at: 1h, service: escrow, kind: clock-step, by: 3651d }]'), `a.yaml:3:59: by is "3651d"; ${stepsWanted}`],
  ['steps that add up to more than ten years', around('faults:\n  - { at: 2h, service: escrow, kind: clock-step, by: -1d }\n  - { at: 1h, service: escrow, kind: clock-step, by: -3650d }'), `a.yaml:4:54: by is "-1d"; ${stepsWanted}`],
  ['a step to before the epoch', around('start: 1970-01-02T00:00:00Z\nfaults: [{ at: 1h, service: escrow, kind: clock-step, by: -2d }]'), `a.yaml:4:59: by is "-2d"; ${stepsWanted}`],
  ['a step to a year of five digits', around('start: 9998-06-01T00:00:00Z\nfaults: [{ at: 1h, service: escrow, kind: clock-step, by: 300d }]'), `a.yaml:4:59: by is "300d"; ${stepsWanted}`],
  ['a day that no calendar has', around('start: 2026-02-30T00:00:00Z'), 'a.yaml:3:8: start is "2026-02-30T00:00:00Z"; expected an instant in RFC 3339 such as 2026-02-01T00:00:00Z'],
  ['a start that no clock reaches', around('start: 9999-06-01T00:00:00Z'), 'a.yaml:3:8: start is "9999-06-01T00:00:00Z"; expected an instant in RFC 3339 such as 2026-02-01T00:00:00Z, from 1970 to 9998'],
  ['a start at which every clock ends', around('start: 9999-01-01T00:00:00Z'), 'a.yaml:3:8: start is "9999-01-01T00:00:00Z"; expected an instant in RFC 3339 such as 2026-02-01T00:00:00Z, from 1970 to 9998'],
  ['a start before 1970', around('start: 1969-12-31T23:59:59Z'), 'a.yaml:3:8: start is "1969-12-31T23:59:59Z"; expected an instant in RFC 3339 such as 2026-02-01T00:00:00Z, from 1970 to 9998'],
  ['a day without a time', around('start: 2026-02-01'), 'a.yaml:3:8: start is "2026-02-01"; expected an instant in RFC 3339 such as 2026-02-01T00:00:00Z'],
  ['a share of 150%', around('network: { drop: 150% }'), 'a.yaml:3:18: drop is "150%"; expected a share such as 0.1% or 0.001'],
  ['a share of 1.5', around('network: { drop: 1.5 }'), 'a.yaml:3:18: drop is 1.5; expected a share such as 0.1% or 0.001'],
  ['a share without a sign', around('faults: [{ at: 1h, service: escrow, kind: error, for: 1m, rate: "50" }]'), 'a.yaml:3:65: rate is "50"; expected a share such as 0.1% or 0.001'],
  ['a 99th percentile below the median', around('network: { latency: { median: 40ms, p99: 4ms } }'), 'a.yaml:3:21: latency is a map; expected a p99 of at least the median, and a median above 0ms where they differ'],
  ['a median of nothing with a tail', around('faults:\n  - { at: 1h, service: escrow, kind: slow, for: 1m, latency: { median: 0ms, p99: 4ms } }'), 'a.yaml:4:62: latency is a map; expected a p99 of at least the median, and a median above 0ms where they differ'],
  ['a seed that is a list', around('seed: [1]'), 'a.yaml:3:7: seed is a list; expected a whole number or a text'],
  ['a base that is missing', { 'a.yaml': 'name: a\nextends: ./b.yaml' }, 'a.yaml:2:10: there is no file b.yaml; expected a scenario file'],
  ['a circle of two', { 'a.yaml': 'extends: ./b.yaml', 'b.yaml': 'extends: ./a.yaml' }, 'b.yaml:1:10: circular extends: a.yaml -> b.yaml -> a.yaml; expected a file that does not lead back'],
  ['a circle of one', { 'a.yaml': 'extends: ./a.yaml' }, 'a.yaml:1:10: circular extends: a.yaml -> a.yaml; expected a file that does not lead back'],
  ['a base with a mistake', { 'a.yaml': 'extends: ./b.yaml\npopulation: [{ agent: idler }]', 'b.yaml': 'for: 30' }, `b.yaml:1:6: for is 30; ${durationWanted}`],
  ['a value of the base that is wrong', { 'a.yaml': 'extends: ./b.yaml\nfor: 1d', 'b.yaml': 'seed: 1\npopulation: [{ agent: nobody }]' }, 'b.yaml:2:23: there is no agent "nobody"; expected one of idler, buyer'],
  ['a policy of the base that is wrong', { 'a.yaml': 'extends: ./b.yaml\nfor: 1d\npopulation: [{ agent: idler }]\npolicies: { http.info: on }', 'b.yaml': 'policies: { limits.burst: x9 }' }, 'b.yaml:1:13: policy limits.burst is "x9"; expected table, x3, x3capped'],
  ['a key that is there twice', 'for: 1d\nfor: 2d', 'a.yaml:2:1: the key "for" is there twice; expected each key once'],
  ['a tab', 'population:\n\t- agent: idler', 'a.yaml:2:1: Tabs are not allowed as indentation; expected valid YAML'],
  ['a bracket that is never closed', 'population: [', 'a.yaml:1:14: Flow sequence in block collection must be sufficiently indented and end with a ]; expected valid YAML'],
  ['a list', '- agent: idler', 'a.yaml:1:1: the file is a list; expected a scenario'],
  ['a text', 'hello', 'a.yaml:1:1: the file is a text; expected a scenario'],
  ['nothing', '', 'a.yaml:1:1: the file is empty; expected a scenario'],
  ['nothing but a comment', '# later\n', 'a.yaml:1:1: the file is empty; expected a scenario'],
  ['no file', {}, 'a.yaml:1:1: there is no file a.yaml; expected a scenario file'],
]; // prettier-ignore

describe('a scenario file with', () => {
  it.each(table)(
    '%s is refused in one line that says where and what was expected',
    async (_, files, line) => {
      expect(await mistakeIn(files)).toBe(line);
    },
  );

  it('chains of extends deeper than sixteen files is refused', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, depth) => [
        depth === 0 ? 'a.yaml' : `${depth}.yaml`,
        `extends: ./${depth + 1}.yaml`,
      ]),
    );
    expect(await mistakeIn(files)).toBe('a.yaml:1:1: extends goes deeper than 16 files');
  });

  it('10 MB of text is refused before it is read', async () => {
    const line = 'a.yaml:1:1: the file is larger than 1048576 bytes; expected a scenario';
    expect(await mistakeIn(`for: 1d\nabout: "${'x'.repeat(10 * 1024 * 1024)}"`)).toBe(line);
  });

  it('aliases that would grow without bound is refused', async () => {
    const levels = Array.from(
      { length: 12 },
      (_, level) => `  - &a${level + 1} [${Array(9).fill(`*a${level}`).join(', ')}]`,
    );
    const line = await mistakeIn(`about: &a0 x\npopulation:\n${levels.join('\n')}`);
    expect(line).toMatch(/^a\.yaml:1:1: Excessive alias count .*; expected at most 100 aliases$/);
  });

  it.each([
    ['brackets', '['.repeat(100_000)],
    ['lists', '- '.repeat(100_000)],
    ['maps', '{a: '.repeat(100_000)],
    ['keys', '? '.repeat(100_000)],
  ])('%s nested without bound is refused in one line', async (_, text) => {
    expect(await mistakeIn(text)).toMatch(/^a\.yaml:\d+:\d+: [^\n]+$/);
  });

  it('a mistake never takes more than a line', async () => {
    for (const [, files] of table)
      expect(await mistakeIn(files)).toMatch(/^[ab]\.yaml:\d+:\d+: [^\n]{5,400}$/);
  });
});

describe('all mistakes of a scenario are found at once', () => {
  it.each(table)('%s is one mistake, and no other follows from it', async (_, files, line) => {
    expect(await mistakesIn(files)).toEqual([line]);
  });

  it('in the shape, in values, and in the file that it extends', async () => {
    const files = {
      'a.yaml': `extends: ./b.yaml
nmae: all
for: 3days
policies: { limits.bursts: table, limits.burst: x4 }
population:
  - { agent: idlr }
  - { agent: buyer, cuont: 2, with: { rounds: 10, style: C, amuont: 1 } }
  - { count: 5 }
network: { drop: 150%, latency: { median: 40ms, p99: 4ms } }
faults:
  - { at: 1h, service: escrow, kind: outrage, for: 1m }
  - { at: 1h, service: escrow, kind: slow, for: 1m }
operations:
  - { at: 2d, by: alice, do: GET /faucet/status }
  - { by: alice, do: FETCH /x, as: made }
  - { by: alice, do: 'GET /escrow/\${made:/id}' }
expect:
  http_request: ["count>0"]
  http_reqs: ["many", "count>0", "p(99)<1"]
  "checks{agent:idlr}": ["rate==1"]
`,
      'b.yaml': 'seed: [1]\nload: { shape: constant-agents, agents: many, for: 5s }\n',
    };
    const found = await mistakesIn(files);
    const short = found.map((line) => line.replace(/; (?:expected|did you mean|it has) .*/, ''));
    expect(short).toEqual([
      'a.yaml:2:1: unknown key "nmae"',
      'a.yaml:7:21: unknown key "cuont"',
      'a.yaml:9:18: drop is "150%"',
      'a.yaml:3:6: for is "3days"',
      'a.yaml:8:5: "agent" is missing',
      'a.yaml:15:22: do is "FETCH /x"',
      'a.yaml:11:38: kind is "outrage"',
      'b.yaml:1:7: seed is a list',
      'b.yaml:2:41: agents is "many"',
      'a.yaml:6:14: there is no agent "idlr"',
      'a.yaml:7:61: agent buyer has no parameter "amuont"',
      'a.yaml:7:47: rounds is 10',
      'a.yaml:7:58: style is "C"',
      'a.yaml:4:13: there is no policy "limits.bursts"',
      'a.yaml:4:35: policy limits.burst is "x4"',
      'a.yaml:9:33: latency is a map',
      'a.yaml:12:5: a fault of kind slow needs "latency"',
      'a.yaml:18:3: there is no metric "http_request"',
      'a.yaml:19:15: "many" is no threshold',
      'a.yaml:19:34: http_reqs is a counter and has no "p(99)"',
    ]);
  });
});

it.each([
  ['a.json', '{"a": 1,,}', 'a.json:1:9: Unexpected , in object; expected valid JSON'],
  ['a.json', '{"a": 1, "a": 2}', 'a.json:1:10: the key "a" is there twice; expected each key once'],
  ['a.yaml', '{a: 1,,}', 'a.yaml:1:7: Unexpected , in flow map; expected valid YAML'],
])('%s with %j is refused in the words of its language', (file, text, line) => {
  expect(() => new SourceDocument(file, text)).toThrow(line);
});

it('the behaviour that these files name has the parameters they try', () => {
  expect(Object.keys(buyer.parameters)).toEqual(['expiresIn', 'rounds', 'amount', 'style']);
});
