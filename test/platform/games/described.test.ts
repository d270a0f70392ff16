/** What games say of themselves agrees with what they do: names, edges, samples, bets as shown, and refusals. */
import { describe, expect, it } from 'vitest';
import type { Game } from '../../../src/platform/games/game.ts';
import { hilo, hiloInformed } from '../../../src/platform/games/hilo.ts';
import { games } from '../../../src/platform/games/registry.ts';
import { hundredthsForm, wholeForm, wordForm } from '../../../src/platform/games/forms.ts';
import { choose } from '../../../src/platform/games/combinations.ts';
import { hundredthsOf } from '../../../src/platform/games/params.ts';
import { blackjack } from '../../../src/platform/games/blackjack.ts';
import { ratioText } from '../../../src/platform/games/ratio.ts';
import { slots, slotsAnyPair } from '../../../src/platform/games/slots.ts';
import { videoPoker } from '../../../src/platform/games/video-poker.ts';
import { singleGames } from './chances.ts';

const percentOf = ({ numerator, denominator }: { numerator: number; denominator: number }): string =>
  `${Number(((100 * numerator) / denominator).toPrecision(3))}%`;

/** The first bets of a game and its last one: some have 100,000. */
function someBets(game: Game): object[] {
  const bets: object[] = [];
  let last: object | undefined;
  for (const bet of game.bets()) {
    if (bets.length < 400) bets.push(bet);
    last = bet;
  }
  return last === undefined ? bets : [...bets, last];
}

describe.each(singleGames.map((game) => [game.id, game] as const))('%s', (id, game) => {
  const fields = Object.keys(game.params.fields);

  it('names each of its parameters, or says that it has none', () => {
    for (const field of fields)
      expect(game.about).toContain(`${field}: `.replace(/^bet_value: /, 'bet_value'));
    if (fields.length === 0) expect(game.about).toMatch(/^No parameters\. [A-Z]/);
    expect(game.about.length).toBeGreaterThan(20);
  });

  it('states the edge of each bet', () => {
    for (const bet of someBets(game)) expect(game.statedEdge).toContain(percentOf(game.statedEdgeOf(bet)));
  });

  it('reads its samples, and a bet as it is shown', () => {
    for (const sample of Object.values(game.samples)) {
      const bet = game.parseBet(sample);
      expect(bet, JSON.stringify(sample)).toBeTypeOf('object');
      if (id !== 'keno') expect(game.betShown(bet as object)).toStrictEqual(sample);
      else
        expect(game.betShown(bet as object)).toStrictEqual({ picks: (sample['picks'] as number[]).length });
    }
    if (id !== 'keno')
      for (const bet of someBets(game)) expect(game.parseBet(game.betShown(bet))).toEqual(bet);
  });

  it('names in a refusal the parameter that is wrong', () => {
    const { challenge } = game.samples;
    for (const field of fields) {
      // In a refusal a list is named by what it has, as in "no pick stands twice".
      const named = new RegExp(`\\b${field.replace(/s$/, '')}`);
      for (const wrong of [undefined, null, 'x', -1, 0.5, 1e9, [], [1, 1], [0]])
        if (!(wrong === undefined && (game.params.optional ?? []).includes(field)))
          expect(game.parseBet({ ...challenge, [field]: wrong }), `${field} ${String(wrong)}`).toMatch(named);
    }
  });

  it('shows in a round all that was bet', () => {
    const { challenge } = game.samples;
    const bet = game.parseBet(challenge);
    if (typeof bet === 'string') return expect.unreachable(bet);
    const { detail } = game.play(bet, () => 0, game.rules.published);
    for (const [name, value] of Object.entries(challenge)) expect(detail[name], name).toEqual(value);
  });
});

it('the samples with the shortest and the longest odds are those that bound the stakes', () => {
  const extremes = singleGames.map(({ id, samples: { shortest, longest } }) => [id, shortest, longest]);
  expect(extremes).toEqual([
    ['coin_flip', { side: 'heads' }, { side: 'heads' }],
    ['dice', { direction: 'over', threshold: 1 }, { direction: 'over', threshold: 99 }],
    ['simple_dice', { pick: 1 }, { pick: 1 }],
    ['multiplier', { target_multiplier: 1.01 }, { target_multiplier: 1000 }],
    ['roulette', { bet_type: 'red' }, { bet_type: 'number', bet_value: 0 }],
    ['custom', { win_probability: 99 }, { win_probability: 1 }],
    ['crash', { cash_out_at: 1.01 }, { cash_out_at: 100 }],
    ['plinko', { rows: 8, risk: 'low' }, { rows: 16, risk: 'high' }],
    ['slots', {}, {}],
    ['hilo', { guess: 'higher' }, { guess: 'higher' }],
    ['keno', { picks: [1] }, { picks: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }],
    ['scratch_card', {}, {}],
    ['wheel', {}, {}],
    ['mines', { mines: 1, reveals: 1 }, { mines: 13, reveals: 12 }],
    ['baccarat', { bet_on: 'banker' }, { bet_on: 'tie' }],
  ]);
});

it('refusals say what is allowed', () => {
  const refusal = (id: string, params: object): unknown =>
    singleGames.find((game) => game.id === id)?.parseBet({ ...params });
  expect([
    refusal('mines', { mines: 20, reveals: 6 }),
    refusal('keno', { picks: [1, 1] }),
    refusal('keno', { picks: [81] }),
    refusal('roulette', { bet_type: 'green' }),
    refusal('roulette', { bet_type: 'red', bet_value: 1 }),
    refusal('roulette', { bet_type: 'number', bet_value: 37 }),
    refusal('mines', { mines: 0, reveals: 1 }),
    videoPoker.parseMove({ holds: 'AS' }),
    videoPoker.parseMove({ holds: ['1S'] }),
    videoPoker.parseMove({ holds: ['AS', 'AS'] }),
  ]).toEqual([
    'reveals is a whole number from 1 to 5, the cells without a mine',
    'no pick stands twice',
    'every pick is a whole number from 1 to 80',
    expect.stringMatching(/^bet_type is number, red, black, .*, column_3$/),
    'bet_value goes with bet_type number alone',
    'bet_value is a whole number from 0 to 36',
    'mines is a whole number from 1 to 24',
    'holds is a list of at most five of the cards dealt',
    'a card is its rank and its suit, such as TH, AS or 7C',
    'no card is held twice',
  ]);
});

it('a round shows what was drawn, and a game has as many bets as its parameters allow', () => {
  const last = singleGames.map((game) => {
    const bet = game.parseBet(game.samples.challenge);
    if (typeof bet === 'string') return expect.unreachable(bet);
    let count = 0;
    for (const _ of game.bets()) count += 1;
    const { payout, detail } = game.play(bet, (n) => n - 1, game.rules.consistent);
    return [game.id, count, detail, ratioText(payout)];
  });
  expect(last).toEqual([
    ['coin_flip', 2, { side: 'heads', result: 'tails' }, '0/1'],
    ['dice', 197, { direction: 'over', threshold: 50, roll: 100 }, '199/100'],
    ['simple_dice', 6, { pick: 6, roll: 6 }, '11/2'],
    ['multiplier', 99_900, { target_multiplier: 2, crash_point: 1024.01 }, '2/1'],
    ['roulette', 49, { bet_type: 'red', result: 36, color: 'red' }, '7363/3600'],
    ['custom', 99, { win_probability: 50, drawn: 100 }, '0/1'],
    ['crash', 9900, { cash_out_at: 2, crash_point: 1024 }, '2/1'],
    ['plinko', 9, { rows: 16, risk: 'high', slot: 16 }, '1000/1'],
    ['slots', 1, { reels: ['GRAPE', 'GRAPE', 'GRAPE'] }, '5/1'],
    ['hilo', 2, { guess: 'higher', first_card: 'K', next_card: 'K' }, '1/1'],
    [
      'keno',
      10,
      { picks: [1, 2, 3, 4, 5], drawn: Array.from({ length: 20 }, (_, at) => 61 + at), caught: 0 },
      '0/1',
    ],
    ['scratch_card', 1, { symbols: ['cherry', 'bell', 'clover'] }, '0/1'],
    ['wheel', 1, { sector: 8 }, '10/1'],
    ['mines', 300, { mines: 3, reveals: 5, mine_cells: [22, 23, 24] }, '299/152'],
    [
      'baccarat',
      3,
      { bet_on: 'player', winner: 'tie', player: ['K', 'K', 'K'], banker: ['K', 'K', 'K'] },
      '1/1',
    ],
  ]);
});

it('forms say what the words, the bounds and the decimals are', () => {
  expect([wordForm(['a', 1]), wholeForm(1, 9), hundredthsForm([101, 250])]).toEqual([
    { enum: ['a', 1] },
    { type: 'integer', minimum: 1, maximum: 9 },
    {
      type: 'number',
      minimum: 1.01,
      maximum: 2.5,
      multipleOf: 0.01,
      description: 'a number from 1.01 to 2.5 with at most two decimals',
    },
  ]);
  const paramsOf = (id: string) => singleGames.find((game) => game.id === id)?.params;
  expect(paramsOf('dice')?.anyOf).toEqual([
    { properties: { direction: { const: 'over' } } },
    { properties: { threshold: { minimum: 2 } } },
  ]);
  const cells = Array.from({ length: 24 }, (_, index) => [index + 1, 24 - index] as const);
  expect(paramsOf('mines')).toEqual({
    fields: { mines: wholeForm(1, 24), reveals: wholeForm(1, 24) },
    anyOf: cells.map(([mines, reveals]) => ({
      properties: { mines: { maximum: mines }, reveals: { maximum: reveals } },
    })),
  });
});

it('whole ways and hundredths are exact, and no value is converted', () => {
  expect([choose(5, -1), choose(5, 6), choose(5, 0), choose(52, 5)]).toEqual([0n, 0n, 1n, 2_598_960n]);
  expect([5n, '1.5', null, 1.005, 0.99, 1.01].map((value) => hundredthsOf(value, [100, 150]))).toEqual([
    undefined, undefined, undefined, undefined, undefined, 101,
  ]); // prettier-ignore
});

it('slots pay for a pair on any two reels where pairs do not have to come first', () => {
  // Stops: 0 is 7; 1-3 BAR; 4-7 BELL; 8-12 CHERRY; 13-15 LEMON.
  const paid = [[4, 1, 1], [0, 8, 8], [8, 0, 8], [8, 1, 1], [1, 1, 4], [8, 0, 4], [13, 8, 0], [0, 0, 1], [4, 8, 4]].map((stops) => {
    const left = [...stops];
    return ratioText(slots.play({}, () => left.shift() ?? 0, slotsAnyPair).payout);
  }); // prettier-ignore
  expect(paid).toEqual(['5/1', '2/1', '2/1', '5/1', '5/1', '1/1', '0/1', '0/1', '0/1']);
  expect([slots.rules.published.pairsOn, slotsAnyPair]).toEqual([
    'first two', { ...slots.rules.published, pairsOn: 'any two' },
  ]); // prettier-ignore
});

it('a bet of 50% wins with 50 of 100', () => {
  const custom = singleGames.find(({ id }) => id === 'custom');
  const paid = [49, 50].map((drawn) =>
    custom === undefined
      ? undefined
      : ratioText(custom.play({ winProbability: 50 }, () => drawn, custom.rules.consistent).payout),
  );
  expect(paid).toEqual(['199/100', '0/1']);
});

describe('hands', () => {
  const hands = [blackjack, videoPoker, hiloInformed];

  it('of the registry are the games of several calls', () => {
    const ids = games.flatMap(({ kind, game }) => (kind === 'hand' ? [game.id] : []));
    expect(ids).toEqual(['blackjack', 'video_poker']);
  });

  it('name their parameter and their edge', () => {
    expect(hands.map(({ about }) => /\b(?:action|holds|guess)\b/.exec(about)?.[0])).toEqual([
      'action',
      'holds',
      'guess',
    ]);
    for (const game of hands) expect(game.statedEdge).toContain(percentOf(game.statedEdgeOf()));
    expect(blackjack.parseMove({})).toBe('action is hit, stand or double');
    expect(blackjack.parseMove({ action: 'hit' })).toEqual({ action: 'hit' });
    expect(hiloInformed).toMatchObject({ id: 'hilo', rules: hilo.rules, about: hilo.about });
  });

  it('of blackjack are dealt by the rules of the profile', () => {
    expect(blackjack.rules).toEqual({
      published: { packs: 8, hitsSoft17: false, hasHoleCard: true, doubleOn: 'any two' },
      consistent: { packs: undefined, hitsSoft17: true, hasHoleCard: false, doubleOn: 'hard 11' },
    });
  });

  it('of blackjack have two stakes after a double, which not every profile allows before the deal', () => {
    const { published, consistent } = blackjack.rules;
    const moves = (['hit', 'stand', 'double'] as const).map((action) => ({ action }));
    expect(moves.map((move) => blackjack.stakesOf(move))).toEqual([1, 1, 2]);
    expect(moves.map((move) => blackjack.moveView(move))).toEqual(moves);
    expect(moves.map((move) => blackjack.blindMistake(move, published))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(moves.map((move) => blackjack.blindMistake(move, consistent))).toEqual([
      undefined, undefined, 'double needs a hard 11, and no card has been dealt yet',
    ]); // prettier-ignore
    expect(blackjack.idleMove(blackjack.deal(() => 0, published))).toEqual({ action: 'stand' });
    expect([blackjack.profitMax(published), videoPoker.profitMax(videoPoker.rules.published)]).toEqual([
      2, 799,
    ]);
  });

  it('of video poker keep every card of an absent player, and are not played blindly', () => {
    const { published } = videoPoker.rules;
    const hand = videoPoker.deal(() => 0, published);
    const move = videoPoker.idleMove(hand);
    const after = videoPoker.act(hand, move, { pick: () => 0, rules: published });
    expect(videoPoker.shown(after)).toEqual({ ...videoPoker.shown(hand), hand: 'four_of_a_kind' });
    expect(videoPoker.shown(hand)).toEqual({ cards: expect.any(Array) as unknown });
    const held = videoPoker.parseMove({ holds: ['AS', '7C'] }) as typeof move;
    expect(videoPoker.moveView(held)).toEqual({ holds: ['AS', '7C'] });
    expect(videoPoker.rules.consistent).toEqual({ ...published, flush: 5 });
    expect(videoPoker.moveView(move)).toEqual({ holds: videoPoker.shown(hand)['cards'] });
    expect([videoPoker.stakesOf(move), videoPoker.blindMistake(move, published)]).toEqual([
      1, 'the cards to hold are named after the deal',
    ]); // prettier-ignore
  });

  it('of informed hi-lo show one card, then both, and end with the guess', () => {
    const rules = hilo.rules.published;
    const hand = hiloInformed.deal(() => 3, rules);
    const move = hiloInformed.idleMove(hand);
    expect([hiloInformed.shown(hand), hand.settled, hiloInformed.mistake(hand, move, rules)]).toEqual([
      { first_card: '4' }, undefined, undefined,
    ]); // prettier-ignore
    const after = hiloInformed.act(hand, move, { pick: () => 5, rules });
    expect(hiloInformed.shown(after)).toEqual({ guess: 'higher', first_card: '4', next_card: '6' });
    expect(hiloInformed.mistake(after, move, rules)).toBe('the hand is settled');
    expect([hiloInformed.moveView(move), hiloInformed.stakesOf(move), hiloInformed.profitMax(rules)]).toEqual([
      { guess: 'higher' }, 1, 11,
    ]); // prettier-ignore
    expect([hiloInformed.parseMove({ guess: 'lower' }), hiloInformed.blindMistake(move, rules)]).toEqual([
      { guess: 'lower' }, undefined,
    ]); // prettier-ignore
  });
});
