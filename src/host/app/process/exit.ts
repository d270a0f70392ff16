/** Exit codes and the words that go with them (DESIGN.md, Commands). */

export const exitCode = { held: 0, failed: 1, wrongCall: 2, brokenInvariant: 3, interrupted: 130 } as const;

/** A call or an input file that is wrong: its message is one clear line. */
export class CallMistake extends Error {
  override readonly name = 'CallMistake';
}

/** A signal ended the command. The message says what was finished. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** A bug inside Orrery, with the event of the run and the command that repeats it. */
export class BrokenRun extends Error {
  override readonly name = 'BrokenRun';
  readonly position: { seed: string; event: number; command: string };

  constructor(cause: unknown, position: { seed: string; event: number; command: string }) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.position = position;
  }
}

/** A second process that was to repeat a part of the work was not started, or ended without a result. */
export class SecondProcessFailed extends Error {
  override readonly name = 'SecondProcessFailed';
}
