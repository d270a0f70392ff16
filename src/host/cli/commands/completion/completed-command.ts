/** A command as shell completion knows it, from its row. */
import type { Argument, Option } from 'commander';
import { games } from '../../../../platform/games/registry.ts';
import { policyNames } from '../../../../core/policy/policies.ts';
import type { CommandRow } from '../../command.ts';
import { argumentOf, optionOf } from '../../options/option-of.ts';

/** An option of a command. */
export interface CompletedOption {
  readonly flag: string;
  /** The letter with its dash; empty for none. */
  readonly letter: string;
  readonly about: string;
  readonly takesValue: boolean;
  /** What it may be followed by; empty for anything, a file among it. */
  readonly values: readonly string[];
}

/** A command with the words that may follow it. */
export interface CompletedCommand {
  readonly name: string;
  readonly about: string;
  readonly options: readonly CompletedOption[];
  /** Words that may stand by themselves; empty for files. */
  readonly words: readonly string[];
}

/** What the row of a command says. */
export const completed = (row: CommandRow): CompletedCommand => ({
  name: row.name,
  about: row.about,
  options: [...row.options.map((option) => completedOption(optionOf(option))), helpOption],
  words: (row.arguments ?? []).flatMap((argument) => wordsOf(argumentOf(argument))),
});

const helpOption: CompletedOption = {
  flag: '--help',
  letter: '-h',
  about: 'show how',
  takesValue: false,
  values: [],
};

const completedOption = (option: Option): CompletedOption => ({
  flag: option.long ?? option.flags,
  letter: option.short ?? '',
  about: option.description,
  takesValue: option.required || option.optional,
  values: option.long === '--set' ? policyNames.map((name) => `${name}=`) : (option.argChoices ?? []),
});

/** The option with one dash, where it has such a letter, and with two. */
export const spellings = ({ flag, letter }: CompletedOption): string[] =>
  letter === '' ? [flag] : [letter, flag];

function wordsOf(argument: Argument): readonly string[] {
  if (argument.name() === 'game') return games.map(({ game }) => game.id);
  return argument.argChoices ?? [];
}
