/** What a command is, as data: its words, its help text, its exit codes, and where its code is. */

import type { OptionOrigins } from './options/option-origins.ts';

/** An argument of a command, in commander's notation. */
export interface ArgumentRow {
  /** `<file>`, `[file]`, `<file...>` or `[file...]`. */
  readonly flags: string;
  readonly about: string;
  readonly choices?: readonly string[];
}

/** An option. One whose flags name no value is a switch; any other says what holds without it. */
export interface OptionRow {
  /** In commander's notation: `--out <folder>`. */
  readonly flags: string;
  readonly about: string;
  /** The value without the option. */
  readonly default?: string;
  /** What holds without the option, in words, where that is no value. */
  readonly without?: string;
  readonly choices?: readonly string[];
  /** The call is refused without the option. */
  readonly isRequired?: true;
  /** The option may be repeated: `list` keeps each value in order, `assignments` reads each as POLICY=VALUE. */
  readonly gathers?: 'list' | 'assignments';
}

/** Options that contradict each other or need each other. */
export interface OptionRule {
  /** The long name of an option without its dashes, or an argument as in the usage line: `[game...]`. */
  readonly option: string;
  /** These must not stand beside it; `speed=max` means only that value. */
  readonly excludes?: readonly string[];
  /** This must stand beside it; `shape=constant` means that value, which may be the default. */
  readonly needs?: string;
  readonly why: string;
}

/** The code of a command. It is called with the arguments of the call and then its options; gives the exit code. */
export type CommandAction = (...words: never[]) => number | Promise<number>;

/**
 * A command as data. Parser, help text, shell completion and the reference in the README are made from this row.
 */
export interface CommandRow {
  readonly name: string;
  readonly about: string;
  readonly arguments?: readonly ArgumentRow[];
  readonly options: readonly OptionRow[];
  readonly rules?: readonly OptionRule[];
  /** A sentence of the help text that stands above the examples. */
  readonly note?: string;
  /** Whole calls, as a person types them. */
  readonly examples: readonly string[];
  readonly exitCodes: {
    /** What exit code 0 means. */
    readonly held: string;
    /** What exit code 1 means; left out where the command never ends with it. */
    readonly failed?: string;
  };
  /** Every environment variable that changes what the command does, with its meaning. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The command is over at once and runs in the main thread: nothing of it needs to be interrupted. */
  readonly isBrief?: true;
  /** Loads the code, which a call of another command or of `--help` does without. */
  readonly load: () => Promise<CommandAction>;
}

/** Runs a command with the words of a call and gives its exit code. */
export type Perform = (row: CommandRow, words: readonly unknown[], origins: OptionOrigins) => Promise<number>;

/** True if the options, the last argument that commander passes to an action, ask for JSON. */
export const isJsonCall = (words: readonly unknown[]): boolean =>
  (words.at(-1) as { json?: boolean } | undefined)?.json === true;
