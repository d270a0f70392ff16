/** One line of the `faults` list as the fault it becomes, or a mistake where it stands in the file. */
import { parseDuration, type Instant } from '../base/time.ts';
import {
  buildFault as faultOf,
  faultMistake,
  type FaultSource as FaultFields,
} from '../world/fault-source.ts';
import type { Fault } from '../world/faults.ts';
import type { SourceDocument } from './document.ts';

/** A fault as written, after validation of its shape. */
export type FaultSource = FaultFields & { at: string };

const common = ['at', 'service', 'kind'];

export function buildFault(
  document: SourceDocument,
  source: FaultSource,
  place: { index: number; startMs: Instant },
): Fault {
  const mistake = faultMistake(source, common);
  if (mistake === undefined) return faultOf(source, place.startMs + (parseDuration(source.at) ?? 0));
  const path = ['faults', place.index] as const;
  if (mistake.field === undefined) throw document.mistake(path, mistake.message);
  throw document.mistake([...path, mistake.field], mistake.message, { atKey: mistake.atKey });
}
