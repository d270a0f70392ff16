/** An audit of a house in this process: the honest one in a process of its own, the proxy and the audit here. */
import { spawn, type ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditTarget, type TargetAudit } from '../../../../src/host/app/audit/audit-target.ts';
import { gameNamed, games as allGames } from '../../../../src/platform/games/registry.ts';
import { logChecks } from '../../../../src/verification/audit/checks/log-checks.ts';
import type { AuditCheck } from '../../../../src/verification/audit/result-schema.ts';
import { folderWith, program } from '../../../host/cli/orrery.ts';
import { proxyBefore, type House, type Tally } from './proxy.ts';

/** An `orrery serve` that tests share; `kill` ends it. */
export interface Upstream {
  readonly address: string;
  readonly child: ChildProcess;
}

/** Starts it on a port of its own. */
export function startUpstream(): Promise<Upstream> {
  const words = ['serve', '--port', '0', '--clock', '7200x', '--seed', '11'];
  const child = spawn(process.execPath, [program, ...words], { cwd: tmpdir() });
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (part: Buffer) => {
      text += part.toString();
      const address = /http:\/\/[^\s"]+:\d+/.exec(text)?.[0];
      if (address !== undefined) resolve({ address, child });
    });
    child.on('close', (code) => reject(new Error(`serve ended with ${code}`)));
  });
}

/** What an audit of a house came to. */
export interface Audited {
  readonly result: TargetAudit;
  readonly codes: readonly string[];
  readonly checks: readonly AuditCheck[];
  readonly tally: Tally;
}

/** The target file of a house. */
export const targetText = (address: string): string => `name: house
hosts: [127.0.0.1]
allow: writes
services: { faucet: "${address}/faucet", casino: "${address}/casino" }
`;

/** Audits `house` before `upstream` with a budget in micro-USDC. */
export async function auditOf(
  upstream: string,
  house: House,
  plan: { seed: string; budgetMicros?: number; games?: readonly string[]; betsPerSeed?: number },
): Promise<Audited> {
  const tally = await proxyBefore(upstream, house);
  const {
    seed,
    budgetMicros = 2_000_000,
    games = allGames.map(({ game }) => game.id),
    betsPerSeed = 12,
  } = plan;
  try {
    const result = await auditTarget({
      file: join(folderWith({ 'target.yaml': targetText(tally.address) }), 'target.yaml'),
      profile: 'published',
      games: games.map((id) => gameNamed(id)!),
      budgetMicros,
      stakeMicros: undefined,
      betsPerSeed,
      callsPerSecond: 1000,
      players: 3,
      seed,
    });
    const codes = result.audit.findings.map(({ code }) => code);
    return { result, codes, checks: logChecks(result.audit, result.target), tally };
  } finally {
    tally.close();
  }
}
