/** Which explanation of wrong payouts comes first, and of which games. */
import { describe, expect, it } from 'vitest';
import type { Profile } from '../../../../src/core/base/profile.ts';
import type { RevealedBet } from '../../../../src/verification/audit/log/replay.ts';
import { by, codes, drawn, found, paid, suspectOf, type Paid } from './diagnosed-bets.ts';

const [dice, wheel, roulette, custom] = [drawn('dice', 50), drawn('wheel', 40), drawn('roulette', 40), drawn('custom', 40)] as const; // prettier-ignore

describe('a log that is paid by the rules', () => {
  it('has no finding', () => {
    expect(found([...paid(dice), ...paid(wheel), ...paid(drawn('blackjack', 6))])).toEqual([]);
    expect(found([])).toEqual([]);
  });
});

describe('the rules of the other profile', () => {
  const byOther = (profile: Profile): RevealedBet[] => paid(dice, by(suspectOf('profile-other', profile)));

  it.each<[Profile, Profile]>([
    ['published', 'consistent'],
    ['consistent', 'published'],
  ])('audited by %s, a log that is paid by %s is named so', (audited, other) => {
    const [finding, ...more] = found(byOther(other), audited);
    expect([finding?.code, more]).toEqual(['profile-other', []]);
    expect(finding?.sentence).toContain(`profile ${other}`);
    expect(found(byOther(audited), audited)).toEqual([]);
  });

  it('are no explanation where one game is paid by those of this one', () => {
    expect(codes([...byOther('consistent'), ...paid(roulette)]).flat()).not.toContain('profile-other');
    expect(codes([...paid(roulette), ...byOther('consistent')]).flat()).not.toContain('profile-other');
  });
});

describe('one habit in several games', () => {
  it('is one finding of all games that it explains, which comes before habits of single ones', () => {
    const kept = suspectOf('stake-kept');
    const all = [...paid(wheel, by(kept)), ...paid(roulette, by(kept))];
    expect(codes([...all, ...paid(dice)])).toEqual([['stake-kept', null]]);
    const strict = paid(dice, by(suspectOf('non-strict-comparison')));
    expect(codes([...strict, ...all])).toEqual([['stake-kept', null], ['non-strict-comparison', 'dice']]);
  }); // prettier-ignore

  it('is fitted to each game alone, where several have another size of it', () => {
    const shaved = (share: number): Paid => ({ dueMicros }) => Math.floor(dueMicros! * share); // prettier-ignore
    const found97 = found([...paid(dice, shaved(0.97)), ...paid(custom, shaved(0.97))]);
    expect(found97.map(({ code, game }) => [code, game])).toEqual([['payout-shaved', null]]);
    const each = found([...paid(dice, shaved(0.97)), ...paid(custom, shaved(0.95))]);
    expect(each.map(({ code, game }) => [code, game])).toEqual([['payout-shaved', 'dice'], ['payout-shaved', 'custom']]);
  }); // prettier-ignore

  it('of one game may be another table of it', () => {
    const table: Paid = ({ bet, dueMicros }) => (dueMicros === 2 * bet.stakeMicros ? Math.floor(1.9 * bet.stakeMicros) : dueMicros);
    expect(codes([...paid(wheel, table), ...paid(dice)])).toEqual([['pay-table-changed', 'wheel']]);
  }); // prettier-ignore
});
