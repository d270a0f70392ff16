/**
 * Mutants that no answer can show, by rule and never one by one: text that only documentation shows, the messages of
 * internal assertions, and modules that the platform does not load. They are counted by rule and are no part of the
 * sample that checks are measured by.
 */
import { parsed, partsOf, type SyntaxNode } from '../syntax.ts';

/** Why no answer can differ. */
export const unobservableRules = {
  description:
    'in a `description` of a schema or of a policy: shown in the OpenAPI document and in messages alone',
  about: 'in the `about` of a route: shown in the list of routes alone',
  refusals: 'in the `refusals` of a route: the OpenAPI document and the coverage of checks read them',
  metadata:
    'in `documented`, `drawn` or `prose` of a binding: read by conformance and replay, not by the platform',
  'closed form': 'in the `closedForm` of a game: audits alone compare it with the rules',
  'assertion message': 'the message of an internal assertion, which is thrown where something cannot happen',
  'assertion dropped':
    'the condition of an internal assertion, or a part of it, is `true`: it holds in every run that is right',
  'not loaded':
    'in a module that neither a simulation nor a served world loads: conformance, replay and audits read it',
} as const;

/** The name of a rule. */
export type UnobservableRule = keyof typeof unobservableRules;

/** A stretch of a module, in characters. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly rule: UnobservableRule;
  /** The mutant of the whole stretch that the rule is about; without it, every mutant within the stretch. */
  readonly replacement?: string;
}

const propertyRules: Readonly<Record<string, UnobservableRule>> = {
  description: 'description',
  about: 'about',
  refusals: 'refusals',
  documented: 'metadata',
  drawn: 'metadata',
  prose: 'metadata',
  closedForm: 'closed form',
};

/** The parts of a module to which a rule applies. */
export function unobservableIn(file: string, text: string): readonly Stretch[] {
  return [...stretchesIn(parsed(file, text))];
}

function* stretchesIn(node: SyntaxNode): Iterable<Stretch> {
  yield* ofProperty(node);
  yield* ofObject(node);
  yield* ofAssertion(node);
  for (const part of partsOf(node)) yield* stretchesIn(part);
}

/** The value of a property, not its place: what stands there is text for a reader. */
function* ofProperty(node: SyntaxNode): Iterable<Stretch> {
  const rule = ruleOf(node);
  const value = node['value'] as SyntaxNode | undefined;
  if (rule !== undefined && value !== undefined) yield { start: value.start, end: value.end, rule };
}

/** An object that has nothing else may be replaced by an empty one. */
function* ofObject(node: SyntaxNode): Iterable<Stretch> {
  if (node.type !== 'ObjectExpression') return;
  const [first, ...others] = (node['properties'] as SyntaxNode[]).map(ruleOf);
  if (first !== undefined && others.every((rule) => rule !== undefined))
    yield { start: node.start, end: node.end, rule: first };
}

function ruleOf(node: SyntaxNode): UnobservableRule | undefined {
  const key = node['key'] as { name?: string } | undefined;
  const isPlain = node.type === 'Property' && node['computed'] === false;
  return isPlain ? propertyRules[key?.name ?? ''] : undefined;
}

function* ofAssertion(node: SyntaxNode): Iterable<Stretch> {
  const callee = node['callee'] as { name?: string } | undefined;
  const [condition, message] = (node['arguments'] as SyntaxNode[] | undefined) ?? [];
  if (node.type !== 'CallExpression' || !(callee?.name === 'assert' || callee?.name === 'present')) return;
  if (message !== undefined) yield { start: message.start, end: message.end, rule: 'assertion message' };
  if (callee.name !== 'assert' || condition === undefined) return;
  for (const { start, end } of termsOf(condition))
    yield { start, end, rule: 'assertion dropped', replacement: 'true' };
}

/** A condition and what it joins by `and` and `or`: with `true` in place of one of them it holds where it held before. */
function* termsOf(condition: SyntaxNode): Iterable<SyntaxNode> {
  yield condition;
  if (condition.type !== 'LogicalExpression') return;
  for (const side of ['left', 'right']) yield* termsOf(condition[side] as SyntaxNode);
}
