/** A scenario as a person would write it, for those who make, shrink and print scenarios. */
import { Document, isMap, isSeq, Scalar, visit, type Node } from 'yaml';
import { disarmed, isUnsafe } from '../../core/base/plain-text.ts';

/** One line of `operations`. */
export interface OperationSource {
  readonly at?: string;
  readonly by: string;
  readonly do: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly raw?: string;
  readonly as?: string;
}

export interface GroupSource {
  readonly agent: string;
  readonly count?: number;
  readonly arrive?: Readonly<Record<string, unknown>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

export interface FaultSource {
  readonly at: string;
  readonly service: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}

export interface ScenarioSource {
  readonly name: string;
  readonly about?: string;
  readonly seed: string;
  readonly start?: string;
  readonly for: string;
  readonly profile?: string;
  readonly policies?: Readonly<Record<string, string>>;
  readonly network?: Readonly<Record<string, unknown>>;
  readonly population?: readonly GroupSource[];
  readonly operations?: readonly OperationSource[];
  readonly faults?: readonly FaultSource[];
  readonly expect?: Readonly<Record<string, readonly string[]>>;
}

/** What every finding expects, so that `orrery run` watches it. */
export const watched = { property_violations: ['value==0'] } as const;

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
