/** An account that exists at a target already: a row of the file that `keys` names. Its key is in no output. */
export interface ExistingAccount {
  readonly agentId: string;
  readonly apiKey: string;
  /** What else the file says of it, by the name of the field in the answer to a registration, such as `agent_address`. */
  readonly fields: Readonly<Record<string, string>>;
}
