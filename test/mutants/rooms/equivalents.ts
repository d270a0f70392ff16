/** Survivors that no test can notice, each with the reason: docs/testing.md shows them. */
const absent = 'the compiler asks for the value of an absent element; this one is always there';
const closedJournal = 'a closed journal records nothing: the condition saves the call';
const secondLook = 'checked before: the assertion repeats it for callers to come';

export const equivalents: Readonly<Record<string, string>> = {
  'core/ledger/columns.ts: \'\' -> "Stryker was here!"': absent,
  'core/ledger/drift.ts: account < ledger.accountCount -> account <= ledger.accountCount':
    'an account that is not open has no balance, so one more adds 0',
  'core/ledger/drift.ts: total += BigInt(ledger.balance(account)) -> total -= BigInt(ledger.balance(account))':
    'of the sum only the distance from zero is read',
  'core/ledger/ledger.ts: this.#journal.open -> true': closedJournal,
  'core/ledger/ledger.ts: this.#journal.open -> true (2)': closedJournal,
  'core/ledger/ledger.ts: !this.#journal.open -> false': closedJournal,
  'core/ledger/ledger.ts: !this.#journal.open -> false (2)': closedJournal,
  'core/ledger/ledger.ts: !this.#journal.open -> false (3)': closedJournal,
  'core/ledger/ledger.ts: -1 -> +1 (3)': absent,
  'core/ledger/ledger.ts: -1 -> +1 (5)': absent,
  'core/ledger/ledger.ts: -1 -> +1 (6)': absent,
  'core/ledger/ledger.ts: -1 -> +1 (7)': absent,
  'core/ledger/ledger.ts: -1 -> +1 (8)': absent,
  'core/ledger/ledger.ts: -1 -> +1 (9)': absent,
  'core/ledger/ledger.ts: \'single\' -> ""': absent,
  'core/ledger/ledger.ts: \'a transfer has a kind\' -> ""': absent,
  'core/ledger/ledger.ts: held >= 0 -> true': secondLook,
  'core/ledger/ledger.ts: \'no more is given back than is reserved\' -> ""': secondLook,
  'core/ledger/ledger.ts: from >= this.reserved(debit) || this.#accounts.mayGoNegative… -> true': secondLook,
  'core/ledger/ledger.ts: \'no balance goes negative\' -> ""': secondLook,
};
