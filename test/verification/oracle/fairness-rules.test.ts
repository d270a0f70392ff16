/** What was committed to is what was used: numbers of rounds, commitments, seeds that are out, and draws that follow from them. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { dealtCards, drawnFields } from '../../../src/verification/oracle/models/draws.ts';
import { FairnessModel } from '../../../src/verification/oracle/models/fairness.ts';
import { LandedCurves } from '../../../src/verification/oracle/models/landed-curves.ts';
import { FollowedRun } from './followed-run.ts';

type More = Partial<AuditedExchange>;
const hashOf = (seed: string): string => createHash('sha256').update(seed).digest('hex');
const [seed, next] = ['server seed', 'next seed'];
const hash = hashOf(seed);

class Seats extends FollowedRun {
  readonly model: FairnessModel;
  constructor(policies: Readonly<Record<string, string>> = {}) {
    super({ policies: { 'casino.payouts': 'published', 'casino.hiloGuess': 'blind', 'challenges.tie': 'refund', ...policies }, agents: { alice: 0, bob: 0 } });
    this.model = new FairnessModel(this.file, new LandedCurves(this.file));
  }

  asks(operation: string, more: More = {}, caller = 'alice'): string[] {
    const model = { answered: (exchange: AuditedExchange) => this.model.answered(exchange, caller) };
    return this.hears(model, caller, [`casino/A/${operation}`, more]).map((message) => message.replace('fairness-commitments: ', ''));
  }

  plays(answer: Body = {}, more: More = {}, operation = 'bet'): string[] {
    return this.asks(operation, { answer: { game: 'dice', seed_hash: hash, nonce: 0, client_seed: 'mine', result: { roll: this.roll(Number(answer['nonce'] ?? 0)) }, ...answer }, ...more });
  }

  roll(nonce: number, clientSeed = 'mine'): unknown {
    return drawnFields({ game: 'dice', nonce, clientSeed, result: {} }, seed)['roll'];
  }

  rotates(rounds: number, change: Body = {}, { revealed = {}, body }: { revealed?: Body; body?: Body } = {}): string[] {
    return this.asks('rotate', { body, answer: { seed_hash: hashOf(next), next_nonce: 0, client_seed: 'mine', revealed: { server_seed: seed, seed_hash: hash, rounds, ...revealed }, ...change } });
  }
} // prettier-ignore

describe('rounds', () => {
  it('count up from nothing, under one commitment', () => {
    const run = new Seats();
    expect([run.plays(), run.plays({ nonce: 1 }), run.plays({ nonce: 1 })]).toEqual([[], [], ['nonce is 1; expected 2']]);
    expect(new Seats().plays({ nonce: 1 })).toEqual(['nonce is 1; expected 0']);
    expect(run.plays({ nonce: 2, seed_hash: 'x' })).toEqual([`seed_hash is x; expected ${hash}`]);
    expect([new Seats().plays({ nonce: '1' }), new Seats().plays({ nonce: 5, seed_hash: undefined })]).toEqual([[], []]);
    expect([new Seats().plays({ nonce: 1 }, { status: 400 }), new Seats().plays({ nonce: 1 }, {}, 'other')]).toEqual([[], []]);
    for (const operation of ['playTournament', 'launch', 'deal']) expect(new Seats().plays({ nonce: 1 }, {}, operation)).toEqual(['nonce is 1; expected 0']);
    const batch = new Seats();
    const round = (nonce: number) => ({ game: 'dice', seed_hash: hash, nonce });
    expect([batch.asks('batch', { answer: { results: [round(0), { code: 'x' }, round(1)] } }), batch.asks('batch', { answer: { results: [round(3)] } })]).toEqual([[], ['nonce is 3; expected 2']]);
    expect(new Seats().asks('bet', { answer: { seed: 'h', nonce: 1 } })).toEqual(['nonce is 1; expected 0']);
    const two = new Seats();
    two.plays();
    expect(two.asks('bet', { answer: { seed_hash: 'other', nonce: 0 } }, 'bob')).toEqual([]);
  });

  it('of hands go on under their number', () => {
    const goesOn = (answer: Body, policies: Readonly<Record<string, string>> = {}) => {
      const run = new Seats(policies);
      run.plays();
      return run.plays({ nonce: 0, ...answer }).length;
    };
    expect([goesOn({ game: 'blackjack' }), goesOn({ game: 'video-poker' }), goesOn({ cards: ['AC'] }), goesOn({ game: 'hilo' }, { 'casino.hiloGuess': 'informed' })]).toEqual([0, 0, 0, 0]);
    expect([goesOn({}), goesOn({ game: 'hilo' })]).toEqual([1, 1]);
    expect(goesOn({ game: 'blackjack', nonce: 5 })).toBe(1);
  });

  it('are shown by the seed in use', () => {
    const shown = (answer: Body) => {
      const run = new Seats();
      run.plays();
      return run.asks('seedHash', { answer: { seed_hash: hash, next_nonce: 1, ...answer } });
    };
    expect([shown({}), shown({ seed_hash: 'x' }), shown({ next_nonce: 2 })]).toEqual([[], [`seed_hash is x; expected ${hash}`], ['next_nonce is 2; expected 1']]);
    const first = new Seats();
    expect([first.asks('seedHash', { answer: { seed_hash: hash, next_nonce: 0 } }), first.plays({ seed_hash: 'x' })]).toEqual([[], [`seed_hash is x; expected ${hash}`]]);
  });
}); // prettier-ignore

describe('a rotation', () => {
  it.each<[Body, Body, readonly string[]]>([
    [{}, {}, []],
    [{}, { rounds: 2 }, ['rounds is 2; expected 1']],
    [{}, { server_seed: 'x' }, [`SHA-256 of the revealed seed is ${hashOf('x')}; expected ${hash}`, expect.stringMatching(/^dice: roll is \d+; expected \d+$/)]],
    [{ next_nonce: 1 }, {}, ['next_nonce is 1; expected 0']],
    [{ seed_hash: hash }, {}, ['a new commitment is true; expected false']],
    [{}, { seed_hash: hashOf('x'), server_seed: 'x' }, [`revealed seed_hash is ${hashOf('x')}; expected ${hash}`, expect.stringMatching(/^dice: roll is/)]],
  ])('with %j and %j: %j', (change, revealed, said) => {
    const run = new Seats();
    run.plays();
    expect(run.rotates(1, change, { revealed })).toEqual(said);
  });

  it('reveals the seed that rounds were drawn with', () => {
    const run = new Seats();
    run.plays();
    run.plays({ nonce: 1, result: { roll: 101 } });
    expect(run.rotates(2)).toEqual([`dice: roll is 101; expected ${JSON.stringify(run.roll(1))}`]);
    expect(run.plays({ seed_hash: hashOf(next), result: {} })).toEqual([]);
    expect(new Seats().rotates(0)).toEqual([]);
    const flip = new Seats();
    const side = drawnFields({ game: 'coin_flip', nonce: 0, clientSeed: 'mine', result: {} }, seed)['result'];
    flip.asks('bet', { answer: { seed: hash, nonce: 0, client_seed: 'mine', result: side } });
    expect(flip.rotates(1)).toEqual([]);
    const other = new Seats();
    other.asks('bet', { answer: { seed: hash, nonce: 0, client_seed: 'mine', result: side === 'heads' ? 'tails' : 'heads' } });
    expect(other.rotates(1)).toHaveLength(1);
  });

  it('shows the seed of the client where no bet has sent one', () => {
    const unnamed = (roll: unknown, { body, change = {}, sent }: { body?: Body; change?: Body; sent?: Body } = {}) => {
      const run = new Seats();
      run.plays({ client_seed: undefined, result: { roll } }, { body: sent });
      return run.rotates(1, change, body === undefined ? {} : { body }).length;
    };
    const right = new Seats().roll(0);
    expect([unnamed(right), unnamed(101), unnamed(101, { body: { client_seed: 'mine' } }), unnamed(101, { change: { client_seed: undefined } })]).toEqual([0, 1, 0, 0]);
    expect([unnamed(new Seats().roll(0, 'sent'), { sent: { client_seed: 'sent' } }), unnamed(101, { sent: { client_seed: 'sent' } })]).toEqual([0, 1]);
    const later = new Seats();
    later.plays({ client_seed: undefined, result: { roll: 101 } });
    later.plays({ nonce: 1, client_seed: 'new', result: { roll: later.roll(1, 'new') } });
    expect(later.rotates(2)).toEqual([]);
  });

  it('shows the cards that were dealt', () => {
    const deal = (cards: unknown) => {
      const run = new Seats();
      run.asks('deal', { answer: { game: 'video_poker', seed_hash: hash, nonce: 0, client_seed: 'mine', cards } });
      return run.rotates(1);
    };
    const right = dealtCards(seed, { clientSeed: 'mine', nonce: 0 });
    expect([deal(right), deal('x')]).toEqual([[], []]);
    expect(deal(right.toReversed())).toEqual([`video_poker: cards is ${JSON.stringify(right.toReversed())}; expected ${JSON.stringify(right)}`]);
    const drawn = (cards: readonly string[], holds: readonly string[]) => {
      const run = new Seats();
      run.asks('deal', { answer: { game: 'video_poker', seed_hash: hash, nonce: 0, client_seed: 'mine', cards: right } });
      run.asks('bet', { body: { holds }, answer: { game: 'video_poker', seed_hash: hash, nonce: 0, result: { cards } } });
      return run.rotates(1).length;
    };
    expect([drawn(right, right), drawn([...right.slice(1), '2C'], right)]).toEqual([0, 1]);
    const hand = (player: readonly string[]) => {
      const run = new Seats({ 'casino.payouts': 'consistent' });
      run.asks('bet', { answer: { game: 'blackjack', seed_hash: hash, nonce: 0, client_seed: 'mine', result: { player, dealer: ['X'] } } });
      return run.rotates(1);
    };
    expect(hand(['X', 'X']).map((message) => message.split(' is ')[0])).toEqual(['blackjack: player', 'blackjack: dealer']);
    const hilo = (result: Body, hiloGuess: string) => {
      const run = new Seats({ 'casino.hiloGuess': hiloGuess });
      run.asks('bet', { answer: { game: 'hilo', seed_hash: hash, nonce: 0, client_seed: 'mine', result: { first_card: 'X' } } });
      if (Object.keys(result).length > 0) run.asks('bet', { answer: { game: 'hilo', seed_hash: hash, nonce: 0, result } });
      return run.rotates(1).length;
    };
    const both = drawnFields({ game: 'hilo', nonce: 0, clientSeed: 'mine', result: {} }, seed);
    expect([hilo({}, 'informed'), hilo(both, 'informed'), hilo({ ...both, next_card: 'X' }, 'informed'), hilo({}, 'blind')]).toEqual([0, 0, 1, 2]);
  });
}); // prettier-ignore

describe('a list of seeds', () => {
  const active = { status: 'active', seed_hash: hashOf(next), next_nonce: 0 };
  const past = { status: 'revealed', seed_hash: hash, rounds: 1, server_seed: seed };
  it.each<[readonly Body[], readonly string[]]>([
    [[active, past], []],
    [[], []],
    [[active], ['revealed seeds is 0; expected 1']],
    [[{ ...active, status: 'revealed' }, past], ['status of the first seed is revealed; expected active']],
    [[{ ...active, seed_hash: 'x' }, past], [`its seed_hash is x; expected ${hashOf(next)}`]],
    [[{ ...active, next_nonce: 1 }, past], ['its next_nonce is 1; expected 0']],
    [[active, { ...past, seed_hash: 'x' }], [`seed_hash is x; expected ${hash}`]],
    [[active, { ...past, rounds: 2 }], ['rounds is 2; expected 1']],
    [[active, { ...past, status: 'active' }], ['status is active; expected revealed']],
    [[active, { ...past, server_seed: 'x' }], [`its hash is ${hashOf('x')}; expected ${hash}`]],
  ])('%#: %j', (seeds, said) => {
    const run = new Seats();
    run.plays();
    run.rotates(1);
    expect(run.asks('seeds', { answer: { seeds } })).toEqual(said);
  });

  it('has the newest of the past first', () => {
    const run = new Seats();
    run.rotates(0);
    run.asks('rotate', { answer: { seed_hash: 'c', next_nonce: 0, revealed: { server_seed: next, seed_hash: hashOf(next), rounds: 0 } } });
    const row = (of: string) => ({ status: 'revealed', seed_hash: hashOf(of), rounds: 0, server_seed: of });
    const first = { status: 'active', seed_hash: 'c', next_nonce: 0 };
    expect([run.asks('seeds', { answer: { seeds: [first, row(next), row(seed)] } }), run.asks('seeds', { answer: { seeds: [first, row(seed), row(next)] } }).length]).toEqual([[], 4]);
    const unseen = new Seats();
    expect([unseen.asks('seeds', { answer: { seeds: [{ ...first, seed_hash: hash }] } }), unseen.plays({ seed_hash: 'x' }).length]).toEqual([[], 1]);
  });
}); // prettier-ignore

describe('a verification', () => {
  const verifies = (answer: Body, isOut = true, operation = 'verifyBet') => {
    const run = new Seats();
    if (isOut) run.rotates(0);
    return run.asks(operation, { answer });
  };
  it('shows a seed that is out, and finds no mismatch', () => {
    for (const operation of ['verifyBet', 'verifyRound']) {
      expect([verifies({ server_seed: seed, seed_hash: hash }, true, operation), verifies({ seed_hash: hash }, false, operation), verifies({ seed_hash: 'x' }, true, operation)]).toEqual([[], [], []]);
      expect(verifies({ server_seed: seed }, false, operation)).toEqual(['the seed is out is false; expected true']);
      expect(verifies({ seed_hash: hash }, true, operation)).toEqual(['a bet is not verified though its seed is out']);
      expect(verifies({ status: 'mismatch' }, true, operation)).toEqual(['a mismatch is true; expected false']);
      expect([verifies({ verification: { status: 'mismatch' } }, true, operation), verifies({ seed_hash: hash, verification: { server_seed: 'x' } }, true, operation), verifies({ verification: null }, true, operation)]).toEqual([['a mismatch is true; expected false'], ['the seed is out is false; expected true'], []]);
    }
    expect(verifies({ status: 'mismatch' }, true, 'other')).toEqual([]);
  });
}); // prettier-ignore

describe('a live round', () => {
  const launched = (answer: Body, crash?: unknown) => {
    const run = new Seats();
    run.plays({ game: undefined, nonce: 0, result: undefined }, {}, 'launch');
    const said = run.asks('cashOut', { answer: { nonce: 0, multiplier: 1.5, crash_point: 2, won: true, client_seed: 'mine', seed_hash: hash, ...answer } });
    return [said, crash === undefined ? [] : run.rotates(1)];
  };
  it('is cashed out under its number, at or before its crash', () => {
    const point = drawnFields({ game: 'crash', nonce: 0, clientSeed: 'mine', result: {} }, seed)['crash_point'];
    expect([launched({})[0], launched({ multiplier: 2 })[0], launched({ multiplier: 1, won: false })[0]]).toEqual([[], [], []]);
    expect(launched({ nonce: 1 })[0]).toEqual(['nonce of the launch is 1; expected 0']);
    expect(launched({ multiplier: 2.01 })[0]).toEqual(['a multiplier up to the crash is false; expected true']);
    expect(launched({ multiplier: 0.99, won: false })[0]).toEqual(['a multiplier up to the crash is false; expected true']);
    expect([launched({ won: false })[0], launched({ multiplier: 1 })[0]]).toEqual([['won is false; expected true'], ['won is true; expected false']]);
    expect(launched({ multiplier: 1, won: false, crash_point: point }, true)).toEqual([[], []]);
    expect(launched({ crash_point: 1000.01 }, true)[1]).toEqual([`crash: crash_point is 1000.01; expected ${JSON.stringify(point)}`]);
    for (const unknown of [{ seed_hash: 'x' }, { client_seed: undefined }]) expect(launched({ crash_point: 1000.01, ...unknown }, true)[1]).toEqual([]);
    expect(new Seats().asks('cashOut', { answer: { nonce: 7, multiplier: 1.5, crash_point: 2, won: true } })).toEqual([]);
  });
}); // prettier-ignore

describe('a duel', () => {
  const round = (nonce: number, own = hash): Body => ({ seed_hash: own, nonce, result: {} });
  const duel = (one: Body | null, other: Body | null, { tie = 'refund', winner = 'alice' }: { tie?: string; winner?: string | null } = {}) =>
    new Seats({ 'challenges.tie': tie }).asks('acceptChallenge', { answer: { game: 'dice', challenger_id: 'alice', challenged_agent_id: 'bob', challenger_round: one, challenged_round: other, winner_id: winner } });
  it('is played by each side under its seeds', () => {
    expect([duel(round(0), round(0, 'x')), duel(null, round(0)), duel(round(1), round(0)), duel(round(0), round(1))]).toEqual([[], [], ['nonce is 1; expected 0'], ['nonce is 1; expected 0']]);
  });
  it('is replayed as often by both, at most twenty times', () => {
    const replay = (one: number, other: number, winner: string | null = 'alice') => duel(round(one), round(other), { tie: 'replay', winner });
    expect([replay(0, 0), replay(3, 3), replay(20, 20), replay(20, 20, null)]).toEqual([[], [], [], []]);
    expect(replay(3, 2)).toEqual(['numbers of replays is 2; expected 1']);
    expect(replay(3, 3, null)).toEqual(['replays of a tie is 3; expected 20']);
    expect(replay(21, 21)).toEqual(['nonce is 21; expected 0', 'nonce is 21; expected 0']);
    expect(duel(null, null, { tie: 'replay' })).toEqual([]);
  });
}); // prettier-ignore
