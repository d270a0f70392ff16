/**
 * Recomputes the ledger's balances from the transfers alone. Shares no arithmetic with `Ledger`: it reads rows and
 * balances only.
 */
import type { Micros } from '../base/money.ts';
import type { Ledger } from './ledger.ts';

/**
 * The sum of all disagreements in micro-USDC between the balances and reservations the ledger holds and those
 * its rows add up to, plus what the accounts together are off zero. 0 means conserved.
 */
export function driftMicros(ledger: Ledger): Micros {
  const { balances, reserved } = replay(ledger);
  let drift = 0;
  // Bigints: a partial sum over the accounts may exceed the safe integers.
  let total = 0n;
  for (let account = 0; account < ledger.accountCount; account++) {
    drift += Math.abs((balances[account] ?? 0) - ledger.balance(account));
    drift += Math.abs((reserved[account] ?? 0) - ledger.reserved(account));
    total += BigInt(ledger.balance(account));
  }
  return drift + Math.abs(Number(total));
}

function replay(ledger: Ledger): { balances: Float64Array; reserved: Float64Array } {
  const balances = new Float64Array(ledger.accountCount);
  const reserved = new Float64Array(ledger.accountCount);
  for (let id = 0; id < ledger.transferCount; id++) {
    const { debit, credit, amount, phase } = ledger.record(id);
    if (phase === 'single' || phase === 'post') {
      balances[debit] = (balances[debit] ?? 0) - amount;
      balances[credit] = (balances[credit] ?? 0) + amount;
    }
    if (phase === 'pending') reserved[debit] = (reserved[debit] ?? 0) + amount;
    if (phase === 'post' || phase === 'void' || phase === 'expire')
      reserved[debit] = (reserved[debit] ?? 0) - amount;
  }
  return { balances, reserved };
}
