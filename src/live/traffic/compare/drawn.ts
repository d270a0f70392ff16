/**
 * Differences that a draw decides: outcomes of bets, prices, and what follows from both. Draws have relations that hold
 * on every platform: a nonce counts the draws under a seed, and a revealed seed is the one that was committed to.
 */
import { isDrawn } from '../../../platform/world/documented-fields.ts';
import { otherWinner } from './contest-winner.ts';
import { Commitments } from './commitments.ts';
import { isItem, type Difference } from './difference.ts';
import type { DrawnResponse } from './drawn-response.ts';
import { DrawnSums, isSum } from './drawn-sums.ts';
import { DrawnRefusals, type UnsentRequest } from './drawn-refusals.ts';
import { DrawnStates, type DecidedRows, type DrawnRequest } from './drawn-states.ts';
import { NonceOffsets } from './nonce-offsets.ts';
import { RepeatedRounds } from './repeated-rounds.ts';

/** Both responses to one request. */
interface JudgedDraw extends DrawnRequest {
  readonly recorded: { readonly status: number; readonly body?: unknown };
  readonly live: { readonly status: number; readonly body?: unknown };
}

/** Follows the draws of one run. Note every response with its differences, in their order, then ask for each of them. */
export class DrawnValues {
  readonly #sums = new DrawnSums();
  readonly #nonces = new NonceOffsets();
  readonly #commitments = new Commitments();
  readonly #repeated = new RepeatedRounds();
  readonly #states = new DrawnStates();
  readonly #refusals = new DrawnRefusals(this.#states, this.#sums);

  /** What the comparison of a response has to know of its objects. Ask before the response is compared. */
  rowsOf(request: DrawnRequest): DecidedRows | undefined {
    return this.#states.rowsOf(request);
  }

  /** Adds the differences that only the relations between responses show. */
  note(draw: JudgedDraw, found: Difference[]): void {
    const { session, call, recorded, live } = draw;
    if (call.startsWith('casino/') && recorded.status === live.status) {
      const bodies: DrawnResponse = { session, call, recorded: recorded.body, live: live.body };
      found.push(...this.#nonces.note(bodies, found), ...this.#commitments.note(bodies));
      found.push(...otherWinner(bodies, found));
    }
    this.#sums.note(draw, found, { recorded: recorded.body, live: live.body });
    const contestants = this.#sums.contestants(draw);
    if (this.#repeated.note(call, contestants, found))
      for (const each of contestants) this.#nonces.forget(each);
    if (this.#states.hasMoved(session)) this.#sums.forget(session);
    if (this.#refusals.note(draw, found)) this.#nonces.forget(session);
  }

  /** A difference of a sum as it would be had the draws paid what was expected. */
  withoutPayouts(session: number, difference: Difference): Difference {
    return this.#sums.withoutPayouts(session, difference);
  }

  explains(session: number, call: string, difference: Difference): boolean {
    const { kind, field } = difference;
    if (isDrawn(call, field) && (kind !== 'shape' || isItem(difference) || isNullable(difference)))
      return true;
    if (kind === 'order' && isDrawn(call, `${field}/*/rank`)) return true;
    return (
      this.#repeated.explains(session, call, difference) ||
      this.#states.explains(session, call, difference) ||
      (kind === 'amount' && isSum(field) && this.#states.mayDiffer(session)) ||
      this.#refusals.explains({ session, call }, difference) ||
      this.#sums.explains(session, call, difference) ||
      this.#nonces.explains(session, difference)
    );
  }

  /** One side alone has what this request makes, for another reason than a draw. `live` is the status of the target. */
  part(request: DrawnRequest, live: number): void {
    this.#refusals.part(request, live);
    this.#nonces.forget(request.session);
  }

  /** The same where a moment has decided: what the request pays is paid on one side alone. */
  partByTime(request: DrawnRequest, live: number): void {
    this.part(request, live);
    this.#refusals.forgetSums(request);
  }

  /** True if a request, which could not be sent, refers to something that the target alone has refused, because of a draw. */
  isLost(request: UnsentRequest): boolean {
    return this.#refusals.isLost(request);
  }
}

/** What is null on one side: the winner of a tie, or the price at which a position without a risk is closed by force. */
const isNullable = ({ field, recorded, live }: Difference): boolean =>
  /\/(?:winner_id|liquidation_price)$/.test(field) && (recorded === 'null') !== (live === 'null');
