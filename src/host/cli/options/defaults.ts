/**
 * Defaults that a project sets: variables of the environment and its configuration. The call precedes variables, they
 * precede the configuration. A default that contradicts the call has no effect.
 */
import type { Command, Option } from 'commander';
import { hintOf } from '../../../core/base/nearest.ts';
import { readConfig, type ConfigFile } from '../../app/files/config-file.ts';
import { CallMistake } from '../../app/process/exit.ts';
import type { CommandRow, OptionRow } from '../command.ts';
import { isTrue } from './call-check.ts';
import { nameOf } from './option-of.ts';
import type { OptionOrigin, OptionOrigins } from './option-origins.ts';

/** Variables by the option whose default they are. */
const variables: Readonly<Record<string, string>> = {
  seed: 'ORRERY_SEED',
  profile: 'ORRERY_PROFILE',
  out: 'ORRERY_OUT',
  target: 'ORRERY_TARGET',
};

/** Options whose default may stand at the top of a configuration, for every command that has them. */
const commonNames = [...Object.keys(variables), 'set', 'quiet'];

/** A common option means the same in every command: `--out` a folder, and `--target` what the command needs. */
function isCommon(row: OptionRow): boolean {
  const name = nameOf(row);
  if (name === 'out') return row.flags.endsWith('<folder>');
  return name === 'target' ? row.isRequired === true : commonNames.includes(name);
}

/** For the help text: the variables that set defaults of the command's options. */
export const variablesOf = ({ options }: CommandRow): Record<string, string> =>
  Object.fromEntries(
    options.flatMap((row) => {
      const variable = isCommon(row) ? variables[nameOf(row)] : undefined;
      return variable === undefined ? [] : [[variable, `not empty: the default of --${nameOf(row)}`]];
    }),
  );

/**
 * Sets the defaults of a command that is about to run, in the folder in which it runs, and gives where they stand. Rejects
 * for a wrong one.
 */
export async function applyDefaults(
  command: Command,
  row: CommandRow,
  commandNames: readonly string[],
): Promise<OptionOrigins> {
  if (process.env['ORRERY_DEFAULTS'] === 'none') return {};
  const config = await readConfig('.');
  if (config !== undefined) checkKeys(config, row, commandNames);
  for (const option of row.options) applyDefault(command, option, config);
  dropContradictions(command, row);
  return originsOf(command, row, config);
}

/** Of the values that neither the call nor the command itself has set. */
function originsOf(command: Command, { options }: CommandRow, config: ConfigFile | undefined): OptionOrigins {
  const origins: Record<string, OptionOrigin> = {};
  for (const row of options) {
    const name = nameOf(row);
    const source = command.getOptionValueSource(commanderOption(command, name)?.attributeName() ?? '');
    if (source === 'env') origins[`--${name}`] = { key: variables[name] ?? '' };
    if (source !== 'config' || config === undefined) continue;
    const own = config.values[command.name()] as Readonly<Record<string, unknown>> | undefined;
    const path = own?.[name] === undefined ? [name] : [command.name(), name];
    const { file, line, column } = config.mistake(path, '');
    origins[`--${name}`] = { key: path.join('.'), file: { path: file, line, column } };
  }
  return origins;
}

function applyDefault(command: Command, row: OptionRow, config: ConfigFile | undefined): void {
  const option = commanderOption(command, nameOf(row));
  if (option === undefined) return;
  const key = option.attributeName();
  const isCalled = command.getOptionValueSource(key) === 'cli';
  const fromVariable = isCommon(row) ? (process.env[variables[nameOf(row)] ?? ''] ?? '') : '';
  if (fromVariable !== '' && !isCalled) {
    checkChoice(
      row,
      fromVariable,
      (expected) => new CallMistake(`${variables[nameOf(row)]}: expected ${expected}`),
    );
    command.setOptionValueWithSource(key, fromVariable, 'env');
    return;
  }
  const set = config === undefined ? undefined : configured(config, command.name(), row);
  if (set === undefined || set === false) return;
  if (!isCalled) command.setOptionValueWithSource(key, set, 'config');
  else if (row.gathers === 'assignments')
    command.setOptionValueWithSource(key, { ...(set as object), ...command.getOptionValue(key) }, 'cli');
}

/** The value for a command: the one in the command's map, or a common one. */
function configured(config: ConfigFile, command: string, row: OptionRow): unknown {
  const name = nameOf(row);
  const own = config.values[command] as Readonly<Record<string, unknown>> | undefined;
  if (own?.[name] !== undefined) return valueOf(row, own[name], [command, name], config);
  const common = isCommon(row) ? config.values[name] : undefined;
  return common === undefined ? undefined : valueOf(row, common, [name], config);
}

const isText = (value: unknown): boolean => ['string', 'number'].includes(typeof value) && value !== '';

function valueOf(row: OptionRow, value: unknown, path: readonly string[], config: ConfigFile): unknown {
  const wrong = (expected: string) => config.mistake(path, `${path.at(-1)} is wrong; expected ${expected}`);
  if (!row.flags.includes('<')) {
    if (typeof value === 'boolean') return value;
    throw wrong('true or false');
  }
  if (row.gathers === 'assignments') {
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isMap || !Object.values(value).every(isText)) throw wrong('a map such as { "limits.burst": "x3" }');
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, String(one)]));
  }
  if (row.gathers === 'list') {
    if (!Array.isArray(value) || !value.every(isText)) throw wrong('a list of texts');
    return value.map(String);
  }
  if (!isText(value)) throw wrong('a text or a number');
  checkChoice(row, String(value), wrong);
  return String(value);
}

function checkChoice({ choices }: OptionRow, value: string, wrong: (expected: string) => Error): void {
  if (choices !== undefined && !choices.includes(value)) throw wrong(`one of ${choices.join(', ')}`);
}

/** Keys of maps for other commands are checked when those run. */
function checkKeys(config: ConfigFile, row: CommandRow, commandNames: readonly string[]): void {
  const known = [...commonNames, ...commandNames];
  for (const key of Object.keys(config.values)) checkKey(config, [key], known);
  const own = config.values[row.name];
  if (own === undefined) return;
  if (typeof own !== 'object' || own === null || Array.isArray(own))
    throw config.mistake([row.name], `${row.name} is no map; expected options of orrery ${row.name}`);
  for (const key of Object.keys(own)) checkKey(config, [row.name, key], configurable(row));
}

/** With `--json` a script expects another output, which no file may change. */
const configurable = ({ options }: CommandRow): string[] =>
  options.map(nameOf).filter((name) => name !== 'json');

function checkKey(config: ConfigFile, path: readonly string[], known: readonly string[]): void {
  const key = path.at(-1) ?? '';
  if (known.includes(key)) return;
  const hint = known.length === 0 ? 'it has no options' : hintOf(key, known);
  throw config.mistake(path, `unknown key "${key}"; ${hint}`, { atKey: true });
}

function dropContradictions(command: Command, { rules = [] }: CommandRow): void {
  const sourceOf = (name: string): string =>
    command.getOptionValueSource(commanderOption(command, name)?.attributeName() ?? '') ?? 'default';
  const isDefault = (name: string): boolean => ['config', 'env'].includes(sourceOf(name));
  for (const { option, excludes = [], needs } of rules) {
    for (const condition of excludes) {
      const other = optionIn(condition);
      if (!isTrue(command, condition)) continue;
      if (isDefault(option) && sourceOf(other) === 'cli') drop(command, option);
      if (isDefault(other) && isCalled(command, option)) drop(command, other);
    }
    if (needs === undefined || isTrue(command, needs)) continue;
    const needed = optionIn(needs);
    if (isDefault(option) && !isDefault(needed)) drop(command, option);
    if (isDefault(needed) && isCalled(command, option)) drop(command, needed);
  }
}

const optionIn = (condition: string): string => condition.replace(/=.*/, '');

const isCalled = (command: Command, name: string): boolean =>
  /^[[<]/.test(name)
    ? command.args.length > 0
    : command.getOptionValueSource(commanderOption(command, name)?.attributeName() ?? '') === 'cli';

function drop(command: Command, name: string): void {
  const option = commanderOption(command, name);
  if (option !== undefined)
    command.setOptionValueWithSource(option.attributeName(), option.defaultValue, 'default');
}

const commanderOption = (command: Command, name: string): Option | undefined =>
  command.options.find(({ long }) => long === `--${name}`);
