/** Runs before each file. Properties draw from the seed of the run, unless a test sets another. */
import fc from 'fast-check';
import { testSeed } from './seed.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: testSeed });

if (process.env['CONFORMANCE'] === 'http') {
  const { countsAnswers } = await import('./conformance/wire.ts');
  countsAnswers();
}
