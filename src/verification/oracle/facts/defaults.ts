/** What a call means that leaves a field out, where its answer shows it. */
import { callOf, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

/** By call and field (REF18, TRD21, TRD24, WAL30, WAL49). */
const defaults: Readonly<Record<string, Body>> = {
  'trading/B/place': { type: 'market', market_type: 'spot' },
  'wallet/B/send': { chain: 'ethereum' },
  'wallet/primary/depositPath': { chain: 'base' },
  'wallet/primary/withdrawReferral': { chain: 'base' },
};

/** Checks `answers-fixed`. Give it successful exchanges that are no repeats. */
export function checkDefaults(file: Case, exchange: AuditedExchange): void {
  const { body, query, answer } = exchange;
  const call = callOf(exchange);
  for (const [name, wanted] of Object.entries(defaults[call] ?? {})) {
    const isSent = (body?.[name] ?? query[name]) !== undefined;
    if (!isSent && answer[name] !== undefined && answer[name] !== wanted)
      file.breaks(
        'answers-fixed',
        `${call} without ${name}: it is ${JSON.stringify(answer[name])}; expected ${String(wanted)}`,
      );
  }
}
