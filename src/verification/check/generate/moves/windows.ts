/** Bets at the edges of the days that statistics count: a bet at the very instant at which a day begins, or a look a whole day after it. */
import { dayMs } from '../../../../core/base/time.ts';
import type { Move } from '../move.ts';
import { vigil, type Act, type MakeVigil } from './vigil.ts';

const casino = '/casino/api/v1';
const sessionLooks = 3;

/** Under each reading of a day (gaps C33, C35). */
const dayOfBets: MakeVigil = ({ owner, other }, atMs, draw, model) => {
  if (draw.chance(50)) model.policies['stats.session'] = 'calendar';
  if (draw.chance(50)) model.policies['leaderboard.window'] = 'day';
  const bet = (by: string): Act => {
    const body = { amount: draw.pick([0.01, 0.02, 0.05]), side: draw.pick(['heads', 'tails']) };
    return () => ({ by, do: `POST ${casino}/games/coin-flip`, body });
  };
  const dueMs = draw.pick([atMs + dayMs, model.nextMs(dayMs), model.nextMs(dayMs)]);
  const session: Act = () => ({ by: owner, do: `GET ${casino}/stats/session` });
  const since = (fromMs: number): Act => {
    return () => ({
      by: owner,
      do: 'GET /api/casino-api/history',
      query: { from: model.instantText(fromMs) },
    });
  };
  return {
    call: bet(owner)(''),
    dueMs,
    acts: [bet(owner), bet(owner), bet(other)],
    looks: [
      ...Array.from({ length: sessionLooks }, () => session),
      since(dueMs),
      since(atMs),
      () => ({ by: other, do: `GET ${casino}/${draw.pick(['stats/leaderboard', 'leaderboard'])}` }),
    ],
  };
};

/** While its calls are planned, no other is begun. */
export const windowMoves: readonly Move[] = [vigil('casino/dayOfBets', 3, dayOfBets)];
