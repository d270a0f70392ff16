/**
 * Every list takes `limit` and `page` and says how many rows there are, so that none stops silently (LIM48 to LIM52;
 * gaps X13, X14).
 */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/http/message.ts';
import { open, type Member, type Stage } from '../../conformance/harness.ts';

const casinoA = '/casino/api/v1';
const count = 105;

interface List {
  readonly path: string;
  readonly field: string;
  /** Rows without a limit. */
  readonly limitDefault: number;
  /** Adds one row for alice. */
  readonly add: (alice: Member, place: number, stage: Stage) => void;
  readonly query?: Record<string, string>;
  /** Rows that are there before the first is added. */
  readonly before?: number;
  /** Where the number of all rows stands, when not in `total`. */
  readonly total?: (body: JsonObject) => unknown;
}

const sent = (member: Member, path: string, body: object): void => {
  const reply = member.post(path, body);
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
};
const domain = (alice: Member, place: number): void =>
  sent(alice, '/domains/api/v1/register', { domain: `name-${place}.agent` });
const transaction = (alice: Member): void =>
  sent(alice, '/wallet/api/v1/send', { to: 'bob', amount: 0.01, chain: 'base', token: 'USDC' });
const escrow = (alice: Member): void =>
  sent(alice, '/escrow/api/v1/escrow/create', {
    buyer: 'alice',
    seller: 'bob',
    amount: 0.1,
    currency: 'USDC',
  });
const bet = (alice: Member): void => sent(alice, `${casinoA}/games/wheel`, { amount: 0.01 });
const challenge = (alice: Member): void =>
  sent(alice, `${casinoA}/challenges`, { challenged_agent_id: 'bob', game: 'wheel', amount: 0.01 });

const lists: readonly List[] = [
  { path: '/api/domains-api/domains', field: 'domains', limitDefault: 100, add: domain },
  { path: '/domains/api/v1/domains', field: 'domains', limitDefault: 100, add: domain },
  { path: '/escrow/escrows', field: 'escrows', limitDefault: 20, add: escrow },
  { path: '/escrow/escrows', query: { role: 'sender', status: 'locked' }, field: 'escrows', limitDefault: 20, add: escrow },
  { path: '/escrow/api/v1/escrow/list', field: 'escrows', limitDefault: 100, add: escrow },
  {
    path: '/api/trading-api/orders', field: 'orders', limitDefault: 20,
    add: (alice) => sent(alice, '/api/trading-api/order', { pair: 'BTC-USDC', side: 'buy', amount: 1 }),
  },
  { path: '/wallet/api/v1/transactions', field: 'transactions', limitDefault: 100, add: transaction },
  { path: '/api/wallet-api/transactions', field: 'transactions', limitDefault: 20, add: transaction },
  { path: '/api/wallet-api/transactions', query: { type: 'send' }, field: 'transactions', limitDefault: 20, add: transaction },
  {
    path: `/wallet/v1/wallet/transactions/0x${'7'.repeat(40)}`, query: { chain: 'base' }, field: 'transactions', limitDefault: 10,
    add: (alice) => sent(alice, '/wallet/api/v1/send', { to: `0x${'7'.repeat(40)}`, amount: 0.01, chain: 'base', token: 'USDC' }),
  },
  { path: '/api/casino-api/history', field: 'bets', limitDefault: 20, add: bet },
  { path: '/api/casino-api/history', query: { game: 'wheel' }, field: 'bets', limitDefault: 20, add: bet },
  { path: `${casinoA}/kelly/history`, field: 'history', limitDefault: 100, add: bet, before: 1 },
  {
    path: `${casinoA}/challenges`, field: 'outgoing', limitDefault: 20, add: challenge,
    total: (body) => (body['totals'] as JsonObject)['outgoing'],
  },
  {
    path: `${casinoA}/tournaments`, field: 'tournaments', limitDefault: 20,
    add: (alice, _, stage) => sent(alice, `${casinoA}/tournaments/create`, {
      name: 't', game: 'wheel', entry_fee: 0, prize_pool: 0, max_agents: 3, starts_at: stage.at('1h'), ends_at: stage.at('2h'),
    }),
  },
  {
    path: '/faucet/referrals', field: 'referred_agents', limitDefault: 100,
    add: (_, place, stage) => void stage.joinA(`referred-${place}`, { referrer: 'alice' }),
  },
  { path: `${casinoA}/auth/ledger`, field: 'transactions', limitDefault: count + 2, add: bet, before: 2, query: {} },
]; // prettier-ignore

/** The fields of a schema. */
const fieldsOf = (schema: object | undefined): Record<string, { type?: string }> =>
  (JSON.parse(JSON.stringify(schema ?? {})) as { properties?: Record<string, { type?: string }> })
    .properties ?? {};

/** Alice with 105 rows; 7 s pass between two of them. */
function filled({ add }: List): Member {
  const stage = open({
    'limits.enterpriseCaps': 'lifted',
    'limits.rowScaling': 'tier',
    'referral.payout': 'withdraw',
  });
  const { alice } = stage.pair();
  stage.setTier(alice, 'enterprise');
  stage.grant(alice, 5_000_000_000);
  for (let place = 0; place < count; place += 1) {
    add(alice, place, stage);
    stage.advance('7s');
  }
  return alice;
}

describe('a list of more than 100 rows', () => {
  it.each(lists)('$path $query states the total, and shows all rows page by page', (list) => {
    const alice = filled(list);
    const { path, field, limitDefault, query = {} } = list;
    const ask = (more: Record<string, string>): JsonObject => {
      const reply = alice.get(path, { ...query, ...more });
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      return reply.body;
    };
    const rows = (more: Record<string, string>): JsonObject[] => ask(more)[field] as JsonObject[];
    const total = (body: JsonObject): unknown => (list.total ?? ((each) => each['total']))(body);
    // A lost bet is one row of the ledger, a won one two.
    const all =
      field === 'transactions' && path.startsWith(casinoA) ? rows({}).length : count + (list.before ?? 0);
    expect(rows({})).toHaveLength(
      Math.min(all, Math.max(limitDefault, path.startsWith(`${casinoA}/auth`) ? all : 0)),
    );
    expect(rows({ limit: '500' })).toHaveLength(100);
    const pages = Array.from({ length: 6 }, (_, place) => ask({ limit: '40', page: `${place + 1}` }));
    const needed = Math.ceil(all / 40);
    expect(pages.map((body) => [total(body), body['page']])).toEqual(
      pages.map((_, place) => [all, place + 1]),
    );
    const shown = pages.flatMap((body) => (body[field] as JsonObject[]).map((row) => JSON.stringify(row)));
    expect([shown.length, new Set(shown).size]).toEqual([all, all]);
    expect(pages.slice(needed).every((body) => (body[field] as JsonObject[]).length === 0)).toBe(true);
    expect(rows({ limit: '1', page: '1' })).toEqual(rows({ limit: '1' }));
    for (const page of ['0', '-1', '1.5', 'x', '']) {
      const refused = alice.get(path, { ...query, page });
      expect([refused.status, refused.text('code')], page).toEqual([400, 'BAD_REQUEST']);
    }
  });

  /** Lists that are whole or say what they leave out. */
  const others: Readonly<Record<string, string>> = {
    'GET /faucet/agents': 'the top 20, beside how many there are',
    'GET /api/trading-api/portfolio': 'whole: one position a market',
    'GET /trading/api/v1/positions': 'whole: one position a market',
    'GET /trading/api/v1/markets': 'whole, with a count',
    'GET /casino/api/v1/games': 'whole: 17',
    'GET /api/casino-api/games': 'whole: 5',
    'GET /casino/api/v1/kelly/limits': 'whole: 17',
    'GET /casino/api/v1/stats/me': 'whole: by game',
    'GET /casino/api/v1/stats/session': 'whole: by game',
    'GET /casino/api/v1/stats/leaderboard': 'the top',
    'GET /casino/api/v1/leaderboard': 'the top',
    'GET /casino/api/v1/auth/balance': 'the latest of the ledger',
    'GET /casino/api/v1/auth/deposits': 'whole',
    'GET /casino/api/v1/auth/withdrawals': 'whole',
    'GET /casino/api/v1/auth/supported-chains': 'whole',
    'GET /casino/api/v1/auth/referral/code': 'whole: three levels',
    'GET /casino/api/v1/auth/referral/stats': 'whole: three levels',
    'GET /casino/api/v1/fairness/seeds': 'whole',
    'GET /casino/api/v1/tournaments/:id': 'the first 100, beside how many have entered',
    'GET /api/domains-api/lookup/:domain': 'whole: records of one domain',
    'GET /domains/api/v1/valuation': 'whole',
    'GET /wallet/v1/wallet/chains': 'whole',
    'GET /wallet/v1/wallet/balance/:address': 'whole: the tokens of a chain',
    'GET /wallet/v1/referral/code': 'whole: three levels',
    'GET /wallet/v1/referral/stats': 'whole: three levels',
  };

  it('is in the table of this test, for every route of a list', () => {
    const { router } = open().world;
    const asked = new Set(lists.map(({ path }) => path.replace(/0x7+$/, ':address')));
    const forgotten = router.routes
      .filter(({ method, service }) => method === 'GET' && service !== 'control')
      .filter(({ binding }) => Object.values(fieldsOf(binding.answer)).some(({ type }) => type === 'array'))
      .filter(({ template }) => !asked.has(template) && !(`GET ${template}` in others))
      .map(({ template }) => template);
    expect(forgotten).toEqual([]);
  });

  it('takes a page wherever its query has one, and has one wherever it takes a limit', () => {
    for (const { template, binding } of open().world.router.routes) {
      const query = fieldsOf(binding.query);
      expect('limit' in query, template).toBe('page' in query);
    }
  });
});
