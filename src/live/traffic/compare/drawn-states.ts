/**
 * States that a market or a network decides: whether a limit order is filled, how long a transaction takes. They have relations that
 * hold on every platform: a state is followed by later ones alone, and an order that was filled is not cancelled.
 */
import { hasReference } from '../../../simulation/trace/references.ts';
import {
  endsOrder,
  isLimitOrder,
  isPosition,
  isSizedOrder,
  statedThings,
  type StatedThing,
} from '../../../platform/world/stated-things.ts';
import type { Difference } from './difference.ts';

/** A JSON object of a response. */
export type ShownRow = Readonly<Record<string, unknown>>;

/** A request, and the earlier ones whose responses it refers to. */
export interface DrawnRequest {
  readonly n: number;
  readonly session: number;
  readonly call: string;
  readonly request: { readonly path?: string | undefined; readonly query?: object; readonly body?: unknown };
  readonly things: readonly number[];
  /** The sessions of all agents that the request touches. */
  readonly touched?: readonly number[] | undefined;
}

/** Where a pair of objects stands; `isAnother` is true for a field that names another thing in the second one. */
export interface RowPair {
  readonly field: string;
  readonly isAnother: (name: string) => boolean;
}

/** What a comparison needs to know of each pair of objects, and where it says what it has found in them. */
export interface DecidedRows {
  /** The fields of the object that a market or a network decides; none where the two are different things. */
  fieldsOf(recorded: ShownRow, live: ShownRow, place: RowPair): readonly string[];
  add(difference: Difference): void;
}

/** Things followed; later ones are compared as if no market decided them. */
const followedMax = 500_000;

/** A thing with the states in which it was last seen. */
interface Followed {
  readonly kind: StatedThing;
  readonly isLimitOrder: boolean;
  recorded: string;
  live: string;
}

/** Follows the things of one run. Ask it for the rows of each response, in the order of the responses. */
export class DrawnStates {
  /** By the name of the thing: its id, or a reference to it. */
  readonly #things = new Map<string, Followed>();
  /** References by the ids that they stand for. */
  readonly #names = new Map<string, string>();
  /** The things of a session that may be filled on one side and not on the other. */
  readonly #open = new Map<number, Set<string>>();
  /** Orders at the market for a size in the asset. */
  readonly #sized = new Set<string>();
  /** Sessions with limit orders that were open on both sides and are filled on both: at which instants, no response shows. */
  readonly #filledLater = new Set<number>();
  /** Sessions whose orders were filled on one side alone. */
  readonly #parted = new Set<number>();
  /** Sessions with a transaction or a swap that a network has brought further on one side. */
  readonly #ahead = new Set<number>();
  readonly #decided = new WeakSet<Difference>();

  /** Undefined for a call that shows no such thing. */
  rowsOf(of: DrawnRequest): DecidedRows | undefined {
    const kinds = statedThings(of.call);
    if (kinds.length === 0) return undefined;
    return {
      fieldsOf: (recorded, live, { field, isAnother }) => {
        const kind = kinds.find(({ id }) => typeof recorded[id] === 'string');
        return kind === undefined || isAnother(kind.id)
          ? none
          : this.#fieldsOf(kind, { of, recorded, live, isWhole: field === '' });
      },
      add: (difference) => void this.#decided.add(difference),
    };
  }

  /** The fields of a row that are decided elsewhere; none where its state cannot follow from the one before. */
  #fieldsOf(
    kind: StatedThing,
    {
      of,
      recorded,
      live,
      isWhole,
    }: { of: DrawnRequest; recorded: ShownRow; live: ShownRow; isWhole: boolean },
  ): readonly string[] {
    const states = { recorded: stateOf(recorded), live: stateOf(live) };
    const isKnown = kind.ranks[states.recorded] !== undefined && kind.ranks[states.live] !== undefined;
    const name = this.#nameOf(String(recorded[kind.id]), isWhole ? `\${${of.n}:/${kind.id}}` : undefined);
    const before = this.#things.get(name);
    const isLimit = before?.isLimitOrder ?? isLimitOrder(of.call, of.request.body);
    if (isSizedOrder(of.call, of.request.body) && this.#sized.size < followedMax) this.#sized.add(name);
    if (this.#sized.has(name)) return worth;
    if (!isKnown || (kind.isLimited && !isLimit)) return none;
    if (before !== undefined && !mayFollow(before.live, states.live, kind)) return none;
    this.#keep(name, of.session, { kind, isLimitOrder: isLimit, ...states });
    return states.recorded === states.live ? none : ['status', ...kind.follows];
  }

  /** One name for an id and for references to it; `reference` for an id that this response gives out. */
  #nameOf(id: string, reference: string | undefined): string {
    if (hasReference(id)) return id;
    const known = this.#names.get(id);
    if (known !== undefined || reference === undefined) return known ?? id;
    if (this.#names.size < followedMax) this.#names.set(id, reference);
    return reference;
  }

  #keep(name: string, session: number, thing: Followed): void {
    const before = this.#things.get(name);
    if (this.#things.size < followedMax || this.#things.has(name)) this.#things.set(name, thing);
    const { recorded, live } = thing;
    if (!thing.isLimitOrder) {
      if (recorded !== live) this.#ahead.add(session);
      return;
    }
    const orders = this.#open.get(session) ?? new Set<string>();
    this.#open.set(session, orders);
    // What both sides have ended alike leaves no doubt.
    if (recorded === live && live !== 'open') orders.delete(name);
    else orders.add(name);
    if (recorded !== live) this.#parted.add(session);
    else if (recorded === 'filled' && before?.recorded === 'open' && before.live === 'open')
      this.#filledLater.add(session);
  }

  /** True for the cancellation of a limit order that one side alone has filled before; call it once a response. */
  hasFilled({ call, session, things }: DrawnRequest, statuses: { recorded: number; live: number }): boolean {
    const [cancelled, refused] = [200, 409];
    if (!endsOrder(call)) return false;
    const name = things.map((n) => `\${${n}:/order_id}`).find((each) => this.#things.get(each)?.isLimitOrder);
    const order = name === undefined ? undefined : this.#things.get(name);
    if (name === undefined || order === undefined) return false;
    const { recorded, live } = statuses;
    if (recorded === refused && live === cancelled && mayBeFilled(order.recorded) && isOpen(order.live))
      this.#keep(name, session, { ...order, recorded: 'filled', live: 'cancelled' });
    else if (recorded === cancelled && live === refused && isOpen(order.recorded) && mayBeFilled(order.live))
      this.#keep(name, session, { ...order, recorded: 'cancelled', live: 'filled' });
    else return false;
    return true;
  }

  /** True once the orders of a session were filled on one side alone. */
  isParted(session: number): boolean {
    return this.#parted.has(session);
  }

  /** True once a market or a network has moved money of a session on one side alone. */
  hasMoved(session: number): boolean {
    return this.#parted.has(session) || this.#ahead.has(session);
  }

  /**
   * True for a state that was decided elsewhere, and for positions while an order may have been filled on one side alone, or once two
   * fills may have come in another order: that decides the order of positions and, where one reduces the other, the margin.
   */
  explains(session: number, call: string, difference: Difference): boolean {
    if (this.#decided.has(difference)) return true;
    if (!isPosition(call, difference.field)) return false;
    return this.isParted(session) || this.#filledLater.has(session) || this.mayDiffer(session);
  }

  /** True while an order of the session may have been filled on one side alone. */
  mayDiffer(session: number): boolean {
    return (this.#open.get(session)?.size ?? 0) > 0;
  }
}

const isOpen = (state: string): boolean => state === 'open';
const mayBeFilled = (state: string): boolean => state === 'open' || state === 'filled';

const none: readonly string[] = [];
const worth = ['amount', 'fee'];

/** An order of style A has no state in its response, and no price before it is filled. */
function stateOf({ status, entry_price: price }: ShownRow): string {
  if (typeof status === 'string') return status;
  if (price === undefined) return '';
  return price === null ? 'open' : 'filled';
}

/** True if a thing in the state `before` may be in the state `now` later. */
const mayFollow = (before: string, now: string, { ranks }: StatedThing): boolean =>
  before === now || (ranks[now] ?? 0) > (ranks[before] ?? 0);
