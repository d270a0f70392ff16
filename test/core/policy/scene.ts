import type { Overrides } from '../../conformance/harness.ts';

/** A scene played under one option, and what is to be seen under each. Amounts stand as decimal text. */
export interface Scene<Option extends string> {
  play: (overrides: Overrides) => unknown;
  shows: Readonly<Record<Option, unknown>>;
}
