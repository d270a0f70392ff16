/**
 * The open points of docs/spec/gaps.md, and the line of docs/spec/specification.md that states each one: the register's
 * words with links to the claims, and the policies that decide the point with their options.
 */
import { policyDefault, policyNames, policyRow, type PolicyName } from '../../src/core/policy/policies.ts';

export interface OpenPoint {
  readonly id: string;
  /** Ids of the claims concerned; undefined for the general rules. */
  readonly claims: string | undefined;
  readonly kind: string;
  readonly gap: string;
  readonly reading: string;
}

const rowPattern = /^\| ([A-Z]\d+) \| (.+?) \| (.+?) \| (.+?) \| (.+) \|$/;
const rulePattern = /^- (R-[A-E]) (.+)$/;

/** The points of the register, in its order. */
export function openPointsIn(register: string): OpenPoint[] {
  return register.split('\n').flatMap((line): OpenPoint[] => {
    const [, rule = '', text = ''] = rulePattern.exec(line) ?? [];
    if (rule !== '') return [{ id: rule, claims: undefined, kind: '', gap: text, reading: '' }];
    const [, id = '', claims = '', kind = '', gap = '', reading = ''] = rowPattern.exec(line) ?? [];
    return id === '' ? [] : [{ id, claims, kind, gap, reading }];
  });
}

/** The gap ids that a policy names. */
export const gapsOf = (name: PolicyName): string[] => policyRow(name).gap.split(', ');

/** How the line of a point begins in the specification. */
export const anchorOf = (id: string): string => `- <a id="gap-${id}"></a>`;

/** The line of a point in the specification. */
export function lineOf({ id, claims, kind, gap, reading }: OpenPoint): string {
  if (claims === undefined) return `${anchorOf(id)}**${id}** ${gap}`;
  const links = claims.replaceAll(/[A-Z]{3}\d+/g, '[$&](#$&)');
  const policies = policyNames.filter((name) => gapsOf(name).includes(id)).map(policyText);
  const decided = policies.length === 0 ? '' : ` *Policies:* ${policies.join('; ')}.`;
  return `${anchorOf(id)}**${id}** (${kind}; ${links}) ${gap} *Default:* ${reading}${decided}`;
}

/** The link that names a policy in the specification. */
export const policyLink = (name: string): string =>
  `[${name}](../policies.md#${name.replaceAll('.', '').toLowerCase()})`;

function policyText(name: PolicyName): string {
  const { options } = policyRow(name);
  const [usual, consistent] = [policyDefault(name, 'published'), policyDefault(name, 'consistent')];
  if (options === 'usdc') return `${policyLink(name)} = ${usual} USDC`;
  const others = Object.keys(options).filter((option) => option !== usual);
  const elsewhere = consistent === usual ? '' : `, \`${consistent}\` under profile \`consistent\``;
  return `${policyLink(name)} = \`${usual}\`${elsewhere} (or ${others.map((option) => `\`${option}\``).join(', ')})`;
}
