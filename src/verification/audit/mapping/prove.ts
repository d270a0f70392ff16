/** Sends every symbolic outcome of the games through their shipped play: what `audit --prove` does. */
import type { Profile } from '../../../core/base/profile.ts';
import type { GameEntry } from '../../../platform/games/registry.ts';
import { pokerRank, pokerRanks, videoPoker } from '../../../platform/games/video-poker.ts';
import { eachSet, worthOf } from '../exact/video-poker-hands.ts';
import { mapCurve } from './curve-mapping.ts';
import type { Mapping } from '../result-schema.ts';
import { mapGame } from './mapping.ts';

/** On the curve all ends are sent through the lowest, the highest and a middle bet. */
const curveBets: Readonly<Record<string, readonly object[]>> = {
  crash: [{ cashOutHundredths: 101 }, { cashOutHundredths: 287 }, { cashOutHundredths: 10_000 }],
  multiplier: [{ targetHundredths: 101 }, { targetHundredths: 33_333 }, { targetHundredths: 100_000 }],
};

/** The proof of a game; undefined for blackjack, whose generator has too many outcomes and no weights. */
export function provePayouts(entry: GameEntry, profile: Profile): Mapping | undefined {
  if (entry.kind === 'hand') return entry.game.id === videoPoker.id ? mapPoker() : undefined;
  const { game } = entry;
  const rules = game.rules[profile];
  const onCurve = curveBets[game.id];
  if (onCurve !== undefined) return mapCurve(game, rules, onCurve);
  // The three bets of baccarat differ in what they pay for the same cards; one of them is walked.
  return game.id === 'baccarat' ? mapGame(game, rules, [{ betOn: 'player' }]) : mapGame(game, rules);
}

/** All hands of five cards: the game's worth against that of the solver. */
function mapPoker(): Mapping {
  let outcomes = 0;
  const differences: string[] = [];
  eachSet(5, (hand) => {
    outcomes += 1;
    const rank = pokerRank(hand);
    if (pokerRanks[worthOf(hand)] !== rank) differences.push(`${hand.join(' ')} is worth ${rank}`);
  });
  return { game: videoPoker.id, outcomes, differences };
}
