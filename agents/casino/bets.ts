/** What behaviours that play at the casino share: the addresses, a right bet of each game, and how to read an answer. */
import type { Agent, Answer } from 'orrery-sim';

export type Steps<T = void> = Generator<unknown, T, unknown>;

export const api = '/casino/api/v1';
export const short = '/api/casino-api';

/** What they bet where a scenario names no parameters, by the path of the game in style A. */
export const sampleBets = {
  'coin-flip': { side: 'heads' },
  dice: { direction: 'over', threshold: 50 },
  'simple-dice': { pick: 6 },
  multiplier: { target_multiplier: 2 },
  roulette: { bet_type: 'red' },
  custom: { win_probability: 50 },
  crash: { cash_out_at: 2 },
  plinko: { rows: 8, risk: 'low' },
  slots: {},
  hilo: { guess: 'higher' },
  keno: { picks: [1, 2, 3] },
  'scratch-card': {},
  wheel: {},
  mines: { mines: 3, reveals: 2 },
  baccarat: { bet_on: 'banker' },
} as const;
export type GamePath = keyof typeof sampleBets;
export const gamePaths = Object.keys(sampleBets) as GamePath[];

/** A bet named as JSON in a scenario, or the default one of the game. */
export const betOf = (game: GamePath, sent: string): object =>
  sent === '' ? sampleBets[game] : (JSON.parse(sent) as object);

/** An amount of an answer in micros. */
export const microsOf = (answer: Answer, field: string): number => Math.round(answer.number(field) * 1e6);

/** The service answered, rather than the network or a broken server. */
export const isAnswer = ({ status }: Answer): boolean => status > 0 && status < 500;

/** What the agent can spend at the casino, in micros; undefined where no response says it. */
export function* balanceOf(agent: Agent): Steps<number | undefined> {
  const balance = yield* agent.polite.get(`${api}/auth/balance`);
  return balance.ok ? microsOf(balance, 'balance') : undefined;
}
