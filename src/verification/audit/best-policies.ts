/**
 * The best policies of a player, exactly: discarding free deals, collecting the referral share of one's losses, the
 * best bet of a game. The gain of a player is a negative edge.
 */
import { present } from '../../core/base/assert.ts';
import { Fraction } from '../../core/base/fraction.ts';
import type { Profile } from '../../core/base/profile.ts';
import { payoutFraction } from '../../platform/games/exact.ts';
import { hilo } from '../../platform/games/hilo.ts';
import { games } from '../../platform/games/registry.ts';
import { videoPoker } from '../../platform/games/video-poker.ts';
import {
  claimOf,
  decimal,
  freeDeals,
  printedFaucet,
  printedLimits,
  printedReferral,
  statedEdgeOf,
} from './documents/statements.ts';
import { figuresOf, type BetFigures, type ExactOutcome } from './exact/figures.ts';
import { dealPolicies } from './exact/video-poker-deals.ts';
import { outcomesForRow, type BetRow } from './exact-rows.ts';
import type { AuditFinding } from './finding.ts';
import { lossOfBet } from './money-at-risk.ts';
import { absolute, exactText, groupedText, multipleText, percentText, usdcText } from './percent.ts';
import { betText, type WireBet } from './wire-bet.ts';

/** Rows of strategy `best`, and what they mean in words. */
export interface BestPolicies {
  readonly rows: readonly BetRow[];
  readonly findings: readonly AuditFinding[];
}

/** Rows and findings for the games that occur in `rows`. The faucet's finding appears only where all games do. */
export function bestPolicies(rows: readonly BetRow[], profile: Profile): BestPolicies {
  const ids = new Set(rows.map(({ game }) => game));
  const poker = ids.has(videoPoker.id) ? freeDealPolicies(profile) : { rows: [], findings: [] };
  const referred = [...ids].map((game) =>
    referralPolicy(
      rows.filter((row) => row.game === game),
      profile,
    ),
  );
  return {
    rows: [...poker.rows, ...referred.map(({ row }) => row)],
    findings: [
      ...poker.findings,
      ...(ids.has(hilo.id) ? waitingGuess(profile) : []),
      ...referralFinding(referred),
      ...roundingFinding(rows),
      ...(ids.size === games.length ? faucetFinding() : []),
    ],
  };
}

function bestRow(game: string, bet: WireBet, figures: BetFigures): BetRow {
  const stated = statedEdgeOf(game, bet);
  return {
    game, bet, strategy: 'best', stated, claim: claimOf(stated), published: undefined, figures,
    outcomes: undefined, closedForm: undefined,
  }; // prettier-ignore
}

/** Deals cost nothing, so that only the best of them need be drawn to (gap C14). */
function freeDealPolicies(profile: Profile): BestPolicies {
  const { best, good, goodShare: rate, dealsForBest: deals } = dealPolicies(videoPoker.rules[profile]);
  const [waiting, choosing] = [figuresOf(best), figuresOf(good)];
  return {
    rows: [
      bestRow(videoPoker.id, { policy: 'bet on the best deal alone' }, waiting),
      bestRow(videoPoker.id, { policy: 'bet on every deal worth more than the stake' }, choosing),
    ],
    findings: [freeDealFinding({ waiting, choosing, rate, deals })],
  };
}

/** `deals` is how many bring one of the best; `rate` the share of deals worth more than the stake. */
function freeDealFinding(found: {
  waiting: BetFigures;
  choosing: BetFigures;
  rate: Fraction;
  deals: Fraction;
}): AuditFinding {
  const { waiting, choosing, rate, deals } = found;
  const { edge, returned, maxPayout: highest } = choosing;
  return {
    game: videoPoker.id,
    sentence:
      `video_poker: deals are free and the bet comes after them (${freeDeals.line}): a player who discards deals until the best one ` +
      `comes returns ${multipleText(waiting.returned)}, once in ${groupedText(deals)} deals; one who bets on every deal ` +
      `worth more than the stake, ${percentText(rate)} of them, returns ${percentText(returned)} (${String(returned)}).`,
    change: 'Take the stake at the deal, and keep one open hand for each agent.',
    loss: lossOfBet({
      game: videoPoker.id,
      edge,
      stated: undefined,
      highest,
      betsPerDay: chosenBets(rate),
    }),
  };
}

/** Every deal is a request, and every good one a second: of the requests of a day r / (1 + r) are bets. */
const chosenBets = (rate: Fraction): { count: Fraction; why: string } => ({
  count: Fraction.of(printedLimits.requestsPerDay.count).mul(rate).div(Fraction.one.add(rate)),
  why: `${groupedText(Fraction.of(printedLimits.requestsPerDay.count))} requests of ${printedLimits.requestsPerDay.line}, deals among them`,
});

interface Referred {
  readonly row: BetRow;
  readonly plain: BetRow;
}

/** A second account refers a fresh one for every bet: losses come back in part, wins are never set against them. */
function referralPolicy(rows: readonly BetRow[], profile: Profile): Referred {
  const share = decimal(printedReferral.shareOfLosses);
  const gainOf = ({ figures }: BetRow): Fraction => figures.returned.add(share.mul(figures.expectedLoss));
  const { row: plain } = rows
    .map((row) => ({ row, gain: gainOf(row) }))
    .reduce((best, other) => (other.gain.compare(best.gain) > 0 ? other : best));
  const entry = present(
    games.find(({ game }) => game.id === plain.game),
    'a game',
  );
  const outcomes = plain.outcomes ?? outcomesForRow(entry, plain.bet, profile);
  const repaid = outcomes.map((outcome) => withRebate(outcome, share));
  const bet = { ...plain.bet, policy: entry.kind === 'hand' ? boundPolicy : freshAccountPolicy };
  return { plain, row: bestRow(plain.game, bet, figuresOf(repaid)) };
}

const freshAccountPolicy = 'a fresh referred account for each bet';
/** A hand's moves are those that are best without the rebate, so that the best play with it gains more. */
const boundPolicy = 'a fresh referred account for each bet, played as without (a lower bound)';

function withRebate({ payout, probability }: ExactOutcome, share: Fraction): ExactOutcome {
  const lost = Fraction.one.sub(payout);
  return { payout: lost.numerator > 0n ? payout.add(share.mul(lost)) : payout, probability };
}

/** One sentence: where the rebate is more than the edge, and where it is most. */
function referralFinding(referred: readonly Referred[]): AuditFinding[] {
  const won = referred.filter(
    ({ row, plain }) => row.figures.edge.numerator < 0n && plain.figures.edge.numerator >= 0n,
  );
  if (won.length === 0) return [];
  const most = won.reduce((best, other) =>
    other.row.figures.edge.compare(best.row.figures.edge) < 0 ? other : best,
  );
  const { game, bet, figures } = most.plain;
  const gain = absolute(most.row.figures.edge);
  const hands = won.filter(({ row }) => row.bet['policy'] === boundPolicy).map(({ row }) => row.game);
  const named = Object.keys(bet).length === 0 ? '' : ` (${betText(bet)})`;
  return [
    {
      game: undefined,
      sentence:
        `referral: ${printedReferral.line} pays a referrer ${percentText(decimal(printedReferral.shareOfLosses))} of net losses; a player who ` +
        `opens and refers a new account for each bet, over all levels, turns the edge of ${won.map(({ row }) => row.game).join(', ')} round, most of all ` +
        `that of ${game}${named}: it gives the player ${hands.includes(game) ? 'at least ' : ''}${percentText(gain)} of every stake (${String(gain)}).` +
        (hands.length === 0
          ? ''
          : ` Of ${hands.join(' and ')} the figure is a lower bound: the hands are played as without the rebate.`),
      change:
        'Set wins against losses over all accounts that one agent referred, and pay from what the house kept.',
      loss: lossOfBet({
        game,
        edge: most.row.figures.edge,
        stated: undefined,
        highest: figures.maxPayout,
        betsPerDay: newAccounts,
      }),
    },
  ];
}

const minutesADay = 24 * 60;
const { registrations } = printedFaucet;

/** What a new agent is given on its first day, in USDC, and what a withdrawal costs and needs. */
export interface Gifts {
  readonly styles: readonly { readonly style: string; readonly line: string; readonly firstDay: string }[];
  readonly withdrawal: { readonly line: string; readonly fee: string; readonly minimum: string };
}

const newAccounts = {
  count: Fraction.of(registrations.perMinuteAndAddress * minutesADay),
  why: `new accounts of one address, ${registrations.line}`,
};

/** Agents that are registered for their gifts alone: what is left of them after the fee, and how often that can be had. */
export function faucetFinding({ styles, withdrawal }: Gifts = printedFaucet): AuditFinding[] {
  return styles.flatMap(({ style, line, firstDay }) => {
    const given = decimal(firstDay);
    const kept = given.sub(decimal(withdrawal.fee));
    if (given.compare(decimal(withdrawal.minimum)) < 0 || kept.numerator <= 0n) return [];
    const perDay = kept.mul(newAccounts.count);
    return [
      {
        game: undefined,
        sentence:
          `faucet: in style ${style} ${line} gives a new agent ${usdcText(given)} USDC on its first day and ${registrations.line} lets one address ` +
          `register ${registrations.perMinuteAndAddress} a minute; a player who withdraws the gifts and bets nothing keeps ${usdcText(kept)} USDC of each after the fee of ` +
          `${withdrawal.line}, ${usdcText(perDay)} USDC a day from one address for as long as the faucet's pool lasts.`,
        change: 'Let gifts be staked and not withdrawn, or limit gifts to one address a day.',
        loss: {
          worstCase: perDay,
          expectedPerDay: perDay,
          shortfallPerDay: Fraction.zero,
          arithmetic: `(${usdcText(given)} - ${withdrawal.fee}) USDC x ${usdcText(newAccounts.count)} agents a day = ${usdcText(perDay)} USDC`,
        },
      },
    ];
  });
}

/** Payouts are rounded down: that can only cost the player, and never a whole micro a bet. */
function roundingFinding(rows: readonly BetRow[]): AuditFinding[] {
  const worst = rows.reduce((most, row) =>
    row.figures.roundingLoss.compare(most.figures.roundingLoss) > 0 ? row : most,
  );
  const { roundingLoss } = worst.figures;
  if (roundingLoss.numerator === 0n) return [];
  const sentence =
    `rounding: payouts are rounded down to whole micros, which costs the smallest stake ${exactText(decimal((roundingLoss.toNumber() * 100).toFixed(6)))}% ` +
    `at most (${worst.game}${Object.keys(worst.bet).length === 0 ? '' : `, ${betText(worst.bet)}`}) and never gives the player anything.`;
  return [{ game: undefined, sentence, change: 'State how payouts are rounded.', loss: undefined }];
}

function waitingGuess(profile: Profile): AuditFinding[] {
  const returned = informedHilo(hilo.rules[profile].map(payoutFraction));
  const edge = Fraction.one.sub(returned);
  const sentence =
    `hilo: the one call of ${statedEdgeOf(hilo.id, {}).line} takes the guess before the first card is known; if it could wait for ` +
    `the card, the best guess would ${edge.numerator < 0n ? 'give the player' : 'leave the house'} ` +
    `${percentText(absolute(edge))} of every stake (edge ${String(edge)}).`;
  return [
    { game: hilo.id, sentence, change: 'State that the guess comes before the first card.', loss: undefined },
  ];
}

/** What a guess is worth that may wait for the first card (gap C9): by winning ranks, the better side each time. */
export function informedHilo(payouts: readonly Fraction[]): Fraction {
  const ranks = 13;
  let returned = Fraction.zero;
  for (let first = 0; first < ranks; first += 1) {
    const sides = [first, ranks - 1 - first].map((winning) =>
      winning === 0
        ? Fraction.zero
        : present(payouts[winning - 1], 'a payout').mul(Fraction.of(winning, ranks)),
    );
    const best = sides.reduce((left, right) => (left.compare(right) >= 0 ? left : right));
    returned = returned.add(best.add(Fraction.of(1, ranks)).mul(Fraction.of(1, ranks)));
  }
  return returned;
}
