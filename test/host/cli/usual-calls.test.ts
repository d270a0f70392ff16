/** A usual call of every command, one after the other in one folder as a user makes them: exit code 0, and what it prints. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commands } from '../../../src/host/cli/commands/table.ts';
import { folderWith, orrery, smallScenario } from './orrery.ts';
import { serve } from './serve.ts';

/** Words of the call, and a part of its stdout. A later call may use the files of an earlier one. */
const usual: readonly (readonly [call: string, shown: RegExp])[] = [
  ['init', /^wrote scenario\.yaml, my-agent\.ts, my-agent\.test\.ts$/m],
  ['validate small.yaml target.yaml', /^target\.yaml: target, no mistakes$/m],
  ['run small.yaml --out a', /^Held: /m],
  ['run scenario.yaml', /^report: .*reports\/my-first-.*report\.html$/m],
  ['record small.yaml --seed 8 --out b', /^report: .*b\/report\.html$/m],
  ['compare a b', /^One run each/m],
  ['diff a a', /\S/],
  ['policies limits', /limits\.burst/],
  ['completion bash', /complete -F _orrery orrery/],
  ['audit dice --rounds 0', /^dice /m],
  ['check --runs 3 --no-regressions --seed 1', /^3 runs, .* 0 findings$/m],
  ['sweep small.yaml --seeds 1..2 --shard 1/2 --out s1', /./],
  ['sweep small.yaml --seeds 1..2 --shard 2/2 --out s2', /./],
  ['merge s1 s2 --out s', /./],
  ['har b/trace.ndjson.gz b.har', /b\.har/],
  ['replay b/trace.ndjson.gz --target target.yaml --speed max --to 1h', /0 unexplained/],
  ['conform --target target.yaml --runs 1', /./],
  ['load small.yaml --target live.yaml --duration 2s', /./],
  [
    'bench --target live.yaml --path /wallet/v1/wallet/chains --shape constant --rate 20 --step 2s --p99 2s --repeats 1',
    /./,
  ],
];

const targetAt = (address: string, clock: string): string => `name: here
hosts: [127.0.0.1]
allow: writes
sandbox: ${address}
clock: ${clock}
services:
${['faucet', 'escrow', 'wallet'].map((name) => `  ${name}: ${address}/${name}\n`).join('')}`;

it('every command does what is usually asked of it', async () => {
  const folder = folderWith({ 'small.yaml': smallScenario });
  // `serve` is the command of these two.
  const [manual, real] = await Promise.all([serve([]), serve(['--clock', 'real'])]);
  writeFileSync(join(folder, 'target.yaml'), targetAt(manual.address, 'sandbox'));
  writeFileSync(join(folder, 'live.yaml'), targetAt(real.address, 'real'));
  for (const [call, shown] of usual) {
    const { code, stdout, stderr } = await orrery(folder, call.split(' '));
    // On a busy machine a bench says that its generator was late, and fails: that is no wrong call.
    const codes = call.startsWith('bench') ? [0, 1] : [0];
    expect.soft(codes, `${call}\n${stdout}${stderr}`).toContain(code);
    expect.soft(stderr, call).not.toMatch(/^orrery: /m);
    expect.soft(stdout, call).toMatch(shown);
  }
  const answer = await fetch(`${manual.address}/_sim/session`);
  writeFileSync(join(folder, 'session.json'), await answer.text());
  const { code, stdout, stderr } = await orrery(folder, [
    'session',
    'session.json',
    '--as',
    'trace',
    '--out',
    'kept',
  ]);
  expect.soft([code, stderr], stdout).toEqual([0, '']);
  const called = new Set(['session', 'serve', ...usual.map(([call]) => call.split(' ')[0])]);
  expect(called).toEqual(new Set(commands.map(({ name }) => name)));
});
