/** `orrery har`: a HAR file as a trace that can be replayed, or a trace as a HAR file, by the names of the files. */
import type { HarResult } from '../../../app/result-schema.ts';
import { harToTrace, traceToHar, type ImportedHar } from '../../../app/har/har-files.ts';
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
  const imported = harToTrace(from, to, options.target);
  tell(options, { from, to, ...imported, ok: true }, importText(to, imported));
  return exitCode.held;
}

const hostsMax = 8;

/** What is in the trace, what was left out, and which hosts the file has, a line each. */
function importText(to: string, { requests, known, leftOut, hosts }: ImportedHar): string {
  const left = Object.entries(leftOut).map(([why, count]) => `${count} ${why}`);
  const all = Object.entries(hosts);
  const names = all.slice(0, hostsMax).map(([host, { requests: kept }]) => `${host} ${kept}`);
  const more = all.length > names.length ? `, and ${all.length - names.length} more` : '';
  return [
    `${to}: ${requests} requests, ${known} of them to operations of the documents`,
    ...(left.length === 0 ? [] : [`left out: ${left.join(', ')}`]),
    ...(names.length === 0 ? [] : [`hosts: ${names.join(', ')}${more}`]),
    '',
  ].join('\n');
}

function tell(options: HarOptions, result: HarResult, text: string): void {
  if (options.json === true) sayJson(result);
  else if (options.quiet !== true) say(text);
}
