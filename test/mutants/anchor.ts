/**
 * Finds the place of a mutant by the name of a declaration and by code, in all of `src`: moving a file, reformatting it
 * or changing other code of the declaration does not matter.
 */
import type { Mutant } from './mutant.ts';
import { fragmentOf, nodesIn, partsOf, parsed, shapeOf, unwrapped, type SyntaxNode } from './syntax.ts';

/** A module of the sources. */
export interface SourceModule {
  /** Below `src`, with its ending. */
  readonly file: string;
  readonly text: string;
}

export interface Place {
  readonly module: SourceModule;
  readonly within: string;
  readonly node: SyntaxNode;
}

/** A declaration of a module: `name`, or `Class.member`; a statement that declares nothing has an empty name. */
interface Declaration {
  readonly name: string;
  readonly node: SyntaxNode;
}

/** The sources with their declarations, each module read once. */
export class SourceIndex {
  readonly #modules: readonly SourceModule[];
  readonly #declarations = new Map<SourceModule, readonly Declaration[]>();
  readonly #words = new Map<SourceModule, ReadonlySet<string>>();

  constructor(modules: readonly SourceModule[]) {
    this.#modules = modules;
  }

  /** Where the code stands: in declarations of the name given, or in all of them. */
  placesOf(find: string, within?: string): Place[] {
    const { node } = fragmentOf(find);
    const wanted = { type: node.type, shape: shapeOf(node) };
    const declared = within?.split('.').at(-1) ?? '';
    const words = wordsOf(`${declared} ${namesIn(wanted.shape)}`);
    return this.#modules
      .filter((module) => this.#hasAll(module, words))
      .flatMap((module) =>
        this.#of(module)
          .filter(({ name }) => within === undefined || name === within)
          .flatMap((declaration) => matchesIn(declaration, wanted).map((match) => ({ module, ...match }))),
      );
  }

  /** The one place of a mutant. Throws where there is none, or more than one: the table has fallen behind. */
  placeOf({ name, within, find }: Pick<Mutant, 'name' | 'within' | 'find'>): Place {
    const places = this.placesOf(find, within);
    const [place] = places;
    if (place !== undefined && places.length === 1) return place;
    const elsewhere = place === undefined ? this.placesOf(find) : places;
    const where = elsewhere.map((other) => `${other.within} (${other.module.file})`).join(', ');
    throw new Error(
      `mutant ${name}: its code is found ${places.length} times in ${within}; expected once` +
        (where === '' ? '' : `. It stands in ${where}`),
    );
  }

  /** A module that lacks a word need not be parsed. */
  #hasAll(module: SourceModule, words: ReadonlySet<string>): boolean {
    const known = this.#words.get(module) ?? wordsOf(module.text);
    this.#words.set(module, known);
    return [...words].every((word) => known.has(word));
  }

  #of(module: SourceModule): readonly Declaration[] {
    const known = this.#declarations.get(module) ?? [...declarationsOf(module)];
    this.#declarations.set(module, known);
    return known;
  }
}

const wordsOf = (text: string): Set<string> => new Set(text.match(/[\w$]+/g));

/** The identifiers and plain texts of a shape, which stand in every source of that shape. */
const namesIn = (shape: string): string =>
  [...shape.matchAll(/"(?:name|value)":"([\w$ .,]+)"/g)].map(([, name]) => name).join(' ');

/** Outermost matches only: code within a type assertion is found once. */
function matchesIn(
  { name, node }: Declaration,
  wanted: { type: string; shape: string },
): { within: string; node: SyntaxNode }[] {
  const isMatch = (each: SyntaxNode): boolean => {
    const inner = unwrapped(each);
    return inner.type === wanted.type && shapeOf(inner) === wanted.shape;
  };
  return [...nodesIn(node, isMatch)].filter(isMatch).map((match) => ({ within: name, node: match }));
}

function* declarationsOf({ file, text }: SourceModule): Iterable<Declaration> {
  for (const statement of partsOf(parsed(file, text))) {
    const inner = statement['declaration'] as SyntaxNode | null | undefined;
    const node = inner ?? statement;
    if (node.type === 'ClassDeclaration') yield* membersOf(node);
    else if (node.type === 'FunctionDeclaration') yield { name: nameOf(node['id']), node };
    else if (node.type === 'VariableDeclaration')
      for (const declarator of node['declarations'] as SyntaxNode[])
        yield { name: nameOf(declarator['id']), node };
    else yield { name: '', node };
  }
}

function* membersOf(node: SyntaxNode): Iterable<Declaration> {
  const owner = nameOf(node['id']);
  for (const member of partsOf(node['body'] as SyntaxNode))
    yield { name: `${owner}.${nameOf(member['key'])}`, node: member };
}

/** An identifier, a private name with its `#`, or nothing where a pattern stands. */
function nameOf(node: unknown): string {
  const { type, name } = (node ?? {}) as { type?: string; name?: string };
  return type === 'PrivateIdentifier' ? `#${name}` : (name ?? '');
}
