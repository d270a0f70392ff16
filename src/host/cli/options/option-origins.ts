/** Where the values of options come from that the call does not name, so that a wrong one is blamed on its place. */
import { FileMistake } from '../../../core/base/file-mistake.ts';
import { CallMistake } from '../../app/process/exit.ts';

/** As plain data, for a command in another thread. `key` is one of the file, such as `check.runs`, or a variable. */
export interface OptionOrigin {
  readonly key: string;
  readonly file?: { readonly path: string; readonly line: number; readonly column: number };
}

/** By the option, such as `--runs`. */
export type OptionOrigins = Readonly<Record<string, OptionOrigin>>;

/** What a command throws about an option, as a mistake of the configuration or the variable that has set it. */
export function blamed(error: unknown, origins: OptionOrigins): unknown {
  if (!(error instanceof CallMistake)) return error;
  const [, option = '', rest = ''] = /^(--[\w-]+)(?=[ :])(.*)$/s.exec(error.message) ?? [];
  const origin = Object.hasOwn(origins, option) ? origins[option] : undefined;
  if (origin === undefined) return error;
  const { key, file } = origin;
  const message = `${key}${rest}`;
  return file === undefined ? new CallMistake(message) : new FileMistake(file.path, file, message);
}
