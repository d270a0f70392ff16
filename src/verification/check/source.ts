/** A scenario as a person would write it, for those who make, shrink and print scenarios. */
import { Document, isMap, isSeq, Scalar, visit, type Node } from 'yaml';
import { disarmed, isUnsafe } from '../../core/base/plain-text.ts';
import { relationNames, type RelationName } from '../../simulation/scenario/relation-names.ts';
import type { ScenarioFile } from '../../simulation/scenario/schema.ts';

/** A scenario file that extends no other: it has a name, a seed and a length. */
export type ScenarioSource = ScenarioFile & {
  readonly name: string;
  readonly seed: string;
  readonly for: string;
};

/** What every finding expects, so that `orrery run` watches it. */
export const watched = { property_violations: ['value==0'] } as const;

export const isRelation = (property: string): property is RelationName =>
  (relationNames as readonly string[]).includes(property);

/** What a scenario expects that is held to a relation too. */
export const heldTo = (relation: RelationName): NonNullable<ScenarioSource['expect']> => ({
  ...watched,
  [`property_violations{relation:${relation}}`]: watched.property_violations,
});

/** YAML with a line an operation, a fault, a group. */
export function yamlOf(source: ScenarioSource): string {
  const document = new Document(JSON.parse(JSON.stringify(source)) as unknown);
  const { contents } = document;
  if (isMap(contents)) {
    for (const { value } of contents.items)
      if (isSeq(value)) for (const item of value.items) flowing(item as Node);
    for (const key of ['network', 'policies', 'expect']) flowing(contents.get(key) as Node | undefined);
  }
  visit(document, { Scalar: (_key, scalar) => quoteUnsafe(scalar) });
  return disarmed(document.toString({ lineWidth: 0, flowCollectionPadding: true }));
}

/** In double quotes an escape is the character itself; anywhere else it would be other text. */
function quoteUnsafe(scalar: Scalar): void {
  if (typeof scalar.value === 'string' && isUnsafe(scalar.value)) scalar.type = Scalar.QUOTE_DOUBLE;
}

function flowing(node: Node | undefined): void {
  if (isMap(node) || isSeq(node)) node.flow = true;
}
