/** Mutants that nobody has chosen: every place of the sources that StrykerJS knows an operator for. */
import { createHash } from 'node:crypto';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { sourceModules, transpiled } from '../plant.ts';
import { namesOf } from '../survivor.ts';
import { servedModules } from './served-modules.ts';
import { unobservableIn, type UnobservableRule } from './unobservable.ts';

/** One generated mutant. */
export interface GeneratedMutant {
  /** Names it among the modules of one generation: the switch that makes it active. */
  readonly id: string;
  /** Names it in every generation, whatever lines come before it. */
  readonly name: string;
  /** The service, or the folder of `core` or `platform`. */
  readonly room: string;
  /** Below `src`. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** The name of StrykerJS for the kind of change. */
  readonly operator: string;
  /** The code that stands there, and what stands there instead. */
  readonly original: string;
  readonly replacement: string;
  /** The rule by which no answer can show it; undefined for most. */
  readonly rule?: UnobservableRule | undefined;
}

/** All mutants, and each module with those of its own behind switches, as JavaScript. */
export interface Generation {
  readonly mutants: readonly GeneratedMutant[];
  /** By the file below `src`. */
  readonly modules: ReadonlyMap<string, string>;
  /** The same as TypeScript. */
  readonly instrumented: ReadonlyMap<string, string>;
}

/** What is mutated: the services and what they stand on. The oracle, the simulation and the hosts are not. */
const mutatedFolders = /^(?:platform\/(?:services|games|world)|core\/(?:http|ledger))\//;

const silent = (): void => undefined;
const off = (): boolean => false;
const logger = {
  isTraceEnabled: off, isDebugEnabled: off, isInfoEnabled: off, isWarnEnabled: off, isErrorEnabled: off, isFatalEnabled: off,
  trace: silent, debug: silent, info: silent, warn: silent, error: silent, fatal: silent,
}; // prettier-ignore

/**
 * Instruments sources, by default all that is mutated; the same sources give the same mutants with the same ids.
 * `header` is what stands there in place of the functions of StrykerJS.
 */
export async function generation(
  isMutated: (file: string) => boolean = (file) => mutatedFolders.test(file),
  header?: string,
): Promise<Generation> {
  const all = sourceModules();
  const served = servedModules(all);
  const sources = all
    .filter(({ file }) => isMutated(file))
    .toSorted((one, other) => (one.file < other.file ? -1 : 1));
  const texts = new Map(sources.map(({ file, text }) => [file, text]));
  const files = sources.map(({ file: name, text: content }) => ({ name, content, mutate: true }));
  const options = { ignorers: [], excludedMutations: [], plugins: null, noHeader: header !== undefined };
  const result = await new Instrumenter(logger).instrument(files, options);
  const places = new Map(sources.map(({ file, text }) => [file, new Unobservable(file, text)]));
  const drafts = result.mutants.map(({ id, fileName, location, mutatorName, replacement }) => ({
    id,
    room: roomOf(fileName),
    file: fileName,
    line: location.start.line + 1,
    column: location.start.column + 1,
    operator: mutatorName,
    original: textAt(texts.get(fileName) ?? '', location),
    replacement: replacement ?? '',
    rule: served.has(fileName) ? places.get(fileName)?.ruleOf(location, replacement) : 'not loaded',
  }));
  const names = namesOf(drafts);
  const mutants = drafts.map((draft, index) => ({ ...draft, name: names[index] ?? '' }));
  const instrumented = new Map(
    result.files.map(({ name, content }) => [name, headed(content, header ?? '')]),
  );
  const modules = new Map([...instrumented].map(([name, content]) => [name, transpiled(name, content)]));
  return { mutants, modules, instrumented };
}

/** A program's first line, which names what runs it, stays the first. */
function headed(content: string, header: string): string {
  const at = content.startsWith('#!') ? content.indexOf('\n') + 1 : 0;
  return content.slice(0, at) + header + content.slice(at);
}

/** The places of one module that no answer can show. */
class Unobservable {
  readonly #stretches: ReturnType<typeof unobservableIn>;
  /** Where each line begins. */
  readonly #lines: readonly number[];

  constructor(file: string, text: string) {
    this.#stretches = unobservableIn(file, text);
    let at = 0;
    this.#lines = text.split('\n').map((line) => {
      const start = at;
      at += line.length + 1;
      return start;
    });
  }

  ruleOf(
    { start, end }: { start: Position; end: Position },
    replacement: string | undefined,
  ): UnobservableRule | undefined {
    const [from, until] = [this.#at(start), this.#at(end)];
    return this.#stretches.find((stretch) =>
      stretch.replacement === undefined
        ? stretch.start <= from && until <= stretch.end
        : stretch.start === from && until === stretch.end && stretch.replacement === replacement,
    )?.rule;
  }

  #at({ line, column }: Position): number {
    return (this.#lines[line] ?? 0) + column;
  }
}

function roomOf(file: string): string {
  const [group = '', folder = '', service = ''] = file.split('/');
  const isShared = service.endsWith('.ts');
  if (group === 'platform' && folder === 'services') return isShared ? 'services' : service;
  return folder;
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** The code between two places, counted from 0. */
function textAt(text: string, { start, end }: { start: Position; end: Position }): string {
  const lines = text.split('\n').slice(start.line, end.line + 1);
  const last = lines.length - 1;
  lines[last] = lines[last]?.slice(0, end.column) ?? '';
  lines[0] = lines[0]?.slice(start.column) ?? '';
  return lines.join('\n');
}

/**
 * So many mutants, drawn without putting any back. A mutant's rank depends on the seed and on itself alone, so that a
 * change of other modules leaves the sample as it is.
 */
export function sampled(
  mutants: readonly GeneratedMutant[],
  { size, seed }: { size: number; seed: string },
): GeneratedMutant[] {
  const ranked = ranks(mutants, seed).toSorted((one, other) => (one.rank < other.rank ? -1 : 1));
  return ranked.slice(0, size).map(({ mutant }) => mutant);
}

/** Equal changes of one file are told apart by their order. */
function ranks(
  mutants: readonly GeneratedMutant[],
  seed: string,
): { mutant: GeneratedMutant; rank: string }[] {
  const seen = new Map<string, number>();
  return mutants.map((mutant) => {
    const { file, operator, original, replacement } = mutant;
    const name = JSON.stringify([file, operator, original, replacement]);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    const rank = createHash('sha256')
      .update(JSON.stringify([seed, name, count]))
      .digest('hex');
    return { mutant, rank };
  });
}
