/** The balance that an answer of the casino ends with. */
import { expectField, signedMicros, type Case } from '../case.ts';
import type { Body } from '../exchange.ts';

/** Checks `balances-explained`. Give it what is booked already. */
export function holdsBalance(file: Case, got: Body, caller: string): void {
  const seen = signedMicros(got['balance']);
  if (seen === undefined) return;
  const wanted = file.books.available(caller);
  expectField(file, 'balances-explained', { name: 'balance', isMicros: true, seen, wanted });
}
