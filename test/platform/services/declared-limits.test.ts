/** The limits of the services, each with the claims that it is taken from. */
import { expect, it } from 'vitest';
import type { NamedCap, ServiceRow } from '../../../src/core/http/limits/published-limits.ts';
import type { Row } from '../../../src/core/http/route.ts';
import { platformServices } from '../../../src/platform/world/platform.ts';

const rows = platformServices.flatMap(({ routes }) => routes.flatMap((table): readonly Row[] => table.rows));

/** Those of one kind, by name; two of a name are one. */
function limitsOf(
  kind: (limits: Row['limits']) => NamedCap | ServiceRow | undefined,
): Record<string, string> {
  const found = new Map<string, NamedCap | ServiceRow>();
  for (const limit of rows.map(({ limits }) => kind(limits))) {
    if (limit === undefined) continue;
    expect(found.get(limit.name) ?? limit).toBe(limit);
    found.set(limit.name, limit);
  }
  return Object.fromEntries(
    [...found].map(([name, limit]) => [name, Object.values(limit).slice(1).join(' ')]),
  );
}

it('the rows of style B: a minute, ten seconds, a day', () => {
  expect(limitsOf(({ row }) => row)).toEqual({
    casino: '60 100 10000 LIM28, LIM29',
    domains: '30 50 1000 LIM37, LIM38',
    escrow: '60 80 10000 LIM43, LIM44',
    faucet: '10 10 100 LIM40, LIM41',
    trading: '120 200 50000 LIM31, LIM32',
    wallet: '60 80 5000 LIM34, LIM35',
  });
});

it('the limits of operations', () => {
  expect(limitsOf(({ operation }) => operation)).toEqual({
    domainsRegister: '10 86400000 LIM39 key',
    escrowCreate: '100 86400000 LIM45 key',
    walletSend: '20 60000 LIM36 key',
  });
});

it('the limits of endpoints', () => {
  expect(limitsOf(({ endpoint }) => endpoint)).toEqual({
    casinoPlay: '60 60000 LIM15 key',
    tradingPositions: '300 60000 LIM16 key',
    walletSwap: '120 60000 LIM17 key',
  });
});
