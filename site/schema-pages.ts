/** A page for each JSON Schema of docs/schemas: what it describes, its keys, and the schema itself. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './links.ts';

interface Schema {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

const folder = join(root, 'docs/schemas');

/** The names of the schemas, in order. */
export const schemas = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .toSorted();

const read = (name: string): { schema: Schema; text: string } => {
  const text = readFileSync(join(folder, `${name}.json`), 'utf8');
  return { schema: JSON.parse(text) as Schema, text };
};

const cell = (text: string): string =>
  text
    .replaceAll('|', String.raw`\|`)
    .replaceAll('<', '&lt;')
    .replaceAll('{', '&#123;')
    .replaceAll('\n', ' ');

function kindOf({ type, anyOf, items, const: value }: Schema): string {
  if (value !== undefined) return `\`${JSON.stringify(value)}\``;
  if (anyOf !== undefined) return [...new Set(anyOf.map(kindOf))].join(' or ');
  return type === 'array' && items !== undefined ? `list of ${kindOf(items)}` : (type ?? 'any value');
}

function keyTable({ properties = {}, required = [] }: Schema): string[] {
  const rows = Object.entries(properties).map(
    ([name, schema]) =>
      `| \`${name}\` | ${required.includes(name) ? 'yes' : ''} | ${kindOf(schema)} | ${cell(schema.description ?? '')} |`,
  );
  return rows.length === 0 ? [] : ['| key | needed | kind | what it is |', '|---|---|---|---|', ...rows, ''];
}

function schemaPage(name: string): string {
  const { schema, text } = read(name);
  return [
    `# Schema of ${name}`,
    '',
    ...(schema.description === undefined ? [] : [cell(schema.description), '']),
    `[${name}.json](${name}.json) as a file.`,
    '',
    ...(schema.anyOf ?? [schema]).flatMap(keyTable),
    '```json',
    text.trimEnd(),
    '```',
    '',
  ].join('\n');
}

/** The pages with their texts, the index among them. */
export function schemaPages(): [page: string, text: string][] {
  const lines = schemas().map((name) => {
    const { title, description } = read(name).schema;
    const about = description ?? title;
    return `- [${name}](./${name}.md)${about === undefined ? '' : `: ${cell(about)}`}`;
  });
  const index = [
    '# Schemas',
    '',
    'Input files and results of `--json` as JSON Schema. Tests hold them against real files and results.',
    '',
    ...lines,
    '',
  ].join('\n');
  return [
    ['docs/schemas/index.md', index],
    ...schemas().map((name): [string, string] => [`docs/schemas/${name}.md`, schemaPage(name)]),
  ];
}
