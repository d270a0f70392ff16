/**
 * Steps that k6 cannot send: those with a key derived from a wallet's mnemonic, because k6 lacks the curves, and
 * those that need a response to such a step.
 */
import { Differences } from '../compare/difference.ts';
import { derivationMark } from '../../../simulation/trace/derived-keys.ts';
import { eachReference } from '../../../simulation/trace/references.ts';
import type { LaneStep } from './lanes.ts';

/** The lanes that k6 can send, without empty ones, and the steps that were removed. */
export interface WalkableLanes {
  readonly lanes: readonly (readonly LaneStep[])[];
  /** In the order of the lanes. */
  readonly leftOut: readonly LaneStep[];
}

/** Removes the steps that k6 cannot send, and every later step that depends on one of them. */
export function walkable(lanes: readonly (readonly LaneStep[])[]): WalkableLanes {
  const leftOut = new Map<number, LaneStep>();
  const whole = lanes.map((lane) =>
    lane.filter((step) => {
      if (!needsAny(step, leftOut)) return true;
      leftOut.set(step.n, step);
      return false;
    }),
  );
  return {
    lanes: whole
      .filter((lane) => lane.length > 0)
      .map((lane) => lane.map((step) => ({ ...step, keeps: step.keeps.filter(isPlain) }))),
    leftOut: [...leftOut.values()],
  };
}

const isPlain = (pointer: string): boolean => !pointer.includes(derivationMark);

/** The steps as `unsent` differences, explained as `secret`: no trace contains derived keys. */
export function differencesFor(leftOut: readonly LaneStep[]): Differences {
  const differences = new Differences();
  for (const { n, tags, method, path } of leftOut) {
    const call = [tags['service'], tags['style'], tags['operation']].join('/');
    const left = {
      kind: 'unsent',
      field: '',
      recorded: `${method} ${path}`,
      live: 'k6 derives no keys',
    } as const;
    differences.add(call, n, left, 'secret');
  }
  return differences;
}

/** A step's dependencies precede it in its lane. */
function needsAny(step: LaneStep, leftOut: ReadonlyMap<number, LaneStep>): boolean {
  let found = false;
  for (const text of [step.path, step.search, step.body ?? '', ...Object.values(step.headers)]) {
    eachReference(text, (n, pointer) => {
      found ||= !isPlain(pointer) || leftOut.has(n);
    });
  }
  return found;
}
