/** The audit of a live casino against houses in process: an honest one, and one for each way to cheat. */
import { describe, expect, it } from 'vitest';
import { auditLog } from '../../../src/verification/audit/log/audit-log.ts';
import { commitmentOf, hmacPick } from '../../../src/core/fairness/hmac.ts';
import { sha256 } from './houses.ts';
import { audited, LiveHouse, type LiveCheat } from './live-house.ts';

const codesOf = (cheat: LiveCheat, plan: Parameters<typeof audited>[1] = {}): string[] => {
  const { record } = audited(new LiveHouse(cheat), plan);
  const log = auditLog(record.books.bets, { profile: 'published' });
  const findings = [...record.books.findings(), ...log.findings];
  for (const { sentence, count, line } of findings) {
    expect(sentence).toMatch(/\.$/);
    expect(count).toBeGreaterThan(0);
    expect(line).toBeGreaterThan(0);
  }
  return findings.map(({ code }) => code);
};

describe('a live audit of an honest house', () => {
  const singles = ['coin_flip', 'dice', 'keno', 'crash', 'mines', 'baccarat', 'slots', 'plinko'];

  it('finds nothing, recomputes every bet and stakes the budget to the last whole bet', () => {
    const { record } = audited(new LiveHouse(), { games: singles, budgetMicros: 1_005_000 });
    expect(record.ended).toBe('the budget is used up');
    expect(record.stakedMicros).toBe(1_000_000);
    expect(record.periods).toBe(4);
    expect(record.books.findings()).toEqual([]);
    const log = auditLog(record.books.bets, { profile: 'published' });
    expect(log).toMatchObject({ bets: 100, recomputed: 100, unrevealed: 0, findings: [] });
  });

  it('takes the commitment down before it names a client seed, a fresh one for each server seed', () => {
    const { calls } = audited(new LiveHouse());
    const seeds = calls.flatMap(({ body }) => (body?.['client_seed'] as string | undefined) ?? []);
    expect(new Set(seeds).size).toBe(4);
    let shown = false;
    for (const { path } of calls) {
      if (path === '/fairness/rotate') shown = false;
      if (path === '/fairness/seed-hash') shown = true;
      if (path.startsWith('/games/')) expect(shown).toBe(true);
    }
  });

  it('never stakes more than the budget, although the house refuses, or wins are paid', () => {
    for (const budgetMicros of [9_999, 10_000, 29_999, 250_000]) {
      const { record, calls } = audited(new LiveHouse(), { budgetMicros });
      const staked = calls.reduce((sum, { body }) => sum + 1e6 * Number(body?.['amount'] ?? 0), 0);
      expect(Math.round(staked)).toBeLessThanOrEqual(budgetMicros);
      expect(record.stakedMicros).toBe(Math.round(staked));
    }
  });

  it('stops when the balance is used up, and continues without a game that is closed', () => {
    const poor = audited(new LiveHouse({}, 35_000), { games: ['coin_flip'] }).record;
    expect(poor.ended).toBe('the balance does not cover another bet');
    const closed: LiveCheat = {
      answer: ({ path }, honest) =>
        path === '/games/dice' ? { status: 409, body: { code: 'GAME_CLOSED' } } : honest,
    };
    const { record } = audited(new LiveHouse(closed));
    expect(record.refusals).toEqual([{ game: 'dice', status: 409, reason: 'GAME_CLOSED' }]);
    expect(record.books.bets.length).toBe(95);
    expect(audited(new LiveHouse(closed), { games: ['dice'] }).record.ended).toBe('every bet is refused');
  });

  it('an answer that never comes is no nonce that the house skipped, and the bet is computed afterwards', () => {
    const { record } = audited(
      new LiveHouse({
        answer: ({ path }, honest, { bets }) =>
          bets === 30 && path.startsWith('/games/') ? { status: 0, body: {} } : honest,
      }),
    );
    expect(record.ended).toBe('the budget is used up');
    expect(record.books.findings()).toEqual([]);
    const log = auditLog(record.books.bets, { profile: 'published' });
    expect(log).toMatchObject({ bets: 99, recomputed: 99 });
    expect(log.findings.map(({ code }) => code)).toEqual(['nonce-skipped']);
    expect(record.books.availability).toMatchObject({
      refused: 0,
      lost: 1,
      totals: { computed: 1 },
    });
  });
});

const onPath =
  (path: string, change: (body: Record<string, unknown>, house: LiveHouse) => Record<string, unknown>): NonNullable<LiveCheat['answer']> =>
  (call, honest, house) =>
    call.path.startsWith(path) && honest.status === 200
      ? { status: 200, body: change(honest.body, house) }
      : honest; // prettier-ignore

/** Another answer to a bet that wins, which is played all the same. */
const onWin =
  (other: () => { status: number; body: Record<string, unknown> }): NonNullable<LiveCheat['answer']> =>
  ({ path }, honest) =>
    path.startsWith('/games/') && Number(honest.body['multiplier']) > 1 ? other() : honest;

const cheats: readonly { name: string; code: string; cheat: LiveCheat; games?: string[] }[] = [
  {
    name: 'the server seed is chosen once the client seed is known',
    code: 'commitment-swapped',
    cheat: { chosen: (period, clientSeed) => sha256(`chosen ${period} ${clientSeed}`) },
  },
  {
    name: 'the seed is chosen, and the answers go on naming the commitment of before',
    code: 'commitment-broken',
    cheat: {
      chosen: (period, clientSeed) => sha256(`chosen ${period} ${clientSeed}`),
      answer: (call, honest, { period }) =>
        'seed_hash' in honest.body
          ? { ...honest, body: { ...honest.body, seed_hash: sha256(sha256(`live house ${period}`)) } }
          : honest,
    },
  },
  {
    name: 'a nonce is skipped now and then',
    code: 'nonce-skipped',
    cheat: { skipped: (bet) => (bet % 7 === 3 ? 1 : 0) },
  },
  {
    name: 'rounds are drawn after the last bet that was shown',
    code: 'rounds-miscounted',
    cheat: {
      answer: onPath('/fairness/rotate', (body) => ({
        ...body,
        revealed: { ...(body['revealed'] as object), rounds: 40 },
      })),
    },
  },
  {
    name: 'a rotation is acknowledged and nothing revealed',
    code: 'rotation-withheld',
    cheat: {
      answer: ({ path }, honest, house) => {
        if (path === '/fairness/seeds') return { status: 200, body: { seeds: [] } };
        return path === '/fairness/rotate' ? { status: 200, body: house.pair() } : honest;
      },
    },
  },
  {
    name: 'a rotation is refused',
    code: 'rotation-withheld',
    cheat: {
      answer: ({ path }, honest) =>
        path === '/fairness/rotate' ? { status: 403, body: { code: 'FORBIDDEN' } } : honest,
    },
  },
  {
    name: 'the server seed is shown while it is in use',
    code: 'seed-leaked',
    cheat: {
      answer: onPath('/fairness/verify', (body, { serverSeed }) => ({ ...body, server_seed: serverSeed })),
    },
  },
  {
    name: 'the seed goes on being used after it was revealed',
    code: 'rotation-stuck',
    cheat: {
      answer: onPath('/fairness/rotate', (body, house) => {
        const { revealed } = body as { revealed: { server_seed: string } };
        house.serverSeed = revealed.server_seed;
        return { ...body, ...house.pair() };
      }),
    },
  },
  {
    name: 'the client seed is replaced',
    code: 'client-seed-swapped',
    cheat: { answer: onPath('/games/', (body) => ({ ...body, client_seed: 'ours' })) },
  },
  {
    name: 'the client seed is ignored',
    code: 'client-seed-ignored',
    cheat: { pick: (seeds) => hmacPick({ ...seeds, clientSeed: '' }) },
    games: ['coin_flip'],
  },
  {
    name: 'the balance is short by a micro',
    code: 'balance-wrong',
    cheat: {
      answer: onPath('/games/', (body, { bets }) =>
        bets === 9 ? { ...body, balance: Number(body['balance']) - 0.000001 } : body,
      ),
    },
  },
  {
    name: 'a larger stake is taken than the one sent',
    code: 'stake-changed',
    cheat: { answer: onPath('/games/', (body) => ({ ...body, amount: 0.02 })) },
  },
  {
    name: 'the house verifies another payout than it paid',
    code: 'verify-disagrees',
    cheat: { answer: onPath('/fairness/verify', (body) => ({ ...body, multiplier: 7 })) },
  },
  {
    name: 'winners are paid less in silence',
    code: 'pay-table-changed',
    cheat: { paid: (micros, stake) => (micros === 1.96 * stake ? 1.9 * stake : micros) },
    games: ['coin_flip'],
  },
  {
    name: 'and never reveals the seed that would show it',
    code: 'payout-impossible',
    cheat: {
      paid: (micros, stake) => (micros === 1.96 * stake ? 1.9 * stake : micros),
      answer: ({ path }, honest, house) => {
        if (path === '/fairness/seeds') return { status: 200, body: { seeds: [] } };
        return path === '/fairness/rotate' ? { status: 200, body: house.pair() } : honest;
      },
    },
    games: ['coin_flip'],
  },
  {
    name: 'an answer has no payout that can be read',
    code: 'answer-unreadable',
    cheat: { answer: onPath('/games/', (body) => ({ ...body, payout: 'much' })) },
  },
  {
    name: 'wins are refused',
    code: 'refused-on-wins',
    cheat: { answer: onWin(() => ({ status: 409, body: { code: 'TRY_AGAIN' } })) },
    games: ['coin_flip'],
  },
  {
    name: 'wins are not answered',
    code: 'refused-on-wins',
    cheat: { answer: onWin(() => ({ status: 0, body: {} })) },
    games: ['coin_flip'],
  },
  {
    name: 'half of the account is gone',
    code: 'balance-unbooked',
    cheat: {
      answer: onPath('/auth/balance', (body, { bets }) =>
        bets > 20 ? { balance: Number(body['balance']) / 2 } : body,
      ),
    },
  },
];

/** Answers of the ledger whose rows are changed. */
const onLedger = (
  change: (rows: { amount: number }[], page: number) => unknown[],
): NonNullable<LiveCheat['answer']> =>
  onPath('/auth/ledger', (_, { rows }) => {
    return { transactions: change(rows, 1), total: undefined };
  });

/** Pages of 100 of other rows than the house's own. */
const paged =
  (rowsOf: (rows: { amount: number }[]) => unknown[]): NonNullable<LiveCheat['answer']> =>
  (call, honest, { rows }) => {
    if (!call.path.startsWith('/auth/ledger')) return honest;
    const page = Number(call.query?.['page']);
    return { status: 200, body: { data: { items: rowsOf(rows).slice(100 * (page - 1), 100 * page) } } };
  };

describe('the ledger of the account', () => {
  const games = ['coin_flip', 'dice', 'wheel', 'keno'];
  const auditOf = (answer: LiveCheat['answer']) => {
    const { record } = audited(new LiveHouse(answer === undefined ? {} : { answer }), { games });
    const codes = record.books.findings().map(({ code }) => code);
    return { codes, amounts: record.books.tested.ledgerAmounts };
  };

  it('of an honest house has the stake and the payout of each bet, whatever its rows are called', () => {
    expect(auditOf(undefined)).toEqual({ codes: [], amounts: expect.toSatisfy((count) => count > 100) });
    const asTexts = paged((rows) => rows.map(({ amount }) => ({ delta: String(amount), of: 'casino' })));
    expect(auditOf(asTexts)).toEqual(auditOf(undefined));
    const withGifts = paged((rows) => rows.flatMap((row) => [row, { amount: 0.0001 }]));
    expect(auditOf(withGifts)).toEqual(auditOf(undefined));
  });

  it('of an honest house with a row for each bet adds up too', () => {
    const perBet = paged((rows) => {
      const oldestFirst = rows.toReversed();
      const net: { amount: number }[] = [];
      for (const { amount } of oldestFirst)
        if (amount < 0) net.push({ amount });
        else net.push({ amount: net.pop()!.amount + amount });
      return net;
    });
    expect(auditOf(perBet)).toEqual({ codes: [], amounts: expect.toSatisfy((count) => count >= 90) });
  });

  it.each<[string, number]>([
    ['each payout in six', 6],
    ['each payout in twenty', 20],
  ])('that leaves out %s is named', (_, every) => {
    let paid = 0;
    const lacking = paged((rows) => {
      paid = 0;
      return rows.toReversed().filter(({ amount }) => amount < 0 || (paid += 1) % every !== 0);
    });
    expect(auditOf(lacking).codes).toEqual(['ledger-incomplete']);
  });

  it.each<[string, NonNullable<LiveCheat['answer']>]>([
    [
      'is missing',
      ({ path }, honest) => (path.startsWith('/auth/ledger') ? { status: 404, body: {} } : honest),
    ],
    ['has no pages', onLedger((rows) => rows.slice(0, 100))],
    ['has no bets', onLedger((_, page) => (page === 1 ? [{ amount: 10 }] : []))],
    ['has rows without amounts', paged((rows) => rows.map(() => ({ kind: 'bet' })))],
    ['is no list', onPath('/auth/ledger', () => ({ transactions: 'none' }))],
  ])('that %s is not compared, and no finding', (_, answer) => {
    expect(auditOf(answer)).toEqual({ codes: [], amounts: 0 });
  });
});

describe('a rotation that is accepted for later', () => {
  /** Answers 202, and rotates before the fifth bet after it. */
  const late = (isCarriedOut: boolean): NonNullable<LiveCheat['answer']> => {
    let due: number | undefined;
    const open = new LiveHouse();
    return (call) => {
      if (call.path === '/fairness/rotate') {
        due ??= 5;
        return { status: 202, body: { code: 'SCHEDULED' } };
      }
      if (call.path.startsWith('/games/') && due !== undefined && isCarriedOut && (due -= 1) === 0) {
        due = undefined;
        open.answer({ method: 'POST', path: '/fairness/rotate' });
      }
      const { status, body } = open.answer(call);
      return { status, body: Object.fromEntries(body) };
    };
  };

  it('is waited for, and its bets are computed from the list of seeds', () => {
    const { record } = audited(new LiveHouse({ answer: late(true) }), { games: ['coin_flip'] });
    expect(record.books.findings()).toEqual([]);
    const log = auditLog(record.books.bets, { profile: 'published' });
    expect(log.findings).toEqual([]);
    expect(log.recomputed).toBeGreaterThan(90);
  });

  it('and never carried out is withheld', () => {
    const { record } = audited(new LiveHouse({ answer: late(false) }), { games: ['coin_flip'] });
    expect(record.books.findings().map(({ code }) => code)).toContain('rotation-withheld');
  });
});

describe('a live house that cheats', () => {
  it.each(cheats)('$name: $code', ({ code, cheat, games }) => {
    expect(codesOf(cheat, games === undefined ? {} : { games })).toContain(code);
  });

  it('the best of 50 seeds is caught by the order of things, whatever the outcomes', () => {
    const worst = (period: number, clientSeed: string): string => {
      const wins = (serverSeed: string): number =>
        Array.from({ length: 10 }, (_, nonce) =>
          hmacPick({ serverSeed, clientSeed, nonce })(2) === 0 ? 1 : 0,
        ).reduce<number>((sum, one) => sum + one, 0);
      return Array.from({ length: 50 }, (_, index) => sha256(`${period} ${index}`)).reduce((best, other) =>
        wins(other) < wins(best) ? other : best,
      );
    };
    const codes = codesOf({ chosen: worst }, { games: ['coin_flip'], betsPerSeed: 10 });
    expect(codes).toContain('commitment-swapped');
    expect(commitmentOf('x')).toHaveLength(64);
  });
});

describe('strange answers', () => {
  it.each<[string, NonNullable<LiveCheat['answer']>]>([
    ['no answer at all', () => ({ status: 0, body: {} })],
    ['errors alone', () => ({ status: 500, body: { error: 'x' } })],
    ['numbers for texts', onPath('/fairness', () => ({ seed_hash: 7, server_seed: [], revealed: 'x' }))],
    ['names of prototypes', onPath('/games', () => ({ payout: '__proto__', nonce: 'constructor' }))],
    ['a payout beyond counting', onPath('/games', (body) => ({ ...body, payout: 1e300 }))],
    ['a negative payout', onPath('/games', (body) => ({ ...body, payout: -1 }))],
    ['a nonce that is none', onPath('/games', (body) => ({ ...body, nonce: 1.5 }))],
  ])('%s: the session ends, within its budget', (_, answer) => {
    const { record, calls } = audited(new LiveHouse({ answer }));
    expect(calls.length).toBeLessThan(20);
    expect(record.stakedMicros).toBeLessThanOrEqual(1_000_000);
    expect(record.ended).not.toBe('the budget is used up');
  });
});
