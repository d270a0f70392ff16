/**
 * Casinos over HTTP that share nothing with src and differ in all that the documents leave open. None is accused, and the
 * seeds of most bets are recomputed. With ORRERY_HOUSES="from-to" others are played, such as 1000-1300.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditTarget, type TargetAudit } from '../../../../src/host/app/audit/audit-target.ts';
import { games } from '../../../../src/platform/games/registry.ts';
import { share } from '../../../campaigns.ts';
import { isCi } from '../../../ci.ts';
import { folderWith } from '../../../host/cli/orrery.ts';

const script = fileURLToPath(new URL('../python/wire.py', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;
const [from = 0, to = 40] = (process.env['ORRERY_HOUSES'] ?? '0-40').split('-').map(Number);
const numbers = Array.from({ length: to - from }, (_, index) => `fresh-${from + index}`);
// A house that lost one of two bets on their way, and the answer to the other one.
const names =
  process.env['ORRERY_HOUSES'] === undefined ? share('wireHouses', [...numbers, 'night-581']) : numbers;

let house: ChildProcess;
let address = '';
beforeAll(async () => {
  house = spawn('python3', ['-B', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const port = await new Promise((resolve, reject) => {
    house.stdout!.once('data', (part: Buffer) => resolve(Number(part)));
    house.once('error', reject);
  });
  address = `http://127.0.0.1:${String(port)}`;
}); // prettier-ignore
afterAll(() => void house.kill('SIGKILL'));

function audit(name: string, budgetMicros: number): Promise<TargetAudit> {
  const text = `name: house\nhosts: [127.0.0.1]\nallow: writes\nservices: { casino: "${address}/${name}/casino" }\n`;
  return auditTarget({
    file: join(folderWith({ 'target.yaml': text }), 'target.yaml'),
    profile: 'published',
    games,
    budgetMicros,
    stakeMicros: undefined,
    betsPerSeed: 12,
    callsPerSecond: 5000,
    players: 3,
    seed: name,
  });
}

describe.skipIf(!hasPython && !isCi)('an honest casino in another language', () => {
  const shares: number[] = [];

  it.each(names)('%s is not accused', async (name) => {
    const { audit: found, target } = await audit(name, 2_000_000);
    const kinds = await (await fetch(`${address}/${name}/kinds`)).text();
    expect(found.findings, kinds).toEqual([]);
    expect(Number(target.staked)).toBeLessThanOrEqual(2);
    if (target.stakesSent > 0) shares.push(found.recomputed / target.stakesSent);
  });

  // Of five of all of them it is fewer, of two none: a mean of a share of them says little.
  it('has most of its bets recomputed in more than half of the cases', () => {
    const sorted = shares.toSorted((one, other) => one - other);
    expect(sorted[Math.floor((sorted.length - 1) / 2)]).toBeGreaterThan(0.7);
  });
});
