/** What commands that send to a target refuse before they send anything: the bounds of each option, on both sides. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { called } from './called.ts';
import { folderOf } from './wrong-folder.ts';

/** By how a call begins: how it goes on, and the line. */
// prettier-ignore
const wrong: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'bench --target t.yaml --path /wallet/v1/x': [
    ['--step 0s', '--step 0s: expected a duration above 0 such as 200ms, 30s or 10m, at most 24d'],
    ['--step 25d', '--step 25d: expected a duration above 0 such as 200ms, 30s or 10m, at most 24d'],
    ['--p99 0s', '--p99 0s: expected a duration above 0 such as 200ms, 30s or 10m, at most 24d'],
    ['--failed 1.1', '--failed 1.1: expected a number from 0 to 1'],
    ['--failed 1.0000001', '--failed 1.0000001: expected a number from 0 to 1'],
    ['--failed -0.1', '--failed -0.1: expected a number from 0 to 1'],
    ['--failed x', '--failed x: expected a number from 0 to 1'],
    ['--repeats 0', '--repeats 0: expected a whole number from 1 to 100'],
    ['--repeats 101', '--repeats 101: expected a whole number from 1 to 100'],
    ['--rate 0 --shape constant', '--rate 0: expected a rate above 0, at most 10000000'],
    ['--rate 10000001 --shape constant', '--rate 10000001: expected a rate above 0, at most 10000000'],
    ['--rate 1e3 --shape constant', '--rate 1e3: expected a rate above 0, at most 10000000'],
    ['--rate x5 --shape constant', '--rate x5: expected a rate above 0, at most 10000000'],
    ['--rate 5x --shape constant', '--rate 5x: expected a rate above 0, at most 10000000'],
    ['--rate 123456789 --shape constant', '--rate 123456789: expected a rate above 0, at most 10000000'],
    ['--shape closed --connections 0', '--connections 0: expected a whole number from 1 to 10000'],
    ['--shape closed --connections 10001', '--connections 10001: expected a whole number from 1 to 10000'],
    ['--from-rate 0', '--from-rate 0: expected a rate above 0, at most 10000000'],
    ['--to-rate 0', '--to-rate 0: expected a rate above 0, at most 10000000'],
    ['--to-rate 0.5 --from-rate 0.6 --step 10s', '--to-rate 0.5 is below --from-rate 0.6; expected at least that'],
    ['--shape constant --rate 1 --step 1s', '--step 1s: at --rate 1 it has fewer than 2 requests, and its first tenth is not measured; expected a longer step or a higher rate'],
    ['--shape constant --rate 1999.9 --step 1ms', '--step 1ms: at --rate 1999.9 it has fewer than 2 requests, and its first tenth is not measured; expected a longer step or a higher rate'],
    ['--from-rate 3 --step 666ms', '--step 666ms: at --from-rate 3 it has fewer than 2 requests, and its first tenth is not measured; expected a longer step or a higher rate'],
    ['--step 1ms --p99 24d --failed 1 --repeats 100 --from-rate 5 --to-rate 5', '--step 1ms: at --from-rate 5 it has fewer than 2 requests, and its first tenth is not measured; expected a longer step or a higher rate'],
    ['--failed 0.000001 --repeats 1 --rate 0.000001 --shape constant', '--step 5s: at --rate 0.000001 it has fewer than 2 requests, and its first tenth is not measured; expected a longer step or a higher rate'],
    ['--failed 0 --from-rate 10000000 --to-rate 9999999.5', '--to-rate 9999999.5 is below --from-rate 10000000; expected at least that'],
    ['--step 666ms --rate 3.1 --shape constant --p99 x', '--p99 x: expected a duration above 0 such as 200ms, 30s or 10m, at most 24d'],
    ['--shape closed --connections 10000 --repeats x', '--repeats x: expected a whole number from 1 to 100'],
    ['--baseline none.json', 'none.json:1:1: there is no such file; expected a bench.json'],
    ['--baseline words.json', '--baseline words.json: this is no result of a bench; expected a bench.json'],
    ['--baseline null.json', '--baseline null.json: this is no result of a bench; expected a bench.json'],
    ['--baseline rate.json', '--baseline rate.json: this is no result of a bench; expected a bench.json'],
    ['--baseline interval.json', '--baseline interval.json: this is no result of a bench; expected a bench.json'],
    ['--baseline part.json', '--baseline part.json: this is no result of a bench; expected a bench.json'],
    ['--baseline base.json --tolerance 1.5', '--tolerance 1.5: expected a number from 0 to 1'],
    ['--baseline base.json --tolerance 1 --repeats 0', '--repeats 0: expected a whole number from 1 to 100'],
    ['--baseline low.json --tolerance 0 --repeats 0', '--repeats 0: expected a whole number from 1 to 100'],
  ],
  bench: [
    ['--target closed.yaml --path /wallet/v1/x', 'GET is not allowed at target t (allow: none); expected allow: reads in closed.yaml'],
  ],
  'load s.yaml --target t.yaml': [
    ['--set limits.brst=x3', '--set limits.brst=x3: there is no policy "limits.brst"; did you mean "limits.burst"?'],
    ['--set limits.burst=x9', '--set limits.burst=x9: policy limits.burst is "x9"; expected table, x3, x3capped'],
    ['--namespace abc', '--namespace abc: expected 4 to 16 lower-case letters and digits'],
    ['--namespace abcd --page 0', '--page 0: expected a whole number from 1 to 65535'],
    ['--namespace 0123456789abcdef --page 0', '--page 0: expected a whole number from 1 to 65535'],
    ['--namespace 0123456789abcdefg', '--namespace 0123456789abcdefg: expected 4 to 16 lower-case letters and digits'],
    ['--namespace Abcd', '--namespace Abcd: expected 4 to 16 lower-case letters and digits'],
    ['--with x', '--with x: expected PATH=VALUE'],
    ['--with for=1d --page 0', '--page 0: expected a whole number from 1 to 65535'],
    ['--speed fast', '--speed fast: expected a factor such as 60x'],
    ['--speed max', '--speed max: expected a factor such as 60x'],
    ['--speed 60x --page 0', '--page 0: expected a whole number from 1 to 65535'],
    ['--duration 0s', '--duration 0s: expected a duration above 0 such as 200ms, 30s or 10m, at most 24d'],
    ['--duration 1ms --page 0', '--page 0: expected a whole number from 1 to 65535'],
    ['--duration 25d', '--duration 25d: expected a duration above 0 such as 200ms, 30s or 10m, at most 24d'],
    ['--budget-usdc much', '--budget-usdc much: expected an amount of USDC such as 2.00'],
    ['--budget-usdc 2.00 --page 0', '--page 0: expected a whole number from 1 to 65535'],
    ['--budget-requests -1', '--budget-requests -1: expected a whole number from 0 to 1000000000'],
    ['--budget-requests 1.5', '--budget-requests 1.5: expected a whole number from 0 to 1000000000'],
    ['--budget-requests 0 --page 0', '--page 0: expected a whole number from 1 to 65535'],
    ['--budget-requests 1000000000 --page 0', '--page 0: expected a whole number from 1 to 65535'],
    ['--budget-requests 1000000001', '--budget-requests 1000000001: expected a whole number from 0 to 1000000000'],
    ['--otlp-traces http://h/ --trace-share 1.1', '--trace-share 1.1: expected a share from 0 to 1, such as 0.1'],
    ['--otlp-traces http://h/ --trace-share -1', '--trace-share -1: expected a share from 0 to 1, such as 0.1'],
    ['--otlp-traces http://h/ --trace-share 1e-1', '--trace-share 1e-1: expected a share from 0 to 1, such as 0.1'],
    ['--otlp-traces http://h/ --trace-share .5.', '--trace-share .5.: expected a share from 0 to 1, such as 0.1'],
    ['--otlp-traces http://h/ --trace-share 1 --page 0', '--page 0: expected a whole number from 1 to 65535'],
    ['--otlp-traces http://h/ --trace-share 0 --page 0', '--page 0: expected a whole number from 1 to 65535'],
    ['--workers 0', '--workers 0: expected a whole number from 1 to 64'],
    ['--workers 65', '--workers 65: expected a whole number from 1 to 64'],
    ['--workers 64 --page 0', '--page 0: expected a whole number from 1 to 65535'],
    ['--otlp x', '--otlp x: expected an address such as http://127.0.0.1:4318/v1/metrics'],
    ['--otlp ftp://h/', '--otlp ftp://h/: expected an address such as http://127.0.0.1:4318/v1/metrics'],
    ['--otlp https://h/ --page 0', '--page 0: expected a whole number from 1 to 65535'],
    ['--otlp-traces ws://h/', '--otlp-traces ws://h/: expected an address such as http://127.0.0.1:4318/v1/traces'],
    ['--prometheus 0', '--prometheus 0: expected a whole number from 1 to 65535'],
    ['--prometheus 65536', '--prometheus 65536: expected a whole number from 1 to 65535'],
    ['--prometheus 65535 --page 0', '--page 0: expected a whole number from 1 to 65535'],
    ['--prometheus 1 --page 65536', '--page 65536: expected a whole number from 1 to 65535'],
    ['--out full', 'full exists and is no report folder; expected --out to name a new or an empty folder'],
    ['--find-limit 0', '--find-limit 0: expected a whole number from 1 to 1000000'],
    ['--find-limit x', '--find-limit x: expected a whole number from 1 to 1000000'],
    ['--find-limit 5 --step 0s', '--step 0s: expected a duration of at least 1s, such as 200ms, 30s or 10m, at most 24d'],
  ],
  'replay t.ndjson --target t.yaml': [
    ['--speed fast', '--speed fast: expected a factor such as 1000x, or max'],
    ['--speed 0x', '--speed 0x: expected a factor such as 1000x, or max'],
    ['--ignore price', '--ignore price: expected the end of a JSON pointer such as /price'],
    ['--unordered price', '--unordered price: expected the end of a JSON pointer such as /price'],
    ['--tolerance /a', '--tolerance /a: expected a field and a share or an amount, such as /price=1% or /fee=0.01'],
    ['--ramp soon', '--ramp soon: expected a duration such as 200ms, 30s or 10m, at most 24d'],
    ['--ramp 25d', '--ramp 25d: expected a duration such as 200ms, 30s or 10m, at most 24d'],
    ['--from soon', '--from soon: expected a duration such as 30s or 2d, at most 2932532d'],
    ['--to 1s --from 1s', '--to 1s is not after --from 1s; expected a later --to'],
    ['--to 1s --from 2s', '--to 1s is not after --from 2s; expected a later --to'],
    ['--to 0s', '--to 0s is not after --from 0s; expected a later --to'],
    ['--warm-up soon', '--warm-up soon: expected a duration such as 200ms, 30s or 10m, at most 24d'],
    ['--namespace abc', '--namespace abc: expected 4 to 16 lower-case letters and digits'],
    ['--namespace 0123456789abcdefg', '--namespace 0123456789abcdefg: expected 4 to 16 lower-case letters and digits'],
    ['--limit-wait soon', '--limit-wait soon: expected a duration such as 200ms, 30s or 10m, at most 24d'],
    ['--workers 0', '--workers 0: expected a number from 1 to 64'],
    ['--workers 65', '--workers 65: expected a number from 1 to 64'],
    ['--workers 100', '--workers 100: expected a number from 1 to 64'],
    ['--workers x', '--workers x: expected a number from 1 to 64'],
    ['--workers 2 --engine autocannon', '--workers 2: autocannon has its own; expected --engine open'],
    ['--workers 2 --engine k6', '--workers 2: k6 has its own; expected --engine open'],
    ['--engine k6 --out new --machines 0', '--machines 0: expected a number from 1 to 1000'],
    ['--engine k6 --out new --machines 1001', '--machines 1001: expected a number from 1 to 1000'],
    ['--engine k6 --out new --machines 10000', '--machines 10000: expected a number from 1 to 1000'],
    ['--engine k6 --out new --machines x1', '--machines x1: expected a number from 1 to 1000'],
  ],
  replay: [
    ['t.ndjson --target sandbox.yaml --workers 2', '--workers 2: a sandbox is sent everything in one line; expected 1, or a clock that runs in sandbox.yaml'],
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
