/**
 * A mutant is noticed by the first counterexample: a smaller one would only take time, or look like a run without end. Tests
 * of shrinking itself keep it.
 */
import fc from 'fast-check';
import { expect } from 'vitest';

const aboutShrinking = /\/verification\/check\/(?:campaign|check-world|scenarios)\.test\.ts$/;
const endOnFailure = !aboutShrinking.test(expect.getState().testPath ?? '');

fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure });
