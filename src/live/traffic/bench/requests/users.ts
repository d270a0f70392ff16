/** The users of a bench of requests: their accounts, the answers of their set-up, and how a request of one is composed. */
import type { Faker } from '@faker-js/faker';
import type { Stream } from '../../../../core/kernel/stream.ts';
import { hostHeader, wireText } from '../../http/wire-request.ts';
import type { CarriedHeaders } from '../../target/headers.ts';
import type { BenchRequest } from './request-file.ts';
import { missing, type FilledIn, type Surroundings } from './template.ts';

/** An account at the target. */
export interface UserAccount {
  /** Undefined for a key that was given without it. */
  readonly agentId: string | undefined;
  readonly key: string;
}

/** One user: accounts in the order of the request file, and answers of its set-up by name. */
export interface User {
  readonly accounts: readonly UserAccount[];
  readonly answers: ReadonlyMap<string, unknown>;
  /** Its virtual address; undefined for a target that takes none. */
  readonly ip: string | undefined;
}

/** What the requests of one iteration are composed from. */
export interface Iteration {
  readonly user: User;
  readonly n: number;
  readonly stream: Stream;
  /** Answers of this iteration by name. */
  readonly answers: Map<string, unknown>;
  /** By how many places the accounts are exchanged. */
  readonly turn: number;
}

/** What all requests have in common. */
export interface Composing {
  /** Names of accounts, as in the request file. */
  readonly accounts: readonly string[];
  readonly faker: Faker;
  readonly carried: CarriedHeaders | undefined;
}

/** The parts of one request; `path` is relative to the address of its service. */
export interface Composed {
  readonly path: string;
  readonly query: Record<string, string> | undefined;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

/** A request of an iteration with its values; undefined where one is missing. */
export function compose(
  request: BenchRequest,
  { user, stream, n, answers, turn }: Iteration,
  { accounts, faker }: Composing,
): Composed | undefined {
  const accountOf = (name: string): UserAccount | undefined => {
    const index = accounts.indexOf(name);
    return index < 0 ? undefined : user.accounts[(index + turn) % accounts.length];
  };
  const surroundings: Surroundings = {
    stream,
    faker,
    n,
    agentIdOf: (name) => accountOf(name)?.agentId,
    answerOf: (name) => answers.get(name) ?? user.answers.get(name),
  };
  const made = (resolve: FilledIn | undefined): unknown => resolve?.(surroundings);
  const [path, query, headers, body] = [request.path, request.query, request.headers, request.body].map(made);
  if ([path, query, headers, body].includes(missing)) return undefined;
  const key = request.by === undefined ? undefined : accountOf(request.by)?.key;
  return {
    path: String(path),
    query: query === undefined ? undefined : textsOf(query),
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(user.ip === undefined ? {} : { 'x-sim-ip': user.ip }),
      ...(headers === undefined ? {} : textsOf(headers)),
    },
    body,
  };
}

/** The message for the wire; undefined where HTTP cannot carry it. */
export function messageOf(
  { method, address }: BenchRequest,
  { path, query, headers, body }: Composed,
  carried: CarriedHeaders | undefined,
): string | undefined {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return wireText(
    { method, path: address.basePath + path, query, headers, ownHeaders: '', body: text, isJson: true },
    hostHeader(address),
    carried,
  );
}

/** Values of a query or of headers as text. */
const textsOf = (values: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(values as object).map(([name, value]) => [name, String(value)]));
