/** The parts of a request besides its body. */
export interface RequestOptions {
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text to send instead of a JSON body. */
  readonly raw?: string;
}
