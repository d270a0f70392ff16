/** Exit codes and the words that go with them (DESIGN.md, Commands). */

export const exitCode = { held: 0, failed: 1, wrongCall: 2, brokenInvariant: 3 } as const;

/** A call or an input file that is wrong: its message is one clear line. */
export class CallMistake extends Error {
  override readonly name = 'CallMistake';
}

/** A bug inside Orrery, with where the run stood and how to get there again. */
export class BrokenRun extends Error {
  override readonly name = 'BrokenRun';
  readonly place: { seed: string; event: number; command: string };

  constructor(cause: unknown, place: { seed: string; event: number; command: string }) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.place = place;
  }
}

/** What to print for an error nobody expected. */
export function failure(error: Error): string {
  const cause = error.cause instanceof Error ? error.cause : error;
  const where =
    error instanceof BrokenRun
      ? `  seed ${error.place.seed}, event ${error.place.event}\n  repeat it: ${error.place.command}\n`
      : '';
  return `orrery: a broken invariant inside Orrery: ${error.message}\n${where}${cause.stack ?? ''}\n`;
}
