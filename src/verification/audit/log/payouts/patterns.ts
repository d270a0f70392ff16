/** Differences that no suspect predicts to the micro, told by what they have in common. */
import { hmacPick } from '../../../../core/fairness/hmac.ts';
import { showsAnother } from './shown-result.ts';
import type { CheckedBet } from './checked-bet.ts';

/** What bets have in common. `about` ends a sentence that begins with "the house". */
export interface Pattern {
  readonly code: string;
  readonly about: string;
}

/** A pattern that fits all differing bets of one game; `right` are bets that were paid what is due. */
export function patternOf(
  game: string,
  wrong: readonly CheckedBet[],
  right: readonly CheckedBet[],
): Pattern | undefined {
  if (wrong.length < 2 || wrong.some(({ honest }) => honest === undefined)) return undefined;
  if (isLoadedStrip(wrong))
    return {
      code: 'loaded-strip',
      about: 'shows other symbols than those of the stops it drew: the strips are not the published ones',
    };
  if ((game === 'crash' || game === 'multiplier') && isLoadedCurve(wrong))
    return { code: 'curve-loaded', about: 'crashes curves that should have gone on' };
  const size = poolSizes[game];
  if (size !== undefined && hasOtherWeights([...wrong, ...right], size))
    return {
      code: 'weights-changed',
      about: 'gives some outcomes a larger share of its draws than published',
    };
  return undefined;
}

/** Reels that show other symbols than the stops they were drawn to. */
const isLoadedStrip = (wrong: readonly CheckedBet[]): boolean =>
  wrong.every(
    ({ bet, honest }) =>
      Array.isArray(bet.result['reels']) &&
      JSON.stringify(bet.result['reels']) !== JSON.stringify(honest?.detail['reels']),
  );

/** Curves that should have reached their target are shown to have crashed before, and never the reverse. */
const isLoadedCurve = (wrong: readonly CheckedBet[]): boolean =>
  wrong.every(({ bet, honest, dueMicros }) => {
    const shown = bet.result['crash_point'];
    const isShownLost = typeof shown === 'number' && shown < Number(honest?.detail['crash_point']);
    return bet.payoutMicros === 0 && (dueMicros ?? 0) > 0 && isShownLost;
  });

/** Games that divide one draw among their outcomes. */
const poolSizes: Readonly<Record<string, number>> = { wheel: 100, scratch_card: 10_000 };

/** Each draw always has the same outcome, and the draws of an outcome are one range, but not the published one. */
function hasOtherWeights(bets: readonly CheckedBet[], size: number): boolean {
  const byDraw = new Map<number, number>();
  for (const { bet } of bets) {
    const drawn = hmacPick(bet)(size);
    const multiple = Math.round((1e4 * bet.payoutMicros) / bet.stakeMicros);
    if ((byDraw.get(drawn) ?? multiple) !== multiple) return false;
    byDraw.set(drawn, multiple);
  }
  const ordered = [...byDraw].toSorted(([left], [right]) => left - right).map(([, multiple]) => multiple);
  const changes = ordered.filter((multiple, index) => index > 0 && multiple !== ordered[index - 1]).length;
  return changes < new Set(ordered).size && ordered.length > 20;
}

/** What happened to one bet, where no habit of the house explains it. */
export function kindOf({ bet, honest, dueMicros = 0 }: CheckedBet): Pattern {
  if (honest !== undefined && showsAnother(bet, honest)) return kinds.altered;
  if (bet.payoutMicros === 0) return kinds.unpaid;
  if (dueMicros === 0) return kinds.lossPaid;
  return bet.payoutMicros < dueMicros ? kinds.short : kinds.over;
}

const kinds = {
  altered: { code: 'outcome-altered', about: 'shows and pays another outcome than the one drawn' },
  unpaid: { code: 'win-unpaid', about: 'pays nothing for outcomes that win' },
  lossPaid: { code: 'loss-paid', about: 'pays outcomes that lose' },
  short: { code: 'payout-short', about: 'pays less than is due' },
  over: { code: 'payout-over', about: 'pays more than is due' },
} as const;
