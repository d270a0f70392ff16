/** The books of a run as a check sees them: what changes shows, and what does not is given as it was. */
import { expect, it } from 'vitest';
import type { World } from '../../../src/platform/world/world.ts';
import { buildFromValue } from '../../../src/simulation/scenario/load.ts';
import { ScenarioRun } from '../../../src/simulation/scenario/run.ts';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { scenariosFrom } from '../../../src/verification/check/campaign.ts';
import { SeenBooks } from '../../../src/verification/check/seen-books.ts';

/** Every balance, read from the ledger without a look at what was read before. */
const read = ({ agents, ledger }: World, houses: number) => ({
  balances: [...agents.all()].map(({ agentId, account }) => {
    const heldMicros = ledger.reserved(account);
    return [agentId, { availableMicros: ledger.balance(account) - heldMicros, heldMicros }];
  }),
  houses: Array.from({ length: houses }, (_, account) => [
    ledger.accountName(account),
    ledger.balance(account),
  ]),
});

it('are what the ledger has at every look of generated runs, and the same maps where nothing has changed', async () => {
  let [looks, repeated] = [0, 0];
  for (const source of scenariosFrom('books', { first: 1, count: 12 })) {
    let look = (): void => undefined;
    const hooks = { onArrival: () => look(), onEvent: () => look() };
    const run = new ScenarioRun(await buildFromValue(source, scenarioHost), hooks);
    const books = new SeenBooks(run.world);
    const houses = run.world.ledger.accountCount;
    let before = [books.balances(), books.houses()] as const;
    look = () => {
      const now = [books.balances(), books.houses()] as const;
      expect({ balances: [...now[0]], houses: [...now[1]] }).toEqual(read(run.world, houses));
      looks += 1;
      if (now[0] === before[0] && now[1] === before[1]) repeated += 1;
      before = now;
    };
    while (run.step(2_000)) continue;
  }
  expect(looks).toBeGreaterThan(500);
  expect(repeated).toBeGreaterThan(looks / 2);
});
