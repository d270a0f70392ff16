/**
 * Every operation on a record that has an owner, called for an own, a foreign and an unknown record, in every style.
 * One operation answers alike in all its styles (ERR05-ERR08; gaps A5, A6, T12, W25).
 */
import { describe, expect, it } from 'vitest';
import type { Method } from '../../../src/core/http/message.ts';
import { open, type Member, type Reply, type Stage } from '../../conformance/harness.ts';

const casinoA = '/casino/api/v1';
const escrowA = '/escrow/api/v1/escrow';
const domainsA = '/domains/api/v1';
const domainsB = '/api/domains-api';
const tradingA = '/trading/api/v1';
const tradingB = '/api/trading-api';

/** Makes the thing as alice, who challenges or pays bob; the answer names it. */
type Make = (alice: Member, stage: Stage) => string;
type Ask = (id: string) => readonly [Method, string, object?];

const made = (reply: Reply, field: string): string => {
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  return reply.text(field);
};
const escrow: Make = (alice) =>
  made(alice.post('/escrow/escrow', { receiver: 'bob', amount: 1 }), 'escrow_id');
const order: Make = (alice) =>
  made(
    alice.post(`${tradingB}/order`, { pair: 'BTC-USDC', side: 'buy', amount: 5, type: 'limit', price: 1000 }),
    'order_id',
  );
const domain: Make = (alice) =>
  made(alice.post(`${domainsB}/register`, { domain: 'alices.agent' }), 'domain');
const bet: Make = (alice) =>
  made(alice.post(`${casinoA}/games/coin-flip`, { side: 'heads', amount: 0.01 }), 'bet_id');
const seed: Make = (alice) => (
  bet(alice, undefined as never),
  alice.get(`${casinoA}/fairness/seed-hash`).text('seed_hash')
);
const hand: Make = (alice) => JSON.stringify(alice.post(`${casinoA}/games/video-poker/deal`).body['nonce']);
const challenge: Make = (alice) =>
  made(
    alice.post(`${casinoA}/challenges`, { challenged_agent_id: 'bob', game: 'coin_flip', amount: 1 }),
    'challenge_id',
  );
const tournament: Make = (alice, stage) =>
  made(alice.post(`${casinoA}/tournaments/create`, {
    name: 't', game: 'coin_flip', entry_fee: 0, prize_pool: 1, max_agents: 5, starts_at: stage.at('1m'), ends_at: stage.at('1h'),
  }), 'tournament_id'); // prettier-ignore
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const swap: Make = (alice) =>
  made(alice.post('/wallet/v1/wallet/swap', {
    from_chain: 'base', to_chain: 'base', from_token: usdc, to_token: 'native', amount: 5, to_address: `0x${'1'.repeat(40)}`,
  }), 'order_id'); // prettier-ignore
const transaction: Make = (alice) =>
  made(alice.post('/api/wallet-api/send', { to: 'bob', amount: 1 }), 'tx_hash');

interface Row {
  readonly name: string;
  readonly make: Make;
  readonly ask: Ask;
  /** The statuses for the creator, for a third agent, and for any agent with an unknown id. */
  readonly own: number;
  readonly another: number;
  readonly unknown: number;
}

/** A row for each style; the statuses are those of the operation, whatever the style. */
function rows(
  operation: string,
  make: Make,
  statuses: readonly [own: number, another: number, unknown: number],
  styles: Readonly<Record<string, Ask>>,
): Row[] {
  const [own, another, unknown] = statuses;
  return Object.entries(styles).map(([style, ask]) => ({
    name: `${operation} in style ${style}`, make, ask, own, another, unknown,
  })); // prettier-ignore
}

const table: readonly Row[] = [
  ...rows('read an escrow', escrow, [200, 403, 404], {
    A: (id) => ['GET', `${escrowA}/${id}`],
    B: (id) => ['GET', `/escrow/escrow/${id}`],
  }),
  ...rows('release an escrow', escrow, [200, 403, 404], {
    A: (escrow_id) => ['POST', `${escrowA}/release`, { escrow_id }],
    B: (id) => ['POST', `/escrow/escrow/${id}/release`],
  }),
  ...rows('refund an escrow', escrow, [200, 403, 404], {
    B: (id) => ['POST', `/escrow/escrow/${id}/refund`],
  }),
  ...rows('dispute an escrow', escrow, [200, 403, 404], {
    A: (escrow_id) => ['POST', `${escrowA}/dispute`, { escrow_id, reason: 'late' }],
    B: (id) => ['POST', `/escrow/escrow/${id}/dispute`, { reason: 'late' }],
  }),
  ...rows('cancel an order', order, [200, 404, 404], {
    A: (id) => ['POST', `${tradingA}/orders/${id}/cancel`],
    B: (id) => ['DELETE', `${tradingB}/order/${id}`],
  }),
  ...rows('renew a domain', domain, [200, 403, 404], {
    B: (id) => ['POST', `${domainsB}/renew`, { domain: id || 'nobodys.agent', years: 1 }],
  }),
  ...rows('transfer a domain', domain, [200, 403, 404], {
    B: (id) => ['POST', `${domainsB}/transfer`, { domain: id || 'nobodys.agent', to: 'bob' }],
  }),
  ...rows('set a record of a domain', domain, [200, 403, 404], {
    A: (id) => ['POST', `${domainsA}/dns`, { domain: id || 'nobodys.agent', type: 'TXT', name: '@', value: 'x' }],
  }),
  ...rows('look up a domain', domain, [200, 200, 404], {
    B: (id) => ['GET', `${domainsB}/lookup/${id || 'nobodys.agent'}`],
  }),
  ...rows('verify a bet', bet, [200, 404, 404], {
    A: (bet_id) => ['POST', `${casinoA}/fairness/verify`, { bet_id: bet_id || 'bet_x' }],
    'A, audit': (id) => ['GET', `${casinoA}/fairness/audit/${id || 'bet_x'}`],
    short: (id) => ['GET', `${casinoA}/games/provably-fair/${id || 'bet_x'}`],
  }),
  ...rows('verify a bet by its seed', seed, [200, 404, 404], {
    B: (id) => ['GET', `/api/casino-api/verify/${id || 'x'}?nonce=0`],
  }),
  ...rows('draw to a hand of video poker', hand, [200, 404, 404], {
    A: (nonce) => ['POST', `${casinoA}/games/video-poker/draw`, { holds: [], nonce: Number(nonce), amount: 0.01 }],
  }),
  ...rows('read a tournament', tournament, [200, 200, 404], {
    A: (id) => ['GET', `${casinoA}/tournaments/${id || 'x'}`],
  }),
  ...rows('enter a tournament', tournament, [200, 200, 404], {
    A: (id) => ['POST', `${casinoA}/tournaments/${id || 'x'}/enter`],
  }),
  // Nobody has entered, its creator included.
  ...rows('play in a tournament', tournament, [403, 403, 404], {
    A: (id) => ['POST', `${casinoA}/tournaments/${id || 'x'}/play`, { side: 'heads', amount: 1 }],
  }),
  // Only the challenged agent may answer: the challenger may not.
  ...rows('accept a challenge', challenge, [403, 403, 404], {
    A: (id) => ['POST', `${casinoA}/challenges/${id || 'x'}/accept`],
  }),
  ...rows('decline a challenge', challenge, [403, 403, 404], {
    A: (id) => ['POST', `${casinoA}/challenges/${id || 'x'}/decline`],
  }),
  ...rows('ask for a swap', swap, [200, 200, 404], {
    primary: (id) => ['GET', `/wallet/v1/wallet/swap/status/${id || 'x'}`],
  }),
  ...rows('ask for a transaction', transaction, [200, 200, 404], {
    B: (id) => ['GET', `/api/wallet-api/tx/${id || '0x1'}`],
  }),
  ...rows('read an agent', () => 'alice', [200, 200, 404], {
    A: (id) => ['GET', `/faucet/api/v1/agents/${id || 'nobody'}`],
  }),
]; // prettier-ignore

/** Routes whose parameter names no record with an owner. */
const ownerless: readonly string[] = [
  'GET /trading/api/v1/ticker/*',
  'GET /api/trading-api/price/*',
  'GET /wallet/v1/wallet/balance/*',
  'GET /wallet/v1/wallet/transactions/*',
];

function scene(): { stage: Stage; alice: Member; carol: Member } {
  const stage = open({ 'limits.rowScaling': 'tier' });
  const { alice, bob } = stage.pair();
  const carol = stage.joinB('carol');
  for (const member of [alice, bob, carol]) {
    stage.setTier(member, 'enterprise');
    stage.grant(member, 200_000_000);
  }
  return { stage, alice, carol };
}

const send = (by: Member, [method, path, body]: ReturnType<Ask>): Reply => {
  const [plain = '', text = ''] = path.split('?');
  const query = Object.fromEntries(new URLSearchParams(text));
  return by.send({ method, path: plain, query, body });
};

const codes: Readonly<Record<number, string>> = { 403: 'FORBIDDEN', 404: 'NOT_FOUND' };

describe('a record that has an owner', () => {
  it.each(table)('$name: own $own, another’s $another, unknown $unknown', (row) => {
    const { stage, alice, carol } = scene();
    const id = row.make(alice, stage);
    const before = stage.transfers;
    const foreign = send(carol, row.ask(id));
    expect(foreign.status, JSON.stringify(foreign.body)).toBe(row.another);
    if (row.another >= 400) {
      expect(foreign.text('code')).toBe(codes[row.another]);
      expect(stage.transfers).toBe(before);
    }
    // A nonce is a number, an escrow id a text: neither was ever given out.
    const unknown = send(
      carol,
      row.ask(row.make === hand ? '9' : row.make === escrow || row.make === order ? 'none' : ''),
    );
    expect([unknown.status, unknown.text('code')], JSON.stringify(unknown.body)).toEqual([404, 'NOT_FOUND']);
    const own = send(alice, row.ask(id));
    expect(own.status, JSON.stringify(own.body)).toBe(row.own);
  });

  it('gets the same response as an unknown one if both are 404', () => {
    for (const row of table.filter(({ another }) => another === 404)) {
      const { stage, alice, carol } = scene();
      const id = row.make(alice, stage);
      if (row.make === hand) continue;
      const foreign = send(carol, row.ask(id)).text('error').replaceAll(id, '…');
      const never = id.replaceAll(/[0-9]/g, '7');
      expect(send(carol, row.ask(never)).text('error').replaceAll(never, '…'), row.name).toBe(foreign);
    }
  });

  it('is in the table of this test for every route with a parameter in its path', () => {
    const { stage } = scene();
    const named = stage.world.router.routes
      .filter(({ template, service }) => template.includes(':') && service !== 'control')
      .map(({ method, template }) => `${method} ${template.replaceAll(/:\w+/g, '*')}`);
    const asked = table.map(({ ask }) => ask('*')).map(([method, path]) => `${method} ${path.split('?')[0]}`);
    expect(named.filter((route) => !asked.includes(route) && !ownerless.includes(route))).toEqual([]);
    expect(ownerless.filter((route) => !named.includes(route))).toEqual([]);
  });
});
