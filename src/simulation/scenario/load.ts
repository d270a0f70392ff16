/**
 * Reads a scenario and the files it extends. The caller supplies a reader and a loader of behaviours. Every mistake
 * is a `FileMistake` with file, line, column and what was expected.
 */
import { Refusal } from '../../core/base/refusal.ts';
import { buildScenario } from './build.ts';
import { SourceDocument } from './document.ts';
import { FileMistake } from '../../core/base/file-mistake.ts';
import type { Scenario, ScenarioOverrides } from './scenario.ts';
import { validateShape } from './validate.ts';
import { varied } from './vary.ts';
import type { Layers, ScenarioHost } from './layers.ts';

const extendsDepthMax = 16;

/** Loads, checks and resolves a scenario. */
export async function loadScenario(
  file: string,
  host: ScenarioHost,
  overrides: ScenarioOverrides = {},
): Promise<Scenario> {
  const layers = varied(readLayers(file, host), overrides.values ?? []);
  if (layers instanceof Refusal) throw new FileMistake(file, { line: 1, column: 1 }, layers.message);
  return buildScenario(layers, host, overrides);
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
  const file = host.find?.(nameOrFile) ?? nameOrFile;
  const layers: SourceDocument[] = [readDocument(file, host)];
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
    layers.unshift(readBase(first, baseFile, host));
  }
  throw new FileMistake(file, { line: 1, column: 1 }, `extends goes deeper than ${extendsDepthMax} files`);
}

function readDocument(file: string, host: ScenarioHost): SourceDocument {
  let text: string;
  try {
    text = host.readText(file);
  } catch (cause) {
    throw new FileMistake(file, { line: 1, column: 1 }, `${messageOf(cause)}; expected a scenario file`);
  }
  const document = new SourceDocument(file, text);
  validateShape(document);
  return document;
}

function readBase(document: SourceDocument, baseFile: string, host: ScenarioHost): SourceDocument {
  let text: string;
  try {
    text = host.readText(baseFile);
  } catch (cause) {
    throw document.mistake(['extends'], `${messageOf(cause)}; expected a scenario file`);
  }
  const base = new SourceDocument(baseFile, text);
  validateShape(base);
  return base;
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
