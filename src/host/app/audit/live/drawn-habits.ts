/**
 * The players of a live audit, drawn from a seed: a house must not tell them from its other players, or it could be honest to
 * them alone. Each has a name, a client program, games, sizes of stakes, pauses and its own client seeds.
 */
import { createHash } from 'node:crypto';
import { Stream } from '../../../../core/kernel/stream.ts';
import { exponential } from '../../../../core/kernel/distributions.ts';
import type { Micros } from '../../../../core/base/money.ts';
import { personaOf, type Persona } from '../../../../simulation/population/persona.ts';
import type { LiveHabits, LookAt } from '../../../../verification/audit/live/habits.ts';
import type { LiveBet } from '../../../../verification/audit/live/round.ts';
import { drawnBet } from './drawn-bets.ts';

/** What is drawn around: the stake where all are to be equal, and the mean number of bets under a server seed. */
export interface HabitsCall {
  readonly seed: string;
  /** Which player, from 0. */
  readonly number: number;
  readonly stakeMicros: Micros | undefined;
  readonly budgetMicros: Micros;
  readonly betsPerSeed: number;
}

/** One player as the house sees it. */
export interface DrawnPlayer {
  /** Another name for each attempt: a house that keeps its data knows those of the last audit with this seed. */
  readonly persona: (attempt: number) => Persona;
  /** Headers that the player's client program sends. */
  readonly headers: Readonly<Record<string, string>>;
  readonly habits: LiveHabits;
  /** The pause before a call, as a multiple of the mean pause of all players. */
  readonly pause: () => number;
}

/** The behaviours in `agents/` that bet. */
const behaviours = [
  'gambler',
  'flat-bettor',
  'keno-player',
  'crash-pilot',
  'martingale-bettor',
  'newcomer',
  'kelly-bettor',
];

/** What common programs send. */
const programs = [
  { 'user-agent': 'python-requests/2.32.3', accept: '*/*' },
  { 'user-agent': 'python-httpx/0.27.2', accept: '*/*' },
  { 'user-agent': 'aiohttp/3.10.5', accept: '*/*' },
  { 'user-agent': 'axios/1.7.7', accept: 'application/json, text/plain, */*' },
  { 'user-agent': 'node', accept: '*/*' },
  { 'user-agent': 'Go-http-client/1.1', accept: 'application/json' },
  { 'user-agent': 'okhttp/4.12.0', accept: 'application/json' },
] as const; // prettier-ignore

/** The same call always gives the same player. */
export function drawnPlayer(call: HabitsCall): DrawnPlayer {
  const stream = (what: string): Stream => new Stream(call.seed, `audit/${call.number}/${what}`);
  const about = stream('about');
  const behaviour = behaviours[about.integer(behaviours.length)]!;
  const persona = (attempt: number): Persona => {
    const names = stream(`name/${attempt}`);
    return personaOf(names, `${behaviour}/${1 + names.integer(99_999)}`);
  };
  const pauses = stream('pauses');
  const [short, long] = [exponential(0.6), exponential(6)];
  return {
    persona,
    headers: programs[about.integer(programs.length)]!,
    habits: {
      bet: betsOf(stream('bets')),
      stakeMicros: stakesOf(stream('stakes'), call),
      // Below the smallest stake and above the largest one (CAS23, CAS25).
      beyondLimits: [5_000, 10_000_010_000],
      doubles: doublesOf(stream('doubles')),
      betsUnderSeed: periodsOf(stream('periods'), call.betsPerSeed),
      looks: looksOf(stream('looks'), call.betsPerSeed),
      clientSeed: clientSeedsOf(call, persona(0)),
    },
    // Mostly the rhythm of a program, now and then a break.
    pause: () => (pauses.unit() < 0.9 ? short : long)(pauses),
  };
}

/** One game for some bets, then another, until all had their turn: in the player's own order. */
function betsOf(stream: Stream): LiveHabits['bet'] {
  let turn: string[] = [];
  let left = 0;
  return (open) => {
    const find = (): LiveBet | undefined => open.find(({ entry }) => entry.game.id === turn[0]);
    if (left === 0) turn.shift();
    while (turn.length > 0 && find() === undefined) turn.shift();
    if (turn.length === 0) turn = shuffled(open.map(({ entry }) => entry.game.id), stream);
    if (left === 0) left = 1 + stream.integer(3);
    left -= 1;
    return drawnBet((find() ?? open[0]!).entry, stream);
  };
} // prettier-ignore

function shuffled<T>(items: readonly T[], stream: Stream): T[] {
  const rest = [...items];
  return items.map(() => rest.splice(stream.integer(rest.length), 1)[0]!);
}

/** The smallest stake of a player. */
export const smallestMicros = 10_000;
/** A single bet stakes a twentieth of the budget at most. */
const shareMax = 20;

/** Sizes as people stake them: 0.01, 0.02, 0.05, 0.10 and so on, with as much money on each size. */
function stakesOf(stream: Stream, { stakeMicros, budgetMicros }: HabitsCall): LiveHabits['stakeMicros'] {
  const all = Array.from({ length: 36 }, (_, at) => smallestMicros * [1, 2, 5][at % 3]! * 10 ** Math.floor(at / 3));
  const sizes = stakeMicros === undefined ? all.filter((size) => size <= Math.max(smallestMicros, budgetMicros / shareMax)) : [stakeMicros];
  return (mostMicros) => {
    const open = sizes.filter((size) => size <= mostMicros);
    const total = open.reduce((sum, size) => sum + 1 / size, 0);
    let point = stream.unit() * total;
    return open.find((size) => (point -= 1 / size) <= 0) ?? open[0];
  };
} // prettier-ignore

/** A share of hands that shows in a short audit what is paid for a double. */
const doublesOf =
  (stream: Stream): (() => boolean) =>
  () =>
    stream.unit() < 0.3;

const periodsOf =
  (stream: Stream, mean: number): LiveHabits['betsUnderSeed'] =>
  () =>
    1 + stream.integer(2 * mean - 1);

/** Each about once under a server seed, at any time. */
function looksOf(stream: Stream, betsPerSeed: number): LiveHabits['looks'] {
  const shares: readonly (readonly [LookAt, number])[] = [
    ['balance', Math.max(0.1, 2 / betsPerSeed)],
    ['commitment', 1 / betsPerSeed],
    ['verification', 1 / betsPerSeed],
  ];
  return () => shares.filter(([, share]) => stream.unit() < share).map(([look]) => look);
}

/** Texts of the forms that players use; a hash of the seed is in each, so that the house cannot foresee them. */
function clientSeedsOf({ seed, number }: HabitsCall, persona: Persona): LiveHabits['clientSeed'] {
  return (period) => {
    const hash = createHash('sha256').update(`${seed}/${number}/${period}`).digest('hex');
    const forms = [
      hash.slice(0, 32),
      hash.slice(0, 16),
      `${persona.agentId.split('_')[0]}-${Number.parseInt(hash.slice(0, 12), 16)}`,
      BigInt(`0x${hash.slice(0, 24)}`).toString(36),
    ];
    return forms[number % forms.length]!;
  };
}
