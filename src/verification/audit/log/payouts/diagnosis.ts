/**
 * Names the causes of payouts that are not those of the rules. It looks at all games before it names one: the
 * explanation that predicts the most games comes first, so that one habit of a house is one finding. An explanation has
 * to predict every differing bet of a game to the micro, and all others, or so many that chance is ruled out.
 */
import { log } from '../../../../core/kernel/elementary.ts';
import type { Profile } from '../../../../core/base/profile.ts';
import type { LogFinding } from '../../result-schema.ts';
import { amountFits, tableFits, type PaidBet } from './amount-suspects.ts';
import type { CheckedBet, Suspect } from './checked-bet.ts';
import { drawSuspects } from './draw-suspects.ts';
import { countOf, habitFinding, isOfHands, leftFindings, misshownFindings } from './diagnosis-text.ts';
import type { GameBets } from './game-bets.ts';
import type { GamePayouts } from './payout-ledger.ts';
import { kindOf, patternOf, type Pattern } from './patterns.ts';
import { showsAnother } from './shown-result.ts';
import { otherProfiles, ruleSuspects } from './rule-suspects.ts';
import { scopeOf } from './scope.ts';

/** Findings on payouts; every differing bet belongs to one of them. */
export function diagnose(payouts: readonly GamePayouts[], profile: Profile): LogFinding[] {
  const all = payouts.map((ofGame): GameBets => ({
    payouts: ofGame,
    wrong: ofGame.wrongBets.items(),
    right: ofGame.rightBets.items(),
  }));
  const open = new Set(all.filter((game) => game.wrong.length > 0 || game.payouts.misshown.count > 0));
  const found: LogFinding[] = [];
  const shownOtherwise = new Set<string>();
  for (let best = bestOf(open, { all, profile }); best !== undefined; best = bestOf(open, { all, profile })) {
    const { games, suspect, isWhole } = best;
    found.push(habitFinding(games, suspect, isWhole ? '' : scopeOf(games, suspect, profile)));
    for (const game of games) open.delete(game);
    // Another outcome was played, and it is the one that is shown: by a fault of all draws, in every game.
    const isEverywhere = suspect.isDraw === true && suspect.games === undefined;
    if (suspect.isAmount !== true)
      for (const {
        payouts: { game },
      } of isEverywhere ? all : games)
        shownOtherwise.add(game);
  }
  for (const [game, pattern] of patternsOf(open)) {
    found.push(habitFinding([game], pattern, ''));
    shownOtherwise.add(game.payouts.game);
    open.delete(game);
  }
  // An explanation of a game of hands explains its impossible hands too; parameters that a game does not have, none explains.
  const impossible = all.filter((game) => !isOfHands(game) || open.has(game));
  const shown = all.filter(({ payouts: { game } }) => !shownOtherwise.has(game));
  return [...found, ...leftFindings([...open], impossible), ...misshownFindings(shown)];
}

/** The patterns of single games. Where the same happens to the bets of several other games, it is no matter of one game. */
function patternsOf(open: ReadonlySet<GameBets>): Map<GameBets, Pattern> {
  const patterns = new Map<GameBets, Pattern>();
  for (const game of open) {
    const pattern = patternOf(game.payouts.game, game.wrong, game.right);
    if (pattern !== undefined) patterns.set(game, pattern);
  }
  const others = [...open].filter((game) => game.wrong.length > 0 && !patterns.has(game));
  const shared = others.length >= gamesMinOfKind ? onlyKindOf(others) : undefined;
  for (const game of patterns.keys())
    if (shared !== undefined && onlyKindOf([game]) === shared) patterns.delete(game);
  return patterns;
}

/** In so many games the same is no coincidence. */
const gamesMinOfKind = 2;

/** What happened to each differing bet of these games; undefined where it was not the same each time. */
function onlyKindOf(games: readonly GameBets[]): Pattern | undefined {
  const kinds = new Set(games.flatMap(({ wrong }) => wrong.map(kindOf)));
  const [kind] = kinds;
  return kinds.size === 1 ? kind : undefined;
}

interface Explanation {
  readonly suspect: Suspect;
  readonly games: readonly GameBets[];
  /** It predicts all bets of the games, and not only those that differ. */
  readonly isWhole: boolean;
}

type Judge = (games: readonly GameBets[], suspect: Suspect, profile: Profile) => readonly GameBets[];

/**
 * The explanation of the most games; of equal ones the one that predicts all of their bets, then the narrowest, which
 * stands first.
 */
function bestOf(
  open: ReadonlySet<GameBets>,
  { all, profile }: { all: readonly GameBets[]; profile: Profile },
): Explanation | undefined {
  if (open.size === 0) return undefined;
  let best: Explanation | undefined;
  const suspects = [...candidates([...open], { all, profile })];
  for (const [isWhole, judge] of [
    [true, explainedWhole],
    [false, explainedInPart],
  ] as const) {
    for (const suspect of suspects) {
      const games = judge([...open], suspect, profile);
      if (games.length > (best?.games.length ?? 0)) best = { suspect, games, isWhole };
    }
  }
  return best;
}

function* candidates(
  open: readonly GameBets[],
  { all, profile }: { all: readonly GameBets[]; profile: Profile },
): Generator<Suspect> {
  const isOfAll = (suspect: Suspect): boolean =>
    all.every((game) => fits([...game.wrong, ...game.right], suspect, profile));
  yield* otherProfiles.filter((_, index) => index !== profileIndex(profile)).filter(isOfAll);
  yield* drawSuspects;
  yield* ruleSuspects;
  const groups = [open, ...(open.length > 1 ? open.map((game) => [game]) : [])];
  for (const group of groups) {
    const wrong = group.flatMap((game) => game.wrong).filter(isPaidBet);
    if (wrong.length < habitMin) continue;
    for (const fit of group.length > 1 ? amountFits : [...amountFits, ...tableFits]) {
      const suspect = fit(wrong);
      if (suspect !== undefined) yield suspect;
    }
  }
}

const profileIndex = (profile: Profile): number => (profile === 'published' ? 0 : 1);
const isPaidBet = (bet: CheckedBet): bet is PaidBet => bet.dueMicros !== undefined;

/** An explanation of fewer bets than this may fit by chance. */
const habitMin = 2;

function fits(bets: readonly CheckedBet[], suspect: Suspect, profile: Profile): boolean {
  return bets.every((checked) => suspect.predict(checked, profile) === checked.bet.payoutMicros);
}

const isOfGame = ({ games }: Suspect, { payouts: { game } }: GameBets): boolean =>
  games === undefined || games.includes(game);

/** Bits of evidence that rule out a coincidence among all suspects. */
const bitsMin = 10;
const bitsMinInPart = 24;
const betsMinInPart = 12;

/** The games of which the suspect predicts every bet. */
const explainedWhole: Judge = (open, suspect, profile) => {
  const whole = open.filter(
    (game) =>
      isOfGame(suspect, game) &&
      fits(game.wrong, suspect, profile) &&
      fits(game.right, suspect, profile) &&
      (game.wrong.length > 0 || game.right.some((bet) => isShownBy(bet, suspect, profile))),
  );
  const wrong = whole.flatMap((game) => game.wrong);
  const bits = bitsOf([...wrong, ...whole.flatMap((game) => game.right)], suspect);
  const shown = whole.flatMap((game) => game.right).filter((bet) => isShownBy(bet, suspect, profile));
  return countOf(whole) + shown.length >= habitMin && bits >= bitsMin ? whole : [];
};

/** The right amount was paid for another result than the one drawn, and it is the one that such a house shows. */
function isShownBy(checked: CheckedBet, suspect: Suspect, profile: Profile): boolean {
  const { bet, honest } = checked;
  if (honest === undefined || !showsAnother(bet, honest)) return false;
  const played = suspect.play?.(checked, profile);
  return played !== undefined && !showsAnother(bet, played);
}

/** The games of which it predicts the differing bets, and not all others: a house that does so at times. */
const explainedInPart: Judge = (open, suspect, profile) => {
  if (suspect.isHabit === true) return [];
  const part = open.filter(
    (game) =>
      game.wrong.length > 0 && isOfGame(suspect, game) && isMostlyPredicted(game.wrong, suspect, profile),
  );
  const wrong = part.flatMap((game) => game.wrong);
  return wrong.length >= betsMinInPart && bitsOf(wrong, suspect) >= bitsMinInPart ? part : [];
};

/** Other draws may be played by other rules too: such as what five cards of one rank are worth. */
const otherRulesShareMax = 0.04;
const otherRulesBetsMin = 50;

function isMostlyPredicted(wrong: readonly CheckedBet[], suspect: Suspect, profile: Profile): boolean {
  const isLenient =
    suspect.isDraw === true && suspect.games !== undefined && wrong.length >= otherRulesBetsMin;
  if (!isLenient) return fits(wrong, suspect, profile);
  const others = wrong.filter((checked) => suspect.predict(checked, profile) !== checked.bet.payoutMicros);
  return others.length <= otherRulesShareMax * wrong.length;
}

/** An amount that is predicted to the micro is no coincidence; an outcome may be one. */
const bitsOfAmount = 8;

function bitsOf(bets: readonly CheckedBet[], { isDraw }: Suspect): number {
  if (isDraw !== true) return bets.length * bitsOfAmount;
  return bets.reduce((sum, bet) => sum + bitsOfOutcome(bet), 0);
}

/** About the chance that other draws pay what was paid: one over the multiple, and the rest for a loss. */
function bitsOfOutcome({ bet: { payoutMicros, stakeMicros }, dueMicros = 0 }: CheckedBet): number {
  const paid = payoutMicros / stakeMicros;
  if (paid > 0) return log(Math.max(1, paid)) / Math.LN2;
  const due = dueMicros / stakeMicros;
  return due > 1 ? Math.min(4, -log(1 - 1 / due) / Math.LN2) : 0.1;
}
