/** Reads a request file: checks its shape, compiles its placeholders and finds what each request may cost. No file, no network. */
import { parseUsdc, type Micros } from '../../../../core/base/money.ts';
import { MistakeList } from '../../../../core/base/mistake-list.ts';
import { shapeMistakes } from '../../../../core/http/shape.ts';
import { SourceDocument } from '../../../../simulation/scenario/document.ts';
import { pathMistake } from '../../http/sendable-path.ts';
import { serviceOf } from '../../plan/plan.ts';
import { priceOf, type CallOf } from '../../target/spending.ts';
import { pathPartOf, type ServiceAddress, type Target } from '../../target/target.ts';
import { RequestFileSchema, type RequestFileSource, type RequestSource } from './schema.ts';
import { compileText, compileValue, TemplateMistake, type KnownNames, type FilledIn } from './template.ts';

/** One request, ready to be composed. */
export interface BenchRequest {
  readonly method: string;
  readonly address: ServiceAddress;
  /** Relative to the address. */
  readonly path: FilledIn;
  readonly query: FilledIn | undefined;
  readonly headers: FilledIn | undefined;
  readonly body: FilledIn | undefined;
  /** The account whose key is sent; undefined for none. */
  readonly by: string | undefined;
  /** The name under which its answer is kept. */
  readonly as: string | undefined;
  /** The most that it may cost with this body, in micros; undefined where that is not known. */
  readonly priceOf: (body: unknown) => Micros | undefined;
  /** For the result: the documented operation, or method and path as written. */
  readonly label: string;
}

/** A checked request file. */
export interface RequestFile {
  readonly accounts: readonly string[];
  readonly rotates: boolean;
  readonly setup: readonly BenchRequest[];
  readonly requests: readonly BenchRequest[];
}

const mistakesIn = shapeMistakes(RequestFileSchema, 'the file');
/** Keys that tell a request file from other files. */
export const requestKeys = {
  known: Object.keys(RequestFileSchema.properties),
  telling: ['requests', 'setup', 'accounts'],
};

/** The file with its shape checked; what depends on a target is not. Throws `FileMistake` with all others in `others`. */
export function requestDocument(file: string, text: string): SourceDocument {
  const document = new SourceDocument(file, text);
  document.requireMap('requests', requestKeys);
  const mistakes = new MistakeList();
  for (const { path, message, atKey } of mistakesIn(document.value))
    mistakes.keep(document.mistake(path, message, { atKey }));
  mistakes.throwFirst();
  return document;
}

/** Reads the text of a request file for a target. Throws `FileMistake` with the place of the mistake. */
export function readRequestFile(
  file: string,
  text: string,
  parts: { target: Target; callOf: CallOf },
): RequestFile {
  const document = requestDocument(file, text);
  const { accounts = ['user'], rotate = false, setup = [], requests } = document.value as RequestFileSource;
  const answers: string[] = [];
  const read = (key: 'setup' | 'requests', list: readonly RequestSource[]): BenchRequest[] =>
    list.map((source, index) => {
      const place = { document, path: [key, index] as const };
      const made = requestOf(source, { ...parts, ...place, known: { accounts, answers: [...answers] } });
      if (source.as !== undefined) answers.push(source.as);
      return made;
    });
  return { accounts, rotates: rotate, setup: read('setup', setup), requests: read('requests', requests) };
}

interface Reading {
  readonly target: Target;
  readonly callOf: CallOf;
  readonly document: SourceDocument;
  readonly path: readonly [string, number];
  readonly known: KnownNames;
}

function requestOf(source: RequestSource, reading: Reading): BenchRequest {
  const { document, path, known, target, callOf } = reading;
  const [method = '', written = ''] = source.do.split(' ');
  if (source.by !== undefined && !known.accounts.includes(source.by))
    throw document.mistake(
      [...path, 'by'],
      `by is "${source.by}"; expected one of ${known.accounts.join(', ')}`,
    );
  const plainPath = written.replaceAll(/\$\{[^{}]*\}/g, 'x');
  const { address, below } = placeOf(plainPath, written, reading);
  const call = callOf(method, plainPath) ?? '';
  const costs = source.costs === undefined ? undefined : parseUsdc(source.costs);
  const compiled = <Source>(
    key: keyof RequestSource,
    value: Source | undefined,
    compile: (value: Source) => FilledIn,
  ) => (value === undefined ? undefined : named(() => compile(value), { document, path: [...path, key] }));
  const request: BenchRequest = {
    method,
    address,
    path: named(() => compileText(below, known, encodeURIComponent), { document, path: [...path, 'do'] }),
    query: compiled('query', source.query, (query) => compileValue(query, known)),
    headers: compiled('headers', source.headers, (headers) => compileValue(headers, known)),
    body: compiled('body', source.body, (body) => compileValue(body, known)),
    by: source.by,
    as: source.as,
    priceOf: (body) => costs ?? priceOf(call, method, body),
    label: call === '' ? source.do : call,
  };
  const isPriced = source.costs !== undefined || priceOf(call, method, {}) !== undefined;
  if (target.budget.micros !== undefined && !isPriced)
    throw document.mistake(
      [...path, 'do'],
      `what ${source.do} costs is not known, and ${target.file} has a budget; expected costs: and the most that it may cost`,
    );
  return request;
}

/** The address of the service, and the path below it. */
function placeOf(
  plainPath: string,
  written: string,
  { target, document, path }: Reading,
): { address: ServiceAddress; below: string } {
  const wrong = pathMistake(plainPath);
  const service = serviceOf(plainPath);
  const address = service === undefined ? undefined : target.services.get(service);
  if (wrong === undefined && service !== undefined && address !== undefined)
    return { address, below: written.slice(pathPartOf(service).length + 1) };
  const expected = `expected a path of a service in ${target.file}, such as /escrow/escrow`;
  throw document.mistake(
    [...path, 'do'],
    `${written} leads to no service${wrong === undefined ? '' : ` (${wrong})`}; ${expected}`,
  );
}

/** Gives a mistake of a template its place. */
function named<Made>(
  make: () => Made,
  { document, path }: { document: SourceDocument; path: readonly (string | number)[] },
): Made {
  try {
    return make();
  } catch (error) {
    throw error instanceof TemplateMistake ? document.mistake(path, error.message) : error;
  }
}
