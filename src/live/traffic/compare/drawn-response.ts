/** One response in which draws may show. */

/** Both bodies of one response, and whose it is. */
export interface DrawnResponse {
  readonly session: number;
  readonly call: string;
  readonly recorded: unknown;
  readonly live: unknown;
}
