/** Puts mutants into the sources, and lets a process of the compiled program load them instead of its own modules. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';
import { SourceIndex, type Place, type SourceModule } from './anchor.ts';
import type { Mutant } from './mutant.ts';
import { fragmentOf } from './syntax.ts';
import { mutantNamed } from './table.ts';

const sources = new URL('../../src/', import.meta.url);
const compiled = new URL('../../compiled/src/', import.meta.url);
/** The module that a process imports first, to load the modules of a plan (`ORRERY_MUTANTS`). */
export const registerUrl = new URL('./register.js', import.meta.url).href;

/** Where a plan names the compiled module of a file below `src`. */
export const compiledUrl = (file: string): string => new URL(file.replace(/\.ts$/, '.js'), compiled).href;

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

/** How a process is started that has the mutants: arguments of Node, and variables. */
export interface Planting {
  readonly execArgv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Removes what the process read. */
  readonly remove: () => void;
}

/** The program as it is. */
export const unmutated: Planting = { execArgv: [], env: {}, remove: () => undefined };

/** Writes what the process reads into a folder of its own. Throws for a name that is in no table. */
export function planting(names: readonly string[]): Planting {
  if (names.length === 0) return unmutated;
  const changed = mutated(names.map(mutantNamed), new SourceIndex(sourceModules()));
  const plan = Object.fromEntries(
    [...changed].map(([{ file }, text]) => [compiledUrl(file), transpiled(file, text)]),
  );
  const folder = mkdtempSync(join(tmpdir(), 'orrery-plan-'));
  const file = join(folder, 'plan.json');
  writeFileSync(file, JSON.stringify(plan));
  return {
    execArgv: ['--import', registerUrl],
    env: { ORRERY_MUTANTS: file },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The compiled command line. */
export const program = fileURLToPath(new URL('host/cli/main.js', compiled));
