/** No documented field is taken for a secret, but for those that hold one. */
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../../src/core/base/refusal.ts';
import { kindOfName } from '../../../../src/core/http/secrets/names.ts';
import { resolvePolicies } from '../../../../src/core/policy/policies.ts';
import { Sandbox } from '../../../../src/host/serve/sandbox.ts';
import { publicNamesAt } from '../../../../src/platform/services/public-names.ts';

describe('the documented fields', () => {
  const found = new Map<string, Set<string>>();

  function walk(value: unknown, path: string): void {
    if (typeof value !== 'object' || value === null) return;
    const { properties, in: place, name } = value as Record<string, unknown>;
    const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
    if (place === 'query' && typeof name === 'string') names.push(name);
    for (const each of names) {
      if (kindOfName(each) === null || publicNamesAt(path).has(each)) continue;
      found.set(each, (found.get(each) ?? new Set()).add(path));
    }
    for (const part of Object.values(value)) walk(part, path);
  }

  it('are data, but for those that hold keys', () => {
    const policies = resolvePolicies('published', {});
    if (policies instanceof Refusal) throw new Error(policies.message);
    const wall = { elapsedMs: () => 0, nowMs: () => 0 };
    const sandbox = new Sandbox({ seed: '1', profile: 'published', policies, pace: 'manual', wall });
    const paths = Object.entries(sandbox.openapi()['paths'] as object);
    expect(paths.length).toBeGreaterThan(100);
    for (const [path, item] of paths) walk(item, path);
    expect([...found.keys()].toSorted()).toEqual([
      'api_key',
      'mnemonic',
      'private_key',
      'spend_key',
      'view_key',
    ]);
  });
});
