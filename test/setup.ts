/** Runs before each file. Properties draw from the seed of the run, unless a test sets another; a thrown undefined has no message. */
import fc from 'fast-check';
import { afterAll } from 'vitest';
import { leavesClocksReal } from './real-clocks.ts';
import { testSeed } from './seed.ts';
import { throwsStrictly } from './throws-strictly.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: testSeed });
throwsStrictly();
afterAll(leavesClocksReal());

if (process.env['CONFORMANCE'] === 'http') {
  const { countsAnswers } = await import('./conformance/wire.ts');
  countsAnswers();
}
