/** The reference of scenario files, from their schema, and of the agent API, from the sources' own contracts. */
import { readFileSync } from 'node:fs';
import { ScenarioSchema } from '../src/simulation/scenario/schema.ts';

interface Shape {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Shape[];
}

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');

const wordsOf = ({ description, type, enum: options, anyOf }: Shape): string =>
  description ?? options?.join(', ') ?? anyOf?.map(wordsOf).join(', or ') ?? type ?? 'any value';

function tableOf({ properties = {}, required = [] }: Shape): string {
  const rows = Object.entries(properties).map(
    ([name, shape]) => `| \`${name}\` | ${required.includes(name) ? 'yes' : ''} | ${cell(wordsOf(shape))} |`,
  );
  return ['| key | needed | what it takes |', '|---|---|---|', ...rows].join('\n');
}

/** Every key of a scenario file. */
export function scenarioPage(generated: string): string {
  const top = ScenarioSchema as unknown as Shape;
  const parts: readonly (readonly [string, Shape | undefined])[] = [
    ['network', top.properties?.['network']],
    ['population', top.properties?.['population']?.items],
    ['faults', top.properties?.['faults']?.items],
    ['load', top.properties?.['load']],
    ['operations', top.properties?.['operations']?.items],
  ];
  const sections = parts.flatMap(([name, shape]) =>
    shape === undefined ? [] : [`## ${name}`, '', tableOf(shape), ''],
  );
  const arrive = top.properties?.['population']?.items?.properties?.['arrive'];
  return [
    '# Scenario files',
    generated,
    '',
    'A scenario file is YAML. It describes a population of agents, the conditions that they run under, and the results',
    'that are expected. Durations are written `250ms 30s 10m 6h 3d 2w` and are at most 2932532d (the years from 1970 to',
    '9999); a run ends before the year 9999. With `# yaml-language-server: $schema=…/docs/schemas/scenario.json` on the first',
    'line, an editor completes and checks the file. The names that `expect` accepts are in [metrics.md](metrics.md), the',
    'shipped behaviours in [agents.md](agents.md), the policies in [policies.md](policies.md).',
    '',
    tableOf(top),
    '',
    ...sections,
    '## arrive, in a group of the population',
    '',
    tableOf(arrive ?? {}),
    '',
  ].join('\n');
}

/** Members with a contract: a comment of one line and the line below it, at the depth of a class member. */
const memberPattern =
  /^ {2}\/\*\* ([^\n]*?) \*\/\n {2}((?:readonly |get )?(?!#|constructor)[a-zA-Z][^\n]*)/gm;

function membersOf(file: string): string[] {
  const text = readFileSync(new URL(`../src/simulation/population/${file}`, import.meta.url), 'utf8');
  const [, body = ''] = text.split(/^export class /m);
  return [...body.matchAll(memberPattern)].map(([, contract = '', line = '']) => {
    const signature = line
      .replace(/ \{$/, '')
      .replace(/;$/, '')
      .replace(/^readonly /, '')
      .replace(/^get (\w+)\(\)/, '$1');
    return `| \`${cell(signature)}\` | ${cell(contract)} |`;
  });
}

const table = (file: string): string[] => ['| | |', '|---|---|', ...membersOf(file)];

/** What a behaviour may do and ask; held by the compiler to what it really may. */
export function agentApiPage(generated: string): string {
  return [
    '# The agent API',
    generated,
    '',
    'A behaviour is written `defineAgent({ name, about, parameters, *run(agent, parameters) { … } })`. Call a method that',
    'returns an effect with `yield*`. Declare parameters with `choice`, `duration`, `integer`, `number`, `probability`, `text`',
    'and `usdc`. The distributions are `chance`, `exponential`, `logNormal`, `normal`, `poisson`, `uniform`, `weighted` and',
    '`zipf`. `orrery-sim` exports all of them.',
    '',
    '## agent',
    '',
    ...table('agent.ts'),
    '',
    'The methods `get`, `post`, `put` and `delete` take a path, a body where the method has one, and `{ query, headers, raw }`.',
    '`agent.polite` has the same four methods; they follow the client guidance of the specification.',
    '',
    '## An answer',
    '',
    ...table('answer.ts'),
    '',
  ].join('\n');
}
