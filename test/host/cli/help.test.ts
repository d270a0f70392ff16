import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands as rows } from '../../../src/host/cli/commands/table.ts';
import { RequiredOption } from '../../../src/host/cli/options/option-of.ts';
import { build } from '../../../src/host/cli/program.ts';
import { performHere } from '../../../src/host/cli/supervision/perform-here.ts';
import { called } from './called.ts';
import { folderWith, project } from './orrery.ts';

const commands = build({ code: 0 }, performHere).commands;
const names = commands.map((command) => command.name());

/** Variables that a process of Orrery or npm sets for another one, or that are for developers. */
const internal = ['ORRERY_DEFAULTS', 'ORRERY_DIGESTS', 'ORRERY_REPLICA', 'ORRERY_STEP_CPU_MS', 'npm_command'];

const sources = readdirSync(join(project, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);

describe('the help text', () => {
  it('has a folder for exactly the commands that there are', () => {
    const folders = readdirSync(join(project, 'src/host/cli/commands'), { withFileTypes: true });
    expect(folders.flatMap((entry) => (entry.isDirectory() ? entry.name : [])).toSorted()).toEqual(
      names.toSorted(),
    );
  });

  it.each(rows)('of $name has its usage, every exit code, and its variables', async (row) => {
    const { name, exitCodes, environment = {} } = row;
    const { code, stdout } = await called(folderWith(), [name, '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: orrery ${name}`);
    const codes = [...stdout.matchAll(/^ {2}(\d+) {2,}\S/gm)].map(([, number]) => number);
    const failed = exitCodes.failed === undefined ? [] : ['1'];
    expect(codes).toEqual(['0', ...failed, '2', '3', '130']);
    for (const variable of Object.keys(environment)) expect(stdout).toContain(`  ${variable} `);
  });

  it.each(names)('of %s says of each option that it is required, or what holds without it', (name) => {
    const command = commands.find((one) => one.name() === name);
    for (const option of command?.options ?? []) {
      const isSwitch = option.isBoolean() || option.negate;
      const isSaid = option instanceof RequiredOption || option.defaultValue !== undefined;
      expect(isSwitch || isSaid || option.defaultValueDescription !== undefined, option.flags).toBe(true);
      const shown = command?.createHelp().optionDescription(option) ?? '';
      if (!isSwitch) expect(shown, option.flags).toMatch(/\(required\)|default: [^)]+\)$/);
    }
  });

  it('names every environment variable that the code reads', () => {
    const read = sources.flatMap((file) => {
      const text = readFileSync(join(project, 'src', file), 'utf8');
      const written = [...text.matchAll(/process\.env\['(\w+)'\]/g)].map(([, variable = '']) => variable);
      const constants = [...text.matchAll(/Variable = '([A-Z_]+)'/g)].map(([, variable = '']) => variable);
      return [...written, ...constants];
    });
    const documented = rows.flatMap(({ environment = {} }) => Object.keys(environment));
    expect(new Set(read)).toEqual(new Set([...documented, ...internal]));
  });

  it('has letters for the common options, with one meaning in every command', () => {
    const letters = commands.flatMap(({ options }) =>
      options.flatMap(({ short, long }) => (short === undefined ? [] : [`${short} ${long}`])),
    );
    expect([...new Set(letters)].toSorted()).toEqual(['-o --out', '-q --quiet', '-s --seed', '-t --target']);
    for (const { options } of commands)
      for (const { short, long } of options)
        if (['--out', '--quiet', '--seed', '--target'].includes(long ?? '')) expect(short).toBeDefined();
  });

  it('has --quiet for every command but the one whose output is its only purpose', () => {
    const without = commands.filter(({ options }) => !options.some(({ long }) => long === '--quiet'));
    expect(without.map((command) => command.name())).toEqual(['completion']);
  });
});

const optionRules = rows.flatMap(({ name, rules = [] }) => rules.map((rule) => ({ command: name, ...rule })));

describe('the option rules of the commands', () => {
  it.each(optionRules)('$command --$option: names options that the command has', (rule) => {
    const command = commands.find((one) => one.name() === rule.command);
    const known = [
      ...(command?.options ?? []).map(({ long }) => (long ?? '').slice(2)),
      ...(command?.registeredArguments ?? []).map((argument) =>
        argument.variadic ? `[${argument.name()}...]` : `[${argument.name()}]`,
      ),
    ];
    const named = [rule.option, ...(rule.excludes ?? []), ...(rule.needs === undefined ? [] : [rule.needs])];
    for (const condition of named) expect(known).toContain(condition.replace(/=.*/, ''));
  });
});
