/** What the other commands refuse before they begin: the bounds of each option, on both sides. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { called } from './called.ts';
import { folderOf } from './wrong-folder.ts';

/** By how a call begins: how it goes on, and the line. */
// prettier-ignore
const wrong: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'audit': [
    ['--target t.yaml --budget 1 --rate 1000', 't.yaml:1:1: services has no casino; expected its address'],
    ['coin_flop', 'there is no game "coin_flop"; did you mean "coin_flip"?'],
    ['chess', 'there is no game "chess"; expected one of coin_flip, dice, simple_dice, multiplier, roulette, custom, blackjack, crash, plinko, slots, hilo, keno and 5 more'],
    ['--names n.json', '--names goes with --bets: it translates the columns of a log'],
    ['--target t.yaml', '--target bets real money; expected --budget USDC, the most to be staked in all'],
    ['--budget 5.00', '--budget goes with --target: only a live casino takes money'],
    ['--rounds 1000000000001', '--rounds 1000000000001: expected a whole number from 0 to 1000000000000'],
    ['--rounds -1', '--rounds -1: expected a whole number from 0 to 1000000000000'],
    ['--rounds 5 --workers 0', '--workers 0: expected a whole number from 1 to 256'],
    ['--rounds 5 --workers 257', '--workers 257: expected a whole number from 1 to 256'],
    ['--out full', 'full exists and is no report folder; expected --out to name a new or an empty folder'],
    ['--bets none.csv --out full', 'full exists and is no report folder; expected --out to name a new or an empty folder'],
    ['--target t.yaml --budget 1 --out full', 'full exists and is no report folder; expected --out to name a new or an empty folder'],
    ['--target t.yaml --budget 0', '--budget 0: expected an amount of USDC above 0, such as 0.50'],
    ['--target t.yaml --budget much', '--budget much: expected an amount of USDC above 0, such as 0.50'],
    ['--target t.yaml --budget 0.000001 --stake 0', '--stake 0: expected an amount of USDC above 0, such as 0.50'],
    ['--target t.yaml --budget 1 --stake x', '--stake x: expected an amount of USDC above 0, such as 0.50'],
    ['--target t.yaml --budget 1 --players 0', '--players 0: expected a whole number from 1 to 20'],
    ['--target t.yaml --budget 1 --players 21', '--players 21: expected a whole number from 1 to 20'],
    ['--target t.yaml --budget 1 --stake 0.01 --players 20 --bets-per-seed 0', '--bets-per-seed 0: expected a whole number from 1 to 10000'],
    ['--target t.yaml --budget 1 --players 1 --bets-per-seed 10001', '--bets-per-seed 10001: expected a whole number from 1 to 10000'],
    ['--target t.yaml --budget 1 --bets-per-seed 10000 --rate 0', '--rate 0: expected a whole number from 1 to 1000'],
    ['--target t.yaml --budget 1 --bets-per-seed 1 --rate 1001', '--rate 1001: expected a whole number from 1 to 1000'],
    ['--bets none.csv', 'none.csv:1:1: there is no such file; expected a log of bets as CSV or NDJSON'],
    ['--bets empty.txt --names none.json', 'none.json:1:1: there is no such file; expected the names of a foreign log'],
  ],
  'conform --target t.yaml': [
    ['--scenario s.yaml --runs 0 --limit-wait soon', '--limit-wait soon: expected a duration such as 200ms, 30s or 10m, at most 24d'],
    ['--set limits.brst=x3', '--set limits.brst=x3: there is no policy "limits.brst"; did you mean "limits.burst"?'],
    ['--ignore price', '--ignore price: expected the end of a JSON pointer such as /price'],
    ['--tolerance /a', '--tolerance /a: expected a field and a share or an amount, such as /price=1% or /fee=0.01'],
    ['', '--scenario is missing; expected one for a target whose clock runs by itself'],
    ['--runs 0', '--runs 0: expected a whole number from 1 to 999999'],
    ['--runs 1000000', '--runs 1000000: expected a whole number from 1 to 999999'],
    ['--runs 1 --causes x', '--causes x: expected a whole number from 0 to 999999'],
    ['--runs 999999 --causes 1000000', '--causes 1000000: expected a whole number from 0 to 999999'],
    ['--runs 1 --causes 999999 --shrink-for soon', '--shrink-for soon: expected a duration such as 200ms, 30s or 10m, at most 24d'],
    ['--runs 1 --causes 0 --shrink-for 25d', '--shrink-for 25d: expected a duration such as 200ms, 30s or 10m, at most 24d'],
    ['--runs 1 --shrink-for 0s --for 0s', '--for 0s: expected a duration above 0 such as 200ms, 30s or 10m, at most 24d'],
    ['--runs 1 --for 1ms --limit-wait soon', '--limit-wait soon: expected a duration such as 200ms, 30s or 10m, at most 24d'],
    ['--scenario none.yaml', 'none.yaml:1:1: there is no such file; expected a scenario file'],
    ['--runs 1 --out words.json', '--out words.json: this is a file; expected a folder'],
    ['--runs 1 --ignore /a --ignore header --limit-wait soon', '--ignore header: expected the end of a JSON pointer such as /price'],
    ['--runs 1 --tolerance /a=1% --limit-wait soon', '--limit-wait soon: expected a duration such as 200ms, 30s or 10m, at most 24d'],
  ],
  conform: [
    ['--target sandbox.yaml --limit-wait soon', '--limit-wait soon: expected a duration such as 200ms, 30s or 10m, at most 24d'],
    ['--target sandbox.yaml --runs 0', '--runs 0: expected a whole number from 1 to 999999'],
    ['--target none.yaml', 'none.yaml:1:1: there is no such file; expected a target file'],
  ],
  'check': [
    ['--runs 0', '--runs 0: expected a whole number above 0'],
    ['--runs x', '--runs x: expected a whole number above 0'],
    ['--twice x', '--twice x: expected a share from 0 to 1, such as 0.1'],
    ['--twice 1.1', '--twice 1.1: expected a share from 0 to 1, such as 0.1'],
    ['--twice -1', '--twice -1: expected a share from 0 to 1, such as 0.1'],
    ['--twice 0.1234567', '--twice 0.1234567: expected a share from 0 to 1, such as 0.1'],
    ['--twice 12', '--twice 12: expected a share from 0 to 1, such as 0.1'],
    ['--for 0s', '--for 0s: expected a duration above 0 such as 200ms, 30s or 10m, at most 24d'],
    ['--for 25d', '--for 25d: expected a duration above 0 such as 200ms, 30s or 10m, at most 24d'],
    ['--for 1s --out words.json', '--out words.json: this is a file; expected a folder'],
    ['--findings 0', '--findings 0: expected a whole number above 0'],
    ['--twice 1 --findings x', '--findings x: expected a whole number above 0'],
    ['--twice 0 --seed 1 --workers 0', '--workers 0: expected a whole number from 1 to 256'],
    ['--twice 0.123456 --for 1ms --seed 1 --workers 257', '--workers 257: expected a whole number from 1 to 256'],
    ['--seed 1 --workers 2x --runs 100', '--workers 2x: expected a whole number from 1 to 256'],
  ],
  'sweep s.yaml': [
    ['--workers 0', '--workers 0: expected a number of threads from 1 to 1024'],
    ['--workers 1025', '--workers 1025: expected a number of threads from 1 to 1024'],
    ['--workers 10000', '--workers 10000: expected a number of threads from 1 to 1024'],
    ['--workers x1', '--workers x1: expected a number of threads from 1 to 1024'],
    ['--workers 1024 --grid x', '--grid x: expected PATH=VALUE,VALUE'],
    ['--workers 1 --grid x', '--grid x: expected PATH=VALUE,VALUE'],
    ['--shard 0/3', '--shard: "0/3" is no shard; expected one such as 3/8, from 1/8 to 8/8'],
    ['--shard 4/3', '--shard: "4/3" is no shard; expected one such as 3/8, from 1/8 to 8/8'],
    ['--shard x', '--shard: "x" is no shard; expected one such as 3/8, from 1/8 to 8/8'],
    ['--shard 3/3 --grid x', '--grid x: expected PATH=VALUE,VALUE'],
    ['--out full', 'full exists and is no report folder; expected --out to name a new or an empty folder'],
    ['--seeds 0', '--seeds: "0" names no seeds; expected a count such as 1000, a range such as 1..1000 or a list such as 7,8,blue'],
    ['--seeds 5..1', '--seeds: "5..1" names no seeds; expected a count such as 1000, a range such as 1..1000 or a list such as 7,8,blue'],
    ['--grid x', '--grid x: expected PATH=VALUE,VALUE'],
    ['--grid population.7.count=1', '--grid population.7.count=1: population has no "7"; expected a position from 0 to 0'],
  ],
  sweep: [
    ['none.yaml', 'a sweep of nothing; expected --seeds 1..100, or --grid PATH=VALUE,VALUE, or both'],
  ],
  'serve': [
    ['--port 65536', '--port 65536: expected a whole number from 0 (any free port) to 65535'],
    ['--port x', '--port x: expected a whole number from 0 (any free port) to 65535'],
    ['--port 100000', '--port 100000: expected a whole number from 0 (any free port) to 65535'],
    ['--port -1', '--port -1: expected a whole number from 0 (any free port) to 65535'],
    ['--clock fast', '--clock fast: expected manual, real, or a factor such as 60x or 0.5x up to 1000000x'],
    ['--with for=1d', '--with for=1d: expected a scenario to serve'],
    ['--set a=b', '--set: there is no policy "a"; expected one of those that orrery policies lists'],
    ['--start soon', '--start soon: expected an instant in RFC 3339 such as 2026-02-01T00:00:00Z, from 1970 to 9998'],
    ['--start 1969-01-01T00:00:00Z', '--start 1969-01-01T00:00:00Z: expected an instant in RFC 3339 such as 2026-02-01T00:00:00Z, from 1970 to 9998'],
    ['--start 2026-03-01T00:00:00Z --at soon', '--at soon: expected a duration such as 12d, or an instant in RFC 3339 such as 2026-02-01T00:00:00Z'],
    ['--start 2026-03-01T00:00:00Z --at 2026-02-01T00:00:00Z', '--at 2026-02-01T00:00:00Z: expected an instant after the start, 2026-03-01T00:00:00.000Z'],
    ['--at 99999999d', '--at 99999999d: expected a duration such as 12d, or an instant in RFC 3339 such as 2026-02-01T00:00:00Z'],
    ['--at 2932532d', '--at 2932532d: expected an instant before 9999-01-01T00:00:00.000Z'],
    ['s.yaml --start 2026-03-01T00:00:00Z --at 2026-02-01T00:00:00Z', '--at 2026-02-01T00:00:00Z: expected an instant after the start, 2026-03-01T00:00:00.000Z'],
    ['s.yaml --with for=x', '--with for=x: for is "x"; expected a duration such as 250ms, 30s, 10m, 6h, 3d or 2w'],
    ['s.yaml --start soon', '--start soon: expected an instant in RFC 3339 such as 2026-02-01T00:00:00Z, from 1970 to 9998'],
    ['--session none.json', 'none.json:1:1: there is no such file; expected a session of orrery serve'],
    ['--session words.json', 'words.json:1:1: the file is "words"; expected a session'],
    ['--session words.json --seed 1', '--session words.json: expected no --seed beside it; the session decides that'],
    ['--session words.json --profile consistent', '--session words.json: expected no --profile beside it; the session decides that'],
    ['--session words.json --start 2026-03-01T00:00:00Z', '--session words.json: expected no --start beside it; the session decides that'],
    ['--session words.json --at 1d', '--session words.json: expected no --at beside it; the session decides that'],
    ['--session words.json --id-seed x', '--session words.json: expected no --id-seed beside it; the session decides that'],
    ['--session words.json --set limits.burst=x3', '--session words.json: expected no --set beside it; the session decides that'],
    ['--clock real --port 65535 --at soon', '--at soon: expected a duration such as 12d, or an instant in RFC 3339 such as 2026-02-01T00:00:00Z'],
  ],
  'record': [
    ['', "missing required argument 'scenario'; expected a scenario file, or --proxy"],
    ['--proxy --target closed.yaml', 'closed.yaml: allow is none; expected reads or writes to pass requests on'],
    ['--proxy --target none.yaml', 'none.yaml:1:1: there is no such file; expected a target file'],
    ['--proxy --target t.yaml --port 65536', '--port 65536: expected a whole number from 0 to 65535'],
    ['--proxy --target t.yaml --port x', '--port x: expected a whole number from 0 to 65535'],
    ['--proxy --target t.yaml --port 0 --for 0s', '--for 0s: expected a duration above 0 such as 200ms, 30s or 10m, at most 24d'],
    ['--proxy --target t.yaml --port 65535 --for 1ms --requests 0', '--requests 0: expected a whole number from 1 to 999999999'],
    ['--proxy --target t.yaml --requests 1000000000', '--requests 1000000000: expected a whole number from 1 to 999999999'],
    ['--proxy --target t.yaml --requests 1.5', '--requests 1.5: expected a whole number from 1 to 999999999'],
    ['s.yaml --out full', 'full exists and is no report folder; expected --out to name a new or an empty folder'],
    ['s.yaml --set a=b', '--set a=b: there is no policy "a"; expected one of those that orrery policies lists'],
    ['s.yaml --with x', '--with x: expected PATH=VALUE'],
  ],
  'session': [
    ['none.json', 'none.json:1:1: there is no such file; expected a session of orrery serve'],
    ['words.json', 'words.json:1:1: the file is "words"; expected a session'],
    ['words.json --shrink --request x', '--request x: expected the number of a request, from 0'],
    ['words.json --shrink --request 1234567890', '--request 1234567890: expected the number of a request, from 0'],
    ['words.json --shrink --request 1x', '--request 1x: expected the number of a request, from 0'],
    ['words.json --shrink --request 123456789', 'words.json:1:1: the file is "words"; expected a session'],
    ['words.json none.yaml', 'none.yaml:1:1: there is no such file; expected a scenario file'],
    ['words.json s.yaml --with x', '--with x: expected PATH=VALUE'],
  ],
  'run': [
    ['s.yaml --with for', '--with for: expected PATH=VALUE'],
    ['s.yaml --with for=x', '--with for=x: for is "x"; expected a duration such as 250ms, 30s, 10m, 6h, 3d or 2w'],
    ['s.yaml --with for=2d --with seed=1', '--with seed=1: "seed" cannot be set: the seed has its own option'],
    ['s.yaml --with for=2d --with population.0.count=0', '--with population.0.count=0: count is 0; expected a whole number of agents from 1'],
    ['s.yaml --set limits.burst=x9', '--set limits.burst=x9: policy limits.burst is "x9"; expected table, x3, x3capped'],
    ['s.yaml --out full', 'full exists and is no report folder; expected --out to name a new or an empty folder'],
    ['none.yaml', 'none.yaml:1:1: there is no such file; expected a scenario file'],
    ['none.yaml --watch', 'none.yaml:1:1: there is no such file; expected a scenario file'],
    ['s.yaml --watch --set a=b', '--set a=b: there is no policy "a"; expected one of those that orrery policies lists'],
    ['bad.yaml --with for=2d', 'bad.yaml:3:23: there is no agent "none"; expected a shipped behaviour; the path to a behaviour file starts with ./'],
    ['bad.yaml --with for=2d --with population.0.agent=ghost', '--with population.0.agent=ghost: there is no agent "ghost"; expected a shipped behaviour; the path to a behaviour file starts with ./'],
  ],
};

describe.each(Object.entries(wrong))('orrery %s', (begins, rows) => {
  let folder = '';
  const ends: (() => void)[] = [];
  afterAll(() => ends.forEach((end) => end()));
  // One for all calls, which write nothing. The first one loads the modules of the command.
  beforeAll(async () => {
    folder = folderOf((end) => ends.push(end));
    await called(folder, wordsOf(begins, rows[0]![0]));
  });

  it.each(rows)('%s', async (words, line) => {
    const { code, stdout, stderr } = await called(folder, wordsOf(begins, words));
    expect([code, stdout, stderr]).toEqual([2, '', `orrery: ${line}\n`]);
  });
});

const wordsOf = (...parts: readonly string[]): string[] =>
  parts
    .filter((part) => part !== '')
    .join(' ')
    .split(' ');
