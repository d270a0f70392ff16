/** Readings of what the documents leave open, most of them of the services that a scenario is about. */
import { policyNames, policyRow } from '../../../core/policy/policies.ts';
import type { Draw } from './draw.ts';

const choices = policyNames.flatMap((name) => {
  const { options, default: byDefault } = policyRow(name);
  return options === 'usdc' ? [] : [{ name, options: Object.keys(options), byDefault }];
});

/** Policies of a service that go by another name. */
const alsoOf: Readonly<Record<string, string>> = {
  kelly: 'casino', tournaments: 'casino', challenges: 'casino', leaderboard: 'casino', stats: 'casino',
}; // prettier-ignore

const groupOf = (name: string): string => {
  const group = name.split('.')[0] ?? '';
  return alsoOf[group] ?? group;
};

/** How many policies are of the subject of a scenario; the others are any. */
const nearPercent = 70;

/** Up to eight policies; `focus` has the first words of moves. */
export function somePolicies(draw: Draw, focus: readonly string[]): Record<string, string> {
  const services = focus.map((name) => name.split('/')[0]);
  const near = choices.filter(({ name }) => services.includes(groupOf(name)));
  const chosen: Record<string, string> = {};
  for (let count = 1 + draw.integer(8); count > 0; count -= 1) {
    const isNear = near.length > 0 && draw.chance(nearPercent);
    const { name, options, byDefault } = draw.pick(isNear ? near : choices);
    const others = options.filter((option) => option !== byDefault);
    chosen[name] = draw.pick(draw.chance(85) ? others : options);
  }
  return chosen;
}
