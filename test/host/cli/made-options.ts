/** A command with options of every kind, and what it gets from a call, variables and a configuration. */
import { Command } from 'commander';
import { vi } from 'vitest';
import type { CommandRow } from '../../../src/host/cli/command.ts';
import { checkCall } from '../../../src/host/cli/options/call-check.ts';
import { applyDefaults } from '../../../src/host/cli/options/defaults.ts';
import { argumentOf, optionOf } from '../../../src/host/cli/options/option-of.ts';
import type { OptionOrigins } from '../../../src/host/cli/options/option-origins.ts';
import { folderWith } from './orrery.ts';

const about = 'x';
export const row: CommandRow = {
  name: 'go',
  about,
  arguments: [{ flags: '[game...]', about }],
  options: [
    { flags: '--seed <seed>', about, default: '1' },
    { flags: '--profile <profile>', about, choices: ['published', 'consistent'] },
    { flags: '--out <folder>', about },
    { flags: '--target <file>', about: 'where to', isRequired: true },
    { flags: '--set <a=b>', about, gathers: 'assignments' },
    { flags: '--ignore <field>', about, gathers: 'list' },
    { flags: '--speed <factor>', about, default: '1x' },
    { flags: '--ramp <duration>', about },
    { flags: '--warm-up <duration>', about },
    { flags: '--shape <shape>', about, default: 'constant', choices: ['constant', 'closed'] },
    { flags: '--rate <rate>', about },
    { flags: '--proxy', about },
    { flags: '--json', about },
    { flags: '--quiet', about },
  ],
  rules: [
    { option: 'ramp', excludes: ['speed=max', 'quiet'], why: 'why one' },
    { option: 'rate', needs: 'shape=constant', why: 'why two' },
    { option: 'warm-up', needs: 'ramp', why: 'why three' },
    { option: '[game...]', excludes: ['proxy'], why: 'why four' },
    { option: 'json', excludes: ['<game>'], why: 'why five' },
  ],
  examples: [],
  exitCodes: { held: about },
  load: () => Promise.reject(new Error('not called')),
};
/** A file as a target is no common option, nor is a target that may be left out. */
export const other: CommandRow = {
  ...row,
  name: 'other',
  options: [
    { flags: '--out <file>', about },
    { flags: '--target <file>', about },
    { flags: '--quiet', about },
  ],
  rules: [],
};
export const bare: CommandRow = {
  name: 'bare',
  about,
  options: [],
  examples: [],
  exitCodes: { held: about },
  load: row.load,
};

export interface Made {
  readonly config?: unknown;
  readonly env?: Readonly<Record<string, string>>;
  readonly of?: CommandRow;
}

/** Each option with its source, its value and where that stands; or the line of the mistake. */
export async function madeOf(words: string, { config, env = {}, of = row }: Made = {}): Promise<unknown> {
  const before = process.cwd();
  process.chdir(folderWith({ 'orrery.config.json': JSON.stringify(config ?? {}) }));
  for (const name of ['SEED', 'PROFILE', 'OUT', 'TARGET', 'DEFAULTS'])
    vi.stubEnv(`ORRERY_${name}`, env[name]);
  const command = new Command(of.name).exitOverride().configureOutput({ outputError: () => undefined });
  for (const argument of of.arguments ?? []) command.addArgument(argumentOf(argument));
  for (const option of of.options) command.addOption(optionOf(option));
  command.action(() => undefined);
  let origins: OptionOrigins = {};
  command.hook('preAction', async () => {
    origins = await applyDefaults(command, of, ['go', 'other', 'bare']);
    checkCall(command, of.rules ?? []);
  });
  try {
    await command.parseAsync(words === '' ? [] : words.split(' '), { from: 'user' });
  } catch (error) {
    return error instanceof Error ? error.message : error;
  } finally {
    vi.unstubAllEnvs();
    process.chdir(before);
  }
  return Object.entries(command.opts()).map(([name, value]) => {
    const { key = '', file } = origins[`--${name.replace('warmUp', 'warm-up')}`] ?? {};
    const place = file === undefined ? key : `${key} at ${file.path}:${file.line}:${file.column}`;
    return `${name} ${command.getOptionValueSource(name)} ${JSON.stringify(value)} ${place}`.trimEnd();
  });
}

/** The same without defaults and the target. */
export async function given(words: string, made: Made = {}): Promise<unknown> {
  const found = await madeOf(words, made);
  if (!Array.isArray(found)) return found;
  return (found as string[]).filter((text) => !/^target|^\w+ default/.test(text));
}
