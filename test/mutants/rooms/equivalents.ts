/** Survivors that no test can notice, each with the reason: docs/testing.md shows them. */
const absent = 'the compiler asks for the value of an absent element; this one is always there';
const closedJournal = 'a closed journal records nothing: the condition saves the call';
const secondLook = 'checked before: the assertion repeats it for callers to come';
const noWeights = 'a number has no weights, so the search for the next one ends where it begins';
const utf8 = 'without the name of an encoding a buffer takes UTF-8';
const otherWay = 'the same words or digests are computed again or in another way: only the time differs';
const writtenLater = 'the place is written again before it is read';
const atZero = 'the address is 0';
const longer = 'the number is encoded with one byte more, and means the same';
const noNegative = 'no address and no shift is negative';
const shortcut = 'a shortcut where nothing has to be reduced: the general sum is the same';

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
  'core/fairness/enumerate.ts: \'a branch is one of its classes\' -> ""': absent,
  'core/fairness/enumerate.ts: \'number\' -> "" (3)': noWeights,
  "core/fairness/enumerate.ts: typeof weights === 'number' -> false (3)": noWeights,
  'core/fairness/hmac-lanes.ts: \'utf8\' -> ""': utf8,
  'core/fairness/hmac-lanes.ts: \'utf8\' -> "" (2)': utf8,
  'core/fairness/hmac-lanes.ts: -1 -> +1': 'the first nonce of four is a multiple of four',
  'core/fairness/hmac-lanes.ts: digits < 1 -> digits <= 1': otherWay,
  'core/fairness/hmac-lanes.ts: digits < 1 -> false':
    'a power below 1 less the lanes is below every nonce, as 0 is',
  'core/fairness/hmac-lanes.ts: end === before -> false': otherWay,
  'core/fairness/hmac-lanes.ts: index < into.length -> index <= into.length':
    'a typed array ignores what is written behind its end',
  'core/fairness/hmac-lanes.ts: keyed === this.#number -> false': otherWay,
  'core/fairness/hmac-lanes.ts: nonce - lane !== this.#firstNonce -> true': otherWay,
  'core/fairness/hmac-lanes.ts: place.inner / 4 -> place.inner * 4': atZero,
  'core/fairness/hmac-lanes.ts: place.inner / 4 -> place.inner * 4 (2)': atZero,
  'core/fairness/hmac-lanes.ts: place.outerBlock / 4 -> place.outerBlock * 4': writtenLater,
  'core/fairness/hmac-lanes.ts: word < 8 -> word <= 8': writtenLater,
  'core/fairness/hmac.ts: position === 0 || this.#digest === undefined -> true': otherWay,
  'core/fairness/sha256-lanes.ts: index < 8 -> index <= 8': writtenLater,
  'core/fairness/sha256-lanes.ts: rest < -64 -> false': noNegative,
  'core/fairness/sha256-lanes.ts: rest < -64 -> rest <= -64': noNegative,
  'core/fairness/sha256-lanes.ts: rest > 127 -> rest >= 127': longer,
  'core/fairness/sha256-lanes.ts: rest > 63 -> rest >= 63': longer,
  'core/fairness/steps.ts: \'\' -> "Stryker was here!"':
    'the text of the first state is compared with no other',
  'core/fairness/steps.ts: \'drawn\' -> ""': absent,
  'core/fairness/steps.ts: known.total % total -> known.total * total': shortcut,
  'core/fairness/steps.ts: known.total % total === 0n -> false': shortcut,
  'core/fairness/steps.ts: total % known.total -> total * known.total': shortcut,
  'core/fairness/steps.ts: total % known.total === 0n -> false': shortcut,
  'core/fairness/steps.ts: { known.ways += ways * (known.total / total); return; } -> {}': shortcut,
  'core/fairness/steps.ts: { known.ways = known.ways * (total / known.total) + ways; kn… -> {}': shortcut,
};
