/** One YAML file as a value that knows the line and column of each part, to locate mistakes. */
import { isMisspelt } from '../../core/base/nearest.ts';
import {
  isCollection,
  isMap,
  isScalar,
  LineCounter,
  parseDocument,
  type Document,
  type Node,
  type YAMLParseError,
} from 'yaml';
import { FileMistake } from '../../core/base/file-mistake.ts';
import { YamlBound, yamlDocument } from './yaml-text.ts';

/** A path into the document: keys and list positions. */
export type Path = readonly (string | number)[];

const textBytesMax = 1024 * 1024;
/** The largest expansion of an alias (as `yaml` counts it); more is treated as an attack. */
const aliasCountMax = 100;

/** A parsed document. It may also wrap a plain value, whose mistakes have no useful place. */
export class SourceDocument {
  readonly file: string;
  readonly value: unknown;
  readonly #document: Document.Parsed;
  readonly #lines: LineCounter;
  readonly #leftOut: Path[] = [];

  /** The text, or its parsed value. Throws `FileMistake` for text that is not YAML, too large, or expands too far. */
  constructor(file: string, source: string | { readonly value: unknown }) {
    this.file = file;
    if (typeof source !== 'string') {
      this.#lines = new LineCounter();
      this.#document = parseDocument('', { lineCounter: this.#lines });
      this.value = source.value;
      return;
    }
    const text = source;
    const start = { line: 1, column: 1 };
    if (text.length > textBytesMax) {
      throw new FileMistake(
        file,
        start,
        `the file is larger than ${textBytesMax} bytes; expected a scenario`,
      );
    }
    this.#lines = new LineCounter();
    this.#document = this.#documentOf(text);
    const [error] = this.#document.errors;
    if (error !== undefined) {
      const index = error.linePos?.[0];
      const message = syntaxMistake(error, { file, text });
      throw new FileMistake(
        file,
        index === undefined ? start : { line: index.line, column: index.col },
        message,
      );
    }
    try {
      this.value = this.#document.toJS({ maxAliasCount: aliasCountMax });
    } catch (cause) {
      const message = reasonOf(cause instanceof Error ? cause.message : String(cause));
      throw new FileMistake(file, start, `${message}; expected at most ${aliasCountMax} aliases`);
    }
  }

  #documentOf(text: string): Document.Parsed {
    try {
      return yamlDocument(text, this.#lines);
    } catch (error) {
      if (!(error instanceof YamlBound)) throw error;
      throw new FileMistake(this.file, error.place, error.message);
    }
  }

  /**
   * Throws `FileMistake` for a file of another kind, without quoting its content, which may be private. `telling` are
   * keys that are rare in other files.
   */
  requireMap(what: string, keys: { known: readonly string[]; telling: readonly string[] }): void {
    const kind = kindOf(this.value);
    if (kind !== 'a map') throw this.mistake([], `the file is ${kind}; expected ${what}`);
    const found = Object.keys(this.value as object);
    if (found.some((key) => isMisspelt(key, keys.telling)) || found.every((key) => keys.known.includes(key)))
      return;
    const expected = `expected ${what}, with some of ${keys.telling.join(', ')}`;
    throw this.mistake([], `the file is a map of something else; ${expected}`);
  }

  /**
   * Removes from the value what is at the path, because it is wrong, so that the rest can be read. A place in a list
   * stays, as undefined.
   */
  leaveOut(path: Path): void {
    this.#leftOut.push(path);
    let parent = this.value;
    for (const step of path.slice(0, -1)) parent = (parent as Record<string | number, unknown>)[step];
    const last = path.at(-1);
    if (Array.isArray(parent)) (parent as unknown[])[last as number] = undefined;
    else if (last !== undefined) Reflect.deleteProperty(parent as object, last);
  }

  /** True for a part that has been left out, and for what is within one. */
  isLeftOut(path: Path): boolean {
    return this.#leftOut.some((left) => left.every((step, index) => path[index] === step));
  }

  /** True where something has been left out of the part. */
  lacksPartOf(key: string): boolean {
    return this.#leftOut.some(([top]) => top === key);
  }

  /** A mistake at a value, or at a key of it. */
  mistake(path: Path, message: string, options: { atKey?: boolean } = {}): FileMistake {
    return new FileMistake(this.file, this.#placeOf(path, options.atKey ?? false), message);
  }

  #placeOf(path: Path, atKey: boolean): { line: number; column: number } {
    const node = this.#nodeAt(path, atKey);
    const offset = node?.range?.[0] ?? 0;
    const { line, col } = this.#lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  }

  /** The node at the path, or the nearest one around it. */
  #nodeAt(path: Path, atKey: boolean): Node | null {
    if (atKey) {
      const parent = this.#document.getIn(path.slice(0, -1), true);
      const key = path.at(-1);
      if (isMap(parent)) {
        const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === key);
        if (pair !== undefined) return pair.key as Node;
      }
    }
    for (let length = path.length; length > 0; length--) {
      const node = this.#document.getIn(path.slice(0, length), true) as Node | undefined;
      if (isScalar(node) || isCollection(node)) return node;
    }
    return this.#document.contents;
  }
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'a map' : `a ${typeof value === 'string' ? 'text' : typeof value}`;
}

/** What is wrong with the text, and what was expected. A JSON file is read as YAML, but its mistakes are those of JSON. */
function syntaxMistake(
  { code, message, pos }: YAMLParseError,
  { file, text }: { file: string; text: string },
): string {
  const [, key] = /^["']?([\w.-]{1,60})["']?\s*:/.exec(text.slice(pos[0])) ?? [];
  if (code === 'DUPLICATE_KEY')
    return `the key${key === undefined ? '' : ` "${key}"`} is there twice; expected each key once`;
  const isJson = file.endsWith('.json');
  const reason = isJson
    ? reasonOf(message)
        .replace(/\bflow map(ping)?\b/i, 'object')
        .replace(/\bflow (collection|sequence)\b/i, 'list')
    : reasonOf(message);
  return `${reason}; expected valid ${isJson ? 'JSON' : 'YAML'}`;
}

/** The reason of a YAML error without the quoted content: a wrong path must not reveal a file's text. */
const reasonOf = (message: string): string =>
  (message.split('\n', 1)[0] ?? '').replace(/ at line \d{1,9}, column \d{1,9}:?$/, '').split(': ', 1)[0] ??
  'no valid YAML';
