/** Houses before `orrery serve`: each that cheats is named or its check is listed as not run, and no honest one is accused. */
import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TargetAudit } from '../../../../src/host/app/audit/audit-target.ts';
import { folderWith, program } from '../../../host/cli/orrery.ts';
import { auditOf, startUpstream, targetText, type Audited, type Upstream } from './audit-of.ts';
import { cheatingHouses } from './cheating-houses.ts';
import { honestHouse, traitNames } from './honest-houses.ts';
import { proxyBefore, type House } from './proxy.ts';
import { share, shares } from '../../../campaigns.ts';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => void upstream.child.kill('SIGKILL'));

describe('a signal', () => {
  it('ends the betting, and what was staked until then is reported to the micro', async () => {
    let stop = (): void => undefined;
    const house: House = {
      answer: ({ honest, player }) => {
        if (player.bets === 4) stop();
        return honest;
      },
    };
    const tally = await proxyBefore(upstream.address, house);
    const folder = folderWith({ 'target.yaml': targetText(tally.address) });
    const words = [
      'audit',
      '--target',
      'target.yaml',
      '--budget',
      '2',
      '--rate',
      '200',
      '--json',
      '--seed',
      'stop',
    ];
    const child = spawn(process.execPath, [program, ...words], { cwd: folder });
    stop = () => void child.kill('SIGINT');
    let stdout = '';
    child.stdout.on('data', (part: Buffer) => (stdout += part.toString()));
    const code = await new Promise((resolve) => void child.on('close', resolve));
    tally.close();
    const { target, ok } = JSON.parse(stdout) as { target: TargetAudit['target']; ok: boolean };
    expect([code, ok]).toEqual([130, false]);
    expect(target.ended).toContain('a signal');
    expect([target.stakesSent, Math.round(Number(target.staked) * 1e6)]).toEqual([
      tally.stakes,
      tally.stakedMicros,
    ]);
    expect(target.stakesConfirmed).toBeGreaterThanOrEqual(3);
  });
});

/** What the house saw is what the audit says, to the micro, and never more than the budget. */
function expectBudget({ result: { target }, tally }: Audited, budgetMicros: number): void {
  expect(tally.stakedMicros).toBeLessThanOrEqual(budgetMicros);
  expect([target.stakesSent, Math.round(Number(target.staked) * 1e6)]).toEqual([
    tally.stakes,
    tally.stakedMicros,
  ]);
}

describe('a house that cheats', () => {
  it('is one of at least 40', () =>
    expect(new Set(cheatingHouses.map(({ name }) => name)).size).toBeGreaterThanOrEqual(40));

  it.each(share('cheatingHouses', cheatingHouses))(
    '$name',
    async ({ name, house, codes = [], missing = [], games }) => {
      const plan = { seed: `cheat ${name}`, ...(games === undefined ? {} : { games }) };
      const found = await auditOf(upstream.address, house, plan);
      const notPassed = found.checks.filter(({ result }) => result !== 'passed').map((check) => check.name);
      const isNamed = codes.some((code) => found.codes.includes(code));
      const isListed = missing.length > 0 && missing.every((check) => notPassed.includes(check));
      expect(isNamed || isListed, `${found.codes.join()}; not passed: ${notPassed.join()}`).toBe(true);
      expectBudget(found, 2_000_000);
    },
  );
});

describe('an honest house', () => {
  const numbers = Array.from({ length: shares.honestHouses.all }, (_, number) => number);
  const named = numbers.map((number) => ({ number, ...honestHouse(`honest ${number}`) }));

  it('has each of the traits', () => {
    for (const trait of traitNames)
      expect(
        named.some(({ name }) => name.includes(trait)),
        trait,
      ).toBe(true);
  });

  it.each(share('honestHouses', named))('$number: $name', async ({ number, house }) => {
    const budgetMicros = 1_000_000 + number;
    const found = await auditOf(upstream.address, house, { seed: `honest ${number}`, budgetMicros });
    expect(found.result.audit.findings).toEqual([]);
    expectBudget(found, budgetMicros);
  });
});
