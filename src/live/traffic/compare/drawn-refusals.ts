/**
 * Requests that one side alone refuses because of what a market or a draw has decided before: the cancellation of an order that was
 * filled, an order for an asset that it does not list or at a price that it does not quote, and what an account cannot pay that has won
 * less. What such a request would have made is missing afterwards.
 */
import { isPlacement, isPosition } from '../../../platform/world/stated-things.ts';
import { ClosingOrders } from './closing-orders.ts';
import { isItem, type Difference } from './difference.ts';
import { DomainsAlone } from './domains-alone.ts';
import type { DrawnRequest, DrawnStates } from './drawn-states.ts';
import type { DrawnSums } from './drawn-sums.ts';
import { isIdField } from './forms.ts';
import { LiveRounds } from './live-rounds.ts';
import { assetOf, MarketLists } from './market-lists.ts';
import { isSpotSale, SalesOfHoldings } from './sales-of-holdings.ts';
import { StakesOfBalance } from './stakes-of-balance.ts';

/** Requests followed; what a later one would have made is a difference. */
const followedMax = 500_000;

const lackOfMoney = /^4\d\d INSUFFICIENT_BALANCE$/;

/** Follows the requests of one run. Note each response, then ask for its differences. */
export class DrawnRefusals {
  readonly #states: DrawnStates;
  readonly #sums: DrawnSums;
  readonly #explained = new WeakSet<Difference>();
  /** Requests that the target alone has refused. */
  readonly #lost = new Set<number>();
  readonly #markets = new MarketLists();
  readonly #rounds = new LiveRounds();
  readonly #stakes = new StakesOfBalance();
  readonly #sales = new SalesOfHoldings();
  readonly #closing = new ClosingOrders();
  readonly #domains = new DomainsAlone();
  /** Services in which a session has made something on one side alone, as `3 escrow`. */
  readonly #parted = new Set<string>();
  /** Contests that one side alone has entered or ended. */
  readonly #contests = new Set<number>();
  /** Ids of what one side alone has made, and references to them. */
  readonly #alone = new Set<string>();

  constructor(states: DrawnStates, sums: DrawnSums) {
    this.#states = states;
    this.#sums = sums;
  }

  /** True if one side alone has refused, because of what was decided before. */
  note(of: AnsweredRequest, found: readonly Difference[]): boolean {
    this.#markets.note(of);
    this.#stakes.note(of);
    this.#explainThings(of, found);
    const [difference] = found;
    if (difference?.kind !== 'status') {
      this.#rounds.note(of, { recorded: of.recorded.status, live: of.live.status });
      this.#keepTrades(of);
      return false;
    }
    const statuses = { recorded: statusOf(difference.recorded), live: statusOf(difference.live) };
    const isCancelled = this.#states.hasFilled(of, statuses);
    const isOther =
      this.#isLackOfMoney(of, difference) ||
      this.#isOtherSize(of, difference) ||
      this.#domains.isNamedBy(of) ||
      this.#isOfRound(of);
    const isDecided = isCancelled || this.#rounds.note(of, statuses) || isOther;
    this.#keepTrades(of);
    if (!isDecided && !this.#isOtherMarket(of, difference)) return false;
    this.#explained.add(difference);
    if (isRead(of.call)) return false;
    this.#sums.forget(of.session);
    if (isCancelled) return true;
    this.part(of, statuses.live);
    this.forgetSums(of);
    this.#keepAlone(of);
    return true;
  }

  /** What a list shows that has things of one side alone, and all about a contest that one side alone has entered or a domain that it alone has. */
  #explainThings(of: AnsweredRequest, found: readonly Difference[]): void {
    const isContest = of.things.some((thing) => this.#contests.has(thing));
    const isAlone = this.#showsAlone(of);
    const hasOthers = isAlone || (this.#isParted(of) && found.some(isIdOfItem));
    const isWhole = isContest || this.#domains.isNamedBy(of);
    for (const each of found)
      if (isWhole || (hasOthers && inItem.test(each.field)) || (isAlone && isOfList(each)))
        this.#explained.add(each);
  }

  #keepTrades(of: AnsweredRequest): void {
    this.#sales.note(of);
    this.#closing.note(of);
  }

  /** One side refuses to close as many units as the other had. */
  #isOtherSize(of: AnsweredRequest, { recorded, live }: Difference): boolean {
    const [refused, accepted] = isSuccess(recorded) ? [live, recorded] : [recorded, live];
    return /^400\b/.test(refused) && isSuccess(accepted) && this.#closing.closes(of);
  }

  /** Keeps the id that one side alone has given out in answer to this request; ids that the request names exist on both. */
  #keepAlone({ n, request, recorded, live }: AnsweredRequest): void {
    const { path, body } = request;
    const named = JSON.stringify([path, body]);
    const made = idsOf((recorded.status < 300 ? recorded : live).body).find(([, id]) => !named.includes(id));
    if (made === undefined || this.#alone.size >= followedMax) return;
    const [name, id] = made;
    this.#alone.add(id).add(`\${${n}:/${name}}`);
  }

  /** True if one of the lists has something that the other side has not made, so that items stand at places of others. */
  #showsAlone({ recorded, live }: AnsweredRequest): boolean {
    if (this.#alone.size === 0) return false;
    return [recorded, live].some(({ body }) =>
      listsIn(body).some((list) => list.some((item) => this.#alone.has(idsOf(item)[0]?.[1] ?? ''))),
    );
  }

  /** One side alone has what this request makes; `live` is the status of the target. */
  part(of: DrawnRequest, live: number): void {
    this.#parted.add(partOf(of));
    this.#domains.part(of);
    for (const contest of this.#sums.contestsIn(of.things)) this.#contests.add(contest);
    if (live >= 400 && this.#lost.size < followedMax) this.#lost.add(of.n);
  }

  /** One side alone has paid what this request pays to its agent and to others. */
  forgetSums(of: DrawnRequest): void {
    for (const each of [...(of.touched ?? []), ...this.#sums.contestants(of)]) this.#sums.forget(each);
  }

  /** One side accepts what the other has no money for, where draws have left it less. */
  #isLackOfMoney(of: DrawnRequest, { recorded, live }: Difference): boolean {
    const side = isSuccess(recorded) ? 'live' : 'recorded';
    const [refused, accepted] = side === 'live' ? [live, recorded] : [recorded, live];
    const isLack = lackOfMoney.test(refused) || (/^400\b/.test(refused) && this.#stakes.isShare(of, side));
    if (!isLack || !isSuccess(accepted)) return false;
    // A limit order that was filled on one side alone gave that side alone what is sold.
    if (isSpotSale(of) && (this.#states.isParted(of.session) || this.#states.mayDiffer(of.session)))
      return true;
    return this.#sums.mayBeLess(of.session, side) || this.#sales.isOfAll(of, side);
  }

  /** One side does not list the asset, or quotes it with fewer decimals than the price of the order has. */
  #isOtherMarket({ call, request }: DrawnRequest, { recorded, live }: Difference): boolean {
    const asset = call.startsWith('trading/') ? assetOf(request) : undefined;
    if (asset === undefined) return false;
    const [refused, markets] = isSuccess(recorded)
      ? [live, this.#markets.live]
      : [recorded, this.#markets.recorded];
    if (!isSuccess(isSuccess(recorded) ? recorded : live)) return false;
    if (/^404\b/.test(refused)) return markets.lacks(asset);
    return /^400\b/.test(refused) && isPlacement(call) && markets.isCoarser(asset, request.body ?? {});
  }

  /** True if a request, which could not be sent, refers to something that the target has refused. It pays no agent there. */
  isLost({ n, call, things, touched }: UnsentRequest): boolean {
    const isLost = things.some((thing) => this.#lost.has(thing));
    if (!isLost) return touched.some((session) => this.#isOfRound({ session, call }));
    this.#lost.add(n);
    for (const each of touched) this.#sums.forget(each);
    return true;
  }

  /** True for a round that is looked up by its seed, where one side alone has played the session's bets. */
  #isOfRound(of: Pick<DrawnRequest, 'session' | 'call'>): boolean {
    return of.call === 'casino/B/verifyRound' && this.#parted.has(partOf(of));
  }

  /** True for such a refusal, and for the items and counts of lists in which its thing stands on one side alone. */
  explains(of: Pick<DrawnRequest, 'session' | 'call'>, difference: Difference): boolean {
    if (this.#explained.has(difference) || this.#rounds.explains(of, difference)) return true;
    const { session, call } = of;
    if (this.#closing.isUnits(session, call, difference.field)) return true;
    if (isPosition(call, difference.field) && this.#closing.mayLeaveRest(session)) return true;
    return (isOfList(difference) || isPosition(call, difference.field)) && this.#isParted(of);
  }

  /** True if one side may have things of the session that the other has not. */
  #isParted(of: Pick<DrawnRequest, 'session' | 'call'>): boolean {
    if (this.#parted.has(partOf(of))) return true;
    return (
      of.call.startsWith('trading/') &&
      (this.#states.isParted(of.session) || this.#states.mayDiffer(of.session))
    );
  }
}

/** A request that could not be sent, what it refers to, and the sessions that it touches. */
export interface UnsentRequest {
  readonly n: number;
  readonly call: string;
  readonly things: readonly number[];
  readonly touched: readonly number[];
}

/** Both responses to a request. */
type AnsweredRequest = DrawnRequest & Parameters<MarketLists['note']>[0];

const isRead = (call: string): boolean => /^trading\/[AB]\/(?:ticker|price)$/.test(call);

const partOf = ({ session, call }: Pick<DrawnRequest, 'session' | 'call'>): string =>
  `${session} ${call.slice(0, call.indexOf('/'))}`;

const statusOf = (shownText: string): number => Number.parseInt(shownText, 10);

const isSuccess = (shownText: string): boolean => /^2\d\d\b/.test(shownText);

const inItem = /^\/\w+\/\*\//;

/** The item at this place is another thing. */
const isIdOfItem = ({ kind, field }: Difference): boolean => kind === 'id' && inItem.test(field);

/** The ids of an object; the first one is its name, unless the request has given it. */
const idsOf = (body: unknown): [name: string, id: string][] =>
  entriesOf(body).flatMap(([name, id]) => (isIdField(name) && typeof id === 'string' ? [[name, id]] : []));

const listsIn = (body: unknown): unknown[][] =>
  entriesOf(body).flatMap(([, value]) => (Array.isArray(value) ? [value] : []));

const entriesOf = (body: unknown): [string, unknown][] =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.entries(body) : [];

/** Which items a list has, and how many. */
const isOfList = (difference: Difference): boolean =>
  isItem(difference) || (difference.kind === 'amount' && countField.test(difference.field));

/** Counts of things, and what was staked on them. */
const countField = /\/(?:total|count|rounds|next_nonce|total_bets|total_wagered|wagered)$|^\/totals\//;
