/** Amounts are texts in style B and numbers in style A, in lists as well (FAU13, FAU14, ESC13, ESC21, DOM11, TRD28). */
import { callOf, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

/** By style, the fields that are amounts, and what each is. */
const amounts: Readonly<
  Record<string, { readonly fields: readonly string[]; readonly isRight: (value: unknown) => boolean }>
> = {
  B: {
    fields: ['amount', 'fee', 'net', 'balance', 'cost', 'price', 'fill_price', 'fill_qty'],
    isRight: (value) => typeof value === 'string' && /^\d+\.\d{2,}$/.test(value),
  },
  A: {
    fields: [
      'amount',
      'fee',
      'balance',
      'amount_usdc',
      'balance_usdc',
      'released_amount',
      'price_usdc',
      'valuation_usdc',
    ],
    isRight: (value) => typeof value === 'number',
  },
};

const services: readonly string[] = ['faucet', 'escrow', 'trading', 'domains'];

function* partsOf(answer: Body): Iterable<Body> {
  yield answer;
  for (const part of Object.values(answer))
    if (Array.isArray(part))
      for (const row of part as unknown[]) if (typeof row === 'object' && row !== null) yield row as Body;
}

/** Checks `answers-fixed`. Give it successful exchanges that are no repeats. */
export function checkAmountForms(file: Case, exchange: AuditedExchange): void {
  const { service, style, operation, answer } = exchange;
  const { fields = [], isRight } = amounts[style] ?? {};
  if (!services.includes(service) || operation === 'message' || isRight === undefined) return;
  for (const part of partsOf(answer))
    for (const field of fields) {
      const value = part[field] ?? undefined;
      if (value !== undefined && !isRight(value))
        file.breaks(
          'answers-fixed',
          `${callOf(exchange)}: ${field} is ${JSON.stringify(value)}, which is no amount of style ${style}`,
        );
    }
}
