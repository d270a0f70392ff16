/**
 * Reads a scenario and the files it extends. The caller supplies a reader and a loader of behaviours. Every mistake
 * is a `FileMistake` with file, line, column and what was expected.
 */
import { Refusal } from '../../core/base/refusal.ts';
import { MistakeList } from '../../core/base/mistake-list.ts';
import { buildReporting, buildScenario } from './build.ts';
import { SourceDocument } from './document.ts';
import { FileMistake } from '../../core/base/file-mistake.ts';
import type { Scenario, ScenarioOverrides } from './scenario.ts';
import { readShape, validateShape } from './validate.ts';
import { varied } from './vary.ts';
import type { Layers, ScenarioHost } from './layers.ts';

const extendsDepthMax = 16;

/** Loads, checks and resolves a scenario. The `FileMistake` of a wrong one has all other mistakes in `others`. */
export async function loadScenario(
  file: string,
  host: ScenarioHost,
  overrides: ScenarioOverrides = {},
): Promise<Scenario> {
  const mistakes = new MistakeList();
  const read = mistakes.must(() => layersIn(file, host, mistakes));
  // A value may be meant for a part that has been left out.
  const layers = mistakes.isEmpty ? varied(read, overrides.values ?? []) : read;
  if (layers instanceof Refusal) throw new FileMistake(file, { line: 1, column: 1 }, layers.message);
  return buildReporting(layers, { host, overrides, mistakes });
}

/** Layers as plain data, for a thread that builds the same scenario without reading files again. */
export type PlainLayer = Pick<SourceDocument, 'file' | 'value'>;

/** Layers from plain data; mistakes in them have no line. */
export const layersOf = (layers: readonly PlainLayer[]): Layers =>
  layers.map(({ file, value }) => new SourceDocument(file, { value }));

/** Builds a generated scenario, which extends nothing. */
export async function buildFromValue(value: unknown, host: ScenarioHost): Promise<Scenario> {
  const document = new SourceDocument('scenario', { value });
  validateShape(document);
  return buildScenario([document], host, {});
}

/** The scenario and the files it extends, checked against the schema; nothing is resolved yet. */
export function readLayers(nameOrFile: string, host: ScenarioHost): Layers {
  const mistakes = new MistakeList();
  const layers = mistakes.must(() => layersIn(nameOrFile, host, mistakes));
  mistakes.throwFirst();
  return layers;
}

function layersIn(nameOrFile: string, host: ScenarioHost, mistakes: MistakeList): Layers {
  const file = host.find?.(nameOrFile) ?? nameOrFile;
  const layers: SourceDocument[] = [readDocument(file, host, mistakes)];
  const seen = [file];
  for (let depth = 0; depth <= extendsDepthMax; depth++) {
    const first = layers[0];
    const base = (first?.value as { extends?: string } | undefined)?.extends;
    if (first === undefined || base === undefined) return layers;
    const baseFile = host.resolve(first.file, base);
    if (seen.includes(baseFile)) {
      const circle = [...seen.slice(seen.indexOf(baseFile)), baseFile].join(' -> ');
      throw first.mistake(
        ['extends'],
        `circular extends: ${circle}; expected a file that does not lead back`,
      );
    }
    seen.push(baseFile);
    const text = textOfBase(first, baseFile, host);
    layers.unshift(shaped(new SourceDocument(baseFile, text), mistakes));
  }
  throw new FileMistake(file, { line: 1, column: 1 }, `extends goes deeper than ${extendsDepthMax} files`);
}

function readDocument(file: string, host: ScenarioHost, mistakes: MistakeList): SourceDocument {
  let text: string;
  try {
    text = host.readText(file);
  } catch (cause) {
    throw new FileMistake(file, { line: 1, column: 1 }, `${messageOf(cause)}; expected a scenario file`);
  }
  return shaped(new SourceDocument(file, text), mistakes);
}

function textOfBase(document: SourceDocument, baseFile: string, host: ScenarioHost): string {
  try {
    return host.readText(baseFile);
  } catch (cause) {
    throw document.mistake(['extends'], `${messageOf(cause)}; expected a scenario file`);
  }
}

/** The document without what is wrong with its shape. */
function shaped(document: SourceDocument, mistakes: MistakeList): SourceDocument {
  readShape(document, mistakes);
  return document;
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
