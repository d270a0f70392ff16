/** `orrery har`: a HAR file as a trace that can be replayed, or a trace as a HAR file, by the names of the files. */
import type { HarResult } from '../../../app/result-schema.ts';
import { harToTrace, traceToHar } from '../../../app/har/har-files.ts';
import { CallMistake, exitCode } from '../../../app/process/exit.ts';
import { say, sayJson } from '../../output/output.ts';

/** The options of `orrery har`; `target` applies to imports alone. */
export interface HarOptions {
  target?: string;
  json?: boolean;
  quiet?: boolean;
}

const isTrace = (file: string): boolean => /\.ndjson(\.gz)?$/.test(file);
const isHar = (file: string): boolean => file.endsWith('.har');

/** Resolves with 0. Throws `CallMistake` unless one file is a HAR file and the other a trace. */
export async function harCommand(from: string, to: string, options: HarOptions): Promise<number> {
  if (isTrace(from) && isHar(to)) {
    await traceToHar(from, to);
    tell(options, { from, to, ok: true }, `${to}\n`);
    return exitCode.held;
  }
  if (!isHar(from) || !isTrace(to))
    throw new CallMistake(
      `${from} ${to}: expected a .har file and a trace (.ndjson.gz or .ndjson), in either order`,
    );
  const { requests, leftOut } = harToTrace(from, to, options.target);
  const left = Object.entries(leftOut).map(([why, count]) => `left out: ${count} ${why}\n`);
  tell(options, { from, to, requests, leftOut, ok: true }, `${to}: ${requests} requests\n${left.join('')}`);
  return exitCode.held;
}

function tell(options: HarOptions, result: HarResult, text: string): void {
  if (options.json === true) sayJson(result);
  else if (options.quiet !== true) say(text);
}
