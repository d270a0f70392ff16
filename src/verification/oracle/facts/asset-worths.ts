/**
 * What assets are worth as swaps and quotes of the wallet tell it: in one minute of the market one price of an asset, whatever the
 * call, and that of the market where it tells one (gaps W14, T7).
 */
import { minuteMs } from '../../../core/base/time.ts';
import { callOf, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { symbolsOf } from './exchange-relations.ts';

/** From the least to the most that a unit may be worth, in USDC. */
interface Worth {
  readonly least: number;
  readonly most: number;
}

/** Amounts are shown in micro-USDC, rounded down. */
const micro = 1e-6;
/** Doubles carry fifteen digits, and amounts of six decimals as many as twelve. */
const inexact = 1e-9;
/** The decimals of the coarsest asset: Tron's. */
const unit = 1e-6;

/** What a unit of an asset is worth, where an amount of it has been valued. */
const valued = (usdc: number, amount: number): Worth => ({
  least: (usdc / amount) * (1 - inexact),
  most: ((usdc + micro) / amount) * (1 + inexact),
});

/** The same where a worth was turned into as many units as it covers. */
const covered = (usdc: number, amount: number): Worth => ({
  least: (usdc / (amount + unit)) * (1 - inexact),
  most: ((usdc + micro) / amount) * (1 + inexact),
});

/** By so much of itself a price moves against who swaps, before it is refused (gap W14). */
const movedMax = 0.01;

/** The worths that an answer tells: asset and worth. */
function* worthsIn(exchange: AuditedExchange): Iterable<readonly [asset: unknown, worth: Worth]> {
  const { answer } = exchange;
  const call = callOf(exchange);
  if (call === 'trading/B/price') {
    const [asset, mid] = [String(answer['pair']).split('-')[0], Number(answer['mid'])];
    yield [asset, { least: mid * (1 - inexact), most: mid * (1 + inexact) }];
  }
  if (call === 'wallet/A/swap' && answer['to'] !== 'USDC')
    yield [answer['to'], valued(Number(answer['received_usdc']), Number(answer['received']))];
  if (call === 'wallet/A/swap' && answer['to'] === 'USDC') {
    const [received, fee] = [Number(answer['received']), Number(answer['fee_usdc'])];
    const amount = Number(answer['amount']);
    yield [
      answer['from'],
      {
        least: ((received + fee - 3 * micro) / amount) * (1 - inexact),
        most: ((received / (1 - movedMax) + fee + 3 * micro) / amount) * (1 + inexact),
      },
    ];
  }
  if (call === 'wallet/A/balance')
    for (const part of Object.values((answer['chains'] ?? {}) as Readonly<Record<string, Body>>)) {
      const [worth, native] = [
        Number(part['usdc_equivalent']) - Number(part['usdc']),
        Number(part['native']),
      ];
      if (native > 0) yield [part['symbol'], valued(worth, native)];
    }
  if (call === 'wallet/primary/quote') {
    const [value, fees] = [Number(answer['value_usdc']), (answer['fees'] ?? {}) as Body];
    const [from, to] = ['from', 'to'].map((end) => symbolsOf(answer[`${end}_chain`], answer[`${end}_token`]));
    yield [from, valued(value, Number(answer['amount']))];
    yield [to, covered(value - Number(fees['total']), Number(answer['amount_out']))];
  }
}

/** Checks `prices-agree`. Give it successful exchanges that are no repeats. */
export class AssetWorths {
  readonly #case: Case;
  readonly #known = new Map<string, Worth & { readonly minute: number }>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered(exchange: AuditedExchange): void {
    // A planned jump moves a price within a minute.
    if (this.#case.setting.faults.some(({ service }) => service === 'trading')) return;
    const minute = Math.floor(exchange.atMs / minuteMs);
    for (const [asset, worth] of worthsIn(exchange)) {
      if (typeof asset !== 'string' || !(worth.least > 0)) continue;
      const before = this.#known.get(asset);
      const isKnown = before !== undefined && before.minute === minute;
      if (isKnown && (worth.least > before.most || worth.most < before.least))
        this.#case.breaks(
          'prices-agree',
          `${callOf(exchange)}: a unit of ${asset} is worth ${worth.least}; in the same minute it was ${before.least}`,
        );
      if (!isKnown || worth.most - worth.least < before.most - before.least)
        this.#known.set(asset, { ...worth, minute });
    }
  }
}
