/** The end of a period of a live audit: its seeds are revealed, compared with what was shown before, and given to the bets. */
import { countIn, textIn } from './call.ts';
import type { LiveEvidence } from './evidence.ts';
import type { PeriodNonces } from './missed-bets.ts';
import type { MissedRounds } from './missed-rounds.ts';
import { fateOf, isShort, revealedIn, seedOf, type SeedFate, type SeedStatements } from './period-seeds.ts';

/** What was settled under one server seed; numbers are places in the evidence. */
export interface ClosingPeriod {
  readonly commitment: string;
  readonly indexes: readonly number[];
  /** Bets whose answer named the commitment. */
  readonly named: ReadonlySet<number>;
  /** Bets whose payout follows from the balance. */
  readonly inferred: ReadonlySet<number>;
  readonly nonces: PeriodNonces;
}

/** How the period was ended. */
export interface PeriodClosing {
  readonly statements: SeedStatements;
  /** Of the answer to the rotation. */
  readonly status: number;
}

/** The seed that the bets have, and the commitment that the rotation announced. */
export interface PeriodClosed {
  readonly serverSeed: string | undefined;
  readonly announced: string | undefined;
  /** The rotation revealed another seed than that of the period. */
  readonly isOther: boolean;
}

/** Notes faults in the evidence. */
export class PeriodEnd {
  readonly #evidence: LiveEvidence;
  readonly #rounds: MissedRounds;

  constructor(evidence: LiveEvidence, rounds: MissedRounds) {
    this.#evidence = evidence;
    this.#rounds = rounds;
  }

  close(period: ClosingPeriod, { statements, status }: PeriodClosing): PeriodClosed {
    const evidence = this.#evidence;
    const { rotation, isUncertain } = statements;
    const revealed = revealedIn(rotation);
    const announced = isUncertain ? undefined : textIn(rotation, 'seed_hash')?.toLowerCase();
    const fate = fateOf(period.commitment, statements);
    const isOther = fate.kind === 'revealed' ? fate.isOther : fate.kind === 'unknown';
    this.#noteFate(period, { statements, status }, fate);
    if (announced === period.commitment) evidence.note('rotation-stuck');
    const hash = textIn(revealed, 'seed_hash')?.toLowerCase();
    if (hash !== undefined) evidence.tested.commitments += 1;
    if (hash !== undefined && hash !== period.commitment && !isOther) evidence.note('commitment-swapped');
    const rounds = isOther ? undefined : countIn(revealed, 'rounds');
    if (rounds !== undefined) evidence.tested.roundCounts += 1;
    const isCounted = period.nonces.end(rounds);
    if (!isCounted) evidence.note('rounds-miscounted');
    const serverSeed = fate.kind === 'unknown' ? undefined : fate.serverSeed;
    this.#noteShift(period, serverSeed);
    const isByHouse = isOther && (fate.kind === 'revealed' || !isUncertain);
    for (const index of period.indexes) this.#revealBet(index, { period, statements, serverSeed, isByHouse });
    return { serverSeed, announced, isOther };
  }

  /** A house that counts nonces from 1 may draw from 0. */
  #noteShift({ indexes, commitment }: ClosingPeriod, serverSeed: string | undefined): void {
    const all = indexes.map((index) => this.#evidence.at(index)!);
    // Under another seed a bet may fit by chance.
    const bets = all.filter((bet) => bet.commitment === commitment);
    if (serverSeed === undefined || bets.some(({ nonce }) => nonce === 0)) return;
    const fits = this.#evidence.nonceFits;
    for (const { own, before } of bets.map((bet) => this.#rounds.paidBy(bet, serverSeed))) {
      if (own && !before) fits.own += 1;
      if (before && !own) fits.before += 1;
    }
  }

  /** A house that refuses the rotation, reveals nothing, or a seed that can be tried out; a seed that it replaced. */
  #noteFate({ commitment }: ClosingPeriod, { statements, status }: PeriodClosing, fate: SeedFate): void {
    const evidence = this.#evidence;
    const { rotation, isUncertain } = statements;
    const isShown =
      textIn(revealedIn(rotation), 'server_seed') !== undefined ||
      seedOf(commitment, { ...statements, list: undefined }) !== undefined;
    if (isShown) evidence.tested.rotations += 1;
    const isRefused = status >= 400 && status < 500 && status !== 429 && !isUncertain;
    if (isRefused || (fate.kind === 'contradicted' && fate.serverSeed === undefined))
      evidence.note(status === 429 ? 'rotation-limited' : 'rotation-withheld');
    if (fate.kind === 'revealed' && fate.isOther && !isUncertain) evidence.replaced += 1;
    if (fate.kind === 'unknown' && !isUncertain) evidence.unexplained += 1;
    if (fate.kind === 'revealed' && isShort(fate.serverSeed)) evidence.note('seed-short');
  }

  /** Fills in the seed of a bet; where the house replaced the seed, a bet that does not name its seed is set aside. */
  #revealBet(
    index: number,
    how: {
      readonly period: ClosingPeriod;
      readonly statements: SeedStatements;
      readonly serverSeed: string | undefined;
      readonly isByHouse: boolean;
    },
  ): void {
    const evidence = this.#evidence;
    const { period, statements, serverSeed, isByHouse } = how;
    const { commitment } = evidence.at(index)!;
    if (commitment === period.commitment) {
      if (isByHouse && !period.named.has(index)) evidence.setAside(index);
      else this.#revealOrSetAside(index, period, serverSeed);
      return;
    }
    const own = seedOf(commitment, statements);
    evidence.unseen += 1;
    if (own !== undefined) this.#revealOrSetAside(index, period, own);
    // It is revealed with the seed in use, at the end of the next period.
    else if (commitment === statements.inUse) return;
    else if (statements.list !== undefined && !statements.isUncertain) evidence.note('commitment-swapped');
    else evidence.setAside(index);
  }

  /** A payout that follows from the balance may have a deposit in it. */
  #revealOrSetAside(index: number, { inferred }: ClosingPeriod, serverSeed: string | undefined): void {
    const evidence = this.#evidence;
    const { nonceShift } = evidence;
    const isMore =
      serverSeed !== undefined &&
      inferred.has(index) &&
      this.#rounds.isAbove(evidence.at(index)!, { serverSeed, nonceShift });
    if (isMore) evidence.setAside(index);
    else evidence.reveal(index, serverSeed);
  }
}
