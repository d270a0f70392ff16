/** Visits every place of a request at which a client may send back a value that an answer gave it. */
import { decoded } from '../../../core/base/decoded.ts';
import type { JournalLine } from './exchange-journal.ts';
import { isIdName, isMessageId, nounIn, nounOfSegment, pathWithin } from './value-forms.ts';

/** One place of a request. */
export interface SentPlace {
  /** What a short value at this place is an id of; undefined where a short value is no id. */
  readonly noun: string | undefined;
  readonly isPath: boolean;
}

/** Returns what stands in the place of a value; a walk that only reads returns the value itself. */
export type AtPlace = (value: string | number, place: SentPlace) => string | number;

/** The parts of a request that may hold references. */
export type SentParts = Pick<JournalLine, 'path' | 'query' | 'headers' | 'body' | 'raw'>;

/** A path of the documents with its parameters, such as `/escrow/escrows/:id`; undefined for any other. */
export type TemplateOf = (method: string, path: string) => string | undefined;

/** The request with every value replaced by what `at` returns. */
export function walkRequest(line: JournalLine, templateOf: TemplateOf, at: AtPlace): SentParts {
  const text = (value: string, place: SentPlace): string => String(at(value, place));
  const named = (name: string, value: string): string =>
    text(value, { noun: isIdName(name) ? nounIn(name, line.path) : undefined, isPath: false });
  const mapped = (texts: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, named(name, value)]));
  return {
    path: pathOf(line, templateOf, text),
    query: mapped(line.query),
    headers: mapped(line.headers),
    ...(line.body === undefined ? {} : { body: bodyOf(line.body, '', { path: line.path, at }) }),
    ...(line.raw === undefined ? {} : { raw: text(line.raw, { noun: undefined, isPath: false }) }),
  };
}

/** A segment of the template that is fixed is no value. */
function pathOf(
  { method, path }: JournalLine,
  templateOf: TemplateOf,
  text: (value: string, place: SentPlace) => string,
): string {
  const template = templateOf(method, path)?.split('/');
  const segments = path.split('/');
  return segments
    .map((segment, index) => {
      const isFixed = template !== undefined && template[index]?.startsWith(':') !== true;
      if (segment === '' || isFixed) return text(segment, { noun: undefined, isPath: true });
      const plain = decoded(segment, () => segment);
      const noun = nounOfSegment(segments[index - 1] ?? '');
      const found = text(plain, { noun, isPath: true });
      // What holds no reference stays as the client wrote it.
      return found.includes('${') ? found : text(segment, { noun: undefined, isPath: true });
    })
    .join('/');
}

function bodyOf(value: unknown, name: string, how: { readonly path: string; readonly at: AtPlace }): unknown {
  if (typeof value === 'string' || typeof value === 'number') {
    const noun = isIdName(name) ? nounIn(name, how.path) : undefined;
    return how.at(value, { noun, isPath: false });
  }
  if (Array.isArray(value)) return value.map((item: unknown) => bodyOf(item, name, how));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as Record<string, unknown>).map(([own, item]) => {
    if (isMessageId(own, value)) return [own, item] as const;
    const within = { ...how, path: pathWithin(own, item, how.path) };
    return [own, bodyOf(item, own, within)] as const;
  });
  return Object.fromEntries(entries);
}
