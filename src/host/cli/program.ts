/** The command line: every command of the table, with its options, its help text and what calls it. */
import { Command } from 'commander';
import { packageVersion } from '../app/process/package-version.ts';
import type { CommandRow, Perform } from './command.ts';
import { commands } from './commands/table.ts';
import { checkCall } from './options/call-check.ts';
import { applyDefaults } from './options/defaults.ts';
import { helpSections, helpStyle } from './options/command-help.ts';
import type { OptionOrigin, OptionOrigins } from './options/option-origins.ts';
import { argumentOf, optionOf } from './options/option-of.ts';
import { complain, say } from './output/output.ts';

/** What a command ended with. */
export interface Ended {
  code: number;
}

/** Whichever command is called writes its exit code into `ended`. Parsing throws for a wrong call. */
export function build(ended: Ended, perform: Perform): Command {
  const program = new Command('orrery')
    .description('A deterministic simulation and load-testing harness for a platform of autonomous agents.')
    .version(packageVersion())
    // `command-line.ts` prints the error, in one line or as JSON.
    .configureOutput({ writeOut: say, writeErr: complain, outputError: () => undefined })
    .configureHelp(helpStyle)
    .exitOverride();
  for (const row of commands) {
    const origins: Record<string, OptionOrigin> = {};
    register(program, row, origins).action(actionOf({ row, origins }, ended, perform));
  }
  return program;
}

const commandNames = commands.map(({ name }) => name);

/** Fills `origins` once the command is called. */
function register(program: Command, row: CommandRow, origins: Record<string, OptionOrigin>): Command {
  // It takes over how the program prints and ends.
  const command = program
    .command(row.name)
    .description(row.about)
    .addHelpText('after', () => helpSections(row));
  for (const argument of row.arguments ?? []) command.addArgument(argumentOf(argument));
  for (const option of row.options) command.addOption(optionOf(option));
  return command.hook('preAction', async () => {
    Object.assign(origins, await applyDefaults(command, row, commandNames));
    checkCall(command, row.rules ?? []);
  });
}

/** Commander gives the arguments, the options and the command. */
const actionOf =
  ({ row, origins }: { row: CommandRow; origins: OptionOrigins }, ended: Ended, perform: Perform) =>
  async (...given: unknown[]): Promise<void> => {
    ended.code = await perform(row, given.slice(0, -1), origins);
  };
