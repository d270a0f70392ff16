/** The books as a whole, at the end of a run. */
import type { Case } from './case.ts';
import type { Totals } from './exchange.ts';

/** Checks what holds of all accounts together. */
export function checkTotals(file: Case, totals: Totals): void {
  const { driftMicros, unexplained, tradingDrift, walletDrift, negative } = totals;
  if (driftMicros !== 0) file.breaks('money-conserved', `the ledger is off by ${driftMicros} micro-USDC`);
  if (negative.length > 0) file.breaks('no-negative-balance', `${negative.join(', ')} below zero`);
  if (unexplained.length > 0) file.breaks('holds-explained', unexplained.join('; '));
  if (tradingDrift !== 0)
    file.breaks(
      'books-agree',
      `the accounts of trading are off by ${tradingDrift} micro-USDC of margins and lots of assets`,
    );
  if (walletDrift !== 0)
    file.breaks('books-agree', `the books of the chains are off by ${walletDrift} smallest units`);
}
