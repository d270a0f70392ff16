import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { loadScenario } from '../../../src/simulation/scenario/load.ts';
import { ScenarioRun } from '../../../src/simulation/scenario/run.ts';
import type { Scenario } from '../../../src/simulation/scenario/scenario.ts';

async function withFault(fault: string): Promise<Scenario> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-market-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'closed.yaml');
  const lines = ['for: 1d', 'population:', '  - { agent: idler }', 'faults:', `  - ${fault}`];
  writeFileSync(file, lines.join('\n'));
  return loadScenario(file, scenarioHost, {});
}

describe('a fault that closes a market', () => {
  it.each(['BTC-PERP', 'BTC-USDC', 'all'])('names a market: %s', async (market) => {
    const scenario = await withFault(
      `{ at: 1h, service: trading, kind: market-closed, market: ${market}, for: 2h }`,
    );
    expect(scenario.faults).toMatchObject([{ kind: 'market-closed', market, forMs: 7_200_000 }]);
    const run = new ScenarioRun(scenario);
    while (run.step(1_000)) continue;
    const [fault] = run.result({ wallSeconds: 0, command: '' }).faults;
    expect(fault?.detail).toMatch(market === 'all' ? /no market takes orders/ : `${market} takes no orders`);
    expect((fault?.endMs ?? 0) - (fault?.startMs ?? 0)).toBe(7_200_000);
  });

  it.each([
    ['{ at: 1h, service: trading, kind: market-closed, market: BTC-PERQ, for: 2h }', /5:\d+.*"BTC-PERP"/],
    ['{ at: 1h, service: trading, kind: market-closed, for: 2h }', /needs "market"/],
    ['{ at: 1h, service: trading, kind: market-closed, market: all }', /needs "for"/],
    ['{ at: 1h, service: escrow, kind: market-closed, market: all, for: 2h }', /only the service trading/],
    ['{ at: 1h, service: trading, kind: outage, market: all, for: 2h }', /has no "market"/],
  ])('is refused, with its place in the file: %s', async (fault, message) => {
    await expect(withFault(fault)).rejects.toThrow(message);
  });
});
