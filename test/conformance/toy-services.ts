/**
 * Toy services behind a real router, dispatcher and gate: routes that do nothing and count against the limit classes
 * that the documents give to services of their own (casino /play, wallet send, ...). The key names the tier.
 */
import { Journal } from '../../src/core/base/journal.ts';
import { assert, present } from '../../src/core/base/assert.ts';
import { Refusal } from '../../src/core/base/refusal.ts';
import { parseDuration, parseInstant } from '../../src/core/base/time.ts';
import { Dispatcher, type Interruptions } from '../../src/core/http/dispatcher.ts';
import { newExchange, type Principal } from '../../src/core/http/exchange.ts';
import type { Tier } from '../../src/core/http/limits/published-limits.ts';
import type { Response } from '../../src/core/http/message.ts';
import { binding, type RouteLimits, type Row, type Style } from '../../src/core/http/route.ts';
import { Router } from '../../src/core/http/router.ts';
import { resolvePolicies } from '../../src/core/policy/policies.ts';
import type { Overrides } from './harness.ts';
import { askedInProcess } from './wire.ts';

const nothing = binding({ read: () => undefined, write: () => ({}) });
const noFaults: Interruptions = {
  active: false,
  outageEndsAtMs: () => undefined,
  errorFault: () => 'none',
};

/** Routes by name, each with its limit class; every name is a GET in style A at `/a/name` and style B at `/b/name`. */
export class ToyServices {
  nowMs: number;
  readonly #dispatcher: Dispatcher;

  constructor(routes: Readonly<Record<string, RouteLimits>>, overrides: Overrides = {}) {
    askedInProcess('a stand-in behind the same gate');
    this.nowMs = present(parseInstant('2026-03-01T06:15:00.123Z'), 'toys start at an instant');
    const policies = resolvePolicies('published', overrides);
    assert(!(policies instanceof Refusal), 'a test names policies that exist');
    const rows = Object.entries(routes).map(([name, limits]) => toyRow(name, limits));
    const operations = Object.fromEntries(Object.keys(routes).map((name) => [name, () => ({})]));
    const mount = { service: 'toy', prefixes: { A: '/a', B: '/b' }, rows, operations };
    this.#dispatcher = new Dispatcher({
      router: new Router([mount], policies),
      keys: { find: keyOf },
      policies,
      journal: new Journal(),
      interruptions: noFaults,
      nowMs: () => this.nowMs,
    });
  }

  advance(delay: string): void {
    this.nowMs += present(parseDuration(delay), `${delay} is a duration`);
  }

  call(style: Extract<Style, 'A' | 'B'>, name: string, tier: Tier): Response {
    const headers = { authorization: tier };
    const path = `/${style.toLowerCase()}/${name}`;
    const request = { method: 'GET', path, query: {}, headers, body: undefined, ip: '10.0.0.1' } as const;
    return this.#dispatcher.dispatch(request, newExchange());
  }

  /** How many calls in a row are not refused, up to `most`. */
  admits(most: number, call: () => Response): number {
    for (let count = 0; count < most; count++) if (call().status === 429) return count;
    return most;
  }

  /** How many calls a client that waits out every Retry-After gets through within a time. */
  admitsWithin(delay: string, call: () => Response): number {
    const endMs = this.nowMs + present(parseDuration(delay), `${delay} is a duration`);
    let count = 0;
    while (this.nowMs < endMs) {
      const { status, headers } = call();
      if (status === 429) this.nowMs += Number(headers['retry-after']) * 1_000;
      else count += 1;
    }
    return count;
  }
}

function toyRow(operation: string, limits: RouteLimits): Row {
  const styles = { A: ['GET', `/${operation}`, nothing], B: ['GET', `/${operation}`, nothing] } as const;
  return {
    operation,
    about: 'Does nothing',
    access: 'key',
    success: 200,
    limits,
    refusals: [],
    styles,
  };
}

const tiers: readonly Tier[] = ['free', 'pro', 'enterprise'];

function keyOf(authorization: string | undefined): Principal | undefined {
  const number = tiers.findIndex((tier) => tier === authorization);
  return number < 0 ? undefined : { number, tier: present(tiers[number], 'a tier') };
}
