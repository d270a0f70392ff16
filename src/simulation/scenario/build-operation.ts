/** Builds the call of one line of the `operations` list, or reports a mistake with its place in the file. */
import type { MistakeList } from '../../core/base/mistake-list.ts';
import { parseDuration, type DurationMs } from '../../core/base/time.ts';
import type { Json, Method } from '../../core/http/message.ts';
import { labelsIn, type ScriptedCall } from '../population/script.ts';
import type { SourceDocument } from './document.ts';
import type { OperationSource } from './schema.ts';

/** All operations of a list, in its order; undefined stands for one that has been left out. */
export function buildOperations(
  document: SourceDocument,
  sources: readonly (OperationSource | undefined)[],
  { forMs, mistakes }: { readonly forMs: DurationMs; readonly mistakes: MistakeList },
): ScriptedCall[] {
  const labels = new Set<string>();
  let atMs = 0;
  return sources.flatMap((source, index) => {
    if (source === undefined) return [];
    const place = ['operations', index] as const;
    if (source.at !== undefined) atMs = parseDuration(source.at) ?? 0;
    if (source.at !== undefined && atMs > forMs) {
      const message = `at is "${source.at}"; expected a time within the run`;
      mistakes.keep(document.mistake([...place, 'at'], message));
    }
    const unknown = [...labelsIn(source)].find((label) => !labels.has(label));
    // It may be the label of an operation that has been left out.
    if (unknown !== undefined && !document.lacksPartOf('operations')) {
      const message = `"${unknown}" is nothing that an earlier operation is known "as"`;
      mistakes.keep(document.mistake(place, message));
    }
    if (source.as !== undefined) labels.add(source.as);
    return [callOf(source, atMs)];
  });
}

function callOf(source: OperationSource, atMs: DurationMs): ScriptedCall {
  const space = source.do.indexOf(' ');
  const query = Object.entries(source.query ?? {}).map(([name, value]) => [name, String(value)] as const);
  const headers = Object.entries(source.headers ?? {}).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  return {
    atMs,
    by: source.by,
    method: source.do.slice(0, space) as Method,
    path: source.do.slice(space + 1),
    query: Object.fromEntries(query),
    headers: Object.fromEntries(headers),
    body: source.body as Json | undefined,
    raw: source.raw,
    label: source.as,
    from: source.from,
  };
}
