/** Values that a JSON Schema of the OpenAPI document allows: of the keywords that the document uses. */
import fc from 'fast-check';
import type { Json, JsonObject } from '../../../src/core/http/message.ts';

export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly multipleOf?: number;
}

export function valuesOf(schema: Schema): fc.Arbitrary<Json> {
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) {
    const { anyOf: _, oneOf: __, ...beside } = schema;
    return fc.oneof(...options.map((option) => valuesOf(merged(beside, option))));
  }
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0];
  if (type === 'object' || schema.properties !== undefined) return objects(schema);
  if (type === 'string') return texts(schema);
  if (type === 'integer' || type === 'number') return numbers(schema, type);
  if (type === 'boolean') return fc.boolean();
  if (type === 'array') return lists(schema);
  return fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
}

const merged = (left: Schema, right: Schema): Schema => ({
  ...left,
  ...right,
  ...(left.properties === undefined && right.properties === undefined
    ? {}
    : { properties: { ...left.properties, ...right.properties } }),
  ...(left.required === undefined && right.required === undefined
    ? {}
    : { required: [...(left.required ?? []), ...(right.required ?? [])] }),
});

function objects({ properties = {}, required = [], patternProperties }: Schema): fc.Arbitrary<Json> {
  if (patternProperties !== undefined)
    return fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<JsonObject>;
  const fields = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, valuesOf(part)]));
  return fc.record(fields, { requiredKeys: [...new Set(required)] });
}

function texts({ pattern, format, minLength = 0, maxLength }: Schema): fc.Arbitrary<Json> {
  if (format === 'date-time')
    return fc.constantFrom('2026-02-03T04:05:06.123456+00:00', '2027-01-01t00:00:00z');
  if (format === 'whole-milliseconds') return fc.constantFrom('250ms', '1m');
  if (pattern !== undefined)
    return ofLength(fc.stringMatching(new RegExp(pattern)), minLength, maxLength ?? Infinity);
  return fc.string({ minLength, maxLength: Math.min(maxLength ?? 64, minLength + 40) });
}

/** The texts of a length in this range. Throws after 10,000 others in a row: a filter that lets nothing through never ends. */
function ofLength(drawn: fc.Arbitrary<string>, minLength: number, maxLength: number): fc.Arbitrary<string> {
  let refused = 0;
  return drawn.filter(({ length }) => {
    const fits = length >= minLength && length <= maxLength;
    refused = fits ? 0 : refused + 1;
    if (refused > 10_000) throw new Error(`no text of ${minLength} to ${maxLength} characters was drawn`);
    return fits;
  });
}

function numbers(schema: Schema, type: 'integer' | 'number'): fc.Arbitrary<Json> {
  const step = schema.multipleOf ?? (type === 'integer' ? 1 : 0.01);
  const perUnit = Math.round(1 / step);
  const low = schema.minimum ?? (schema.exclusiveMinimum ?? -1_000) + step;
  const high = schema.maximum ?? low + 10_000;
  // Beyond the exact integers fast-check does not come to an end.
  const exact = (count: number): number =>
    Math.max(Math.min(count, Number.MAX_SAFE_INTEGER), Number.MIN_SAFE_INTEGER);
  const steps = { min: exact(Math.ceil(low * perUnit)), max: exact(Math.floor(high * perUnit)) };
  return fc
    .oneof(fc.integer(steps), fc.integer({ ...steps, max: Math.min(steps.max, steps.min + 10 * perUnit) }))
    .map((count) => count / perUnit);
}

function lists({
  items = {},
  minItems = 0,
  maxItems = minItems + 5,
  uniqueItems = false,
}: Schema): fc.Arbitrary<Json> {
  const lengths = { minLength: minItems, maxLength: maxItems };
  return uniqueItems ? fc.uniqueArray(valuesOf(items), lengths) : fc.array(valuesOf(items), lengths);
}
