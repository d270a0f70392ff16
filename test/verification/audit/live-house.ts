/** A casino of the tests in style A, honest unless told otherwise: it answers the calls of a live audit in process. */
import { commitmentOf, hmacPick, type RoundSeeds } from '../../../src/core/fairness/hmac.ts';
import type { Pick } from '../../../src/core/fairness/pick.ts';
import { fieldsOf, type LiveCall, type LiveCallAnswer } from '../../../src/verification/audit/live/call.ts';
import {
  liveAudit,
  type LivePlan,
  type LiveRecord,
} from '../../../src/verification/audit/live/live-audit.ts';
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
  #last: Body = {};

  constructor(cheat: LiveCheat = {}, balanceMicros = 10_000_000) {
    this.#cheat = cheat;
    this.balance = balanceMicros;
  }

  answer(call: LiveCall): LiveCallAnswer {
    const honest = this.#honest(call);
    const { status, body } = this.#cheat.answer?.(call, honest, this) ?? honest;
    return { status, body: fieldsOf(JSON.parse(JSON.stringify(body))) };
  }

  #honest({ path, body = {} }: LiveCall): Answer {
    if (path === '/fairness/seed-hash') return { status: 200, body: this.pair() };
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

  #rotate(): Body {
    const revealed = {
      seed_hash: commitmentOf(this.serverSeed),
      server_seed: this.serverSeed,
      rounds: this.nonce,
    };
    this.period += 1;
    this.serverSeed = sha256(`live house ${this.period}`);
    this.nonce = 0;
    return { revealed, ...this.pair() };
  }

  #verify(betId: string): Body {
    const [period] = betId.split('/');
    const isOut = Number(period) < this.period;
    return isOut
      ? { status: 'recomputed', server_seed: 'out', ...this.#last }
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
    this.#last = { multiplier: payout / stake };
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

/** Carries an audit out against a house; returns every call that was made as well. */
export function audited(
  house: LiveHouse,
  plan: Partial<LivePlan> & { games?: readonly string[] } = {},
): { record: LiveRecord; calls: LiveCall[] } {
  const { games = ['coin_flip', 'dice', 'wheel'], ...rest } = plan;
  const session = liveAudit({
    bets: games.map((id) => ({ entry: gameNamed(id)!, params: replayedBetOf(id) ?? {} })),
    stakeMicros: 10_000,
    budgetMicros: 1_000_000,
    betsPerSeed: 25,
    clientSeed: (period) => sha256(`client ${period}`).slice(0, 16),
    ...rest,
  });
  const calls: LiveCall[] = [];
  let step = session.next();
  while (step.done !== true) {
    calls.push(step.value);
    if (calls.length > 100_000) throw new Error('the session does not end');
    step = session.next(house.answer(step.value));
  }
  return { record: step.value, calls };
}
