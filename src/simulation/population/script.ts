/**
 * Scripted agents: single calls at set instants, in list order within an instant. A call refers to a field of an
 * earlier response as `${label:/field}` and waits for that response. An agent uses the key it was issued last.
 */
import { present } from '../../core/base/assert.ts';
import type { DurationMs, Instant } from '../../core/base/time.ts';
import type { Json, Method } from '../../core/http/message.ts';
import { sleep, sleepUntil, type Effect } from '../../core/kernel/effects.ts';
import type { Kernel } from '../../core/kernel/kernel.ts';
import type { Agent } from './agent.ts';
import { requestEffect, type RequestEffect } from './agent-effects.ts';
import type { Answer } from './answer.ts';
import { defineAgent } from './define-agent.ts';
import type { Group } from './group.ts';
import type { Population } from './population.ts';

/** One call of one agent. */
export interface ScriptedCall {
  /** Counted from the start of the run. */
  readonly atMs: DurationMs;
  readonly by: string;
  readonly method: Method;
  /** May contain references, as may all following fields. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json | undefined;
  /** Text that is sent instead of a JSON body. */
  readonly raw: string | undefined;
  /** The name by which later calls refer to its response. */
  readonly label: string | undefined;
  /** The address of a client outside: its call passes no simulated network, and comes after all that is due. */
  readonly from: string | undefined;
}

/** The behaviour of an agent whose calls are listed, as metrics name it. */
export const scriptedBehaviour = 'scripted';

/** The population keeps it idle: its calls come from the script. */
const scripted = defineAgent({
  name: scriptedBehaviour,
  about: 'Makes the calls that the scenario lists for it.',
  *run() {
    // The calls of the script are its only steps.
  },
});

/** One agent per name, in order of first use. */
export const scriptedGroups = (calls: readonly ScriptedCall[]): Group[] =>
  [...new Set(calls.map(({ by }) => by))].map((name) => ({
    name,
    behaviour: scripted,
    count: 1,
    arrival: { atMs: 0, overMs: 0, spread: 'even' },
    parameters: {},
    addressCount: null,
  }));

/**
 * Starts a process per call that waits for its instant, so that a slow response only delays dependent calls: those
 * that refer to it, and those of an agent without a key.
 */
export function startScript(
  calls: readonly ScriptedCall[],
  parts: { kernel: Kernel; population: Population },
): void {
  new Script(calls, parts).start();
}

class Script {
  readonly #calls: readonly ScriptedCall[];
  readonly #kernel: Kernel;
  readonly #agents: ReadonlyMap<string, Agent>;
  readonly #startMs: Instant;
  readonly #answers = new Map<string, Json>();
  readonly #isAnswered: boolean[];
  readonly #isSent: boolean[];
  /** Calls whose instant has come, by the call whose response they need. */
  readonly #waiting = new Map<number, number[]>();

  constructor(calls: readonly ScriptedCall[], parts: { kernel: Kernel; population: Population }) {
    this.#calls = calls;
    this.#kernel = parts.kernel;
    this.#agents = new Map(parts.population.members.map(({ agent, group }) => [group.name, agent]));
    this.#startMs = parts.kernel.nowMs;
    this.#isAnswered = calls.map(() => false);
    this.#isSent = calls.map(() => false);
  }

  start(): void {
    for (const index of this.#calls.keys()) this.#spawn(index);
  }

  #spawn(index: number): void {
    const { name } = this.#agentOf(index);
    this.#kernel.spawn({
      name: `${name}/${index + 1}`,
      behaviour: scripted.name,
      run: () => this.#perform(index),
    });
  }

  *#perform(index: number): Generator<unknown, void, unknown> {
    const call = present(this.#calls[index], 'a call of the script');
    yield* sleepUntil(this.#startMs + call.atMs);
    if (call.from !== undefined) yield* sleep(0);
    const needed = this.#neededBy(index, call);
    if (needed !== undefined) {
      this.#waiting.set(needed, [...(this.#waiting.get(needed) ?? []), index]);
      return;
    }
    this.#isSent[index] = true;
    yield* this.#send(call, this.#agentOf(index));
    this.#isAnswered[index] = true;
    for (const waiting of this.#waiting.get(index) ?? []) this.#spawn(waiting);
    this.#waiting.delete(index);
  }

  *#send(call: ScriptedCall, agent: Agent): Generator<unknown, void, unknown> {
    const { method, query, headers, body, raw } = call;
    const inText = (text: string): string => asText(fillIn(text, this.#answers));
    const inTexts = (texts: Readonly<Record<string, string>>): Record<string, string> =>
      Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, inText(text)]));
    const sent = body === undefined ? undefined : fillIn(body, this.#answers);
    const asked = agent.request(method, inText(call.path), sent, {
      query: inTexts(query),
      headers: inTexts(headers),
      ...(raw === undefined ? {} : { raw: inText(raw) }),
    });
    const answer = yield* call.from === undefined ? asked : sentFrom(call.from, asked);
    if (call.label !== undefined) this.#answers.set(call.label, answer.body);
    const key = answer.body['api_key'];
    if (answer.ok && typeof key === 'string') agent.authorize(key);
  }

  /** The first earlier call in the list whose response this call needs and which has none yet. */
  #neededBy(index: number, call: ScriptedCall): number | undefined {
    const isKeyless = this.#agentOf(index).key === undefined;
    const labels = labelsIn(call);
    if (!isKeyless && labels.size === 0) return undefined;
    const needed = this.#calls.findIndex((other, place) => {
      if (place >= index || this.#isAnswered[place] === true) return false;
      const mayBringKey = isKeyless && other.by === call.by && this.#isSent[place] === true;
      return mayBringKey || (other.label !== undefined && labels.has(other.label));
    });
    return needed === -1 ? undefined : needed;
  }

  #agentOf(index: number): Agent {
    return present(this.#agents.get(this.#calls[index]?.by ?? ''), 'the caller is in the population');
  }
}

const sentFrom = (from: string, asked: Effect<Answer>): Effect<Answer> =>
  requestEffect({ ...(asked.payload as RequestEffect), from });

/** The labels that a call refers to, however it is written. */
export function labelsIn(call: object): Set<string> {
  const labels = new Set<string>();
  const text = JSON.stringify(call);
  if (!text.includes('${')) return labels;
  for (const [, label] of text.matchAll(referencePattern)) if (label !== undefined) labels.add(label);
  return labels;
}

/** `${label:/pointer}`, or `$${` for the characters themselves. */
export const referencePattern =
  /\$\$\{|\$\{([A-Za-z0-9][A-Za-z0-9._-]*):((?:\/(?:[^/}$]|\$+[^/}${])*\$*)+)\}/g;

/** Replaces a reference without a value: an id that was never issued. */
const nothing = 'none';

/** The value with every reference replaced; a text that is a single reference takes the type of its value. */
export function fillIn(value: Json, answers: ReadonlyMap<string, Json>): Json {
  if (typeof value === 'string') return fillText(value, answers);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((part: Json) => fillIn(part, answers));
  return Object.fromEntries(
    Object.entries(value as Readonly<Record<string, Json>>).map(([name, part]) => [
      name,
      fillIn(part, answers),
    ]),
  );
}

function fillText(text: string, answers: ReadonlyMap<string, Json>): Json {
  if (!text.includes('${')) return text;
  const [whole] = text.matchAll(referencePattern);
  if (whole !== undefined && whole[0] === text && whole[1] !== undefined) {
    return lookUp(answers.get(whole[1]), whole[2] ?? '') ?? nothing;
  }
  return text.replaceAll(referencePattern, (_, label: string | undefined, pointer: string) => {
    if (label === undefined) return '${';
    return asText(lookUp(answers.get(label), pointer) ?? nothing);
  });
}

const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** RFC 6901. */
function lookUp(value: Json | undefined, pointer: string): Json | undefined {
  let found: Json | undefined = value;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('%7D', '}').replaceAll('~1', '/').replaceAll('~0', '~');
    if (found === null || typeof found !== 'object' || !Object.hasOwn(found, key)) return undefined;
    found = (found as Readonly<Record<string, Json>>)[key];
  }
  return found;
}
