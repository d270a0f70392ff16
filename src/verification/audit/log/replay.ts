/** Plays logged bets again from their seeds; keeps what consecutive bets share: the keyed state of a seed, parsed bets. */
import { HmacLanes } from '../../../core/fairness/hmac-lanes.ts';
import { hmacPick, type RoundSeeds } from '../../../core/fairness/hmac.ts';
import type { Pick } from '../../../core/fairness/pick.ts';
import type { Profile } from '../../../core/base/profile.ts';
import { detached } from './detached.ts';
import { replayBet, type LoggedBet, type Recomputed } from './logged-bet.ts';

/** Gives the randomness of one round; `period` is the number of its server seed in the log. */
export type PickOf = (seeds: RoundSeeds, period: number) => Pick;

/** Pairs of seeds whose keyed state is kept; some 3 kB each. */
const lanesMax = 2048;

/** The picks of `hmacPick`, four nonces at a time; a pick is valid until the next call. */
export function lanePicks(): PickOf {
  const known = new Map<number, { serverSeed: string; clientSeed: string; lanes: HmacLanes }>();
  return ({ serverSeed, clientSeed, nonce }, period) => {
    let pair = known.get(period);
    if (pair === undefined || pair.serverSeed !== serverSeed || pair.clientSeed !== clientSeed) {
      if (known.size >= lanesMax) known.clear();
      const seeds = { serverSeed: detached(serverSeed), clientSeed: detached(clientSeed) };
      pair = { ...seeds, lanes: new HmacLanes(seeds) };
      known.set(period, pair);
    }
    pair.lanes.select(nonce);
    return pair.lanes.pick;
  };
}

/** The picks of production, a round at a time: slow, and the reference for `lanePicks`. */
export const plainPicks: PickOf = (seeds) => hmacPick(seeds);

/** A bet with its server seed. */
export type RevealedBet = LoggedBet & { readonly serverSeed: string };

/** Replays bets by the rules of one profile. */
export class RoundReplay {
  readonly profile: Profile;
  readonly #pickOf: PickOf;
  /** What `parseBet` says of parameters, while equal texts give the same object. */
  readonly #choices = new WeakMap<object, { game: string; choice: object | string }>();

  constructor(profile: Profile, pickOf: PickOf) {
    this.profile = profile;
    this.#pickOf = pickOf;
  }

  pick(bet: RevealedBet, period: number): Pick {
    return this.#pickOf(bet, period);
  }

  /** What the rules give; a sentence where they have no such bet. */
  play(bet: RevealedBet, period: number): Recomputed | string {
    const { entry } = bet;
    if (entry.kind === 'hand')
      return replayBet(bet, { pick: this.#pickOf(bet, period), profile: this.profile });
    const choice = this.choiceOf(bet);
    if (typeof choice === 'string') return choice;
    return entry.game.play(choice, this.#pickOf(bet, period), entry.game.rules[this.profile]);
  }

  /** The parsed bet of a game of one call, or what is wrong with it. */
  choiceOf({ entry, params }: LoggedBet): object | string {
    if (entry.kind === 'hand') return 'a game of several calls';
    const known = this.#choices.get(params);
    if (known?.game === entry.game.id) return known.choice;
    const choice = entry.game.parseBet(params);
    this.#choices.set(params, { game: entry.game.id, choice });
    return choice;
  }
}
