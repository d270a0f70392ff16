/** Properties draw from the seed of the run, unless a test sets another. */
import fc from 'fast-check';
import { testSeed } from './seed.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: testSeed });
