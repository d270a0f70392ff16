/** One kind of call, made up at the moment it is chosen out of what there is; undefined where there is nothing for it. */
import type { Draw } from './draw.ts';
import type { ModelState, OperationDraft } from './model-state.ts';

/**
 * One entry of the table that `generateScenario` draws from. `make` may add to `model.planned` and `model.faults`,
 * but adds no operation itself.
 */
export interface Move {
  readonly name: string;
  /** How often it is chosen, beside the others. */
  readonly weight: number;
  make(model: ModelState, draw: Draw): OperationDraft | undefined;
}

/** A page of a list, mostly none. */
export const anyPage = (draw: Draw): { page?: string | number } =>
  draw.chance(70) ? {} : { page: draw.pick([1, 2, 2, 3, 0, 'x']) };

/** Amounts of USDC around every bound. */
export const amounts = [
  0.1, 0.099999, 0.100001, '0.15', 1, '2.50', 5, 9.999999, 10, 10.000001, 12, 0.333333, '0.123457', 100, 0, -1,
  '1.2345678', 'x', null, 0.01, 0.009999, 0.01, 0.02, 0.5,
] as const; // prettier-ignore

/** Amounts that are mostly there: a share of 1% of one ends in half a micro. */
export const fair = [0.1, 0.15, 0.5, 1, '1.37', 2, 2.5, 0.333333, '0.123457', 3, '1.00005'] as const;

/** An EVM address whose checksum (EIP-55) is wrong in its last letter. */
export const misspelt = '0x9858EfFD232B4033E47d90003D41EC34EcaEdA94';

/** A well-formed EVM address that belongs to no agent. */
export const outside = `0x${'c'.repeat(40)}`;

/** The agent that makes a call, where it is known: else the generator draws one. */
export const withOwner = (by: string | undefined): { by?: string } => (by === undefined ? {} : { by });

/** Names have no case (RFC 4343): now and then one is asked for in capitals. */
export const spelled = (domain: string, draw: Draw): string =>
  domain.startsWith('$') || draw.chance(75) ? domain : domain.toUpperCase();
