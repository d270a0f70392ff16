/** The two profiles: complete sets of policies, and the pay tables that go with them. */

/**
 * `published`: what the documents literally say; `consistent`: the options and pay tables under which stated edges and
 * limits agree.
 */
export type Profile = 'published' | 'consistent';
/** All profiles; the first is the default. */
export const profiles: readonly Profile[] = ['published', 'consistent'];
