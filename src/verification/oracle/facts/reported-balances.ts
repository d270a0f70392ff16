/** Balances that answers tell, against the ledger after the call: one balance per agent in every service (gap X18). */
import { expectField, signedMicros, type Case } from '../case.ts';
import type { AuditedExchange, Balance, Balances } from '../exchange.ts';

type Part = 'available' | 'held' | 'whole';

/** By operation, which fields tell the caller's balance. */
const reported: Readonly<Record<string, Readonly<Record<string, Part>>>> = {
  'faucet/register': { balance: 'available' },
  'faucet/claimDaily': { balance: 'available' },
  'faucet/status': { balance_usdc: 'available' },
  'faucet/agentDetail': { balance_usdc: 'available' },
  'casino/bet': { balance: 'available' },
  'casino/deal': { balance: 'available' },
  'casino/playTournament': { balance: 'available' },
  'casino/launch': { balance: 'available' },
  'casino/cashOut': { balance: 'available' },
  'casino/balance': { balance: 'available', reserved: 'held' },
  'casino/createChallenge': { balance: 'available' },
  'casino/acceptChallenge': { balance: 'available' },
  'casino/declineChallenge': { balance: 'available' },
  'casino/kellyLimits': { bankroll: 'available' },
  'casino/bankrollCurve': { bankroll: 'available' },
};

/** Checks `balances-reported`. Give it successful exchanges that are no repeats. */
export function checkReportedBalances(
  file: Case,
  exchange: AuditedExchange,
  { agent, balances }: { agent: string | undefined; balances: Balances },
): void {
  const { service, operation, answer } = exchange;
  const fields = reported[`${service}/${operation}`];
  const balance = agent === undefined ? undefined : balances.get(agent);
  if (fields === undefined || balance === undefined) return;
  for (const [name, part] of Object.entries(fields)) {
    const seen = signedMicros(answer[name]);
    if (seen === undefined) continue;
    const field = { name: `${name} of ${operation}`, seen, wanted: partOf(balance, part), isMicros: true };
    expectField(file, 'balances-reported', field);
  }
}

function partOf({ availableMicros, heldMicros }: Balance, part: Part): number {
  if (part === 'available') return availableMicros;
  return part === 'held' ? heldMicros : availableMicros + heldMicros;
}
