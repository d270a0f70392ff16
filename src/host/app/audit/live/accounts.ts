/** The accounts of a live audit: existing ones of the target file or the environment, or fresh ones, each with its own name. */
import { assert } from '../../../../core/base/assert.ts';
import { asked, isOk, type LiveCallAnswer } from '../../../../verification/audit/live/call.ts';
import type { ServiceAddress, Target } from '../../../../live/traffic/target/target.ts';
import { CallMistake } from '../../process/exit.ts';
import type { DrawnPlayer } from './drawn-habits.ts';
import type { Identity, LiveSender } from './live-sender.ts';
import { keyIn } from './key-in.ts';

/** Keys of accounts that the target knows already, separated by commas. */
const keyVariable = 'ORRERY_API_KEY';

interface Site {
  readonly target: Target;
  readonly casino: ServiceAddress;
  readonly sender: LiveSender;
}

/**
 * For each player in order, how it gets its account; fewer where there are fewer existing ones. The first rejects with
 * `CallMistake` where the target gives none, the others resolve with undefined.
 */
export function accountsOf(
  site: Site,
  players: readonly DrawnPlayer[],
): (() => Promise<Identity | undefined>)[] {
  const given = (process.env[keyVariable] ?? '').split(',').filter((key) => key !== '');
  const existing = given.length > 0 ? given : (site.target.accounts ?? []).map(({ apiKey }) => apiKey);
  const keys = existing.slice(0, players.length);
  if (keys.length > 0)
    return keys.map((apiKey, at) => () => Promise.resolve({ apiKey, headers: players[at]!.headers }));
  return players.map((player, at) => async () => {
    const registered = await register(site, player);
    if (typeof registered !== 'string') return registered;
    if (at > 0) return undefined;
    throw new CallMistake(
      `${site.target.file}:1:1: the target gives no account (${registered}); expected ${keyVariable} to hold the key of one`,
    );
  });
}

/** Names that are tried until one is free. */
const namesMax = 20;

/** A fresh account: at the faucet, whose claims are its bankroll, or else at the casino. A text says what was wrong. */
async function register(
  { target, casino, sender }: Site,
  { persona, headers }: DrawnPlayer,
): Promise<Identity | string> {
  const faucet = target.services.get('faucet');
  const identity = { apiKey: undefined, headers };
  const post = async (service: ServiceAddress, path: string, body: object, as: Identity): Promise<LiveCallAnswer> => {
    const session = asked({ method: 'POST', path, body: { ...body } });
    let step = session.next();
    while (step.done !== true) step = session.next(await sender.send(service, step.value, { identity: as }));
    return step.value.answer;
  }; // prettier-ignore
  let answer: LiveCallAnswer | undefined;
  for (let attempt = 0; attempt < namesMax && (answer === undefined || answer.status === 409); attempt += 1)
    answer =
      faucet === undefined
        ? await post(casino, '/auth/register', {}, identity)
        : await post(faucet, '/api/v1/agents/register', { agent_id: persona(attempt).agentId }, identity);
  assert(answer !== undefined, 'there is one attempt at least');
  const found = keyIn(answer);
  if ('wrong' in found) return answer.status === 0 ? (sender.failure ?? 'no answer') : found.wrong;
  const account = { apiKey: found.key, headers };
  if (faucet === undefined) return account;
  // Whichever of the two claims the faucet has: more than one is more to bet with.
  const claimed = await post(faucet, '/api/v1/faucet/claim', {}, account);
  if (!isOk(claimed)) await post(faucet, '/claim', {}, account);
  return account;
}
