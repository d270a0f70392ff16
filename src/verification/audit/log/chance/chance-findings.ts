/** Findings on chance: outcomes that fit their seeds, or whose seeds are not known, and do not fit the exact chances. */
import type { LogFinding } from '../../result-schema.ts';
import type { VerdictRule } from '../../verdict/verdict.ts';
import type { BetVerdicts, BetVerdict } from './bet-verdicts.ts';
import type { ChanceLedger, ChanceSlice } from './chance-ledger.ts';

/** Of honest logs, at most this share is ever accused by the pooled tests. */
const pooledAlpha = 0.0001;

/** `drawn` has the bets under revealed seeds, `hidden` those under seeds in use, where they can be tested. */
export function chanceFindings(
  {
    verdicts,
    drawn,
    hidden,
  }: { verdicts: BetVerdicts; drawn: ChanceLedger; hidden: ChanceLedger | undefined },
  { rule, nameOf }: { rule: VerdictRule; nameOf: (player: number) => string },
): LogFinding[] {
  const strict = { ...rule, alpha: Math.min(rule.alpha, pooledAlpha) };
  const selected = drawn.contradicted(strict.alpha, nameOf);
  const loaded = hidden?.contradicted(strict.alpha, nameOf);
  return [
    ...(selected === undefined
      ? verdicts.contradicted('drawn', strict).map(selectedBets)
      : [selectedSlice(selected)]),
    ...(loaded === undefined ? [] : [loadedSlice(loaded)]),
    ...(loaded === undefined && hidden !== undefined
      ? verdicts.contradicted('unrevealed', strict).map(loadedBets)
      : []),
  ];
}

const selectedSlice = (slice: ChanceSlice): LogFinding => ({
  code: 'seeds-selected',
  game: slice.game,
  count: slice.bets,
  line: 1,
  sentence: `${sliceText(slice)}: the outcomes are those of the seeds, but not those of chance: the seeds were chosen.`,
});

const loadedSlice = (slice: ChanceSlice): LogFinding => ({
  code: 'returns-contradicted',
  game: slice.game,
  count: slice.bets,
  line: 1,
  sentence: `${sliceText(slice)}, under seeds that are not revealed: the outcomes are not those of the stated odds.`,
});

function sliceText({ about, bets, favours, logEvidence }: ChanceSlice): string {
  const tenths = Math.min(300, logEvidence / Math.LN10);
  return `${about} (${bets} bets) favour the ${favours} beyond chance, at odds of 10^${tenths.toFixed(0)} to 1`;
}

const selectedBets = (verdict: BetVerdict): LogFinding => ({
  ...about(verdict),
  code: 'seeds-selected',
  sentence: `${verdict.game}: every bet fits its seeds, and yet the outcomes are not those of chance: ${measured(verdict)}; the seeds were chosen.`,
});

const loadedBets = (verdict: BetVerdict): LogFinding => ({
  ...about(verdict),
  code: 'returns-contradicted',
  sentence: `${verdict.game}: the outcomes are not those of the stated odds: ${measured(verdict)}.`,
});

const about = ({ game, rounds }: BetVerdict): Pick<LogFinding, 'game' | 'count' | 'line'> => ({
  game,
  count: rounds,
  line: 1,
});

const measured = ({ rounds, mean, low, high }: BetVerdict): string =>
  `${rounds} bets return ${percent(mean)} (within ${percent(low)} and ${percent(high)})`;

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;
