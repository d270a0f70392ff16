/**
 * What an audit asks and notes where each answer is drawn by itself, hands and rotations among them: no house stands behind
 * the answers, so that many of them fit nothing that was said before.
 */
import { describe } from 'vitest';
import { commitmentOf } from '../../../../src/core/fairness/hmac.ts';
import { gameNamed } from '../../../../src/platform/games/registry.ts';
import { fieldsOf, type LiveCall } from '../../../../src/verification/audit/live/call.ts';
import { LiveEvidence } from '../../../../src/verification/audit/live/evidence.ts';
import { liveAudit } from '../../../../src/verification/audit/live/live-audit.ts';
import { MissedRounds } from '../../../../src/verification/audit/live/missed-rounds.ts';
import { StakeBudget } from '../../../../src/verification/audit/live/stake-budget.ts';
import { replayedBetOf } from '../../../../src/verification/audit/replay/player.ts';
import { describeKept, drawFrom, oneOf, type DrawBelow, type KeptSubject } from '../../../kept-digests.ts';
import { sha256 } from '../houses.ts';

type Answer = readonly [status: number, body?: Readonly<Record<string, unknown>>];
const focuses = [
  'bets',
  'hands',
  'doubles',
  'rotations',
  'schedules',
  'commitments',
  'accounts',
  'limits',
  'lost',
] as const;
type Focus = (typeof focuses)[number];
const paths: Readonly<Record<Focus, string>> = {
  bets: '/games', hands: '/games/blackjack', doubles: '/games/blackjack', rotations: '/fairness/rotate', schedules: '/fairness/rotate',
  commitments: '/fairness/seed-hash', accounts: '/auth', limits: '/games', lost: '/',
}; // prettier-ignore

/** Gives answers that are mostly right; those of its focus are often others. */
class DrawnAnswers {
  readonly #draw: DrawBelow;
  readonly #focus: Focus;
  #period = 0;
  #nonce = 0;
  #balance = 3_000_000;
  /** Bets until a rotation that was accepted for later is carried out. */
  #later = -1;

  constructor(draw: DrawBelow, focus: Focus) {
    this.#draw = draw;
    this.#focus = focus;
  }

  answer({ path, body = {}, stakeMicros = 0 }: LiveCall): Answer {
    const isOften = path.startsWith(paths[this.#focus]);
    if (this.#draw(isOften ? 4 : 60) === 0) return [oneOf(this.#draw, this.#focus === 'lost' ? [0, 500] : [0, 400, 403, 409, 422, 429, 500]), { code: 'NO' }];
    if (path === '/fairness/seed-hash') return this.#commitment();
    if (path === '/fairness/rotate') return this.#rotation();
    if (path === '/fairness/seeds') return this.#draw(3) === 0 ? [404] : [200, { seeds: Array.from({ length: this.#period }, (_, at) => revealed(at, 5)) }];
    if (path === '/fairness/verify') return [200, { status: 'unrevealed', server_seed: this.#draw(20) === 0 ? seedOf(this.#period) : null }];
    if (path === '/auth/balance') return [200, { balance: (this.#balance - (this.#focus === 'accounts' ? 1_000 * this.#draw(3) : 0)) / 1e6 }];
    if (path.startsWith('/games/')) return this.#bet(path, { body, stakeMicros });
    return [404];
  }

  #commitment(): Answer {
    const shown = commitmentOf(seedOf(this.#focus === 'commitments' && this.#draw(6) === 0 ? 99 : this.#period));
    return [200, { seed_hash: this.#draw(4) === 0 ? shown.toUpperCase() : shown, ...(this.#draw(3) > 0 ? { next_nonce: this.#nonce } : {}) }];
  }

  #rotation(): Answer {
    if (this.#focus === 'schedules' && this.#draw(3) > 0) {
      this.#later = oneOf(this.#draw, [0, 2, 19, 20, 21, 30]);
      return [202, {}];
    }
    const out = revealed(this.#period, this.#nonce + (this.#draw(9) === 0 ? 1 : 0));
    this.#next();
    return [200, { ...(this.#draw(5) > 0 ? { revealed: out } : {}), seed_hash: commitmentOf(seedOf(this.#draw(7) === 0 ? 99 : this.#period)) }];
  }

  #next(): void {
    this.#period += 1;
    this.#nonce = 0;
    this.#later = -1;
  }

  #bet(path: string, { body, stakeMicros }: { body: Readonly<Record<string, unknown>>; stakeMicros: number }): Answer {
    if (this.#later >= 0 && stakeMicros > 0 && (this.#later -= 1) < 0) this.#next();
    const payout = oneOf(this.#draw, [0, stakeMicros, 2 * stakeMicros]);
    const cards = Array.from({ length: 2 + this.#draw(3) }, () => oneOf(this.#draw, ['2', '5', '9', 'K']));
    const isOpen = path === '/games/blackjack' && this.#draw(2) === 0;
    this.#balance += (isOpen ? 0 : payout) - stakeMicros;
    if (stakeMicros > 0) this.#nonce += 1;
    const seed_hash = commitmentOf(seedOf(this.#period));
    return [200, {
      bet_id: `${this.#period}/${this.#nonce}`, amount: stakeMicros / 1e6, payout: payout / 1e6, seed_hash, client_seed: body['client_seed'],
      nonce: this.#nonce - 1 + (this.#draw(30) === 0 ? 1 : 0), balance: this.#balance / 1e6, status: isOpen ? 'open' : 'won',
      cards, result: { player: cards, player_total: 4 + this.#draw(18) },
    }];
  }
} // prettier-ignore

const seedOf = (period: number): string => sha256(`drawn answers ${period}`);
const revealed = (period: number, rounds: number) => ({
  server_seed: seedOf(period), seed_hash: commitmentOf(seedOf(period)), rounds,
}); // prettier-ignore

function outcomeOf(focus: Focus, draw: DrawBelow): object {
  const [answers, evidence, purse] = [new DrawnAnswers(draw, focus), new LiveEvidence(), new StakeBudget(oneOf(draw, [250_000, 900_000]))];
  const games = focus === 'hands' || focus === 'doubles' ? ['blackjack', 'coin_flip'] : oneOf(draw, [['slots', 'wheel'], ['coin_flip', 'video_poker'], ['slots'], ['blackjack', 'wheel']]);
  const session = liveAudit({
    player: '1',
    bets: games.map((id) => ({ entry: gameNamed(id)!, params: replayedBetOf(id) ?? {} })),
    habits: {
      bet: (open) => oneOf(draw, open),
      stakeMicros: (most) => [20_000, 10_000].find((stake) => stake <= most),
      beyondLimits: [5_000, 10_000_010_000],
      ...(focus === 'doubles' ? { doubles: () => draw(2) === 0 } : {}),
      betsUnderSeed: () => 2 + draw(5),
      looks: () => (['commitment', 'verification', 'balance'] as const).filter(() => draw(5) === 0),
      clientSeed: (period) => `client ${period}`,
    },
    purse,
    evidence,
    rounds: new MissedRounds('published'),
  });
  const calls: unknown[] = [];
  let step = session.next();
  while (step.done !== true && calls.length < 250) {
    const [status, body] = answers.answer(step.value);
    calls.push([step.value, status]);
    step = session.next({ status, body: fieldsOf(body) });
  }
  const { counts, rows, refusals, periods, unreadable, tested } = evidence;
  return { calls, ended: step.done === true ? step.value : 'goes on', counts, rows, refusals, periods, unreadable, tested, staked: purse.stakedMicros, findings: evidence.findings() };
} // prettier-ignore

describe('an audit by drawn answers, of which others are often', () => {
  describeKept(
    new URL('drawn-answers.json', import.meta.url),
    focuses.flatMap((focus) =>
      [1, 2, 3, 4, 5, 6, 7].map((part): KeptSubject => ({
        name: `${focus}, part ${part}`,
        made: () => Array.from({ length: 2 }, (_, turn) => outcomeOf(focus, drawFrom(`${focus} ${part} ${turn}`))),
      })),
    ),
  );
}); // prettier-ignore
