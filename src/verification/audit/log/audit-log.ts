/**
 * The audit of a bet log: are commitments kept, nonces complete, seeds revealed; does each bet pay what its seeds give;
 * if not, which known fault explains the payouts; and if all of it fits, do the outcomes fit the exact chances.
 */
import { hmacPick, commitmentOf } from '../../../core/fairness/hmac.ts';
import { chancesOf, returnOf } from '../../../platform/games/exact.ts';
import type { Profile } from '../../../core/base/profile.ts';
import { totalReturn, type Ratio } from '../../../platform/games/ratio.ts';
import { outcomesOf } from '../exact/figures.ts';
import { rejectedOf, defaultRule, Witness, type Verdict, type VerdictRule } from '../verdict/verdict.ts';
import { diagnose } from './diagnosis.ts';
import type { LogFinding } from '../result-schema.ts';
import { replayBet, type LoggedBet } from './logged-bet.ts';
import { checkSeeds } from './seed-checks.ts';
import type { CheckedBet } from './suspects.ts';

/** `recomputed` counts bets whose outcome was computed again; `unrevealed` counts bets without a server seed. */
export interface LogAudit {
  readonly bets: number;
  readonly recomputed: number;
  readonly unrevealed: number;
  readonly verdicts: readonly (Verdict & {
    readonly game: string;
    readonly bet: Readonly<Record<string, unknown>>;
    /** The exact return of the bet under the rules. */
    readonly expected: number;
  })[];
  readonly findings: readonly LogFinding[];
}

/** Bets of one kind than these are too few to say anything about chance. */
const witnessedMin = 20;

/** Audits bets in the order of the log. Nothing in a log makes it throw: what cannot be computed is a finding. */
export function auditLog(
  bets: readonly LoggedBet[],
  { profile, rule = defaultRule }: { profile: Profile; rule?: VerdictRule },
): LogAudit {
  const findings: LogFinding[] = [...checkSeeds(bets)];
  const checked: CheckedBet[] = [];
  let unrevealed = 0;
  for (const bet of bets) {
    const { serverSeed } = bet;
    if (serverSeed === undefined) unrevealed += 1;
    // A broken commitment is a separate finding; recomputing the bet from its seed would prove nothing.
    if (serverSeed === undefined || commitmentOf(serverSeed) !== bet.commitment) continue;
    const known = { ...bet, serverSeed };
    const honest = replayBet(known, { pick: hmacPick(known), profile });
    const expectedMicros =
      typeof honest === 'string' ? undefined : totalReturn(bet.stakeMicros, honest.payout);
    if (typeof honest === 'string' || expectedMicros === undefined) {
      findings.push(impossibleBet(bet, typeof honest === 'string' ? honest : 'its payout leaves all bounds'));
    } else checked.push({ bet: known, honest, expectedMicros });
  }
  findings.push(...diagnose(checked, profile), ...impossiblePayouts(bets, profile));
  const verdicts = verdictsOf(bets, { profile, rule });
  findings.push(...chanceFindings(verdicts, findings.length === 0));
  return { bets: bets.length, recomputed: checked.length, unrevealed, verdicts, findings };
}

function impossibleBet({ line, entry }: LoggedBet, reason: string): LogFinding {
  const game = entry.game.id;
  return {
    code: 'impossible-bet',
    game,
    count: 1,
    line,
    sentence: `${game}: the rules have no such bet: ${reason}.`,
  };
}

/** While a seed is in use its bets cannot be recomputed, but their payouts must be payouts of the game. */
function impossiblePayouts(bets: readonly LoggedBet[], profile: Profile): LogFinding[] {
  const tables = new Map<string, readonly Ratio[]>();
  const payoutsOf = ({ entry, params }: LoggedBet): readonly Ratio[] => {
    const key = `${entry.game.id} ${JSON.stringify(params)}`;
    const payouts = tables.get(key) ?? tableOf(entry, params, profile);
    tables.set(key, payouts);
    return payouts;
  };
  const byGame = new Map<string, { first: LoggedBet; count: number }>();
  for (const bet of bets) {
    if (bet.serverSeed !== undefined || bet.entry.kind !== 'single') continue;
    const { entry, stakeMicros, payoutMicros } = bet;
    if (payoutsOf(bet).some((payout) => totalReturn(stakeMicros, payout) === payoutMicros)) continue;
    const { first = bet, count = 0 } = byGame.get(entry.game.id) ?? {};
    byGame.set(entry.game.id, { first, count: count + 1 });
  }
  return Array.from(byGame, ([game, { first, count }]) => ({
    code: 'payout-impossible',
    game,
    count,
    line: first.line,
    sentence: `${game}: ${count} bets were paid what no outcome of theirs pays (first in row ${first.line}).`,
  }));
}

/** Every payout of a bet; none where the rules have no such bet. */
function tableOf({ kind, game }: LoggedBet['entry'], params: LoggedBet['params'], profile: Profile): Ratio[] {
  if (kind !== 'single') return [];
  const choice = game.parseBet(params);
  return typeof choice === 'string'
    ? []
    : chancesOf(game, choice, game.rules[profile]).map(({ payout }) => payout);
}

/** Each bet of a game that was made often enough, by what was paid. */
function verdictsOf(
  bets: readonly LoggedBet[],
  { profile, rule }: { profile: Profile; rule: VerdictRule },
): LogAudit['verdicts'] {
  const groups = new Map<string, LoggedBet[]>();
  for (const bet of bets) {
    if (bet.entry.kind !== 'single') continue;
    const key = `${bet.entry.game.id} ${JSON.stringify(bet.params)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [bet]);
    else group.push(bet);
  }
  const followed = [...groups.values()].flatMap((group) => witnessOf(group, { profile, rule }) ?? []);
  const rejected = rejectedOf(
    followed.map(({ witness }) => witness.logValue()),
    rule.alpha,
  );
  return followed.map(({ game, bet, expected, witness }, index) => ({
    game,
    bet,
    expected,
    ...witness.verdict(rejected[index]),
  }));
}

function witnessOf(
  group: readonly LoggedBet[],
  { profile, rule }: { profile: Profile; rule: VerdictRule },
): { game: string; bet: LoggedBet['params']; expected: number; witness: Witness } | undefined {
  const [first] = group;
  if (first === undefined || first.entry.kind !== 'single' || group.length < witnessedMin) return undefined;
  const { game } = first.entry;
  const choice = game.parseBet(first.params);
  if (typeof choice === 'string') return undefined;
  const chances = chancesOf(game, choice, game.rules[profile]);
  const outcomes = outcomesOf(chances);
  const witness = new Witness(outcomes, rule);
  const counts = Array.from({ length: chances.length + 1 }, () => 0);
  for (const { stakeMicros, payoutMicros } of group) {
    const at = chances.findIndex(({ payout }) => totalReturn(stakeMicros, payout) === payoutMicros);
    counts[at < 0 ? chances.length : at]! += 1;
  }
  witness.add(counts);
  return { game: game.id, bet: first.params, expected: returnOf(chances).toNumber(), witness };
}

/** Where every bet fits its seeds but the outcomes do not fit the exact chances, the seeds were chosen. */
function chanceFindings(verdicts: LogAudit['verdicts'], isSpotless: boolean): LogFinding[] {
  return verdicts
    .filter(
      ({ verdict, logEvidence }) => verdict === 'contradicted' && (isSpotless || logEvidence !== Infinity),
    )
    .map(({ game, rounds, mean, low, high }) => {
      const measured = `${rounds} bets return ${percent(mean)} (within ${percent(low)} and ${percent(high)})`;
      return {
        code: isSpotless ? 'seeds-selected' : 'returns-contradicted',
        game,
        count: rounds,
        line: 1,
        sentence: isSpotless
          ? `${game}: every bet fits its seeds, and yet the outcomes are not those of chance: ${measured}; the seeds were chosen.`
          : `${game}: the outcomes are not those of the stated odds: ${measured}.`,
      };
    });
}

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;
