/** Readings of what the documents leave open, most of them of the services that a scenario is about. */
import { policyNames, policyRow } from '../../../core/policy/policies.ts';
import type { Draw } from './draw.ts';
import { policyCalls } from './policy-calls.ts';

const named = policyNames.flatMap((name) => {
  const { options, default: byDefault } = policyRow(name);
  return options === 'usdc' ? [] : [{ name, options: Object.keys(options), byDefault }];
});

/** Readings that are an amount: so little that it is soon used up, or so much that it matters. */
const amounts = [
  { name: 'faucet.pool', options: ['1', '2', '9.99', '10', '12', '13', '23.5'] },
  { name: 'casino.houseBankroll', options: ['0.01', '0.5', '20', '1000'] },
  { name: 'trading.venue', options: ['0.01', '5', '100'] },
  { name: 'trading.orderMin', options: ['0.5', '2', '2.345678'] },
  { name: 'trading.orderMax', options: ['2', '5.5', '900'] },
  { name: 'wallet.liquidity', options: ['0.01', '5', '1000'] },
  { name: 'wallet.sendMin', options: ['0.1', '1', '1.37'] },
].map((row) => ({ ...row, byDefault: '' }));

/** Policies of a service that go by another name. */
const alsoOf: Readonly<Record<string, string>> = {
  kelly: 'casino', tournaments: 'casino', challenges: 'casino', leaderboard: 'casino', stats: 'casino',
}; // prettier-ignore

const choices = [...named, ...amounts];

/** The service that a policy is about, or the first word of its name. */
export const groupOf = (name: string): string => {
  const group = name.split('.')[0] ?? '';
  return alsoOf[group] ?? group;
};

/** How many policies are of the subject of a scenario; the others are any. */
const nearPercent = 70;

/** So many policies, up to eight by default. Those near are about one of the calls, which are the text of operations. */
export function somePolicies(
  draw: Draw,
  { focus, calls }: { focus: readonly string[]; calls: string },
  most = 1 + draw.integer(8),
): Record<string, string> {
  const services = focus.map((name) => name.split('/')[0]);
  const near = choices.filter(
    ({ name }) => policyCalls[name]?.test(calls) ?? services.includes(groupOf(name)),
  );
  const chosen: Record<string, string> = {};
  for (let count = most; count > 0; count -= 1) {
    const isNear = near.length > 0 && draw.chance(nearPercent);
    const { name, options, byDefault } = draw.pick(isNear ? near : choices);
    const others = options.filter((option) => option !== byDefault);
    chosen[name] = draw.pick(draw.chance(85) ? others : options);
  }
  return chosen;
}
