/**
 * A run as a served world makes it: its seed, profile, policies and start come with a reset, its faults with control calls, and its time
 * with advances. At its end agents and ledger are those of the run. After another reset all of it is done again, and gone back on on the way:
 * the digest is the same. Every control call is answered as docs/control-calls.md and docs/sandbox.md say. None is part of the scenario.
 */
import { formatInstant, type Instant } from '../../../core/base/time.ts';
import type { Response } from '../../../core/http/message.ts';
import type { Scenario } from '../../../simulation/scenario/scenario.ts';
import type { Violation } from '../../oracle/properties.ts';
import type { ScenarioSource } from '../source.ts';
import { wordOf } from '../word-of.ts';
import type { AskServed, CheckHost } from './check-host.ts';
import { mistakesAt } from './control-mistakes.ts';
import { agentsMax, type EndState } from './end-state.ts';

/** One run in so many is tried as served: it takes as long as four runs. */
const oneRunIn = 35;

/** What is tried: the scenario as built and as written, and what its run has come to. */
export interface TriedRun {
  readonly scenario: Scenario;
  readonly source: ScenarioSource;
  readonly end: EndState;
}

/** A control call comes after all that is due at its instant: it cannot begin a fault before the first requests of the run. */
const hasFaultAtStart = ({ faults, startMs }: Scenario): boolean =>
  faults.some(({ atMs }) => atMs <= startMs);

/** What a served world makes otherwise than the run; undefined for nothing, and for a run that is not tried. */
export function servedViolation(tried: TriedRun, serve: CheckHost['serve']): Violation | undefined {
  const word = wordOf(`served/${tried.source.seed}`) >>> 0;
  return serve === undefined || word % oneRunIn !== 0 || hasFaultAtStart(tried.scenario)
    ? undefined
    : triedAsServed(tried, serve(tried.scenario, `before ${tried.source.seed}`), word);
}

/** The same for any run; `word` decides what happens on the way. */
export function triedAsServed(tried: TriedRun, ask: AskServed, word: number): Violation | undefined {
  const run = new ServedRun(tried, ask, word);
  try {
    run.make();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const message = error instanceof OtherAnswer ? error.message : `served, it breaks off: ${error.message}`;
    return { property: 'served-as-run', message, atMs: tried.scenario.startMs };
  }
  return undefined;
}

/** A control call has another answer than it should have. */
class OtherAnswer extends Error {}

const withoutKey = (name: string, value: unknown): unknown => (name === 'api_key' ? '…' : value);

type Fields = Readonly<Record<string, unknown>>;

class ServedRun {
  readonly #tried: TriedRun;
  readonly #ask: AskServed;
  readonly #word: number;
  #nowMs: Instant;
  /** Faults so far. */
  #faults = 0;

  constructor(tried: TriedRun, ask: AskServed, word: number) {
    this.#tried = tried;
    this.#ask = ask;
    this.#word = word;
    this.#nowMs = tried.scenario.startMs;
  }

  make(): void {
    this.#useBefore();
    const digest = this.#session(() => undefined);
    this.#compare();
    const again = this.#session((latestMs) => this.#rewound(latestMs));
    if (again === digest) return;
    const seen = { digest: again };
    this.#otherwise({ method: 'GET', path: '/digest' }, seen, `${JSON.stringify({ digest })} as before the second reset`); // prettier-ignore
  }

  /** The whole of the run after a reset; `midway` happens somewhere in it. The digest at the end. */
  #session(midway: (latestMs: Instant) => void): unknown {
    const { startMs, forMs } = this.#tried.scenario;
    this.#reset();
    this.#planFaults();
    this.#advance(startMs + (this.#word % (forMs + 1)), 'to');
    this.#mistake();
    midway(startMs + forMs);
    this.#advance(startMs + forMs, 'by');
    return this.#expect('GET', '/digest', undefined, {})['digest'];
  }

  #compare(): void {
    const { ledger, agents } = this.#tried.end;
    this.#expect('GET', '/ledger', undefined, ledger);
    const page = this.#expect('GET', '/agents', undefined, { all: agents.length });
    const seen = (page['agents'] as Fields[]).map(({ number, id, joined, tier, balance, held }) => ({ number, id, joined, tier, balance, held })); // prettier-ignore
    const expected = agents.slice(0, agentsMax);
    const place = expected.findIndex((agent, index) => JSON.stringify(agent) !== JSON.stringify(seen[index]));
    if (place < 0) return;
    this.#otherwise({ method: 'GET', path: '/agents' }, seen[place] ?? {}, JSON.stringify(expected[place]));
  }

  /** Another seed and other policies, for half of the time: nothing of it may be left. */
  #useBefore(): void {
    const { startMs, forMs } = this.#tried.scenario;
    this.#expect('GET', '/clock', undefined, { now: formatInstant(startMs) });
    const outage = { service: 'casino', kind: 'outage', for: '10m' };
    this.#expect('POST', '/fault', outage, { service: 'casino', kind: 'outage', from: formatInstant(startMs), until: formatInstant(startMs + 600_000) }); // prettier-ignore
    this.#expect('POST', '/fault/end', { number: 1 }, { number: 1, service: 'casino', kind: 'outage', until: formatInstant(startMs) }); // prettier-ignore
    this.#expect('POST', '/clock/pace', { pace: '60x' }, { pace: '60x', now: formatInstant(startMs) });
    this.#expect('POST', '/clock/pace', { pace: 'manual' }, { pace: 'manual', now: formatInstant(startMs) });
    const halfMs = Math.floor(forMs / 2);
    this.#advance(startMs + halfMs, 'by');
    this.#grant();
  }

  /** An agent from outside gets what it is granted. */
  #grant(): void {
    const joined = this.#ask('POST', '/faucet/register', { agent_id: 'zzzz-from-outside' }).body;
    const { api_key: key, balance } = joined as { api_key?: string; balance?: string };
    if (key === undefined || typeof balance !== 'string') return;
    const after = (Number(balance) + 2.5).toFixed(2);
    this.#expect('POST', '/grant', { api_key: key, amount: '2.5' }, { amount: '2.50', balance: after });
  }

  #reset(): void {
    const { scenario, source } = this.#tried;
    const { seed, profile, policies, startMs } = scenario;
    const start = formatInstant(startMs);
    this.#expect('POST', '/reset', { seed, profile, policies: source.policies ?? {}, start }, { seed, profile, now: start }); // prettier-ignore
    this.#nowMs = startMs;
    this.#faults = 0;
    this.#expect('GET', '/policy', undefined, { profile, policies: { ...policies } });
    this.#expect('GET', '/ledger', undefined, { drift_micros: 0 });
  }

  /** The faults of the scenario, and one more that ends before it begins. */
  #planFaults(): void {
    const { scenario, source } = this.#tried;
    for (const [index, { at: _at, ...written }] of (source.faults ?? []).entries()) {
      const fault = scenario.faults[index];
      if (fault === undefined) continue;
      const from = formatInstant(fault.atMs);
      const until = 'forMs' in fault ? formatInstant(fault.atMs + fault.forMs) : null;
      const { service, kind } = fault;
      this.#expect('POST', '/fault', { ...written, at: from }, { service, kind, from, until });
      this.#faults += 1;
    }
    const at = formatInstant(scenario.startMs + scenario.forMs);
    const unused = { service: 'wallet', kind: 'outage', for: '1h', at };
    this.#expect('POST', '/fault', unused, { service: 'wallet', kind: 'outage', from: at });
    this.#faults += 1;
    const number = this.#faults;
    this.#expect('POST', '/fault/end', { number }, { number, service: 'wallet', kind: 'outage', until: formatInstant(this.#nowMs) }); // prettier-ignore
  }

  /** A call with a mistake is refused for it; whether it changes anything the digest shows at the end. */
  #mistake(): void {
    const mistakes = mistakesAt(this.#nowMs, { faults: this.#faults, seed: this.#tried.source.seed });
    const mistake = mistakes[(this.#word >>> 8) % mistakes.length];
    if (mistake === undefined) return;
    const { method = 'POST', path, body, code, says } = mistake;
    const { body: refused } = this.#ask(method, `/_sim${path}`, body);
    const { error } = refused;
    const lacks = says.find((words) => typeof error !== 'string' || !error.includes(words));
    if (refused['code'] === code && lacks === undefined) return;
    const words = says.map((each) => JSON.stringify(each)).join(', ');
    this.#otherwise({ method, path, body }, refused, `${code}, with the words ${words}`);
  }

  /** On to a later instant and back, to a name, an instant or an event. */
  #rewound(latestMs: Instant): void {
    const here = this.#nowMs;
    const name = 'here';
    const point = this.#expect('POST', '/checkpoints', { name }, { name, branch: 'main', now: formatInstant(here) }); // prettier-ignore
    this.#advance(here + Math.floor((latestMs - here) / 2), 'to');
    const way = [{ to: name }, { to: formatInstant(here) }, { to: name, branch: 'again' }][this.#word % 3];
    const { digest, event, now } = point;
    const standing = this.#expect('POST', '/rewind', way, { digest, event, now });
    if (way?.branch !== undefined && standing['branch'] !== way.branch && this.#nowMs !== here)
      this.#otherwise({ method: 'POST', path: '/rewind', body: way }, standing, `the branch ${way.branch}`);
    this.#nowMs = here;
  }

  #advance(toMs: Instant, way: 'by' | 'to'): void {
    const to = formatInstant(toMs);
    const body = way === 'to' ? { to } : { by: `${toMs - this.#nowMs}ms` };
    this.#expect('POST', '/clock/advance', body, { now: to });
    this.#nowMs = toMs;
  }

  /** The answer, which has to have the fields, each with its value. */
  #expect(method: 'GET' | 'POST', path: string, body: unknown, fields: Fields): Response['body'] {
    const answer = this.#ask(method, `/_sim${path}`, body);
    const seen = Object.fromEntries(Object.keys(fields).map((field) => [field, answer.body[field]]));
    if (answer.status !== 200 || JSON.stringify(seen) !== JSON.stringify(fields))
      this.#otherwise({ method, path, body }, answer.body, JSON.stringify(fields));
    return answer.body;
  }

  #otherwise(
    { method, path, body }: { method: string; path: string; body?: unknown },
    seen: Fields,
    expected: string,
  ): never {
    const call =
      `${method} /_sim${path} ${body === undefined ? '' : JSON.stringify(body, withoutKey)}`.trimEnd();
    throw new OtherAnswer(
      `served, ${call} at ${formatInstant(this.#nowMs)} is answered ${JSON.stringify(seen)}; expected ${expected}`,
    );
  }
}
