/** Runs before each file. Properties draw from the seed of the run, unless a test sets another; a thrown undefined has no message. */
import fc from 'fast-check';
import { testSeed } from './seed.ts';
import { throwsStrictly } from './throws-strictly.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: testSeed });
throwsStrictly();

if (process.env['CONFORMANCE'] === 'http') {
  const { countsAnswers } = await import('./conformance/wire.ts');
  countsAnswers();
}
