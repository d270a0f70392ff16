/**
 * What is read from a target file, and every mistake in one, changes with their rules alone.
 * `UPDATE_DRAWN_TARGETS=1 npx vitest run test/live/traffic/target/drawn-targets` keeps what is said now.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { FileMistake } from '../../../../src/core/base/file-mistake.ts';
import { wireText } from '../../../../src/live/traffic/http/wire-request.ts';
import { refusalOf } from '../../../../src/live/traffic/target/permit.ts';
import { priceOf, priceOfText } from '../../../../src/live/traffic/target/spending.ts';
import { readTarget, type Target } from '../../../../src/live/traffic/target/target.ts';
import { Dice } from '../../../by-chance.ts';

const file = new URL('drawn-targets.json', import.meta.url);
const isUpdate = process.env['UPDATE_DRAWN_TARGETS'] === '1';
const kept = isUpdate ? [] : (JSON.parse(readFileSync(file, 'utf8')) as string[]);

/** Values by key: most are right, and some are not. */
const values: Readonly<Record<string, readonly unknown[]>> = {
  name: ['t', 'a.b-c_9', 'x'.repeat(64), 'x'.repeat(65), '.x', 7],
  hosts: [['127.0.0.1', 'there.example', 'localhost', '::1'], ['LOCALHOST.', '127.0.0.1', '[::1]', 'There.Example'], ['127.0.0.1'], [], 'x'],
  allow: ['none', 'reads', 'writes', 'all'],
  services: [
    { faucet: 'http://127.0.0.1:4010/faucet' }, { faucet: 'http://127.0.0.1:4010', escrow: 'https://there.example/a/b/' }, { casino: 'http://[::1]:80/', api: 'http://localhost:1/api' }, { control: 'http://127.0.0.1:1/_sim', wallet: 'http://127.0.0.1:1/w' },
    { faucet: 'http://elsewhere.example/x' }, { faucet: 'ftp://127.0.0.1' }, { faucet: 'http://127.0.0.1:99999' }, { faucet: 'http://127.0.0.1/a?b' }, { other: 'http://127.0.0.1' }, { faucet: 'http://127.0.0.1/a//b' }, { faucet: 'http://127.0.0.1/../x' }, {},
  ],
  sandbox: ['http://127.0.0.1:4010', 'http://127.0.0.1:4010/', 'http://127.0.0.1:4010/below', 'http://evil.example'],
  clock: ['real', 'sandbox', '60x', '0.5x', '0x', '1e3x'],
  limits: ['respect', 'ignore', 'none'],
  tier: ['free', 'pro', 'enterprise', 'gold'],
  ceiling: [{ requestsPerSecond: 5 }, { connections: 7 }, { requestsPerSecond: 0.5, connections: 10_000 }, { connections: 0 }, { requestsPerSecond: 0 }, { rate: 1 }],
  requestsPerSecond: [1, 10_000_000, 10_000_001, -1],
  connections: [1, 1.5, 10_001],
  budget: [{ usdc: 2.5 }, { requests: 0 }, { usdc: 0.000001, requests: 5 }, { usdc: 0.0000001 }, { requests: 1.5 }],
  timeout: ['500ms', '1m30s', '0ms', '2h', 'soon', '100h'],
  compare: [{ ignore: ['/a', '/b/c'] }, { tolerance: { '/price': '1%', '/fee': 0.01, '/x': '0.5' } }, { unordered: ['/l'], tolerance: { price: '1%' } }, { tolerance: { '/p': '1%%' } }, { ignore: ['a'] }, { other: [] }],
  headers: [{ 'X-Env': 'blue' }, { 'X-Env': 'a${VAR}b', Cookie: 'x' }, { 'X-Env': '${NONE}' }, { Host: 'x' }, { 'bad name': 'x' }, { 'X-Env': 'a\nb' }, { Authorization: 'Bearer x' }, { 'x-env': '1', 'X-Env': '2' }],
  auth: [{ header: 'X-Api-Key', scheme: 'none' }, { scheme: 'Token' }, { header: 'bad name' }, { scheme: 'a b' }, { header: 'Host' }, {}],
  proxy: ['http://127.0.0.1:3128', 'http://127.0.0.1/', 'http://proxy.example:1', 'https://127.0.0.1', 'http://a@127.0.0.1'],
  http2: [true, false, 'yes'],
  redirects: ['none', 'same-host', 'all'],
  tls: [{ ca: 'none.pem' }, { cert: 'c.pem' }, { key: 'k.pem' }, { other: 1 }],
  ca: ['none.pem', ''],
  unknown: [1],
}; // prettier-ignore
const always = ['name', 'hosts', 'services'];
/** Keys that are wrong by themselves, or beside another one. */
const rare = ['unknown', 'ca', 'tls', 'sandbox', 'requestsPerSecond', 'connections'];

/** Most values are the first ones of their key. */
function valueOf(dice: Dice, key: string): unknown {
  const all = values[key] ?? [];
  return dice.isOne(9) ? dice.pick(all) : dice.pick(all.slice(0, 2));
}

const plain = (_: string, value: unknown): unknown => (value instanceof Map ? [...value] : value instanceof Set ? [...value] : value); // prettier-ignore

/** The message a request becomes, what may be sent, and what requests cost. */
function useOf(target: Target): unknown[] {
  const headers = { Authorization: 'Bearer the-key', 'X-Env': 'own', accept: 'a' };
  const request = { method: 'POST', path: '/x', query: { a: 'b' }, headers, ownHeaders: '', body: '{"ü":1}', isJson: true }; // prettier-ignore
  return [
    wireText(request, 'h', target.carried),
    ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE'].map((method) => refusalOf(target, method)),
  ];
}

function saidOf(seed: string): string {
  const dice = new Dice(seed);
  const keys = Object.keys(values).filter((key) => always.includes(key) || dice.isOne(rare.includes(key) ? 25 : 5)); // prettier-ignore
  const text = stringify(Object.fromEntries(keys.map((key) => [key, valueOf(dice, key)])));
  try {
    const target = readTarget('/there/t.yaml', text, { VAR: 'secret-value' });
    return JSON.stringify([target, useOf(target)], plain);
  } catch (error) {
    if (!(error instanceof FileMistake)) throw error;
    return [error, ...error.others].map(({ message }) => message).join('\n');
  }
}

it.each(Array.from({ length: 16 }, (_, group) => group))('of group %i the same is said', (group) => {
  const said = Array.from({ length: 25 }, (_, n) => saidOf(`${group} ${n}`));
  const digest = createHash('sha256').update(said.join('\n')).digest('hex').slice(0, 12);
  if (isUpdate) kept[group] = digest;
  expect(digest).toBe(kept[group]);
  const read = said.filter((each) => each.startsWith('['));
  expect([read.length > 0, read.length < 25]).toEqual([true, true]);
});

it('prices requests by their calls and bodies', () => {
  const calls = ['escrow/B/create', 'escrow/A/create', 'casino/A/bet', 'wallet/B/send', 'wallet/A/swap', 'domains/A/register', 'faucet/B/register', 'trading/B/place', 'escrow/B/release', 'control/A/deposit', ''];
  const bodies = [{ amount: '1.00' }, { amount: 2.5 }, { amount: 'x' }, { amount: -1 }, { bet_amount: 1 }, { domain: 'abc.agent' }, { domain: 'a.dao', years: 2 }, { amount: '0.0000001' }, {}, null, undefined, [1]];
  const prices = calls.map((call) => bodies.map((body) => ['POST', 'GET', 'DELETE'].map((method) => [priceOf(call, method, body), priceOfText(call, method, body === undefined ? undefined : JSON.stringify(body))])));
  const digest = createHash('sha256').update(JSON.stringify(prices)).digest('hex').slice(0, 12);
  if (isUpdate) kept[16] = digest;
  if (isUpdate) writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
  expect(digest).toBe(kept[16]);
}); // prettier-ignore
