/** The ids of the claims that a test proves: those that its title begins with. */
export const idsOf = (title: string): string[] =>
  /^(?:[A-Z]{3}\d+[ ,:]+)+/.exec(title)?.[0].match(/[A-Z]{3}\d+/g) ?? [];
