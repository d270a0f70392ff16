/**
 * How often the oracle notices one thing that it hears otherwise than it happened: a leaf of an answer that is changed, or a success
 * that is a refusal, with every code that the call can have. `HEARD_RUNS=180 npx vitest run test/verification/oracle/noticed/heard-otherwise.test.ts` counts it over so many
 * generated runs and writes the kinds, seldom noticed first, to `reports/heard-otherwise.txt`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { RefusalCode } from '../../../../src/core/base/refusal.ts';
import { scenariosFrom } from '../../../../src/verification/check/campaign.ts';
import { callOf } from '../../../../src/verification/oracle/case.ts';
import type { AuditedExchange } from '../../../../src/verification/oracle/exchange.ts';
import { possibleCodes } from '../../../../src/verification/oracle/models/possible-refusals.ts';
import { Dice } from '../../../by-chance.ts';
import type { Alteration } from './alterations.ts';
import { heardIn, sayingOf, type Heard } from './heard.ts';

/** What is heard otherwise, under the name of its kind. */
interface Otherwise {
  readonly kind: string;
  readonly at: number;
  readonly alteration: Alteration;
}

/** Longer runs take too long to be heard again and again. */
const toldMax = 500;
const asked = Number(process.env['HEARD_RUNS'] ?? 0);
const triesMax = { aRun: asked > 0 ? 120 : 50, ofAKind: 40 } as const;

function* leavesOf(value: unknown, path = ''): Iterable<readonly [path: string, value: unknown]> {
  if (typeof value !== 'object' || value === null) return yield [path, value];
  // The first item of a list stands for all of them.
  const members = Array.isArray(value) ? [['[]', value[0]] as const].slice(0, value.length) : Object.entries(value);
  for (const [name, part] of members) yield* leavesOf(part, `${path}/${name}`);
} // prettier-ignore

function* otherwiseIn({ told }: Heard, dice: Dice): Iterable<Otherwise> {
  const words = new Map<string, Set<string>>();
  for (const [at, { method, args }] of told.entries()) {
    const exchange = args[0] as AuditedExchange;
    if (method !== 'answered' || exchange.status >= 300 || exchange.service === 'control') continue;
    const call = callOf(exchange);
    for (const code of possibleCodes(`${exchange.service}/${exchange.operation}`))
      yield { kind: `${call} refused ${code}`, at, alteration: { refused: code as RefusalCode } };
    for (const [path, value] of leavesOf(exchange.answer)) {
      const field = `${call} ${path}`;
      const before = [...(words.get(field) ?? [])].filter((word) => word !== value);
      const change = before.length > 0 ? { put: dice.pick(before) } : (dice.pick(['slightly', 'more'] as const) ?? 'more');
      yield { kind: field, at, alteration: { field, change } };
      if (isWord(value)) words.set(field, (words.get(field) ?? new Set()).add(value));
    }
  }
} // prettier-ignore

/** Ids, names and statuses: one that the field has had before is what a mistake would put there. */
const isWord = (value: unknown): value is string => typeof value === 'string' && !/^-?\d/.test(value);

/** Tries and notices by kind, over so many runs. */
async function counted(runs: number): Promise<Map<string, [tries: number, noticed: number]>> {
  const counts = new Map<string, [tries: number, noticed: number]>();
  for (const [index, source] of scenariosFrom('heard', { first: 1, count: runs }).entries()) {
    const heard = await heardIn(source);
    if (heard.told.length > toldMax) continue;
    const triesOf = ({ kind }: Otherwise): number => counts.get(kind)?.[0] ?? 0;
    const all = dealt([...otherwiseIn(heard, new Dice(`${index}`))], new Dice(`order ${index}`));
    const seldom = all.toSorted((one, other) => triesOf(one) - triesOf(other)).slice(0, triesMax.aRun);
    for (const each of seldom) {
      const count = counts.get(each.kind) ?? [0, 0];
      if (count[0] >= triesMax.ofAKind) continue;
      counts.set(each.kind, count);
      count[0] += 1;
      if (sayingOf(heard, each) !== undefined) count[1] += 1;
    }
  }
  return counts;
}

/** In an order by chance. */
const dealt = <Item>(items: readonly Item[], dice: Dice): Item[] =>
  items
    .map((item) => ({ item, place: dice.pick(thousand) ?? 0 }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
const thousand = Array.from({ length: 1000 }, (_, index) => index);

const sumOf = (counts: Iterable<readonly [tries: number, noticed: number]>): [tries: number, noticed: number] => {
  let sum: [number, number] = [0, 0];
  for (const [tries, noticed] of counts) sum = [sum[0] + tries, sum[1] + noticed];
  return sum;
}; // prettier-ignore

it('most of what is heard otherwise is noticed', async () => {
  const counts = await counted(asked > 0 ? asked : 3);
  const isRefusal = ([kind]: [string, unknown]): boolean => kind.includes(' refused ');
  const [refusals, fields] = [true, false].map((wanted) =>
    sumOf([...counts].filter((row) => isRefusal(row) === wanted).map(([, count]) => count)),
  ) as [[number, number], [number, number]];
  if (asked > 0) {
    const rows = [...counts].toSorted(([, one], [, other]) => one[1] / one[0] - other[1] / other[0]);
    const folder = fileURLToPath(new URL('../../../../reports', import.meta.url));
    mkdirSync(folder, { recursive: true });
    const lines = rows.map(([kind, [tries, noticed]]) => `${noticed} of ${tries} ${kind}`);
    const head = `fields: ${fields[1]} of ${fields[0]}; refusals: ${refusals[1]} of ${refusals[0]}`;
    writeFileSync(`${folder}/heard-otherwise.txt`, `${[head, ...lines].join('\n')}\n`);
    console.log(head);
  }
  expect(refusals[1] / refusals[0]).toBeGreaterThan(0.85);
  expect(fields[1] / fields[0]).toBeGreaterThan(0.85);
});
