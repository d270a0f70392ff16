/** Whom an agent has referred: each of them, the latest first (REF05). */
import { expectField, objects, text, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';
import { checkPage, shownPage } from '../pages.ts';

const defaultLimit = 100;

/** Checks `lists-complete`. Give it successful lists of a known caller; registrations that may have failed unseen leave it open. */
export function checkReferred(file: Case, exchange: AuditedExchange, caller: string): void {
  if (file.unknownRegistrations.size > 0) return;
  const own = [...file.agents.values()].filter(({ referrer }) => referrer === caller);
  checkPage(file, exchange, own.length);
  const wanted = shownPage(exchange, own.toReversed(), defaultLimit).map(({ agentId }) => agentId);
  const seen = objects(exchange.answer, 'referred_agents').map((row) => text(row, 'agent_id') ?? '');
  expectField(file, 'lists-complete', {
    name: 'referred agents',
    seen: seen.join(' '),
    wanted: wanted.join(' '),
  });
}
