/** The faults of a scenario as its file has them, read here once more: a platform that reads them otherwise is noticed. */
import { parseDuration, type DurationMs } from '../../core/base/time.ts';
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import type { FaultSource } from '../../simulation/scenario/schema.ts';
import type { PlannedFault } from '../oracle/exchange.ts';

/** In the order of the file; a scenario has been validated. */
export const writtenFaults = ({
  startMs,
  resolved,
}: Pick<Scenario, 'startMs' | 'resolved'>): readonly PlannedFault[] =>
  (resolved.faults ?? []).map((source) => {
    const { kind, service, at, for: length = '0s', rate = 1, by = '0s', move = '0%' } = source;
    const atMs = startMs + msOf(at);
    return {
      kind,
      service,
      atMs,
      endMs: atMs + msOf(length),
      effect: kind === 'error' ? (source.effect ?? 'before') : '',
      rate: typeof rate === 'number' ? rate : Number.parseFloat(rate) / 100,
      target: targetOf(source),
      byMs: by.startsWith('-') ? -msOf(by.slice(1)) : msOf(by.replace('+', '')),
      basisPoints: 100 * Number.parseInt(move, 10),
    };
  });

const msOf = (text: string): DurationMs => parseDuration(text) ?? 0;

/** Both markets of an asset have one price, which goes by the pair. */
function targetOf({ kind, market = '', game = '' }: FaultSource): string {
  return kind === 'price-jump' ? market.replace(/-PERP$/, '-USDC') : market + game;
}
