/** Which readings of what the documents leave open the models of services follow: most of them, but not all. */
import type { RunSetup } from './exchange.ts';

/** What the casino runs under separate names. */
const contests: readonly string[] = ['tournaments', 'challenges', 'stats', 'leaderboard', 'kelly'];

/** Options under which the balances of a service are not worked out, each with the reason. */
const notFollowed: Readonly<Record<string, string>> = {
  'trading.reservation=none': 'an order that is not covered ends without a trace',
};

/** True where the model of a service knows how every policy of a run that is not at its default is to be read. */
export const isFollowedUnder = (
  { changed, policies }: Pick<RunSetup, 'changed' | 'policies'>,
  service: string,
): boolean =>
  changed.every((name) => serviceOf(name) !== service || !(`${name}=${policies[name] ?? ''}` in notFollowed));

/** The service whose model reads a policy. */
function serviceOf(policy: string): string {
  const prefix = policy.slice(0, policy.indexOf('.'));
  return contests.includes(prefix) ? 'casino' : prefix;
}
