/** The help text of every command: defaults and required marks beside the options, then exit codes and environment. */
import { Help, type HelpConfiguration, type Option } from 'commander';
import { RequiredOption } from './call-check.ts';
import { commandFacts, commonCodes, environment } from './command-facts.ts';

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

/** The sections that stand below the options. Empty for the program itself. */
export function helpSections(name: string): string {
  const facts = commandFacts[name];
  if (facts === undefined) return '';
  const { held, failed, environment: variables = [] } = facts;
  const codes = { 0: held, ...(failed === undefined ? {} : { 1: failed }), ...commonCodes };
  const named = Object.fromEntries(variables.map((variable) => [variable, environment[variable]]));
  return section('Exit codes', codes) + (variables.length === 0 ? '' : section('Environment', named));
}

function section(title: string, rows: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(rows).map((name) => name.length));
  const lines = Object.entries(rows).map(([name, text]) => `\n  ${name.padEnd(width)}  ${text}`);
  return `\n${title}:${lines.join('')}\n`;
}
