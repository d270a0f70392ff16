/** Finds the place in a module of the user's, or in a file that it imports, at which loading it failed. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { extname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createJiti } from 'jiti';
import { FileMistake } from '../../../core/base/file-mistake.ts';

/** The folder of Orrery's own modules: an error thrown there is a mistake of the file that called them. */
const ownFolder = fileURLToPath(new URL('../../../', import.meta.url));

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** What is wrong with a file that was imported and threw `cause`. */
export function loadingMistake(file: string, cause: unknown): FileMistake {
  const message = cause instanceof Error ? cause.message : String(cause);
  const syntax = /^ParseError: ([^\n]*\S)\s*\n (.+):(\d+):(\d+)$/.exec(message);
  if (syntax !== null) {
    const [, what = '', at = '', line, column] = syntax;
    // The compiler counts columns from 0.
    return mistakeAt(
      { file: at, line: Number(line), column: Number(column) + 1 },
      `this does not compile: ${what}`,
    );
  }
  const specifier = missingModule(message);
  if (specifier !== undefined) {
    const [from = file] = (cause as { requireStack?: string[] }).requireStack ?? [];
    const place = placeOf(from, quoted(specifier));
    return mistakeAt(place, `"${specifier}" cannot be found; expected a file or an installed package`);
  }
  const thrown = cause instanceof Error ? `${cause.name}: ${message.split('\n')[0]}` : message;
  return mistakeAt(
    thrownAt(cause) ?? { file, line: 1, column: 1 },
    `this throws when it is loaded: ${thrown}`,
  );
}

/** What is wrong with a file that was loaded and has no behaviour. */
export const exportMistake = (file: string): FileMistake =>
  mistakeAt(
    placeOf(file, /\b(?:export\s+default|module\.exports)\b/),
    'this file has no behaviour; expected "export default defineAgent({...})"',
  );

const mistakeAt = ({ file, line, column }: Place, message: string): FileMistake =>
  new FileMistake(relative('.', file), { line, column }, message);

/** The specifier as an import has it. */
const quoted = (specifier: string): RegExp =>
  new RegExp(`(['"\`])${specifier.replaceAll(/[^\w/@-]/g, String.raw`\$&`)}\\1`);

const missingModule = (message: string): string | undefined =>
  /^(?:Cannot find (?:module|package)|No such built-in module:) '?([^'\n]+)'?/.exec(message)?.[1];

/** The first place of the file that matches, or its beginning. */
function placeOf(file: string, pattern: RegExp): Place {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const before = text.slice(0, Math.max(0, text.search(pattern))).split('\n');
  return { file, line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** Where the innermost call stands that is not Orrery's, Node's or a package's. */
function thrownAt(cause: unknown): Place | undefined {
  const { stack = '' } = cause instanceof Error ? cause : {};
  for (const frame of stack.split('\n')) {
    const place = placeIn(frame.trim());
    if (place === undefined) continue;
    const { file } = place;
    const isForeign =
      file.startsWith('node:') || file.startsWith(ownFolder) || /[\\/]node_modules[\\/]/.test(file);
    if (!isForeign && existsSync(file)) return written(place);
  }
  return undefined;
}

/** Of `at name (file:line:column)`, or of `at file:line:column`. */
function placeIn(frame: string): Place | undefined {
  if (!frame.startsWith('at ')) return undefined;
  const inner = frame.endsWith(')') ? frame.slice(frame.indexOf(' (') + 2, -1) : frame.slice('at '.length);
  const parts = inner.split(':');
  const [line, column] = parts.splice(-2).map(Number);
  const at = parts.join(':');
  if (line === undefined || column === undefined || !(line > 0 && column > 0)) return undefined;
  return { file: at.startsWith('file://') ? fileURLToPath(at) : at.replace(/^async /, ''), line, column };
}

/** The same place in the file as a person wrote it: compiling keeps lines and moves columns. */
function written(place: Place): Place {
  const { file, line, column } = place;
  // The first line begins with the loader's own words.
  if (line === 1) return { file, line, column: 1 };
  const ts = /^\.[cm]?ts$/.test(extname(file));
  const jiti = createJiti(import.meta.url, { sourceMaps: true, fsCache: false });
  const compiled = jiti.transform({ source: readFileSync(file, 'utf8'), filename: file, ts, async: true });
  const mapLine = compiled.split('\n').find((each) => each.startsWith('//# sourceMappingURL=data:'));
  const map = mapLine?.split(';base64,')[1];
  if (map === undefined) return place;
  const payload = JSON.parse(Buffer.from(map, 'base64').toString()) as SourceMapPayload;
  const entry = new SourceMap(payload).findEntry(line - 1, column - 1);
  return 'originalLine' in entry
    ? { file, line: entry.originalLine + 1, column: entry.originalColumn + 1 }
    : place;
}
