/** `orrery session`: a session of `serve` in a form that other commands and other programs take. */
import {
  convertSession,
  type ConvertedSession,
  type SessionForm,
} from '../../../app/session/convert-session.ts';
import { shippedScenarioOf } from '../../../app/session/execute-session.ts';
import { CallMistake, exitCode } from '../../../app/process/exit.ts';
import { complain, say, sayJson } from '../../output/output.ts';
import { scenarioOf } from '../run/scenario-of.ts';
import { showShrinking } from './shrinking.ts';

/** The options as text; commander has checked `as` alone. */
export interface SessionOptions {
  as: SessionForm;
  out?: string;
  shrink?: boolean;
  request?: string;
  with: readonly string[];
  json?: boolean;
  quiet?: boolean;
}

/** Resolves with 1 where a scenario does not give the answers of the session, with 130 where a signal ended the shrinking. */
export async function sessionCommand(
  file: string,
  named: string | undefined,
  options: SessionOptions,
): Promise<number> {
  const request = options.request === undefined ? undefined : numberOf(options.request);
  const source = named ?? shippedScenarioOf(file);
  const scenario =
    source === undefined ? undefined : await scenarioOf(source, { set: {}, with: options.with });
  const isShown = options.shrink === true && options.quiet !== true && options.json !== true;
  const progress = isShown ? showShrinking() : undefined;
  const call = { file, source, scenario, form: options.as, out: options.out, request };
  const shrinks = options.shrink === true;
  const converted = await convertSession({ ...call, shrinks, onTry: progress?.onTry }).finally(() =>
    progress?.stop(),
  );
  tell(converted, options);
  if (converted.isInterrupted === true) return exitCode.interrupted;
  return converted.result.ok ? exitCode.held : exitCode.failed;
}

function numberOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new CallMistake(`--request ${text}: expected the number of a request, from 0`);
}

function tell({ result, text }: ConvertedSession, { json, quiet, out }: SessionOptions): void {
  if (json === true) return sayJson(result);
  if (out === undefined) say(text);
  if (quiet === true) return;
  // The text may go to a file: what is said of it must not.
  const line = `${linesOf(result).join('\n')}\n`;
  if (out === undefined) complain(line);
  else say(line);
}

const unitOf = {
  scenario: 'operations',
  trace: 'requests of agents and from outside',
  test: 'calls',
} as const;

function linesOf(result: ConvertedSession['result']): string[] {
  const { as, file, requests, written, leftOut, answers, tries, kept, partial } = result;
  const lines = [`${file ?? as}: ${written} ${unitOf[as]}, of ${requests} requests from outside`];
  const left = Object.entries(leftOut).map(([name, count]) => `${count} ${name}`);
  if (left.length > 0) lines.push(`left out: ${left.join(', ')}`);
  if (kept !== undefined)
    lines.push(
      `keeps ${kept.call} ${kept.status} ${kept.code}`.trim() + `, after ${tries ?? 0} smaller candidates`,
    );
  if (partial === true)
    lines.push('partial: the search for a smaller scenario did not come to its end; this one has the answer');
  if (answers !== undefined) lines.push(`answers: ${answers.same} of ${answers.of} are those of the session`);
  if (answers !== undefined && answers.first !== null) {
    const { request, was, is } = answers.first;
    const now = is === null ? 'none' : `${is.call} ${is.status} ${is.code}`.trim();
    lines.push(
      `first that differs: request ${request}, ${was.call} ${was.status} ${was.code}`.trim() + `, now ${now}`,
    );
  }
  return lines;
}
