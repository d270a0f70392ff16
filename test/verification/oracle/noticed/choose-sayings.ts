/** Chooses alterations of which the oracle says what it says of no other. */
import { scenariosFrom } from '../../../../src/verification/check/campaign.ts';
import { statusOf } from '../../../../src/core/http/errors.ts';
import { callOf } from '../../../../src/verification/oracle/case.ts';
import type { AuditedExchange, Balances } from '../../../../src/verification/oracle/exchange.ts';
import type { HouseBalances } from '../../../../src/verification/oracle/house-books.ts';
import type { ScenarioSource } from '../../../../src/verification/check/source.ts';
import type { RefusalCode } from '../../../../src/core/base/refusal.ts';
import type { Alteration } from './alterations.ts';
import { changeNames } from './changes.ts';
import { fieldsHeard, heardIn, sayingOf, type Altering, type Heard } from './heard.ts';
import type { NoticedFields } from './table.ts';

/** How often an alteration of a kind is tried before it counts as one that nothing is said of. */
const triesMax = 3;

const codes = Object.keys(statusOf) as RefusalCode[];

/** What was said so far, and how often each kind of alteration was tried. */
export interface SaidSoFar {
  /** Without what differs from run to run. */
  readonly said: Set<string>;
  readonly tries: Map<string, number>;
}

/** What differs from saying to saying of one kind, and what stands for it. */
const varying: readonly (readonly [RegExp, string])[] = [
  [/ is (?:(?!; ).)*; (?=expected|it was)/g, ' is; '],
  [/"[^"]*"/g, '""'],
  [/\b(?:alice|bob|carol|dave|erin|frank)\b/g, 'agent'],
  [/\b[a-z]+:[a-z-]+\b/g, 'account'],
  [/[a-z]*\/\S* answered \d+/gi, 'call answered'],
  [/\S*\d\S*/g, '#'],
];

/** A saying without ids, amounts, instants and what stands in quotation marks. */
export const formOf = (saying: string): string =>
  varying.reduce((text, [pattern, put]) => text.replaceAll(pattern, put), saying);

/** The alterations of a run of which something new is said. */
export function* newSayings(
  heard: Heard,
  known: ReadonlySet<string>,
  { said, tries }: SaidSoFar,
): Iterable<{ at: number; alteration: Alteration; saying: string }> {
  for (const { at, kind, alteration } of alterationsOf(heard, known)) {
    const tried = tries.get(kind) ?? 0;
    if (tried >= triesMax) continue;
    tries.set(kind, tried + 1);
    const saying = sayingOf(heard, { at, alteration });
    if (saying === undefined || said.has(formOf(saying))) continue;
    said.add(formOf(saying));
    yield { at, alteration, saying };
  }
}

function* alterationsOf(
  heard: Heard,
  known: ReadonlySet<string>,
): Iterable<{ at: number; kind: string; alteration: Alteration }> {
  for (const { field, at } of fieldsHeard(heard, known))
    for (const change of changeNames) yield { at, kind: `${field} ${change}`, alteration: { field, change } };
  for (const [at, { method, args }] of heard.told.entries()) {
    if (method !== 'answered') continue;
    const [exchange, balances, houses] = args as [AuditedExchange, Balances, HouseBalances?];
    const call = `${callOf(exchange)} ${exchange.status}`;
    for (const alteration of ofExchange(exchange, balances, houses))
      yield { at, kind: `${call} ${kindOf(alteration)}`, alteration };
  }
}

const kindOf = (alteration: Alteration): string =>
  'agent' in alteration ? alteration.part : JSON.stringify(alteration);

function* ofExchange(
  { answer, answerHeaders }: AuditedExchange,
  balances: Balances,
  houses: HouseBalances | undefined,
): Iterable<Alteration> {
  for (const code of codes) if (answer['code'] !== code) yield { refused: code };
  for (const header of Object.keys(answerHeaders)) for (const change of changeNames) yield { header, change };
  for (const agent of balances.keys())
    for (const part of ['availableMicros', 'heldMicros'] as const) yield { agent, part };
  for (const house of houses?.keys() ?? []) yield { house };
}

/** Characters of a scenario that is added, and its operations. */
const textMax = 8_000;
const operationsMax = 45;

const isSmall = (source: ScenarioSource): boolean =>
  (source.operations ?? []).length <= operationsMax && JSON.stringify(source).length <= textMax;

/** Runs beside those of the table that are tried, and how much new has to be said of one that is kept. */
const moreRuns = 150;
const newLeast = 5;

/** The table with what is said of alterations in its scenarios, and in others where enough is. */
export async function withSayings(
  table: Omit<NoticedFields, 'sayings'>,
  { watched, log }: { watched: ReadonlySet<string>; log: (line: string) => void },
): Promise<NoticedFields> {
  const soFar: SaidSoFar = {
    said: new Set(Object.values(table.fields).map(([, , , saying]) => formOf(saying))),
    tries: new Map(),
  };
  const scenarios = [...table.scenarios];
  const sayings: NoticedFields['sayings'][number][] = [];
  const others = scenariosFrom('sayings', { first: 1, count: moreRuns }).filter(isSmall);
  for (const [index, source] of [...table.scenarios, ...others].entries()) {
    const isOwn = index < table.scenarios.length;
    const added = [...newSayings(await heardIn(source), watched, soFar)];
    log(`${index} ${scenarios.length} ${sayings.length} and ${added.length}`);
    if (!isOwn && added.length < newLeast) continue;
    const place = isOwn ? index : scenarios.push(source) - 1;
    for (const { at, alteration, saying } of added) sayings.push([place, at, alteration, saying]);
  }
  return { ...table, scenarios, sayings };
}

/** The same alterations, with what is said of them now. Throws where nothing is. */
export async function saidNow(table: NoticedFields): Promise<NoticedFields> {
  const heard: Heard[] = [];
  for (const source of table.scenarios) heard.push(await heardIn(source));
  const now = (scenario: number, altering: Altering): string => {
    const saying = sayingOf(heard[scenario] as Heard, altering);
    if (saying === undefined)
      throw new Error(`nothing is said of ${JSON.stringify(altering)} in scenario ${scenario}`);
    return saying;
  };
  const fields = Object.entries(table.fields).map(([field, [scenario, at, change]]) => {
    const saying = now(scenario, { at, alteration: { field, change } });
    return [field, [scenario, at, change, saying] as const];
  });
  const sayings = table.sayings.map(
    ([scenario, at, alteration]) => [scenario, at, alteration, now(scenario, { at, alteration })] as const,
  );
  return { ...table, fields: Object.fromEntries(fields) as NoticedFields['fields'], sayings };
}
