/** Sources and pieces of code as syntax trees, and when two pieces are the same code. */
import { parseSync } from 'oxc-parser';

/** A node of an ESTree, with its place in the text. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export type FragmentKind = 'expression' | 'statement' | 'property';

export interface Fragment {
  readonly kind: FragmentKind;
  readonly node: SyntaxNode;
}

/** The tree of a module. Throws `SyntaxError` where the text is none. */
export function parsed(file: string, text: string): SyntaxNode {
  const { program, errors } = parseSync(file, text, { preserveParens: false });
  const [error] = errors;
  if (error !== undefined) throw new SyntaxError(`${file}: ${error.message}`);
  return program as unknown as SyntaxNode;
}

/** Code that stands by itself nowhere: in a method of a class it may have private names, `return`, `await` and `yield`. */
const before = 'class Fragment { async *method() { for (;;) {';
const after = '}}}';

/** Reads one expression, statement or property. Throws `SyntaxError` where the text is none, or several. */
export function fragmentOf(text: string): Fragment {
  const [expression] = bodyOf(`(${text}\n)`) ?? [];
  if (expression?.type === 'ExpressionStatement')
    return { kind: 'expression', node: expression['expression'] as SyntaxNode };
  const [statement, second] = bodyOf(text) ?? [];
  if (statement !== undefined && second === undefined && statement.type !== 'LabeledStatement')
    return { kind: 'statement', node: statement };
  const [object] = bodyOf(`({${text}\n})`) ?? [];
  const literal = object?.['expression'] as SyntaxNode | undefined;
  const [property, another] = (literal?.['properties'] ?? []) as SyntaxNode[];
  if (property !== undefined && another === undefined) return { kind: 'property', node: property };
  throw new SyntaxError(`neither one expression nor one statement nor one property: ${text}`);
}

/** The statements of the text; undefined where it does not parse. */
function bodyOf(text: string): SyntaxNode[] | undefined {
  const { program, errors } = parseSync('fragment.ts', `${before}${text}${after}`, { preserveParens: false });
  if (errors.length > 0) return undefined;
  const all = [...nodesIn(program as unknown as SyntaxNode)];
  const loop = all.find(({ type }) => type === 'ForStatement')?.['body'] as SyntaxNode | undefined;
  return loop?.['body'] as SyntaxNode[] | undefined;
}

/** Every node of a tree; `isSkipped` is asked of each before what is in it comes. */
export function* nodesIn(
  node: SyntaxNode,
  isSkipped: (node: SyntaxNode) => boolean = () => false,
): Iterable<SyntaxNode> {
  yield node;
  if (isSkipped(node)) return;
  for (const part of partsOf(node)) yield* nodesIn(part, isSkipped);
}

/** The nodes right below one. */
export function partsOf(node: SyntaxNode): SyntaxNode[] {
  const parts: SyntaxNode[] = [];
  for (const value of Object.values(node))
    if (Array.isArray(value)) parts.push(...(value as unknown[]).filter(isNode));
    else if (isNode(value)) parts.push(value);
  return parts;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

const wrappers = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']);

/** Where something stands, how it is written, and its types. */
const ignored = new Set([
  'start', 'end', 'range', 'loc', 'raw', 'parent', 'typeAnnotation', 'typeArguments', 'typeParameters', 'returnType',
  'accessibility', 'declare', 'definite', 'override', 'readonly', 'decorators', 'directive', 'superTypeArguments', 'implements',
]); // prettier-ignore

/** A text that two nodes share exactly where they are the same code, whatever their layout and types. */
export const shapeOf = (node: SyntaxNode): string =>
  JSON.stringify(node, (key, value: unknown) => {
    if (ignored.has(key) || typeof value === 'bigint' || value instanceof RegExp) return undefined;
    return isNode(value) ? unwrapped(value) : value;
  });

/** Without what only the compiler reads. */
export function unwrapped(node: SyntaxNode): SyntaxNode {
  let inner = node;
  while (wrappers.has(inner.type)) inner = inner['expression'] as SyntaxNode;
  return inner;
}
