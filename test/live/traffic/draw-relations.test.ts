/** Relations between responses that hold for every draw, whatever a deployment calls its fields. */
import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isDocumented, isProse } from '../../../src/platform/world/documented-fields.ts';
import { Commitments } from '../../../src/live/traffic/compare/commitments.ts';
import { isSameChange } from '../../../src/live/traffic/compare/causes.ts';
import type { Difference } from '../../../src/live/traffic/compare/difference.ts';
import { DrawnValues } from '../../../src/live/traffic/compare/drawn.ts';
import { explainByTime } from '../../../src/live/traffic/compare/explain.ts';
import { Nonces } from '../../../src/live/traffic/correlation/nonces.ts';
import { eachWholeReference } from '../../../src/simulation/trace/references.ts';

const bet = (recorded: number, live: number) => ({
  n: live,
  things: [],
  session: 1,
  call: 'casino/B/bet',
  request: {},
  recorded: { status: 200, body: { nonce: recorded } },
  live: { status: 200, body: { nonce: live } },
});

describe('nonces', () => {
  it('may begin anywhere, and rise as expected', () => {
    const drawn = new DrawnValues();
    for (const [recorded, live, isExplained] of [
      [0, 1, true],
      [1, 2, true],
      [2, 2, false],
    ] as const) {
      const found =
        recorded === live
          ? []
          : [{ kind: 'amount' as const, field: '/nonce', recorded: `${recorded}`, live: `${live}` }];
      drawn.note(bet(recorded, live), found);
      expect(found).toHaveLength(1);
      expect(found.every((each) => drawn.explains(1, 'casino/B/bet', each))).toBe(isExplained);
    }
  });

  it('are sent back as the target counts them', () => {
    const nonces = new Nonces();
    nonces.note(1, { nonce: 0 }, { nonce: 1 });
    const request = { path: '/verify', query: { nonce: '4' }, body: { nonce: 7 } };
    expect(nonces.toTarget(1, request)).toMatchObject({ query: { nonce: '5' }, body: { nonce: 8 } });
    expect(nonces.toTarget(2, request)).toBe(request);
  });
});

describe('the standings of a tournament', () => {
  it.each([
    ['/leaderboard/*/total_won', true],
    ['/leaderboard/*/best_win', true],
    ['/leaderboard/*/prize', true],
    ['/leaderboard/*/bets', false],
    ['/leaderboard/*/total_wagered', false],
    ['/prize', false],
    ['/entry_fee', false],
  ])('are drawn as far as bets decide them: %s', (field, isExplained) => {
    const difference = { kind: 'amount', field, recorded: '1', live: '2' } as const;
    expect(new DrawnValues().explains(1, 'casino/A/tournament', difference)).toBe(isExplained);
  });

  it('are drawn in the answer to a bet too, whatever other bets have paid', () => {
    const difference = { kind: 'amount', field: '/net_profit', recorded: '-0.1', live: '0.096' } as const;
    expect(new DrawnValues().explains(1, 'casino/A/playTournament', difference)).toBe(true);
  });
});

describe('the outcome of a challenge', () => {
  it.each([
    ['casino/A/acceptChallenge', '/winner_id', true],
    ['casino/A/challenges', '/settled/*/winner_id', true],
    ['casino/A/acceptChallenge', '/challenger_id', false],
    ['casino/A/acceptChallenge', '/status', false],
    ['casino/A/declineChallenge', '/winner_id', false],
  ])('is drawn as far as both rounds decide it: %s %s', (call, field, isExplained) => {
    const differences = [
      { kind: 'id', field, recorded: '"something new"', live: '"creator"' },
      { kind: 'shape', field, recorded: '"creator"', live: 'null' },
      { kind: 'shape', field, recorded: 'null', live: '"creator"' },
    ] as const;
    for (const difference of differences)
      expect(new DrawnValues().explains(1, call, difference)).toBe(isExplained);
  });
});

describe('the winner of a challenge', () => {
  const accepted = (winner: string | null, challenger = 'one') => ({
    status: 200,
    body: { challenger_id: challenger, challenged_agent_id: 'two', winner_id: winner, balance: 10 },
  });
  const draw = { n: 8, session: 2, call: 'casino/A/acceptChallenge', request: {}, things: [7] };

  it.each([
    ['one', 'two', true],
    ['two', 'one', true],
    ['one', null, true],
    [null, 'two', true],
    ['one', 'one', false],
    [null, null, false],
  ])(
    'is %s in the recording and %s on the target: the money of both is drawn: %s',
    (before, now, isDrawn) => {
      const drawn = new DrawnValues();
      const creation = { n: 7, session: 1, call: 'casino/A/createChallenge', request: {}, things: [] };
      drawn.note({ ...creation, recorded: { status: 201, body: {} }, live: { status: 201, body: {} } }, []);
      const found: Difference[] = [];
      drawn.note({ ...draw, recorded: accepted(before), live: accepted(now) }, found);
      expect(found).toHaveLength(isDrawn ? 1 : 0);
      for (const each of found) expect(drawn.explains(2, draw.call, each)).toBe(true);
      const balance = { kind: 'amount', field: '/balance', recorded: '9.5', live: '8.5' } as const;
      for (const session of [1, 2])
        expect(drawn.explains(session, 'casino/A/createChallenge', balance)).toBe(isDrawn);
      expect(drawn.explains(3, 'casino/A/createChallenge', balance)).toBe(false);
    },
  );

  it('is one agent under two ids', () => {
    const found: Difference[] = [];
    new DrawnValues().note(
      { ...draw, recorded: accepted('one'), live: accepted('agent-1', 'agent-1') },
      found,
    );
    expect(found).toEqual([]);
  });
});

it('a draw decides how often a tied challenge is played again', () => {
  const difference = { kind: 'amount', field: '/rounds', recorded: '1', live: '3' } as const;
  expect(new DrawnValues().explains(1, 'casino/A/acceptChallenge', difference)).toBe(true);
});

describe('a revealed seed', () => {
  const call = 'casino/A/rotate';
  const seeds = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)] as const;
  const shown = { session: 1, call, recorded: { seed_hash: hash('sha256', seeds[0]) } };

  it.each([
    ['over its text', hash('sha256', seeds[1]), seeds[1], 0],
    ['over its bytes', hash('sha256', Buffer.from(seeds[1], 'hex')), seeds[1], 0],
    ['of another seed', hash('sha256', seeds[1]), seeds[2], 1],
  ] as const)('is the one that was committed to, %s', (_name, commitment, revealed, count) => {
    const commitments = new Commitments();
    expect(commitments.note({ ...shown, live: { x: commitment } })).toEqual([]);
    const recorded = { revealed: { server_seed: seeds[0] } };
    const found = commitments.note({ session: 1, call, recorded, live: { opened: revealed } });
    expect(found.map(({ kind, field }) => `${kind} ${field}`)).toEqual(
      Array.from({ length: count }, () => 'id /revealed/server_seed'),
    );
  });

  it('is not judged where the target has shown no commitment', () => {
    const commitments = new Commitments();
    commitments.note({ ...shown, live: {} });
    expect(commitments.note({ session: 1, call, recorded: { seed: seeds[0] }, live: {} })).toEqual([]);
  });
});

describe('what two deployments may write differently', () => {
  it('dates are those of the target', () => {
    const difference = { kind: 'time', field: '/expires', recorded: '"2027-01-01"' } as const;
    const shift = { shiftMs: 326 * 86_400_000, toleranceMs: 2_000 };
    expect(explainByTime({ ...difference, live: '"2027-11-23"' }, shift)).toBe('time');
    expect(explainByTime({ ...difference, live: '"2027-11-26"' }, shift)).toBeNull();
  });

  it('a field inside one of its name is ours, and texts about the deployment are its own', () => {
    expect(isDocumented('casino/B/bet', '/result')).toBe(true);
    expect(isDocumented('casino/B/bet', '/result/result')).toBe(false);
    expect([isProse('casino/A/gossip', '/product'), isProse('casino/B/bet', '/product')]).toEqual([true, false]);
  }); // prettier-ignore

  it('a value may be given out where the recording repeats it', () => {
    const seen: unknown[] = [];
    const recorded = { seed: '${3:/seed_hash}', list: ['${4:/id}'], text: 'a ${5:/id}' };
    eachWholeReference(recorded, { seed: 'x', list: ['y'], text: 'z' }, (...each) => seen.push(each));
    expect(seen).toEqual([[3, '/seed_hash', 'x']]);
  });

  it.each([
    ['"CONFLICT"', '"conflict"', '"NOT_FOUND"', '"not_found"', true],
    ['200', '429 RATE_LIMIT', '401 UNAUTHORIZED', '429 RATE_LIMIT', true],
    ['422 INSUFFICIENT_BALANCE', '201', '422 INSUFFICIENT_BALANCE', '400 BAD_REQUEST', true],
    ['404 NOT_FOUND', '200', '409 CONFLICT', '200', false],
  ])('%s to %s and %s to %s: one cause %s', (recorded, live, other, otherLive, isOne) => {
    expect(isSameChange({ recorded, live }, { recorded: other, live: otherLive })).toBe(isOne);
  });
});
