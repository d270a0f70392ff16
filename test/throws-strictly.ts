/**
 * `toThrow(/a message/)` also of a thrown undefined: chai compares no message where what is thrown is no value, so that a
 * test of a mistake would not notice that none is made.
 */
import { chai, type Assertion } from 'vitest';

/** Workers share what they have imported: it is done once for each chai. */
const done = new WeakSet<object>();

/** Makes `toThrow` with a message fail for what has none. */
export function throwsStrictly(): void {
  if (done.has(chai.Assertion)) return;
  done.add(chai.Assertion);
  chai.util.overwriteMethod(
    chai.Assertion.prototype,
    'throws',
    (inner: (...expected: unknown[]) => unknown) =>
      function (this: Assertion, ...expected: unknown[]): unknown {
        const isNegated = chai.util.flag(this, 'negate') === true;
        const result = inner.apply(this, expected);
        const thrown: unknown = chai.util.flag(this, 'object');
        if (!isNegated && expected[0] !== undefined && !hasMessage(thrown))
          throw new chai.AssertionError(`expected an error with a message, not ${String(thrown)}`);
        return result;
      },
  );
}

const hasMessage = (thrown: unknown): boolean =>
  typeof thrown === 'string' || (typeof thrown === 'object' && thrown !== null);
