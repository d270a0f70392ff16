/** The exact audit of a profile: every bet, every finding, and whether the second opinions agree. Nothing is sampled. */
import { Fraction } from '../../core/base/fraction.ts';
import type { Profile } from '../../core/base/profile.ts';
import { auditedGames, exactRows, type BetRow } from './exact-rows.ts';
import { bestPolicies } from './best-policies.ts';
import { byMoneyAtRisk, type AuditFinding } from './finding.ts';
import { findingOf, findingsOf } from './findings.ts';
import { volatilityOf } from './exact/figures.ts';
import { exactText } from './percent.ts';
import { betText } from './wire-bet.ts';
import type { BetLine } from './result-schema.ts';

/**
 * The audit of one profile. `findings` are sentences about the documents and do not fail an audit; `disagreements`
 * do.
 */
export interface ExactAudit {
  readonly profile: Profile;
  readonly rows: readonly BetRow[];
  readonly findings: readonly string[];
  /** The same findings with what each costs the house, those first that put the most money at risk. */
  readonly judged: readonly AuditFinding[];
  /** Bets whose return by enumeration is not the return by the closed form: each would be a bug of Orrery. */
  readonly disagreements: readonly string[];
}

/** Audits the games of those ids, or all of them where the set is empty. */
export function auditExactly(
  profile: Profile,
  wanted: ReadonlySet<string>,
  onGame: (game: string) => void = () => undefined,
): ExactAudit {
  const rows = auditedGames(wanted).flatMap((entry) => {
    onGame(entry.game.id);
    return exactRows(entry, profile);
  });
  const best = bestPolicies(rows, profile);
  const found = [...findingsOf(rows), ...best.findings];
  return {
    profile,
    rows: [...rows, ...best.rows],
    findings: found.map(({ sentence }) => sentence),
    judged: byMoneyAtRisk(found),
    disagreements: disagreementsOf(rows),
  };
}

function disagreementsOf(rows: readonly BetRow[]): string[] {
  return rows.flatMap(({ game, bet, figures, closedForm }) =>
    closedForm === undefined || closedForm.compare(figures.returned) === 0
      ? []
      : [`${game} ${betText(bet)}: enumerated ${String(figures.returned)}, by formula ${String(closedForm)}`],
  );
}

/**
 * A row as the JSON result has it: exact values as fractions or decimals in text, rounded only in `volatilityIndex`
 * (six digits).
 */
export function betLine(row: BetRow): BetLine {
  const { game, bet, strategy, claim, published, figures } = row;
  return {
    game,
    bet,
    strategy,
    stated: exactText(claim.edge),
    published: published === undefined ? null : Fraction.one.sub(published.returned).toString(),
    implemented: figures.edge.toString(),
    return: figures.returned.toString(),
    variance: figures.variance.toString(),
    hitRate: figures.hitRate.toString(),
    maxMultiplier: exactText(figures.maxPayout),
    volatilityIndex: Number(volatilityOf(figures).toPrecision(6)),
    finding: strategy === 'single' ? findingOf(row) : null,
  };
}
