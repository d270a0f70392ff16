/** A casino of the tests in style A, honest unless told otherwise: it answers the calls of a live audit in process. */
import { commitmentOf, hmacPick, type RoundSeeds } from '../../../src/core/fairness/hmac.ts';
import type { Pick } from '../../../src/core/fairness/pick.ts';
import { fieldsOf, type LiveCall, type LiveCallAnswer } from '../../../src/verification/audit/live/call.ts';
import { LiveEvidence } from '../../../src/verification/audit/live/evidence.ts';
import type { LiveHabits } from '../../../src/verification/audit/live/habits.ts';
import { liveAudit, type LiveEnd } from '../../../src/verification/audit/live/live-audit.ts';
import { MissedRounds } from '../../../src/verification/audit/live/missed-rounds.ts';
import type { LiveRefusal } from '../../../src/verification/audit/live/open-bets.ts';
import { StakeBudget } from '../../../src/verification/audit/live/stake-budget.ts';
import { replayedBetOf } from '../../../src/verification/audit/replay/player.ts';
import { gameNamed } from '../../../src/platform/games/registry.ts';
import { totalReturn } from '../../../src/platform/games/ratio.ts';
import { singleGame } from '../../platform/games/chances.ts';
import { sha256 } from './houses.ts';

type Body = Record<string, unknown>;
interface Answer {
  readonly status: number;
  readonly body: Body;
}

/** How a house may cheat; each hook sees the honest value. */
export interface LiveCheat {
  readonly pick?: (seeds: RoundSeeds) => Pick;
  readonly paid?: (micros: number, stakeMicros: number) => number;
  /** The server seed of a period, chosen once the client seed is known. */
  readonly chosen?: (period: number, clientSeed: string) => string;
  /** Nonces that are drawn and not shown before this bet. */
  readonly skipped?: (bet: number) => number;
  readonly answer?: (call: LiveCall, honest: Answer, house: LiveHouse) => Answer;
}

export class LiveHouse {
  readonly #cheat: LiveCheat;
  period = 0;
  serverSeed = sha256('live house 0');
  clientSeed = 'default';
  nonce = 0;
  balance: number;
  bets = 0;
  readonly #multipliers = new Map<string, number>();
  readonly #revealed: Body[] = [];
  /** Newest first, as USDC. */
  readonly rows: { amount: number }[] = [];

  constructor(cheat: LiveCheat = {}, balanceMicros = 10_000_000) {
    this.#cheat = cheat;
    this.balance = balanceMicros;
  }

  answer(call: LiveCall): LiveCallAnswer {
    const honest = this.#honest(call);
    const { status, body } = this.#cheat.answer?.(call, honest, this) ?? honest;
    return { status, body: fieldsOf(JSON.parse(JSON.stringify(body))) };
  }

  #honest({ path, query = {}, body = {} }: LiveCall): Answer {
    if (path === '/fairness/seed-hash') return { status: 200, body: this.pair() };
    if (path === '/auth/balance') return { status: 200, body: { balance: this.balance / 1e6 } };
    if (path === '/auth/ledger') return { status: 200, body: this.#ledger(query) };
    if (path === '/fairness/seeds') return { status: 200, body: { seeds: this.#revealed } };
    if (path === '/fairness/rotate') return { status: 200, body: this.#rotate() };
    if (path === '/fairness/verify') return { status: 200, body: this.#verify(String(body['bet_id'])) };
    return this.#bet(path.split('/')[2] ?? '', body);
  }

  pair(): Body {
    return {
      seed_hash: commitmentOf(this.serverSeed),
      client_seed: this.clientSeed,
      next_nonce: this.nonce,
    };
  }

  #ledger(query: Readonly<Record<string, string>>): Body {
    const [limit, page] = [Number(query['limit']), Number(query['page'])];
    return { transactions: this.rows.slice((page - 1) * limit, page * limit), total: this.rows.length };
  }

  #rotate(): Body {
    const revealed = {
      seed_hash: commitmentOf(this.serverSeed),
      server_seed: this.serverSeed,
      rounds: this.nonce,
    };
    this.#revealed.push(revealed);
    this.period += 1;
    this.serverSeed = sha256(`live house ${this.period}`);
    this.nonce = 0;
    return { revealed, ...this.pair() };
  }

  #verify(betId: string): Body {
    const [period] = betId.split('/');
    const isOut = Number(period) < this.period;
    return isOut
      ? { status: 'recomputed', server_seed: 'out', multiplier: this.#multipliers.get(betId) }
      : { status: 'unrevealed', server_seed: null };
  }

  #bet(name: string, body: Body): Answer {
    const game = singleGame(gameNamed(name)?.game.id ?? name);
    const stake = Math.round(Number(body['amount']) * 1e6);
    const choice = game.parseBet(body);
    if (typeof choice === 'string') return { status: 400, body: { error: choice, code: 'BAD_REQUEST' } };
    if (stake > this.balance)
      return { status: 422, body: { error: 'too little', code: 'INSUFFICIENT_BALANCE' } };
    const clientSeed = String(body['client_seed']);
    if (clientSeed !== this.clientSeed && this.#cheat.chosen !== undefined) {
      this.serverSeed = this.#cheat.chosen(this.period, clientSeed);
    }
    this.clientSeed = clientSeed;
    this.nonce += this.#cheat.skipped?.(this.bets) ?? 0;
    const seeds = { serverSeed: this.serverSeed, clientSeed, nonce: this.nonce };
    const round = game.play(choice, (this.#cheat.pick ?? hmacPick)(seeds), game.rules.published);
    const due = totalReturn(stake, round.payout) ?? 0;
    const payout = this.#cheat.paid?.(due, stake) ?? due;
    this.nonce += 1;
    this.bets += 1;
    this.balance += payout - stake;
    this.rows.unshift({ amount: -stake / 1e6 });
    if (payout > 0) this.rows.unshift({ amount: payout / 1e6 });
    this.#multipliers.set(`${this.period}/${seeds.nonce}`, payout / stake);
    return {
      status: 200,
      body: {
        bet_id: `${this.period}/${seeds.nonce}`, game: game.id, amount: stake / 1e6, payout: payout / 1e6,
        multiplier: payout / stake, result: round.detail, seed_hash: commitmentOf(seeds.serverSeed),
        client_seed: clientSeed, nonce: seeds.nonce, balance: this.balance / 1e6,
      },
    }; // prettier-ignore
  }
}

/** What a test plans; the rest is as a player without habits of its own. */
export interface TestPlan {
  readonly games?: readonly string[];
  readonly budgetMicros?: number;
  readonly stakeMicros?: number;
  readonly betsPerSeed?: number;
  readonly looks?: LiveHabits['looks'];
}

/** What an audit in process came to. */
export interface TestRecord {
  readonly books: LiveEvidence;
  readonly ended: LiveEnd;
  readonly stakedMicros: number;
  readonly periods: number;
  readonly refusals: readonly LiveRefusal[];
}

/** Takes the games in turn, with one stake, and looks at everything after the first bet under a seed. */
function plainHabits({ stakeMicros = 10_000, betsPerSeed = 25, looks }: TestPlan): LiveHabits {
  let turn = 0;
  return {
    bet: (open) => open[turn++ % open.length]!,
    stakeMicros: (most) => (stakeMicros <= most ? stakeMicros : undefined),
    betsUnderSeed: () => betsPerSeed,
    looks: looks ?? ((round) => (round === 1 ? ['commitment', 'verification', 'balance'] : [])),
    clientSeed: (period) => sha256(`client ${period}`).slice(0, 16),
  };
}

/** Carries an audit out against a house; returns every call that was made as well. */
export function audited(house: LiveHouse, plan: TestPlan = {}): { record: TestRecord; calls: LiveCall[] } {
  const { games = ['coin_flip', 'dice', 'wheel'], budgetMicros = 1_000_000 } = plan;
  const [evidence, purse] = [new LiveEvidence(), new StakeBudget(budgetMicros)];
  const session = liveAudit({
    player: '1',
    bets: games.map((id) => ({ entry: gameNamed(id)!, params: replayedBetOf(id) ?? {} })),
    habits: plainHabits(plan),
    purse,
    evidence,
    rounds: new MissedRounds('published'),
  });
  const calls: LiveCall[] = [];
  let step = session.next();
  while (step.done !== true) {
    calls.push(step.value);
    if (calls.length > 100_000) throw new Error('the session does not end');
    step = session.next(house.answer(step.value));
  }
  const { periods, refusals } = evidence;
  const { stakedMicros } = purse;
  return { record: { books: evidence, ended: step.value, stakedMicros, periods, refusals }, calls };
}
