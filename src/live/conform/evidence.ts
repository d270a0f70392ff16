/** What a report of a comparison shows beside its result: differences one by one, and the requests of each cause. */
import type { SequenceStep } from '../../simulation/scenario/result.ts';
import type { ListedDifference } from '../traffic/compare/evidence.ts';
import { LiveSecrets } from '../traffic/compare/live-secrets.ts';
import { stepText, type ShownAnswers } from '../traffic/compare/shown-answer.ts';
import { withoutSecrets } from './written-operations.ts';
import type { Cause, FinishedRun } from './causes.ts';
import { keyOf, keysOf, type Exchange, type FoundDifference } from './exchange.ts';
import { relatedTo } from './related.ts';

/** The requests that show a cause, the last of which shows its difference. */
export interface CauseEvidence {
  /** As the last request is written: method and path. */
  readonly request: string;
  readonly answers: ShownAnswers | undefined;
  /** Unexplained differences of the last response. */
  readonly differences: readonly FoundDifference[];
  /** At most 12; times are those since the start of the run. */
  readonly steps: readonly SequenceStep[];
  /** The run and the request that showed it first. */
  readonly run: string;
  readonly n: number;
}

/** What a report of a comparison shows beside its result. */
export interface ConformEvidence {
  /** In the order of the result's causes. */
  readonly causes: readonly CauseEvidence[];
  /** Unexplained differences first, at most 10,000 of either. `cause` is a position in the result's causes. */
  readonly listed: readonly (ListedDifference & { readonly run: string; readonly cause: number | null })[];
}

/** A finished run with the name of its scenario. */
interface NamedRun extends FinishedRun {
  readonly name: string;
}

const [listedMax, stepsMax] = [10_000, 12];

/** The evidence of a finished comparison, without secrets. */
export function conformEvidence(runs: readonly NamedRun[], causes: readonly Cause[]): ConformEvidence {
  const firsts = firstExchanges(runs);
  return {
    causes: causes.map((cause) => causeEvidence(cause, firsts)),
    listed: listedIn(runs, causes),
  };
}

interface FirstExchange {
  readonly run: NamedRun;
  readonly exchange: Exchange;
}

/** By the key of a difference. */
function firstExchanges(runs: readonly NamedRun[]): Map<string, FirstExchange> {
  const found = new Map<string, FirstExchange>();
  for (const run of runs) {
    for (const exchange of run.exchanges) {
      for (const key of keysOf(exchange)) if (!found.has(key)) found.set(key, { run, exchange });
    }
  }
  return found;
}

/** The smallest sequence; where there is none, the requests of the run that the difference may depend on. */
function causeEvidence(cause: Cause, firsts: ReadonlyMap<string, FirstExchange>): CauseEvidence {
  const key = keyOf(cause.call, cause.difference);
  const first = firsts.get(key) ?? firsts.get([...cause.keys][0] ?? '');
  const sequence = cause.exchanges.length > 0 ? upTo(cause.exchanges, key) : relatedBefore(first);
  const last = sequence.at(-1);
  return {
    request: last?.operation.do ?? '',
    answers: last?.answers,
    differences: last?.differences.filter(({ explanation }) => explanation === null) ?? [],
    steps: stepsOf(sequence.slice(-stepsMax)),
    run: first?.run.name ?? '',
    n: first?.exchange.n ?? 0,
  };
}

function upTo(exchanges: readonly Exchange[], key: string): readonly Exchange[] {
  const index = exchanges.findIndex((exchange) => keysOf(exchange).includes(key));
  return index < 0 ? exchanges : exchanges.slice(0, index + 1);
}

function relatedBefore(first: FirstExchange | undefined): readonly Exchange[] {
  if (first === undefined) return [];
  const [related = []] = relatedTo(first.run.exchanges.slice(0, first.exchange.n + 1));
  return related;
}

function stepsOf(exchanges: readonly Exchange[]): SequenceStep[] {
  const secrets = new LiveSecrets();
  for (const { live, operation } of exchanges)
    if (live.kind === 'answer') secrets.note(live.body, pathOf(operation.do));
  const operations = withoutSecrets(exchanges.map(({ operation }) => operation));
  return exchanges.map(({ atMs, call, live, operation }, index) => {
    const { by, do: request, query, body, raw } = operations[index] ?? operation;
    const path = pathOf(operation.do);
    const text = (value: unknown): string => stepText(secrets.text(JSON.stringify(value)));
    const answered = live.kind === 'answer' ? live : undefined;
    const code = (answered?.body as { code?: unknown } | null | undefined)?.code;
    const search = new URLSearchParams(query as Record<string, string> | undefined).toString();
    return {
      atMs,
      agent: by,
      service: path.split('/')[1] ?? '',
      operation: call,
      call: stepText(secrets.text(`${request}${search === '' ? '' : `?${search}`}`)),
      sent: raw === undefined ? (body === undefined ? '' : text(body)) : stepText(secrets.text(raw)),
      status: answered?.status ?? 0,
      code: typeof code === 'string' ? stepText(secrets.text(code)) : '',
      answer: answered === undefined ? '' : text(secrets.clean(answered.body ?? null, '', path)),
    };
  });
}

const pathOf = (request: string): string => request.slice(request.indexOf(' ') + 1);

function listedIn(runs: readonly NamedRun[], causes: readonly Cause[]): ConformEvidence['listed'] {
  const open: ConformEvidence['listed'][number][] = [];
  const explained: ConformEvidence['listed'][number][] = [];
  for (const { name, exchanges } of runs) {
    for (const { n, call, differences } of exchanges) {
      for (const each of differences) {
        const list = each.explanation === null ? open : explained;
        if (list.length < listedMax)
          list.push({ ...each, n, call, run: name, cause: causeOf(keyOf(call, each), each, causes) });
      }
    }
  }
  return [...open, ...explained];
}

function causeOf(key: string, { explanation }: FoundDifference, causes: readonly Cause[]): number | null {
  if (explanation !== null) return null;
  const place = causes.findIndex((cause) => cause.keys.has(key) || cause.followers.includes(key));
  return place < 0 ? null : place;
}
