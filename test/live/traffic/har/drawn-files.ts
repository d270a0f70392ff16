/** HAR files drawn by chance, and a digest of what an import and an export say of each. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { routesByPath } from '../../../../src/host/app/record/route-names.ts';
import { harOf } from '../../../../src/live/traffic/har/export-har.ts';
import { importHar, type Imported } from '../../../../src/live/traffic/har/import-har.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';
import { Dice } from '../../../by-chance.ts';
import { traceFile } from '../traces.ts';

const target = readTarget(
  't.yaml',
  `name: t
hosts: [shop.example, other.example]
allow: writes
services: { escrow: "https://shop.example/api", wallet: "https://shop.example/api/wallet", casino: "http://other.example:8080" }
`,
);
const routeOf = routesByPath();

const key = `sk_live_${'k2'.repeat(16)}`;
const ids = ['esc_bbbbbbbbbbbbbbbb', 'esc_cccccccccccccccc', 'bet_dddddddddddddddd'];
const base64 = (text: string) => ({ text: Buffer.from(text).toString('base64'), encoding: 'base64' });

const paths = (id: string): readonly string[] => [
  'https://shop.example/api/escrow',
  `https://shop.example/api/escrow/${id}/release`,
  `https://shop.example/api/wallet/balance?token=USDC&id=${id}`,
  `https://shop.example/api/wallet/wallets?api_key=hush-hush-1&n=2&n=3`,
  `http://other.example:8080/bet`,
  `http://other.example:8080/verify/${id}?seed=lucky-7&a=%20b`,
  'https://cdn.example/app.js',
  'https://cdn.example:8443/app.js',
  'data:text/plain,x',
];
const requests: readonly (readonly [string, string])[][] = [
  [],
  [['Authorization', `Bearer ${key}`]],
  [['authorization', 'Bearer other-key-123']],
  [['Cookie', 'sid=c00kie-1; theme=dark'], ['Accept', 'application/json'], ['X-Other', 'c00kie-1']],
  [['Content-Type', 'application/json'], ['IDEMPOTENCY-KEY', 'k-1'], ['User-Agent', 'me']],
]; // prettier-ignore
const bodies = (id: string): readonly (object | undefined)[] => [
  undefined,
  { mimeType: 'application/json', text: `{"escrow_id":"${id}","note":"$5 of ${id}"}` },
  { mimeType: 'application/json', text: '{"password":"hunter2-1","api_key":"hush-hush-1"}' },
  { mimeType: 'application/json', text: '[1]' },
  { mimeType: 'text/plain', text: 'a=b&hunter2-1' },
  { mimeType: 'text/plain' },
];
const contents = (id: string): readonly object[] => [
  { text: JSON.stringify({ escrow_id: id, note: 'hush-hush-1' }) },
  { text: JSON.stringify({ api_key: key, list: [{ id }, null, 7] }) },
  base64(JSON.stringify({ bet_id: id, seed: 'lucky-7' })),
  {},
  { text: '[1]' },
  { text: '<p>', mimeType: 'text/html' },
  { text: '{}', mimeType: 'text/event-stream; charset=utf-8' },
  { text: '{}', mimeType: 'text/event-streams' },
];
const answers: readonly (object[] | undefined)[] = [
  undefined,
  [],
  [{ name: 'X-RateLimit-Limit', value: '100' }, { name: 'retry-after', value: '5' }, { name: 'Date', value: 'x' }],
  [{ name: 'x-ratelimit-remaining', value: '99' }, { name: 'content-TYPE', value: 'Text/Event-Stream' }],
]; // prettier-ignore
const types = [undefined, undefined, undefined, undefined, undefined, 'fetch', 'eventsource', 'websocket'];

function drawnEntry(dice: Dice): object {
  const id = dice.pick(ids) ?? '';
  const second = dice.pick(['00', '01', '02.5', '03', '59']) ?? '';
  const resource = dice.pick(types);
  const connection = dice.pick([undefined, '1', '2']);
  const postData = dice.pick(bodies(id));
  const headers = dice.pick(answers);
  return {
    startedDateTime: `2026-03-01T12:00:${second}${dice.pick(['Z', '+01:00', '-0030']) ?? ''}`,
    time: 1,
    request: {
      method: dice.pick(['GET', 'post', 'Patch', 'DELETE']),
      url: dice.pick(paths(id)),
      headers: (dice.pick(requests) ?? []).map(([name, value]) => ({ name, value })),
      ...(dice.isOne(3) ? { queryString: [{ name: 'n', value: '2' }, { name: 'secret', value: 'lucky-7' }] } : {}),
      ...(postData === undefined ? {} : { postData }),
    },
    response: {
      status: dice.pick([200, 200, 201, 404, 409, 101, 0]),
      content: dice.pick(contents(id)),
      ...(headers === undefined ? {} : { headers }),
    },
    ...(connection === undefined ? {} : { connection }),
    ...(resource === undefined ? {} : { _resourceType: resource }),
  };
} // prettier-ignore

function importedOf(text: string): Imported | string {
  try {
    return importHar({ file: 'x.har', text, target, version: '1.2.3', routeOf });
  } catch (error) {
    return (error as Error).message;
  }
}

async function exportedOf({ header, records, end }: Imported): Promise<string> {
  const file = traceFile([]).replace('.gz', '');
  writeFileSync(file, [header, ...records, end].map((line) => `${JSON.stringify(line)}\n`).join(''));
  let text = '';
  for await (const part of harOf(file, '1.2.3')) text += part;
  return text;
}

export interface DrawnFile {
  readonly digest: string;
  /** Undefined where nothing of the file can be replayed. */
  readonly imported: Imported | undefined;
  /** What comes back from its export. */
  readonly again: Imported | string | undefined;
}

/** A file of some entries; the digest is of its trace, of that as HAR, and of every count and message. */
export async function drawnFile(seed: string): Promise<DrawnFile> {
  const dice = new Dice(seed);
  const entries = Array.from({ length: dice.pick([2, 5, 9, 16]) ?? 1 }, () => drawnEntry(dice));
  const imported = importedOf(JSON.stringify({ log: { version: '1.2', creator: {}, entries } }));
  const isKept = typeof imported !== 'string';
  const text = isKept ? await exportedOf(imported) : '';
  const digest = createHash('sha256')
    .update(JSON.stringify(imported))
    .update(text)
    .digest('hex')
    .slice(0, 12);
  return {
    digest,
    imported: isKept ? imported : undefined,
    again: isKept ? importedOf(text) : undefined,
  };
}
