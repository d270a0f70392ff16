/** Audits of houses in process whose answers differ from the honest ones in drawn places, and all that the audit makes of them. */
import { commitmentOf } from '../../../../src/core/fairness/hmac.ts';
import { gameNamed } from '../../../../src/platform/games/registry.ts';
import type { LiveCall } from '../../../../src/verification/audit/live/call.ts';
import { LiveEvidence } from '../../../../src/verification/audit/live/evidence.ts';
import type { LiveHabits, LookAt } from '../../../../src/verification/audit/live/habits.ts';
import { liveAudit } from '../../../../src/verification/audit/live/live-audit.ts';
import { MissedRounds } from '../../../../src/verification/audit/live/missed-rounds.ts';
import { StakeBudget } from '../../../../src/verification/audit/live/stake-budget.ts';
import { replayedBetOf } from '../../../../src/verification/audit/replay/player.ts';
import { oneOf, type DrawBelow } from '../../../kept-digests.ts';
import { sha256 } from '../houses.ts';
import { LiveHouse, type LiveCheat } from '../live-house.ts';

type Body = Record<string, unknown>;
type Answer = ReturnType<NonNullable<LiveCheat['answer']>>;

/** Another answer to a call; `draw` is the house's own. */
type Change = (passing: { call: LiveCall; honest: Answer; house: LiveHouse; draw: DrawBelow }) => Answer;

const isBet = ({ path }: LiveCall): boolean => path.startsWith('/games/');
const ok = (body: Body): Answer => ({ status: 200, body });
const failed = (status: number): Answer => ({ status, body: { code: `STATUS_${status}`, error: 'failed' } });

/** Changes the body of answers to a path, every so often. */
const onPath =
  (path: string, change: (body: Body, draw: DrawBelow, house: LiveHouse) => Body, every = 1): Change =>
  ({ call, honest, house, draw }) =>
    call.path.startsWith(path) && honest.status === 200 && draw(every) === 0 ? ok(change(honest.body, draw, house)) : honest; // prettier-ignore
const without = (path: string, ...fields: string[]): Change =>
  onPath(path, (body) => Object.fromEntries(Object.entries(body).filter(([name]) => !fields.includes(name))));
const answered = (path: string, status: number, every: number): Change =>
  ({ call, honest, draw }) => (call.path.startsWith(path) && draw(every) === 0 ? failed(status) : honest); // prettier-ignore
const onWins = (status: number): Change =>
  ({ call, honest }) => (isBet(call) && Number(honest.body['multiplier']) > 1 ? failed(status) : honest); // prettier-ignore
const inRevealed = (change: (revealed: Body, draw: DrawBelow) => Body): Change =>
  onPath('/fairness/rotate', (body, draw) => ({ ...body, revealed: change(body['revealed'] as Body, draw) }));
const plus = (value: unknown, more: number): number => Number((Number(value) + more).toFixed(6));

/** Replaces the seed by itself before some bets. */
const replacing =
  (every: number): Change =>
  ({ call, honest, house, draw }) => {
    if (isBet(call) && draw(every) === 0) house.answer({ method: 'POST', path: '/fairness/rotate' });
    return honest;
  };

/** By name: how the answers differ. */
export const changes: Readonly<Record<string, Change>> = {
  'in nothing': ({ honest }) => honest,
  'bets have no payout': without('/games', 'payout'),
  'bets have no payout and no balance': without('/games', 'payout', 'balance'),
  'bets have no nonce': without('/games', 'nonce'),
  'no nonce is shown': ({ honest }) => ({ ...honest, body: Object.fromEntries(Object.entries(honest.body).filter(([name]) => !['nonce', 'next_nonce'].includes(name))) }),
  'bets have no commitment': without('/games', 'seed_hash'),
  'bets have no stake and no client seed': without('/games', 'amount', 'client_seed', 'bet_id'),
  'no commitment is shown': without('/fairness/seed-hash', 'seed_hash'),
  'rounds are not stated': inRevealed((revealed) => ({ ...revealed, rounds: undefined })),
  'rotations reveal nothing': without('/fairness/rotate', 'revealed'),
  'rotations reveal another seed': inRevealed((revealed) => ({ ...revealed, server_seed: sha256('another') })),
  'rotations reveal another commitment': inRevealed((revealed) => ({ ...revealed, seed_hash: sha256('another') })),
  'rotations count other rounds': inRevealed((revealed, draw) => ({ ...revealed, rounds: Number(revealed['rounds']) + draw(3) })),
  'rotations announce another commitment': onPath('/fairness/rotate', (body) => ({ ...body, seed_hash: sha256('announced') }), 2),
  'rotations are accepted for later': ({ call, honest }) => (call.path === '/fairness/rotate' ? { status: 202, body: {} } : honest),
  'rotations fail now and then': answered('/fairness/rotate', 500, 3),
  'rotations are refused': answered('/fairness/rotate', 403, 2),
  'rotations are limited': answered('/fairness/rotate', 429, 2),
  'rotations are lost': answered('/fairness/rotate', 0, 2),
  'there is no list of seeds': answered('/fairness/seeds', 404, 1),
  'the list of seeds is empty': onPath('/fairness/seeds', () => ({ seeds: [] })),
  'the seed is replaced': replacing(9),
  'the seed is replaced often': replacing(2),
  'the seed is replaced, without a list': (passing) => answered('/fairness/seeds', 404, 1)({ ...passing, honest: replacing(7)(passing) }),
  'payouts are short': onPath('/games', (body) => ({ ...body, payout: plus(body['payout'], Number(body['payout']) > 0 ? -0.000002 : 0) }), 3),
  'payouts are texts': onPath('/games', (body) => ({ ...body, payout: Number(body['payout']).toFixed(8), balance: String(body['balance']), amount: String(body['amount']) })),
  'payouts are strange': onPath('/games', (body) => ({ ...body, payout: 'soon' }), 9),
  'balances are short': onPath('/games', (body) => ({ ...body, balance: plus(body['balance'], -0.000001) }), 5),
  'balances are higher': onPath('/games', (body) => ({ ...body, balance: plus(body['balance'], 1) }), 9),
  'accounts are short': onPath('/auth/balance', (body, _, { bets }) => ({ balance: plus(body['balance'], bets > 9 ? -0.5 : 0) })),
  'accounts are late': onPath('/auth/balance', (body) => ({ balance: plus(body['balance'], -0.003) }), 3),
  'stakes are others': onPath('/games', (body) => ({ ...body, amount: 2 * Number(body['amount']) }), 4),
  'client seeds are others': onPath('/games', (body) => ({ ...body, client_seed: 'ours' }), 6),
  'commitments are others': onPath('/games', (body) => ({ ...body, seed_hash: sha256('another') }), 8),
  'commitments are in capitals': ({ honest }) => ({ ...honest, body: typeof honest.body['seed_hash'] === 'string' ? { ...honest.body, seed_hash: honest.body['seed_hash'].toUpperCase() } : honest.body }),
  'nonces go on by more': onPath('/games', (body, _, { bets }) => ({ ...body, nonce: Number(body['nonce']) + Math.floor(bets / 7) })),
  'nonces count from 1': ({ honest }) => ({ ...honest, body: { ...honest.body, ...Object.fromEntries(['nonce', 'next_nonce'].flatMap((name) => (typeof honest.body[name] === 'number' ? [[name, honest.body[name] + 1]] : []))) } }),
  'verifications disagree': onPath('/fairness/verify', (body) => ({ ...body, multiplier: 7 })),
  'verifications are off by a trifle': onPath('/fairness/verify', (body) => ({ ...body, multiplier: Number(body['multiplier']) + 0.00009 })),
  'verifications show the seed in use': onPath('/fairness/verify', (body, _, { serverSeed }) => ({ ...body, server_seed: serverSeed })),
  'verifications are missing': answered('/fairness/verify', 404, 1),
  'seeds are short': ({ call, honest, house }) => {
    if (call.path !== '/fairness/rotate') return honest;
    house.serverSeed = String(1_000 + house.period);
    return ok({ ...honest.body, seed_hash: commitmentOf(house.serverSeed) });
  },
  'the ledger lacks payouts': onPath('/auth/ledger', (body) => ({ ...body, transactions: (body['transactions'] as Body[]).filter((_, at) => at % 7 !== 3) })),
  'the ledger has texts': onPath('/auth/ledger', (body) => ({ data: { items: (body['transactions'] as { amount: number }[]).map(({ amount }) => ({ delta: `+${Math.abs(amount).toFixed(4)}` })) } })),
  'the ledger is missing': answered('/auth/ledger', 404, 1),
  'the ledger fails': answered('/auth/ledger', 500, 2),
  ...Object.fromEntries([0, 400, 401, 403, 409, 422, 429, 500].map((status) => [`some bets are answered ${status}`, answered('/games', status, 6)])),
  ...Object.fromEntries([0, 409, 429, 503].map((status) => [`wins are answered ${status}`, onWins(status)])),
  'every bet is refused': answered('/games', 403, 1),
  'every bet is lost': answered('/games', 0, 1),
  'every bet is limited': answered('/games', 429, 1),
  'dice are closed': answered('/games/dice', 404, 1),
  'everything is lost now and then': answered('/', 0, 12),
  'the key is refused': answered('/fairness/seed-hash', 401, 1),
  'reads fail': answered('/fairness/seed-hash', 503, 2),
  'bet ids are missing': without('/games', 'bet_id'),
  'stakes beyond the limits are refused': ({ call, honest }) => (isBet(call) && (call.stakeMicros ?? 0) === 5_000 ? failed(400) : honest),
}; // prettier-ignore

/** Looks, stakes and periods that are drawn; nothing in them depends on an outcome. */
function habitsOf(draw: DrawBelow, stakes: readonly number[]): LiveHabits {
  const looks: readonly LookAt[] = ['commitment', 'verification', 'balance'];
  return {
    bet: (open) => oneOf(draw, open),
    stakeMicros: (most) => {
      const left = stakes.filter((stake) => stake <= most);
      return left.length === 0 ? undefined : oneOf(draw, left);
    },
    beyondLimits: [5_000, 10_000_010_000],
    doubles: () => draw(3) === 0,
    betsUnderSeed: () => 4 + draw(12),
    looks: () => looks.filter(() => draw(4) === 0),
    clientSeed: (period) => `client ${period}`,
  };
}

/** What one audit of a house came to: its calls, why it ended, the findings, the comparisons, and the log. */
export function outcomeOf(change: Change, draw: DrawBelow, budgetMicros = 600_000): object {
  const house = new LiveHouse(
    { answer: (call, honest, of) => change({ call, honest, house: of, draw }) },
    oneOf(draw, [150_000, 10_000_000]),
  );
  const [evidence, purse] = [new LiveEvidence(), new StakeBudget(budgetMicros)];
  const games = ['coin_flip', 'dice', 'wheel', 'hilo'].filter((_, at) => at === 0 || draw(2) === 0);
  const bets = games.map((id) => ({ entry: gameNamed(id)!, params: replayedBetOf(id) ?? {} }));
  const habits = habitsOf(draw, oneOf(draw, [[10_000], [10_000, 20_000, 50_000]]));
  const rounds = new MissedRounds('published');
  const session = liveAudit({ player: '1', bets, habits, purse, evidence, rounds });
  const calls: unknown[] = [];
  let step = session.next();
  while (step.done !== true && calls.length < 3_000) {
    calls.push(step.value);
    step = session.next(house.answer(step.value));
  }
  const { availability, replacedBefore, counts, rows, unreadable, refusals, periods, shift } = evidence;
  return {
    calls, ended: step.value, counts, rows, unreadable, refusals, periods, shift,
    staked: [purse.stakedMicros, purse.stakesSent, purse.leftMicros],
    findings: evidence.findings(),
    missed: [availability, replacedBefore].map(({ refused, lost, totals, result }) => ({ refused, lost, totals, result })),
    bets: evidence.bets.map(({ entry, ...bet }) => [entry.game.id, bet]),
  };
} // prettier-ignore
