/** Makes commander's options and arguments of the rows of a command. */
import { Argument, Option } from 'commander';
import { CallMistake } from '../../app/process/exit.ts';
import type { ArgumentRow, OptionRow } from '../command.ts';

/** An option that must be given. Commander's own kind would be missed before a misspelt option is noticed. */
export class RequiredOption extends Option {}

/** The long name of an option, without its dashes. */
export const nameOf = ({ flags }: OptionRow): string => /^--([\w-]+)/.exec(flags)?.[1] ?? '';

/** Letters of common options; each means the same in every command. */
const letters: Readonly<Record<string, string>> = { out: 'o', quiet: 'q', seed: 's', target: 't' };

/** The flags as a row has them, without the letter. */
export const longFlags = ({ flags }: Option): string => flags.replace(/^-\w, /, '');

/**
 * An option for commander, which checks `choices` and shows `without` in the help text but sets no value for it.
 */
export function optionOf(row: OptionRow): Option {
  const { about, without, choices, gathers } = row;
  const letter = letters[nameOf(row)];
  const flags = letter === undefined ? row.flags : `-${letter}, ${row.flags}`;
  const option = row.isRequired === true ? new RequiredOption(flags, about) : new Option(flags, about);
  if (choices !== undefined) option.choices([...choices]);
  if (gathers === 'list') return option.argParser(gathered).default([], 'none');
  if (gathers === 'assignments') return option.argParser(assigned).default({}, 'none');
  if (row.default !== undefined) return option.default(row.default);
  return without === undefined ? option : option.default(undefined, without);
}

/** An argument for commander; brackets and dots in `flags` make it optional or repeatable. */
export function argumentOf({ flags, about, choices }: ArgumentRow): Argument {
  const argument = new Argument(flags, about);
  return choices === undefined ? argument : argument.choices([...choices]);
}

const gathered = (text: string, before: readonly string[]): string[] => [...before, text];

function assigned(text: string, before: Readonly<Record<string, string>>): Record<string, string> {
  const equals = text.indexOf('=');
  if (equals < 1) throw new CallMistake(`--set ${text}: expected POLICY=VALUE`);
  return { ...before, [text.slice(0, equals)]: text.slice(equals + 1) };
}
