/** Models in which there is something of every kind, draws from fixed seeds, and what moves and series add to such models. */
import seedrandom from 'seedrandom';
import { hourMs, minuteMs, parseInstant, type Instant } from '../../../../src/core/base/time.ts';
import { Draw } from '../../../../src/verification/check/generate/draw.ts';
import { ModelState, type OperationDraft } from '../../../../src/verification/check/generate/model-state.ts';
import type { Move } from '../../../../src/verification/check/generate/move.ts';

/** Each with one of `alice`, and one of `bob` that is due in an hour. */
const kinds = [
  'address', 'bet', 'challenge', 'code', 'curve', 'deposit-address', 'dispute', 'domain', 'escrow', 'hand', 'order', 'own-address',
  'quote', 'resting', 'swap', 'tournament', 'transaction', 'watched-challenge', 'watched-cup', 'watched-escrow', 'watched-swap',
] as const; // prettier-ignore

/** The numbers of fast-check that a draw is made from. */
type Random = ConstructorParameters<typeof Draw>[0];

export function randomOf(seed: string): Random {
  const random = seedrandom(seed);
  const nextInt = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
  return { nextInt } as Random;
}

export const drawOf = (seed: string): Draw => new Draw(randomOf(seed));

const startMs = parseInstant('2026-01-01T00:00:00Z') as Instant;

/** Four agents, a minute after the start. */
export function inhabited(model = new ModelState(startMs)): ModelState {
  for (const agent of ['alice', 'bob', 'carol', 'dave']) {
    model.registered.push(agent);
    const makes = { kind: 'agent', field: 'api_key' };
    model.add({ do: 'POST /faucet/register', body: { agent_id: agent }, makes }, agent);
  }
  model.atMs = minuteMs;
  return model;
}

/** The same agents, and something of every kind. */
export function furnished(model?: ModelState): ModelState {
  const made = inhabited(model);
  for (const kind of kinds)
    for (const [by, other] of [['alice', 'bob'], ['bob', 'carol']] as const)
      made.add({ do: 'GET /nowhere', makes: { kind, field: 'id', other, dueMs: [made.atMs + hourMs] } }, by);
  return made;
} // prettier-ignore

/** A model that keeps what its calls make. */
export class KeptModel extends ModelState {
  readonly added: unknown[] = [];

  constructor() {
    super(startMs);
  }

  override add(call: OperationDraft, by: string): void {
    this.added.push([this.atMs, by, call]);
    super.add(call, by);
  }

  override handOver(reference: string, kind: string, by: string): void {
    this.added.push([this.atMs, by, 'has', kind, reference]);
    super.handOver(reference, kind, by);
  }
}

/** Agents of whom nothing is known. */
export function deserted(model = new ModelState(startMs), ...agents: string[]): ModelState {
  model.registered.push(...agents);
  return model;
}

/** Makes a move, and all that it has planned. */
export function moved(model: ModelState, draw: Draw, move: Move): void {
  const call = move.make(model, draw);
  if (call !== undefined) model.add(call, 'dave');
  carriedOut(model);
}

/** Makes all that is planned. */
export function carriedOut(model: ModelState): void {
  for (let next = model.planned.shift(); next !== undefined; next = model.planned.shift()) {
    model.atMs = Math.max(model.atMs, next.atMs ?? 0);
    const planned = next.make(model);
    model.add(planned.call, planned.by);
  }
}
