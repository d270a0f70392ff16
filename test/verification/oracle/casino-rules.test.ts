/** Bets, hands and batches as the casino answers them: what they take and bring, and whose they are. */
import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../src/core/base/time.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { CasinoModel } from '../../../src/verification/oracle/models/casino.ts';
import { gameNamed, gameOf, paramsOf } from '../../../src/verification/oracle/models/bet-words.ts';
import { checkCover, mostCovered } from '../../../src/verification/oracle/models/house-cover.ts';
import { checkPayout, checkStake } from '../../../src/verification/oracle/models/settled-payout.ts';
import { FollowedRun, refused } from './followed-run.ts';
import { caseOf, exchangeOf } from './said.ts';

type Policies = Readonly<Record<string, string>>;
type More = Partial<AuditedExchange>;
const usdc = 1_000_000;
const byDefault = { 'casino.payouts': 'published', 'kelly.limit': 'none', 'casino.slotsMinimum': 'facade', 'casino.houseRuin': 'negative', 'casino.win': 'profit', 'casino.openHands': 'wait', 'casino.hiloGuess': 'blind', 'stats.session': 'rolling', 'tournaments.stakes': 'own' }; // prettier-ignore

class Tables extends FollowedRun {
  readonly model: CasinoModel;
  constructor(policies: Policies = {}, setting: object = {}) {
    super({ policies: { ...byDefault, ...policies }, agents: { alice: 10, bob: 5 }, setting: { changed: [], ...setting } });
    this.model = new CasinoModel(this.file);
  }

  asks(caller: string | undefined, call: string, more: More = {}): string[] {
    return this.hears(this.model, caller, [`casino/${call}`, more]);
  }

  flips(answer: Body = {}, body: Body = {}, more: More = {}): string[] {
    const bet = { bet_id: 'b1', amount: 2, payout: 3.92, multiplier: 1.96, win: true, result: { result: 'heads', side: 'heads' }, balance: 11.92 };
    return this.asks('alice', 'A/bet', { path: '/casino/api/v1/games/coin-flip', body: { amount: 2, side: 'heads', ...body }, answer: { ...bet, ...answer }, ...more });
  }

  plays(action: string, answer: Body, more: More = {}): string[] {
    return this.asks('alice', 'A/bet', { path: '/casino/api/v1/games/blackjack', body: { action, ...(action === 'deal' ? { amount: 2 } : {}) }, answer, ...more });
  }
} // prettier-ignore

describe('a bet', () => {
  it('takes its stake and brings its payout', () => {
    const run = new Tables();
    expect([run.flips(), run.has('alice'), run.bets]).toEqual([[], [11.92 * usdc, 0], [{ player: 'alice', stakeMicros: 2 * usdc, payoutMicros: 3.92 * usdc, isAlone: true }]]);
    const lost = new Tables();
    expect([lost.flips({ payout: 0, win: false, result: { result: 'tails' }, balance: 8, multiplier: 0 }), lost.has('alice')]).toEqual([[], [8 * usdc, 0]]);
    expect(new Tables().flips({}, {}, refused('CONFLICT'))).toEqual(['bet-limits: coin_flip: a stake of 2.00 USDC with 10.00 USDC to bet is answered CONFLICT; expected OK']);
    expect(new Tables().asks(undefined, 'A/bet', { answer: {} })).toEqual([]);
  });

  it.each<[Body, readonly string[], Body?]>([
    [{ balance: 11.93 }, ['balances-explained: balance is 11.93 USDC; expected 11.92 USDC']],
    [{ amount: 1, payout: 1.96, balance: 10.96 }, ['answers-echo: coin_flip: amount is 1.00 USDC; expected 2.00 USDC']],
    [{ amount: undefined, balance: 11.92 }, []],
    [{ payout: 4, balance: 12 }, ['bet-payouts: coin_flip: 2.00 USDC times 1.96 is paid as 4.00 USDC', 'bet-payouts: coin_flip: payout is 4.00 USDC; expected 3.92 USDC']],
    [{ payout: 3.920001, balance: 11.920001 }, ['bet-payouts: coin_flip: payout is 3.920001 USDC; expected 3.92 USDC']],
    [{ multiplier: 2 }, ['bet-payouts: coin_flip: 2.00 USDC times 2 is paid as 3.92 USDC']],
    [{ win: false }, ['bet-payouts: coin_flip: win is false; expected true']],
    [{ result: { result: 'tails' } }, ['bet-payouts: coin_flip: payout is 3.92 USDC; expected 0.00 USDC']],
    [{ result: 'tails' }, ['bet-payouts: coin_flip: payout is 3.92 USDC; expected 0.00 USDC']],
    [{ result: undefined, win: undefined, multiplier: undefined }, []],
  ])('with %j: %j', (answer, said, body = {}) => expect(new Tables().flips(answer, body)).toEqual(said));

  it('is its player\'s to verify', () => {
    const verify = (caller: string, more: More, call = 'A/verifyBet') => {
      const run = new Tables();
      run.flips();
      return run.asks(caller, call, { params: { betId: 'b1' }, answer: { status: 'unrevealed' }, ...more });
    };
    const wrong = ['keys-isolated: casino/A/verifyBet is answered OK; expected NOT_FOUND'];
    expect([verify('alice', {}), verify('bob', refused('NOT_FOUND', 404)), verify('bob', { params: { betId: 'b2' } })]).toEqual([[], [], []]);
    for (const named of [{}, { params: { id: 'b1' } }, { params: {}, body: { bet_id: 'b1' } }]) expect(verify('bob', named)).toEqual(wrong);
    expect([verify('bob', refused('FORBIDDEN', 403)), verify('bob', {}, 'A/other')]).toEqual([['keys-isolated: casino/A/verifyBet is answered FORBIDDEN; expected NOT_FOUND'], []]);
  });

  it('in a tournament is of money, or of chips', () => {
    const play = (stakes: string) => {
      const run = new Tables({ 'tournaments.stakes': stakes });
      const said = run.asks('alice', 'A/playTournament', { body: { amount: 2, side: 'heads' }, answer: { game: 'coin_flip', amount: 2, payout: 3.92, multiplier: 1.96, win: true, result: { result: 'heads' } } });
      return [said, run.has('alice')[0] / usdc, run.asks('alice', 'A/history', { answer: { bets: [] } }).length > 0];
    };
    expect([play('own'), play('chips')]).toEqual([[[], 11.92, true], [[], 10, false]]);
    expect(new Tables().asks('alice', 'A/playTournament', { ...refused('CONFLICT'), body: { amount: 2 } })).toEqual([]);
  });
}); // prettier-ignore

describe('a hand', () => {
  const open = { bet_id: 'h', amount: 2, status: 'open', result: { player: ['5', '6'], dealer: ['7'] }, balance: 8 };

  it('holds its stake until it is over', () => {
    const run = new Tables();
    expect([run.plays('deal', open), run.has('alice'), run.bets]).toEqual([[], [8 * usdc, 2 * usdc], []]);
    const over = { ...open, status: 'won', payout: 4, win: true, multiplier: 2, balance: 12, result: { player: ['5', '6', 'T'], dealer: ['7', 'T'] } };
    expect([run.plays('stand', over), run.has('alice'), run.bets.length]).toEqual([[], [12 * usdc, 0], 1]);
    const doubled = new Tables();
    doubled.plays('deal', open);
    expect(doubled.plays('double', { ...over, amount: 4, payout: 8, balance: 14 })).toEqual([]);
    expect(doubled.has('alice')).toEqual([14 * usdc, 0]);
    expect(new Tables().plays('deal', { ...open, balance: 9 })).toEqual(['balances-explained: balance is 9.00 USDC; expected 8.00 USDC']);
    const more = new Tables();
    more.plays('deal', open);
    expect([more.plays('double', { ...open, amount: 4, balance: 6 }), more.has('alice')]).toEqual([[], [6 * usdc, 4 * usdc]]);
  });

  it('of video poker and of hi-lo is one too', () => {
    const dealt = (operation: string, game: string, answer: Body, policies: Policies = {}) => {
      const run = new Tables(policies);
      const said = run.asks('alice', `A/${operation}`, { path: `/casino/api/v1/games/${game}/deal`, body: { amount: 2 }, answer: { amount: 2, ...answer } });
      return [said, run.has('alice')];
    };
    const held = [[], [8 * usdc, 2 * usdc]];
    expect([dealt('deal', 'video-poker', { cards: ['AC'] }), dealt('bet', 'hilo', { status: 'open', result: { first_card: '7' } }, { 'casino.hiloGuess': 'informed' })]).toEqual([held, held]);
    expect(dealt('bet', 'hilo', { status: 'open', result: { first_card: '7' } })).toEqual([[], [8 * usdc, 0]]);
    const ofB = new Tables();
    expect([ofB.asks('alice', 'B/bet', { body: { game: 'blackjack', amount: 2, params: { action: 'hit' } }, answer: { game: 'blackjack', amount: 2, result: { status: 'open' } } }), ofB.has('alice')]).toEqual(held);
  });

  it('of style B was doubled where the balance says so', () => {
    const played = (balance: number, { first = false, payout = 0 } = {}) => {
      const run = new Tables();
      const bet = (action: string, result: Body, more: Body) => run.asks('alice', 'B/bet', { body: { game: 'blackjack', amount: 2, params: { action } }, answer: { game: 'blackjack', amount: 2, result, ...more } });
      if (!first) bet('hit', { status: 'open' }, { balance: 8 });
      bet('double', { status: 'won', player: ['T', 'T'], dealer: ['T', '9'] }, { balance, payout });
      return [run.has('alice')[0] / usdc, (run.bets[0] as { stakeMicros: number }).stakeMicros / usdc];
    };
    expect([played(8), played(6), played(8, { first: true }), played(6, { first: true }), played(12, { payout: 4 }), played(14, { payout: 8 })]).toEqual([[8, 2], [6, 4], [8, 2], [6, 4], [12, 2], [14, 4]]);
  });

  it('is ended by the house a day after its last move, under one reading', () => {
    const run = new Tables({ 'casino.openHands': '24h' });
    run.plays('deal', open);
    run.timers.advance(dayMs - 1);
    run.plays('hit', open);
    run.timers.advance(2 * dayMs - 2);
    expect(run.books.isLoose('alice')).toBe(false);
    run.timers.advance(2 * dayMs - 1);
    expect([run.books.isLoose('alice'), run.timers.latest?.what, run.blurred, run.houses.known('casino:house')]).toEqual([true, 'the end of a hand', [['alice']], undefined]);
    expect(run.asks('alice', 'A/history', { answer: { bets: [{ id: 'x' }] } })).toEqual([]);
    const over = new Tables({ 'casino.openHands': '24h' });
    over.plays('deal', open);
    over.plays('stand', { ...open, status: 'lost', payout: 0, win: false, result: { player: ['T', '6'], dealer: ['T', 'T'] } });
    over.timers.advance(9 * dayMs);
    expect([over.books.isLoose('alice'), new Tables().plays('deal', open)]).toEqual([false, []]);
  });
}); // prettier-ignore

describe('a batch', () => {
  const batch = (bets: readonly Body[], results: readonly Body[]) => {
    const run = new Tables();
    return [run.asks('alice', 'A/batch', { body: { bets }, answer: { results } }), run.has('alice')[0] / usdc];
  };
  const flip = { game: 'coin_flip', amount: 2, side: 'heads' };
  const won = { game: 'coin_flip', amount: 2, payout: 3.92, win: true, multiplier: 1.96, result: { result: 'heads' } };
  it('has a result for each of its bets, and books those that were taken', () => {
    expect(batch([flip, flip], [won, won])).toEqual([[], 13.84]);
    expect(batch([flip, flip], [won, { code: 'INSUFFICIENT_BALANCE', error: 'x' }])).toEqual([[], 11.92]);
    expect(batch([flip, flip], [won])).toEqual([['bet-records: results of a batch is 1; expected 2'], 11.92]);
    expect(new Tables().asks('alice', 'A/batch', { ...refused('BAD_REQUEST'), body: { bets: [flip] } })).toEqual([]);
  });
}); // prettier-ignore

describe('a rotation', () => {
  const conflict = refused('CONFLICT', 409);
  const launch: readonly [string, More] = ['short/launch', { answer: { amount: 2, cash_out_at: 50, nonce: 0, seed_hash: 'h' } }];
  const rotates = (more: More, first: readonly (readonly [string, More])[] = [], { prepare, setting = {} }: { prepare?: (run: Tables) => void; setting?: object } = {}) => {
    const run = new Tables({}, setting);
    for (const [call, each] of first) run.asks('alice', call, each);
    prepare?.(run);
    return run.asks('alice', 'A/rotate', { answer: {}, ...more }).filter((message) => message.includes('rotation'));
  };
  const refusal = ['bet-records: a rotation is refused though no hand or round of the caller is open'];
  const running = ['fairness-commitments: a rotation reveals the seed of a round that is running'];
  const hand: readonly [string, More] = ['A/bet', { path: '/games/blackjack', body: { action: 'deal', amount: 2 }, answer: { amount: 2, status: 'open' } }];

  it('waits for hands and rounds that are open', () => {
    expect([rotates(conflict), rotates({}), rotates(conflict, [hand]), rotates(conflict, [launch]), rotates({}, [launch]), rotates({}, [hand])]).toEqual([refusal, [], [], [], running, []]);
    const loose = { prepare: ({ books }: Tables) => books.loosen('alice', 'x') };
    const vague = { prepare: ({ books }: Tables) => books.blur('alice', 'x') };
    expect([rotates({}, [launch], loose), rotates({}, [launch], vague), rotates(conflict, [launch], loose), rotates(conflict, [], loose)]).toEqual([[], [], [], refusal]);
    expect([rotates({ ...conflict, headers: { 'idempotency-key': 'k' } }), rotates(refused('BAD_REQUEST')), rotates(conflict, [], { setting: { faults: [{ kind: 'x', service: 'wallet', atMs: 1e12 }] } })]).toEqual([[], [], []]);
  });
}); // prettier-ignore

it('a balance is what is left, and the sum of its few entries', () => {
  const shown = (answer: Body, more: More = {}) => new Tables().asks('alice', 'A/balance', { method: 'GET', answer: { balance: 10, recent: [{ amount: 4 }, { amount: '6.00' }], ...answer }, ...more });
  const rows = (count: number) => Array.from({ length: count }, () => ({ amount: 1 }));
  expect([shown({}), shown({ recent: rows(6) }), shown({}, refused('BAD_REQUEST'))]).toEqual([[], [], []]);
  expect(shown({ balance: 9 })).toEqual(['balances-explained: balance is 9.00 USDC; expected 10.00 USDC']);
  expect(shown({ recent: rows(5) })).toEqual(['balances-explained: sum of the recent entries is 5.00 USDC; expected 10.00 USDC']);
  const ledger = (answer: Body, query: Readonly<Record<string, string>> = {}, more: More = {}) => new Tables().asks('alice', 'A/transactions', { method: 'GET', query, answer: { total: 2, transactions: [{ amount: 4 }, { amount: 6 }], ...answer }, ...more });
  expect([ledger({}), ledger({ total: 9 }, { limit: '5' }), ledger({ total: 9 }, { page: '1' }), ledger({ total: 9 }, {}, refused('BAD_REQUEST'))]).toEqual([[], [], [], []]);
  expect(ledger({ total: 3 })).toEqual(['lists-complete: total is 3; expected 2']);
  expect(ledger({ transactions: [{ amount: 4 }, { amount: 5 }] })).toEqual(['balances-explained: sum of the ledger is 9.00 USDC; expected 10.00 USDC']);
}); // prettier-ignore

describe('words of bets', () => {
  it.each([['coin-flip', 'coin_flip'], ['coinflip', 'coin_flip'], ['coin_flip', 'coin_flip'], ['videopoker', 'video_poker'], ['scratchcard', 'scratch_card'], ['simpledice', 'simple_dice'], ['dice', 'dice'], ['none', 'none']])('%s is %s', (name, game) => expect(gameNamed(name)).toBe(game));

  it('a game is named by its result, its answer, its request, or its path', () => {
    const of = (path: string, sent: Body | undefined, got: Body, answer: Body = {}) => gameOf(exchangeOf('casino/A/bet', { path, answer }), sent, got);
    expect([of('/x/games/dice', { game: 'slots' }, { game: 'keno' }, { game: 'wheel' }), of('/x/games/dice', { game: 'slots' }, {}, { game: 'wheel' }), of('/x/games/dice', { game: 'slots' }, {}), of('/x/games/dice', undefined, {}), of('/x', undefined, {})]).toEqual(['keno', 'wheel', 'slots', 'dice', '']);
    for (const end of ['deal', 'draw', 'bet', 'cashout']) expect(of(`/x/games/video-poker/${end}`, {}, {})).toBe('video_poker');
    expect(of('/x/games/dice/other', {}, {})).toBe('dice/other');
  });

  it('parameters are in the words of style A', () => {
    const of = (style: string, sent: Body | undefined) => paramsOf(exchangeOf(`casino/${style}/bet`), sent);
    expect([of('A', { side: 'x' }), of('A', undefined), of('B', undefined), of('B', { params: { side: 'x' } })]).toEqual([{ side: 'x' }, {}, {}, { side: 'x' }]);
    expect([of('B', { params: { over: true, target: 5 } }), of('B', { params: { over: false, target: 5 } })]).toEqual([{ over: true, target: 5, direction: 'over', threshold: 5 }, { over: false, target: 5, direction: 'under', threshold: 5 }]);
  });
}); // prettier-ignore

describe('what a settled bet pays', () => {
  const paid = (bet: object, policies: Policies = {}) => {
    const { file, said } = caseOf({ setting: { faults: [], policies: { ...byDefault, ...policies } } });
    checkPayout(file, { game: 'none', sent: {}, got: {}, stake: usdc, payout: usdc, ...bet });
    return said;
  };
  it('is won where it is more than the stake, or more than nothing', () => {
    const win = (isWon: boolean, payout: number, policies: Policies = {}) => paid({ got: { win: isWon }, payout }, policies).length;
    const any = { 'casino.win': 'paid' };
    expect([win(true, usdc + 1), win(true, usdc), win(false, usdc), win(true, usdc, any), win(true, 0, any), win(false, 0, any), win(true, 1, any)]).toEqual([0, 1, 0, 0, 1, 0, 0]);
    expect(paid({ got: { multiplier: 1.5 }, payout: 1_500_001 })).toEqual([]);
    expect(paid({ got: { multiplier: 1.5 }, payout: 1_500_002 })).toEqual(['bet-payouts: none: 1.00 USDC times 1.5 is paid as 1.500002 USDC']);
    expect(paid({ got: { multiplier: '1.5' }, payout: 1 })).toEqual([]);
  });
  it('has pairs of slots on any reels under one reading', () => {
    const pair = (payout: number, pairs: string) => paid({ game: 'slots', got: { result: { reels: ['LEMON', 'BAR', 'BAR'] } }, payout: payout * usdc }, { 'casino.slotPairs': pairs }).length;
    expect([pair(5, 'any'), pair(0, 'any'), pair(5, 'left'), pair(0, 'left')]).toEqual([0, 1, 1, 0]);
  });
  it('is staked as it was sent', () => {
    const staked = (amount: unknown, sent: Body | undefined) => {
      const { file, said } = caseOf();
      checkStake(file, { game: 'dice', sent, got: { amount } });
      return said;
    };
    expect([staked(1, { amount: '1.00' }), staked(1, {}), staked(1, undefined), staked(undefined, { amount: 1 })]).toEqual([[], [], [], []]);
    expect(staked(1.000001, { amount: 1 })).toEqual(['answers-echo: dice: amount is 1.000001 USDC; expected 1.00 USDC']);
  });
}); // prettier-ignore

describe('what the house covers', () => {
  const covered = (house: number | undefined, { policies = {}, faults = [], more = {} }: { policies?: Policies; faults?: readonly object[]; more?: More } = {}) => {
    const { file, said } = caseOf({ setting: { faults, policies: { 'casino.houseRuin': 'closed', ...policies } }, houses: { known: () => house } });
    checkCover(file, exchangeOf('casino/A/bet', more), { stake: usdc, top: 196 });
    return said;
  };
  const closed = { more: { status: 409, answer: { code: 'GAME_CLOSED' } } };
  it('is the profit of the best outcome at least, and all that it pays at most', () => {
    expect([covered(959_999), covered(undefined), covered(0, { policies: { 'casino.houseRuin': 'negative' } })]).toEqual([[], [], []]);
    expect(covered(959_998)).toEqual(['bet-limits: a bet of 1.00 USDC that may pay 196% is taken by a house that has 0.959998 USDC']);
    expect([covered(1_959_999, closed), covered(undefined, closed)]).toEqual([[], []]);
    expect(covered(1_960_000, closed)).toEqual(['bet-limits: a bet of 1.00 USDC is GAME_CLOSED by a house that has 1.96 USDC']);
    expect(covered(0, { ...closed, policies: { 'casino.houseRuin': 'negative' } })).toHaveLength(1);
    const fault = { kind: 'game-closed', service: 'casino', target: 'dice', atMs: 0, endMs: 9 };
    expect([covered(9e9, { ...closed, faults: [fault] }), covered(0, { faults: [fault] })]).toEqual([[], []]);
    const most = (house: number | undefined, ruin = 'closed') => mostCovered(caseOf({ setting: { policies: { 'casino.houseRuin': ruin } }, houses: { known: () => house } }).file, 196);
    expect([most(960_000), most(-5), most(undefined), most(0, 'negative')]).toEqual([usdc, 0, undefined, Infinity]);
  });
}); // prettier-ignore
