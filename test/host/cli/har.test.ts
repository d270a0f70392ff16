/** `orrery har` as a stranger calls it: there and back again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { harSchema } from '../../../docs/result-schemas.ts';
import { called } from './called.ts';
import { folderWith, smallScenario } from './orrery.ts';
import { strictAjv } from '../../schema-checks.ts';

const undated = JSON.stringify({
  log: {
    version: '1.2',
    creator: { name: 'x', version: '1' },
    entries: [
      {
        startedDateTime: 'yesterday',
        time: 1,
        request: { method: 'GET', url: 'https://x.example/faucet/x', headers: [] },
        response: { status: 200, headers: [], content: {} },
      },
    ],
  },
});

describe('orrery har', () => {
  it('turns a recording into a HAR file, and that into the same recording', async () => {
    const folder = folderWith({ 'small.yaml': smallScenario });
    expect((await called(folder, ['record', 'small.yaml', '--quiet', '--out', 'recorded'])).code).toBe(0);
    const there = await called(folder, ['har', 'recorded/trace.ndjson.gz', 'new/folder/small.har', '--json']);
    const back = await called(folder, ['har', 'new/folder/small.har', 'other/back.ndjson.gz', '--json']);
    for (const { code, stdout, stderr } of [there, back]) {
      expect([code, stderr]).toEqual([0, '']);
      expect(strictAjv.validate(harSchema, JSON.parse(stdout)), strictAjv.errorsText()).toBe(true);
    }
    const text = (file: string): string => gunzipSync(readFileSync(join(folder, file))).toString();
    expect(text('other/back.ndjson.gz')).toBe(text('recorded/trace.ndjson.gz'));
    expect(readFileSync(join(folder, 'new/folder/small.har'), 'utf8')).not.toMatch(/sk_live_[a-z2-7]{32}/);
  });

  it.each<[string, string[], RegExp]>([
    ['two files of one kind', ['a.har', 'b.har'], /^orrery: a\.har b\.har: expected a \.har file and a trace/],
    ['a file that is missing', ['a.har', 'b.ndjson'], /^orrery: a\.har:1:1: there is no such file; expected a HAR file\n$/],
    ['a trace that is missing', ['a.ndjson', 'b.har'], /^orrery: a\.ndjson:1:1: there is no such file; expected a trace\n$/],
    ['an entry at no instant', ['when.har', 'b.ndjson'], /^orrery: when\.har:1:1: log\.entries\[0\]\.startedDateTime: there is no instant "yesterday"; expected/],
    ['a file that is no HAR file', ['x.har', 'b.ndjson'], /^orrery: x\.har:1:1: this is no JSON; expected a HAR file\n$/],
  ])('exits 2 with one clear line for %s', async (_what, words, line) => {
    const { code, stdout, stderr } = await called(folderWith({ 'x.har': 'nothing', 'when.har': undated }), ['har', ...words]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(line);
  }); // prettier-ignore
});
