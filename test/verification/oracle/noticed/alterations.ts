/** What can be altered in what an oracle is told of one answer: the answer, its outcome, its headers, or a balance after it. */
import type { RefusalCode } from '../../../../src/core/base/refusal.ts';
import { errorBody, statusOf } from '../../../../src/core/http/errors.ts';
import type { AuditedExchange, Balances, Body } from '../../../../src/verification/oracle/exchange.ts';
import type { HouseBalances } from '../../../../src/verification/oracle/house-books.ts';
import { changed, type ChangeName, type FieldChange } from './changes.ts';

export type Alteration =
  /** `service/style/operation /path`, of the answer. */
  | { readonly field: string; readonly change: FieldChange }
  | { readonly header: string; readonly change: ChangeName }
  /** A refusal, in place of whatever was answered. */
  | { readonly refused: RefusalCode }
  /** A micro more for an agent. */
  | { readonly agent: string; readonly part: 'availableMicros' | 'heldMicros' }
  /** A micro more in an account of the house. */
  | { readonly house: string };

type Arguments = readonly [AuditedExchange, Balances, HouseBalances?];

/** What `Oracle.answered` is called with, altered. */
export function altered(args: readonly unknown[], alteration: Alteration): readonly unknown[] {
  const [exchange, balances, houses] = args as Arguments;
  if ('agent' in alteration) return [exchange, withMore(balances, alteration), houses];
  if ('house' in alteration)
    return [
      exchange,
      balances,
      new Map(houses).set(alteration.house, (houses?.get(alteration.house) ?? 0) + 1),
    ];
  return [{ ...exchange, ...alteredExchange(exchange, alteration) }, balances, houses];
}

function withMore(
  balances: Balances,
  { agent, part }: Extract<Alteration, { readonly agent: string }>,
): Balances {
  const before = balances.get(agent);
  return before === undefined
    ? balances
    : new Map(balances).set(agent, { ...before, [part]: before[part] + 1 });
}

function alteredExchange(
  { answer, answerHeaders }: AuditedExchange,
  alteration: Exclude<Alteration, { readonly agent: string } | { readonly house: string }>,
): Partial<AuditedExchange> {
  if ('refused' in alteration) {
    const { refused: code } = alteration;
    return { status: statusOf[code], answer: errorBody(code, 'refused') };
  }
  if ('header' in alteration)
    return {
      answerHeaders: changed(answerHeaders, [alteration.header], alteration.change) as typeof answerHeaders,
    };
  const { field, change } = alteration;
  return { answer: changed(answer, field.slice(field.indexOf(' ') + 2).split('/'), change) as Body };
}
