/**
 * Cards that a client keeps of a deal, as it names them in the draw. Each deal is drawn, so that the recorded names become those of the
 * cards that the target has dealt at the same places.
 */
import type { NamingRequest } from './namespace.ts';

/** Follows the sessions of one run. */
export class HeldCards {
  /** The cards of the last deal on both sides, by session. */
  readonly #deals = new Map<
    number,
    { readonly recorded: readonly unknown[]; readonly live: readonly unknown[] }
  >();

  note(session: number, recorded: unknown, live: unknown): void {
    const [ours, theirs] = [cardsIn(recorded), cardsIn(live)];
    if (ours !== undefined && theirs?.length === ours.length)
      this.#deals.set(session, { recorded: ours, live: theirs });
  }

  /** A request with the target's cards at the top of its body. */
  toTarget<Request extends NamingRequest>(session: number, request: Request): Request {
    const deal = this.#deals.get(session);
    const holds = (request.body as { holds?: unknown } | null | undefined)?.holds;
    if (deal === undefined || !Array.isArray(holds)) return request;
    const kept = holds.map((card: unknown) => deal.live[deal.recorded.indexOf(card)] ?? card);
    return { ...request, body: { ...(request.body as object), holds: kept } };
  }
}

/** The cards at the top of the response to a deal. */
function cardsIn(body: unknown): readonly unknown[] | undefined {
  const cards = (body as { cards?: unknown } | null | undefined)?.cards;
  return Array.isArray(cards) ? cards : undefined;
}
