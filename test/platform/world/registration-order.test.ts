import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Journal } from '../../../src/core/base/journal.ts';
import type { Response } from '../../../src/core/http/message.ts';
import { rowsOf } from '../../../src/core/http/route.ts';
import { Ledger } from '../../../src/core/ledger/ledger.ts';
import { assemble } from '../../../src/simulation/scenario/assemble.ts';
import { platformServices, type ServiceEntry } from '../../../src/platform/world/platform.ts';
import { RunDigest } from '../../../src/platform/world/run-digest.ts';
import { policiesWith, startMs, textIn } from './new-world.ts';
import { transferKinds } from '../../../src/platform/services/transfer-kinds.ts';

const services = platformServices as readonly ServiceEntry[];
const dayMs = 86_400_000;

/** Every order of a list, each as likely. */
const shuffled = <T>(items: readonly T[]): fc.Arbitrary<T[]> =>
  fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length });

/** The services in any order, and so their route tables and the rows of these. */
const shuffledServices: fc.Arbitrary<ServiceEntry[]> = fc
  .tuple(
    ...services.map((entry) =>
      fc
        .tuple(...entry.routes.map((table) => shuffled(table.rows).map((rows) => ({ ...table, rows }))))
        .chain((tables) => shuffled(tables))
        .map((routes): ServiceEntry => ({ ...entry, routes })),
    ),
  )
  .chain((entries) => shuffled(entries));

/** A service without calls, with accounts, a route, and a name before or after all others. */
const unusedService = (name: string): ServiceEntry => ({
  name,
  prefixes: { A: `/${name}` },
  routes: [
    {
      rows: [
        rowsOf<{ rest(input: undefined): object }>()('rest', {
          about: 'Nothing',
          access: 'none',
          success: 200,
          limits: {},
          refusals: [],
          styles: { A: ['GET', '/rest', { read: () => undefined, write: () => ({}) }] },
        }),
      ],
      operations: (service) => service,
    },
  ],
  create: ({ platform }) => {
    platform.ledger.openAccount(`${name}:fees`);
    platform.ledger.openAccount(`${name}:pool`);
    return { rest: () => ({}) };
  },
  pendingHolders: () => [],
});

/** Calls of all services; an escrow and a challenge that expire in the same millisecond, created in turns. */
function played(entries?: readonly ServiceEntry[]): { digest: string; answers: unknown[] } {
  const { kernel, world } = assemble({
    startMs,
    seed: '7',
    profile: 'published',
    policies: policiesWith({ 'casino.depositCredit': 'at-once' }),
    ...(entries === undefined ? {} : { services: entries }),
  });
  const answers: unknown[] = [];
  const ask = (method: 'GET' | 'POST', path: string, body?: unknown, key?: string): Response['body'] => {
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const answer = world.dispatch({ method, path, query: {}, headers, body, ip: '10.0.0.1' });
    answers.push([method, path, answer.status, answer.headers, answer.body]);
    return answer.body;
  };
  const [ann = '', bob = ''] = ['ann', 'bob'].map((agent_id) =>
    textIn(ask('POST', '/faucet/register', { agent_id }), 'api_key'),
  );
  for (const name of ['agent:ann', 'agent:bob']) {
    const [debit = -1, credit = -1] = ['issuer', name].map((each) => world.ledger.accountNamed(each));
    world.ledger.book({ debit, credit, amount: 1_000_000_000, kind: 'genesis', atMs: startMs });
  }
  for (let turn = 0; turn < 3; turn++) {
    const escrow = { amount: 1, receiver: 'bob', expires_in: dayMs / 1_000 };
    const challenge = { challenged_agent_id: 'bob', game: 'coinflip', amount: 1 };
    ask('POST', '/escrow/escrow', escrow, ann);
    ask('POST', '/casino/api/v1/challenges', challenge, ann);
    ask(
      'POST',
      '/api/casino-api/bet',
      { game: 'dice', amount: '0.1', params: { target: 50, over: true } },
      bob,
    );
    ask('POST', '/api/trading-api/order', { pair: 'BTC-USDC', side: 'buy', type: 'market', amount: 1 }, bob);
    ask('POST', '/api/domains-api/register', { domain: `long-name-${turn}.agent`, years: 1 }, ann);
    ask('POST', '/wallet/v1/wallet/create', {}, bob);
    ask('GET', '/nowhere', undefined, bob);
    kernel.run({ untilMs: kernel.nowMs + dayMs });
  }
  for (const path of ['/escrow/escrows', '/casino/api/v1/challenges', '/casino/api/v1/auth/balance'])
    ask('GET', path, undefined, ann);
  expect(world.driftMicros()).toBe(0);
  return { digest: world.digest().digest, answers };
}

describe('the order of registration', () => {
  const expected = played();

  it('is tested with a run in which every service responds and moves money', () => {
    const statuses = (expected.answers as [string, string, number][]).map(([, path, status]) => [
      path,
      status,
    ]);
    for (const path of [
      '/faucet',
      '/escrow',
      '/casino',
      '/api/casino',
      '/api/trading',
      '/api/domains',
      '/wallet',
    ])
      expect(statuses).toContainEqual([expect.stringMatching(`^${path}`), expect.toSatisfy((s) => s < 300)]);
  });

  it('of services and routes changes neither digest nor responses, with any unused services', () => {
    fc.assert(
      fc.property(
        shuffledServices,
        fc.subarray(['aa-unused', 'zz-unused']),
        fc.nat(),
        (entries, unused, at) => {
          const more = entries.toSpliced(at % (entries.length + 1), 0, ...unused.map(unusedService));
          expect(played(more)).toEqual(expected);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('of accounts changes no digest, with any unused accounts', () => {
    const used = ['issuer', 'agent:ann', 'agent:bob', 'escrow:fees'];
    const digestOf = (names: readonly string[], amount = 5): string => {
      const ledger = new Ledger(new Journal(), transferKinds);
      for (const name of names) ledger.openAccount(name, { mayGoNegative: true });
      const id = (name: string): number => ledger.accountNamed(name) ?? -1;
      const digest = new RunDigest('7', ledger);
      const parts = { amount, kind: 'escrow-net' as const, atMs: 0 };
      ledger.book({ debit: id('issuer'), credit: id('agent:ann'), ...parts });
      const held = ledger.reserve({ debit: id('agent:ann'), credit: id('agent:bob'), ...parts });
      digest.endEvent();
      ledger.post(held as number, 1);
      ledger.book({ debit: id('agent:bob'), credit: id('escrow:fees'), ...parts });
      digest.endEvent();
      return digest.value();
    };
    const published = digestOf(used);
    fc.assert(
      fc.property(
        fc
          .subarray(['unused:a', 'unused:b', 'agent:carol'])
          .chain((unused) => shuffled([...used, ...unused])),
        (names) => {
          expect(digestOf(names)).toBe(published);
          expect(digestOf(names, 6)).not.toBe(published);
        },
      ),
    );
  });
});
