/**
 * Headers and authentication of a target file. `${NAME}` in a value is a variable of the environment; its value goes
 * into requests and into no output.
 */
import type { SourceDocument } from '../../../simulation/scenario/document.ts';
import { fieldFormat, framingHeaders, tokenFormat } from '../http/header-text.ts';
import type { TargetSource } from './schema.ts';

/** Variables by name, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** How a key is sent; `scheme` undefined for the bare key. */
export interface AuthScheme {
  readonly header: string;
  readonly scheme: string | undefined;
}

/** One header of the target file. */
export interface NamedHeader {
  readonly name: string;
  /** With the variables filled in: secret if there are any. */
  readonly value: string;
  /** The value as written: texts, with the name of a variable at each odd position. */
  readonly parts: readonly string[];
}

/** What every request to a target carries, prepared once. It is plain data that can be sent to another thread. */
export interface CarriedHeaders {
  readonly named: readonly NamedHeader[];
  /** The lines of all named headers, each ended by CRLF. */
  readonly lines: string;
  /** In lower case: headers that a request may not bring along itself. */
  readonly names: ReadonlySet<string>;
  /** Undefined to leave `Authorization: Bearer KEY` as it is. */
  readonly auth: AuthScheme | undefined;
  /** Values of variables, which no output may contain. */
  readonly secrets: readonly string[];
}

const variablePattern = /\$\{([A-Za-z_]\w{0,127})\}/;
/** Headers together, in bytes: servers refuse more. */
const bytesMax = 8 * 1024;

/** Undefined for a file without headers and authentication. Throws `FileMistake`, which quotes no variable's value. */
export function readHeaders(
  { headers = {}, auth }: TargetSource,
  document: SourceDocument,
  environment: Environment,
): CarriedHeaders | undefined {
  const scheme = schemeOf(auth, document);
  const named = Object.entries(headers).map(([name, text]) => {
    const wrong = nameMistake(name, scheme?.header ?? 'Authorization');
    if (wrong !== undefined) throw document.mistake(['headers', name], wrong, { atKey: true });
    return filled({ name, text }, document, environment);
  });
  if (named.length === 0 && scheme === undefined) return undefined;
  const names = named.map(({ name }) => name.toLowerCase());
  const twice = named.find((_named, index) => names.indexOf(names[index]!) < index);
  if (twice !== undefined) {
    const { name } = twice;
    throw document.mistake(['headers', name], `the header ${name} is named twice; expected it once`, {
      atKey: true,
    });
  }
  const lines = named.map(({ name, value }) => `${name}: ${value}\r\n`).join('');
  if (lines.length > bytesMax)
    throw document.mistake(['headers'], `the headers are too long; expected at most ${bytesMax} bytes`);
  return {
    named,
    lines,
    names: new Set(names),
    auth: scheme,
    secrets: secretsOf(named, environment),
  };
}

/** The value that carries a key as the target wants it. Whatever is no Bearer key is sent unchanged. */
export function keyValue({ scheme }: AuthScheme, authorization: string): string {
  const key = /^Bearer +(.*)$/is.exec(authorization)?.[1];
  if (key === undefined) return authorization;
  return scheme === undefined ? key : `${scheme} ${key}`;
}

/** The headers of a request as the target wants them, without those that it carries anyway. */
export function carriedBy(
  carried: CarriedHeaders | undefined,
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  if (carried === undefined) return { ...headers };
  const { auth, names } = carried;
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const plain = name.toLowerCase();
      if (auth !== undefined && plain === 'authorization') return [[auth.header, keyValue(auth, value)]];
      return names.has(plain) ? [] : [[name, value]];
    }),
  );
}

function schemeOf(auth: TargetSource['auth'], document: SourceDocument): AuthScheme | undefined {
  const { header = 'Authorization', scheme = 'Bearer' } = auth ?? {};
  const wrong = nameMistake(header, '');
  if (wrong !== undefined) throw document.mistake(['auth', 'header'], wrong);
  if (!tokenFormat.test(scheme))
    throw document.mistake(['auth', 'scheme'], 'scheme is no word; expected one such as Bearer, or none');
  if (header.toLowerCase() === 'authorization' && scheme === 'Bearer') return undefined;
  return { header, scheme: scheme === 'none' ? undefined : scheme };
}

/** `keyHeader` carries the agents' keys: a fixed value would replace all of them. */
function nameMistake(name: string, keyHeader: string): string | undefined {
  const plain = name.toLowerCase();
  if (!tokenFormat.test(name)) return 'this is no header name; expected letters, digits and hyphens';
  if (framingHeaders.has(plain) || plain === 'content-type')
    return `the header ${name} belongs to each message; expected another header`;
  if (plain === keyHeader.toLowerCase())
    return `the header ${name} carries the keys of agents; expected another header here or under auth`;
  return undefined;
}

function filled(
  { name, text }: { name: string; text: string },
  document: SourceDocument,
  environment: Environment,
): NamedHeader {
  const parts = text.split(variablePattern);
  const refuse = (message: string) => document.mistake(['headers', name], message);
  if (parts.some((part, index) => index % 2 === 0 && part.includes('${')))
    throw refuse('"${" begins no variable; expected a name such as ${CF_ID}');
  const values = parts.map((part, index) => {
    if (index % 2 === 0) return part;
    const value = environment[part];
    if (value === undefined || value === '')
      throw refuse(`the environment variable ${part} is not set; expected a value for the header ${name}`);
    if (!fieldFormat.test(value))
      throw refuse(`the environment variable ${part} has characters that no header can carry`);
    return value;
  });
  const value = values.join('').trim();
  if (!fieldFormat.test(value))
    throw refuse(`the header ${name} has characters that HTTP cannot carry; expected visible ASCII`);
  return { name, value, parts };
}

/** Each once, the longest first, so that none hides a part of another. */
function secretsOf(named: readonly NamedHeader[], environment: Environment): string[] {
  const values = named.flatMap(({ parts }) =>
    parts.filter((_part, index) => index % 2 === 1).map((name) => environment[name]!),
  );
  return [...new Set(values)].toSorted((left, right) => right.length - left.length);
}
