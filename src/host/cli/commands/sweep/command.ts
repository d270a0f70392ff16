import type { CommandRow } from '../../command.ts';
import { colors, json, out, profile, quiet, set } from '../../options/common-options.ts';

/** Of a sweep and of what merges its shards. */
export const sweepExitCodes = { held: 'every point holds', failed: 'a point failed' } as const;

/** Its JSON result is docs/schemas/sweep.json, with `--work` docs/schemas/sweep-work.json. */
export const sweep: CommandRow = {
  name: 'sweep',
  about: 'a scenario with many seeds and a grid of values, over threads, shards or a queue, into one table',
  arguments: [{ flags: '<scenario>', about: 'a scenario file, or the name of a shipped one' }],
  options: [
    {
      flags: '--seeds <seeds>',
      about: 'how many from 1 (1000), a range (1..1000) or a list (7,8,blue)',
      without: 'the seed of the scenario',
    },
    {
      flags: '--grid <path=values>',
      about:
        'values to vary, such as population.0.count=5,10 or policy:limits.burst=table,none; may be repeated',
      gathers: 'list',
    },
    profile,
    set,
    { flags: '--workers <workers>', about: 'threads', without: 'one a core' },
    {
      flags: '--shard <part>',
      about: 'only a part of the points, such as 3/8; orrery merge puts the parts together',
      without: 'all points',
    },
    {
      flags: '--queue <address>',
      about: 'share the points out over a Redis, such as redis://127.0.0.1:6379',
      without: 'the threads of this process',
    },
    {
      flags: '--work',
      about: 'with --queue and the same call elsewhere: help there, and write nothing here',
    },
    out,
    json,
    quiet,
  ],
  rules: [
    { option: 'work', needs: 'queue', why: 'it says whom to work for' },
    { option: 'work', excludes: ['out'], why: 'a helper writes nothing' },
    { option: 'shard', excludes: ['queue'], why: 'a queue divides the points itself' },
  ],
  note: 'A sweep that was stopped or killed goes on when it is called again.',
  examples: [
    'orrery sweep escrow-expiry --seeds 1..100',
    'orrery sweep my.yaml --seeds 20 --grid population.0.with.expiresIn=1h,1d --grid policy:limits.burst=table,none',
    'orrery sweep my.yaml --seeds 1000 --shard 3/8 --out shard-3',
  ],
  exitCodes: sweepExitCodes,
  environment: colors,
  load: async () => (await import('./sweep.ts')).sweepCommand,
};
