/**
 * Sets single values of a scenario file by path: `population.0.with.expiresIn` with list positions from 0, and
 * `policy:limits.burst` for a policy, whose name contains a dot. Settings override every file.
 */
import { refuse, Refusal, type Outcome } from '../../core/base/refusal.ts';
import { policyNames } from '../../core/policy/policies.ts';
import { baseName, type Layers, layerWith, mergeLayers } from './layers.ts';
import { SourceDocument } from './document.ts';
import { FileMistake } from '../../core/base/file-mistake.ts';
import { validateShape } from './validate.ts';
import type { ScenarioSetting } from './scenario.ts';

const policyPrefix = 'policy:';
const partsMax = 32;

/** Keys that cannot be set, with the reason. */
const fixed: Readonly<Record<string, string>> = {
  seed: 'the seed has its own option',
  extends: 'what a scenario builds on is read before anything is set',
  $schema: 'it says nothing about a run',
  expect: 'what is expected stays the same, or results could not be set side by side',
  name: 'the name stays the same',
  about: 'it says nothing about a run',
};

/** The keys of a path; refuses an empty one and one that leads to what stays fixed. */
export function partsOf(path: string): Outcome<readonly string[]> {
  const parts = path.startsWith(policyPrefix)
    ? ['policies', path.slice(policyPrefix.length)]
    : path.split('.');
  if (parts.includes('') || parts.length > partsMax)
    return refuse('BAD_REQUEST', `"${path}" is no path; expected one such as population.0.count`);
  const [first = ''] = parts;
  const why = Object.hasOwn(fixed, first) ? fixed[first] : undefined;
  if (why !== undefined) return refuse('BAD_REQUEST', `"${path}" cannot be set: ${why}`);
  if (first === 'policies' && parts.length > 1 && !path.startsWith(policyPrefix)) {
    return refuse(
      'BAD_REQUEST',
      `"${path}" is a policy; expected ${policyPrefix}${parts.slice(1).join('.')}`,
    );
  }
  if (!path.startsWith(policyPrefix) && (policyNames as readonly string[]).includes(path))
    return refuse('BAD_REQUEST', `"${path}" is a policy; expected ${policyPrefix}${path}`);
  return parts;
}

/** The layers with an additional one for each changed part of the file; refuses an invalid result. */
export function varied(layers: Layers, settings: readonly ScenarioSetting[]): Outcome<Layers> {
  if (settings.length === 0) return layers;
  const merged = mergeLayers(layers) as Readonly<Record<string, unknown>>;
  const changed = new Map<string, unknown>();
  for (const { path, value } of settings) {
    const parts = partsOf(path);
    if (parts instanceof Refusal) return parts;
    const [top = '', ...rest] = parts;
    const before = changed.has(top) ? changed.get(top) : own(merged, top);
    const after = put({ value: before, name: top }, rest, value);
    if (after instanceof Refusal) return after;
    changed.set(top, after.value);
  }
  const wrong = shapeMistake({ ...merged, ...Object.fromEntries(changed) });
  if (wrong !== undefined) return refuse('BAD_REQUEST', wrong);
  const file = layers.at(-1)?.file ?? '';
  return [
    ...layers,
    // The last layer names a scenario without a name, and a part may be in an earlier file.
    ...(merged['name'] === undefined ? [new SourceDocument(file, { value: { name: baseName(file) } })] : []),
    ...Array.from(changed, ([top, value]) => {
      return new SourceDocument(layerWith(layers, top).file, { value: { [top]: value } });
    }),
  ];
}

interface SettingPath {
  readonly value: unknown;
  /** Its name in error messages. */
  readonly name: string;
}

/** A copy in which the leaf is another; maps that are missing on the way are made. */
function put(
  { value, name }: SettingPath,
  parts: readonly string[],
  leaf: unknown,
): Outcome<{ readonly value: unknown }> {
  const [part, ...rest] = parts;
  if (part === undefined) return { value: leaf };
  const below = `${name}.${part}`;
  if (Array.isArray(value)) {
    const list = value as readonly unknown[];
    const index = /^\d{1,9}$/.test(part) ? Number(part) : list.length;
    if (index >= list.length) {
      return refuse(
        'BAD_REQUEST',
        `${name} has no "${part}"; expected a position from 0 to ${list.length - 1}`,
      );
    }
    const inner = put({ value: list[index], name: below }, rest, leaf);
    return inner instanceof Refusal ? inner : { value: list.with(index, inner.value) };
  }
  if (value !== undefined && (typeof value !== 'object' || value === null)) {
    return refuse('BAD_REQUEST', `${name} is ${JSON.stringify(value)}, which has no "${part}" within`);
  }
  const map = (value ?? {}) as Readonly<Record<string, unknown>>;
  const inner = put({ value: own(map, part), name: below }, rest, leaf);
  // A computed key is always an own property, whatever its name.
  return inner instanceof Refusal ? inner : { value: { ...map, [part]: inner.value } };
}

const own = (map: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(map, key) ? map[key] : undefined;

function shapeMistake(value: unknown): string | undefined {
  try {
    validateShape(new SourceDocument('scenario', { value }));
    return undefined;
  } catch (error) {
    if (error instanceof FileMistake) return error.reason;
    throw error;
  }
}
