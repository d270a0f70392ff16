/** What Orrery brings along: its scenarios, from their files, and the calls that control a served world, from the routes. */
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { Refusal } from '../src/core/base/refusal.ts';
import { resolvePolicies } from '../src/core/policy/policies.ts';
import { Sandbox } from '../src/host/serve/sandbox.ts';

const folder = new URL('../scenarios/', import.meta.url);

interface Shipped {
  readonly name: string;
  readonly about: string;
  readonly for: string;
  readonly population?: readonly {
    readonly agent: string;
    readonly name?: string;
    readonly count?: number;
  }[];
}

const shipped = (): Shipped[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .toSorted()
    .map((file) => parse(readFileSync(new URL(file, folder), 'utf8')) as Shipped);

/** Every scenario of the package, with its groups. */
export function scenariosPage(generated: string): string {
  const sections = shipped().map(({ name, about, for: time, population = [] }) => {
    const agents = population.reduce((sum, { count = 1 }) => sum + count, 0);
    const groups = population.map(({ agent, name: group = agent, count = 1 }) => `\`${group}\` (${count})`);
    const size = agents === 0 ? '' : `, ${agents} ${agents === 1 ? 'agent' : 'agents'}`;
    return [
      `## ${name}`,
      '',
      about,
      '',
      `${time}${size}.`,
      ...(groups.length > 0 ? [`Groups: ${groups.join(', ')}.`] : []),
      '',
    ].join('\n');
  });
  const head =
    '`orrery run NAME`, `serve NAME`, `record NAME` and `sweep NAME` find these scenarios in every folder.';
  return ['# Shipped scenarios', generated, '', head, '', ...sections].join('\n');
}

interface Operation {
  readonly summary: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Shape }>> };
}

interface Shape {
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
  readonly required?: readonly string[];
}

/** A world whose clock stands still. */
function sandbox(): Sandbox {
  const policies = resolvePolicies('published', {});
  if (policies instanceof Refusal) throw new Error(policies.message);
  const wall = { elapsedMs: () => 0, nowMs: () => 0 };
  return new Sandbox({ pace: 'manual', seed: '1', startMs: undefined, wall, profile: 'published', policies, scenario: undefined, idSeed: undefined, behaviours: undefined }); // prettier-ignore
}

/** Every call below `/_sim`, from the OpenAPI document of a world. */
export function controlPage(generated: string): string {
  const { paths } = sandbox().openapi();
  const rows = Object.entries(paths as unknown as Readonly<Record<string, Record<string, Operation>>>)
    .filter(([path]) => path.startsWith('/_sim'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) =>
          `| \`${method.toUpperCase()} ${path}\` | ${operation.summary} | ${bodyOf(operation)} |`,
      ),
    );
  return [
    '# Calls that control a served world',
    generated,
    '',
    'They are answered to programs on the same machine alone. `GET /openapi.json` has their schemas and answers. [The sandbox](sandbox.md) says what they are for.',
    '',
    '| call | does | body (bold: needed) |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function bodyOf({ requestBody }: Operation): string {
  const { properties = {}, required = [] } = requestBody?.content['application/json']?.schema ?? {};
  return Object.keys(properties)
    .map((name) => (required.includes(name) ? `**\`${name}\`**` : `\`${name}\``))
    .join(', ');
}
