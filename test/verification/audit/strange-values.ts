/** Values that a target may put anywhere into its answers. */
import fc from 'fast-check';

const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** As JSON text, because some of them have no other form: 1e400, a deep nest, a key `__proto__`. */
export const strangeJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '1e9', '1e15', '1e308', '1e400', '-1e400', '1e-400', '-1', '-0', '0.0000001', '9007199254740993',
    '9'.repeat(400), '"Infinity"', '"NaN"', '"-1"', '"1e9"', '"0x10"', '" 1 "', '"1.0000001"', '""', 'null', 'true',
    '[]', '{}', '[[1]]', '{"__proto__":{"amount":1}}', '{"constructor":1,"toString":null}', `"${'x'.repeat(70_000)}"`,
    '"\\ud800"', '"\\u0000\\u001b]0;x\\u0007\\u009b2J"', deep(100), deep(50_000),
    `[${Array.from({ length: 20_000 }, () => '"AS"').join()}]`,
  ),
  fc.json({ maxDepth: 3 }),
  fc.double().map((value) => JSON.stringify(value)),
  fc.maxSafeInteger().map(String),
); // prettier-ignore
