/** A session as a vitest test: its requests to a world of the library, with the statuses that they had. */
import { disarmed } from '../../../core/base/plain-text.ts';
import { formatInstant } from '../../../core/base/time.ts';
import { policyDefault, policyNames } from '../../../core/policy/policies.ts';
import type { ExecutedSession } from './execute-session.ts';
import { outsideRecords, type OutsideRecord } from './outside-records.ts';
import { sentBody, tracedReference } from './written-values.ts';

/** The text of the test, and how many requests it has no words for. */
export interface WrittenTest {
  readonly text: string;
  readonly requests: number;
  /** Requests whose body is no JSON. */
  readonly leftOut: number;
}

/** `scenario` is how the test names the scenario of the session. */
export function sessionTest(executed: ExecutedSession, scenario: string | undefined): WrittenTest {
  const records = outsideRecords(executed);
  const sayable = records.filter(({ record }) => sentBody(record.request).raw === undefined);
  const isExact =
    sayable.length === records.length && records.every(({ exchange }) => exchange.entry.tool === undefined);
  const named = referredTo(sayable);
  const lines = [
    ...sayable.flatMap((record, index) => stepOf(record, { previous: sayable[index - 1], named })),
    `  world.advance('${formatInstant(executed.session.end.atMs)}');`,
    ...(isExact ? [`  expect(world.digest).toBe('${executed.digest}');`] : []),
  ];
  const usesFields = lines.some((line) => line.includes('fieldOf('));
  const text = [
    importLine('{ createWorld }', 'orrery-sim'),
    importLine('{ expect, it }', 'vitest'),
    '',
    ...(usesFields ? [fieldOfText, ''] : []),
    `it('gives the answers of the session', { timeout: 120_000 }, async () => {`,
    `  const world = await createWorld(${literal(worldOf(executed, scenario))});`,
    ...startOf(executed),
    ...lines,
    '});',
    '',
  ].join('\n');
  return { text: disarmed(text), requests: sayable.length, leftOut: records.length - sayable.length };
}

const importLine = (names: string, source: string): string =>
  ['import', names, 'from', `'${source}';`].join(' ');

const fieldOfText = `const fieldOf = ({ body }: { body: unknown }, ...path: string[]): string =>
  String(path.reduce((value, key) => (value as Record<string, unknown>)[key], body));`;

function worldOf({ session, scenario: loaded }: ExecutedSession, scenario: string | undefined): object {
  const { seed, profile, policies } = session.base.setup;
  const changed = policyNames
    .filter((name) => policies[name] !== (loaded?.policies[name] ?? policyDefault(name, profile)))
    .map((name) => [name, policies[name]]);
  return {
    ...(scenario === undefined ? { start: formatInstant(session.base.startMs) } : { scenario }),
    seed,
    profile,
    ...(changed.length === 0 ? {} : { policies: Object.fromEntries(changed) as object }),
  };
}

/** A world of a scenario begins where the scenario does, unless it is reset to another instant. */
function startOf({ session, scenario }: ExecutedSession): string[] {
  const { startMs } = session.base;
  if (scenario === undefined || scenario.startMs === startMs) return [];
  return [`  world.post('/_sim/reset', { start: '${formatInstant(startMs)}' });`];
}

/** The records whose answers later ones refer to. */
function referredTo(records: readonly OutsideRecord[]): ReadonlySet<number> {
  const numbers = records.flatMap(({ record }) =>
    [...JSON.stringify(record.request).matchAll(tracedReference)].map(([, n]) => Number(n)),
  );
  return new Set(numbers);
}

function stepOf(
  outside: OutsideRecord,
  { previous, named }: { previous: OutsideRecord | undefined; named: ReadonlySet<number> },
): string[] {
  const { record, exchange } = outside;
  const { atMs } = exchange.entry;
  const lines = previous?.exchange.entry.atMs === atMs ? [] : [`  world.advance('${formatInstant(atMs)}');`];
  if (outside.operation === 'addAgents' && record.answer.status === 201) return [...lines, joining(outside)];
  const call = callOf(outside);
  if (!named.has(record.n)) return [...lines, `  expect(${call}.status).toBe(${record.answer.status});`];
  return [
    ...lines,
    `  const answer${record.n} = ${call};`,
    `  expect(answer${record.n}.status).toBe(${record.answer.status});`,
  ];
}

function joining({ record }: OutsideRecord): string {
  const { agent, ...options } = sentBody(record.request).body as { agent: string };
  return `  await world.agents.add('${agent}', ${literal(options)});`;
}

const bearer = /^Bearer (.+)$/s;

function callOf({ record }: OutsideRecord): string {
  const { method, path, query, headers = {}, ip } = record.request;
  const { 'content-type': _, authorization = '', ...rest } = headers;
  const key = bearer.exec(authorization)?.[1];
  const kept = key !== undefined || authorization === '' ? rest : { ...rest, authorization };
  const options = {
    ...(key === undefined ? {} : { key }),
    ...(query === undefined ? {} : { query }),
    ...(Object.keys(kept).length === 0 ? {} : { headers: kept }),
    ip,
  };
  const { body } = sentBody(record.request);
  const takesBody = method === 'POST' || method === 'PUT';
  const words = [
    literal(path),
    ...(takesBody ? [body === undefined ? 'undefined' : literal(body)] : []),
    literal(options),
  ];
  return `world.${method.toLowerCase()}(${words.join(', ')})`;
}

/** A value as source text, in which references are the fields of earlier answers. */
function literal(value: unknown): string {
  if (typeof value === 'string') return textLiteral(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (value === null || typeof value !== 'object') return String(value);
  const fields = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([name, part]) => `${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}: ${literal(part)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

function textLiteral(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const match of text.matchAll(tracedReference)) {
    const [whole, n, pointer = ''] = match;
    parts.push(text.slice(from, match.index), n === undefined ? '$' : fieldText(n, pointer));
    from = match.index + whole.length;
  }
  parts.push(text.slice(from));
  const isPlain = parts.every((part, index) => index % 2 === 0 || part === '$');
  if (isPlain) return JSON.stringify(parts.join(''));
  const written = parts.map((part, index) =>
    index % 2 === 1 && part !== '$' ? `\${${part}}` : part.replaceAll(/[\\`$]/g, (sign) => `\\${sign}`),
  );
  const inner = written.join('');
  const [only] = parts.filter((part) => part !== '');
  return parts.filter((part) => part !== '').length === 1 && only !== undefined ? only : `\`${inner}\``;
}

const fieldText = (n: string, pointer: string): string => {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) =>
      JSON.stringify(
        key
          .replaceAll('%7D', '}')
          .replaceAll('%24', () => '$')
          .replaceAll('%23', '#')
          .replaceAll('~1', '/')
          .replaceAll('~0', '~'),
      ),
    );
  return `fieldOf(answer${n}, ${keys.join(', ')})`;
};
