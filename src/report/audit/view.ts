/** The data of an audit's report, and the grouping and naming of its bets. */
import { withoutEnding, withoutEndingZeros } from '../../core/base/digits.ts';
import type { ExactAudit } from '../../verification/audit/exact-audit.ts';
import type { BetRow } from '../../verification/audit/exact-rows.ts';
import type { AuditCheck, KellyAudit, Mapping } from '../../verification/audit/result-schema.ts';
import type { ReplayVerdict } from '../../verification/audit/replay/replay.ts';
import type { Fraction } from '../../core/base/fraction.ts';
import { grouped } from '../numbers.ts';
import type { AuditOrigin } from './checks-section.ts';

/** A finished audit of the exact rules, the bankrolls, and rounds replayed through the fairness path. */
export interface AuditView {
  readonly exact: ExactAudit;
  readonly kelly: KellyAudit;
  readonly mapped: readonly Mapping[];
  readonly replay: readonly ReplayVerdict[];
  readonly findings: readonly string[];
  readonly checks: readonly AuditCheck[];
  readonly ok: boolean;
  readonly seed: string;
  /** The command that repeats the audit. */
  readonly command: string;
  /** Undefined where the report names neither date nor hashes. */
  readonly origin?: AuditOrigin;
}

/** Bets of a game with the same three edges. */
export interface EdgeGroup {
  readonly game: string;
  readonly rows: readonly BetRow[];
  /** True if this group has all bets of the game. */
  readonly isWhole: boolean;
}

const keyOf = ({ strategy, stated, published, figures }: BetRow): string =>
  [strategy, stated.printed, published?.returned, figures.edge].map(String).join();

/** The bets of each game, in the order of the audit. */
export function byGame(rows: readonly BetRow[]): Map<string, BetRow[]> {
  const games = new Map<string, BetRow[]>();
  for (const row of rows) {
    const known = games.get(row.game);
    if (known === undefined) games.set(row.game, [row]);
    else known.push(row);
  }
  return games;
}

/** The bets of one game by their edges; single bets only. */
export function edgeGroups(rows: readonly BetRow[]): EdgeGroup[] {
  const groups = new Map<string, BetRow[]>();
  for (const row of rows) {
    if (row.strategy !== 'single') continue;
    const known = groups.get(keyOf(row));
    if (known === undefined) groups.set(keyOf(row), [row]);
    else known.push(row);
  }
  return Array.from(groups.values(), (group) => ({
    game: group[0]?.game ?? '',
    rows: group,
    isWhole: groups.size === 1,
  }));
}

/** Displays `coin_flip` as `coin flip`. */
export const gameName = (id: string): string => id.replaceAll('_', ' ');

/** `rows 16, risk high`; empty for a game with one bet. */
export const betName = (bet: Readonly<Record<string, unknown>>): string =>
  Object.entries(bet)
    .map(([name, value]) => `${gameName(name)} ${String(value)}`)
    .join(', ');

/** `all 199 bets`, `picks 5`, `direction over, threshold 2 and 193 more`. */
export function groupName({ rows, isWhole }: EdgeGroup): string {
  const name = betName(rows[0]?.bet ?? {});
  if (rows.length === 1) return name === '' ? 'the one bet' : name;
  return isWhole ? `all ${grouped(rows.length)} bets` : `${name} and ${grouped(rows.length - 1)} more`;
}

/** A percentage with at most four decimals, enough to distinguish any two edges of the documents. */
export const percentOf = (share: Fraction | number): string => {
  const value = typeof share === 'number' ? share : share.toNumber();
  const text = withoutEnding(withoutEndingZeros((value * 100).toFixed(4)), '.');
  return `${text === '-0' ? '0' : text}%`;
};

/** `34.3x`; at most four decimals. */
export const timesOf = (payout: Fraction): string => `${grouped(Number(payout.toNumber().toFixed(4)))}x`;

/** The exact fraction; long ones refer to audit.json. */
export function fractionOf(value: Fraction): string {
  const text = value.toString();
  return text.length <= 34 ? text : 'in audit.json';
}

/** The house edge of the published payout table, as a share of the stake; undefined without a table. */
export const edgeOfPublished = ({ published }: BetRow): number | undefined =>
  published === undefined ? undefined : 1 - published.returned.toNumber();

/** The findings that name a game: `keno: ...`, `keno, picks 5: ...`. */
export const findingsOfGame = (findings: readonly string[], game: string): string[] =>
  findings
    .filter((finding) => finding.startsWith(`${game}:`) || finding.startsWith(`${game},`))
    .map((finding) => finding.slice(game.length + 1).trim());
