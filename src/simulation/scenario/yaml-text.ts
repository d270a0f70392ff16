/** YAML from outside: what would take more time or stack than its size lets expect is refused before it is read. */
import { isCollection, Lexer, parseDocument, Parser, visit, type Document, type LineCounter } from 'yaml';
import { jsonDepthMax } from '../../core/base/json-text.ts';

/** A text that is not read although it may be valid, with the place in it: line and column from 1. */
export class YamlBound extends Error {
  readonly place: { readonly line: number; readonly column: number };

  constructor(message: string, { text, offset }: { readonly text: string; readonly offset: number }) {
    super(message);
    const lines = text.slice(0, offset).split('\n');
    this.place = { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
  }
}

/**
 * The document of a text, with its syntax errors. Throws `YamlBound` for collections nested deeper than JSON may be (128) and for a key
 * that is a list or a map: each level of one doubles its text several times.
 */
export function yamlDocument(text: string, lineCounter?: LineCounter): Document.Parsed {
  refuseDepth(text);
  const document = parseDocument(text, {
    uniqueKeys: true,
    ...(lineCounter === undefined ? {} : { lineCounter }),
  });
  visit(document, {
    Pair: (_, { key }) => {
      if (!isCollection(key)) return;
      throw new YamlBound('a key is a list or a map; expected a text', { text, offset: key.range?.[0] ?? 0 });
    },
  });
  return document;
}

function refuseDepth(text: string): void {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    // The tokens themselves are left: the parser keeps what is open, the document and a scalar among it.
    for (const token of parser.next(lexeme)) void token;
    if (parser.stack.length - 2 <= jsonDepthMax) continue;
    const message = `lists and maps are nested too deep; expected at most ${jsonDepthMax} in each other`;
    throw new YamlBound(message, { text, offset: parser.offset });
  }
}
