import type { CommandFailure } from '../../app/result-schema.ts';
import { codeOfFailure, failureOf, failureText } from './failure.ts';
import { complain } from './output.ts';

/** Prints an error, as one JSON object where `isJson`, and gives its exit code. */
export const reported = (error: unknown, isJson: boolean): number => reportFailure(failureOf(error), isJson);

/** Prints the failure on stderr and returns the exit code that goes with it; it does not exit. */
export function reportFailure(failure: CommandFailure, isJson: boolean): number {
  complain(failureText(failure, isJson));
  return codeOfFailure(failure);
}
