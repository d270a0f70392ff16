/** Puts mutants into the sources, and these into a copy of the compiled program. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';
import { SourceIndex, type Place, type SourceModule } from './anchor.ts';
import type { Mutant } from './mutant.ts';
import { fragmentOf } from './syntax.ts';
import { mutantNamed } from './table.ts';

const sources = new URL('../../src/', import.meta.url);
const project = fileURLToPath(new URL('../../', import.meta.url));

/** Every module of `src`. */
export const sourceModules = (): SourceModule[] =>
  readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({ file, text: readFileSync(new URL(file, sources), 'utf8') }));

/** The modules that mutants change, with all of them in. Throws where a mutant has no place, or two have the same. */
export function mutated(mutants: readonly Mutant[], index: SourceIndex): Map<SourceModule, string> {
  const edits = mutants.map((mutant) => ({ mutant, ...index.placeOf(mutant) }));
  const texts = new Map<SourceModule, string>();
  // From the end of a module to its start: places before an edit stay where they are.
  for (const { mutant, module, node } of edits.toSorted((one, other) => other.node.start - one.node.start)) {
    const isTaken = ({ module: of, node: { start, end } }: Place): boolean =>
      of === module && start < node.end && node.start < end;
    if (edits.filter(isTaken).length > 1)
      throw new Error(`mutant ${mutant.name}: another mutant changes the same place`);
    const text = texts.get(module) ?? module.text;
    texts.set(module, text.slice(0, node.start) + replacementOf(mutant) + text.slice(node.end));
  }
  return texts;
}

/** In parentheses an expression keeps its operands together; an empty statement or spread keeps what is around it valid. */
function replacementOf({ find, replace }: Mutant): string {
  const { kind } = fragmentOf(find);
  if (kind === 'expression') return `(${replace})`;
  if (replace !== '') return replace;
  return kind === 'statement' ? ';' : '...{}';
}

/** JavaScript as the build writes it. Throws where the text is no TypeScript. */
export function transpiled(file: string, text: string): string {
  const { code, errors } = transformSync(file, text, {
    lang: 'ts',
    target: 'es2023',
    typescript: { rewriteImportExtensions: 'rewrite', onlyRemoveTypeImports: true },
  });
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]?.message}`);
  return code;
}

/** The command line of a program, for `node`. */
export interface Planting {
  readonly program: string;
  /** Removes it from the disk. */
  readonly remove: () => void;
}

const commandLine = join('dist', 'src', 'host', 'cli', 'main.js');

/** The program as it is. */
export const unmutated: Planting = { program: join(project, commandLine), remove: () => undefined };

/**
 * A program of single modules with the mutants in some. The rest of the package is a link: what the program reads of it is
 * that of the project. Throws for a name that is in no table.
 */
export function planting(names: readonly string[]): Planting {
  if (names.length === 0) return unmutated;
  const changed = mutated(names.map(mutantNamed), new SourceIndex(sourceModules()));
  const folder = mkdtempSync(join(tmpdir(), 'orrery-planted-'));
  for (const name of ['package.json', 'node_modules']) symlinkSync(join(project, name), join(folder, name));
  const isRun = (file: string): boolean => !file.endsWith('.d.ts');
  cpSync(join(project, 'compiled'), join(folder, 'dist'), { recursive: true, filter: isRun });
  for (const [{ file }, text] of changed)
    writeFileSync(join(folder, 'dist', 'src', file.replace(/\.ts$/, '.js')), transpiled(file, text));
  return {
    program: join(folder, commandLine),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
