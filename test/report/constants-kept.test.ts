/**
 * What the writers of a run's report read once, when they are imported: words, colours, columns and limits. The file takes
 * little time as a whole, so that a mutant of such a constant is tried with all of it.
 */
import { describe } from 'vitest';
import { answerClasses, classWords, codeWords } from '../../src/report/answers.ts';
import { coloursOf, tokens } from '../../src/report/html/palette.ts';
import { styleSheet } from '../../src/report/html/style.ts';
import { describeKept } from '../kept-digests.ts';
import { runInputs, runWriters } from './run-writers.ts';

const [run] = runInputs['a small run']!;
const names = [...answerClasses, ...Object.keys(codeWords), 'locked', 'disputed', 'frozen', 'released', 'refunded', 'expired', 'ruled', 'pool', 'agents', 'escrow', 'trading', 'venue', 'fees', 'referral', 'external', 'other']; // prettier-ignore
const written = Object.entries(runWriters).filter(([name]) => name !== 'page');

describe('constants', () => {
  describeKept(new URL('constants-kept.json', import.meta.url), [
    { name: 'words', made: () => [answerClasses, classWords, codeWords] },
    { name: 'colours', made: () => [tokens, ...names.map((name) => coloursOf([name, 'x', 'y'])), coloursOf(names)] },
    { name: 'style sheet', made: () => [styleSheet] },
    ...written.map(([name, write]) => ({ name, made: () => [write(run!)] })),
  ]);
}); // prettier-ignore
