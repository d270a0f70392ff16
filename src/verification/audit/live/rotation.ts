/** The calls about server seeds: the rotation, the list of all seeds, and the verification of a bet. */
import { asked, isAnswered, isOk, textIn, type Fields, type LiveCall, type LiveCallAnswer } from './call.ts';
import { seedIn } from './own-fields.ts';
import type { LiveCallSequence } from './round.ts';

/** How a rotation was answered. */
export interface Rotation {
  readonly answer: LiveCallAnswer;
  readonly isRepeated: boolean;
  /** The house answers reads, and not the rotation: the commitment stays in use. */
  readonly isWithheld: boolean;
  /** Accepted for later (202): nothing is revealed yet. */
  readonly isScheduled: boolean;
}

/** How often a rotation is asked for in all, three attempts each, while the house answers reads. */
const rotationsMax = 4;

/** Rotates; a house that answers reads and not the rotation is asked again between further reads. */
export function* rotated(commitment: string): LiveCallSequence<Rotation> {
  const call: LiveCall = { method: 'POST', path: '/fairness/rotate', body: {} };
  let turn = yield* asked(call);
  for (let count = 1; ; count += 1) {
    const isWithheld = !isAnswered(turn.answer) && (yield* isShown(commitment));
    if (!isWithheld || count === rotationsMax) {
      const { status, body } = turn.answer;
      return { ...turn, isWithheld, isScheduled: status === 202 && seedIn(body, commitment) === undefined };
    }
    turn = { ...(yield* asked({ ...call, isRepeat: true })), isRepeated: true };
  }
}

/** True where the house answers, and shows this commitment as the one in use. */
function* isShown(commitment: string): LiveCallSequence<boolean> {
  const { answer } = yield* asked({ method: 'GET', path: '/fairness/seed-hash' });
  return isOk(answer) && textIn(answer.body, 'seed_hash')?.toLowerCase() === commitment;
}

const listedMax = 10_000;

/** The house's list of all seeds; undefined where it has none. */
export function* listed(): LiveCallSequence<Fields | undefined> {
  const { answer } = yield* asked({ method: 'GET', path: '/fairness/seeds' });
  const seeds = answer.body.get('seeds');
  const isList = isOk(answer) && (Array.isArray(seeds) || answer.body.size > 0);
  return isList ? new Map([['seeds', Array.isArray(seeds) ? seeds.slice(0, listedMax) : [...answer.body.values()]]]) : undefined;
} // prettier-ignore

/** The house's own verification of a bet; a missing endpoint is no fault. */
export function* verification(betId: string): LiveCallSequence<Fields | undefined> {
  const body = { bet_id: betId };
  const { answer } = yield* asked({ method: 'POST', path: '/fairness/verify', body });
  return isOk(answer) ? answer.body : undefined;
}
