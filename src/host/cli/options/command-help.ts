/** The help text of every command: defaults and required marks beside the options, then examples, exit codes and environment. */
import { Help, type HelpConfiguration, type Option } from 'commander';
import type { CommandRow } from '../command.ts';
import { configFiles } from '../../app/files/config-file.ts';
import { variablesOf } from './defaults.ts';
import { RequiredOption } from './option-of.ts';

/** Says of each option whether it must be given, what it may be, and what holds without it. */
export const helpStyle: HelpConfiguration = { optionDescription };

function optionDescription(option: Option): string {
  if (option instanceof RequiredOption) return `${option.description} (required)`;
  const described = new Help().optionDescription(option);
  const without = option.defaultValue === undefined ? option.defaultValueDescription : undefined;
  if (without === undefined) return described;
  // Choices stand in brackets already.
  const opened = option.argChoices === undefined ? `${described} (` : `${described.slice(0, -1)}, `;
  return `${opened}default: ${without})`;
}

/** The same for every command. */
const commonCodes: Readonly<Record<number, string>> = {
  2: 'the call or a file is wrong, or the machine refused (disk full, no permission): one line on stderr',
  3: 'a broken invariant inside Orrery: please report it',
  130: 'interrupted; what is finished is marked as partial',
};

const configuration = `\nConfiguration:
  ${configFiles[0]}, ${configFiles
    .slice(1)
    .map((name) => name.replace('orrery.config', ''))
    .join(', ')} or the key "orrery" of package.json in this folder sets defaults,
  such as { seed: 7, run: { out: 'reports/ci' } }. Options of the call precede variables, variables precede it.\n`;

/** The sections that stand below the options. */
export function helpSections(row: CommandRow): string {
  const { note, examples, exitCodes, options } = row;
  const environment = { ...variablesOf(row), ...row.environment };
  const { held, failed } = exitCodes;
  const codes = { 0: held, ...(failed === undefined ? {} : { 1: failed }), ...commonCodes };
  const above = note === undefined ? '' : `\n${note}\n`;
  const calls = `\nExamples:${examples.map((call) => `\n  ${call}`).join('')}\n`;
  const variables = Object.keys(environment).length === 0 ? '' : section('Environment', environment);
  const config = options.length === 0 ? '' : configuration;
  return above + calls + section('Exit codes', codes) + variables + config;
}

function section(title: string, rows: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(rows).map((name) => name.length));
  const lines = Object.entries(rows).map(([name, text]) => `\n  ${name.padEnd(width)}  ${text}`);
  return `\n${title}:${lines.join('')}\n`;
}
