/** `orrery init`: a scenario, a behaviour and a property that run as they are. */
import { ownCall } from '../../../../core/base/own-call.ts';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CallMistake, exitCode } from '../../../app/process/exit.ts';
import { say } from '../../output/output.ts';

const scenario = `# yaml-language-server: $schema=./node_modules/orrery-sim/docs/schemas/scenario.json
name: my-first
about: Three agents with a new behaviour among a few shipped ones, for a week.
seed: 1
for: 7d
network: { latency: { median: 40ms, p99: 400ms } }
population:
  - { agent: ./my-agent.ts, count: 3, arrive: { over: 1h }, with: { pause: 6h } }
  - { agent: escrow-seller, count: 2 }
  - { agent: faucet-claimer, count: 10, arrive: { over: 1d } }
expect:
  ledger_drift_micros: ["value==0"]
  checks: ["rate==1"]
  escrow_released_total: ["count>0"]
`;

const behaviour = `import { defineAgent, duration, exponential } from 'orrery-sim';

/** Pays a seller now and then, through an escrow that it releases. */
export default defineAgent({
  name: 'my-agent',
  about: 'Pays a seller now and then, through an escrow that it releases.',
  parameters: { pause: duration('12h', { about: 'Time between two payments, on average' }) },
  *run(agent, { pause }) {
    yield* agent.join();
    for (;;) {
      yield* agent.sleep(yield* agent.random(exponential(pause)));
      yield* agent.polite.post('/faucet/claim');
      const [receiver] = agent.peers('escrow-seller');
      const escrow = yield* agent.polite.post('/escrow/escrow', { amount: '0.50', receiver });
      if (!escrow.ok) continue;
      const released = yield* agent.polite.post(\`/escrow/escrow/\${escrow.text('escrow_id')}/release\`);
      yield* agent.check('my payment goes through', released.ok);
    }
  },
});
`;

const property = `import { runScenario } from 'orrery-sim';
import { checkWorld } from 'orrery-sim/vitest';
import { expect, it } from 'vitest';
import myAgent from './my-agent.ts';

// What has to hold for every scenario; a failure is reported as the smallest scenario that shows it.
it('the faucet never pays out more than it has', { timeout: 120_000 }, () =>
  checkWorld({
    runs: 10,
    property: ({ world }) => expect(world.faucet.poolMicros).toBeGreaterThanOrEqual(0),
  }));

// What has to hold for my agent, under many seeds.
it.each([1, 2, 3])('my agent gets its payments through, seed %i', async (seed) => {
  const { summary, checks } = await runScenario(
    {
      name: 'mine',
      seed,
      for: '3d',
      population: [
        { agent: 'my-agent', count: 2, with: { pause: '6h' } },
        { agent: 'escrow-seller', count: 1 },
      ],
    },
    { behaviours: [myAgent] },
  );
  expect(summary.ok).toBe(true);
  expect(checks.filter(({ failed }) => failed > 0)).toEqual([]);
});
`;

const files = { 'scenario.yaml': scenario, 'my-agent.ts': behaviour, 'my-agent.test.ts': property };

/** Writes all three files into the current folder, or none when one exists already. */
export function initCommand({ quiet }: { quiet?: boolean }): number {
  const folder = process.cwd();
  for (const name of Object.keys(files)) {
    if (existsSync(join(folder, name)))
      throw new CallMistake(`${name} exists already; expected a folder without it`);
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  if (quiet === true) return exitCode.held;
  say(
    `wrote ${Object.keys(files).join(', ')}\nnow: ${ownCall} run scenario.yaml\nand: npx vitest run, after npm install --save-dev vitest\n`,
  );
  return exitCode.held;
}
