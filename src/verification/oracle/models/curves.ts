/** Live rounds of crash (gap C27): one at a time for each player, ended by the player or by themselves. */
import type { Micros } from '../../../core/base/money.ts';
import { isOk, micros, outcomeOf, text, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';
import type { OpenEnd } from '../open-ends.ts';
import type { BetRecords } from './bet-records.ts';
import type { LandedCurves } from './landed-curves.ts';
import { checkClimb, checkLanding, type LiveCurve } from './live-curves.ts';
import { holdsBalance } from './shown-balance.ts';

/** Checks `bet-payouts` and `bet-records`; books stakes and payouts. */
export class Curves {
  readonly #case: Case;
  readonly #parts: { readonly records: BetRecords; readonly landed: LandedCurves };
  readonly #curves = new Map<string, LiveCurve>();

  constructor(file: Case, parts: { readonly records: BetRecords; readonly landed: LandedCurves }) {
    this.#case = file;
    this.#parts = parts;
  }

  /** How many players have launched one. */
  get count(): number {
    return this.#curves.size;
  }

  knows(player: string): boolean {
    return this.#curves.has(player);
  }

  /** Any request of a player whose curve may be climbing. */
  asked(exchange: AuditedExchange, caller: string): void {
    const { books, setting } = this.#case;
    const curve = this.#curves.get(caller);
    const isFollowed = !books.isLoose(caller) && !books.isVague(caller) && setting.faults.length === 0;
    if (curve !== undefined && isFollowed && this.isClimbing(caller)) checkClimb(this.#case, exchange, curve);
  }

  launched(exchange: AuditedExchange, caller: string): void {
    if (!isOk(exchange)) {
      const isRunning = this.isClimbing(caller);
      if (outcomeOf(exchange) === 'CONFLICT' && !isRunning) {
        this.#case.breaks('bet-records', 'a round is refused though none is running');
      }
      return;
    }
    const { answer, atMs } = exchange;
    const stake = micros(answer, 'amount') ?? 0;
    const top = Math.round(Number(answer['cash_out_at']) * 100);
    this.#case.books.move(caller, -stake, stake);
    // No response names the instant of the crash, at which the loss is shared.
    this.#case.invalidateReferrers(caller);
    this.#case.houses.loosen('casino:house');
    const settle =
      (payout: Micros) =>
      (isSure: boolean): void => {
        const bet = { game: 'crash', stake, payout, atMs, won: payout > stake };
        if (!isSure) return this.#parts.records.settled(caller, bet);
        this.#parts.records.landed(caller, bet);
        this.#parts.landed.landed(curve, payout > 0);
      };
    const win = Math.floor((stake * top) / 100);
    const end: OpenEnd = this.#case.books.expectEnd({
      ways: [
        { changes: [{ agent: caller, held: -stake }], follows: settle(0) },
        { changes: [{ agent: caller, held: -stake, available: win }], follows: settle(win) },
      ],
    });
    const commitment = text(answer, 'seed_hash');
    const curve = { end, stake, top, fromMs: atMs, nonce: answer['nonce'], commitment };
    this.#curves.set(caller, curve);
    this.#parts.records.launched(caller);
    holdsBalance(this.#case, answer, caller);
  }

  isClimbing(caller: string): boolean {
    const curve = this.#curves.get(caller);
    return curve !== undefined && this.#case.books.isOpen(curve.end);
  }

  cashedOut(exchange: AuditedExchange, caller: string): void {
    const curve = this.#curves.get(caller);
    if (curve !== undefined && outcomeOf(exchange) === 'NOT_FOUND')
      this.#case.breaks('bet-records', 'a round that is over is not found; expected CONFLICT');
    if (!isOk(exchange)) return;
    if (curve === undefined || !this.#case.books.isOpen(curve.end))
      return this.#case.breaks('bet-records', 'a round is cashed out that is not running');
    const { end, stake } = curve;
    this.#case.books.settled(end);
    checkLanding(this.#case, exchange, curve);
    const payout = micros(exchange.answer, 'payout') ?? 0;
    this.#case.books.move(caller, payout, -stake);
    this.#parts.records.landed(caller, {
      game: 'crash',
      stake,
      payout,
      atMs: exchange.atMs,
      won: payout > stake,
    });
    holdsBalance(this.#case, exchange.answer, caller);
  }
}
