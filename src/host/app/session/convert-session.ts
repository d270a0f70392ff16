/** A session as a scenario file, a trace or a test, and how well it repeats the session. */
import { dirname } from 'node:path';
import { Refusal } from '../../../core/base/refusal.ts';
import { yamlOf } from '../../../verification/check/source.ts';
import { writeOutput } from '../files/output-file.ts';
import { commandContext } from '../process/command-context.ts';
import { CallMistake } from '../process/exit.ts';
import type { SessionResult } from '../result-schema.ts';
import { executeSession, type ExecutedSession, type SessionCall } from './execute-session.ts';
import { repeatedAnswers } from './repeated-answers.ts';
import { sessionScenario } from './session-scenario.ts';
import { sessionTest } from './session-test.ts';
import { SessionTrace } from './session-trace.ts';
import { shrinkSession, type ShrinkProgress, type ShrunkSession } from './shrink-session.ts';

/** What a session becomes. */
export type SessionForm = 'scenario' | 'trace' | 'test';

/** A call: which session, and what it becomes. */
export interface ConvertSession extends SessionCall {
  readonly form: SessionForm;
  /** The file to write; undefined gives the text alone, which a trace is not. */
  readonly out: string | undefined;
  /** Keep one answer, and leave out what it does not need. */
  readonly shrinks: boolean;
  /** The request whose answer is kept, from 0; the last refused one unless given. */
  readonly request: number | undefined;
  /** Hears how far the shrinking is. */
  readonly onTry?: ((progress: ShrinkProgress) => void) | undefined;
  /** Ends the shrinking; the one of the command unless given. */
  readonly signal?: AbortSignal;
}

/** What came of a call. `text` is what was written, and empty for a trace. */
export interface ConvertedSession {
  readonly result: SessionResult;
  readonly text: string;
  /** True where a signal has ended the shrinking; the smallest scenario until then is written. */
  readonly isInterrupted?: boolean;
}

/** Throws `FileMistake` for a session that cannot be read, `CallMistake` for what it cannot become. */
export async function convertSession(call: ConvertSession): Promise<ConvertedSession> {
  const executed = await executeSession(call);
  if (call.form === 'trace') return toTrace(executed, call);
  if (executed.session.base.idSeed !== undefined)
    throw new CallMistake(
      `${call.file}: the session was made with --id-seed, for which a ${call.form} has no words; expected --as trace`,
    );
  const converted = call.form === 'test' ? toTest(executed, call) : await toScenario(executed, call);
  const { out } = call;
  if (out !== undefined) writeOutput(out, converted.text);
  return converted;
}

function toTest(executed: ExecutedSession, { source, out }: ConvertSession): ConvertedSession {
  const { text, requests, leftOut } = sessionTest(executed, source);
  const result: SessionResult = {
    as: 'test',
    file: out ?? null,
    requests: executed.outside.length,
    written: requests,
    leftOut: leftOut === 0 ? {} : { 'no JSON': leftOut },
    ok: true,
  };
  return { text, result };
}

async function toScenario(executed: ExecutedSession, call: ConvertSession): Promise<ConvertedSession> {
  const folder = call.out === undefined ? '.' : dirname(call.out);
  const written = sessionScenario(executed, folder);
  const { leftOut } = written;
  const common = {
    as: 'scenario',
    file: call.out ?? null,
    requests: executed.outside.length,
    leftOut,
  } as const;
  if (call.shrinks) {
    const { request, onTry, signal = commandContext.signal } = call;
    const { outside } = executed;
    const shrunk = await shrinkSession(written, { request, folder, outside, onTry, signal });
    if (shrunk instanceof Refusal) throw new CallMistake(`${call.file}: ${shrunk.message}`);
    return smallScenario(shrunk, common, signal.aborted);
  }
  const answers = await repeatedAnswers(written, folder);
  return {
    text: yamlOf(written.source),
    result: { ...common, written: written.written.length, answers, ok: answers.same === answers.of },
  };
}

const whyPartial = 'Partial: the search for a smaller one did not come to its end.';

function smallScenario(
  { source, tries, kept, isFinished }: ShrunkSession,
  common: Pick<SessionResult, 'as' | 'file' | 'requests' | 'leftOut'>,
  isStopped: boolean,
): ConvertedSession {
  const isInterrupted = !isFinished && isStopped;
  const text = yamlOf(isFinished ? source : { ...source, about: `${source.about} ${whyPartial}` });
  const written = source.operations?.length ?? 0;
  const partial = isFinished ? {} : { partial: true };
  return { text, result: { ...common, written, tries, kept, ...partial, ok: !isInterrupted }, isInterrupted };
}

/** The first line of a trace has the faults of the whole session, so that it is executed a second time for the rest. */
async function toTrace(executed: ExecutedSession, call: ConvertSession): Promise<ConvertedSession> {
  const { out } = call;
  if (out === undefined) throw new CallMistake('--as trace: expected --out with the file to write');
  const { source, leftOut } = sessionScenario(executed, dirname(out));
  const { setup, startMs } = executed.session.base;
  const parts: (string | Uint8Array)[] = [];
  const trace = new SessionTrace(
    { append: (_, part) => void parts.push(part) },
    { ...setup, name: source.name, startMs, resolved: source, groups: [] },
  );
  await executeSession(call, trace);
  trace.finish(executed.digest);
  writeOutput(out, Buffer.concat(parts.map((part) => Buffer.from(part))));
  const requests = executed.outside.length;
  return { text: '', result: { as: 'trace', file: out, requests, written: trace.count, leftOut, ok: true } };
}
