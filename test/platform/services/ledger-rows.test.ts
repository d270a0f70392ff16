/** GET /auth/ledger over random histories of all services: its rows add up to the balance, on one page or on many. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { open, type Member, type Overrides, type Reply, type Stage } from '../../conformance/harness.ts';

const casinoA = '/casino/api/v1';
const ledgerPath = `${casinoA}/auth/ledger`;
const tradingB = '/api/trading-api';

interface Row {
  readonly id: number;
  readonly type: string;
  readonly phase: string;
  readonly amount: number;
}

const micros = (amount: number): number => Math.round(amount * 1e6);
const rowsOf = (member: Member, query: Record<string, string> = {}): Row[] =>
  member.get(ledgerPath, query).body['transactions'] as unknown as Row[];
const sumOf = (rows: readonly Row[]): number => rows.reduce((sum, { amount }) => sum + micros(amount), 0);
const balanceOf = (member: Member): number =>
  micros(member.get(`${casinoA}/auth/balance`).body['balance'] as number);

/** The records that a history has created so far. */
interface Story {
  readonly stage: Stage;
  readonly by: Member;
  readonly other: Member;
  /** Whole cents from 10 to 400. */
  readonly cents: number;
  readonly made: Map<string, string[]>;
}

const latest = ({ made, cents }: Story, kind: string): string => {
  const all = made.get(kind) ?? [];
  return all[all.length - 1 - (cents % Math.max(1, Math.min(3, all.length)))] ?? 'none';
};

function keep({ made }: Story, kind: string, reply: Reply, field: string): void {
  const id = reply.body[field];
  if (typeof id === 'string') made.set(kind, [...(made.get(kind) ?? []), id]);
}

const act =
  (verb: string) =>
  (story: Story): void => {
    story.by.post(
      `/escrow/escrow/${latest(story, 'escrow')}/${verb}`,
      verb === 'dispute' ? { reason: 'late' } : undefined,
    );
  };
const order =
  (body: object) =>
  (story: Story): void => {
    const reply = story.by.post(`${tradingB}/order`, { amount: story.cents / 10, ...body });
    keep(story, 'order', reply, 'order_id');
  };
const game =
  (path: string, params: object) =>
  ({ by, cents }: Story): void => {
    by.post(`${casinoA}/games/${path}`, { amount: cents / 100, ...params });
  };

/** Every operation that credits, debits, reserves or releases money. */
const steps: Readonly<Record<string, (story: Story) => void>> = {
  claim: ({ by }) => void by.post('/faucet/claim'),
  lock: (story) => {
    const body = { receiver: story.other.agentId, amount: story.cents / 100, expires_in: 3600 };
    keep(story, 'escrow', story.by.post('/escrow/escrow', body), 'escrow_id');
  },
  release: act('release'),
  refund: act('refund'),
  dispute: act('dispute'),
  flip: game('coin-flip', { side: 'heads' }),
  hit: game('blackjack', { action: 'hit' }),
  double: game('blackjack', { action: 'double' }),
  launch: ({ by }) => void by.post(`${casinoA}/games/crash/bet`, { amount: 0.05 }),
  launchToTwo: game('crash/bet', { cash_out_at: 2 }),
  cashOut: ({ by }) => void by.post(`${casinoA}/games/crash/cashout`),
  withdraw: ({ by }) => void by.post(`${casinoA}/auth/withdraw`, { amount: 1.5, address: `0x${'1'.repeat(40)}` }),
  challenge: (story) => {
    const body = { challenged_agent_id: story.other.agentId, game: 'coin_flip', amount: story.cents / 100 };
    keep(story, 'challenge', story.by.post(`${casinoA}/challenges`, body), 'challenge_id');
  },
  accept: (story) => void story.by.post(`${casinoA}/challenges/${latest(story, 'challenge')}/accept`),
  decline: (story) => void story.by.post(`${casinoA}/challenges/${latest(story, 'challenge')}/decline`),
  tournament: (story) => {
    const body = {
      name: 't', game: 'coin_flip', entry_fee: 0.5, prize_pool: 1, max_agents: 3,
      starts_at: story.stage.at('1m'), ends_at: story.stage.at('50m'),
    }; // prettier-ignore
    keep(story, 'tournament', story.by.post(`${casinoA}/tournaments/create`, body), 'tournament_id');
  },
  enter: (story) => void story.by.post(`${casinoA}/tournaments/${latest(story, 'tournament')}/enter`),
  play: (story) => {
    const path = `${casinoA}/tournaments/${latest(story, 'tournament')}/play`;
    story.by.post(path, { amount: story.cents / 100, side: 'heads' });
  },
  register: (story) => {
    const domain = `name-${story.made.get('domain')?.length ?? 0}-${story.by.agentId}.agent`;
    keep(story, 'domain', story.by.post('/api/domains-api/register', { domain }), 'domain');
  },
  sell: (story) => {
    const body = { domain: latest(story, 'domain'), to: story.other.agentId, price: story.cents / 100 };
    story.by.post('/api/domains-api/transfer', body);
  },
  buySpot: order({ pair: 'ETH-USDC', side: 'buy' }),
  sellSpot: order({ pair: 'ETH-USDC', side: 'sell' }),
  long: order({ pair: 'BTC-USDC', side: 'buy', market_type: 'perp', leverage: 5 }),
  short: order({ pair: 'BTC-USDC', side: 'sell', market_type: 'perp', leverage: 10 }),
  limit: order({ pair: 'ETH-USDC', side: 'buy', type: 'limit', price: 500 }),
  cancel: (story) => void story.by.send({ method: 'DELETE', path: `${tradingB}/order/${latest(story, 'order')}` }),
  send: ({ by, other, cents }) => void by.post('/api/wallet-api/send', { to: other.agentId, amount: cents / 100 }),
  sendOut: ({ by, cents }) => void by.post('/api/wallet-api/send', { to: `0x${'2'.repeat(40)}`, amount: cents / 100, chain: 'base' }),
  swap: ({ by, cents }) => void by.post('/wallet/api/v1/swap', { from: 'USDC', to: 'ETH', amount: cents / 100 }),
  earn: ({ by }) => void by.post('/wallet/v1/referral/withdraw', { address: `0x${'3'.repeat(40)}` }),
  undo: ({ stage, by, cents }) => {
    stage.fault({ kind: 'error', service: 'escrow', forMs: 1, rate: 1, effect: 'undone' });
    by.post('/escrow/escrow', { receiver: 'bob', amount: cents / 100 });
    stage.advance(2);
  },
  second: ({ stage }) => stage.advance('1s'),
  minute: ({ stage }) => stage.advance('1m'),
  hour: ({ stage }) => stage.advance('1h'),
  days: ({ stage }) => stage.advance('49h'),
}; // prettier-ignore

const anyStep = fc.record({
  name: fc.constantFrom(...Object.keys(steps)),
  by: fc.nat(1),
  cents: fc.integer({ min: 10, max: 400 }),
});

function pair(policies: Overrides): { stage: Stage; members: readonly [Member, Member] } {
  const stage = open({ 'limits.rowScaling': 'tier', ...policies });
  const alice = stage.joinB('alice');
  const bob = stage.joinB('bob', { referrer: 'alice' });
  for (const member of [alice, bob]) {
    stage.setTier(member, 'enterprise');
    stage.grant(member, 300_000_000);
  }
  return { stage, members: [alice, bob] };
}

function holds(member: Member): void {
  const whole = member.get(ledgerPath).body;
  const rows = whole['transactions'] as unknown as Row[];
  expect(sumOf(rows)).toBe(balanceOf(member));
  expect([whole['total'], whole['page']]).toEqual([rows.length, 1]);
  expect(rows.every(({ amount }) => amount !== 0)).toBe(true);
}

function holdsPages(member: Member): void {
  const whole = rowsOf(member);
  const pages = Array.from({ length: Math.ceil(whole.length / 7) }, (_, page) =>
    rowsOf(member, { limit: '7', page: `${page + 1}` }),
  );
  expect(pages.flat()).toEqual(whole);
}

describe('the rows of the ledger', () => {
  it('add up to the balance after every step of any history', () => {
    const property = fc.property(
      fc.array(anyStep, { minLength: 1, maxLength: 60 }),
      fc.constantFrom<Overrides>({}, { 'wallet.failures': 'all' }, { 'wallet.agentSend': 'chain' }),
      (history, policies) => {
        const { stage, members } = pair(policies);
        const made = new Map<string, string[]>();
        for (const { name, by, cents } of history) {
          const [own, other] = by === 0 ? members : [members[1], members[0]];
          steps[name]?.({ stage, by: own, other, cents, made });
          for (const member of members) holds(member);
        }
        for (const member of members) holdsPages(member);
      },
    );
    fc.assert(property, { seed: 8, numRuns: 40 });
  });

  it('give back what a refunded escrow held', () => {
    const { members: [alice] } = pair({});
    const escrowId = alice.post('/escrow/escrow', { receiver: 'bob', amount: 1 }).text('escrow_id');
    const locked = rowsOf(alice);
    alice.post(`/escrow/escrow/${escrowId}/refund`);
    const added = rowsOf(alice).slice(0, rowsOf(alice).length - locked.length);
    expect(added.map(({ phase, amount }) => [phase, amount])).toEqual(
      expect.arrayContaining([['void', 0.99], ['void', 0.01]]),
    );
    expect(sumOf(added)).toBe(1_000_000);
  }); // prettier-ignore

  it('show a live crash bet as its stake, and as a payout only once there is one', () => {
    const { stage, members: [alice] } = pair({});
    const before = rowsOf(alice).length;
    alice.post(`${casinoA}/games/crash/bet`, { amount: 0.05 });
    const running = rowsOf(alice).slice(0, rowsOf(alice).length - before);
    expect(running.map(({ type, phase, amount }) => [type, phase, amount])).toEqual([
      ['casino-stake', 'pending', -0.05],
    ]);
    stage.advance('1h');
    holds(alice);
  }); // prettier-ignore

  it('are the latest ones of GET /auth/balance', () => {
    const { members: [alice] } = pair({});
    for (let round = 0; round < 8; round += 1) alice.post(`${casinoA}/games/wheel`, { amount: 1 });
    expect(alice.get(`${casinoA}/auth/balance`).body['recent']).toEqual(rowsOf(alice, { limit: '10' }));
  }); // prettier-ignore
});
