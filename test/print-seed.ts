/** Called once before all tests. */
import { testSeed } from './seed.ts';

export function setup(): void {
  console.log(`random tests draw from TEST_SEED=${testSeed}`);
}
