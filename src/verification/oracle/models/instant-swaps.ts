/** Swaps of style A, which settle in one instant, between USDC and the native assets of chains (WAL39, gaps W2, W14). */
import type { Micros } from '../../../core/base/money.ts';
import { isOk, micros, outcomeOf, reads, sentMicros, text, type Case } from '../case.ts';
import { usdc } from '../usdc.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

/** Checks `swap-terms`; books what a swap takes from the balance, or brings. */
export function bookSwap(file: Case, exchange: AuditedExchange, caller: string): void {
  const { body, answer } = exchange;
  if (!isOk(exchange)) {
    checkMoved(file, exchange);
    return checkCovered(file, exchange, caller);
  }
  const [from, to] = [text(answer, 'from'), text(answer, 'to')];
  if ([body?.['from'], body?.['to']].every(isUsdc))
    file.breaks('swap-terms', `USDC is swapped into USDC, of which there is one balance (gap W2)`);
  if (from === 'USDC') {
    const amount = sentMicros(body, 'amount') ?? 0;
    file.books.move(caller, -amount);
    const received = Number(answer['received_usdc']) * 1_000_000;
    const fee = micros(answer, 'fee_usdc') ?? 0;
    const kept = 1 - slippageOf(file, body) / 100;
    const least = (amount - fee) * kept - unitsWorth(received, Number(answer['received']), to);
    holdsFee(file, fee, amount);
    if (received > amount - fee + 2 || received < least - 2) {
      file.breaks(
        'swap-terms',
        `${usdc(amount)} less a fee of ${usdc(fee)} is swapped into what is worth ${usdc(received)}`,
      );
    }
    platformFee(file, caller, amount);
  } else if (to === 'USDC') {
    const [received, fee] = [micros(answer, 'received') ?? 0, micros(answer, 'fee_usdc') ?? 0];
    file.books.move(caller, received);
    holdsFee(file, fee, received + fee);
    // What the platform's part of the fee is depends on the price.
    file.invalidateReferrers(caller);
  }
}

const isUsdc = (asset: unknown): boolean => /^(?:\w+:)?usdc$/i.test(String(asset));

/** There is one balance of USDC, whatever the chain (gap W2): a swap out of it needs no more than its amount. */
function checkCovered(file: Case, exchange: AuditedExchange, caller: string): void {
  const { body } = exchange;
  const amount = sentMicros(body, 'amount');
  if (outcomeOf(exchange) !== 'INSUFFICIENT_BALANCE' || !isUsdc(body?.['from']) || amount === undefined)
    return;
  if (file.books.isSettled(caller) && file.books.available(caller) >= amount)
    file.breaks('swap-terms', `a swap of ${usdc(amount)} is refused though that is there`);
}

/** A refusal that says how far the price has moved says more than the caller bears. */
function checkMoved(file: Case, { body, answer }: AuditedExchange): void {
  const [, percents] = /moved by (\d+(?:\.\d+)?)%/.exec(text(answer, 'error') ?? '') ?? [];
  if (percents === undefined) return;
  const perUnit = reads(file, 'wallet.slippage', 'fraction') ? 10_000 : 100;
  const slippage = Number(body?.['slippage'] ?? 100 / perUnit);
  if (Math.round(Number(percents) * 100) / perUnit > slippage) return;
  file.breaks(
    'swap-terms',
    `a swap with a slippage of ${slippage} is refused for a movement of ${percents}%`,
  );
}

/** A quarter of a percent is the provider's and half a percent the platform's, beside what the network takes (gap W14). */
function holdsFee(file: Case, fee: Micros, worth: Micros): void {
  const least = Math.floor(worth / 400) + Math.floor(worth / 200);
  if (fee < least - 3)
    file.breaks(
      'swap-terms',
      `the fee of a swap worth ${usdc(worth)} is ${usdc(fee)}; expected ${usdc(least)} or more`,
    );
}

/** Half a percent of the worth is the platform's, of which referrers have a share. */
function platformFee(file: Case, payer: string, worth: Micros): void {
  file.feeCharged({ service: 'wallet', payer, feeMicros: Math.floor((worth * 50) / 10_000) });
}

/** By how many percent a swap may lose: as many as the caller bears, one unless they are given, and no more than one (gap W14). */
const slippageOf = (file: Case, body: Body | undefined): number => {
  const percents = reads(file, 'wallet.slippage', 'fraction') ? 100 : 1;
  return Math.min(1, Number(body?.['slippage'] ?? 1 / percents) * percents);
};

/** The last unit of assets with few decimals; of others it is less. */
const units: Readonly<Record<string, number>> = { TRX: 1e-6, BTC: 1e-8 };

/** What two units of an asset are worth: an amount is rounded down before and after its loss. */
const unitsWorth = (worth: Micros, amount: number, asset: unknown): Micros =>
  amount > 0 ? (2 * worth * (units[String(asset)] ?? 1e-9)) / amount : 0;
