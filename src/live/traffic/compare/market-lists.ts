/**
 * The markets of both sides: which there are, and with how many decimals they quote. Lists of markets and prices are a deployment's own,
 * so that an order may ask for what the other side alone has.
 */

import { withoutEnding } from '../../../core/base/digits.ts';

/** Both responses to a call of trading. */
interface MarketAnswers {
  readonly call: string;
  readonly request: { readonly path?: string | undefined };
  readonly recorded: { readonly status: number; readonly body?: unknown };
  readonly live: { readonly status: number; readonly body?: unknown };
}

/** Follows the markets of one side. */
class Markets {
  readonly #names = new Set<string>();
  /** The most decimals of a price, by asset. */
  readonly #decimals = new Map<string, number>();
  /** The most decimals of a quantity, by asset. */
  readonly #lots = new Map<string, number>();

  /** Notes a list of all markets, whatever its fields are called. */
  list(body: unknown): void {
    eachRow(body, (row) => {
      const asset = Object.values(row)
        .map(assetIn)
        .find((name) => name !== undefined);
      if (asset === undefined) return;
      this.#names.add(asset);
      this.quote(asset, row);
    });
  }

  /** Notes an order or a position. */
  noteRow(row: Readonly<Record<string, unknown>>): void {
    const asset = assetIn(row['symbol'] ?? row['pair']);
    if (asset !== undefined) this.quote(asset, row);
  }

  quote(asset: string, row: Readonly<Record<string, unknown>>): void {
    for (const [fields, known] of [
      [priceFields, this.#decimals],
      [quantityFields, this.#lots],
    ] as const) {
      const most = Math.max(...fields.map((name) => decimalsIn(row[name])));
      if (most >= 0) known.set(asset, Math.max(most, known.get(asset) ?? 0));
    }
  }

  /** True if a list of markets was seen, and the asset is not on it. */
  lacks(asset: string): boolean {
    return this.#names.size > 0 && !this.#names.has(asset);
  }

  /** True if prices or quantities of the asset were seen, and all have fewer decimals than those of the order. */
  isCoarser(asset: string, { price, size }: { readonly price?: unknown; readonly size?: unknown }): boolean {
    const most = this.#decimals.get(asset) ?? Number.POSITIVE_INFINITY;
    return decimalsIn(price) > most || decimalsIn(size) > (this.#lots.get(asset) ?? Number.POSITIVE_INFINITY);
  }
}

/** The markets of one run. Note every response in its order. */
export class MarketLists {
  readonly recorded = new Markets();
  readonly live = new Markets();

  note({ call, request, recorded, live }: MarketAnswers): void {
    if (!call.startsWith('trading/') || recorded.status >= 300 || live.status >= 300) return;
    const asset = assetIn(decodedEnd(request.path ?? ''));
    for (const [markets, { body }] of [
      [this.recorded, recorded],
      [this.live, live],
    ] as const) {
      if (call === 'trading/A/markets') markets.list(body);
      else if (asset !== undefined && isRow(body)) markets.quote(asset, body);
      else eachRow(body, (row) => markets.noteRow(row));
    }
  }
}

/** The asset that a request of trading is about: of its path, or of its body. */
export function assetOf({
  path = '',
  body,
}: {
  readonly path?: string | undefined;
  readonly body?: unknown;
}): string | undefined {
  const { pair, symbol = pair } = isRow(body) ? body : {};
  return assetIn(symbol) ?? assetIn(decodedEnd(path));
}

const quantityFields = ['fill_qty', 'qty', 'size'] as const;
const priceFields = ['bid', 'ask', 'mid', 'mark_price'] as const;

/** `BTC` of `BTC-USDC` and `BTC-PERP`. */
function assetIn(text: unknown): string | undefined {
  return typeof text === 'string' ? /^([A-Z0-9]{1,16})-(?:USDC|PERP)$/.exec(text)?.[1] : undefined;
}

const decodedEnd = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The number of decimals of a number or a decimal text, without zeros at its end; -1 for anything else. */
function decimalsIn(value: unknown): number {
  if (typeof value !== 'number' && typeof value !== 'string') return -1;
  const [whole, decimals = ''] = /^-?\d+(?:\.(\d+))?$/.exec(String(value)) ?? [];
  return whole === undefined ? -1 : withoutEnding(decimals, '0').length;
}

const isRow = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every object of a JSON value. */
function eachRow(value: unknown, visit: (row: Readonly<Record<string, unknown>>) => void): void {
  if (Array.isArray(value)) for (const item of value) eachRow(item, visit);
  if (!isRow(value)) return;
  visit(value);
  for (const item of Object.values(value)) if (typeof item === 'object') eachRow(item, visit);
}
