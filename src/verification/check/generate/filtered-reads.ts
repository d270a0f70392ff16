/** Lists as far as a filter or a page of them: every word that the form of a list has, over what a run has left. */
import { formRules } from '../../oracle/facts/form-rules.ts';
import type { Draw } from './draw.ts';
import type { ModelState, OperationDraft } from './model-state.ts';
import { pathOf } from './probes.ts';

interface Filter {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** The path of each list that has pages. */
const lists = Object.entries(formRules)
  .filter(([, rules]) => 'page' in rules)
  .map(([name, rules]) => ({ path: pathOf(name), rules }))
  .filter(({ path }) => path.startsWith('GET') && !/0x|\/none$/.test(path));

const wordsOf = (rule: string): readonly string[] =>
  rule.startsWith('one ') ? (rule.split(' ')[1] ?? '').split('|') : [];

/** Statuses of escrows are in no table of forms. */
const statuses = ['locked', 'released', 'refunded', 'disputed', 'expired'] as const;

const filters: readonly Filter[] = lists.flatMap(({ path, rules }) => {
  const words = Object.entries(rules).flatMap(([field, rule]) => wordsOf(rule).map((word) => [field, word] as const));
  const more = path.endsWith('/escrows') ? statuses.map((word) => ['status', word] as const) : [];
  return [...words, ...more].map(([field, word]) => ({ path, query: { [field]: word } }));
}); // prettier-ignore

const readsCount = 5;

/** Reads of an agent, some of them of a page within a filter. */
export function filteredReads(model: ModelState, draw: Draw): OperationDraft[] {
  const by = draw.pick(model.registered);
  return Array.from({ length: readsCount }, (): OperationDraft => {
    const page = { limit: String(1 + draw.integer(3)), page: String(1 + draw.integer(3)) };
    if (draw.chance(40)) return { do: draw.pick(lists).path, by, query: page };
    const { path, query } = draw.pick(filters);
    return { do: path, by, query: draw.chance(75) ? query : { ...query, ...page } };
  });
}
