/** A difference between what is stated, printed and implemented, with what it costs the house. */
import type { Fraction } from '../../core/base/fraction.ts';
import { statementOf } from './documents/claim-texts.ts';
import { usdcText } from './percent.ts';
import type { JudgedFinding } from './result-schema.ts';

/** What a finding costs the house at the documented limits; all amounts are exact, in USDC. */
export interface HouseLoss {
  /** The most that one bet, or one day where there is no bet, can cost. */
  readonly worstCase: Fraction;
  /** The expected loss of a day to one player who uses it; 0 where the house still wins. */
  readonly expectedPerDay: Fraction;
  /** What is missing in a day against the stated edge; 0 where no edge is stated. */
  readonly shortfallPerDay: Fraction;
  /** How the amounts follow, as one sentence. */
  readonly arithmetic: string;
}

/** One finding of the exact audit. */
export interface AuditFinding {
  /** The id of the game; undefined for findings about the platform. */
  readonly game: string | undefined;
  readonly sentence: string;
  /** What to change, as one sentence. */
  readonly change: string;
  /** Undefined where it puts none of the house's money at risk. */
  readonly loss: HouseLoss | undefined;
}

/** True where the player gains by it, or the house keeps less than it states. A prize alone does not cost. */
export const costsHouse = ({ loss }: AuditFinding): boolean =>
  loss !== undefined && (loss.expectedPerDay.numerator > 0n || loss.shortfallPerDay.numerator > 0n);

/** The ids of claims in a sentence, each once; `FAU15 to FAU17` names three. */
export function claimsIn(sentence: string): string[] {
  const ids = new Set<string>();
  for (const [, group = '', first = '', last] of sentence.matchAll(
    /\b([A-Z]{3})(\d{2})(?: to [A-Z]{3}(\d{2}))?\b/g,
  )) {
    for (let id = Number(first); id <= Number(last ?? first); id += 1) {
      ids.add(`${group}${String(id).padStart(2, '0')}`);
    }
  }
  return [...ids];
}

/** By expected loss, then by what is missing against the stated edge, then by the worst case; others follow in order. */
export const byMoneyAtRisk = (findings: readonly AuditFinding[]): AuditFinding[] =>
  findings.toSorted(
    (left, right) =>
      compared(left, right, 'expectedPerDay') ||
      compared(left, right, 'shortfallPerDay') ||
      compared(left, right, 'worstCase'),
  );

type Amount = 'expectedPerDay' | 'shortfallPerDay' | 'worstCase';

function compared(left: AuditFinding, right: AuditFinding, amount: Amount): number {
  if (left.loss === undefined || right.loss === undefined)
    return Number(left.loss === undefined) - Number(right.loss === undefined);
  return right.loss[amount].compare(left.loss[amount]);
}

/** A finding as the JSON result and the report have it. */
export function judgedFinding(finding: AuditFinding): JudgedFinding {
  const { game, sentence, change, loss } = finding;
  const claims = claimsIn(`${sentence} ${loss?.arithmetic ?? ''}`);
  return {
    game: game ?? null,
    sentence,
    claims: claims.map((id) => ({ id, statement: statementOf(id) })),
    change,
    costsHouse: costsHouse(finding),
    atRisk:
      loss === undefined
        ? null
        : {
            worstCase: usdcText(loss.worstCase),
            expectedPerDay: usdcText(loss.expectedPerDay),
            shortfallPerDay: usdcText(loss.shortfallPerDay),
            arithmetic: loss.arithmetic,
          },
  };
}
