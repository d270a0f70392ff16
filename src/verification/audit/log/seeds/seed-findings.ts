/**
 * What is wrong with the seeds of a log, from the ledger that followed them. The order of the rows is recognized first:
 * an export may be newest first, count nonces from 1, begin within a period, or hold several players without names.
 * What a form of export explains is a note and never a finding.
 */
import type { LogFinding } from '../../result-schema.ts';
import { countText, placeText, RowsFound } from '../rows-found.ts';
import type { LateBets } from './late-commitments.ts';
import { periodFlags, type PeriodTable } from './period-table.ts';
import type { SeedLedger } from './seed-ledger.ts';

/** How a log is read. */
export interface SeedFindings {
  readonly findings: readonly LogFinding[];
  readonly notes: readonly string[];
  /** Bets whose client seed stayed in use from before the commitment. */
  readonly keptClientSeeds: number;
  /** The number of the first nonce under each seed: 0, or 1 for a log that counts from 1. */
  readonly firstNonce: 0 | 1;
}

/** How a log may be written. */
export interface LogForm {
  /** The log may begin and end within a period. Else it has all bets of its seeds. */
  readonly isExcerpt: boolean;
  readonly mayCountFrom1: boolean;
}

/** Reads the ledger of a whole log. */
export function seedFindings(ledger: SeedLedger, form: LogForm): SeedFindings {
  const reading = readingOf(ledger, form);
  const notes = notesOf(reading);
  const findings = [
    ...ledger.broken.finding(
      'commitment-broken',
      `the revealed server seed of ${countText(ledger.broken.count, 'bet')} is not the one that was committed to (first in ${placeText(ledger.broken.first)}).`,
    ),
    ...lateCommitments(ledger),
    ...sharedSeeds(ledger),
    ...ledger.afterReveal.finding(
      'seed-after-reveal',
      `${countText(ledger.afterReveal.count, 'bet was', 'bets were')} placed on a server seed after it was revealed (first in ${placeText(ledger.afterReveal.first)}): its outcomes were known.`,
    ),
    ...ledger.reused.finding(
      'nonce-reused',
      `${countText(ledger.reused.count, 'bet uses', 'bets use')} a nonce that was used before under the same seed (first in ${placeText(ledger.reused.first)}).`,
    ),
    ...missingNonces(reading),
    ...orderFindings(reading),
    ...withheldRotations(reading),
  ];
  const keptClientSeeds = outsideChains(ledger.late.kept(), ledger.periods).count;
  return { findings, notes, keptClientSeeds, firstNonce: reading.firstNonce };
}

/** The form of the log, as its rows show it. */
interface Reading {
  readonly ledger: SeedLedger;
  readonly isExcerpt: boolean;
  readonly isNewestFirst: boolean;
  /** No period has two bets in a row, so that the rows show no order. */
  readonly isOrderUnknown: boolean;
  /** The rows are in the order of play, and each player has one seed at a time. */
  readonly isOrdered: boolean;
  readonly firstNonce: 0 | 1;
}

/** Rows against the order above this share are another order, not a fault. */
const strayShareMax = 0.02;
/** A shorter log may be sorted by another column, and show it in few steps. */
const shortLog = 200;

function readingOf(ledger: SeedLedger, { isExcerpt, mayCountFrom1 }: LogForm): Reading {
  const { oldestFirst, newestFirst, periods } = ledger;
  const isNewestFirst = newestFirst.steps > oldestFirst.steps;
  const isOrderUnknown = newestFirst.steps === 0 && oldestFirst.steps === 0;
  const order = isNewestFirst ? newestFirst : oldestFirst;
  const steps = oldestFirst.steps + newestFirst.steps;
  const strayMax = Math.max(2, steps * strayShareMax);
  // One row that is far from its place turns all rows between: in a long log the steps against the order are counted.
  const against = isNewestFirst ? oldestFirst.steps : newestFirst.steps;
  const isStrayed = (steps < shortLog ? order.turned.count : against) > strayMax;
  const isSeveral =
    !ledger.hasPlayers && order.returned.count > Math.max(2, periods.count * strayShareMax * 2);
  return {
    ledger,
    isExcerpt,
    isNewestFirst,
    isOrderUnknown,
    isOrdered: !isStrayed && !isSeveral,
    firstNonce: mayCountFrom1 ? firstNonceOf(ledger) : 0,
  };
}

/** 1 where no period has the nonce 0 and most begin with 1; the stated number of rounds may contradict that. */
function firstNonceOf({ periods: { columns, count } }: SeedLedger): 0 | 1 {
  let ones = 0;
  for (let period = 0; period < count; period += 1) {
    const [low, high, rounds] = [columns.low[period]!, columns.high[period]!, columns.rounds[period]!];
    if (low === 0 || rounds > high) return 0;
    if (low === 1) ones += 1;
  }
  return ones > 0 && ones * 2 >= count ? 1 : 0;
}

function notesOf({ ledger, isNewestFirst, isOrdered, isExcerpt, firstNonce }: Reading): string[] {
  if (!isExcerpt) return [];
  const kept = outsideChains(ledger.late.kept(), ledger.periods);
  const isCounted = ledger.periods.columns.rounds
    .subarray(0, ledger.periods.count)
    .every((count) => count >= 0);
  return [
    ...(isNewestFirst ? ['the newest bet stands first.'] : []),
    ...(kept.count === 0
      ? []
      : [
          `${countText(kept.count, 'bet has', 'bets have')} a client seed that was in use before the server seed was committed to (first in ${placeText(kept.first)}). The documents allow that, and the house could choose such a server seed: set a new client seed after each commitment.`,
        ]),
    ...(firstNonce === 1
      ? ['nonces count from 1. If the house counts from 0, the first bet of every server seed is hidden.']
      : []),
    ...(isOrdered
      ? []
      : [
          ledger.hasPlayers
            ? 'the rows are not in the order of play: the order of nonces and of rotations was not checked.'
            : 'the rows are not in the order of play of one player, and there is no column player: the order of nonces and of rotations was not checked.',
        ]),
    ...(isCounted
      ? []
      : [
          'bets hidden at the end of a server seed cannot be seen in a log: ask the house how many nonces each seed had used, and give it as column rounds.',
        ]),
  ];
}

function lateCommitments({ late, periods }: SeedLedger): LogFinding[] {
  const rows = outsideChains(late.accused(), periods);
  return rows.finding(
    'commitment-late',
    `of ${countText(rows.count, 'bet')} the client seed or the bet itself came before the commitment (first in ${placeText(rows.first)}): the house could choose its server seed.`,
  );
}

/** Without bets of a hash chain: there the seed before is the commitment, fixed with the chain before any client seed. */
function outsideChains(bets: readonly LateBets[], periods: PeriodTable): RowsFound {
  const rows = new RowsFound();
  if (bets.length === 0) return rows;
  const seeds = new Set<string>();
  for (let period = 0; period < periods.count; period += 1)
    seeds.add(periods.columns.seeds.subarray(8 * period, 8 * period + 4).join());
  for (const { period, rows: found } of bets)
    if (!seeds.has(periods.keyOf(period))) rows.add(found.first, found.count);
  return rows;
}

function sharedSeeds({ periods }: SeedLedger): LogFinding[] {
  const rows = new RowsFound();
  const { columns, count } = periods;
  const owners = new Map<string, number>();
  for (let period = 0; period < count; period += 1) {
    if (columns.sibling[period] === 0xffff_ffff && !owners.has(periods.keyOf(period))) continue;
    const key = periods.keyOf(period);
    const isFirst = !owners.has(key);
    owners.set(key, period);
    if (!isFirst) rows.add({ line: columns.line[period]!, bet: columns.bet[period]! }, columns.seen[period]);
  }
  return rows.finding(
    'seed-shared',
    `${countText(rows.count, 'bet uses', 'bets use')} a server seed of another player (first in ${placeText(rows.first)}): when one player reveals it, the outcomes of the other are known.`,
  );
}

/** Nonces count up under each seed: one that is missing is a bet that is not shown. */
function missingNonces(reading: Reading): LogFinding[] {
  const { ledger, firstNonce } = reading;
  const { columns, count } = ledger.periods;
  const mayBeCut = cutPeriods(reading);
  const rows = new RowsFound();
  let missing = 0;
  for (let period = 0; period < count; period += 1) {
    const [low, high, rounds] = [columns.low[period]!, columns.high[period]!, columns.rounds[period]!];
    const before = mayBeCut.has(period) ? 0 : low - firstNonce;
    const between = high - low + 1 - columns.seen[period]!;
    const after = rounds < 0 ? 0 : Math.max(0, rounds + firstNonce - 1 - high);
    if (before + between + after <= 0) continue;
    missing += Math.max(0, before) + between + after;
    rows.add({ line: columns.line[period]!, bet: columns.bet[period]! });
  }
  return rows.finding(
    'nonce-skipped',
    `${countText(missing, 'nonce is', 'nonces are')} missing under ${countText(rows.count, 'server seed')} (the first begins in ${placeText(rows.first)}): bets were drawn and are not in the log.`,
  );
}

/** The periods at the beginning of an excerpt: the first of each player in the order of play. */
function cutPeriods({ ledger, isExcerpt, isNewestFirst, isOrderUnknown, isOrdered }: Reading): Set<number> {
  const cut = new Set<number>();
  if (!isExcerpt) return cut;
  for (const { first, latest } of ledger.players) {
    if (!isNewestFirst || isOrderUnknown) cut.add(first);
    if (isNewestFirst || isOrderUnknown) cut.add(latest);
  }
  // Without an order, any period that lacks its first nonces may be the one that was cut: one a player.
  if (isOrdered) return cut;
  const lowest = ledger.periods.columns.low.subarray(0, ledger.periods.count);
  const begun = Array.from(lowest.keys()).filter((period) => lowest[period]! > 1);
  return begun.length <= ledger.players.length || !ledger.hasPlayers ? new Set([...cut, ...begun]) : cut;
}

function orderFindings({ ledger, isNewestFirst, isOrdered }: Reading): LogFinding[] {
  const { turned, returned } = isNewestFirst ? ledger.newestFirst : ledger.oldestFirst;
  if (!isOrdered) return [];
  return [
    ...returned.finding(
      'seed-after-rotation',
      `${countText(returned.count, 'time')} a player bets again on a server seed that was replaced (first in ${placeText(returned.first)}): its outcomes were known.`,
    ),
    ...turned.finding(
      'nonce-order',
      `${countText(turned.count, 'bet stands', 'bets stand')} out of the order of their nonces (first in ${placeText(turned.first)}).`,
    ),
  ];
}

/** A seed that was rotated out must be revealed; the last one of a player may be in use. */
function withheldRotations(reading: Reading): LogFinding[] {
  const { ledger, isNewestFirst, isOrdered, isOrderUnknown, isExcerpt } = reading;
  const { columns, count } = ledger.periods;
  if (!isOrdered) return [];
  const inUse = new Set<number>();
  for (const { first, latest } of ledger.players) {
    const isFirst = isNewestFirst || (isExcerpt && isOrderUnknown && isBlank(columns.flags[first]!));
    inUse.add(isFirst ? first : latest);
  }
  const rows = new RowsFound();
  for (let period = 0; period < count; period += 1)
    if (!inUse.has(period) && isBlank(columns.flags[period]!))
      rows.add({ line: columns.line[period]!, bet: columns.bet[period]! });
  return rows.finding(
    'rotation-withheld',
    `${countText(rows.count, 'server seed was', 'server seeds were')} replaced and never revealed (the first begins in ${placeText(rows.first)}): their bets cannot be checked.`,
  );
}

const isBlank = (flags: number): boolean => (flags & (periodFlags.revealed | periodFlags.broken)) === 0;
