/** Names of domains: one label of letters, digits and hyphens, and a top-level domain of the platform (gap N2). */
import { refuse, type Outcome } from '../../../core/base/refusal.ts';
import type { Policies } from '../../../core/policy/policies.ts';

/** The top-level domains of the platform; all cost the same. */
export const topLevelDomains = ['agent', 'bot', 'dao', 'orrery', 'sim'] as const;
/** One of `topLevelDomains`. */
export type TopLevelDomain = (typeof topLevelDomains)[number];

/** RFC 1034, 3.5 and RFC 1123, 2.1: 1 to 63 letters, digits and hyphens, no hyphen at either end. */
const labelPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** RFC 5890, 2.3.1: hyphens in the third and fourth place are reserved; `xn--` is how other alphabets are written. */
const reservedPattern = /^..--/;

/** The parts of a name, both in lower case. */
export interface NameParts {
  readonly label: string;
  readonly topLevel: TopLevelDomain;
}

/** Lower case of A to Z only: JavaScript's own also maps some letters of other alphabets to ASCII. */
export const asciiLowerCase = (text: string): string =>
  text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The name in lower case. Refuses BAD_REQUEST with the expected form. */
export function readDomainName(text: string, policies: Policies): Outcome<string> {
  const name = asciiLowerCase(text);
  const dot = name.indexOf('.');
  const label = name.slice(0, dot);
  const topLevel = name.slice(dot + 1);
  if (dot < 0 || !topLevelDomains.some((known) => known === topLevel)) {
    return refuse('BAD_REQUEST', `domain must be a label and one of .${topLevelDomains.join(', .')}`);
  }
  if (!labelPattern.test(label)) {
    return refuse('BAD_REQUEST', 'the label must be 1 to 63 letters, digits and inner hyphens');
  }
  if (policies['domains.labels'] === 'unreserved' && reservedPattern.test(label)) {
    return refuse('BAD_REQUEST', 'labels with hyphens in the third and fourth place are reserved');
  }
  return name;
}

/** Splits a name that `readDomainName` has returned. */
export function partsOf(name: string): NameParts {
  const dot = name.indexOf('.');
  return { label: name.slice(0, dot), topLevel: name.slice(dot + 1) as TopLevelDomain };
}
