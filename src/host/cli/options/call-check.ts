/** Holds a call against what is common to all commands: required options, contradictions, values that are no values. */
import type { Command, Option } from 'commander';
import { CallMistake } from '../../app/process/exit.ts';
import type { OptionRule } from '../command.ts';
import { longFlags, RequiredOption } from './option-of.ts';

/** Throws `CallMistake`. Called with the command that is about to run, once every option is known to exist. */
export function checkCall(command: Command, rules: readonly OptionRule[]): void {
  for (const option of command.options) checkValue(command, option);
  for (const option of command.options) {
    if (option instanceof RequiredOption && command.getOptionValue(option.attributeName()) === undefined)
      throw new CallMistake(`${command.name()} needs ${longFlags(option)}: ${option.description}`);
  }
  for (const rule of rules) checkRule(command, rule);
}

/** An empty variable of a script, and an option in the place of a value, are mistakes everywhere. */
function checkValue(command: Command, option: Option): void {
  if (!isGiven(command, named(option)) || !option.required) return;
  const value: unknown = command.getOptionValue(option.attributeName());
  for (const text of Array.isArray(value) ? (value as unknown[]) : [value]) {
    if (text === '') throw new CallMistake(`${option.long} is empty; expected ${longFlags(option)}`);
    const isFlag = command.options.some((other) => [other.long, other.short].includes(text as string));
    if (isFlag)
      throw new CallMistake(`${option.long} is followed by ${String(text)}; expected ${longFlags(option)}`);
  }
}

function checkRule(command: Command, { option, excludes = [], needs, why }: OptionRule): void {
  if (!isGiven(command, option)) return;
  for (const other of excludes) {
    if (isTrue(command, other))
      throw new CallMistake(`${spoken(option)} and ${spoken(other)} contradict each other: ${why}`);
  }
  if (needs !== undefined && !isTrue(command, needs))
    throw new CallMistake(`${spoken(option)} goes with ${spoken(needs)}: ${why}`);
}

const named = ({ long }: Option): string => (long ?? '').replace(/^--/, '');

/** `name` is given, or `name=value` is what its value is. */
export function isTrue(command: Command, condition: string): boolean {
  const [name = '', value] = condition.split('=');
  if (value === undefined) return isGiven(command, name);
  return command.getOptionValue(optionOf(command, name)?.attributeName() ?? '') === value;
}

function isGiven(command: Command, name: string): boolean {
  if (/^[[<]/.test(name)) return command.args.length > 0;
  const option = optionOf(command, name);
  const source = option === undefined ? undefined : command.getOptionValueSource(option.attributeName());
  return source !== undefined && source !== 'default';
}

const optionOf = (command: Command, name: string): Option | undefined =>
  command.options.find(({ long }) => long === `--${name}`);

const spoken = (condition: string): string =>
  /^[[<]/.test(condition) ? `a ${condition.replaceAll(/[[\]<>.]/g, '')}` : `--${condition.replace('=', ' ')}`;
