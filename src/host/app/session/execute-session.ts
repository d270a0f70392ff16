/** Executes a session once more and gives everything that came from outside, with its answers. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { assert } from '../../../core/base/assert.ts';
import { FileMistake } from '../../../core/base/file-mistake.ts';
import { Refusal } from '../../../core/base/refusal.ts';
import type { HttpExchange } from '../../../core/http/exchange.ts';
import type { Request } from '../../../core/http/message.ts';
import type { World } from '../../../platform/world/world.ts';
import type { Scenario } from '../../../simulation/scenario/scenario.ts';
import type { EventRecord } from '../../../simulation/trace/event-record.ts';
import { stepForOneTurn } from '../../serve/clock-move.ts';
import type { SessionEntry } from '../../serve/session/entry.ts';
import { Reexecution } from '../../serve/session/reexecution.ts';
import { readSession, type ReadSession } from '../../serve/session/session-file.ts';
import { jsonIn } from '../files/text-file.ts';
import { commandContext } from '../process/command-context.ts';
import { allBehaviours } from '../run/behaviours.ts';
import { sessionOrigin } from '../run/session-origin.ts';
import { shippedScenarios } from '../run/shipped-scenarios.ts';

/** A request from outside as the platform answered it; a tool call as the REST call behind it. */
export interface OutsideExchange {
  readonly entry: SessionEntry;
  readonly event: EventRecord;
}

/** A session that was read for its scenario, and executed. */
export interface ExecutedSession {
  readonly session: ReadSession;
  readonly scenario: Scenario | undefined;
  /** How the scenario was named. */
  readonly source: string | undefined;
  readonly outside: readonly OutsideExchange[];
  /** Of the world at its end. */
  readonly digest: string;
}

/** Where a session is, and what of. */
export interface SessionCall {
  readonly file: string;
  /** How the scenario is named, a file or a shipped one; undefined for a session without one. */
  readonly source: string | undefined;
  readonly scenario: Scenario | undefined;
}

/** What looks on. Secrets are in `onRaw` alone, which is called before the event of the same request. */
export interface SessionWatch {
  readonly onEvent?: (event: EventRecord, behaviour: string) => void;
  readonly onRaw?: (request: EventRecord['request'], response: EventRecord['response']) => void;
}

const expected = 'a session of orrery serve';

/** The shipped scenario that a session names; undefined for one without a scenario, or with a file of the user's. */
export function shippedScenarioOf(file: string): string | undefined {
  const { scenario } = (jsonIn(file, expected) ?? {}) as { scenario?: { name?: unknown } | null };
  const name = scenario?.name;
  return typeof name === 'string' && shippedScenarios().includes(name) ? name : undefined;
}

/** Throws `FileMistake` for a file that is no session of this scenario, or whose execution ends in another world. */
export async function executeSession(call: SessionCall, watch: SessionWatch = {}): Promise<ExecutedSession> {
  const { scenario, source } = call;
  const session = sessionOf(call);
  const events: EventRecord[] = [];
  const { entries, end, base } = session;
  const execution: Reexecution = new Reexecution(
    { ...base, behaviours: new Map([...(await allBehaviours()), ...ownBehaviours(scenario)]) },
    1,
    { entries, atMs: end.atMs, expected: end },
    {
      onRawExchange: (request, response) => watch.onRaw?.(request, response),
      answered: (request, response, exchange) => {
        const { world, population } = execution.served;
        const atMs = world.kernel.nowMs;
        const event = {
          event: world.eventNumber,
          atMs,
          request,
          response,
          exchange: exchangeOf(world, request, exchange),
        };
        if (request.agent === undefined) events.push(event);
        watch.onEvent?.(event, population.members[request.agent ?? -1]?.behaviour ?? '');
      },
      happened: () => undefined,
    },
  );
  await executed(execution);
  if (execution.divergedAt !== undefined)
    throw mistakeIn(call.file, `executed again, the world differs at event ${execution.divergedAt}`);
  assert(events.length === entries.length, 'every request from outside is answered once');
  const outside = entries.map((entry, index) => ({ entry, event: events[index] as EventRecord }));
  return { session, scenario, source, outside, digest: end.digest };
}

const mistakeIn = (file: string, message: string): FileMistake =>
  new FileMistake(file, { line: 1, column: 1 }, message);

function sessionOf({ file, scenario, source }: SessionCall): ReadSession {
  const session = readSession(jsonIn(file, expected), {
    origin: sessionOrigin(source),
    scenario,
    expected: (name) => `the file of that scenario: orrery session ${file} ${name}.yaml`,
  });
  if (session instanceof Refusal) throw mistakeIn(file, session.message);
  return session;
}

/** A call that has moved the clock has answered others meanwhile, and the exchange is that of the last one. */
function exchangeOf(world: World, { method, path }: Request, exchange: HttpExchange): HttpExchange {
  const route = world.router.find(method, path)?.route;
  return route === exchange.route ? { ...exchange } : { ...exchange, route, code: undefined };
}

async function executed(execution: Reexecution): Promise<void> {
  while (!stepForOneTurn(() => execution.step())) {
    await nextTurn();
    commandContext.assertGoesOn(() => 'the session was not executed to its end; nothing was written');
  }
}

const ownBehaviours = (scenario: Scenario | undefined) =>
  (scenario?.groups ?? []).map(({ behaviour }) => [behaviour.name, behaviour] as const);
