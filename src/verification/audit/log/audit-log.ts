/**
 * The audit of a bet log: are commitments kept, nonces complete, seeds revealed; does each bet pay what its seeds give;
 * if not, which known fault explains the payouts; and do the outcomes fit the exact chances. It reads a bet at a time and
 * keeps periods, samples and sums, so that the memory it takes does not grow with the bets under a seed.
 */
import type { Profile } from '../../../core/base/profile.ts';
import type { LogFinding } from '../result-schema.ts';
import { defaultRule, type VerdictRule } from '../verdict/verdict.ts';
import { BetVerdicts, paidOutcome, type BetVerdict } from './chance/bet-verdicts.ts';
import { chanceFindings } from './chance/chance-findings.ts';
import { ChanceLedger } from './chance/chance-ledger.ts';
import { OutcomeLaws } from './chance/outcome-law.ts';
import { referenceHands } from './chance/reference-hands.ts';
import type { LoggedBet } from './logged-bet.ts';
import { diagnose } from './payouts/diagnosis.ts';
import { PayoutLedger } from './payouts/payout-ledger.ts';
import { lanePicks, RoundReplay, type PickOf, type RevealedBet } from './replay.ts';
import { isDue } from './rounding.ts';
import { countText, placeText, RowsFound, type RowPlace } from './rows-found.ts';
import { seedFindings } from './seeds/seed-findings.ts';
import { SeedLedger, type KnownSeeds, type SeedState } from './seeds/seed-ledger.ts';

/** `recomputed` counts bets whose outcome was computed again; `unrevealed` counts bets without a server seed. */
export interface LogAudit {
  readonly bets: number;
  readonly recomputed: number;
  readonly unrevealed: number;
  /** Players that the log names; 0 where it names none. */
  readonly players: number;
  /** Bets with the time of their commitment, and of the bet or of its client seed. */
  readonly timed: number;
  /** Of these, bets whose client seed was in use before the commitment, as the documents allow. */
  readonly keptClientSeeds: number;
  readonly verdicts: readonly BetVerdict[];
  readonly findings: readonly LogFinding[];
  /** How the log was read, and what could not be checked. */
  readonly notes: readonly string[];
}

/** How to audit a log. */
export interface LogCall {
  readonly profile: Profile;
  readonly rule?: VerdictRule;
  /** The log may begin and end within a server seed, and be sorted in other ways; else it has every bet in order. */
  readonly isExcerpt?: boolean;
  /** Nonces may count from 1, and the house may then draw with the number less 1; an excerpt always may. */
  readonly mayCountFrom1?: boolean;
  /** Known before: -1 for a house that counts nonces from 1 and draws with the number less 1. */
  readonly nonceShift?: -1;
  /** The randomness of rounds; a test passes the slow reference. */
  readonly pickOf?: PickOf;
}

/** Audits bets in the order of the log. Nothing in a log makes it throw: what cannot be computed is a finding. */
export function auditLog(bets: Iterable<LoggedBet>, call: LogCall): LogAudit {
  for (let auditor: LogAuditor | undefined = new LogAuditor(call, readingOf(call)); ;) {
    for (const bet of bets) auditor.add(bet);
    const again = auditor.again();
    if (again === undefined) return auditor.finish();
    auditor = again;
  }
}

/** What an earlier pass over the same log has found out. */
interface Reading {
  /** Server seeds of rows that leave them out, by commitment. */
  readonly seeds?: KnownSeeds;
  /** Nonces of a log that counts from 1, for a house that draws from 0. */
  readonly nonceShift?: 0 | -1;
}

const readingOf = ({ nonceShift }: LogCall): Reading => (nonceShift === undefined ? {} : { nonceShift });

/** One pass over a log. Add every bet, then ask for another pass; where there is none, finish. */
export class LogAuditor {
  readonly #call: LogCall;
  readonly #reading: Reading;
  readonly #rule: VerdictRule;
  readonly #seeds: SeedLedger;
  readonly #replay: RoundReplay;
  readonly #laws: OutcomeLaws;
  readonly #payouts = new PayoutLedger();
  readonly #verdicts = new BetVerdicts();
  readonly #drawn = new ChanceLedger();
  readonly #hidden = new ChanceLedger();
  readonly #impossible = new Map<string, RowsFound>();
  #bets = 0;
  #recomputed = 0;
  #unrevealed = 0;

  constructor(call: LogCall, reading: Reading = {}) {
    this.#call = call;
    this.#reading = reading;
    this.#rule = call.rule ?? defaultRule;
    this.#seeds = new SeedLedger(reading.seeds);
    this.#replay = new RoundReplay(call.profile, call.pickOf ?? lanePicks());
    this.#laws = new OutcomeLaws(call.profile);
  }

  /** Bets that were added so far. */
  get bets(): number {
    return this.#bets;
  }

  /** The first commitment of the log that is no SHA-256 in hexadecimal: its form is wrong, whatever the house did. */
  get strangeCommitment(): { readonly line: number; readonly commitment: string } | undefined {
    return this.#seeds.strange;
  }

  add(bet: LoggedBet): void {
    this.#bets += 1;
    const place = { line: bet.line, bet: this.#bets };
    const state = this.#seeds.add(bet, place);
    const { serverSeed } = state;
    const nonce = bet.nonce + (this.#reading.nonceShift ?? 0);
    if (serverSeed !== undefined && nonce >= 0) {
      const isAsLogged = serverSeed === bet.serverSeed && nonce === bet.nonce;
      this.#recompute(isAsLogged ? (bet as RevealedBet) : { ...bet, serverSeed, nonce }, place, state);
    } else if (bet.serverSeed === undefined) this.#addUnrevealed(bet, place, state);
  }

  #recompute(bet: RevealedBet, place: RowPlace, { period, player, isRepeat }: SeedState): void {
    const { entry, stakeMicros, payoutMicros } = bet;
    const played = this.#replay.play(bet, period);
    const isPaidAsDue = this.#payouts.add(bet, place, played);
    if (typeof played === 'string') return;
    this.#recomputed += 1;
    if (entry.kind === 'hand') {
      const law = this.#laws.ofHands(entry.game.id);
      const result = referenceHands[entry.game.id]?.play(this.#replay.pick(bet, period), this.#call.profile);
      if (law !== undefined && result !== undefined && !isRepeat)
        this.#drawn.add(law, result, { stakeMicros, player });
      return;
    }
    const choice = this.#replay.choiceOf(bet);
    if (typeof choice === 'string') return;
    const law = this.#laws.of(entry.game, choice);
    const drawn = law.indexOf(played.payout);
    // A nonce that is used again draws nothing new.
    if (!isRepeat) this.#drawn.add(law, drawn, { stakeMicros, player });
    this.#verdicts.add(law, {
      drawn,
      paid: isPaidAsDue ? drawn : paidOutcome(law, stakeMicros, payoutMicros),
    });
  }

  /** While a seed is in use its bets cannot be recomputed, but their payouts must be payouts of the game. */
  #addUnrevealed(bet: LoggedBet, place: RowPlace, { player }: SeedState): void {
    this.#unrevealed += 1;
    const { entry, stakeMicros, payoutMicros } = bet;
    if (entry.kind !== 'single') return;
    const choice = this.#replay.choiceOf(bet);
    if (typeof choice === 'string') return this.#addImpossible(entry.game.id, place);
    const law = this.#laws.of(entry.game, choice);
    const paid = paidOutcome(law, stakeMicros, payoutMicros);
    this.#verdicts.add(law, { drawn: undefined, paid });
    if (paid < law.chances.length) this.#hidden.add(law, paid, { stakeMicros, player });
    else this.#addImpossible(entry.game.id, place);
  }

  #addImpossible(game: string, place: RowPlace): void {
    const rows = this.#impossible.get(game) ?? new RowsFound();
    rows.add(place);
    this.#impossible.set(game, rows);
  }

  /** Another pass over the same log, where this one has found out how to read it better. */
  again(): LogAuditor | undefined {
    const { seeds, nonceShift } = this.#reading;
    if (seeds === undefined && this.#seeds.blanksToFill)
      return new LogAuditor(this.#call, { ...this.#reading, seeds: this.#seeds.seedsForBlanks() });
    const { firstNonce } = seedFindings(this.#seeds, this.#form);
    if (nonceShift === undefined && firstNonce === 1 && this.#isShifted())
      return new LogAuditor(this.#call, { ...this.#reading, nonceShift: -1 });
    return undefined;
  }

  /** Every bet of a log that counts from 1 is paid as its seeds give with the nonce before. */
  #isShifted(): boolean {
    return this.#payouts
      .games()
      .flatMap(({ wrongBets, rightBets }) => [...wrongBets.items(), ...rightBets.items()])
      .every(({ bet }) => {
        const round = this.#replay.play({ ...bet, nonce: bet.nonce - 1 }, -1);
        return typeof round !== 'string' && isDue(bet.stakeMicros, round.payout, bet.payoutMicros);
      });
  }

  get #form(): { isExcerpt: boolean; mayCountFrom1: boolean } {
    const { isExcerpt = false, mayCountFrom1 = isExcerpt } = this.#call;
    return { isExcerpt, mayCountFrom1 };
  }

  finish(): LogAudit {
    const seeds = seedFindings(this.#seeds, this.#form);
    const shift = this.#reading.nonceShift === -1 ? ['the house draws with the nonce less 1.'] : [];
    const { roundedUp } = this.#payouts;
    const rounding =
      roundedUp === 0
        ? []
        : [
            `${countText(roundedUp, 'payout is', 'payouts are')} rounded up by less than a micro: the documents do not say how payouts are rounded.`,
          ];
    const payouts = [...diagnose(this.#payouts.games(), this.#call.profile), ...this.#impossiblePayouts()];
    const chance = chanceFindings(
      {
        verdicts: this.#verdicts,
        drawn: this.#drawn,
        // Without the bets that were paid impossible amounts the others are a selection.
        hidden: this.#impossible.size > 0 ? undefined : this.#hidden,
      },
      { rule: this.#rule, nameOf: (player) => this.#seeds.nameOf(player) },
    );
    return {
      bets: this.#bets,
      recomputed: this.#recomputed,
      unrevealed: this.#unrevealed,
      players: this.#seeds.hasPlayers ? this.#seeds.players.length : 0,
      timed: this.#seeds.timed,
      keptClientSeeds: seeds.keptClientSeeds,
      verdicts: this.#verdicts.verdicts(this.#rule),
      findings: [...seeds.findings, ...payouts, ...chance],
      notes: [...seeds.notes, ...shift, ...rounding],
    };
  }

  #impossiblePayouts(): LogFinding[] {
    return [...this.#impossible].flatMap(([game, rows]) =>
      rows.finding(
        'payout-impossible',
        `${game}: ${countText(rows.count, 'bet was', 'bets were')} paid what no outcome of theirs pays (first in ${placeText(rows.first)}).`,
        game,
      ),
    );
  }
}
