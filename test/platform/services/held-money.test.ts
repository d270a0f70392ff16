/** What each service holds of the money of its agents, for what reason and until when. */
import { expect, it } from 'vitest';
import { hourMs } from '../../../src/core/base/time.ts';
import { auditPending } from '../../../src/simulation/scenario/pending-audit.ts';
import { open, type Stage } from '../../conformance/harness.ts';

/** A line for each reason: how many transfers, how much, and until when. */
const heldIn = ({ world, nowMs }: Stage): string[] =>
  auditPending(world).map(
    ({ service, reason, isExplained, transfers, micros, firstUntilMs, lastUntilMs }) => {
      const seconds = (untilMs: number | null): string =>
        untilMs === null ? 'then' : `${(untilMs - nowMs) / 1_000} s`;
      const until = `${seconds(firstUntilMs)} to ${seconds(lastUntilMs)}`;
      return `${service}: ${reason}, ${isExplained}: ${transfers}, ${micros / 1e6} USDC, ${until}`;
    },
  );

const order = { pair: 'BTC-USDC', side: 'buy', amount: 2, type: 'limit', price: 30_000 };

it('escrow: until the expiry or the ruling', () => {
  const stage = open();
  const { alice } = stage.pair();
  alice.lock('bob', 1);
  const disputed = alice.lock('bob', 2);
  alice.post(`/escrow/escrow/${disputed}/dispute`, { reason: 'late' });
  alice.post(`/escrow/escrow/${alice.lock('bob', '0.50')}/release`);
  expect(heldIn(stage)).toEqual([
    'escrow: escrow frozen until its ruling, true: 2, 2 USDC, 172800 s to 172800 s',
    'escrow: escrow locked until its expiry, true: 2, 1 USDC, 86400 s to 86400 s',
  ]);
});

it.each([
  ['rest', 'order resting until its price comes'],
  ['day', 'order resting for a day at most'],
])('trading: what resting orders reserve, %s', (life, reason) => {
  const stage = open(life === 'day' ? { 'trading.orderLife': life } : {});
  const { bob } = stage.pair();
  expect(bob.post('/api/trading-api/order', order).status).toBe(201);
  const perp = { ...order, market_type: 'perp', leverage: 4 };
  expect(bob.post('/api/trading-api/order', perp).status).toBe(201);
  expect(heldIn(stage)).toEqual([`trading: ${reason}, true: 2, 2.504 USDC, then to then`]);
});

it('casino: pools and fees of tournaments, rounds that climb', () => {
  const stage = open({ 'kelly.limit': 'none' });
  const { alice, bob } = stage.pair();
  const { nowMs } = stage;
  const instant = (hours: number): string => new Date(nowMs + hours * hourMs).toISOString();
  const cup = { name: 'cup', game: 'coin_flip', entry_fee: 1, prize_pool: 2, max_agents: 4, starts_at: instant(1), ends_at: instant(3) };
  const id = alice.post('/casino/api/v1/tournaments/create', cup).text('tournament_id');
  for (const member of [alice, bob]) expect(member.post(`/casino/api/v1/tournaments/${id}/enter`).status).toBe(200);
  expect(bob.post('/casino/api/v1/games/crash/bet', { amount: 0.5, cash_out_at: 2 }).status).toBe(200);
  expect(heldIn(stage)).toEqual(['casino: in a tournament that is upcoming, true: 3, 4 USDC, 10800 s to 10800 s', 'casino: on a curve that climbs, true: 2, 1 USDC, 11.553 s to 11.553 s']);
  stage.advance('2h');
  expect(heldIn(stage)).toEqual(['casino: in a tournament that is active, true: 3, 4 USDC, 3600 s to 3600 s']);
  stage.advance('2h');
  expect(heldIn(stage)).toEqual([]);
}); // prettier-ignore

it('wallet: what is on its way over a chain', () => {
  const stage = open({ 'wallet.failures': 'none' });
  const { alice } = stage.pair();
  const sent = alice.post('/api/wallet-api/send', { to: `0x${'c'.repeat(40)}`, amount: 2, chain: 'base' });
  expect(sent.status).toBe(200);
  expect(heldIn(stage)).toEqual([
    'wallet: on its way over base, true: 2, 2.002866 USDC, 19.877 s to 19.877 s',
  ]);
});
