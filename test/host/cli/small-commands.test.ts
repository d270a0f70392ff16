/** What `policies` and `diff` print, in text, as JSON and quietly, and the code that they end with. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { called } from './called.ts';
import { folderWith } from './orrery.ts';
import { ways } from './ways.ts';

describe('orrery policies', () => {
  it('prints policies by part of their names', async () => {
    expect(await ways(folderWith(), ['policies', 'limits.b'])).toMatchInlineSnapshot(`
      [
        [
          0,
          "profile published, hash 896d1a978251166e",
          "",
          "limits.burst  (gap L1; LIM05, LIM12)",
          "  How large may a burst be: 50 in 10 s, or 3 times the minute limit?",
          "  * table: the tier table: 50 (Pro 500) in any 10 s; the lower limit wins",
          "    x3: a token bucket of 3 times the minute limit, refilled at the minute rate, instead of both windows",
          "    x3capped: that bucket, and never more than 3 times the minute limit in any 10 s",
        ],
        [
          0,
          "{"profile":"published","policyHash":"896d1a978251166e","policies":[{"name":"limits.burst","value":"table","default":"table","question":"How large may a burst be: 50 in 10 s, or 3 times the minute limit?","gap":"L1","lines":"LIM05, LIM12","options":{"table":"the tier table: 50 (Pro 500) in any 10 s; the lower limit wins","x3":"a token bucket of 3 times the minute limit, refilled at the minute rate, instead of both windows","x3capped":"that bucket, and never more than 3 times the minute limit in any 10 s"}}],"ok":true}",
        ],
        [
          0,
        ],
      ]
    `);
    const set = ['--profile', 'consistent', '--set', 'limits.burst=x3'];
    const { stdout } = await called(folderWith(), ['policies', 'limits.b', ...set]);
    expect(stdout).toMatchInlineSnapshot(`
      "profile consistent, hash 1058f49e4d3707bf

      limits.burst  (gap L1; LIM05, LIM12)
        How large may a burst be: 50 in 10 s, or 3 times the minute limit?
          table: the tier table: 50 (Pro 500) in any 10 s; the lower limit wins
        * x3: a token bucket of 3 times the minute limit, refilled at the minute rate, instead of both windows
          x3capped: that bucket, and never more than 3 times the minute limit in any 10 s
      "
    `);
  });

  it('prints an amount', async () => {
    const { stdout } = await called(folderWith(), ['policies', '--json']);
    const { policies } = JSON.parse(stdout) as { policies: { name: string; options: unknown }[] };
    const amount = policies.find(({ options }) => options === 'usdc')!;
    expect((await called(folderWith(), ['policies', amount.name])).stdout).toMatchInlineSnapshot(`
      "profile published, hash 896d1a978251166e

      faucet.pool  (gap F5, X19; FAU07)
        How much does the faucet pool hold at the start?
        * 1000000 USDC
      "
    `);
  });

  it.each([
    [['nothing'], 'no policy has "nothing" in its name; expected part of a name'],
    [['--set', 'a=b'], /^orrery: there is no policy "a"/],
  ])('refuses %j', async (words, line) => {
    const { code, stderr } = await called(folderWith(), ['policies', ...words]);
    expect([code, stderr]).toEqual([
      2,
      typeof line === 'string' ? `orrery: ${line}\n` : (expect.stringMatching(line) as string),
    ]);
  });
});

describe('orrery diff', () => {
  interface Run {
    readonly digest?: string;
    readonly seed?: string;
    readonly checkpoint?: string;
    readonly events?: readonly string[];
    readonly ledger?: readonly string[];
  }

  function write(folder: string, name: string, run: Run): void {
    const {
      digest = 'd1',
      seed = '7',
      checkpoint = 'c1',
      events = ['1,t1,faucet,claim,201'],
      ledger = ['t1,tip,5'],
    } = run;
    mkdirSync(join(folder, name));
    const manifest = {
      digest,
      scenario: 's',
      seed,
      policyHash: 'p',
      checkpoints: [{ event: 1, digest: checkpoint }],
    };
    writeFileSync(join(folder, name, 'manifest.json'), JSON.stringify(manifest));
    writeFileSync(
      join(folder, name, 'events.csv'),
      ['event,at,service,operation,status', ...events, ''].join('\r\n'),
    );
    writeFileSync(join(folder, name, 'ledger.csv'), ['at,kind,amount', ...ledger, ''].join('\r\n'));
  }

  async function diffed(run: Run): Promise<unknown> {
    const folder = folderWith();
    write(folder, 'a', {});
    write(folder, 'b', run);
    return ways(folder, ['diff', 'a', 'b']);
  }

  it('finds runs the same', async () =>
    expect(await diffed({})).toMatchInlineSnapshot(`
    [
      [
        0,
        "the two runs are the same: digest d1",
      ],
      [
        0,
        "{"digests":["d1","d1"],"setup":[],"checkpoint":null,"difference":null,"ok":true}",
      ],
      [
        0,
      ],
    ]
  `));

  it('says how they were set up', async () =>
    expect(await diffed({ digest: 'd2', seed: '8', checkpoint: 'c2' })).toMatchInlineSnapshot(`
      [
        [
          1,
          "the two runs differ: digest d1 and d2",
          "  set up differently: seed 7 and 8",
          "  first differing checkpoint: event 1",
          "  no row of events.csv or ledger.csv differs: the order of due events does",
        ],
        [
          1,
          "{"digests":["d1","d2"],"setup":["seed 7 and 8"],"checkpoint":1,"difference":null,"ok":false}",
        ],
        [
          1,
        ],
      ]
    `));

  it('names the first row that differs', async () => {
    expect(await diffed({ events: ['1,t1,faucet,claim,200'] })).toMatchInlineSnapshot(`
      [
        [
          1,
          "the two runs differ: digest d1 and d1",
          "  first difference: event 1 at t1, faucet claim",
          "    status: 201 and 200",
        ],
        [
          1,
          "{"digests":["d1","d1"],"setup":[],"checkpoint":null,"difference":{"file":"events.csv","event":1,"at":"t1","service":"faucet","operation":"claim","field":"status","a":"201","b":"200"},"ok":false}",
        ],
        [
          1,
        ],
      ]
    `);
    expect(await diffed({ ledger: ['t1,tip,6'] })).toMatchInlineSnapshot(`
      [
        [
          1,
          "the two runs differ: digest d1 and d1",
          "  first difference: ledger.csv at t1, ledger tip",
          "    amount: 5 and 6",
        ],
        [
          1,
          "{"digests":["d1","d1"],"setup":[],"checkpoint":null,"difference":{"file":"ledger.csv","event":null,"at":"t1","service":"ledger","operation":"tip","field":"amount","a":"5","b":"6"},"ok":false}",
        ],
        [
          1,
        ],
      ]
    `);
  });

  it('says that a run ended before the other', async () => {
    expect(await diffed({ events: [] })).toMatchInlineSnapshot(`
      [
        [
          1,
          "the two runs differ: digest d1 and d1",
          "  first difference: event 1 at t1, faucet claim",
          "    at: t1 and (run ended)",
        ],
        [
          1,
          "{"digests":["d1","d1"],"setup":[],"checkpoint":null,"difference":{"file":"events.csv","event":1,"at":"t1","service":"faucet","operation":"claim","field":"at","a":"t1","b":null},"ok":false}",
        ],
        [
          1,
        ],
      ]
    `);
    const events = ['1,t1,faucet,claim,201', '2,t2,escrow,create,201'];
    expect(await diffed({ digest: 'd2', events })).toMatchInlineSnapshot(`
      [
        [
          1,
          "the two runs differ: digest d1 and d2",
          "  first difference: event 2 at t2, escrow create",
          "    at: (run ended) and t2",
        ],
        [
          1,
          "{"digests":["d1","d2"],"setup":[],"checkpoint":null,"difference":{"file":"events.csv","event":2,"at":"t2","service":"escrow","operation":"create","field":"at","a":null,"b":"t2"},"ok":false}",
        ],
        [
          1,
        ],
      ]
    `);
  });
});
