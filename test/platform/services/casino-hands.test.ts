/** Hands and live rounds under any sequence of calls: the ledger stays exact, and no reservation outlives its round. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elapsedMsAt, hundredthsAfter } from '../../../src/platform/services/casino/hands/live-curve.ts';
import type { JsonObject } from '../../../src/core/http/message.ts';
import { blackjack, cashOut, deal, draw, launch, nextNonce, owed } from '../../conformance/card-stage.ts';
import { betA, betB, casinoA, placed, table } from '../../conformance/casino-stage.ts';
import type { Member, Stage } from '../../conformance/harness.ts';

/** Every kind of call, right or wrong, in both styles. */
const calls = ['hit', 'stand', 'double', 'hit B', 'double B', 'deal', 'draw', 'draw old', 'launch', 'out', 'rotate', 'coin', 'hilo', 'guess'] as const; // prettier-ignore
const anyCall = fc.record({
  who: fc.constantFrom<'alice' | 'bob'>('alice', 'bob'),
  call: fc.constantFrom(...calls),
  cents: fc.constantFrom(1, 2, 5, 777, 200_000),
  waitMs: fc.constantFrom(0, 0, 166, 5_000, 90_000_000),
});

class Round {
  readonly bets: JsonObject[] = [];
  #dealt: JsonObject = {};
  #old: JsonObject = {};

  play(member: Member, { call, cents }: { call: (typeof calls)[number]; cents: number }): void {
    const amount = cents / 100;
    const reply = this.#send(member, call, amount);
    expect([200, 400, 404, 409, 422]).toContain(reply.status);
    if (call === 'deal' && reply.status === 200) [this.#old, this.#dealt] = [this.#dealt, reply.body];
    if (typeof reply.body['bet_id'] === 'string' && 'result' in reply.body) this.bets.push(reply.body);
  }

  #send(member: Member, call: (typeof calls)[number], amount: number) {
    switch (call) {
      case 'deal':
        return deal(member, { amount });
      case 'draw':
      case 'draw old': {
        const { cards = [], nonce = 0 } = call === 'draw' ? this.#dealt : this.#old;
        return draw(member, { holds: (cards as string[]).slice(1), nonce, amount });
      }
      case 'launch':
        return launch(member, { amount, cash_out_at: 3 });
      case 'out':
        return cashOut(member);
      case 'rotate':
        return member.post(`${casinoA}/fairness/rotate`, {});
      case 'coin':
        return betA(member, 'coin-flip', { side: 'heads' }, amount);
      case 'hilo':
      case 'guess':
        return betA(member, 'hilo', call === 'hilo' ? {} : { guess: 'lower' }, amount);
      default: {
        const [action, style] = call.split(' ');
        if (style === 'B') return betB(member, 'blackjack', { action }, amount);
        return blackjack(member, action, { amount });
      }
    }
  }
}

const sumOf = ({ world: { ledger } }: Stage): number => {
  let sum = 0;
  for (let id = 0; id < ledger.accountCount; id++) sum += ledger.balance(id);
  return sum;
};

describe('any sequence of calls on hands and curves', () => {
  it.each([
    ['published', {}],
    ['consistent', {}],
    ['published', { 'casino.openHands': '24h', 'casino.hiloGuess': 'informed', 'kelly.limit': 'none' }],
    ['published', { 'casino.houseBankroll': '3', 'kelly.limit': 'none' }],
  ] as const)('under %s %j keeps the books exact and pays what stands in the table', (profile, overrides) => {
    fc.assert(
      fc.property(fc.array(anyCall, { minLength: 1, maxLength: 60 }), (sequence) => {
        const { stage, ...members } = table(overrides, { profile });
        const round = new Round();
        for (const step of sequence) {
          round.play(members[step.who], step);
          stage.advance(step.waitMs);
          expect([sumOf(stage), stage.world.driftMicros()]).toEqual([0, 0]);
        }
        for (const bet of round.bets) {
          const isFlush = (bet['result'] as { hand?: string }).hand === 'flush' && profile === 'consistent';
          if (bet['game'] === 'coin_flip') continue;
          const multiple = isFlush ? 5 : owed(bet, { guess: 'lower' });
          expect(bet['payout']).toBe(Math.floor(Number(bet['amount']) * 1e6 * multiple + 1e-6) / 1e6);
        }
        // All hands and rounds can be ended, and then nothing is reserved.
        for (const member of [members.alice, members.bob]) {
          for (let move = 0; move < 3 && member.held > 0; move++) {
            blackjack(member, 'stand');
            betA(member, 'hilo', { guess: 'higher' });
            const nonce = Number(nextNonce(member));
            for (let back = 1; back <= nonce && member.held > 0; back++)
              draw(member, { holds: [], nonce: nonce - back });
            stage.advance('2m');
          }
        }
        if (!('casino.hiloGuess' in overrides))
          expect([members.alice.held, members.bob.held]).toEqual([0, 0]);
        expect([sumOf(stage), stage.world.driftMicros()]).toEqual([0, 0]);
      }),
      { numRuns: 25 },
    );
  });
});

describe('a call that fails after its effect and is undone', () => {
  it('leaves no hand, no live round, no stake and no due event', () => {
    const { stage, alice } = table({ 'casino.openHands': '24h' });
    placed(alice.get(`${casinoA}/fairness/seed-hash`));
    placed(betA(alice, 'wheel', {}));
    const state = (): string =>
      JSON.stringify([
        stage.snapshot(),
        alice.get(`${casinoA}/fairness/seeds`).body,
        alice.get(`${casinoA}/stats/me`).body,
      ]).replaceAll(/settledRequests\\":\d+/g, '');
    const before = state();
    stage.fault({ kind: 'error', service: 'casino', forMs: 1_000, rate: 1, effect: 'undone' });
    for (const fails of [
      () => blackjack(alice, 'hit', { amount: 1 }),
      () => blackjack(alice, 'double', { amount: 1 }),
      () => deal(alice),
      () => launch(alice, { amount: 0.5 }),
    ]) {
      for (let tried = 0; tried < 5; tried++) expect(fails().status).toBe(500);
    }
    stage.advance('2d');
    expect(state()).toBe(before);
    expect(cashOut(alice).status).toBe(404);
    expect(placed(blackjack(alice, 'stand', { amount: 1 }))['nonce']).toBe(1);
  });

  it('leaves an open hand unchanged', () => {
    const { stage, alice } = table({ 'casino.openHands': '24h' });
    let open: JsonObject = {};
    while (open['status'] !== 'open') open = placed(blackjack(alice, 'hit', { amount: 1 }));
    const before = stage.snapshot().replaceAll(/settledRequests":\d+/g, '');
    stage.fault({ kind: 'error', service: 'casino', forMs: 1_000, rate: 1, effect: 'undone' });
    for (const action of ['hit', 'stand']) expect(blackjack(alice, action).status).toBe(500);
    expect(stage.snapshot().replaceAll(/settledRequests":\d+/g, '')).toBe(before);
    stage.advance('2s');
    // The day after which the house stands on behalf of the player still counts from the previous move.
    stage.advance('23h');
    expect(alice.held).toBe(1_000_000);
    stage.advance('1h');
    expect(alice.held).toBe(0);
  });
});

describe('an idempotent retry', () => {
  it('moves once: the same key gets the same answer', () => {
    const { alice } = table();
    const key = { 'idempotency-key': 'once' };
    const send = () => alice.post(`${casinoA}/games/blackjack`, { action: 'hit', amount: 1 }, key);
    const [first, second] = [send(), send()];
    expect(second.body).toEqual(first.body);
    expect(nextNonce(alice)).toBe(1);
  });
});

describe('the live curve', () => {
  it('shows each hundredth from its own millisecond on, and never decreases', () => {
    for (let hundredths = 101; hundredths <= 102_401; hundredths += hundredths < 2_000 ? 1 : 97) {
      const atMs = elapsedMsAt(hundredths);
      expect(hundredthsAfter(atMs)).toBeGreaterThanOrEqual(hundredths);
      expect(hundredthsAfter(atMs - 1)).toBeLessThan(hundredths);
    }
    expect([hundredthsAfter(0), hundredthsAfter(-5), hundredthsAfter(10_000)]).toEqual([100, 100, 182]);
  });
});

describe('two players', () => {
  it('have separate hands and live rounds', () => {
    const { alice, bob } = table();
    placed(launch(alice, { amount: 0.5 }));
    placed(launch(bob, { amount: 0.5 }));
    placed(deal(alice));
    const { nonce } = placed(deal(bob)) as { nonce: number };
    placed(draw(bob, { holds: [], nonce, amount: 0.01 }));
    expect([alice.held, bob.held]).toEqual([500_000, 500_000]);
  });
});
