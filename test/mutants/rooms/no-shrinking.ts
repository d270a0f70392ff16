/** A mutant is noticed by the first counterexample: a smaller one would only take time, or look like a run without end. */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
