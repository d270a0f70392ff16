/** Rows of a log as docs/bet-log.md describes them: what is read from each column, and what is refused in which words. */
import { describe, expect, it } from 'vitest';
import { games, gameNamed } from '../../../../src/platform/games/registry.ts';
import { logColumns, neededColumns, readBet, replayBet, type LoggedBet, type LogRow } from '../../../../src/verification/audit/log/logged-bet.ts'; // prettier-ignore
import { isDue } from '../../../../src/verification/audit/log/rounding.ts';
import { countText, placeText, RowsFound } from '../../../../src/verification/audit/log/rows-found.ts';
import { ratio } from '../../../../src/platform/games/ratio.ts';
import { drawnBets } from './drawn-bets.ts';

const row: LogRow = {
  game: 'dice', bet: '{"direction":"over","threshold":50}', stake: '1', payout: '1.96',
  server_seed_hash: 'AB12', server_seed: 'seed', client_seed: 'client', nonce: '7',
}; // prettier-ignore
const read = (more: LogRow): LoggedBet => {
  const bet = readBet({ ...row, ...more }, 9);
  if (typeof bet === 'string') throw new Error(bet);
  return bet;
};

it('the columns up to player are needed', () => {
  expect([...neededColumns, 'player']).toEqual(Object.keys(logColumns).slice(0, 9));
});

describe('a row', () => {
  it('is read column by column', () => {
    expect(readBet(row, 9)).toEqual({
      line: 9, player: '', entry: gameNamed('dice'), params: { direction: 'over', threshold: 50 },
      stakeMicros: 1_000_000, payoutMicros: 1_960_000, commitment: 'ab12', serverSeed: 'seed', clientSeed: 'client',
      nonce: 7, result: {}, committedAtMs: undefined, clientSeedAtMs: undefined, placedAtMs: undefined,
      revealedAtMs: undefined, rounds: undefined,
    });
    expect(read({ server_seed: '', player: 5, rounds: '12', nonce: 0, result: { roll: 3 } })).toMatchObject({
      serverSeed: undefined, player: '5', rounds: 12, nonce: 0, result: { roll: 3 },
    });
    expect(read({ rounds: 'x' }).rounds).toBeUndefined();
    for (const name of games.flatMap(({ names }) => names)) expect(read({ game: name }).entry).toBe(gameNamed(name));
  }); // prettier-ignore

  it.each<[LogRow, string]>([
    [{ game: 'dices' }, 'game is "dices"; expected one of the 17 games'],
    [{ game: undefined }, 'game is missing; expected one of the 17 games'],
    [{ game: ['dice'] }, 'game is ["dice"]; expected one of the 17 games'],
    [{ bet: '[1]' }, 'bet is "[1]"; expected an object as JSON'],
    [{ bet: [1] }, 'bet is [1]; expected an object as JSON'],
    [{ bet: 7 }, 'bet is 7; expected an object as JSON'],
    [{ bet: '{' }, 'bet is "{"; expected an object as JSON'],
    [{ bet: 'null' }, 'bet is "null"; expected an object as JSON'],
    [{ bet: '"x"' }, 'bet is "\\"x\\""; expected an object as JSON'],
    [{ result: '1' }, 'result is "1"; expected an object as JSON'],
    [{ stake: '0' }, 'stake is "0"; expected an amount above 0'],
    [{ stake: 'x'.repeat(99) }, `stake is "${'x'.repeat(59)}; expected an amount above 0`],
    [{ stake: '1.0000001' }, 'stake is "1.0000001"; expected an amount above 0'],
    [{ stake: Infinity }, 'stake is Infinity; expected an amount above 0'],
    [{ payout: '-1' }, 'payout is "-1"; expected an amount'],
    [{ payout: null }, 'payout is null; expected an amount'],
    [{ nonce: '-1' }, 'nonce is "-1"; expected a whole number from 0'],
    [{ nonce: '1.5' }, 'nonce is "1.5"; expected a whole number from 0'],
    [{ nonce: 1.5 }, 'nonce is 1.5; expected a whole number from 0'],
    [{ nonce: '' }, 'nonce is ""; expected a whole number from 0'],
    [{ nonce: '9007199254740992' }, 'nonce is "9007199254740992"; expected a whole number from 0'],
    [{ nonce: '00000000000000001' }, 'nonce is "00000000000000001"; expected a whole number from 0'],
    [{ server_seed_hash: '' }, 'server_seed_hash is empty; expected the commitment shown before the bet'],
    [{ server_seed_hash: {} }, 'server_seed_hash is empty; expected the commitment shown before the bet'],
  ])('with %j is refused', (more, mistake) => {
    expect(readBet({ ...row, ...more }, 9)).toBe(mistake);
  });

  it.each(['committed_at', 'client_seed_at', 'placed_at', 'revealed_at'])('has an instant in %s', (column) => {
    const field = { committed_at: 'committedAtMs', client_seed_at: 'clientSeedAtMs', placed_at: 'placedAtMs', revealed_at: 'revealedAtMs' }[column]!;
    const at = (value: unknown) => (read({ [column]: value }) as unknown as Record<string, unknown>)[field];
    const ms = Date.UTC(2026, 4, 1, 12, 0, 0);
    for (const same of ['2026-05-01T12:00:00Z', '2026-05-01 12:00:00', ' 2026-05-01T14:00:00+02:00 ', '2026-05-01T12:00:00z', ms, String(ms), ms / 1000, String(ms / 1000)])
      expect(at(same), String(same)).toBe(ms);
    expect([at(99_999_999_999), at(100_000_000_000), at(0)]).toEqual([99_999_999_999_000, 100_000_000_000, 0]);
    expect([at(''), at(null), at(undefined)]).toEqual([undefined, undefined, undefined]);
    for (const wrong of ['soon', '2026-05-01', {}, -1, '2026-13-01T00:00:00Z'])
      expect(readBet({ ...row, [column]: wrong }, 9)).toMatch(new RegExp(`^${column} is .*; expected `));
  }); // prettier-ignore

  it('has amounts with ending zeros and spaces, and payouts of more than six decimals', () => {
    for (const stake of ['5', '5.0', ' 5.00 ', 5]) expect(read({ stake }).stakeMicros).toBe(5_000_000);
    for (const payout of ['1.9600009', 1.960_000_9, '1.96000099999']) expect(read({ payout }).payoutMicros).toBe(1_960_000);
    expect(read({ payout: 0.1 + 0.2 }).payoutMicros).toBe(300_000);
    expect(read({ payout: '0' }).payoutMicros).toBe(0);
  }); // prettier-ignore

  it('has empty parameters and results where there are none', () => {
    for (const none of [undefined, null, '']) expect(read({ bet: none, result: none })).toMatchObject({ params: {}, result: {} });
  }); // prettier-ignore

  it('shares parameters with equal texts, and not more than 20,000 of them', () => {
    const objects = new Map<string, unknown>();
    const paramsOf = (bet: unknown) => (readBet({ ...row, bet }, 1, objects) as LoggedBet).params;
    const one = paramsOf('{"a":1}');
    expect(paramsOf('{"a":1}')).toBe(one);
    expect(paramsOf({ a: 1 })).not.toBe(one);
    expect(readBet({ ...row, bet: '{' }, 1, objects)).toBe('bet is "{"; expected an object as JSON');
    expect(objects.size).toBe(1);
    for (let at = 1; at < 20_000; at += 1) paramsOf(`{"b":${at}}`);
    expect([objects.size, paramsOf('{"a":1}') === one]).toEqual([20_000, true]);
    paramsOf('{"c":1}');
    expect([objects.size, paramsOf('{"a":1}') === one]).toEqual([1, false]);
  });
});

describe('a hand that is played again', () => {
  const hand = (game: string, params: object) =>
    replayBet(
      { ...read({ game }), params: params as LoggedBet['params'] },
      { pick: () => 0, profile: 'published' },
    );

  it.each<[string, object, string]>([
    ['blackjack', {}, 'the hand is not settled after its moves'],
    ['blackjack', { actions: 'stand' }, 'the hand is not settled after its moves'],
    ['blackjack', { actions: ['fold'] }, 'action is hit, stand or double'],
    ['blackjack', { actions: ['stand', 'hit'] }, 'the hand is settled'],
  ])('%s %j: %s', (game, params, mistake) => expect(hand(game, params)).toBe(mistake));

  it('is paid over all of its stakes: the logged one has both of a double', () => {
    const hands = drawnBets('blackjack', { seed: 'stakes', count: 150 });
    const doubled = hands.filter(({ bet }) => (bet.params['actions'] as string[]).includes('double'));
    const multiplesOf = (of: typeof hands) => new Set(of.map(({ honest }) => honest!.payout.numerator / honest!.payout.denominator));
    expect(multiplesOf(doubled)).toEqual(new Set([0, 1, 2]));
    expect(multiplesOf(hands)).toEqual(new Set([0, 1, 2, 2.5]));
    expect(hand('video_poker', { holds: [] })).toMatchObject({ payout: { denominator: 1 } });
    expect(hand('dice', { direction: 'over', threshold: 500 })).toMatch(/threshold/);
  }); // prettier-ignore
});

describe('rows that a finding is about', () => {
  it('are counted, and ten of their lines are kept, in the order of the log', () => {
    const rows = new RowsFound();
    expect(rows.finding('code', 'text')).toEqual([]);
    for (let at = 1; at <= 12; at += 1) rows.add({ line: at + 1, bet: at }, at === 1 ? 3 : 1);
    expect(rows.finding('code', 'text', 'dice')).toEqual([
      { code: 'code', game: 'dice', count: 14, line: 2, bet: 1, lines: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11], sentence: 'text' },
    ]);
    const [late, none] = [new RowsFound(), new RowsFound()];
    late.add({ line: 30, bet: 29 });
    late.add({ line: 4, bet: 3 });
    const together = RowsFound.together([none, late, rows]);
    expect([together.count, together.first]).toEqual([16, { line: 2, bet: 1 }]);
    expect(together.finding('code', '')[0]?.lines).toEqual([2, 3, 4, 4, 5, 6, 7, 8, 9, 10]);
    expect(RowsFound.together([late, rows]).first).toEqual({ line: 2, bet: 1 });
    expect([RowsFound.together([]).count, RowsFound.together([]).first]).toEqual([0, { line: 1, bet: 1 }]);
  }); // prettier-ignore

  it('are named in words', () => {
    expect(placeText({ line: 12, bet: 11 })).toBe('line 12 (bet 11)');
    expect([countText(1, 'bet'), countText(2, 'bet'), countText(0, 'bet'), countText(1, 'bet was', 'bets were'), countText(3, 'bet was', 'bets were')]).toEqual([
      '1 bet', '2 bets', '0 bets', '1 bet was', '3 bets were',
    ]);
  }); // prettier-ignore
});

it.each<[number, number, boolean]>([
  [3, 1, true],
  [3, 2, true],
  [3, 3, false],
  [3, 0, false],
  [4, 2, true],
  [4, 3, false],
  [4, 1, false],
])('half of %i micros is due where %i are paid: %s', (stake, paid, is) => {
  expect(isDue(stake, ratio(1, 2), paid)).toBe(is);
});
