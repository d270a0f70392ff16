/**
 * Accounts of the venue, the counterparty of every trade, as the books show them before each request: what it cannot pay, and what
 * is left over when funding is settled (gaps T8, T9).
 */
import { isOk, micros, objects, reads, sentMicros, type Case, type Model } from '../case.ts';
import { usdc } from '../usdc.ts';
import type { AuditedExchange } from '../exchange.ts';

/** Checks `house-accounts` and `funding-direction`. */
export class VenueModel implements Model {
  readonly service = 'trading';
  readonly #case: Case;
  /** Agents and pairs of all perpetuals that may have been traded. */
  readonly #traded = new Set<string>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered(exchange: AuditedExchange, caller: string | undefined): void {
    this.#holdsFunding();
    if (caller === undefined) return;
    if (exchange.operation === 'place') this.#placed(exchange, caller);
    else this.#paid(exchange, caller);
  }

  /** Each settlement adds up to 0 with the venue. */
  #holdsFunding(): void {
    const left = this.#left ?? 0;
    if (left !== 0 && reads(this.#case, 'trading.fundingRest', 'venue'))
      this.#case.breaks('funding-direction', `${usdc(left)} is left in the funding account`);
  }

  #placed(exchange: AuditedExchange, caller: string): void {
    const { style, body, status } = exchange;
    const isPerp = style === 'A' || body?.['market_type'] === 'perp';
    const market = String(body?.['symbol'] ?? body?.['pair']).replace('-PERP', '-USDC');
    if (isPerp && (isOk(exchange) || status >= 500)) this.#traded.add(`${caller} ${market}`);
    const isSold = isOk(exchange) && body?.['side'] === 'sell' && body['type'] !== 'limit';
    if (!isPerp && isSold) this.#sold(sentMicros(body, 'amount') ?? 0);
  }

  /** What a sale brings comes from the venue: no more than it has, where no issuer pays in. */
  #sold(worth: number): void {
    const venue = this.#case.houses.seen('trading:venue') ?? Infinity;
    if (venue > 0 && worth > venue && reads(this.#case, 'trading.venueShort', 'capped'))
      this.#case.breaks(
        'house-accounts',
        `a sale of ${usdc(worth)} is paid by a venue that has ${usdc(venue)}`,
      );
  }

  /** What the only position of a run has paid, no other has received: it is left in the funding account. */
  #paid(exchange: AuditedExchange, caller: string): void {
    const { answer, style } = exchange;
    const rows = objects(answer, 'positions').filter((row) => style === 'A' || row['market_type'] === 'perp');
    const isOnly = isOk(exchange) && this.#traded.size === 1 && rows.length === 1;
    const paid = -(micros(rows[0], 'funding') ?? 0);
    const left = this.#left ?? Infinity;
    if (isOnly && paid > left && reads(this.#case, 'trading.fundingRest', 'account'))
      this.#case.breaks(
        'funding-direction',
        `${caller} has paid ${usdc(paid)}, and ${usdc(left)} is left of it`,
      );
  }

  get #left(): number | undefined {
    return this.#case.houses.seen('trading:funding');
  }
}
