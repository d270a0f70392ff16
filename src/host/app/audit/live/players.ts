/**
 * Lets several players audit one house at a time: each has its own account and pauses, and the calls of all take turns.
 * The first signal ends it, and so does the last request of the budget; what was staked and answered until then stays.
 */
import type { LiveCall, LiveCallAnswer } from '../../../../verification/audit/live/call.ts';
import type { LiveEnd } from '../../../../verification/audit/live/live-audit.ts';
import { untilAborted } from '../../process/until-aborted.ts';
import type { DrawnPlayer } from './drawn-habits.ts';
import type { Identity } from './live-sender.ts';

/** One player: how it gets its account, and its audit. */
export interface PlayingCall {
  readonly player: DrawnPlayer;
  /** Undefined where the target gives the player no account. */
  readonly account: () => Promise<Identity | undefined>;
  readonly session: Generator<LiveCall, LiveEnd, LiveCallAnswer>;
}

/** How all of them are carried out. */
export interface Playing {
  readonly send: (call: LiveCall, identity: Identity) => Promise<LiveCallAnswer>;
  /** Resolves after a mean pause times `pauses`. */
  readonly rest: (pauses: number) => Promise<void>;
  readonly signal: AbortSignal;
  /** Aborted when the budget of requests is spent. */
  readonly spent: AbortSignal;
}

/** Why the players ended, each reason once. */
export type PlayersEnd = LiveEnd | 'a signal';

interface Turn {
  readonly call: PlayingCall;
  identity: Identity | undefined;
  /** When the next call is due, in mean pauses. */
  at: number;
  answer: LiveCallAnswer | undefined;
}

/** Carries the sessions out and resolves with why they ended; empty where no player has an account. */
export async function playAll(calls: readonly PlayingCall[], playing: Playing): Promise<PlayersEnd[]> {
  const ends = new Set<PlayersEnd>();
  const turns: Turn[] = calls.map((call, index) => ({
    call,
    identity: undefined,
    at: index === 0 ? 0 : 8 * call.player.pause(),
    answer: undefined,
  }));
  const { spent } = playing;
  const signal = AbortSignal.any([playing.signal, spent]);
  const stopped = (): PlayersEnd[] => [
    ...ends,
    spent.aborted ? 'the budget of requests is used up' : 'a signal',
  ];
  let now = 0;
  while (turns.length > 0) {
    const turn = turns.reduce((first, other) => (other.at < first.at ? other : first));
    await untilAborted(playing.rest(turn.at - now), signal);
    now = turn.at;
    if (signal.aborted) return stopped();
    const ended = await untilAborted(takeTurn(turn, playing), signal);
    if (signal.aborted) return stopped();
    turn.at = now + turn.call.player.pause() * calls.length;
    if (ended === undefined || ended === 'goes on') continue;
    if (ended !== 'no account') ends.add(ended);
    turns.splice(turns.indexOf(turn), 1);
  }
  return [...ends];
}

/** An account, or the next call of the session. */
async function takeTurn(turn: Turn, { send }: Playing): Promise<LiveEnd | 'goes on' | 'no account'> {
  const { account, session } = turn.call;
  if (turn.identity === undefined) {
    turn.identity = await account();
    return turn.identity === undefined ? 'no account' : 'goes on';
  }
  const step = turn.answer === undefined ? session.next() : session.next(turn.answer);
  if (step.done === true) return step.value;
  turn.answer = await send(step.value, turn.identity);
  return 'goes on';
}
