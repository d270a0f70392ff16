/** What an agent can spend, and how it saves up. */
import type { Agent } from 'orrery-sim';

type Steps<T = void> = Generator<unknown, T, unknown>;

const dayMs = 86_400_000;

/** In micros; undefined where no answer says. */
export function* balanceOf(agent: Agent): Steps<number | undefined> {
  const status = yield* agent.polite.get('/faucet/api/v1/faucet/status');
  return status.ok ? Math.round(status.number('balance_usdc') * 1e6) : undefined;
}

/** Claims day by day until there is enough; gives what there is to spend then. */
export function* saveUp(agent: Agent, wantedMicros: number): Steps<number | undefined> {
  const daysMax = 1 + Math.ceil(wantedMicros / 2_000_000);
  for (let day = 0; day < daysMax; day++) {
    const balance = yield* balanceOf(agent);
    if (balance === undefined || balance >= wantedMicros) return balance;
    yield* agent.sleep('24h');
    yield* agent.polite.post('/faucet/claim');
  }
  return yield* balanceOf(agent);
}

/** Takes the daily claim if it is due; gives when to ask for the next one. */
export function* claimWhenDue(agent: Agent, dueAtMs: number): Steps<number> {
  const nowMs = yield* agent.now();
  if (nowMs < dueAtMs) return dueAtMs;
  const claim = yield* agent.polite.post('/faucet/claim');
  return claim.ok ? claim.instant('next_claim') : nowMs + dayMs / 4;
}
