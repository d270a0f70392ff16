/** The keys of a target file that bound what is sent: `ceiling` at any moment, `budget` over one run. */
import { Type, type Static } from 'typebox';
import { parseUsdc, type Micros } from '../../../core/base/money.ts';
import type { Written } from '../../../core/base/written.ts';
import type { SourceDocument } from '../../../simulation/scenario/document.ts';

/** The most that one run may spend; undefined for no bound. Plain data that can be sent to another thread. */
export interface SpendingLimits {
  readonly micros: Micros | undefined;
  readonly requests: number | undefined;
}

/** The most that is sent at any moment: requests a second and open connections. */
export interface Ceilings {
  readonly requestsPerSecondMax: number;
  readonly connectionsMax: number;
}

const RequestsPerSecond = Type.Number({
  exclusiveMinimum: 0,
  maximum: 10_000_000,
  description: 'the most requests a second that the target is ever sent, such as 500',
});

const Connections = Type.Integer({
  minimum: 1,
  maximum: 10_000,
  description: 'the most connections at once, from 1 to 10000',
});

const closed = { additionalProperties: false } as const;

/** Properties of `TargetSchema`; `readCeilings` and `readBudget` check them further. */
export const boundsProperties = {
  ceiling: Type.Optional(
    Type.Object(
      { requestsPerSecond: Type.Optional(RequestsPerSecond), connections: Type.Optional(Connections) },
      {
        ...closed,
        description: 'what is never exceeded, such as { requestsPerSecond: 500, connections: 256 }',
      },
    ),
  ),
  // Both are written below `ceiling` now.
  requestsPerSecond: Type.Optional(Type.Unsafe<number>({ ...RequestsPerSecond, deprecated: true })),
  connections: Type.Optional(Type.Unsafe<number>({ ...Connections, deprecated: true })),
  budget: Type.Optional(
    Type.Object(
      {
        usdc: Type.Optional(
          Type.Number({ minimum: 0, maximum: 1_000_000_000, description: 'an amount of USDC such as 2.00' }),
        ),
        requests: Type.Optional(
          Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'a whole number of requests' }),
        ),
      },
      { ...closed, description: 'what one run may spend, such as { usdc: 2.00, requests: 20000 }' },
    ),
  ),
};

const boundsSchema = Type.Object(boundsProperties);
type BoundsSource = Written<Static<typeof boundsSchema>>;

/** Of a file that names none. */
export const ceilingDefaults: Ceilings = { requestsPerSecondMax: 1000, connectionsMax: 64 };

/** The ceilings with their defaults. Throws `FileMistake` for one that is written twice. */
export function readCeilings(source: BoundsSource, document: SourceDocument): Ceilings {
  const valueOf = (key: 'requestsPerSecond' | 'connections'): number => {
    const below = source.ceiling?.[key];
    const beside = source[key];
    if (below !== undefined && beside !== undefined)
      throw document.mistake([key], `${key} stands below "ceiling" too; expected it there alone`, {
        atKey: true,
      });
    return below ?? beside ?? ceilingDefaults[`${key}Max`];
  };
  return { requestsPerSecondMax: valueOf('requestsPerSecond'), connectionsMax: valueOf('connections') };
}

/**
 * The budget in micros. Throws `FileMistake` for an amount with more than six decimals, and beside `redirects`, which
 * repeat a request.
 */
export function readBudget(
  { budget, redirects }: BoundsSource & { readonly redirects?: string },
  document: SourceDocument,
): SpendingLimits {
  if (budget !== undefined && redirects === 'same-host')
    throw document.mistake(
      ['redirects'],
      'a redirect repeats a request beyond "budget"; expected one of both',
      {
        atKey: true,
      },
    );
  const usdc = budget?.usdc;
  const micros = usdc === undefined ? undefined : parseUsdc(usdc);
  if (usdc !== undefined && micros === undefined)
    throw document.mistake(
      ['budget', 'usdc'],
      `usdc is ${usdc}; expected an amount with at most six decimals`,
    );
  return { micros, requests: budget?.requests };
}
