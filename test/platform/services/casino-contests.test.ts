/**
 * Tournaments and challenges through any sequence of calls, compared with the ledger and a simple model of payments.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/http/message.ts';
import { splitPrize } from '../../../src/platform/services/casino/contests/prize-split.ts';
import { topK } from '../../../src/platform/services/casino/play/top-k.ts';
import { betA, casinoA, placed, sampleBets } from '../../conformance/casino-stage.ts';
import {
  accept,
  challenge,
  contest,
  createTournament,
  decline,
  duelUntil,
  enter,
  play,
  playUntil,
  tournament,
  tournamentOrder,
} from '../../conformance/contest-stage.ts';
import { textOf, type Member, type Overrides, type Stage } from '../../conformance/harness.ts';
import { expectSame } from '../../expect-same.ts';

const names = ['carol', 'dave'];
const anyCall = fc.record({
  who: fc.nat(3),
  whom: fc.nat(3),
  what: fc.constantFrom(
    ...(['create', 'enter', 'enter', 'enter', 'enter', 'play', 'play', 'play'] as const),
    ...(['challenge', 'accept', 'accept', 'decline', 'wait'] as const),
  ),
  which: fc.constantFrom(0, 0, 0, 1, 2),
  micros: fc.oneof(
    { arbitrary: fc.integer({ min: 10_000, max: 3_000_003 }), weight: 6 },
    { arbitrary: fc.constantFrom(0, 1, 9_999, 1_500_000_000), weight: 1 },
  ),
  waitMs: fc.constantFrom(60_000, 1_800_000, 1_800_000, 3_600_000, 40_000_000),
});
type Call = typeof anyCall extends fc.Arbitrary<infer Each> ? Each : never;

const anyPolicies = fc.record({
  'tournaments.split': fc.constantFrom('50-30-20', 'winner', 'equal'),
  'tournaments.unclaimed': fc.constantFrom('scaled', 'creator'),
  'tournaments.ties': fc.constantFrom('shared', 'first-entered'),
  'tournaments.score': fc.constantFrom('net-profit', 'wagered', 'best-win'),
  'tournaments.stakes': fc.constantFrom('balance', 'chips'),
  'tournaments.minEntrants': fc.constantFrom('1', '2', '3'),
  'tournaments.entries': fc.constantFrom('until-start', 'until-end'),
  'tournaments.idle': fc.constantFrom('unranked', 'ranked'),
  'tournaments.prize': fc.constantFrom('pool-and-fees', 'pool'),
  'challenges.tie': fc.constantFrom('refund', 'replay'),
  'challenges.fee': fc.constantFrom('none', 'one-percent'),
});

/** Sends one call and returns its status; `wait` advances the clock. */
function send(
  call: Call,
  stage: Stage,
  players: readonly Member[],
  ids: { cups: string[]; duels: string[] },
): number {
  const [who, whom] = [players[call.who]!, players[call.whom]!];
  const cup = ids.cups[call.which] ?? 'none';
  const duel = ids.duels.at(-1 - call.which) ?? 'none';
  const amount = call.micros / 1e6;
  switch (call.what) {
    case 'create': {
      const fields = { entry_fee: amount / 2, prize_pool: amount, max_agents: 3 };
      const made = who.post(`${casinoA}/tournaments/create`, tournamentOrder(stage, fields));
      if (made.status === 201) ids.cups.unshift(made.text('tournament_id'));
      return made.status;
    }
    case 'enter':
      return enter(who, cup).status;
    case 'play':
      return play(who, cup, { amount }).status;
    case 'challenge': {
      const order = { challenged_agent_id: whom.agentId, game: 'coin_flip', amount };
      const made = who.post(`${casinoA}/challenges`, order);
      if (made.status === 201) ids.duels.push(made.text('challenge_id'));
      return made.status;
    }
    case 'accept':
      return accept(who, duel).status;
    case 'decline':
      return decline(who, duel).status;
    case 'wait':
      stage.advance(call.waitMs);
      return 200;
  }
}

const isMine = (kind: string): boolean => kind.startsWith('tournament') || kind.startsWith('challenge');

/** What every contest that is under way must hold, from what the service itself shows of each. */
function heldBy(players: readonly Member[], ids: { cups: string[]; duels: string[] }): number {
  let held = 0;
  for (const id of ids.cups) {
    const shown = tournament(players[0]!, id).body;
    if (shown['status'] !== 'upcoming' && shown['status'] !== 'active') continue;
    const fees = Number(shown['entry_fee']) * Number(shown['entrants']);
    held += Math.round((Number(shown['prize_pool']) + fees) * 1e6);
  }
  for (const player of players) {
    for (const pending of player.get(`${casinoA}/challenges`, { limit: '100' }).list('outgoing')) {
      held += Math.round(Number(pending['amount']) * 1e6);
    }
  }
  return held;
}

function reservedIn({ world: { ledger } }: Stage): number {
  const kinds = ['tournament-prize', 'tournament-entry', 'challenge-stake'] as const;
  return kinds.reduce((sum, kind) => sum + ledger.reservedFor(kind), 0);
}

/** By phase, what went in and came out of contests over the whole ledger. */
function flow({ world: { ledger } }: Stage) {
  const sums = { posted: 0, paid: 0 };
  for (let id = 0; id < ledger.transferCount; id += 1) {
    const { kind, phase, amount } = ledger.record(id);
    if (!isMine(kind)) continue;
    if (phase === 'post') sums.posted += amount;
    if (phase === 'single') sums.paid += amount;
  }
  return sums;
}

describe('any sequence of contests', () => {
  it('holds what the ledger reserves at every instant, pays out exactly what was paid in, and leaves no reservation', () => {
    const reached = new Map<string, number>();
    fc.assert(
      fc.property(
        fc.array(anyCall, { minLength: 30, maxLength: 120, size: 'max' }),
        anyPolicies,
        (calls, overrides) => {
          const { stage, all } = contest(overrides, names);
          const ids = { cups: [] as string[], duels: [] as string[] };
          for (const call of calls) {
            const rows = stage.transfers;
            const accounts = stage.world.ledger.accountCount;
            const status = send(call, stage, all, ids);
            reached.set(`${call.what} ${status}`, (reached.get(`${call.what} ${status}`) ?? 0) + 1);
            if (status >= 400) {
              expectSame(stage.transfers, rows, call);
              expectSame(stage.world.ledger.accountCount, accounts, call);
            }
            const reserved = reservedIn(stage);
            expectSame(reserved, heldBy(all, ids), call);
            expectSame(
              all.reduce((sum, { held }) => sum + held, 0),
              reserved,
              call,
            );
            expectSame(stage.account('casino:contests') ?? 0, 0, call);
            const { posted, paid } = flow(stage);
            expectSame(paid, posted, call);
          }
          stage.advance('8d');
          expect(reservedIn(stage)).toBe(0);
          expect(all.map(({ held }) => held)).toEqual([0, 0, 0, 0]);
          expect(stage.world.driftMicros()).toBe(0);
          for (const id of ids.cups) expectPaidOut(stage, all[0]!, { id, overrides });
        },
      ),
      { numRuns: 40 },
    );
    const seen = [...reached.keys()];
    for (const wanted of ['create 201', 'enter 200', 'enter 409', 'play 200', 'play 403', 'play 409']) {
      expect(seen).toContain(wanted);
    }
    for (const wanted of [
      'accept 200',
      'accept 403',
      'accept 409',
      'decline 200',
      'create 422',
      'challenge 422',
    ]) {
      expect(seen).toContain(wanted);
    }
  });
});

/** A finished tournament paid its prize to the micro, unless nobody was there for a part of it. */
function expectPaidOut(stage: Stage, by: Member, what: { id: string; overrides: Overrides }): void {
  const { body } = tournament(by, what.id);
  const prizes = (body['leaderboard'] as unknown as JsonObject[]).map((row) =>
    Math.round(Number(row['prize']) * 1e6),
  );
  const paid = prizes.reduce((sum, micros) => sum + micros, 0);
  const prize = Math.round(Number(body['prize']) * 1e6);
  if (body['status'] === 'cancelled') expect(paid).toBe(0);
  else if (what.overrides['tournaments.unclaimed'] === 'scaled') expect(paid).toBe(prize);
  else expect(paid).toBeLessThanOrEqual(prize);
  expect(['finished', 'cancelled']).toContain(body['status']);
}

describe('a prize', () => {
  it('is split to the micro, in order of rank, and equally among equal ranks', () => {
    fc.assert(
      fc.property(
        fc.nat(2 ** 50),
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 6 }),
        fc.constantFrom('50-30-20' as const, 'winner' as const, 'equal' as const),
        fc.constantFrom('scaled' as const, 'creator' as const),
        (prize, sizes, split, unclaimed) => {
          const { shares, restMicros } = splitPrize(prize, sizes, { split, unclaimed });
          expect(shares.map(({ length }) => length)).toEqual(sizes);
          const all = shares.flat();
          expect(all.reduce((sum, micros) => sum + micros, restMicros)).toBe(prize);
          expect(all.every((micros) => Number.isSafeInteger(micros) && micros >= 0)).toBe(true);
          expect(all.toSorted((one, other) => other - one)).toEqual(all);
          for (const group of shares) expect(Math.max(...group) - Math.min(...group)).toBeLessThanOrEqual(1);
          if (unclaimed === 'scaled') expect(restMicros).toBe(0);
          const places = sizes.reduce((sum, size) => sum + size, 0);
          if (places >= 3 || split === 'winner') expect(restMicros).toBe(0);
        },
      ),
    );
  });

  it.each([
    [100, [1, 1, 1], [[50], [30], [20]]],
    // 0.5 is rounded down for all, and the first has what is left.
    [101, [1, 1, 1], [[51], [30], [20]]],
    [1, [1, 1, 1], [[1], [0], [0]]],
    [100, [2, 1], [[40, 40], [20]]],
    [100, [1, 2], [[50], [25, 25]]],
    [100, [3], [[34, 33, 33]]],
    [100, [4], [[25, 25, 25, 25]]],
    [100, [1, 1, 3], [[50], [30], [7, 7, 6]]],
    [100, [1, 1], [[63], [37]]],
    [100, [1], [[100]]],
  ])('of %d goes to %j as %j', (prize, sizes, expected) => {
    const rules = { split: '50-30-20', unclaimed: 'scaled' } as const;
    expect(splitPrize(prize, sizes, rules).shares).toEqual(expected);
  });

  it.each([
    ['50-30-20', 101, [1], [[50]], 51],
    ['50-30-20', 101, [1, 1], [[50], [30]], 21],
    ['50-30-20', 101, [2], [[40, 40]], 21],
    ['50-30-20', 101, [1, 1, 1], [[51], [30], [20]], 0],
    ['equal', 100, [2], [[33, 33]], 34],
    ['winner', 101, [2], [[51, 50]], 0],
    ['winner', 101, [], [], 101],
  ] as const)('split %s of %d among %j is %j, and %d where unclaimed places are the creator’s', (split, prize, sizes, shares, restMicros) => {
    expect(splitPrize(prize, sizes, { split, unclaimed: 'creator' })).toEqual({ shares, restMicros });
  }); // prettier-ignore
});

describe('the best few', () => {
  it('are the first ones of the sorted list, for any input', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(9), fc.nat())),
        fc.integer({ min: 1, max: 12 }),
        (items, count) => {
          const sorted = items.toSorted(([one], [other]) => other - one).slice(0, count);
          expect(topK(items, count, ([one], [other]) => one > other)).toEqual(sorted);
        },
      ),
    );
  });
});

describe('the parameters of a bet are shown as they were sent', () => {
  it.each(Object.entries({ ...sampleBets, roulette: { bet_type: 'number', bet_value: 0 } }))(
    '%s',
    (path, params) => {
      const { alice, bob } = contest();
      const id = challenge(alice, bob, { game: path.replaceAll('-', '_'), ...params });
      const { outgoing } = alice.get(`${casinoA}/challenges`).body as { outgoing: JsonObject[] };
      expect(outgoing.map((shown) => [shown['challenge_id'], shown['params']])).toEqual([[id, params]]);
      expect(accept(bob, id).body['params']).toEqual(params);
      const { bet_id: bet } = placed(betA(alice, path, params)) as { bet_id: string };
      expect(alice.get(`${casinoA}/fairness/audit/${bet}`).body['params']).toEqual(params);
    },
  );
});

describe('calls that fail after their effect and are undone', () => {
  it('leave no tournament, no entry, no bet, no challenge and no statistics', () => {
    const { stage, alice, bob } = contest();
    const id = createTournament(stage, alice);
    for (const member of [alice, bob]) enter(member, id);
    const open = createTournament(stage, alice, { starts_at: stage.at('3h'), ends_at: stage.at('4h') });
    const [first, second] = [challenge(alice, bob), challenge(alice, bob)];
    stage.advance('1h');
    placed(play(bob, id));
    const state = (): string =>
      JSON.stringify([
        stage.snapshot(),
        ...['tournaments', `tournaments/${id}`, `tournaments/${open}`, 'challenges', 'stats/leaderboard'].map(
          (path) => bob.get(`${casinoA}/${path}`).body,
        ),
        ...['stats/session', 'kelly/history', 'leaderboard', 'fairness/seeds'].map(
          (path) => bob.get(`${casinoA}/${path}`).body,
        ),
      ])
        .replaceAll(/settledRequests\\":\d+/g, '')
        .replaceAll(/"(?:updated_at|from|to)":"[^"]*"/g, '');
    const before = state();
    stage.fault({ kind: 'error', service: 'casino', forMs: 1_000, rate: 1, effect: 'undone' });
    const statuses = [
      alice.post(`${casinoA}/tournaments/create`, tournamentOrder(stage)).status,
      enter(bob, open).status,
      play(bob, id).status,
      bob.post(`${casinoA}/challenges`, { challenged_agent_id: 'alice', game: 'wheel', amount: 1 }).status,
      accept(bob, first).status,
      decline(bob, second).status,
    ];
    expect(statuses).toEqual([500, 500, 500, 500, 500, 500]);
    stage.advance('2s');
    expect(state()).toBe(before);
    // A rolled back call can be repeated, and its due event runs once.
    expect(accept(bob, first).status).toBe(200);
    expect(decline(bob, second).status).toBe(200);
    stage.advance('2d');
    expect([alice.held, bob.held]).toEqual([0, 0]);
    expect(tournament(bob, id).body['status']).toBe('finished');
    expect(tournament(bob, open).body['status']).toBe('cancelled');
  });
});

describe('a clock that is held or set back', () => {
  it('starts, ends and expires contests once, and only at its own times', () => {
    const { stage, alice, bob } = contest();
    const id = createTournament(stage, alice);
    for (const member of [alice, bob]) enter(member, id);
    challenge(alice, bob);
    stage.fault({ kind: 'clock-hold', service: 'casino', forMs: 3 * 86_400_000 });
    stage.advance('2d');
    expect(tournament(bob, id).body['status']).toBe('upcoming');
    expect(alice.held).toBe(10_000_000 + 1_000_000 + 5_000_000);
    stage.advance('2d');
    // Both instants passed at once: nobody could play, so everything went back.
    expect(tournament(bob, id).body['status']).toBe('cancelled');
    expect([alice.held, bob.held]).toEqual([0, 0]);
    const next = createTournament(stage, alice);
    for (const member of [alice, bob]) enter(member, next);
    stage.advance('90m');
    playUntil(bob, next, true);
    stage.fault({ kind: 'clock-step', service: 'casino', byMs: -86_400_000 });
    stage.advance('1h');
    expect(tournament(bob, next).body['status']).toBe('active');
    stage.advance('24h');
    expect(tournament(bob, next).body['status']).toBe('finished');
    expect([alice.held, bob.held]).toEqual([0, 0]);
  });
});

describe('policy challenges.tie: replay', () => {
  it('plays rounds until there is a winner, each with its own seeds', () => {
    const { alice, bob } = contest({ 'challenges.tie': 'replay' });
    const rounds: number[] = [];
    for (let count = 0; count < 20; count += 1) {
      const settled = duelUntil(alice, bob, false, { game: 'coin_flip', amount: 1 });
      rounds.push(Number(settled['rounds']));
      const sides = ['challenger_round', 'challenged_round'].map((side) => settled[side] as JsonObject);
      const [one, other] = sides.map(({ multiplier }) => Number(multiplier));
      expect(one).not.toBe(other);
      expect(textOf(settled, 'winner_id')).toBe(one! > other! ? 'alice' : 'bob');
    }
    const nonces = alice.get(`${casinoA}/fairness/seed-hash`).body['next_nonce'];
    expect(nonces).toBe(rounds.reduce((sum, count) => sum + count, 0));
    expect(Math.max(...rounds)).toBeGreaterThan(1);
  });
});
