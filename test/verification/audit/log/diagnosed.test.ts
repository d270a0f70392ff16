/** What the audit says of houses that pay by a known fault, or by none: for all bets, or for some that have something in common. */
import { describe, expect, it } from 'vitest';
import { profiles } from '../../../../src/core/base/profile.ts';
import { games as allGames } from '../../../../src/platform/games/registry.ts';
import { auditLog } from '../../../../src/verification/audit/log/audit-log.ts';
import type { Suspect } from '../../../../src/verification/audit/log/payouts/checked-bet.ts';
import { drawSuspects } from '../../../../src/verification/audit/log/payouts/draw-suspects.ts';
import { otherProfiles, ruleSuspects } from '../../../../src/verification/audit/log/payouts/rule-suspects.ts';
import { describeKept, drawFrom, oneOf, type KeptSubject } from '../../../kept-digests.ts';
import { choices, honestLog, paidBy, payers, type Payer } from './drawn-logs.ts';

/** Of others the laws take long to compute. */
const games = [
  'dice',
  'roulette',
  'wheel',
  'slots',
  'hilo',
  'crash',
  'plinko',
  'scratch_card',
  'multiplier',
  'blackjack',
];

const bySuspect =
  (suspect: Suspect): Payer =>
  (checked) => {
    if (suspect.games?.includes(checked.bet.entry.game.id) === false) return undefined;
    const micros = suspect.predict(checked, 'published');
    if (micros === undefined) return undefined;
    const shown = suspect.play?.(checked, 'published')?.detail;
    return shown === undefined ? { micros } : { micros, shown };
  };

const byAmount =
  (pay: (due: number, stake: number) => number): Payer =>
  ({ bet, dueMicros }) =>
    dueMicros === undefined ? undefined : { micros: pay(dueMicros, bet.stakeMicros) };

/** The same house with several logs: of two games or one, with some of the choices. */
function* saidOf(name: string, pay: Payer, only?: readonly string[]): Iterable<unknown> {
  const draw = drawFrom(name);
  for (const choice of ['all bets', oneOf(draw, Object.keys(choices))].slice(0, 1 + draw(2))) {
    const ofLog = [...new Set([oneOf(draw, only ?? games), draw(3) === 0 ? oneOf(draw, games) : 'dice'])];
    const bets = honestLog(ofLog, { seed: `${name} ${choice}`, count: 19 });
    const log = paidBy(bets, pay, choices[choice]!);
    const { findings, notes, recomputed } = auditLog(log, { profile: 'published' });
    yield [choice, ofLog, recomputed, findings, notes];
  }
}

const suspects = [...drawSuspects, ...ruleSuspects, ...otherProfiles];

describe('a house that', () => {
  describeKept(new URL('diagnosed.json', import.meta.url), [
    ...suspects.map((suspect, place): KeptSubject => {
      const name = `${place} ${suspect.about.slice(0, 60)}`;
      return { name, made: () => saidOf(name, bySuspect(suspect), suspect.games) };
    }),
    ...Object.entries(payers).map(([name, pay]): KeptSubject => ({
      name,
      made: () => saidOf(name, byAmount(pay)),
    })),
  ]);
});

describe.each(profiles)('under the rules of profile %s', (profile) => {
  it.each(allGames.map(({ game }) => game.id))(
    'wrong payouts of %s are a finding, and nothing throws',
    (game) => {
      const bets = honestLog([game], { seed: 'wrong', count: 19 });
      const log = paidBy(bets, ({ dueMicros = 0 }) => ({ micros: dueMicros + 77 }), choices['all bets']!);
      expect(auditLog(log, { profile }).findings.length).toBeGreaterThan(0);
    },
  );
});

describe('cards that are drawn in another way, beside a rule that nothing explains', () => {
  const whole = ruleSuspects.find(({ about }) => about === 'deals every card from a full pack')!;
  const bets = honestLog(['video_poker'], { seed: 'lenient', count: 400 });

  it.each([[0, true], [2, true], [30, false]])('with %i other payouts are named: %s', (others, isNamed) => {
    let left = others;
    const log = paidBy(bets, (checked) => {
      const paid = bySuspect(whole)(checked);
      const isOther = left > 0 && (paid?.micros ?? 0) > 0 && paid?.micros !== checked.dueMicros;
      if (isOther) left -= 1;
      return isOther ? { micros: 123 } : paid;
    }, choices['all bets']!);
    const codes = auditLog(log, { profile: 'published' }).findings.map(({ code }) => code);
    expect(codes.includes('with-replacement')).toBe(isNamed);
  }); // prettier-ignore
});
