/** What an answer is worth. */
import type { Answer } from 'orrery-sim';

/** Neither lost on the way, nor too early, nor an error of the service: what it says counts. */
export const isAnswer = ({ status }: Answer): boolean => status > 0 && status < 500 && status !== 429;
