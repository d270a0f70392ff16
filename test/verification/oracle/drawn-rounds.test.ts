/** What rounds draw from their seeds, game by game, and orders of the aggregator and tournaments through drawn lives. */
import { describe, expect, it } from 'vitest';
import { formatInstant, hourMs, minuteMs } from '../../../src/core/base/time.ts';
import type { Body } from '../../../src/verification/oracle/exchange.ts';
import { dealtCards, drawnFields, Words } from '../../../src/verification/oracle/models/draws.ts';
import { SwapOrders } from '../../../src/verification/oracle/models/swap-orders.ts';
import { TournamentModel } from '../../../src/verification/oracle/models/tournaments.ts';
import { describeKept, drawFrom, oneOf, type DrawBelow } from '../../kept-digests.ts';
import { FollowedRun } from './followed-run.ts';
import { caseOf, exchangeOf } from './said.ts';

const games = ['coin_flip', 'dice', 'simple_dice', 'multiplier', 'crash', 'roulette', 'custom', 'plinko', 'slots', 'hilo', 'keno', 'scratch_card', 'wheel', 'mines', 'baccarat', 'blackjack']; // prettier-ignore
const clientSeed = 'mine';

const fieldsOf = (game: string, nonce: number): Body =>
  drawnFields({ game, clientSeed, nonce, result: { rows: 8 + (nonce % 9), mines: 1 + (nonce % 24) } }, 'a server seed'); // prettier-ignore

/** So many rounds that seldom outcomes are among them. */
const roundsOf: Readonly<Record<string, number>> = {
  baccarat: 250,
  scratch_card: 250,
  multiplier: 250,
  crash: 250,
};

it('a number is drawn from words that favour none', () => {
  const words = new Words('a server seed', 'round');
  // Below three quarters of all words, every fourth word is left out.
  const bound = 3 * 2 ** 30;
  expect(Array.from({ length: 40 }, () => words.pick(bound)).every((number) => number < bound)).toBe(true);
  const all = new Words('a server seed', 'round');
  const kept = Array.from({ length: 60 }, () => all.pick(2 ** 32)).filter((word) => word < bound);
  const again = new Words('a server seed', 'round');
  expect(Array.from({ length: 30 }, () => again.pick(bound))).toEqual(kept.slice(0, 30));
});

const places = ['0xA', '0xa', '0xB', 7];
const tokens = ['USDC', 'native', `0x${'e'.repeat(40)}`, `x0x${'e'.repeat(40)}`, `0x${'E'.repeat(40)}`];
const states = ['awaiting_deposit', 'processing', 'failed', 'completed', 'refunded', 'expired', 'lost'];
const chains = ['base', 'base', 'tron', 'ethereum', 'solana', 'bitcoin', undefined];

const swapPolicies = (draw: DrawBelow): Readonly<Record<string, string>> => ({
  'wallet.swapDeposit': oneOf(draw, ['sim', 'agent']),
  'wallet.failures': oneOf(draw, ['none', 'half-percent', 'all']),
  'wallet.failedSwap': oneOf(draw, ['refunded', 'kept']),
});

/** Orders that are opened, paid and looked at, one answer after the other. */
function swapsSaid(seed: string): string[] {
  const draw = drawFrom(seed);
  const all: string[] = [];
  for (let run = 0; run < 40; run += 1) {
    const faults = draw(5) === 0 ? [{ kind: 'clock-step', service: 'wallet', atMs: draw(2) * hourMs, endMs: 0 }] : [];
    const { file, said } = caseOf({ setting: { faults, policies: swapPolicies(draw) } });
    const orders = new SwapOrders(file);
    const usual = { chain: oneOf(draw, chains), token: oneOf(draw, tokens) };
    for (let call = 0, atMs = 0; call < 22; call += 1, atMs += oneOf(draw, [0, 1, minuteMs, 5 * minuteMs, 6 * minuteMs, hourMs, 25 * hourMs])) {
      const chain = draw(6) === 0 ? oneOf(draw, chains) : usual.chain;
      const answer = {
        order_id: oneOf(draw, ['o', 'p', 'q']), from_chain: chain, chain, from_token: usual.token, to_token: oneOf(draw, tokens), to_chain: oneOf(draw, ['base', 'base', 'tron']), amount: oneOf(draw, ['10', '9', '40', '41']),
        expires_at: formatInstant(atMs + oneOf(draw, [1, 6, 30]) * minuteMs), deposit_address: oneOf(draw, places), address: oneOf(draw, places), to: oneOf(draw, places), asset: oneOf(draw, ['USDC', 'ETH']), status: oneOf(draw, states), amount_out: oneOf(draw, ['9.925', '9.925003', '0', '-90.1']),
      };
      const name = oneOf(draw, ['wallet/primary/openSwap', 'wallet/primary/openSwap', 'control/_/fund', 'control/_/fund', 'control/_/clock', 'casino/A/fund', 'casino/A/openSwap', 'wallet/primary/sendSigned', ...Array.from({ length: 6 }, () => 'wallet/primary/swapStatus')]);
      orders.answered(exchangeOf(name, { atMs, answer, params: draw(9) === 0 ? {} : { orderId: oneOf(draw, ['o', 'p', 'q', 'r']) }, status: draw(8) === 0 ? 400 : 200 }));
    }
    all.push(said.join('\n'));
  }
  return all;
} // prettier-ignore

/** Orders that nothing pays expire, of which the fifth is one too many. */
function unpaid(shown: readonly string[], { chain = 'base', policies = {}, faults = [] as readonly object[], isPaid = false } = {}): number {
  const { file, said } = caseOf({ setting: { faults, policies: { 'wallet.swapDeposit': 'sim', 'wallet.failures': 'none', ...policies } } });
  const orders = new SwapOrders(file);
  for (const [index, status] of shown.entries()) {
    const opened = { order_id: `o${index}`, deposit_address: `a${index}`, from_chain: chain, from_token: 'USDC', to_token: 'USDC', to_chain: 'base', amount: '10', expires_at: formatInstant(1) };
    orders.answered(exchangeOf('wallet/primary/openSwap', { answer: opened }));
    if (isPaid) orders.answered(exchangeOf('wallet/primary/sendSigned', { answer: { chain, to: `A${index}` } }));
    orders.answered(exchangeOf('wallet/primary/swapStatus', { atMs: 1, params: { orderId: `o${index}` }, answer: { status } }));
  }
  return said.filter((line) => line.includes('expire unpaid')).length;
} // prettier-ignore

it('of five orders that a wallet outside has to pay at least one is paid', () => {
  const five = Array.from({ length: 5 }, () => 'expired');
  expect([unpaid(five), unpaid(five.slice(1)), unpaid(['completed', ...five]), unpaid(five, { isPaid: true })]).toEqual([1, 0, 0, 0]); // prettier-ignore
  expect([unpaid(five, { policies: { 'wallet.failures': 'half-percent' } }), unpaid(five, { policies: { 'wallet.failures': 'all' } })]).toEqual([1, 0]); // prettier-ignore
  expect(unpaid(five, { policies: { 'wallet.swapDeposit': 'agent' } })).toBe(0);
  expect([unpaid(five, { chain: 'bitcoin' }), unpaid(five, { faults: [{}] })]).toEqual([0, 0]);
});

const cups = { 'tournaments.entries': 'until-start', 'tournaments.prize': 'pool-and-fees', 'tournaments.split': '50-30-20', 'tournaments.ties': 'shared', 'tournaments.idle': 'unranked', 'tournaments.score': 'net-profit', 'tournaments.stakes': 'chips', 'tournaments.minEntrants': '1', 'tournaments.unclaimed': 'entrants' }; // prettier-ignore
const others = { 'tournaments.entries': 'until-end', 'tournaments.prize': 'pool', 'tournaments.ties': 'first', 'tournaments.stakes': 'own', 'tournaments.minEntrants': '2', 'tournaments.unclaimed': 'creator' }; // prettier-ignore

/** What is said of tournaments that are made, entered, played and looked at. */
function cupsSaid(seed: string): unknown[] {
  const draw = drawFrom(seed);
  const all: unknown[] = [];
  for (let turn = 0; turn < 16; turn += 1) {
    const policies = Object.fromEntries(Object.entries({ ...cups }).map(([name, option]) => [name, draw(3) === 0 ? (others[name as keyof typeof others] ?? option) : option]));
    const run = new FollowedRun({ policies, agents: { alice: 20, bob: 10, carol: 1 } });
    const model = new TournamentModel(run.file);
    for (let call = 0, atMs = 0; call < 20; call += 1, atMs += oneOf(draw, [0, 0, minuteMs, 30 * minuteMs])) {
      const at = (hours: number): string | undefined => (draw(14) === 0 ? undefined : formatInstant(atMs + hours * hourMs));
      const body = { prize_pool: oneOf(draw, [4, 0, 20, undefined, 1e6]), entry_fee: oneOf(draw, [1, 0, 2, undefined, 1e6]), max_agents: oneOf(draw, [1, 2, 9]), game: 'dice', starts_at: at(oneOf(draw, [1, 1, 0])), ends_at: at(oneOf(draw, [2, 2, 1, 9_000])) };
      const answer = { code: oneOf(draw, ['CONFLICT', 'FORBIDDEN', 'NOT_FOUND', 'BAD_REQUEST']), tournament_id: oneOf(draw, ['t', 'u', undefined]), status: 'upcoming', amount: oneOf(draw, [1, 900, undefined]), payout: oneOf(draw, [0, 2]), rank: 1, game: 'dice', leaderboard: [], tournaments: [{ tournament_id: 't' }] };
      const operation = oneOf(draw, ['createTournament', 'createTournament', 'enterTournament', 'enterTournament', 'enterTournament', 'playTournament', 'playTournament', 'tournament', 'tournaments']);
      const more = { atMs, body: draw(12) === 0 ? undefined : body, answer, params: draw(12) === 0 ? {} : { id: oneOf(draw, ['t', 'u']) }, query: draw(2) === 0 ? {} : { limit: '1' }, status: oneOf(draw, [201, 200, 200, 409, 404]) };
      all.push(run.hears(model, oneOf(draw, ['alice', 'bob', 'carol']), [`casino/A/${operation}`, more]));
    }
    run.timers.advance(1e11);
    all.push(['alice', 'bob', 'carol'].map((agent) => run.has(agent)));
  }
  return all;
} // prettier-ignore

describe('drawn', () => {
  describeKept(new URL('drawn-rounds.json', import.meta.url), [
    ...games.map((game) => ({
      name: `rounds of ${game}`,
      made: () => Array.from({ length: roundsOf[game] ?? 60 }, (_, nonce) => fieldsOf(game, nonce)),
    })),
    { name: 'hands', made: () => Array.from({ length: 30 }, (_, nonce) => dealtCards('s', { clientSeed, nonce })) },
    ...[0, 1, 2, 3].map((turn) => ({ name: `orders ${turn}`, made: () => swapsSaid(`orders ${turn}`) })),
    ...[0, 1, 2, 3, 4].map((turn) => ({ name: `tournaments ${turn}`, made: () => cupsSaid(`cups ${turn}`) })),
  ]);
}); // prettier-ignore
