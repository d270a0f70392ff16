/** Every field that answers can have, from the schemas of their routes, and which of them an answer has. */
import { assemble } from '../../simulation/scenario/assemble.ts';
import type { World } from '../../platform/world/world.ts';
import { resolvePolicies, type Policies } from '../../core/policy/policies.ts';

/** `service/style/operation /path`; items of a list are `[]`, whatever an open object has is `*`. */
export type AnswerField = string;

/** As much of a JSON Schema as names fields. */
export interface FieldSchema {
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly additionalProperties?: FieldSchema | boolean;
  readonly patternProperties?: Readonly<Record<string, FieldSchema>>;
  readonly items?: FieldSchema;
  readonly anyOf?: readonly FieldSchema[];
  readonly allOf?: readonly FieldSchema[];
  readonly type?: string;
}

/** The routes of any world that answer JSON to a client: what they are depends on no policy. */
export function clientRoutes(): World['router']['routes'] {
  const policies = resolvePolicies('published') as Policies;
  const { world } = assemble({ startMs: 0, seed: '', profile: 'published', policies });
  return world.router.routes.filter(({ row }) => row.transport === undefined);
}

/** The fields of the answers of all calls but the sandbox's own, in order of names. */
export function answerFields(): readonly AnswerField[] {
  const fields = new Set<string>();
  for (const { service, style, row, binding } of clientRoutes()) {
    if (service === 'control' || binding.answer === undefined) continue;
    for (const path of pathsOf(binding.answer, ''))
      fields.add(`${service}/${style}/${row.operation} ${path}`);
  }
  return [...fields].toSorted();
}

/** The paths of an answer's fields, below `path`. */
export function* pathsOf(schema: FieldSchema, path: string): Iterable<string> {
  const { properties, items, anyOf, allOf, additionalProperties, patternProperties, type } = schema;
  const branches = [...(anyOf ?? []), ...(allOf ?? [])];
  for (const branch of branches) yield* pathsOf(branch, path);
  for (const [name, part] of Object.entries(properties ?? {})) yield* pathsOf(part, `${path}/${name}`);
  if (items !== undefined) yield* pathsOf(items, `${path}/[]`);
  const isOpen = additionalProperties !== undefined || patternProperties !== undefined;
  const isObject = type === 'object' && properties === undefined;
  if (isOpen || isObject) yield `${path}/*`;
  else if (branches.length === 0 && properties === undefined && items === undefined && type !== 'null')
    yield path;
}

/** The fields of an answer that are among the known ones; those of open objects under the name of the object. */
export function* fieldsIn(
  call: string,
  answer: unknown,
  known: ReadonlySet<AnswerField>,
): Iterable<AnswerField> {
  for (const path of leavesOf(answer, '')) {
    const field = knownOf(`${call} ${path}`, known);
    if (field !== undefined) yield field;
  }
}

function knownOf(field: AnswerField, known: ReadonlySet<AnswerField>): AnswerField | undefined {
  if (known.has(field)) return field;
  for (let end = field.lastIndexOf('/'); end > field.indexOf(' '); end = field.lastIndexOf('/', end - 1)) {
    const open = `${field.slice(0, end)}/*`;
    if (known.has(open)) return open;
  }
  return undefined;
}

function* leavesOf(value: unknown, path: string): Iterable<string> {
  if (Array.isArray(value)) for (const item of value) yield* leavesOf(item, `${path}/[]`);
  else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value)) yield* leavesOf(part, `${path}/${name}`);
  else yield path;
}
