/** Fields that follow from who calls, and fields that stay empty where a request leaves them out. */
import { callOf, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';

/** By call, the fields that name the caller. */
const callers: Readonly<Record<string, readonly string[]>> = {
  'casino/A/createChallenge': ['challenger_id'],
  'casino/A/createTournament': ['created_by'],
  'escrow/A/create': ['buyer'],
  'escrow/B/create': ['sender'],
};

/** By call, the fields that have no value beside the one that is sent. */
const givenAlone: Readonly<Record<string, readonly string[]>> = {
  'casino/A/createChallenge': ['message'],
  'escrow/A/create': ['memo'],
  'escrow/B/create': ['description', 'referrer', 'conditions'],
};

/** Checks `answers-echo`. Give it successful exchanges that are no repeats. */
export function checkOwnFields(file: Case, exchange: AuditedExchange, caller: string | undefined): void {
  const { answer, body } = exchange;
  const call = callOf(exchange);
  const holds = (field: string, wanted: unknown): void => {
    const seen = answer[field];
    if (seen !== undefined && seen !== wanted)
      file.breaks(
        'answers-echo',
        `${call}: ${field} is ${JSON.stringify(seen)}; expected ${JSON.stringify(wanted)}`,
      );
  };
  if (caller !== undefined) for (const field of callers[call] ?? []) holds(field, caller);
  for (const field of givenAlone[call] ?? []) if ((body?.[field] ?? null) === null) holds(field, null);
}
