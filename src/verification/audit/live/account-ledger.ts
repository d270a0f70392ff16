/**
 * The account's own list of transactions against the bets that were settled: it has every transaction (CAS12). The documents
 * name neither its fields nor its rows, so that a list is judged only where it has nearly all amounts of the bets.
 */
import { finePerMicro, parseFine, type Fine } from '../log/fine-amount.ts';
import { asked, isOk, type Fields } from './call.ts';
import type { LiveEvidence } from './evidence.ts';
import { withOwnNames } from './own-fields.ts';
import type { LiveCallSequence } from './round.ts';

/** What one settled bet took from the account and gave to it. */
export interface BookedBet {
  readonly stake: Fine;
  readonly payout: Fine;
}

const pageLength = 100;
const pagesMax = 300;
/** How often a list is read that lacks amounts: a house may be late to show what it has booked. */
const readingsMax = 4;
/** A list that lacks more than this part of the amounts has rows of another kind. */
const missingPart = 1 / 4;
const amountNames = ['amount', 'change', 'delta', 'value'];

/** Compares the ledger of one account when its player has ended. Faults are noted in the evidence. */
export class AccountLedger {
  readonly #evidence: LiveEvidence;
  readonly #bets: BookedBet[] = [];

  constructor(evidence: LiveEvidence) {
    this.#evidence = evidence;
  }

  /** A settled bet. */
  book(bet: BookedBet): void {
    this.#bets.push(bet);
  }

  /** Reads the whole ledger; nothing is noted where it cannot be read, or its rows cannot be assigned to bets. */
  *compare(): LiveCallSequence<void> {
    if (this.#bets.length === 0) return;
    for (let reading = 1; ; reading += 1) {
      const shown = yield* amountsShown();
      if (shown === undefined) return;
      const { missing, expected } = bestFit(this.#bets, shown);
      if (missing > expected * missingPart) return;
      if (missing > 0 && reading < readingsMax) continue;
      this.#evidence.tested.ledgerAmounts += expected;
      if (missing > 0) this.#evidence.note('ledger-incomplete', { times: missing });
      return;
    }
  }
}

/** The size of each row's amount, over all pages; undefined where they cannot be read to the end. */
function* amountsShown(): LiveCallSequence<readonly Fine[] | undefined> {
  const amounts: Fine[] = [];
  let before = '';
  for (let page = 1; page <= pagesMax; page += 1) {
    const query = { limit: String(pageLength), page: String(page) };
    const { answer } = yield* asked({ method: 'GET', path: '/auth/ledger', query });
    const rows = isOk(answer) ? rowsIn(answer.body) : undefined;
    if (rows === undefined) return undefined;
    const text = JSON.stringify(rows);
    // A house may show the last page again; one that shows the first again has no pages, and perhaps not all rows.
    if (text === before) return page > 2 || answer.body.get('total') === rows.length ? amounts : undefined;
    if (rows.length === 0) return amounts;
    amounts.push(...rows.flatMap((row) => amountIn(row) ?? []));
    before = text;
  }
  return undefined;
}

/** The list of an answer, which may lie in an envelope. */
function rowsIn(body: Fields): readonly unknown[] | undefined {
  const lists = [
    ...body.values(),
    ...[...body.values()].flatMap((value) => [...withOwnNames(value).values()]),
  ];
  return lists.find((value) => Array.isArray(value)) as readonly unknown[] | undefined;
}

function amountIn(row: unknown): Fine | undefined {
  const fields = withOwnNames(row);
  const value = amountNames.map((name) => fields.get(name)).find((shown) => shown !== undefined);
  return parseFine(typeof value === 'number' ? Math.abs(value) : typeof value === 'string' ? value.replace(/^[+-]/, '') : undefined);
} // prettier-ignore

/** How many amounts of the bets the list lacks: with a row for each stake and payout, or with one for both. */
function bestFit(bets: readonly BookedBet[], shown: readonly Fine[]): { missing: number; expected: number } {
  const apart = bets.flatMap(({ stake, payout }) => [stake, payout]);
  const net = bets.map(({ stake, payout }) => Math.abs(payout - stake));
  const fits = [apart, net]
    .map((amounts) => amounts.filter((amount) => amount > 0))
    .map((amounts) => ({ missing: missingIn(amounts, shown), expected: amounts.length }));
  return fits.reduce((best, fit) => (fit.missing * best.expected < best.missing * fit.expected ? fit : best));
}

/** Amounts without a separate row. A ledger may round to the decimals that it shows. */
function missingIn(amounts: readonly Fine[], shown: readonly Fine[]): number {
  const grain = grainOf(shown);
  const [open, rows] = [amounts.toSorted((a, b) => a - b), shown.toSorted((a, b) => a - b)];
  let missing = 0;
  let at = 0;
  for (const amount of open) {
    while (at < rows.length && rows[at]! <= amount - grain) at += 1;
    if (at < rows.length && rows[at]! < amount + grain) at += 1;
    else missing += 1;
  }
  return missing;
}

/** The last decimal place that any amount has, at least a micro. */
function grainOf(shown: readonly Fine[]): Fine {
  let grain = 1e8;
  while (grain > finePerMicro && shown.some((amount) => amount % grain !== 0)) grain /= 10;
  return grain;
}
