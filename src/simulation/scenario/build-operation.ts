/** Builds the call of one line of the `operations` list, or reports a mistake with its place in the file. */
import { parseDuration, type DurationMs } from '../../core/base/time.ts';
import type { Json, Method } from '../../core/http/message.ts';
import { labelsIn, type ScriptedCall } from '../population/script.ts';
import type { SourceDocument } from './document.ts';
import type { OperationSource } from './schema.ts';

/** All operations of a list, in its order. */
export function buildOperations(
  document: SourceDocument,
  sources: readonly OperationSource[],
  forMs: DurationMs,
): ScriptedCall[] {
  const labels = new Set<string>();
  let atMs = 0;
  return sources.map((source, index) => {
    const place = ['operations', index] as const;
    if (source.at !== undefined) atMs = parseDuration(source.at) ?? 0;
    if (atMs > forMs)
      throw document.mistake([...place, 'at'], `at is "${source.at}"; expected a time within the run`);
    const unknown = [...labelsIn(source)].find((label) => !labels.has(label));
    if (unknown !== undefined) {
      const message = `"${unknown}" is nothing that an earlier operation is known "as"`;
      throw document.mistake(place, message);
    }
    if (source.as !== undefined) labels.add(source.as);
    return callOf(source, atMs);
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
  };
}
