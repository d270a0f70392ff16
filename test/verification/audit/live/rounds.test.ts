/** Bets of one call and hands of several, against scripted answers: what is sent, what is staked, and how a round ends. */
import { describe, expect, it } from 'vitest';
import { gameNamed, games } from '../../../../src/platform/games/registry.ts';
import {
  asked,
  countIn,
  fieldsOf,
  isAnswered,
  isOk,
  textIn,
  type LiveCall,
  type LiveCallAnswer,
} from '../../../../src/verification/audit/live/call.ts';
import { endHand, pathOf, playRound, stakedIn, type RoundEnd, type RoundSent } from '../../../../src/verification/audit/live/round.ts'; // prettier-ignore
import { StakeBudget } from '../../../../src/verification/audit/live/stake-budget.ts';
import { describeKept, drawFrom, oneOf, type DrawBelow } from '../../../kept-digests.ts';

type Script = readonly (readonly [status: number, body: object])[];
const answerOf = ([status, body]: Script[number]): LiveCallAnswer => ({ status, body: fieldsOf(body) });

function played<End>(session: Generator<LiveCall, End, LiveCallAnswer>, script: Script) {
  const calls: LiveCall[] = [];
  let step = session.next();
  for (let at = 0; step.done !== true; at += 1) {
    calls.push(step.value);
    step = session.next(answerOf(script[at] ?? [404, {}]));
  }
  return { calls, end: step.value };
}

const sent: RoundSent = { stakeMicros: 20_000, clientSeed: 'mine' };
const round = (game: string, script: Script, more: Partial<RoundSent> = {}) =>
  played<RoundEnd>(playRound({ entry: gameNamed(game)!, params: { a: 1 } }, { ...sent, ...more }), script);
const brief = ({ calls }: { calls: readonly LiveCall[] }) =>
  calls.map(({ path, body, stakeMicros = 0, isRepeat = false }) => [path, body, stakeMicros, isRepeat]);
const first = { amount: 0.02, client_seed: 'mine' };

describe('a bet of one call', () => {
  it('is sent once with its stake, whatever is answered', () => {
    for (const status of [200, 0, 500, 429]) {
      const { calls, end } = round('coin_flip', [[status, { nonce: 4 }]]);
      expect(calls).toEqual([{ method: 'POST', path: '/games/coin-flip', body: { a: 1, ...first }, stakeMicros: 20_000 }]);
      expect(end).toMatchObject({ params: { a: 1 }, nonces: [4], answer: { status } });
    }
  }); // prettier-ignore

  it('has a path with hyphens', () => {
    expect(games.map(pathOf).filter((path) => /[^a-z-]/.test(path))).toEqual([]);
    expect([pathOf(gameNamed('dice')!), pathOf(gameNamed('scratch_card')!)]).toEqual([
      'dice',
      'scratch-card',
    ]);
  });
});

describe('a hand of blackjack', () => {
  const path = '/games/blackjack';
  const open = (total: number, ...cards: string[]) =>
    [200, { status: 'open', nonce: 3, result: { player: cards, player_total: total } }] as const;
  const over = (...cards: string[]) => [200, { status: 'won', nonce: 3, result: { player: cards } }] as const;

  it('is hit below 17 and stood on from there', () => {
    const { calls, end } = round('blackjack', [open(12, '5', '4', '3'), open(16, '5', '4', '3', '4'), open(17, '5', '4', '3', '4', 'A'), over('5', '4', '3', '4', 'A')]);
    expect(brief({ calls })).toEqual([
      [path, { action: 'hit', ...first }, 20_000, false],
      [path, { action: 'hit' }, 0, false],
      [path, { action: 'hit' }, 0, false],
      [path, { action: 'stand' }, 0, false],
    ]);
    expect(end).toMatchObject({ params: { actions: ['hit', 'hit', 'hit', 'stand'] }, nonces: [3, 3, 3, 3], isOpen: false, isUnclear: false });
  }); // prettier-ignore

  it('whose first call only deals has not hit yet', () => {
    const { end } = round('blackjack', [open(12, '5', '7'), over('5', '7', 'K')]);
    expect(end.params).toEqual({ actions: ['hit'] });
    expect(round('blackjack', [over('A', 'K')]).end.params).toEqual({ actions: [] });
  });

  it('is doubled where it is to be, and both stakes count with the first call alone', () => {
    const doubled = round('blackjack', [over('5', '4', '3')], { isDoubled: true });
    expect(brief(doubled)).toEqual([[path, { action: 'double', ...first }, 40_000, false]]);
    expect(stakedIn({ ...sent, isDoubled: true }, doubled.end).stakeMicros).toBe(40_000);
    const dealt = round('blackjack', [open(12, '5', '7'), over('5', '7', 'K')], { isDoubled: true });
    expect(brief(dealt)[1]).toEqual([path, { action: 'double' }, 0, false]);
    expect(dealt.end.params).toEqual({ actions: ['double'] });
    const other = round('blackjack', [open(12, '5', '4', '3'), over('5', '4', '3', 'K')], {
      isDoubled: true,
    });
    expect(brief(other)[1]).toEqual([path, { action: 'hit' }, 0, false]);
    expect(stakedIn(sent, round('blackjack', [over('A', 'K')]).end).stakeMicros).toBe(20_000);
  });

  it('ends after twelve calls, and after one that is refused or lost: it may be open then', () => {
    const { calls, end } = round(
      'blackjack',
      Array.from({ length: 20 }, () => open(5, '2', '3', '2')),
    );
    expect([calls.length, end.isOpen]).toEqual([12, false]);
    const at = (...script: Script) => {
      const found = round('blackjack', script);
      return [found.calls.length, found.end.isOpen];
    };
    expect(at([403, {}])).toEqual([1, false]);
    expect(at([0, {}])).toEqual([1, true]);
    expect(at(open(5, '2', '3', '2'), [403, {}])).toEqual([2, true]);
    // A move without a stake is sent three times, one that stakes is not.
    expect(at(open(5, '2', '3', '2'), [0, {}], [500, {}], [503, {}])).toEqual([4, true]);
    const doubled = round('blackjack', [open(5, '2', '3'), [0, {}]], { isDoubled: true });
    expect([doubled.calls.length, doubled.end.isOpen]).toEqual([2, true]);
  });

  it('is unclear without cards, and where a repeated move may have been played twice', () => {
    const unclear = (...script: Script) => round('blackjack', script).end.isUnclear;
    expect(unclear([200, { status: 'won' }])).toBe(true);
    expect(unclear(open(9, '2', '3', '4'), [0, {}], over('2', '3', '4', 'K'))).toBe(false);
    expect(unclear(open(9, '2', '3', '4'), [0, {}], over('2', '3', '4', '5', 'K'))).toBe(true);
    expect(unclear(open(9, '2', '3', '4'), over('2', '3', '4', '5', 'K'))).toBe(false);
  });

  it('that may be open is ended by a stand, unless that is lost or limited', () => {
    const ended = (...script: Script) => played(endHand(), script).end;
    expect(brief(played(endHand(), [[200, {}]]))).toEqual([[path, { action: 'stand' }, 0, false]]);
    expect([ended([200, {}]), ended([404, {}]), ended([429, {}]), ended([0, {}], [0, {}], [500, {}])]).toEqual([true, true, false, false]);
  }); // prettier-ignore
});

describe('a hand of video poker', () => {
  const [deal, draw] = ['/games/video-poker/deal', '/games/video-poker/draw'];
  const cards = ['AS', 'AH', '2C', '3C', '3D'];

  it('keeps pairs and stakes with the draw', () => {
    const { calls, end } = round('video_poker', [[200, { nonce: 6, cards }], [200, { nonce: 7 }]]);
    expect(brief({ calls })).toEqual([
      [deal, { client_seed: 'mine' }, 0, false],
      [draw, { holds: ['AS', 'AH', '3C', '3D'], nonce: 6, ...first }, 20_000, false],
    ]);
    expect(end).toMatchObject({ params: { holds: ['AS', 'AH', '3C', '3D'] }, nonces: [6, 7], isOpen: false, isUnclear: false, repeats: 0 });
    expect(round('video_poker', [[200, { cards: ['AS', '2C', '3C', '4C', '6D'] }], [200, {}]]).end.params).toEqual({ holds: [] });
  }); // prettier-ignore

  it('stakes with the deal where the house asks for it, and then draws without', () => {
    const { calls } = round('video_poker', [[400, {}], [200, { nonce: 6, cards }], [0, {}], [200, {}]]);
    expect(brief({ calls })).toEqual([
      [deal, { client_seed: 'mine' }, 0, false],
      [deal, first, 20_000, false],
      [draw, { holds: ['AS', 'AH', '3C', '3D'], nonce: 6 }, 0, false],
      [draw, { holds: ['AS', 'AH', '3C', '3D'], nonce: 6 }, 0, true],
    ]);
  }); // prettier-ignore

  it('without a deal is not staked on, and may be open where the answer was lost', () => {
    const refused = round('video_poker', [[403, { nonce: 2 }]]);
    expect(refused.end).toMatchObject({ params: { holds: [] }, nonces: [2], isOpen: false, repeats: 0 });
    const lost = round('video_poker', [[0, {}], [500, {}], [503, {}]]);
    expect([lost.calls.length, lost.end.isOpen, lost.end.repeats]).toEqual([3, true, 2]);
    expect(round('video_poker', [[200, { cards }], [409, {}]]).end.isOpen).toBe(true);
    expect(round('video_poker', [[200, { cards: ['AS', 4, 'AH'] }], [200, {}]]).end).toMatchObject({ params: { holds: ['AS', 'AH'] }, isUnclear: true });
  }); // prettier-ignore
});

/** Answers of a house that plays hands in any way. */
function drawnScript(draw: DrawBelow): Script {
  const ranks = ['A', '2', '7', '9', 'K'];
  return Array.from({ length: 16 }, () => {
    const cards = Array.from({ length: draw(7) }, () => `${oneOf(draw, ranks)}${oneOf(draw, ['S', 'H'])}`);
    const result = oneOf(draw, [{ player: cards, player_total: draw(26) }, { player: cards }, null, 'x']);
    return [oneOf(draw, [200, 200, 200, 201, 0, 400, 409, 429, 500]), { status: oneOf(draw, ['open', 'open', 'won']), nonce: draw(9), cards, result }];
  });
} // prettier-ignore

describe('drawn hands of', () => {
  describeKept(
    new URL('rounds.json', import.meta.url),
    ['blackjack', 'video_poker'].map((name) => ({
      name,
      made: () => Array.from({ length: 300 }, (_, at) => {
        const draw = drawFrom(`${name} ${at}`);
        return round(name, drawnScript(draw), { isDoubled: draw(2) === 0 });
      }),
    })),
  ); // prettier-ignore
});

describe('an answer', () => {
  it.each([[0, false, false], [1, true, false], [199, true, false], [200, true, true], [299, true, true], [300, true, false], [499, true, false], [500, false, false]])(
    'of status %i is one: %s, and a success: %s', (status, is, success) => {
      const answer = { status, body: fieldsOf({}) };
      expect([isAnswered(answer), isOk(answer)]).toEqual([is, success]);
    }); // prettier-ignore

  it('has fields of its form alone', () => {
    const fields = fieldsOf({ text: 'x', long: 'x'.repeat(4_096), longer: 'x'.repeat(4_097), count: 0, minus: -1, half: 0.5, large: 2 ** 53 });
    expect([textIn(fields, 'text'), textIn(fields, 'long')?.length, textIn(fields, 'longer'), textIn(fields, 'count')]).toEqual(['x', 4_096, undefined, undefined]);
    expect(['count', 'minus', 'half', 'large', 'text', 'none'].map((name) => countIn(fields, name))).toEqual([0, ...Array.from({ length: 5 }, () => undefined)]);
    for (const value of [null, 'x', [1], undefined]) expect(fieldsOf(value).size).toBe(0);
    expect(fieldsOf(Object.create({ inherited: 1 })).size).toBe(0);
  }); // prettier-ignore

  it('that is lost is asked for three times, each after the first as a repeat', () => {
    const call: LiveCall = { method: 'GET', path: '/x' };
    for (const [statuses, count] of [[[200], 1], [[0, 404], 2], [[0, 500, 503], 3]] as const) {
      const { calls, end } = played(asked(call), statuses.map((status) => [status, {}]));
      expect(calls).toEqual([call, { ...call, isRepeat: true }, { ...call, isRepeat: true }].slice(0, count));
      expect(end).toMatchObject({ isRepeated: count > 1, repeats: count - 1, answer: { status: statuses.at(-1) } });
    }
  }); // prettier-ignore
});

describe('a budget', () => {
  it('has left what was neither staked nor set aside, and never stakes more than was set aside', () => {
    const purse = new StakeBudget(100);
    const [one, other] = [purse.hold(40), purse.hold(50)];
    expect(purse.leftMicros).toBe(10);
    one.take(30);
    expect([purse.leftMicros, purse.stakedMicros, purse.stakesSent]).toEqual([20, 30, 1]);
    other.release();
    other.release();
    expect(purse.leftMicros).toBe(70);
    expect(() => { one.take(1); }).toThrow('a round stakes what was set aside, once');
    expect(() => { purse.hold(71).take(71); }).toThrow('no stake is sent beyond the budget');
    const full = new StakeBudget(100);
    full.hold(100).take(100);
    expect([full.leftMicros, full.stakedMicros]).toEqual([0, 100]);
    const closed = new StakeBudget(100);
    closed.isClosed = true;
    expect(closed.leftMicros).toBe(0);
  }); // prettier-ignore
});
