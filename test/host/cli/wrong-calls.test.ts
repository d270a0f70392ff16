/** Wrong calls of every command, as a stranger makes them: exit code 2, nothing on stdout, one clear line on stderr. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorSchema } from '../../../docs/result-schemas.ts';
import { commands } from '../../../src/host/cli/commands/table.ts';
import { called } from './called.ts';
import { endLine, headerLine, recordLine } from '../../live/traffic/traces.ts';
import { folderWith, orrery } from './orrery.ts';
import { strictAjv } from '../../schema-checks.ts';

const isError = strictAjv.compile(errorSchema);

const scenario = 'for: 1d\npopulation: [{ agent: idler }]\n';
const target = `name: t
hosts: [127.0.0.1]
allow: writes
services: { faucet: 'http://127.0.0.1:1/faucet', wallet: 'http://127.0.0.1:1/wallet' }
`;

const files: Readonly<Record<string, string>> = {
  's.yaml': scenario,
  'long.yaml': scenario.replace('1d', '9999999w'),
  'late.yaml': `start: 9990-01-01T00:00:00Z\n${scenario.replace('1d', '99999d')}`,
  't.yaml': target,
  'casino.yaml': target.replace('faucet:', "casino: 'http://127.0.0.1:1/casino', faucet:"),
  'reads.yaml': target.replace('writes', 'reads'),
  'escape.yaml': 'for: "\\e[31mred\\e]0;title\\a"\npopulation: [{ agent: idler }]\n',
  'empty.txt': '',
  'words.json': '"words"',
  'utf16.yaml': 'f\u0000o\u0000r\u0000',
};

const png = Buffer.from('89504e470d0a1a0a0000000d49484452deadbeef', 'hex');

/** One for all calls: a wrong call writes nothing. */
const folder = mkdtempSync(join(tmpdir(), 'orrery-wrong-'));
const filesThere = (): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
let filesBefore: readonly string[] = [];
beforeAll(() => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, 'full'));
  writeFileSync(join(folder, 'full/data'), 'x');
  mkdirSync(join(folder, 'odd'));
  writeFileSync(join(folder, 'odd/manifest.json'), 'null');
  for (const name of ['p.png', 'p.yaml', 'p.csv', 'p.har', 'p.json', 'p.ndjson', 'p.ndjson.gz'])
    writeFileSync(join(folder, name), png);
  for (const name of ['g.yaml', 'g.csv', 'g.ndjson', 'g.har', 'g.json'])
    writeFileSync(join(folder, name), gzipSync('for: 1d'));
  const records = [0, 60_000].map((at, n) => recordLine({ n, at }));
  writeFileSync(
    join(folder, 'two.ndjson.gz'),
    gzipSync([headerLine(), ...records, endLine(records.length)].join('')),
  );
  filesBefore = filesThere();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A command, its words after the name (single spaces between them), and what the line says. */
const wrong: readonly (readonly [string, string, RegExp])[] = [
  ['', 'rnu', /unknown command 'rnu'; did you mean run\?/],
  ['', '--jsn', /unknown option '--jsn'/],
  ['help', 'rnu', /unknown command 'rnu'; did you mean run\?/],

  ['run', '', /missing required argument 'scenario'/],
  ['run', 's.yaml t.yaml', /too many arguments/],
  ['run', 's.yaml --sed 7', /unknown option '--sed'; did you mean one of --seed/],
  ['run', 's.yaml --seed', /option '--seed <seed>' argument missing/],
  ['run', 's.yaml --summary html', /Allowed choices are text, markdown/],
  ['run', 's.yaml --summary markdown --quiet', /--summary and --quiet contradict each other/],
  ['run', 's.yaml -s', /option '--seed <seed>' argument missing/],
  ['run', 's.yaml -o -q', /--out is followed by -q; expected --out <folder>/],
  ['run', 's.yaml --out --quiet', /--out is followed by --quiet; expected --out <folder>/],
  ['run', 's.yaml --out ', /--out is empty; expected --out <folder>/],
  ['run', 's.yaml --profile other', /Allowed choices are published, consistent/],
  ['run', 's.yaml --set x', /--set x: expected POLICY=VALUE/],
  ['run', 's.yaml --set limits.brst=x3', /did you mean "limits\.burst"/],
  ['run', 's.yaml --with', /argument missing/],
  ['run', 's.yaml --with for=1x', /--with for=1x: for is "1x"; expected a duration/],
  ['run', 's.yaml --with for=2d --with popul.0.count=3', /--with popul\.0\.count=3: unknown key "popul"/],
  ['run', 's.yaml --with population.7.count=3', /--with population\.7\.count=3: population has no "7"/],
  [
    'run',
    's.yaml --with population.0.agent=nobody',
    /--with population\.0\.agent=nobody: there is no agent "nobody"/,
  ],
  ['run', 't.yaml --with for=1d', /t\.yaml:1:1: the file is a map of something else; expected a scenario/],
  ['run', 'long.yaml', /for is "9999999w"; expected at most 2932532d/],
  ['run', 'late.yaml', /expected a run that ends before 9999-01-01/],
  ['run', 'none.yaml', /none\.yaml:1:1: there is no such file; expected a scenario file/],
  ['run', 'full', /full:1:1: this is a folder; expected a scenario file\n/],
  ['run', 'empty.txt', /empty\.txt:1:1: /],
  [
    'run',
    's.yaml --with population.0.count=30000000',
    /expected a whole number of agents from 1, at most 10000000\n/,
  ],
  ['run', 's.yaml --out s.yaml/sub', /^orrery: --out s\.yaml\/sub: s\.yaml is a file; expected a folder/],
  ['run', 'p.yaml', /p\.yaml:1:1: the file is a PNG image; expected a scenario file/],
  ['run', 'g.yaml', /g\.yaml:1:1: the file is gzip-compressed; expected a scenario file/],
  ['run', 'utf16.yaml', /utf16\.yaml:1:1: the file is not text; expected a scenario file/],
  ['run', 'escape.yaml', /for is "\\u001b\[31mred\\u001b\]0;title\\u0007"; expected a duration/],
  ['run', 's.yaml --out full', /full exists and is no report folder/],
  ['run', 's.yaml --out p.png', /p\.png exists and is no report folder/],
  ['run', 's.yaml --out p.png/x', /--out p\.png\/x: p\.png is a file; expected a folder/],
  ['run', 's.yaml --out /proc/orrery/x', /^orrery: \/proc[^:]*: /],
  ['run', `s.yaml --out ${'x'.repeat(300)}/y`, /: the name is too long \(ENAMETOOLONG/],

  ['validate', '', /missing required argument 'file'/],
  [
    'validate',
    'none.yaml',
    /none\.yaml:1:1: there is no such file; expected a scenario, a target, requests or/,
  ],
  ['validate', 'full', /full:1:1: this is a folder; expected a scenario/],
  ['validate', 's.yaml --qiet', /unknown option '--qiet'; did you mean --quiet\?/],
  ['validate', 's.yaml --out x', /unknown option '--out'/],
  ['validate', '--quiet t.yaml long.yaml', /long\.yaml:1:6: for is "9999999w"; expected at most 2932532d/],
  ['validate', 'p.yaml', /p\.yaml:1:1: the file is a PNG image/],
  ['validate', 'g.yaml', /g\.yaml:1:1: the file is gzip-compressed/],
  ['validate', 'escape.yaml', /for is "\\u001b\[31mred\\u001b\]0;title\\u0007"; expected a duration/],
  ['validate', 'empty.txt', /empty\.txt:1:1: the file is empty; expected a scenario/],
  ['validate', 'words.json', /words\.json:1:1: the file is a text; expected a scenario/],
  ['validate', 'none.ts', /none\.ts:1:1: there is no such file/],

  ['record', '', /missing required argument 'scenario'; expected a scenario file, or --proxy/],
  ['record', 'g.yaml', /the file is gzip-compressed/],
  ['record', 's.yaml --with seed=3', /--with seed=3: "seed" cannot be set: the seed has its own option/],
  ['record', 's.yaml --out full', /full exists and is no report folder/],
  ['record', 's.yaml --target t.yaml', /--target goes with --proxy: only a recording of real clients has it/],
  ['record', '--proxy', /--proxy goes with --target: it says where the requests go/],
  ['record', 's.yaml --proxy --target t.yaml', /a scenario and --proxy contradict each other/],
  ['record', '--proxy --target t.yaml --seed 3', /--seed and --proxy contradict each other/],
  ['record', '--proxy --target none.yaml', /none\.yaml:1:1: there is no such file; expected a target file/],
  ['record', '--proxy --target t.yaml --port 99999', /--port 99999: expected a whole number from 0 to 65535/],
  ['record', '--proxy --target t.yaml --for soon', /--for soon: expected a duration above 0/],
  ['record', '--proxy --target t.yaml --requests 0', /--requests 0: expected a whole number from 1 to/],
  ['record', '--proxy --target t.yaml --out full', /full exists and is no report folder/],
  ['record', 's.yaml --profile', /argument missing/],
  ['record', 's.yaml --set a=b', /there is no policy "a"/],
  ['record', 's.yaml s.yaml', /too many arguments/],
  ['record', 'none.yaml', /there is no such file/],
  ['record', 's.yaml --with for', /--with for: expected PATH=VALUE/],

  ['replay', '', /missing required argument 'trace'/],
  [
    'replay',
    'full --target t.yaml',
    /full:1:1: this is a folder; expected a trace, such as the trace\.ndjson\.gz/,
  ],
  ['replay', 'g.ndjson', /replay needs --target <file>/],
  ['replay', 'g.ndjson --taget t.yaml', /unknown option '--taget'; did you mean --target\?/],
  ['replay', 'g.ndjson --target none.yaml', /none\.yaml:1:1: there is no such file; expected a target file/],
  ['replay', 'g.ndjson --target p.yaml', /p\.yaml:1:1: the file is a PNG image; expected a target file/],
  ['replay', 'g.ndjson --target t.yaml', /g\.ndjson:1:1: the file is gzip-compressed; expected a trace/],
  ['replay', 'p.ndjson.gz --target t.yaml', /p\.ndjson\.gz:1:1: this is no gzip data; expected a trace/],
  ['replay', 'none.gz --target t.yaml', /none\.gz:1:1: there is no such file; expected a trace/],
  ['replay', 'g.ndjson --target t.yaml --speed fast', /--speed fast: expected a factor/],
  ['replay', 'g.ndjson --target t.yaml --ramp 99999w', /--ramp 99999w: expected a duration .* at most 24d/],
  [
    'replay',
    'g.ndjson --target t.yaml --to 9999999w',
    /--to 9999999w: expected a duration .* at most 2932532d/,
  ],
  ['replay', 'g.ndjson --target t.yaml --warm-up -1s', /--warm-up -1s: expected a duration/],
  [
    'replay',
    'g.ndjson --target t.yaml --from 3h --to 1h',
    /--to 1h is not after --from 3h; expected a later/,
  ],
  [
    'replay',
    'two.ndjson.gz --target t.yaml --to 0s',
    /: --to 0s is not after --from 0s; expected a later --to/,
  ],
  [
    'replay',
    'two.ndjson.gz --target t.yaml --from 90d',
    /two.*: the last request .* at 1m, before --from 90d/,
  ],
  ['replay', 'two.ndjson.gz --target t.yaml --warm-up 5h', /due after 1m, within --warm-up 5h.*; expected/],
  [
    'replay',
    'two.ndjson.gz --target t.yaml --warm-up 1s --speed max',
    /--warm-up and --speed max contradict/,
  ],
  ['replay', 'g.ndjson --target t.yaml --machines 2', /--machines goes with --engine k6: only a k6 script/],
  [
    'replay',
    'g.ndjson --target t.yaml --ramp 1s --speed max',
    /--ramp and --speed max contradict each other/,
  ],
  ['replay', 'g.ndjson --target t.yaml --dry-run --out x', /--dry-run and --out contradict each other/],
  ['replay', 'g.ndjson --target t.yaml --noise p.json', /Expected 1 argument but got 2/],
  ['replay', 'g.ndjson --target t.yaml --noise --engine k6', /--noise goes with --engine open/],
  ['replay', 'g.ndjson --target t.yaml --noise --workers 2', /--noise goes with --workers 1/],
  ['replay', 'g.ndjson --target t.yaml --answers-only --engine k6', /--answers-only goes with --engine open/],
  [
    'replay',
    'g.ndjson --target t.yaml --namespace UP',
    /--namespace UP: expected 4 to 16 lower-case letters/,
  ],
  ['replay', 'g.ndjson --target t.yaml --limit-wait soon', /--limit-wait soon: expected a duration/],
  ['replay', 'g.ndjson --target t.yaml --ignore price', /--ignore price: expected the end of a JSON pointer/],
  ['replay', 'g.ndjson --target t.yaml --unordered a', /--unordered a: expected the end of a JSON pointer/],
  ['replay', 'g.ndjson --target t.yaml --workers 0', /--workers 0: expected a number from 1 to 64/],
  ['replay', 'g.ndjson --target t.yaml --engine ab', /Allowed choices are open, autocannon, k6/],

  ['conform', '', /conform needs --target <file>/],
  ['conform', '--targt t.yaml', /unknown option '--targt'; did you mean --target\?/],
  ['conform', '--target none.yaml', /there is no such file; expected a target file/],
  ['conform', '--target g.yaml', /gzip-compressed; expected a target file/],
  ['conform', '--target s.yaml', /s\.yaml:1:1: the file is a map of something else; expected a target/],
  ['conform', '--target t.yaml', /--scenario is missing/],
  ['conform', '--target t.yaml --runs 1', /t\.yaml: the target does not answer: .* refused/],
  ['conform', '--target t.yaml --runs 0', /--runs 0: expected a whole number from 1 to/],
  ['conform', '--target t.yaml --runs 1 --for 0s', /--for 0s: expected a duration above 0/],
  ['conform', '--target t.yaml --runs 1 --out p.png', /--out p\.png: this is a file; expected a folder/],
  [
    'conform',
    '--target t.yaml --scenario p.yaml',
    /p\.yaml:1:1: the file is a PNG image; expected a scenario file/,
  ],
  [
    'conform',
    '--target t.yaml --scenario s.yaml --for 99999w',
    /--for 99999w: expected a duration .* at most 24d/,
  ],
  [
    'conform',
    '--target t.yaml --scenario s.yaml --shrink-for soon',
    /--shrink-for soon: expected a duration/,
  ],
  ['conform', '--target t.yaml --scenario s.yaml --runs -1', /--runs -1: expected a whole number from 0/],
  ['conform', '--target t.yaml --scenario s.yaml --causes many', /--causes many: expected a whole number/],
  ['conform', '--target t.yaml --set a=b', /there is no policy "a"/],

  ['har', '', /missing required argument 'from'/],
  ['har', 'a.har', /missing required argument 'to'/],
  ['har', 'a.har b.har', /expected a \.har file and a trace/],
  ['har', 'a.yaml b.ndjson', /expected a \.har file and a trace/],
  ['har', 'none.har b.ndjson', /none\.har:1:1: there is no such file; expected a HAR file/],
  ['har', 'p.har b.ndjson', /p\.har:1:1: the file is a PNG image; expected a HAR file/],
  ['har', 'g.har b.ndjson', /g\.har:1:1: the file is gzip-compressed; expected a HAR file/],
  ['har', 'p.ndjson b.har', /p\.ndjson:1:1: the file is a PNG image; expected a trace/],
  ['har', 'g.har b.ndjson --target p.yaml', /p\.yaml:1:1: the file is a PNG image; expected a target file/],
  ['har', 'a.har b.ndjson c.har', /too many arguments/],
  ['har', 'a.har b.ndjson --out c', /unknown option '--out'/],

  ['session', '', /missing required argument 'file'/],
  ['session', 'none.json', /none\.json:1:1: there is no such file; expected a session of orrery serve/],
  ['session', 'p.png', /p\.png:1:1: the file is a PNG image; expected a session/],
  ['session', 'g.har', /g\.har:1:1: the file is gzip-compressed; expected a session/],
  ['session', 'none.json none.yaml', /none\.yaml:1:1: there is no such file/],
  ['session', 'x.json --as har', /Allowed choices are scenario, trace, test/],
  ['session', 'x.json --shrink --request one', /--request one: expected the number of a request, from 0/],
  ['session', 'x.json --request 1', /--request goes with --shrink/],
  ['session', 'x.json --as test --shrink', /--shrink goes with --as scenario/],
  ['session', 'x.json --shrnik', /unknown option '--shrnik'; did you mean --shrink\?/],
  ['session', 'x.json s.yaml y', /too many arguments/],

  ['load', '', /missing required argument 'scenario'/],
  ['load', 's.yaml', /load needs --target <file>/],
  ['load', 's.yaml --target none.yaml', /none\.yaml:1:1: there is no such file; expected a target file/],
  ['load', 's.yaml --target t.yaml', /the target does not answer: .* refused/],
  ['load', 's.yaml --target t.yaml --speed x', /--speed x: expected a factor/],
  ['load', 's.yaml --target t.yaml --duration 0s', /--duration 0s: expected a duration above 0/],
  ['load', 's.yaml --target t.yaml --budget-usdc x', /--budget-usdc x: expected an amount of USDC/],
  ['load', 's.yaml --target t.yaml --budget-requests x', /--budget-requests x: expected a whole number/],
  ['load', 's.yaml --target t.yaml --namespace A', /--namespace A: expected 4 to 16 lower-case letters/],
  ['load', 's.yaml --target t.yaml --workers 0', /--workers 0: expected a whole number from 1 to 64/],
  [
    'load',
    's.yaml --target t.yaml --find-limit 5 --step 5ms',
    /--step 5ms: expected a duration of at least 1s, such/,
  ],
  ['load', 's.yaml --target t.yaml --step 5s', /--step goes with --find-limit: only the search/],
  ['load', 's.yaml --target t.yaml --otlp x', /--otlp x: expected an address/],
  ['load', 's.yaml --target t.yaml --prometheus x', /--prometheus x: expected a whole number/],

  ['bench', '', /bench needs --target <file>/],
  ['bench', '--target t.yaml', /expected either --path or --mix: what is to be read; or --request/],
  ['bench', '--target t.yaml --path /x --mix s.yaml', /--path and --mix contradict each other/],
  ['bench', '--target t.yaml --path /nowhere', /--path \/nowhere: expected a path of a service/],
  [
    'bench',
    '--target t.yaml --path /wallet/x --step 99999w',
    /--step 99999w: expected a duration .* at most 24d/,
  ],
  ['bench', '--target t.yaml --path /wallet/x --step 0s', /--step 0s: expected a duration above 0/],
  [
    'bench',
    '--target t.yaml --path /wallet/x --shape constant --rate 5 --step 1ms',
    /--step 1ms: at --rate 5 it has fewer than 2 requests/,
  ],
  [
    'bench',
    '--target t.yaml --path /wallet/x --from-rate 1 --step 1s',
    /at --from-rate 1 it has fewer than 2/,
  ],
  [
    'bench',
    '--target t.yaml --path /wallet/x --from-rate 500 --to-rate 50',
    /--to-rate 50 is below --from-rate 500; expected at least that/,
  ],
  ['bench', '--target t.yaml --path /wallet/x --failed 3', /--failed 3: expected a number from 0 to 1\n/],
  ['bench', '--target t.yaml --path /wallet/x --p99 x', /--p99 x: expected a duration/],
  ['bench', '--target t.yaml --path /wallet/x --rate 5', /--rate goes with --shape constant/],
  ['bench', '--target t.yaml --path /wallet/x --connections 5', /--connections goes with --shape closed/],
  ['bench', '--target t.yaml --path /wallet/x --keys k', /--keys and --path contradict each other/],
  ['bench', '--target t.yaml --path /wallet/x --agents 3', /--agents and --path contradict each other/],
  [
    'bench',
    '--target t.yaml --path /wallet/x --request r.yaml',
    /--request and --path contradict each other/,
  ],
  [
    'bench',
    '--target t.yaml --path /wallet/x --shape closed --arrivals poisson',
    /--arrivals and --shape closed contradict each other/,
  ],
  [
    'bench',
    '--target t.yaml --mix escrow-expiry --agents 0',
    /--agents 0: expected a whole number from 1 to 10000\n/,
  ],
  ['bench', '--target t.yaml --mix s.yaml', /--mix s\.yaml: nothing of it can be read/],
  ['bench', '--target t.yaml --path /wallet/x --tolerance 0.2', /--tolerance goes with --baseline/],
  [
    'bench',
    '--target t.yaml --path /wallet/x --baseline p.json',
    /p\.json:1:1: the file is a PNG image; expected a bench\.json/,
  ],
  ['bench', '--target t.yaml --path /wallet/x --baseline words.json', /this is no result of a bench/],
  [
    'bench',
    '--target t.yaml --path /wallet/x --shape closed --connections 1.5',
    /--connections 1\.5: expected a whole number from 1/,
  ],
  ['bench', '--target t.yaml --path /wallet/x --header x', /--header x: expected NAME: VALUE/],

  ['check', 'x', /too many arguments/],
  ['check', '--runs many', /--runs many: expected a whole number/],
  ['check', '--runs 0', /--runs 0: expected a whole number above 0/],
  ['check', '--findings 0', /--findings 0: expected a whole number above 0/],
  ['check', '--for 0s', /--for 0s: expected a duration above 0/],
  ['check', '--out p.png', /--out p\.png: this is a file; expected a folder/],
  ['check', '--out p.png/x/y', /--out p\.png\/x\/y: p\.png is a file; expected a folder/],
  ['check', '--runs 1 --for 99999w', /--for 99999w: expected a duration .* at most 24d/],
  ['check', '--cpu', /--cpu goes with --for/],
  ['check', '--runs 1 --twice 2', /--twice 2: expected a share from 0 to 1/],
  ['check', '--findings x', /--findings x: expected a whole number/],
  ['check', '--bugs', /unknown option '--bugs'/],
  ['check', '--seed ', /--seed is empty/],
  ['check', '--sed 5', /unknown option '--sed'/],
  ['check', '--out ', /--out is empty/],

  ['audit', 'dices', /there is no game "dices"; did you mean "dice"\?/],
  ['audit', '--bets p.csv --target t.yaml', /--bets and --target contradict each other/],
  ['audit', '--bets p.csv --budget 1', /--bets and --budget contradict each other/],
  ['audit', 'dice --bets p.csv', /--bets and a game contradict each other/],
  ['audit', '--names n.yaml', /--names goes with --bets/],
  ['audit', '--budget 1', /--budget goes with --target/],
  ['audit', '--target t.yaml', /--target bets real money; expected --budget/],
  ['audit', '--target t.yaml --budget x', /--budget x: expected an amount/],
  [
    'audit',
    '--target casino.yaml --budget 0.10 --stake 5',
    /no stake of 5\.00 USDC fits into 0\.10 USDC; expected/,
  ],
  ['audit', '--target casino.yaml --budget 0.001', /no stake of 0\.01 USDC fits into 0\.001 USDC; expected/],
  ['audit', '--target reads.yaml --budget 1', /reads\.yaml:1:1: /],
  ['audit', '--bets none.csv', /none\.csv:1:1: there is no such file; expected a log of bets/],
  ['audit', '--bets p.csv', /p\.csv:1:1: the file is a PNG image; expected a log of bets/],
  ['audit', '--bets g.csv', /g\.csv:1:1: the file is gzip-compressed; expected a log of bets/],
  ['audit', '--bets empty.txt', /empty\.txt:1:1: holds no bets/],
  ['audit', '--bets empty.txt --names p.yaml', /p\.yaml:1:1: the file is a PNG image/],
  ['audit', '--rounds 1.5', /--rounds 1\.5: expected a whole number/],
  ['audit', 'dice --rounds 0 --workers 0', /--workers 0: expected a whole number from 1 to 256/],
  ['audit', '--out full', /full exists and is no report folder/],

  ['serve', 'x', /expected a scenario file|no shipped scenario/],
  ['serve', 'x y', /too many arguments/],
  ['serve', '--port 99999', /--port 99999: expected a whole number from 0/],
  ['serve', '--port x', /--port x: expected a whole number/],
  ['serve', '--clock fast', /--clock fast: expected/],
  ['serve', '--clock 99999999999x', /--clock 99999999999x: expected/],
  ['serve', '--start tomorrow', /--start tomorrow: expected an instant/],
  ['serve', '--host 256.1.1.1', /256\.1\.1\.1:4010 is not an address of this machine/],
  ['serve', '--set x=y', /there is no policy "x"/],
  ['serve', '--profile x', /Allowed choices/],
  ['serve', '--prot 1', /unknown option '--prot'; did you mean --port\?/],

  ['sweep', '', /missing required argument 'scenario'/],
  ['sweep', 's.yaml', /a sweep of nothing; expected --seeds/],
  ['sweep', 's.yaml --seeds 0', /"0" names no seeds/],
  ['sweep', 's.yaml --seeds 1.5', /"1\.5" names no seeds; expected a count such as 1000, a range/],
  ['sweep', 's.yaml --seeds 7,0.5', /"7,0\.5" names no seeds/],
  ['sweep', 's.yaml --seeds 5..1', /names no seeds/],
  ['sweep', 's.yaml --seeds 1,1', /seed 1 stands there twice/],
  ['sweep', 's.yaml --grid for=1x', /--grid for=1x: for is "1x"; expected a duration/],
  ['sweep', 's.yaml --grid for', /--grid for: expected PATH=VALUE,VALUE/],
  ['sweep', 's.yaml --seeds 2 --workers none', /--workers none: expected a number of threads/],
  ['sweep', 's.yaml --seeds 2 --shard 3/2', /--shard: /],
  ['sweep', 's.yaml --seeds 2 --shard 1/2 --queue redis://x', /--shard and --queue contradict each other/],
  ['sweep', 's.yaml --seeds 2 --work', /--work goes with --queue/],
  ['sweep', 's.yaml --seeds 2 --work --queue redis://127.0.0.1:1 --out x', /--work and --out contradict/],
  ['sweep', 's.yaml --seeds 2 --queue http://x', /--queue http:\/\/x: expected an address such as redis/],
  ['sweep', 's.yaml --seeds 2 --out full', /full exists and is no report folder/],
  ['sweep', 'g.yaml --seeds 2', /gzip-compressed; expected a scenario file/],

  ['merge', '', /missing required argument 'folder'/],
  ['merge', 'full', /merge needs --out <folder>/],
  ['merge', 'full --ot x', /unknown option '--ot'; did you mean --out\?/],
  ['merge', 'full --out full', /--out full is one of the shards/],
  ['merge', 'full --out x', /full is no folder of a sweep/],
  ['merge', 'odd --out x', /odd is the report of something else/],
  ['merge', 'none --out x', /none is no folder of a sweep/],
  ['merge', 'p.png --out x', /p\.png is no folder of a sweep/],
  ['merge', 'full --out p.png', /p\.png exists and is no report folder/],
  ['merge', 'full --out ', /--out is empty/],

  ['policies', 'zzz', /no policy has "zzz" in its name/],
  ['policies', 'a b', /too many arguments/],
  ['policies', '--set x', /--set x: expected POLICY=VALUE/],
  ['policies', '--set x=y', /there is no policy "x"/],
  ['policies', '--set limits.burst=x9', /expected table, x3, x3capped/],
  ['policies', '--profile x', /Allowed choices are published, consistent/],
  ['policies', '--profil x', /unknown option '--profil'; did you mean --profile\?/],
  ['policies', '--seed 1', /unknown option '--seed'/],
  ['policies', '--set =', /expected POLICY=VALUE/],
  ['policies', '--profile', /argument missing/],

  ['compare', '', /missing required argument 'a'/],
  ['compare', 'full', /missing required argument 'b'/],
  ['compare', 'none full', /none is no folder; expected a report folder/],
  ['compare', 'full full', /full holds no report/],
  ['compare', 'p.png full', /p\.png is no folder/],
  ['compare', 'odd odd', /odd has no metrics\.json/],
  ['compare', 'full full --fail-above x', /--fail-above /],
  ['compare', 'full full --fail-below x:y', /--fail-below /],
  ['compare', 'full full full', /too many arguments/],
  ['compare', 'full full --out ', /--out is empty/],

  ['diff', '', /missing required argument 'a'/],
  ['diff', 'full', /missing required argument 'b'/],
  ['diff', 'full full', /full is no report folder/],
  ['diff', 'none none', /none is no report folder/],
  ['diff', 'odd odd', /odd\/manifest\.json is the manifest of something else/],
  ['diff', 'p.png p.png', /p\.png is no report folder/],
  ['diff', 'a b c', /too many arguments/],
  ['diff', 'a b --out x', /unknown option '--out'/],
  ['diff', 'a b --qiet', /unknown option '--qiet'; did you mean --quiet\?/],
  ['diff', ' b', /is no report folder/],

  ['init', 'x', /too many arguments/],
  ['init', '--force', /unknown option '--force'/],
  ['init', '--out x', /unknown option '--out'/],
  ['init', '-o x', /unknown option '-o'/],
  ['init', '--profile x', /unknown option '--profile'/],
  ['init', '--seed 7', /unknown option '--seed'/],
  ['init', 'x y', /too many arguments/],
  ['init', '--hepl', /unknown option '--hepl'; did you mean --help\?/],
  ['init', '--yes', /unknown option '--yes'/],
  ['init', ' ', /too many arguments/],

  ['completion', '', /missing required argument 'shell'/],
  ['completion', 'tcsh', /Allowed choices are bash, zsh, fish, powershell/],
  ['completion', 'Bash', /Allowed choices are bash/],
  ['completion', 'pwsh', /Allowed choices are bash/],
  ['completion', 'bash,zsh', /Allowed choices are bash/],
  ['completion', '-o x', /unknown option '-o'/],
  ['completion', '--shell bash', /unknown option '--shell'/],
  ['completion', 'bash --quiet', /unknown option '--quiet'/],
  ['completion', 'bash zsh', /too many arguments/],
  ['completion', 'bash --out x', /unknown option '--out'/],
];

const wordsOf = (command: string, rest: string): string[] => [
  ...(command === '' ? [] : [command]),
  ...(rest === '' ? [] : rest.split(' ')),
];

describe('a wrong call', () => {
  it.each(wrong)('orrery %s %s', async (command, rest, line) => {
    const { code, stdout, stderr } = await called(folder, wordsOf(command, rest));
    expect(stderr).toMatch(line);
    expect(stderr).toMatch(/^orrery: [^\n\p{Cc}]+\n$/u);
    expect(stderr.length).toBeLessThan(700);
    expect([code, stdout]).toEqual([2, '']);
  });

  it('is tried in at least ten ways for each command', () => {
    for (const { name } of commands) {
      const tried = wrong.filter(([command]) => command === name).length;
      expect(tried, name).toBeGreaterThanOrEqual(10);
    }
  });

  it.each([
    [['run', 'none.yaml', '--json'], { kind: 'file', file: 'none.yaml', line: 1, column: 1 }],
    [['replay', 'x', '--taget', 'y', '--json'], { kind: 'call' }],
    [['bench', '--json'], { kind: 'call' }],
    [['run', 's.yaml', '--json', '--out', `${'x'.repeat(300)}/y`], { kind: 'machine' }],
  ])('%j says the same as JSON', async (words, error) => {
    const { code, stdout, stderr } = await called(folder, words);
    const told = JSON.parse(stderr) as unknown;
    expect(isError(told), strictAjv.errorsText(isError.errors)).toBe(true);
    expect(told).toMatchObject({ error, exitCode: 2, ok: false });
    expect([code, stdout]).toEqual([2, '']);
  });

  it.each([
    ['name: [\n', /x\.yaml:\d:\d: /],
    ['', /x\.yaml:1:1: the file is empty; expected a scenario/],
    [scenario.replace('idler', 'nobody'), /x\.yaml:2:23: there is no agent "nobody"/],
    [png, /x\.yaml:1:1: the file is a PNG image; expected a scenario file/],
    [undefined, /x\.yaml:1:1: this is a folder; expected a scenario file/],
  ])('check says which stored scenario is wrong, and where: %j', async (content, line) => {
    const own = folderWith();
    const file = join(own, 'scenarios/regressions/x.yaml');
    mkdirSync(content === undefined ? file : dirname(file), { recursive: true });
    if (content !== undefined) writeFileSync(file, content);
    const { code, stdout, stderr } = await called(own, ['check', '--runs', '2']);
    expect(stderr).toMatch(line);
    expect(stderr).toMatch(/^orrery: scenarios\/regressions\/[^\n\p{Cc}]+\n$/u);
    expect([code, stdout]).toEqual([2, '']);
  });

  const withJson = commands.filter(({ options }) => options.some(({ flags }) => flags === '--json'));

  it.each(withJson.map(({ name }) => [name]))(
    'of %s is one JSON object on stderr with --json',
    async (name) => {
      const { code, stdout, stderr } = await called(folder, [name, '--json', '--no-such-option']);
      expect(isError(JSON.parse(stderr)), strictAjv.errorsText(isError.errors)).toBe(true);
      expect(stderr).toMatch(/^[^\n]+"unknown option '--no-such-option'[^\n]+\n$/);
      expect([code, stdout]).toEqual([2, '']);
    },
  );

  it('has the same words and code as a process', async () => {
    const { code, stdout, stderr } = await orrery(folder, ['replay', 'x', '--taget', 'y']);
    expect([code, stdout, stderr]).toEqual([
      2,
      '',
      "orrery: unknown option '--taget'; did you mean --target?\n",
    ]);
  });

  it('writes nothing', () => expect(filesThere()).toEqual(filesBefore));
});
