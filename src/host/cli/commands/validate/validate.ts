/** `orrery validate FILE...`: a line for each mistake, or the result as one object. */
import { FileMistake } from '../../../../core/base/file-mistake.ts';
import { writeOutput } from '../../../app/files/output-file.ts';
import { exitCode } from '../../../app/process/exit.ts';
import { sarifOf } from '../../../app/validate/mistakes-sarif.ts';
import { validateFiles } from '../../../app/validate/validate.ts';
import { say, sayJson } from '../../output/output.ts';
import { reported } from '../../output/report-failure.ts';

/** Resolves with 2 where a file has a mistake. With `--json` the mistakes are in the result on stdout. */
export async function validateCommand(
  files: readonly string[],
  options: { readonly json?: boolean; readonly quiet?: boolean; readonly sarif?: string },
): Promise<number> {
  const result = await validateFiles(files);
  if (options.sarif !== undefined) writeOutput(options.sarif, sarifOf(result));
  if (options.json === true) sayJson(result);
  else {
    for (const { file, line, column, message } of result.mistakes)
      reported(new FileMistake(file, { line, column }, message), false);
    if (options.quiet !== true)
      for (const { file, kind, mistakes } of result.files)
        if (mistakes === 0) say(`${file}: ${kind}, no mistakes\n`);
  }
  return result.ok ? exitCode.held : exitCode.wrongCall;
}
