import { describe, expect, it } from 'vitest';
import { hmacPick } from '../../src/core/fairness/hmac.ts';
import { crashHundredths } from '../../src/platform/games/crash.ts';
import type { JsonObject } from '../../src/core/http/message.ts';
import { blackjackEdge } from './best-blackjack.ts';
import { blackjack, cashOut, deal, draw, launch, nextNonce, owed, playOut } from './card-stage.ts';
import { betA, betB, casinoA, casinoB, placed, rotate, table } from './casino-stage.ts';
import { admitted, expectRefused, isoInstant, textOf, type Member } from './harness.ts';

const hex64: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);

const verified = (caller: Member, bet: JsonObject): JsonObject =>
  placed(caller.post(`${casinoA}/fairness/verify`, { bet_id: bet['bet_id'] }));

/** A hand that waits for a move. */
function openHand(caller: Member, amount = 1): JsonObject {
  for (let hand = 0; hand < 50; hand++) {
    const body = placed(blackjack(caller, 'hit', { amount }));
    if (body['status'] === 'open') return body;
  }
  throw new Error('no hand of 50 stayed open');
}

describe('blackjack', () => {
  it('GAM31 GAM32 GAM33 takes hit, stand and double and pays 1x a win, 1.5x a blackjack and 2x a won double', () => {
    const { stage, alice } = table();
    const seen = new Set<string>();
    let balance = alice.spendable;
    const bets = Array.from({ length: 400 }, (_, hand) => {
      const body = playOut(alice, ['hit', 'stand', 'double'][hand % 3] ?? '', 1);
      const [stakes, payout] = [Number(body['amount']), Number(body['payout'])];
      expect(payout).toBe(stakes * owed(body, {}));
      expect(body['win']).toBe(payout > stakes);
      balance += Math.round((payout - stakes) * 1e6);
      expect([alice.spendable, alice.held, body['balance']]).toEqual([balance, 0, balance / 1e6]);
      seen.add(`${stakes} in, ${payout} out`);
      return body;
    });
    const all = ['1 in, 0 out', '1 in, 1 out', '1 in, 2 out', '1 in, 2.5 out', '2 in, 0 out', '2 in, 2 out'];
    expect([...seen].toSorted()).toEqual([...all, '2 in, 4 out']);
    rotate(alice);
    for (const bet of bets) {
      expect(verified(alice, bet)).toMatchObject({ status: 'verified', result: bet['result'] });
    }
    expect(stage.world.driftMicros()).toBe(0);
    for (const action of ['split', 'HIT', '', 7, undefined, null, ['hit'], '__proto__']) {
      expectRefused(blackjack(alice, action, { amount: 1 }), 'BAD_REQUEST');
    }
    expectRefused(blackjack(alice, 'hit'), 'BAD_REQUEST');
    for (const amount of ['0.009999', 10_000.000001, -1, 'x', null]) {
      expectRefused(blackjack(alice, 'hit', { amount }), 'BAD_REQUEST');
    }
  });

  it('GAM31 keeps one hand open for a player, in all styles, and holds what is at stake in it', () => {
    const { stage, alice, bob } = table();
    const open = openHand(alice, 4);
    expect(open).toMatchObject({ game: 'blackjack', status: 'open', amount: 4, seed_hash: hex64 });
    expect(open).not.toHaveProperty('bet_id');
    const { dealer } = open['result'] as { dealer: string[] };
    expect(dealer.length).toBe(1);
    expect([alice.held, open['balance']]).toEqual([4_000_000, alice.spendable / 1e6]);
    const house = stage.world.ledger;
    const id = Array.from({ length: house.accountCount }, (_, account) => account).find(
      (account) => house.accountName(account) === 'casino:house',
    );
    expect(house.reserved(id ?? -1)).toBe(8_000_000);
    expectRefused(blackjack(alice, 'stand', { amount: 5 }), 'CONFLICT');
    expectRefused(blackjack(alice, 'stand', { client_seed: 'another' }), 'CONFLICT');
    expectRefused(blackjack(alice, 'double', {}), 'CONFLICT');
    expectRefused(alice.post(`${casinoA}/fairness/rotate`, {}), 'CONFLICT');
    expect([alice.held, nextNonce(alice)]).toEqual([4_000_000, Number(open['nonce']) + 1]);
    rotate(bob);
    // Another game goes on meanwhile, and another style finds the same hand.
    placed(betA(alice, 'coin-flip', { side: 'heads' }));
    const over = placed(betB(alice, 'blackjack', { action: 'stand' }, '4'));
    expect(over).toMatchObject({ game: 'blackjack', nonce: open['nonce'], seed: open['seed_hash'] });
    expect([alice.held, house.reserved(id ?? -1)]).toEqual([0, 0]);
    rotate(alice);
  });

  it('GAM31 never tells of cards by refusing the first call', () => {
    const { stage, alice } = table({ 'kelly.limit': 'none' });
    const poor = stage.joinB('poor');
    stage.setTier(poor, 'enterprise');
    const rows = stage.transfers;
    for (let tried = 0; tried < 30; tried++) {
      expectRefused(blackjack(poor, 'double', { amount: 6 }), 'INSUFFICIENT_BALANCE');
    }
    expect([nextNonce(poor), stage.transfers]).toEqual([0, rows]);
    expectRefused(blackjack(alice, 'stand', { amount: 1_010.01 }), 'INSUFFICIENT_BALANCE');
    // Where double goes with a hard 11 alone, no blind double is taken, whatever the cards would be.
    const strict = table({ 'casino.blackjackFirstCall': 'applies' }, { profile: 'consistent' }).alice;
    for (let tried = 0; tried < 30; tried++) {
      expectRefused(blackjack(strict, 'double', { amount: 1 }), 'BAD_REQUEST');
    }
    expect(nextNonce(strict)).toBe(0);
    const closed = table({ 'casino.houseBankroll': '1.99' }).alice;
    expectRefused(blackjack(closed, 'stand', { amount: 1 }), 'GAME_CLOSED');
    expect(nextNonce(closed)).toBe(0);
    expect(blackjack(closed, 'stand', { amount: 0.99 }).status).toBe(200);
  });

  it('GAM34 keeps near 2% against the best play (policy casino.payouts: consistent)', () => {
    expect(blackjackEdge()).toBeGreaterThan(0.015);
    expect(blackjackEdge()).toBeLessThan(0.025);
    const { alice } = table({}, { profile: 'consistent' });
    const first = Array.from({ length: 40 }, () => placed(blackjack(alice, 'stand', { amount: 1 })));
    const dealt = first.filter(({ status }) => status === 'open').length;
    expect(dealt).toBeGreaterThan(15);
    const hand = placed(blackjack(alice, 'hit', { amount: 1 }));
    if (hand['status'] === 'open') placed(blackjack(alice, 'stand'));
    // Two cards each are seen before the first choice: only so can the best play be played.
    const shown = first.find(({ status }) => status === 'open')?.['result'] as { player: string[] };
    expect(shown.player.length).toBe(2);
  });

  it('CAS27 plays blackjack in style B', () => {
    const { alice } = table();
    const body = placed(betB(alice, 'blackjack', { action: 'stand' }, '0.50'));
    expect(body).toEqual({
      win: Number(body['payout']) > 0.5,
      payout: expect.stringMatching(/^\d+\.\d{2,6}$/),
      balance: expect.stringMatching(/^\d+\.\d{2,6}$/),
      seed: hex64,
      nonce: 0,
      game: 'blackjack',
      result: { player: expect.any(Array), dealer: expect.any(Array), player_total: expect.any(Number) },
    });
    const games = ['dice', 'slots', 'roulette', 'blackjack', 'coinflip'];
    const listed = alice.get(`${casinoB}/games`).list('games');
    expect(listed.map(({ id }) => id)).toEqual(games);
    for (const params of [{}, { action: 'fold' }, undefined]) {
      expectRefused(betB(alice, 'blackjack', params), 'BAD_REQUEST');
    }
    expectRefused(alice.post(`${casinoB}/bet`, { amount: 1, params: { action: 'stand' } }), 'BAD_REQUEST');
    expect(alice.get(`${casinoB}/history`, { game: 'blackjack' }).list('bets').length).toBe(1);
  });
});

describe('video poker', () => {
  it('GAM78 GAM83 deals five cards and a nonce for nothing', () => {
    const { stage, alice } = table();
    const rows = stage.transfers;
    const hands = Array.from({ length: 50 }, () => placed(deal(alice)));
    for (const [nonce, hand] of hands.entries()) {
      expect(hand).toMatchObject({ nonce, amount: 0, seed_hash: hex64, balance: 1010 });
      expect(new Set(hand['cards'] as string[]).size).toBe(5);
      for (const card of hand['cards'] as string[]) expect(card).toMatch(/^[A2-9TJQK][CDHS]$/);
    }
    expect([stage.transfers, alice.get(`${casinoA}/stats/me`).body['total_bets']]).toEqual([rows, 0]);
  });

  it('GAM79 GAM80 GAM81 GAM83 draws to the hand of the nonce, and pays 25, 9, 6, 4, 3, 2 and 1 times the stake', () => {
    const { stage, alice } = table();
    const seen = new Map<string, number>();
    const bets: JsonObject[] = [];
    for (let hand = 0; hand < 30_000 && (hand < 600 || seen.size < 8); hand++) {
      const dealt = placed(deal(alice));
      const cards = dealt['cards'] as string[];
      const pat = owed({ game: 'video_poker', result: { cards } }, {});
      // Dealt hands that pay are kept as they are, others now and then drawn to.
      if (pat < 4 && hand >= 600) continue;
      const holds = pat > 0 ? cards : cards.slice(hand % 6);
      const before = alice.spendable;
      const bet = placed(draw(alice, { holds, nonce: dealt['nonce'], amount: 0.02 }));
      const { cards: after, hand: name } = bet['result'] as { cards: string[]; hand: string };
      expect(after).toEqual(expect.arrayContaining(holds));
      const discarded = cards.filter((card) => !holds.includes(card));
      expect(after.filter((card) => discarded.includes(card))).toEqual([]);
      const multiple = owed(bet, {});
      expect(bet).toMatchObject({
        multiplier: multiple,
        payout: Math.round(multiple * 2e4) / 1e6,
        amount: 0.02,
      });
      expect(alice.spendable).toBe(before + Math.round((multiple - 1) * 20_000));
      seen.set(name, multiple);
      bets.push(bet);
    }
    expect(Object.fromEntries(seen)).toMatchObject({
      four_of_a_kind: 25,
      full_house: 9,
      flush: 6,
      straight: 4,
      three_of_a_kind: 3,
      two_pair: 2,
      jacks_or_better: 1,
      nothing: 0,
    });
    rotate(alice);
    for (const bet of bets.slice(0, 100)) {
      expect(verified(alice, bet)).toMatchObject({ status: 'verified', result: bet['result'] });
    }
    expect(stage.world.driftMicros()).toBe(0);
  });

  it('GAM80 takes cards that were dealt, the nonce of the deal and an amount', () => {
    const { stage, alice, bob } = table();
    const { cards, nonce } = placed(deal(alice)) as { cards: string[]; nonce: number };
    const [first = ''] = cards;
    const stranger = ['AS', 'KS', 'QS', 'JS', 'TS', '9S'].find((card) => !cards.includes(card));
    const rows = stage.transfers;
    const hand = { nonce, amount: 1 };
    for (const holds of [
      [stranger],
      [first, first],
      [0],
      ['1S'],
      [...cards, first],
      first,
      undefined,
      [null],
    ]) {
      expectRefused(draw(alice, { ...hand, holds }), 'BAD_REQUEST');
    }
    for (const wrong of [
      { nonce: -1 },
      { nonce: 0.5 },
      { nonce: '0' },
      { nonce: undefined },
      { amount: undefined },
    ]) {
      expectRefused(draw(alice, { ...hand, holds: [], ...wrong }), 'BAD_REQUEST');
    }
    expectRefused(draw(alice, { ...hand, holds: [], nonce: 7 }), 'NOT_FOUND');
    expectRefused(draw(bob, { ...hand, holds: [] }), 'NOT_FOUND');
    expectRefused(draw(alice, { ...hand, holds: [], client_seed: 'late' }), 'CONFLICT');
    expectRefused(draw(alice, { ...hand, holds: [], amount: 5 }), 'BAD_REQUEST');
    expect(stage.transfers).toBe(rows);
    // A refused draw has not touched the hand.
    const bet = placed(draw(alice, { ...hand, holds: [first], amount: 0.02 }));
    expect((bet['result'] as { cards: string[] }).cards).toContain(first);
    expectRefused(draw(alice, { ...hand, holds: [] }), 'CONFLICT');
  });

  it('GAM83 throws a dealt hand away at the next deal, and when its server seed is out', () => {
    const { alice } = table();
    const [old, next] = [placed(deal(alice)), placed(deal(alice))];
    expectRefused(draw(alice, { holds: [], nonce: old['nonce'], amount: 0.01 }), 'CONFLICT');
    rotate(alice);
    expectRefused(draw(alice, { holds: [], nonce: next['nonce'], amount: 0.01 }), 'NOT_FOUND');
    // Nonces start again under the new seed; the hand of the old one is not the hand of the new.
    placed(betA(alice, 'wheel', {}));
    placed(betA(alice, 'wheel', {}));
    expectRefused(draw(alice, { holds: [], nonce: next['nonce'], amount: 0.01 }), 'CONFLICT');
  });

  it('GAM83 has one hand at a time, paid for at the deal, where the reading says so (policy casino.videoPokerDeal: staked)', () => {
    const { alice } = table({ 'casino.videoPokerDeal': 'staked' });
    expectRefused(deal(alice), 'BAD_REQUEST');
    const dealt = placed(deal(alice, { amount: 0.05 }));
    expect([alice.held, dealt['amount']]).toEqual([50_000, 0.05]);
    expectRefused(deal(alice, { amount: 0.05 }), 'CONFLICT');
    expectRefused(alice.post(`${casinoA}/fairness/rotate`, {}), 'CONFLICT');
    expectRefused(draw(alice, { holds: [], nonce: dealt['nonce'], amount: 0.06 }), 'CONFLICT');
    const bet = placed(draw(alice, { holds: [], nonce: dealt['nonce'] }));
    expect(bet).toMatchObject({ amount: 0.05, payout: 0.05 * owed(bet, {}) });
    expectRefused(draw(alice, { holds: [], nonce: dealt['nonce'] }), 'NOT_FOUND');
    rotate(alice);
    expect(verified(alice, bet)['status']).toBe('verified');
  });
});

describe('video poker under the best play', () => {
  it('GAM82 keeps near 1.5%, to be had where a hand is paid for before it is seen (policy casino.payouts: consistent)', () => {
    // The table that `best-poker` works it out for is the one that is paid, and the free deal is closed.
    const { alice } = table({}, { profile: 'consistent' });
    expectRefused(deal(alice), 'BAD_REQUEST');
    let flushes = 0;
    for (let hand = 0; hand < 3_000 && flushes < 2; hand++) {
      const dealt = placed(deal(alice, { amount: 0.01 }));
      const cards = dealt['cards'] as string[];
      const [suit = ''] = ['C', 'D', 'H', 'S'].toSorted((a, b) => count(b) - count(a));
      const holds = cards.filter((card) => card[1] === suit);
      const bet = placed(draw(alice, { holds, nonce: dealt['nonce'] }));
      const { hand: name } = bet['result'] as { hand: string };
      expect(bet['multiplier']).toBe(name === 'flush' ? 5 : owed(bet, {}));
      if (name === 'flush') flushes += 1;

      function count(of: string): number {
        return cards.filter((card) => card[1] === of).length;
      }
    }
    expect(flushes).toBe(2);
  });
});

describe('the short style', () => {
  it('GAM87 flips a coin for side, amount and currency', () => {
    const { alice } = table();
    const flip = (fields: object) =>
      alice.post(`${casinoA}/games/coinflip`, { side: 'heads', amount: 1, currency: 'USDC', ...fields });
    for (let round = 0; round < 20; round++) {
      const body = placed(flip({}));
      const won = body['result'] === 'heads';
      expect(body).toMatchObject({ won, payout: won ? 1.96 : 0, balance: alice.spendable / 1e6 });
    }
    for (const wrong of [{ currency: 'EUR' }, { side: 'edge' }, { amount: undefined }, { amount: 0.009 }]) {
      expectRefused(flip(wrong), 'BAD_REQUEST');
    }
    expect(flip({ currency: undefined }).status).toBe(200);
    expect(alice.get(`${casinoA}/stats/me`).list('games')).toMatchObject([
      { game: 'coin_flip', total_bets: 21 },
    ]);
  });

  it('GAM88 GAM89 starts a curve e^(0.06 t) and pays where it is cashed out', () => {
    const { stage, alice } = table();
    const cashed: JsonObject[] = [];
    for (let round = 0; round < 60 && cashed.length < 5; round++) {
      const before = alice.spendable;
      const body = placed(launch(alice, { amount: 0.5, currency: 'USDC' }));
      expect(body).toMatchObject({
        status: 'running',
        amount: 0.5,
        growth_per_second: 0.06,
        started_at: isoInstant,
      });
      expect(JSON.stringify(body)).not.toContain('crash_point');
      expect([alice.held, alice.spendable]).toEqual([500_000, before - 500_000]);
      expectRefused(launch(alice, { amount: 0.5 }), 'CONFLICT');
      expectRefused(cashOut(alice), 'CONFLICT');
      stage.advance('10s');
      if (alice.held === 0) {
        expectRefused(cashOut(alice), 'CONFLICT');
        expect(alice.spendable).toBe(before - 500_000);
        continue;
      }
      const bet = placed(cashOut(alice));
      // e^0.6 is 1.822.
      expect(bet).toMatchObject({ won: true, multiplier: 1.82, payout: 0.91 });
      expect([alice.spendable, bet['balance']]).toEqual([before + 410_000, (before + 410_000) / 1e6]);
      expectRefused(cashOut(alice), 'CONFLICT');
      cashed.push(bet);
    }
    expect(cashed.length).toBe(5);
    const { revealed } = rotate(alice) as { revealed: { server_seed: string } };
    for (const bet of cashed) {
      const seeds = { clientSeed: textOf(bet, 'client_seed'), nonce: Number(bet['nonce']) };
      const point = crashHundredths(hmacPick({ ...seeds, serverSeed: revealed.server_seed }));
      expect(bet['crash_point']).toBe(point / 100);
      expect(verified(alice, bet)['status']).toBe('verified');
    }
  });

  it('GAM88 settles a round by itself at the millisecond of its crash, and where a cash-out was named', () => {
    const { stage, alice, bob } = table();
    expectRefused(cashOut(alice), 'NOT_FOUND');
    const crashAfterMs = (hundredths: number): number => {
      let elapsedMs = 0;
      while (Math.floor(100 * Math.exp(0.000_06 * elapsedMs) + 1e-9) <= hundredths) elapsedMs += 1;
      return elapsedMs;
    };
    let [crashes, wins] = [0, 0];
    for (let round = 0; round < 40; round++) {
      placed(launch(alice, { amount: 0.5, cash_out_at: 1.5 }));
      placed(launch(bob, { amount: 0.01, cash_out_at: 1.01 }));
      const startMs = stage.nowMs;
      stage.advance('7s');
      expect([alice.held, bob.held]).toEqual([0, 0]);
      const [last] = alice.get(`${casinoB}/history`, { limit: '1' }).list('bets');
      const audit = placed(alice.get(`${casinoA}/fairness/audit/${textOf(last ?? {}, 'id')}`));
      const { crash_point: point } = audit['result'] as { crash_point: number };
      const isWon = point >= 1.5;
      expect([audit['win'], audit['payout']]).toEqual([isWon, isWon ? 0.75 : 0]);
      const afterMs = isWon ? 6758 : crashAfterMs(Math.round(point * 100));
      expect(Date.parse(textOf(audit, 'placed_at')) - startMs).toBe(afterMs);
      if (isWon) wins += 1;
      else crashes += 1;
    }
    expect(Math.min(wins, crashes)).toBeGreaterThan(5);
    for (const cash_out_at of [1, 100.01, 1.005, '2', null]) {
      expectRefused(launch(alice, { amount: 0.5, cash_out_at }), 'BAD_REQUEST');
    }
    expectRefused(launch(alice, { amount: 0.5, currency: 'EUR' }), 'BAD_REQUEST');
    // All the way to 100x: at most a 99th of a quarter of the balance.
    expectRefused(launch(alice, { amount: 5 }), 'BAD_REQUEST');
  });

  it('GAM38 keeps 0.5% of live crash for any cash-out: who waits gains and loses nothing', () => {
    const { stage, alice } = table();
    let sum = 0;
    const rounds = 3_000;
    for (let round = 0; round < rounds; round++) {
      placed(launch(alice, { amount: 0.01, cash_out_at: 2 }));
      const held = alice.spendable;
      stage.advance(round % 2 === 0 ? '12s' : '4s');
      const before = alice.spendable;
      if (alice.held > 0) sum += Number(placed(cashOut(alice))['payout']);
      else sum += (before - held) / 1e6;
    }
    // A round at 2x has a standard deviation of 1, one at 1.27x of 0.5.
    expect(Math.abs(sum / (0.01 * rounds) - 0.995)).toBeLessThan(4 / Math.sqrt(rounds));
  });

  it('FAI10 shows the proof of a bet', () => {
    const { alice, bob } = table();
    const flip = placed(alice.post(`${casinoA}/games/coinflip`, { side: 'tails', amount: 1 }));
    const path = `${casinoA}/games/provably-fair/${textOf(flip, 'bet_id')}`;
    expect(alice.get(path).body).toMatchObject({ status: 'unrevealed', server_seed: null, nonce: 0 });
    expectRefused(bob.get(path), 'NOT_FOUND');
    expectRefused(alice.get(`${casinoA}/games/provably-fair/bet_none`), 'NOT_FOUND');
    rotate(alice);
    const proof = placed(alice.get(path));
    expect(proof).toMatchObject({ status: 'verified', server_seed: hex64, seed_hash: flip['seed_hash'] });
    expect((proof['result'] as JsonObject)['result']).toBe(flip['result']);
  });
});

describe('all games together', () => {
  it('CAS01 CAS14 CAS15 lists 17 games with their rules, and has a call for each', () => {
    const { alice } = table();
    const listed = alice.get(`${casinoA}/games`).list('games');
    const names =
      'coin_flip dice simple_dice multiplier roulette custom blackjack crash plinko slots hilo keno scratch_card video_poker wheel mines baccarat';
    expect(listed.map(({ id }) => id)).toEqual(names.split(' '));
    for (const game of listed) {
      const path = textOf(game, 'path');
      expect(textOf(game, 'rules').length).toBeGreaterThan(15);
      expect(game['house_edge']).toEqual(expect.any(String));
      const call = path === '/games/video-poker' ? `${path}/deal` : path;
      expect([200, 400]).toContain(alice.post(`${casinoA}${call}`, {}).status);
    }
  });

  it('CAS16 takes moves of blackjack and draws of video poker in a batch too', () => {
    const { alice } = table();
    const { nonce } = placed(deal(alice));
    const bets = [
      { game: 'blackjack', action: 'stand', amount: 1 },
      { game: 'video_poker', holds: [], nonce, amount: 0.01 },
      { game: 'video-poker', holds: [], nonce, amount: 0.01 },
      { game: 'blackjack', action: 'split', amount: 1 },
    ];
    const results = alice.post(`${casinoA}/bets/batch`, { bets }).list('results');
    expect(results.map(({ game, code }) => code ?? game)).toEqual([
      'blackjack',
      'video_poker',
      'CONFLICT',
      'BAD_REQUEST',
    ]);
  });

  it('LIM15 LIM53 counts moves, draws, flips and launches against 60 bets a minute, and deals and cash-outs not', () => {
    const { stage, alice } = table({ 'limits.enterpriseCaps': 'bind' });
    const calls = [
      () => blackjack(alice, 'stand', { amount: 0.01 }),
      () => draw(alice, { holds: [], nonce: 0, amount: 0.01 }),
      () => alice.post(`${casinoA}/games/coinflip`, { side: 'heads', amount: 0.01 }),
      () => launch(alice, { amount: 0.01 }),
    ];
    let turn = 0;
    expect(admitted(100, () => calls[(turn += 1) % 4]?.() ?? deal(alice))).toBe(60);
    for (const call of calls) expect(call().status).toBe(429);
    expect([admitted(200, () => deal(alice)), admitted(200, () => cashOut(alice))]).toEqual([200, 200]);
    stage.advance('60s');
    expect(blackjack(alice, 'stand', { amount: 0.01 }).status).toBe(200);
  });
});
