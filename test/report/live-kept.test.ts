/** Every page, text and file about a target, a sweep, a check and a log, for little and much, and for drawn results. */
import { describe } from 'vitest';
import { describeKept } from '../kept-digests.ts';
import { liveSubjects } from './live-writers.ts';

describe('a result', () => {
  describeKept(new URL('live-kept.json', import.meta.url), liveSubjects);
});
