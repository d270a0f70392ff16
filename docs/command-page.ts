/** The reference of the command line, from the table that the parser and the help text are made from. */
import type { CommandRow, OptionRow } from '../src/host/cli/command.ts';
import { commands } from '../src/host/cli/commands/table.ts';
import { variablesOf } from '../src/host/cli/options/defaults.ts';
import { argumentOf, nameOf, optionOf } from '../src/host/cli/options/option-of.ts';

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  rows.length === 0
    ? []
    : [
        `| ${head.join(' | ')} |`,
        `|${head.map(() => '---').join('|')}|`,
        ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`),
        '',
      ];

/** What holds without the option: a value stands as code, words stand as words. */
function fallbackOf(row: OptionRow): string {
  if (row.isRequired === true) return 'required';
  if (row.default !== undefined) return `\`${row.default}\``;
  return row.without ?? '';
}

const optionRow = (row: OptionRow): string[] => {
  const choices = row.choices === undefined ? '' : `: ${row.choices.map((one) => `\`${one}\``).join(', ')}`;
  return [`\`${optionOf(row).flags}\``, `${row.about}${choices}`, fallbackOf(row)];
};

const isWhole = (name: string): boolean => /^[a-z-]+$/.test(name);
const dashed = (name: string): string => (isWhole(name) ? `\`--${name}\`` : `\`${name}\``);

/** Options that contradict each other or need each other, one a line. */
const rulesOf = ({ rules = [] }: CommandRow): string[] => {
  const lines = rules.flatMap(({ option, excludes = [], needs, why }) => [
    ...excludes.map((other) => `- ${dashed(option)} and ${dashed(other)} contradict each other: ${why}`),
    ...(needs === undefined ? [] : [`- ${dashed(option)} goes with ${dashed(needs)}: ${why}`]),
  ]);
  return lines.length === 0 ? [] : [...lines, ''];
};

function codesOf({ exitCodes: { held, failed } }: CommandRow): string {
  const one = failed === undefined ? '' : ` 1: ${failed}.`;
  return `Exit codes: 0: ${held}.${one}`;
}

function sectionOf(row: CommandRow): string {
  const { name, about, note, options, examples, environment } = row;
  const usage = [name, ...(row.arguments ?? []).map(({ flags }) => flags), '[options]'].join(' ');
  const variables = Object.entries({ ...variablesOf(row), ...environment });
  const argumentRows = (row.arguments ?? []).map((one) => {
    const { argChoices } = argumentOf(one);
    return [
      `\`${one.flags}\``,
      argChoices === undefined ? one.about : `${one.about}: ${argChoices.join(', ')}`,
    ];
  });
  return [
    `## orrery ${name}`,
    `\`orrery ${usage}\`: ${about}.`,
    '',
    ...(note === undefined ? [] : [note, '']),
    ...table(['argument', 'what it is'], argumentRows),
    ...table(['option', 'what it does', 'without it'], options.map(optionRow)),
    ...rulesOf(row),
    ...table(
      ['variable', 'what it does'],
      variables.map(([variable, what]) => [`\`${variable}\``, what]),
    ),
    codesOf(row),
    '',
    '```sh',
    ...examples,
    '```',
    '',
  ].join('\n');
}

/** Every command with its arguments, options, variables, exit codes and examples. */
export const commandPage = (generated: string): string =>
  [
    '# Commands',
    generated,
    '',
    '`orrery COMMAND --help` prints the same. Every command has `--help`. Exit code 2 says that the call or a file is wrong, or that',
    'the machine refused; 3 that an invariant inside Orrery is broken; 130 that the command was interrupted. Defaults of options may',
    'come from variables and from the [configuration](configuration.md) of a project.',
    '',
    ...commands.map(sectionOf),
  ].join('\n');

/** Every option by its name, with the commands that have it and what it does there. */
export function optionPage(generated: string): string {
  const names = new Set(commands.flatMap(({ options }) => options.map(nameOf)));
  const sections = [...names].toSorted().map((name) => {
    const lines = commands.flatMap((row) =>
      row.options
        .filter((option) => nameOf(option) === name)
        .map((option) => `- [\`orrery ${row.name}\`](commands.md#orrery-${row.name}): ${cell(option.about)}`),
    );
    return [`## --${name}`, ...lines, ''].join('\n');
  });
  return ['# Options', generated, '', 'Every option, and the commands that have it.', '', ...sections].join(
    '\n',
  );
}
