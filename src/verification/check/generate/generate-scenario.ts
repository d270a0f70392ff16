/**
 * From random numbers to a scenario: an opening in which agents register, then operations one after the other, each about what
 * the ones before have made, at instants that are mostly now and often the very edge of a deadline.
 */
import { dayMs, hourMs, minuteMs, secondMs, type DurationMs, type Instant } from '../../../core/base/time.ts';
import type { FaultSource } from '../../../simulation/scenario/schema.ts';
import type { Draw } from './draw.ts';
import type { Move } from './move.ts';
import { casinoMoves } from './moves/casino.ts';
import { controlMoves } from './moves/control.ts';
import { deadlineMoves } from './moves/deadlines.ts';
import { domainMoves } from './moves/domains.ts';
import { escrowMoves } from './moves/escrow.ts';
import { faucetMoves } from './moves/faucet.ts';
import { relationMoves } from './moves/relations.ts';
import { tradingMoves } from './moves/trading.ts';
import { windowMoves } from './moves/windows.ts';
import { walletMoves } from './moves/wallet.ts';
import { serviceNames } from '../../../platform/world/platform.ts';
import { ModelState, type OperationDraft } from './model-state.ts';
import { withMore } from './more-fields.ts';
import { finalReads, register } from './opening.ts';
import { probe } from './probes.ts';
import { spoiled } from './spoil.ts';

/** Every move of every service. The order is part of what a seed generates: append, do not sort. */
export const moves: readonly Move[] = [
  ...faucetMoves,
  ...escrowMoves,
  ...domainMoves,
  ...casinoMoves,
  ...tradingMoves,
  ...walletMoves,
  ...controlMoves,
  ...deadlineMoves,
  ...relationMoves,
  ...windowMoves,
];

/** How many calls have a field that is not as it should be, and how many one more than they need. */
const spoiledPercent = 9;
const morePercent = 5;

/** What a scenario may be about: the first words of moves. */
const subjects = ['faucet', 'escrow', 'escrow', 'domains', 'casino', 'casino/bet', 'casino/c', 'casino/t', 'casino/fair', 'trading', 'wallet', 'referral', 'control'] as const; // prettier-ignore

/** What a generated scenario depends on; nothing else does. */
export interface Threads {
  readonly startMs: Instant;
  readonly draw: Draw;
  /** Beside the opening and repeats. */
  readonly operationCount: number;
}

/** The generated part of a scenario. `endMs` is the run's length and leaves time for every deadline. */
export interface GenerationContext {
  /** Holds the operations, to which more can be added before `endMs`, with the faults and the readings that they need. */
  readonly model: ModelState;
  /** What it is about: the first words of moves. */
  readonly focus: readonly string[];
  readonly endMs: DurationMs;
}

/** Operations are in order of time. Deterministic in `draw`. */
export function generateScenario({ startMs, draw, operationCount }: Threads): GenerationContext {
  const model = new ModelState(startMs);
  const { chosen, focus } = swarm(draw);
  register(model, draw);
  if (draw.chance(14))
    model.faults.push(draw.chance(50) ? rollbackFault(draw, focus) : injectFault(model, draw, focus));
  for (let count = 0; count < operationCount; count += 1) {
    if (model.planned.length > 0 && draw.chance(85) && follow(model)) continue;
    pass(model, draw);
    step(model, draw, chosen);
  }
  const overMs = Math.max(model.atMs, model.healedMs) + (model.isTrading ? hourMs : 3 * dayMs);
  if (!draw.chance(50)) return { model, focus, endMs: overMs };
  finalReads(model, overMs - minuteMs);
  // What is added later has time to come to its end as well.
  return { model, focus, endMs: overMs + (model.isTrading ? 4 * hourMs : dayMs + hourMs) };
}

/** The most that a run may have beside its own subject, and how far apart in time. */
const probesMax = 24;

/** After the subject of a scenario: calls at the edges of their forms, a second apart, so that few meet a limit. */
export function probeForms(
  model: ModelState,
  draw: Draw,
  { most, endMs }: { most: number; endMs: DurationMs },
): void {
  for (let count = draw.integer(Math.min(probesMax, most) + 1); count > 0; count -= 1) {
    model.atMs = Math.min(model.atMs + secondMs, endMs - 1);
    const person = model.person(draw);
    model.add(probe(draw, person), person);
  }
}

/** Whole kinds of calls are switched off, so that others come up often (swarm testing, Groce et al. 2012). */
function swarm(draw: Draw): { chosen: readonly Move[]; focus: readonly string[] } {
  const share = draw.pick([100, 100, 60, 40]);
  // Most scenarios are about one service or two, where what happens has to do with what happened.
  const isFocused = draw.chance(75);
  const focus = [draw.pick(subjects), draw.pick(subjects)];
  const near = (name: string): boolean => !isFocused || focus.some((service) => name.startsWith(service));
  const on = moves.filter(({ name }) => draw.chance(share) && near(name));
  return { chosen: on.length === 0 ? moves : on, focus };
}

/** Half of all calls are carried out and then undone: what is left of them shows in the others. */
const rollbackFault = (draw: Draw, focus: readonly string[]): FaultSource => ({
  at: draw.pick(['1ms', '4000ms']),
  service: serviceOf(focus),
  kind: 'error',
  for: '2d',
  rate: 0.5,
  effect: 'undone',
});

/** Events that fall due while a clock is held, or that its step passes over, must still happen. */
function injectFault(model: ModelState, draw: Draw, focus: readonly string[]): FaultSource {
  const atMs = draw.pick([30 * secondMs, hourMs]);
  const forMs = draw.pick([hourMs, 9 * hourMs]);
  const [at, service] = [`${atMs}ms`, serviceOf(focus)];
  if (draw.chance(30)) return { at, service, kind: 'clock-step', by: draw.pick(['1h', '-1h', '25h']) };
  model.healedMs = atMs + forMs;
  return { at, service, kind: 'clock-hold', for: `${forMs}ms` };
}

/** The first service that the scenario is about. */
const serviceOf = (focus: readonly string[]): FaultSource['service'] =>
  focus.map((name) => name.split('/')[0]).find(isService) ?? 'faucet';

const isService = (name: string | undefined): name is FaultSource['service'] =>
  (serviceNames as readonly (string | undefined)[]).includes(name);

/** Does what was planned next; false where nothing was. */
function follow(model: ModelState): boolean {
  const next = model.planned.shift();
  if (next === undefined) return false;
  model.atMs = Math.max(model.atMs, next.atMs ?? 0);
  const { call, by } = next.make(model);
  model.add(call, by);
  return true;
}

/** Advances time before the next operation. */
function pass(model: ModelState, draw: Draw): void {
  const way = draw.integer(100);
  if (way < 62) return;
  if (way < 82) model.atMs = edge(model, draw);
  else
    model.atMs += draw.pick([
      1,
      500,
      secondMs,
      9_999,
      10_000,
      59_999,
      60_000,
      60_001,
      5 * minuteMs,
      30 * minuteMs,
      hourMs,
      hourMs,
    ]);
}

/** A deadline of something that was made, a midnight, an hour of settlement: or the millisecond before or after it. */
function edge(model: ModelState, draw: Draw): DurationMs {
  const isFar =
    draw.chance(25) || (model.deadlines().some((dueMs) => dueMs > 300 * dayMs) && draw.chance(25));
  const defaultMs = model.isTrading ? 9 * hourMs : 2 * dayMs;
  const horizonMs = isFar && !model.isTrading ? 800 * dayMs : defaultMs;
  const deadlines = model.deadlines().filter((dueMs) => dueMs - model.atMs < horizonMs);
  const often = [model.nextMs(8 * hourMs), model.nextMs(minuteMs)];
  const others = model.isTrading
    ? often
    : [...often, model.nextMs(dayMs), model.nextMs(8 * hourMs), model.atMs + dayMs];
  const from = deadlines.length > 0 && draw.chance(70) ? deadlines : others;
  return Math.max(model.atMs, draw.pick(from) + draw.pick([0, 0, -1, 1]));
}

function step(model: ModelState, draw: Draw, chosen: readonly Move[]): void {
  // Prices are drawn minute by minute from the start on: years later they take too long.
  const isFar = model.atMs > 40 * dayMs;
  const near = isFar ? chosen.filter(({ name }) => !/^(trading|wallet)\//.test(name)) : chosen;
  const move = weighted(near.length === 0 ? faucetMoves : near, draw);
  const made = move.make(model, draw);
  if (made === undefined) return;
  const call = varied(made, draw) ?? made;
  const by = model.lead !== undefined && draw.chance(60) ? model.lead : model.person(draw);
  // A burst meets limits; a key makes repeats of it.
  const how = draw.integer(100);
  const times = how < 92 ? 1 : draw.pick([2, 2, 2, 3, 12, draw.chance(30) ? 55 : 12]);
  const isKeyed = how >= 88 && times <= 3 && !call.do.startsWith('GET');
  const headers = isKeyed ? { headers: { ...call.headers, 'idempotency-key': `k${draw.integer(3)}` } } : {};
  for (let time = 0; time < times; time += 1) {
    const { makes, ...again } = { ...call, ...headers };
    model.add(time === 0 && makes !== undefined ? { ...again, makes } : again, by);
  }
  // What a burst has used up is there again after a minute, or after midnight.
  if (times > 10 && !model.isTrading && draw.chance(60)) {
    const { makes: _, ...again } = call;
    const atMs = draw.chance(50) ? model.atMs + minuteMs : model.nextMs(dayMs);
    model.planned.push({ atMs, make: () => ({ call: again, by: call.by ?? by }) });
  }
}

function varied(call: OperationDraft, draw: Draw): OperationDraft | undefined {
  const way = draw.integer(100);
  if (way < spoiledPercent) return spoiled(call, draw);
  return way < spoiledPercent + morePercent ? withMore(call, draw) : undefined;
}

function weighted(from: readonly Move[], draw: Draw): Move {
  const total = from.reduce((sum, { weight }) => sum + weight, 0);
  let rest = draw.integer(total);
  for (const move of from) {
    if (rest < move.weight) return move;
    rest -= move.weight;
  }
  return from[0] as Move;
}
