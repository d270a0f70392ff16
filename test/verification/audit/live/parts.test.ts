/** The parts of a live audit alone: what refusals say of wins, which stake comes next, which games stay open, and what became of a seed. */
import { describe, expect, it } from 'vitest';
import { commitmentOf } from '../../../../src/core/fairness/hmac.ts';
import { gameNamed } from '../../../../src/platform/games/registry.ts';
import type { AccountBalance } from '../../../../src/verification/audit/live/account-balance.ts';
import { Availability, type Outcomes } from '../../../../src/verification/audit/live/availability.ts';
import { fieldsOf } from '../../../../src/verification/audit/live/call.ts';
import { LiveEvidence } from '../../../../src/verification/audit/live/evidence.ts';
import type { LiveHabits } from '../../../../src/verification/audit/live/habits.ts';
import { NextStake } from '../../../../src/verification/audit/live/next-stake.ts';
import { OpenBets } from '../../../../src/verification/audit/live/open-bets.ts';
import { fateOf, isShort, revealedIn } from '../../../../src/verification/audit/live/period-seeds.ts';
import { StakeBudget } from '../../../../src/verification/audit/live/stake-budget.ts';
import { VerifiableBets } from '../../../../src/verification/audit/live/verifiable-bets.ts';
import type { LoggedBet } from '../../../../src/verification/audit/log/logged-bet.ts';
import { drawFrom, oneOf } from '../../../kept-digests.ts';

const wheel: Outcomes = { chances: [0.6, 0.3, 0.07, 0.03], multiples: [0, 1.5, 5, 20] };

/** The mixture of docs/audit-method.md, of one status: products over its bets, weighted by event and by ratio. */
function capitalOf(outcomes: readonly number[]): number {
  let sum = 0;
  for (const [above, ofEvent] of [[1, 0.7], [3, 0.2], [10, 0.1]] as const) {
    const chance = wheel.chances.reduce((all, one, at) => all + (wheel.multiples[at]! > above ? one : 0), 0);
    for (const [ratio, weight] of [[2, 0.15], [5, 0.15], [20, 0.2], [1000, 0.5]] as const) {
      const factors = outcomes.map((at) => (wheel.multiples[at]! > above ? ratio : 1) / (1 + chance * (ratio - 1)));
      sum += ofEvent * weight * factors.reduce((product, factor) => product * factor, 1);
    }
  }
  return sum;
} // prettier-ignore
const ofStatus: Readonly<Record<number, number>> = {
  0: 0.3,
  429: 0.15,
  409: 0.15,
  403: 0.1,
  400: 0.1,
  422: 0.1,
};

describe('refused and lost bets', () => {
  it('accuse a house from 1,000 on, and leave it open above 3 for one status', () => {
    const draw = drawFrom('availability');
    const seen = new Set<string>();
    for (let run = 0; run < 400; run += 1) {
      const availability = new Availability();
      const byStatus = new Map<number, number[]>();
      const least = oneOf(draw, [0, 0, 2]);
      for (let at = draw(9); at > 0; at -= 1) {
        const [status, outcome] = [oneOf(draw, [0, 429, 409, 403, 400, 422, 404, 418]), least + draw(oneOf(draw, [2, 4 - least]))];
        const key = status in ofStatus ? status : -1;
        byStatus.set(key, [...(byStatus.get(key) ?? []), outcome]);
        availability.add(wheel, { outcome, status });
      }
      availability.refused = oneOf(draw, [0, 1]);
      availability.lost = oneOf(draw, [0, 0, 0, 1]);
      const capitals = [...byStatus].map(([key, outcomes]) => [ofStatus[key] ?? 0.1, capitalOf(outcomes)] as const);
      const all = capitals.reduce((sum, [weight, capital]) => sum + weight * capital, 0);
      const bets = [...byStatus.values()].flat();
      const isOpen = Math.max(0, ...capitals.map(([, capital]) => capital)) > 3 || (bets.length === 0 && availability.refused + availability.lost > 0);
      const result = all >= 1_000 ? 'contradicted' : isOpen ? 'undecided' : 'consistent';
      expect(availability.result).toBe(result);
      seen.add(result);
      const won = bets.filter((at) => at > 0).length;
      expect(availability.totals).toEqual({ computed: bets.length, won, expected: expect.closeTo(0.4 * bets.length, 9) });
      expect(availability.findings().map(({ code, count, line }) => [code, count, line])).toEqual(result === 'contradicted' ? [['refused-on-wins', Math.max(1, won), 1]] : []);
    }
    expect(seen.size).toBe(3);
  }); // prettier-ignore

  it('are said to be so many, of which so many would have won', () => {
    const availability = new Availability();
    for (let at = 0; at < 6; at += 1) availability.add(wheel, { outcome: 3, status: 429 });
    expect(availability.findings()[0]?.sentence).toBe(
      'of 6 bets that the house refused or did not answer, 6 would have won by the seeds that it revealed later, where 2.4 are expected: it fails on wins. An honest house comes to this with a chance of 0.1% at most.',
    );
    expect(availability.findingsOfReplaced()[0]).toMatchObject({
      code: 'replaced-on-wins',
      sentence: 'the house replaced its server seed by itself before 6 bets, of which 6 would have won under the seed that it took away, where 2.4 are expected: it avoids wins. An honest house comes to this with a chance of 0.1% at most.',
    });
  }); // prettier-ignore
});

describe('the next stake', () => {
  const stakes = (budget: number, spendable: number | undefined, doubles = true) => {
    const purse = new StakeBudget(budget);
    const habits = {
      stakeMicros: (most: number) => (most < 10 ? undefined : Math.min(most, 50)),
      doubles: () => doubles,
    };
    return {
      purse,
      next: new NextStake({ habits: habits as unknown as LiveHabits, purse }, {
        spendable,
      } as AccountBalance),
    };
  };
  const bet = (id: string) => ({ entry: gameNamed(id)!, params: {} });

  it('is at most what the budget, the account and the game leave', () => {
    expect([stakes(40, 90), stakes(90, 40), stakes(90, undefined)].map(({ next }) => next.next())).toEqual([40, 40, 50]);
    expect([stakes(90, 90).next.next(20), stakes(9, 90).next.next(), stakes(90, 9).next.next()]).toEqual([20, undefined, undefined]);
    expect([stakes(9, 90).next.poor(), stakes(90, 9).next.poor()]).toEqual(['the budget is used up', 'the balance does not cover another bet']);
    const closed = stakes(90, 90);
    closed.purse.isClosed = true;
    expect(closed.next.poor()).toBe('the budget of requests is used up');
  }); // prettier-ignore

  it('is doubled in blackjack alone, where both stakes are covered and the player wants it', () => {
    const doubled = (budget: number, id: string, wants = true) => stakes(budget, 90, wants).next.isToDouble(bet(id), 20);
    expect([doubled(40, 'blackjack'), doubled(39, 'blackjack'), doubled(90, 'dice'), doubled(90, 'blackjack', false)]).toEqual([true, false, false, false]);
  }); // prettier-ignore

  it('is counted before it is sent, and what was not sent is given back', () => {
    const { purse, next } = stakes(100, 100);
    const counted = next.counted((function* () {
      yield { method: 'POST', path: '/a' } as const;
      yield { method: 'POST', path: '/b', stakeMicros: 30 } as const;
      return { params: {}, answer: { status: 200, body: fieldsOf({}) }, nonces: [] };
    })(), 60); // prettier-ignore
    counted.next();
    expect([purse.stakedMicros, purse.leftMicros]).toEqual([0, 40]);
    counted.next({ status: 200, body: fieldsOf({}) });
    expect([purse.stakedMicros, purse.leftMicros]).toEqual([30, 70]);
    expect(counted.next({ status: 200, body: fieldsOf({}) }).done).toBe(true);
    expect([purse.stakesSent, purse.leftMicros]).toEqual([1, 70]);
  });
});

describe('a game that is refused', () => {
  const bets = ['dice', 'keno'].map((id) => ({ entry: gameNamed(id)!, params: {} }));
  const [dice] = bets as [(typeof bets)[number]];
  const sent = { stakeMicros: 101, clientSeed: 'x', isStuck: false };
  const refusal = (status: number, body: object = {}) => ({ status, body: fieldsOf(body) });

  it.each([[false, 5], [true, 10]])('is given up where it was taken before (%s) after %i refusals in turn', (wasTaken, count) => {
    const open = new OpenBets(bets);
    if (wasTaken) open.taken(dice);
    for (let at = 1; at < count; at += 1) expect(open.missed(dice, sent, refusal(403))).toBeUndefined();
    expect(open.bets).toHaveLength(2);
    expect(open.missed(dice, sent, refusal(403, { code: 'NO', error: 'no' }))).toEqual({ game: 'dice', status: 403, reason: 'NO' });
    expect(open.bets.map(({ entry }) => entry.game.id)).toEqual(['keno']);
  }); // prettier-ignore

  it('takes smaller stakes, begins to count again once it is taken, and is not given up for lost or limited bets', () => {
    const open = new OpenBets(bets);
    for (const status of [0, 500, 429]) expect(open.missed(dice, sent, refusal(status))).toBeUndefined();
    expect(open.mostMicros(dice)).toBeUndefined();
    for (let at = 0; at < 4; at += 1) open.missed(dice, sent, refusal(400));
    expect(open.mostMicros(dice)).toBe(50);
    open.taken(dice);
    for (let at = 0; at < 9; at += 1) expect(open.missed(dice, sent, refusal(400))).toBeUndefined();
    expect(open.missed(dice, sent, refusal(400, { error: 'e'.repeat(300) }))?.reason).toHaveLength(200);
    expect(new OpenBets(bets).missed(dice, { ...sent, isStuck: true }, refusal(0))).toEqual({ game: 'dice', status: 0, reason: 'status 0' });
  }); // prettier-ignore
});

describe('what became of a seed', () => {
  const [seed, other] = ['the seed', 'another'];
  const [hash, otherHash] = [commitmentOf(seed), commitmentOf(other)];
  const none = { list: undefined, isUncertain: false };
  const rotation = (revealed: object, more: object = {}) => fieldsOf({ revealed, ...more });
  const listOf = (...seeds: object[]) => fieldsOf({ seeds });

  it.each<[string, Parameters<typeof fateOf>[1], object]>([
    ['revealed', { ...none, rotation: rotation({ server_seed: seed }) }, { kind: 'revealed', serverSeed: seed, isOther: false }],
    ['not revealed', { ...none, rotation: fieldsOf({}) }, { kind: 'contradicted', serverSeed: undefined }],
    ['not known where the answer was lost', { list: undefined, isUncertain: true, rotation: fieldsOf({}) }, { kind: 'unknown' }],
    ['another one for this commitment', { ...none, rotation: rotation({ server_seed: other, seed_hash: hash }) }, { kind: 'contradicted', serverSeed: other }],
    ['another one, and no list tells', { ...none, rotation: rotation({ server_seed: other, seed_hash: otherHash }) }, { kind: 'unknown' }],
    ['another one without a name, and no list tells', { ...none, rotation: rotation({ server_seed: other }) }, { kind: 'unknown' }],
    ['another one, and not listed', { ...none, list: listOf(), rotation: rotation({ server_seed: other }) }, { kind: 'contradicted', serverSeed: other }],
    ['replaced: both are listed', { ...none, list: listOf({ server_seed: seed, seed_hash: hash }, { seed_hash: otherHash }), rotation: rotation({ server_seed: other }) }, { kind: 'revealed', serverSeed: seed, isOther: true }],
    ['listed, and the rotation reveals a seed that was never committed to', { ...none, list: listOf({ server_seed: seed }), rotation: rotation({ server_seed: other }) }, { kind: 'contradicted', serverSeed: other }],
    ['listed, and the rotation may be that of a repeated request', { isUncertain: true, list: listOf({ server_seed: seed }), rotation: rotation({ server_seed: other }) }, { kind: 'revealed', serverSeed: seed, isOther: true }],
  ])('%s', (_, statements, fate) => {
    expect(fateOf(hash, statements)).toEqual(fate);
  }); // prettier-ignore

  it('is in the part of a rotation that is about the seed that is out', () => {
    for (const name of ['revealed', 'previous', 'old']) expect(revealedIn(fieldsOf({ [name]: { serverSeed: seed } })).get('server_seed')).toBe(seed);
    expect(revealedIn(fieldsOf({ server_seed: seed })).get('server_seed')).toBe(seed);
    expect(revealedIn(fieldsOf({ old: { a: 1 }, revealed: {}, previous: { b: 2 } })).get('b')).toBe(2);
  }); // prettier-ignore

  it.each([['1'.repeat(14), true], ['1'.repeat(15), false], ['a'.repeat(11), true], ['F'.repeat(12), false], ['z'.repeat(8), true], ['z'.repeat(9), false]])(
    'and %s is one that can be tried out: %s', (text, is) => expect(isShort(text)).toBe(is)); // prettier-ignore
});

describe('bets that can be verified', () => {
  const evidence = new LiveEvidence();
  const bets = new VerifiableBets(evidence);
  for (const [at, payoutMicros] of [5, 9, 9, 0].entries())
    bets.add({ betId: `bet ${at}`, index: evidence.add({ stakeMicros: 7, payoutMicros } as LoggedBet, {}) });

  it('are the latest and the one that paid the most', () => {
    expect(bets.toVerify.map(({ betId }) => betId)).toEqual(['bet 3', 'bet 1']);
    const one = new VerifiableBets(evidence);
    expect(one.toVerify).toEqual([]);
    one.add({ betId: 'x', index: 0 });
    expect(one.toVerify).toEqual([{ betId: 'x', index: 0 }]);
    one.clear();
    expect(one.toVerify).toEqual([]);
  });

  it.each<[unknown, number, number]>([
    [9 / 7, 1, 0], [10 / 7, 1, 0], [8 / 7, 1, 0], [11 / 7, 1, 1], [7 / 7, 1, 1], ['9', 0, 0], [undefined, 0, 0],
  ])('a multiple of %j is compared %i times and wrong %i times', (multiplier, compared, wrong) => {
    const before = evidence.tested.verifications;
    const faults = () => evidence.findings().reduce((sum, { count }) => sum + count, 0);
    const known = faults();
    bets.verified(fieldsOf({ multiplier }), 1);
    expect([evidence.tested.verifications - before, faults() - known]).toEqual([compared, wrong]);
  }); // prettier-ignore
});
