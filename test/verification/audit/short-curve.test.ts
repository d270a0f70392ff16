/** Bets on a curve that ends at twice the stake. */
import { describe, expect, it, vi } from 'vitest';
import type * as curve from '../../../src/platform/games/crash-point.ts';
import { climb, climbing, isCrashed } from '../../../src/platform/games/crash-point.ts';
import type { Game } from '../../../src/platform/games/game.ts';
import { nothing, ratio } from '../../../src/platform/games/ratio.ts';
import { mapCurve } from '../../../src/verification/audit/mapping/curve-mapping.ts';

vi.mock('../../../src/platform/games/crash-point.ts', async (original) => {
  const real = await original<typeof curve>();
  return { ...real, isCrashed: (state: curve.CrashState) => state.low >= 200 || real.isCrashed(state) };
});

interface Target {
  readonly target: number;
}

/** Pays a target that the curve reaches; `factor` times as much as it should. */
const played = (factor = 1) => ({
  id: 'short',
  play({ target }: Target, pick: (n: number) => number) {
    let state = climbing;
    while (!isCrashed(state)) state = climb(state, pick);
    return { payout: state.low >= target ? ratio(factor * target, 100) : nothing, detail: {} };
  },
}) as unknown as Game; // prettier-ignore

/** None, a hundred points below twice the stake, and all that lie above. */
const ends = 1 + 100 + 1;

describe('a short curve', () => {
  it('returns the same for every target, through each of its ends', () => {
    const bets = [100, 101, 150, 200].map((target) => ({ target }));
    expect(mapCurve(played(), undefined, bets)).toEqual({
      game: 'short',
      outcomes: 4 * ends,
      differences: [],
    });
    expect(mapCurve(played(), undefined, [])).toEqual({ game: 'short', outcomes: 0, differences: [] });
  });

  it('names the bets that return another share, and what they return', () => {
    const differences = ['short {"target":150} returns 199/100', 'short {"target":200} returns 199/100'];
    expect(mapCurve(played(2), undefined, [{ target: 150 }, { target: 200 }])).toEqual({ game: 'short', outcomes: 2 * ends, differences });
  }); // prettier-ignore
});
