/** The players of a live audit: what a seed draws for each, kept as it is, and what holds for all. */
import { describe, expect, it } from 'vitest';
import {
  drawnPlayer,
  smallestMicros,
  type HabitsCall,
} from '../../../../../src/host/app/audit/live/drawn-habits.ts';
import { present } from '../../../../../src/core/base/assert.ts';
import { gameNamed } from '../../../../../src/platform/games/registry.ts';

const call = { seed: 's', stakeMicros: undefined, budgetMicros: 100_000_000, betsPerSeed: 10 };
const player = (number = 0, changes: Partial<HabitsCall> = {}) =>
  drawnPlayer({ ...call, number, ...changes });
const times = <Result>(count: number, draw: (index: number) => Result): Result[] =>
  Array.from({ length: count }, (_, index) => draw(index));
const entryOf = (name: string) => present(gameNamed(name), 'the registry has this game');
const open = ['dice', 'coin_flip', 'slots', 'blackjack'].map((name) => ({
  entry: entryOf(name),
  params: {},
}));

describe('who the players are', () => {
  it('is drawn from the seed for each of them: a name and a client program', () => {
    expect(
      times(20, (number) => `${player(number).persona(0).agentId} ${player(number).headers['user-agent']}`),
    ).toEqual([
      'bare-lion_keno-player-37275 axios/1.7.7',
      'awful-panda_gambler-85202 node',
      'old-bee_gambler-17936 python-httpx/0.27.2',
      'ideal-fox_keno-player-24980 python-httpx/0.27.2',
      'charming-tiger_flat-bettor-70000 python-requests/2.32.3',
      'ecstatic-hamster_crash-pilot-14174 aiohttp/3.10.5',
      'outstanding-polar-bear_martingale-bettor-55804 Go-http-client/1.1',
      'flustered-bird_gambler-38865 node',
      'impressive-whale_martingale-bettor-20473 aiohttp/3.10.5',
      'soupy-hippopotamus_martingale-bettor-18914 python-httpx/0.27.2',
      'hurtful-horse_crash-pilot-95141 axios/1.7.7',
      'ultimate-dog_newcomer-33684 axios/1.7.7',
      'slimy-lion_newcomer-20378 python-requests/2.32.3',
      'cluttered-panda_keno-player-77513 axios/1.7.7',
      'lumbering-cat_kelly-bettor-47281 Go-http-client/1.1',
      'infatuated-rhinoceros_gambler-83980 aiohttp/3.10.5',
      'best-polar-bear_keno-player-36178 node',
      'gentle-polar-bear_kelly-bettor-7915 python-requests/2.32.3',
      'busy-dolphin_keno-player-7665 axios/1.7.7',
      'stiff-ostrich_flat-bettor-62319 python-requests/2.32.3',
    ]);
  });

  it('has the headers of a common program', () => {
    const sent = new Set(times(40, (number) => JSON.stringify(player(number).headers)));
    expect([...sent].toSorted()).toEqual([
      '{"user-agent":"Go-http-client/1.1","accept":"application/json"}',
      '{"user-agent":"aiohttp/3.10.5","accept":"*/*"}',
      '{"user-agent":"axios/1.7.7","accept":"application/json, text/plain, */*"}',
      '{"user-agent":"node","accept":"*/*"}',
      '{"user-agent":"okhttp/4.12.0","accept":"application/json"}',
      '{"user-agent":"python-httpx/0.27.2","accept":"*/*"}',
      '{"user-agent":"python-requests/2.32.3","accept":"*/*"}',
    ]);
  });

  it('has another name for another attempt, of the same behaviour', () => {
    const { persona } = player();
    expect([0, 1, 0].map((attempt) => persona(attempt).agentId)).toEqual([
      'bare-lion_keno-player-37275',
      'slight-zebra_keno-player-1310',
      'bare-lion_keno-player-37275',
    ]);
  });

  it('has client seeds of four forms, others for each period', () => {
    expect(
      times(5, (number) => [0, 1].map((period) => player(number).habits.clientSeed(period))).slice(0, 4),
    ).toEqual([
      ['91e356d936e39d66db082b0f5417b642', '9523537df1905afd6c1498ae47d72832'],
      ['48c55d94e6784d9d', 'd32be77fb1813457'],
      ['old-bee-280944933806764', 'old-bee-114397169487108'],
      ['5rz33ztkow2tajakgfr', '5bli8hqwxqbjcpojx1z'],
    ]);
    expect(player(4).habits.clientSeed(0)).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('how a player bets', () => {
  it('stays with a game for one to three bets, until all had their turn', () => {
    const { bet } = player().habits;
    expect(times(24, () => bet(open).entry.game.id).join(' ')).toBe(
      'dice dice coin_flip slots slots slots blackjack blackjack slots coin_flip coin_flip coin_flip ' +
        'blackjack blackjack dice dice dice dice coin_flip coin_flip coin_flip blackjack blackjack slots',
    );
  });

  it('goes on to the next game where the house closes one in the middle of its turn', () => {
    const { bet } = player().habits;
    expect(times(12, (index) => bet(index < 1 ? open : open.slice(1)).entry.game.id).join(' ')).toBe(
      'dice coin_flip slots blackjack blackjack blackjack blackjack blackjack slots slots coin_flip coin_flip',
    );
  });

  it('draws the parameters of each bet', () => {
    const { bet } = player(1).habits;
    expect(times(5, () => bet(open.slice(0, 1)).params)).toEqual([
      { direction: 'over', threshold: 75 },
      { direction: 'under', threshold: 75 },
      { direction: 'over', threshold: 3 },
      { direction: 'over', threshold: 21 },
      { direction: 'under', threshold: 25 },
    ]);
  });

  it('has pauses around the mean, doubles, periods and looks', () => {
    const { habits, pause } = player();
    expect(times(12, () => Number(pause().toFixed(6)))).toEqual([
      0.690807, 0.117982, 0.346826, 0.310514, 0.665744, 0.245884, 4.274065, 0.523631, 1.165749, 0.034666,
      2.878634, 0.261623,
    ]);
    expect(times(12, () => Number(habits.doubles?.())).join('')).toBe('101000000000');
    expect(times(12, () => habits.betsUnderSeed())).toEqual([9, 4, 18, 3, 9, 19, 18, 18, 18, 10, 6, 7]);
    expect(times(16, (round) => habits.looks(round).join('+')).join()).toBe(
      ',commitment,verification,balance,commitment,,,,,,balance,,,,balance,balance',
    );
    expect(habits.beyondLimits).toEqual([5_000, 10_000_010_000]);
  });

  it.each([
    [1, 'b+c+v '.repeat(20).trim()],
    [2, 'b+v b+c+v b+v b+v b+c b+c b+c+v b+c b+v b+v b+c b+c+v b+c b+v b+c+v b b+c b+c+v b b'],
    [100, 'b b'],
  ])('looks more often where a server seed is for %i bets', (betsPerSeed, looks) => {
    const { habits } = player(0, { betsPerSeed });
    const looked = times(20, (round) => habits.looks(round).map((look) => look[0]).join('+')); // prettier-ignore
    expect(looked.filter((text) => text !== '').join(' ')).toBe(looks);
    expect(Math.max(...times(400, () => habits.betsUnderSeed()))).toBe(2 * betsPerSeed - 1);
    expect(Math.min(...times(400, () => habits.betsUnderSeed()))).toBe(1);
  });
});

describe('what a player stakes', () => {
  it('has as much money on each size', () => {
    const { stakeMicros } = player().habits;
    expect(times(24, () => Number(stakeMicros(10_000_000)) / smallestMicros)).toEqual([
      50, 5, 20, 5, 2, 2, 1, 1, 1, 1, 10, 10, 2, 100, 1, 50, 1, 10, 2, 1, 1, 1, 2, 5,
    ]);
  });

  it.each([
    ['the budget', 100_000_000, 1e15, [1, 2, 5, 10, 20, 50, 100, 200, 500]],
    ['the most that is left', 100_000_000, 100_000, [1, 2, 5, 10]],
    ['one step below that', 100_000_000, 99_999, [1, 2, 5]],
    ['a budget of twenty bets', 400_000, 1e15, [1, 2]],
    ['a budget below that', 399_999, 1e15, [1]],
    ['a budget for less than one bet', 1, 1e15, [1]],
  ])('is one of the sizes that %s allows', (_what, budgetMicros, mostMicros, sizes) => {
    const { stakeMicros } = player(0, { budgetMicros }).habits;
    const found = new Set(times(800, () => Number(stakeMicros(mostMicros)) / smallestMicros));
    expect([...found].toSorted((left, right) => left - right)).toEqual(sizes);
  });

  it('is nothing where the smallest size is too large', () => {
    expect(player().habits.stakeMicros(9_999)).toBeUndefined();
    expect(player().habits.stakeMicros(10_000)).toBe(10_000);
  });

  it('is the one stake that the call names, or nothing', () => {
    const { stakeMicros } = player(0, { stakeMicros: 70_000, budgetMicros: 70_000 }).habits;
    expect(times(3, () => stakeMicros(70_000))).toEqual([70_000, 70_000, 70_000]);
    expect(stakeMicros(69_999)).toBeUndefined();
  });
});
