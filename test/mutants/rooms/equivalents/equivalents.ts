/** Survivors that no test can notice, each with the reason: docs/testing.md shows them. */
import { equivalentsOfConform } from './conform.ts';
import { equivalentsOfCore } from './core.ts';
import { equivalentsOfLoad } from './load.ts';
import { equivalentsOfPlatform } from './platform.ts';
import { equivalentsOfLive } from './live.ts';

export const equivalents: Readonly<Record<string, string>> = {
  ...equivalentsOfConform,
  ...equivalentsOfCore,
  ...equivalentsOfLoad,
  ...equivalentsOfPlatform,
  ...equivalentsOfLive,
};
