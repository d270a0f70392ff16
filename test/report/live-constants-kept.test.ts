/** The first result of each command through its writers: a file that takes little time as a whole, for what is read at import. */
import { describe } from 'vitest';
import { describeKept } from '../kept-digests.ts';
import { liveSubjects } from './live-writers.ts';

describe('constants of a result', () => {
  describeKept(
    new URL('live-constants-kept.json', import.meta.url),
    liveSubjects.filter(({ name }) => /^(?:load|bench|check|log|sweep|sequence|live charts), input 1$|^differences, input 8$/.test(name)),
  );
}); // prettier-ignore
