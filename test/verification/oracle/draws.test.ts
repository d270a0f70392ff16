/** The oracle draws what docs/outcomes.md has for each game, and knows every call of the endpoint tables. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clientRoutes } from '../../../src/verification/check/answer-fields.ts';
import { drawnFields } from '../../../src/verification/oracle/models/draws.ts';
import { endpoints } from '../../../src/verification/oracle/models/endpoints.ts';

const page = readFileSync(new URL('../../../docs/outcomes.md', import.meta.url), 'utf8');
const seed = /server seed {2}([0-9a-f]{64})/.exec(page)?.[1] ?? '';
const clientSeed = 'my seed';

interface Vector {
  readonly game: string;
  readonly nonce: number;
  readonly result: Readonly<Record<string, unknown>>;
}

/** The first result of each row: profile `published`. */
const vectors: Vector[] = page.split('\n## ').flatMap((section) => {
  const game = section.slice(0, section.indexOf('\n'));
  return section.split('\n').flatMap((line): Vector[] => {
    const [, nonce = '', , outcome = ''] = line.split('|').map((cell) => cell.trim());
    const result = /`(\{.*\})`/.exec(outcome)?.[1];
    return /^\d+$/.test(nonce) && result !== undefined
      ? [{ game, nonce: Number(nonce), result: JSON.parse(result) as Vector['result'] }]
      : [];
  });
});

describe('the draws of a round', () => {
  it('are those of every vector', () => {
    const games = new Set<string>();
    for (const { game, nonce, result } of vectors) {
      const drawn = drawnFields({ game, clientSeed, nonce, result }, seed);
      for (const [name, value] of Object.entries(drawn)) {
        expect([game, nonce, name, result[name]]).toEqual([game, nonce, name, value]);
        games.add(game);
      }
    }
    expect(games.size).toBe(15);
  });

  it('tell a curve that ends at once from one that does not start', () => {
    const serverSeed = '61c181406b92c0e79210ddc90102c2cdfa4bc02a4c1199efc5f404d395fff619';
    const round = { game: 'multiplier', clientSeed: 'alice', nonce: 0, result: {} };
    expect(drawnFields(round, serverSeed)).toEqual({ crash_point: 1.01 });
    expect(drawnFields({ ...round, game: 'crash' }, serverSeed)).toEqual({ crash_point: 1 });
  });

  it('differ with the nonce', () => {
    const result = { roll: 0 };
    const rolls = [0, 1, 2, 3].map(
      (nonce) => drawnFields({ game: 'dice', clientSeed, nonce, result }, seed)['roll'],
    );
    expect(new Set(rolls).size).toBeGreaterThan(1);
  });
});

it('every call that the platform serves is in the endpoint table of the oracle, with its status', () => {
  const served = clientRoutes()
    .filter(({ service }) => service !== 'control')
    .map(({ method, template, service, style, row }) => {
      const path = template.replaceAll(/:\w+/g, ':');
      return `${method} ${path} ${service}/${style}/${row.operation} ${row.success}`;
    });
  const known = endpoints.map(({ method, parts, call, status }) => {
    const path = parts.map((part) => (part.startsWith(':') ? ':' : part)).join('/');
    return `${method} ${path} ${call} ${status}`;
  });
  expect(known.toSorted()).toEqual(served.toSorted());
});
