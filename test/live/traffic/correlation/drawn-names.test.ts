/**
 * The names that a run brings to a target, of requests drawn by chance: they come back as they were, and change with their rules alone.
 * `UPDATE_DRAWN_NAMES=1 npx vitest run test/live/traffic/correlation/drawn-names` keeps what is said now.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { HeldCards } from '../../../../src/live/traffic/correlation/held-cards.ts';
import { Namespace, type NamingRequest } from '../../../../src/live/traffic/correlation/namespace.ts';
import { Nonces } from '../../../../src/live/traffic/correlation/nonces.ts';
import { movedInstants, movedQuery } from '../../../../src/live/traffic/correlation/request-instants.ts';
import { Dice } from '../../../by-chance.ts';

const file = new URL('drawn-names.json', import.meta.url);
const isUpdate = process.env['UPDATE_DRAWN_NAMES'] === '1';
const kept = isUpdate ? [] : (JSON.parse(readFileSync(file, 'utf8')) as string[]);

const agents = [
  'alice',
  'bert-2',
  'a',
  'x'.repeat(54),
  'x'.repeat(64),
  'x'.repeat(65),
  'Anna.B',
  'dollar$x',
  7,
  '',
];
const domains = ['shop.agent', 'Shop.AGENT', 'a1-b2.bot', 'zz.dao', 'noend', 'no$.dao', null];
const seeds = [
  'lucky',
  'a b/c',
  '$$5',
  '',
  's'.repeat(119),
  's'.repeat(120),
  's'.repeat(128),
  's'.repeat(129),
  '${0:/seed}',
  7,
];
const texts = [
  'alice',
  'to alice, bert-2.',
  'www.shop.agent',
  'a.shop.agent.',
  'shop.agent/x',
  '${0:/alice}',
  'alices',
  'Shop.AGENT!',
  'x',
  '$$alice',
  'alice.bert-2',
  '',
];
const paths = [
  '/faucet/register',
  '/faucet/agents/alice',
  '/wallet/domains/register',
  '/escrow/x/bert-2/y',
  '/a',
];
const keys = [undefined, undefined, { authorization: '' }, { Authorization: 'Bearer ${0:/api_key}' }, { 'Idempotency-Key': 'once', 'x-a': 'alice' }, { 'idempotency-key': '' }]; // prettier-ignore
const instants = [
  '2026-01-02T00:00:00Z',
  'soon',
  1_767_225_600,
  1_767_225_600_000,
  1e11,
  99_999_999_999,
  12,
  -5,
];
const instantNames = ['at', 'created_at', 'until', 'cat', 'amount', 'time', 'expires', 'from', 'since_x'];

function drawnRequest(dice: Dice): NamingRequest & { readonly ip: string; readonly raw?: string } {
  const body = {
    ...(dice.isOne(2) ? { agent_id: dice.pick(agents) } : {}),
    ...(dice.isOne(3) ? { domain: dice.pick(domains) } : {}),
    ...(dice.isOne(2) ? { client_seed: dice.pick(seeds) } : {}),
    ...(dice.isOne(2) ? { nonce: dice.pick([0, 3, '4', null]), holds: [dice.pick(['AS', 'KD', '2C']), 'x'] } : {}),
    list: [dice.pick(texts), { client_seed: dice.pick(seeds), of: dice.pick(texts) }, null, 1],
    [dice.pick(instantNames) ?? '']: dice.pick(instants),
  };
  const headers = dice.pick(keys);
  return {
    path: dice.pick(paths) ?? '',
    ip: dice.pick(['10.0.0.1', '10.200.3.4', '::1', '10.x.0.1']) ?? '',
    ...(dice.isOne(2) ? { query: { domain: dice.pick(domains.filter((each) => each !== null)) ?? '', q: dice.pick(texts) ?? '', nonce: dice.pick(['0', '7', 'x', '1'.repeat(16)]) ?? '' } } : {}),
    ...(headers === undefined ? {} : { headers }),
    ...(dice.isOne(6) ? { body: dice.pick(texts) } : { body }),
    ...(dice.isOne(4) ? { raw: dice.pick(texts) ?? '' } : {}),
  };
} // prettier-ignore

/** All that is said of some requests. */
function saidOf(seed: string): unknown[] {
  const dice = new Dice(seed);
  const names = new Namespace(dice.pick(['abcd', 'abcd2345abcd2345']) ?? '', dice.isOne(4) ? { keepsSeeds: true } : {}); // prettier-ignore
  const [nonces, cards] = [new Nonces(), new HeldCards()];
  const requests = Array.from({ length: 8 }, () => drawnRequest(dice));
  requests.forEach((request, n) => names.note(n, request));
  if (dice.isOne(2)) names.take('alice', 'real-alice');
  const move = { byMs: 86_400_000.4, aroundMs: Date.UTC(2026, 0, 1) };
  return requests.map((request, n) => {
    const session = n % 2;
    nonces.note(session, request.body, { nonce: 10 });
    cards.note(session, { cards: ['AS', 'KD'] }, { cards: n === 3 ? ['2H'] : ['3H', '4H'] });
    const sent = names.requestToTarget(request);
    const back = names.bodyToRecorded(sent.body);
    const registered: number[] = [];
    for (const value of [request.path, request.body, request.query]) names.registrationsIn(value, (found) => registered.push(found)); // prettier-ignore
    const moved = [nonces.toTarget(session, request), nonces.toRecorded(session, request), cards.toTarget(session, request), movedInstants(request.body, move), movedQuery(request.query ?? {}, move)]; // prettier-ignore
    const ours = texts.map((text) => [names.isOurs({ note: text }), names.isOurs({ note: text, escrow_id: 'e' }), names.isOurs({ note: names.toTarget(text), agent_id: 'x' })]); // prettier-ignore
    return [sent, back, registered, names.isRegistration(n), moved, ours, names.toRecorded(sent.path)];
  });
}

it.each(Array.from({ length: 12 }, (_, group) => group))('of group %i the same is said', (group) => {
  const hash = createHash('sha256');
  for (let n = 0; n < 6; n++) hash.update(JSON.stringify(saidOf(`${group} ${n}`)));
  const digest = hash.digest('hex').slice(0, 12);
  if (isUpdate) kept[group] = digest;
  expect(digest).toBe(kept[group]);
});

it('comes back as it was', () => {
  for (let n = 0; n < 60; n++) {
    const dice = new Dice(`back ${n}`);
    const names = new Namespace('abcd2345');
    const requests = Array.from({ length: 6 }, () => drawnRequest(dice));
    requests.forEach((request, at) => names.note(at, request));
    // Texts of a trace have a dollar twice, and texts of a target have it once.
    for (const { path, query } of requests) {
      expect(names.toRecorded(names.toTarget(path))).toBe(path);
      for (const text of Object.values(query ?? {}))
        expect(names.toRecorded(names.toTarget(text))).toBe(text);
    }
  }
  if (isUpdate) writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
});
