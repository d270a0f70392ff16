/** A replay by the real k6, where it is installed. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportK6, runExported } from '../../../src/live/traffic/k6/k6-replay.ts';
import { Replay } from '../../../src/live/traffic/replay/replay.ts';
import { isCi } from '../../ci.ts';
import { callOf, folder, mnemonic, withDerivedKeys } from './k6/exported.ts';
import { answerJson, toyServer, type Respond } from './toy-server.ts';
import type { RecordChanges } from './traces.ts';

describe('the program', () => {
  it('is asked for in one line where it is missing', async () => {
    const call = callOf([{ n: 0, at: 0 }], 1);
    const { plan } = await Replay.plan(call);
    const place = folder();
    const { leftOut } = await exportK6(call, plan, { folder: place, machines: 2 });
    const { result } = runExported(call, plan, { folder: place, binary: '/nowhere/k6', leftOut });
    await expect(result).rejects.toThrow(/^k6 is not installed: go install go\.k6\.io\/k6@latest/);
  });

  const binary = process.env['K6_BIN'] ?? 'k6';
  const isInstalled = spawnSync(binary, ['version']).status === 0;
  if (!isInstalled) console.log('k6 is not installed (K6_BIN, or on the PATH): replaying with it is skipped');

  it('is installed where the whole suite counts', () => expect(isInstalled || !isCi).toBe(true));

  it.skipIf(!isInstalled && !isCi)(
    'sends as many requests as the open engine, in order, with ids of the target',
    async () => {
      const records: RecordChanges[] = [
        {
          n: 0,
          at: 0,
          session: 0,
          method: 'POST',
          body: { a: 1 },
          answer: { escrow_id: 'esc_aaaaaaaaaaaaaaaa' },
        },
        { n: 1, at: 20, session: 1, path: '/faucet/${0:/escrow_id}', query: { id: '${0:/escrow_id}' } },
        ...Array.from({ length: 20 }, (_, index) => ({
          n: index + 2,
          at: 40 + index,
          session: index % 4,
          path: `/faucet/${index}`,
        })),
      ];
      const respond: Respond = (_asked, response) =>
        answerJson(response, { escrow_id: 'esc_bbbbbbbbbbbbbbbb' });
      const [forK6, forOpen] = [await toyServer(respond), await toyServer(respond)];
      const call = callOf(records, forK6.port, {
        http_req_failed: ['rate<0.01'],
        'http_req_duration{service:faucet}': ['p(99)<60000'],
      });
      const { plan } = await Replay.plan(call);
      const place = folder();
      const { leftOut } = await exportK6(call, plan, { folder: place, machines: 2 });
      const result = await runExported(call, plan, { folder: place, binary, leftOut }).result;
      const open = await (await Replay.plan(callOf(records, forOpen.port))).run();
      expect([result.requests, forK6.asked.length]).toEqual([open.requests, forOpen.asked.length]);
      expect(result).toMatchObject({ engine: 'k6', unsent: 0, ok: true });
      expect(forK6.asked.map(({ url }) => url).toSorted()).toEqual(
        forOpen.asked.map(({ url }) => url).toSorted(),
      );
      const { metrics } = JSON.parse(readFileSync(join(place, 'summary.json'), 'utf8')) as {
        metrics: Record<string, { thresholds?: object }>;
      };
      expect(metrics['http_req_failed']?.thresholds).toEqual({ 'rate<0.01': { ok: true } });
    },
  );

  it.skipIf(!isInstalled && !isCi)('checks each status, and the fields of each body', async () => {
    const toy = await toyServer(({ url }, response) => {
      if (url.endsWith('/right')) answerJson(response, { id: 'b', amount: 2, more: true, list: [] });
      else if (url.endsWith('/typed')) answerJson(response, { id: 'b', amount: '2', list: [] });
      else if (url.endsWith('/less')) answerJson(response, { id: 'b' });
      else if (url.endsWith('/other')) answerJson(response, { id: 'b' }, 404);
      else response.end('<p>');
    });
    const answer = { id: 'a', amount: 1, list: [1] };
    const records = ['right', 'right', 'typed', 'less', 'other', 'page'].map((name, n) => ({
      n,
      at: n,
      session: 0,
      path: `/faucet/${name}`,
      answer,
    }));
    const call = callOf(records, toy.port);
    const { plan } = await Replay.plan(call);
    const place = folder();
    const { leftOut } = await exportK6(call, plan, { folder: place, machines: 2 });
    const lines = readFileSync(join(place, 'lanes.json'), 'utf8').trim().split('\n');
    expect(lines.filter((line) => line.startsWith('{'))).toHaveLength(records.length);
    await runExported(call, plan, { folder: place, binary, leftOut }).result;
    const { root_group: root } = JSON.parse(readFileSync(join(place, 'summary.json'), 'utf8')) as {
      root_group: { checks: { name: string; passes: number; fails: number }[] };
    };
    const counts = root.checks.map(({ name, passes, fails }) => [name.replace(/^.*: /, ''), passes, fails]);
    expect(counts).toEqual([
      ['status 200', 5, 1],
      ['fields of the body', 2, 3],
    ]);
  });

  it.skipIf(!isInstalled && !isCi)(
    'is not given what it has no keys for, and that is explained',
    async () => {
      const toy = await toyServer((_asked, response) => answerJson(response, { mnemonic, id: 'tx_b' }));
      const call = callOf(withDerivedKeys, toy.port);
      const { plan } = await Replay.plan(call);
      const place = folder();
      const { leftOut } = await exportK6(call, plan, { folder: place, machines: 2 });
      const result = await runExported(call, plan, { folder: place, binary, leftOut }).result;
      expect(toy.asked.map(({ url }) => url)).toEqual(['/f/0', '/f/3']);
      expect(result).toMatchObject({
        requests: 2,
        unsent: 2,
        ok: true,
        differences: {
          explained: 2,
          unexplained: 0,
          groups: [{ kind: 'unsent', explanation: 'secret', n: 1 }],
        },
      });
    },
  );

  it.skipIf(!isInstalled && !isCi)(
    'encodes a value for its place in a request, and leaves out a request that the value would change',
    async () => {
      const toy = await toyServer((_asked, response) =>
        answerJson(response, { quoted: 'a"b&', segments: 'a/b', dots: '..', lines: 'a\r\nb', '$#}~/': 'id' }),
      );
      const sent: readonly Omit<RecordChanges, 'n' | 'at'>[] = [
        { method: 'POST', path: '/faucet/made', body: {} },
        { path: '/faucet/search', query: { q: '${0:/quoted}' } },
        { method: 'POST', path: '/faucet/body', body: { text: '${0:/quoted} $$' } },
        { path: '/faucet/header', headers: { 'x-text': '${0:/quoted}' } },
        { path: '/faucet/${0:/%24%23%7D~0~1}' },
      ];
      const leftOut: readonly Omit<RecordChanges, 'n' | 'at'>[] = [
        { path: '/faucet/${0:/segments}' },
        { path: '/faucet/${0:/dots}' },
        { path: '/faucet/header', headers: { 'x-text': '${0:/lines}' } },
        { path: '/faucet/${0:/missing}' },
      ];
      const call = callOf(
        [...sent, ...leftOut].map((changes, n) => ({ ...changes, n, at: n })),
        toy.port,
      );
      const { plan } = await Replay.plan(call);
      const place = folder();
      const exported = await exportK6(call, plan, { folder: place, machines: 2 });
      const result = await runExported(call, plan, { ...exported, folder: place, binary }).result;
      expect(toy.asked.map(({ url, text, headers }) => [url, text, headers['x-text']])).toEqual([
        ['/f/made', '{}', undefined],
        ['/f/search?q=a%22b%26', '', undefined],
        ['/f/body', '{"text":"a\\"b& $"}', undefined],
        ['/f/header', '', 'a"b&'],
        ['/f/id', '', undefined],
      ]);
      expect(result).toMatchObject({ requests: sent.length, unsent: leftOut.length, ok: false });
    },
  );

  it.skipIf(!isInstalled && !isCi)('agrees with the open engine on every threshold', async () => {
    const respond: Respond = ({ url }, response) => {
      const isRefused = /[13579]$/.test(url);
      answerJson(response, {}, isRefused ? 503 : 200);
    };
    const records: RecordChanges[] = Array.from({ length: 20 }, (_, n) => ({
      n,
      at: n * 5,
      session: n % 4,
      path: `/faucet/${n}`,
      status: n % 2 === 1 ? 503 : 200,
    }));
    const expectations = {
      http_req_failed: ['rate<0.6', 'rate<0.4'],
      'http_req_failed{status:200}': ['rate==0'],
      http_reqs: ['count==20', 'value>20'],
      'http_reqs{service:faucet,status:503}': ['count==10'],
      http_req_duration: ['p(99)<60000', 'max<0.0001', 'avg>0'],
      'http_req_duration{style:B}': ['med<60000'],
      ledger_drift_micros: ['value==0'],
    };
    const verdicts = [];
    for (const engine of ['k6', 'open']) {
      const call = callOf(records, (await toyServer(respond)).port, expectations);
      const replay = await Replay.plan(call);
      const place = folder();
      const { leftOut } = await exportK6(call, replay.plan, { folder: place, machines: 2 });
      const { thresholds, ok } =
        engine === 'k6'
          ? await runExported(call, replay.plan, { folder: place, binary, leftOut }).result
          : await replay.run();
      expect(ok).toBe(false);
      verdicts.push(
        thresholds.map(({ metric, threshold, value, ok: isHeld }) => {
          const isTime = metric.startsWith('http_req_duration');
          return [metric, threshold, isTime ? 'ms' : value, isHeld];
        }),
      );
    }
    expect(verdicts[0]).toEqual(verdicts[1]);
    expect(verdicts[0]?.map(([, , , isHeld]) => isHeld)).toEqual([
      true, false, true, true, false, true, true, false, true, true,
    ]); // prettier-ignore
  });

  it.skipIf(!isInstalled && !isCi)(
    'sends every request once from several machines, each its segment',
    async () => {
      const toy = await toyServer();
      const records = Array.from({ length: 30 }, (_, n) => ({
        n,
        at: n,
        session: n % 5,
        path: `/faucet/${n}`,
      }));
      const call = callOf(records, toy.port);
      const { plan } = await Replay.plan(call);
      const place = folder();
      const { lanes } = await exportK6(call, plan, { folder: place, machines: 3 });
      expect(lanes).toBe(5);
      const lines = readFileSync(join(place, 'segments.txt'), 'utf8').trim().split('\n');
      const codes = lines.map((line) => {
        const [, ...words] = line.split(' ');
        const child = spawn(binary, [...words, '--quiet'], { cwd: place, stdio: 'ignore' });
        return new Promise((resolve, reject) => {
          child.on('error', reject);
          child.on('close', resolve);
        });
      });
      expect(await Promise.all(codes)).toEqual([0, 0, 0]);
      expect(toy.asked.map(({ url }) => url).toSorted()).toEqual(
        records.map(({ n }) => `/f/${n}`).toSorted(),
      );
    },
  );
});
