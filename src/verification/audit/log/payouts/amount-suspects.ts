/**
 * Known ways in which houses pay another amount than is due for the outcome. The size of the cut is not known before:
 * it is fitted to the bets that differ, and then has to predict all of them to the micro.
 */
import { formatUsdc, type Micros } from '../../../../core/base/money.ts';
import { totalReturn, ratio, ratioText } from '../../../../platform/games/ratio.ts';
import { countText } from '../rows-found.ts';
import type { CheckedBet, Suspect } from './checked-bet.ts';

/** A suspect for these bets, of which each was paid another amount than is due; undefined where none can fit. */
export type AmountFit = (wrong: readonly PaidBet[]) => Suspect | undefined;

/** A bet whose outcome is known. */
export type PaidBet = CheckedBet & { readonly dueMicros: Micros };

const percent = (share: number): string => `${Number((share * 100).toFixed(4))}%`;

/** A suspect that changes the amount due. */
const ofDue = (
  code: string,
  about: string,
  pay: (dueMicros: Micros, checked: CheckedBet) => Micros,
): Suspect => ({
  code,
  about,
  isAmount: true,
  predict: (checked) => (checked.dueMicros === undefined ? undefined : pay(checked.dueMicros, checked)),
});

/** A cut that is the same for different amounts; of one amount the rules may have another table. */
const isVaried = (wrong: readonly PaidBet[], amountOf: (bet: PaidBet) => number): boolean =>
  new Set(wrong.map(amountOf)).size > 1;
const dueOf = ({ dueMicros }: PaidBet): number => dueMicros;
const stakeOf = ({ bet: { stakeMicros } }: PaidBet): number => stakeMicros;
/** By the rules: what is due in whole micros would be another multiple of each stake. */
const multipleOf = ({ honest }: PaidBet): number =>
  honest === undefined ? 0 : honest.payout.numerator / honest.payout.denominator;

const units = [100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];

/** `0.01` USDC. */
const unitText = (unitMicros: Micros): string => formatUsdc(unitMicros);

/** Amounts that are not paid at all are no rounded ones. */
const isMostlyPaid = (wrong: readonly PaidBet[]): boolean =>
  2 * wrong.filter(({ bet }) => bet.payoutMicros > 0).length > wrong.length;

/** Amounts that people round to; other units need different payouts as evidence. */
const plainUnits = [10_000, 1_000_000];

const rounded: readonly AmountFit[] = units.map((unit) => (wrong) => {
  if (!isMostlyPaid(wrong) || (!plainUnits.includes(unit) && !isVaried(wrong, dueOf))) return undefined;
  const about = `rounds payouts down to multiples of ${unitText(unit)} USDC`;
  return ofDue('payout-rounded', about, (dueMicros) => dueMicros - (dueMicros % unit));
});

/** The payout of a part of the stake; one micro more or less is left to the way of rounding. */
function forStake({ honest, bet: { payoutMicros } }: CheckedBet, stakeMicros: Micros): Micros {
  const paid = totalReturn(stakeMicros, honest?.payout ?? ratio(0)) ?? 0;
  return Math.abs(paid - payoutMicros) <= 1 ? payoutMicros : paid;
}

const stakeRounded: readonly AmountFit[] = units.map((unit) => (wrong) => {
  if (!isMostlyPaid(wrong) || !isVaried(wrong, stakeOf)) return undefined;
  const about = `pays for stakes rounded down to multiples of ${unitText(unit)} USDC`;
  return ofDue('stake-rounded', about, (_, checked) =>
    forStake(checked, checked.bet.stakeMicros - (checked.bet.stakeMicros % unit)),
  );
});

/** The share is 1 less a number of at most four decimals of a percent, so that a fit to one bet can be tested on others. */
function shareOf(paid: Micros, due: Micros): number | undefined {
  for (const scale of [100, 1000, 10_000, 100_000]) {
    const share = Math.round((paid / due) * scale);
    const isFit = Math.abs((due * share) / scale - paid) <= 1;
    if (isFit && share > 0 && share !== scale) return share / scale;
  }
  return undefined;
}

/** The bet that leaves the least room for the size of a cut. */
const largest = (wrong: readonly PaidBet[]): PaidBet | undefined =>
  wrong.reduce<PaidBet | undefined>(
    (best, bet) => (bet.bet.payoutMicros > 0 && bet.dueMicros > (best?.dueMicros ?? 0) ? bet : best),
    undefined,
  );

/** Whole micros of a share; one micro more or less is left to the way of rounding. */
const shaved =
  (share: number) =>
  (due: Micros, { bet }: CheckedBet): Micros => {
    const exact = due * share;
    return Math.abs(exact - bet.payoutMicros) <= 1 && due > 0 ? bet.payoutMicros : Math.floor(exact);
  };

const shavedPayout: AmountFit = (wrong) => {
  const bet = largest(wrong);
  const share = bet === undefined ? undefined : shareOf(bet.bet.payoutMicros, bet.dueMicros);
  if (share === undefined || !isVaried(wrong, multipleOf)) return undefined;
  return share < 1
    ? ofDue('payout-shaved', `keeps ${percent(1 - share)} of each payout`, shaved(share))
    : ofDue('payout-raised', `pays ${percent(share - 1)} more than each payout`, shaved(share));
};

const shavedProfit: AmountFit = (wrong) => {
  const bet = largest(wrong);
  if (bet === undefined || !isVaried(wrong, multipleOf)) return undefined;
  const staked = bet.bet.stakeMicros;
  if (bet.bet.payoutMicros <= staked || bet.dueMicros <= staked) return undefined;
  const share = shareOf(bet.bet.payoutMicros - staked, bet.dueMicros - staked);
  if (share === undefined || share >= 1) return undefined;
  const cut = shaved(share);
  return ofDue('profit-shaved', `keeps ${percent(1 - share)} of each profit`, (due, checked) => {
    const { stakeMicros, payoutMicros } = checked.bet;
    if (due <= stakeMicros) return due;
    const profit = { ...checked, bet: { ...checked.bet, payoutMicros: payoutMicros - stakeMicros } };
    return stakeMicros + cut(due - stakeMicros, profit);
  });
};

const fee: AmountFit = (wrong) => {
  const bet = largest(wrong);
  const feeMicros = bet === undefined ? 0 : bet.dueMicros - bet.bet.payoutMicros;
  if (feeMicros <= 0 || !isVaried(wrong, dueOf)) return undefined;
  const about = `takes a fee of ${formatUsdc(feeMicros)} USDC from each payout`;
  return ofDue('fee-taken', about, (due) => Math.max(0, due - feeMicros));
};

const feeOfProfits: AmountFit = (wrong) => {
  const bet = largest(wrong);
  const feeMicros = bet === undefined ? 0 : bet.dueMicros - bet.bet.payoutMicros;
  if (feeMicros <= 0 || !isVaried(wrong, dueOf)) return undefined;
  const about = `takes a fee of ${formatUsdc(feeMicros)} USDC from each win`;
  return ofDue('fee-taken', about, (due, { bet: { stakeMicros } }) =>
    due > stakeMicros ? due - feeMicros : due,
  );
};

/** A limit shows where it cut at least two different payouts to one amount. */
const capped: AmountFit = (wrong) => {
  const cap = wrong[0]?.bet.payoutMicros ?? 0;
  if (
    cap === 0 ||
    !isVaried(wrong, dueOf) ||
    !wrong.every(({ bet, dueMicros }) => bet.payoutMicros === cap && dueMicros > cap)
  )
    return undefined;
  return ofDue('payout-capped', `pays no more than an unpublished limit of ${formatUsdc(cap)} USDC`, (due) =>
    Math.min(due, cap),
  );
};

const profitCapped: AmountFit = (wrong) => {
  const [first] = wrong;
  const cap = first === undefined ? 0 : first.bet.payoutMicros - first.bet.stakeMicros;
  const isCapped = ({ bet, dueMicros }: PaidBet): boolean =>
    bet.payoutMicros - bet.stakeMicros === cap && dueMicros > bet.payoutMicros;
  if (cap <= 0 || !isVaried(wrong, dueOf) || !wrong.every(isCapped)) return undefined;
  return ofDue(
    'payout-capped',
    `pays no profit above an unpublished limit of ${formatUsdc(cap)} USDC`,
    (due, { bet }) => Math.min(due, bet.stakeMicros + cap),
  );
};

/** The stake that the payout would be right for, where whole micros leave one. */
const stakeCapped: AmountFit = (wrong) => {
  const bet = largest(wrong);
  if (bet?.honest === undefined) return undefined;
  const { numerator, denominator } = bet.honest.payout;
  const cap = Math.ceil((bet.bet.payoutMicros * denominator) / numerator);
  if (cap >= bet.bet.stakeMicros || !isVaried(wrong, stakeOf)) return undefined;
  return ofDue('stake-capped', `pays for no more than ${formatUsdc(cap)} USDC of a stake`, (_, checked) =>
    forStake(checked, Math.min(checked.bet.stakeMicros, cap)),
  );
};

/** Each payout of the table is replaced by one other payout, and a loss stays a loss. */
const tableChanged: AmountFit = (wrong) => {
  if (wrong.some(({ bet, dueMicros }) => bet.payoutMicros === 0 || dueMicros === 0)) return undefined;
  const paid = new Map<string, { least: number; most: number; due: string }>();
  for (const checked of wrong) {
    const { stakeMicros, payoutMicros } = checked.bet;
    const key = keyOf(checked);
    const { least, most } = paid.get(key) ?? { least: 0, most: Infinity };
    const due = multipleText(checked.dueMicros / stakeMicros);
    // A payout of whole micros leaves one micro of the multiple open.
    const [from, to] = [(payoutMicros - 0.01) / stakeMicros, (payoutMicros + 1.01) / stakeMicros];
    paid.set(key, { least: Math.max(least, from), most: Math.min(most, to), due });
  }
  // A table that was seen once for each of its rows is no table.
  const isTable = wrong.length > paid.size && [...paid.values()].every(({ least, most }) => least <= most);
  if (!isTable) return undefined;
  const shown = Array.from(paid.values(), ({ least, due }) => `${multipleText(least)}x for ${due}x`);
  const more = shown.length > 3 ? ` and ${countText(shown.length - 3, 'other')}` : '';
  const about = `pays some outcomes by another table: ${shown.slice(0, 3).join(', ')}${more}`;
  return ofDue('pay-table-changed', about, (due, checked) => {
    const known = paid.get(keyOf(checked));
    if (known === undefined) return due;
    const { stakeMicros, payoutMicros } = checked.bet;
    const [from, to] = [(payoutMicros - 0.01) / stakeMicros, (payoutMicros + 1.01) / stakeMicros];
    return from <= known.most && to >= known.least ? payoutMicros : due;
  });
};

const multipleText = (multiple: number): string => String(Number(multiple.toFixed(4)));

/** Bets whose outcome the rules pay alike. */
const keyOf = ({ bet, honest }: CheckedBet): string =>
  honest === undefined ? '' : `${bet.entry.game.id} ${kindOf(bet.params)} ${ratioText(honest.payout)}`;

/** Which numbers were picked, and which moves were made, is no part of a pay table. */
const kindOf = (params: CheckedBet['bet']['params']): string =>
  JSON.stringify(
    Object.entries(params).map(([name, value]) =>
      Array.isArray(value) ? [name, name === 'picks' ? value.length : ''] : [name, value],
    ),
  );

/** Explanations of all differing bets of one or more games, the narrow ones first. */
export const amountFits: readonly AmountFit[] = [
  ...rounded,
  ...stakeRounded,
  capped,
  profitCapped,
  stakeCapped,
  shavedPayout,
  shavedProfit,
  fee,
  feeOfProfits,
];

/** Explanations within one game. */
export const tableFits: readonly AmountFit[] = [tableChanged];
