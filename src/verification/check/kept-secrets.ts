/**
 * The trace that a run would leave, read for secrets (gap W21): what was issued or sent as one is nowhere in it, in no spelling, and
 * what only resembles one is there.
 */
import { decoded } from '../../core/base/decoded.ts';
import type { RunHooks, ScenarioRun } from '../../simulation/scenario/run.ts';
import { Capture } from '../../simulation/trace/capture.ts';
import type { Body } from '../oracle/exchange.ts';
import { hushed, shown } from './generate/confided.ts';

type EventRecord = Parameters<NonNullable<RunHooks['onEvent']>>[0];
type Exchanged = Pick<EventRecord, 'request' | 'response'>;

/** Fields of documented answers and requests that hold secrets. */
const secretFields: ReadonlySet<string> = new Set([
  'api_key', 'private_key', 'view_key', 'spend_key', 'mnemonic',
]); // prettier-ignore

/** A shorter value would be found by chance. */
const lengthMin = 12;
/** More would take longer than the run. */
const keptMax = 60;

/** Follows one run; each method says what is wrong, or nothing. */
export class KeptSecrets {
  readonly #capture: Capture;
  /** By value, the field that it was issued or sent in. */
  readonly #secrets = new Map<string, string>();
  #raw: Exchanged | undefined;

  constructor(startMs: number) {
    this.#capture = new Capture({ startMs, behaviourOf: () => '' });
  }

  readonly onRawExchange: NonNullable<RunHooks['onRawExchange']> = (request, response) => {
    this.#raw = { request, response };
    this.#capture.onRawExchange(request, response);
  };

  answered(record: EventRecord): string | undefined {
    const { request, response } = this.#raw ?? record;
    this.#raw = undefined;
    for (const part of [request.query, request.body, response.body]) this.#learn(part as Body | undefined);
    const traced = this.#capture.record(record);
    const sent = JSON.stringify(traced.request);
    // A list of tools has schemas under the names of fields.
    const isList = record.exchange.route?.row.transport !== undefined;
    const answered = JSON.stringify(traced.answer);
    return (
      repeatedIn(request, response) ??
      this.#leaked(sent) ??
      this.#leaked(answered) ??
      kept(request, sent) ??
      (isList ? undefined : hidden(answered))
    );
  }

  /** The requests before a finding, as it shows them. */
  finished(run: ScenarioRun): string | undefined {
    for (const step of run.shortSequence()) {
      const leaked = this.#leaked(JSON.stringify(step));
      if (leaked !== undefined) return leaked;
    }
    return undefined;
  }

  #learn(part: Body | undefined): void {
    for (const [name, value] of Object.entries(part ?? {}))
      if (
        secretFields.has(name) &&
        typeof value === 'string' &&
        value.length >= lengthMin &&
        this.#secrets.size < keptMax
      )
        this.#secrets.set(value, name);
  }

  #leaked(text: string): string | undefined {
    for (const [secret, name] of this.#secrets)
      if (text.includes(secret)) return `a trace tells a value of ${name}, ${secret.length} characters`;
    return isHushed(text) ? 'a trace tells a value that was sent under the name of a secret' : undefined;
  }
}

/** Secrets that are sent to be used, and for nothing else: a refusal does not repeat them, as they may end up in a log. */
const usedOnly = ['private_key', 'view_key', 'spend_key', 'mnemonic'] as const;

function repeatedIn(
  { query, body }: Exchanged['request'],
  response: Exchanged['response'],
): string | undefined {
  if (response.status < 400) return undefined;
  const answered = JSON.stringify(response.body);
  const name = usedOnly.find((field) => {
    const value = (body as Body | undefined)?.[field] ?? query[field];
    return typeof value === 'string' && value.length >= lengthMin && answered.includes(value);
  });
  return name === undefined ? undefined : `a refusal repeats the ${name} that was sent`;
}

/** In whatever spelling: escaped, percent-encoded, in capitals. */
function isHushed(text: string): boolean {
  const plain = text.toLowerCase();
  if (plain.includes(hushed)) return true;
  if (!plain.includes('%3a5e') && !plain.includes('u0068')) return false;
  const unescaped = plain.replaceAll(/\\{1,8}u([0-9a-f]{4})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const spelt = unescaped.replaceAll(/%[0-9a-f]{2}/g, (code) => decoded(code));
  return spaced(spelt).includes(spaced(hushed));
}

/** A plus may be a space. */
const spaced = (text: string): string => text.replaceAll('+', ' ');

const shownValue = new RegExp(`${shown.replace('+', String.raw`\+`)}\\d+`, 'g');

/** A value that is no secret stays in what is kept of its request. */
function kept({ query, body, rawBody }: Exchanged['request'], traced: string): string | undefined {
  if (rawBody !== undefined) return undefined;
  const wanted = JSON.stringify([query, body]).match(shownValue) ?? [];
  const missing = wanted.find((value) => !traced.includes(value));
  return missing === undefined ? undefined : `a trace hides ${JSON.stringify(missing)}, which is no secret`;
}

/** An answer has few fields that are left out, and the documents name them all. */
function hidden(answer: string): string | undefined {
  if (!answer.includes('"[redacted]"')) return undefined;
  for (const [, name = ''] of answer.matchAll(/"([^"]+)":"\[redacted\]"/g))
    if (!secretFields.has(name)) return `a trace hides ${name}, which is no secret`;
  return undefined;
}
