/** Something a player could take to court: what, of which game, how often, and where first. */
export interface LogFinding {
  readonly code: string;
  readonly game: string | null;
  readonly count: number;
  /** The first row concerned, from 1. */
  readonly line: number;
  readonly sentence: string;
}
