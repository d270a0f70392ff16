/**
 * Planned faults as shaded windows. Each has a letter, which the list of faults explains; a longer label where it
 * fits.
 */
import type { Instant } from '../../../core/base/time.ts';
import type { FaultResult } from '../../../simulation/scenario/result.ts';
import { clipped } from '../../numbers.ts';
import type { EmbeddedJsonObject } from './chart.ts';

/** A fault's letter: A to Z, then A1, B1 and so on. */
export const faultLetter = (index: number): string =>
  `${String.fromCharCode(65 + (index % 26))}${index < 26 ? '' : Math.floor(index / 26)}`;

/** Share of the axis that a long label takes up, and a letter. */
const labelShare = 0.17;
const letterShare = 0.025;

/** A series without points that carries the windows; undefined where there are none. */
export function faultAreas(
  faults: readonly FaultResult[],
  span: { readonly startMs: Instant; readonly endMs: Instant },
): EmbeddedJsonObject | undefined {
  if (faults.length === 0 || span.endMs <= span.startMs) return undefined;
  const labels = faultLabels(faults, span);
  const windows = faults.map((fault, index) => [
    {
      xAxis: Math.max(fault.startMs, span.startMs),
      name: labels[index]?.long ?? '',
      short: labels[index]?.short ?? '',
      align: labels[index]?.align ?? 'left',
      what: `${faultLetter(index)} ${clipped(`${fault.service} ${fault.kind}`, 40)}`,
    },
    { xAxis: Math.min(fault.endMs, span.endMs) },
  ]);
  return { type: 'line', name: '', isFaults: true, data: [], markArea: { silent: true, data: windows } };
}

interface FaultLabel {
  readonly long: string;
  readonly short: string;
  readonly align: 'left' | 'right';
}

/** Labels run to the right of where a fault starts, or to the left near the end, and give way to what follows. */
function faultLabels(
  faults: readonly FaultResult[],
  { startMs, endMs }: { readonly startMs: Instant; readonly endMs: Instant },
): readonly FaultLabel[] {
  const starts = faults.map((fault) => (fault.startMs - startMs) / (endMs - startMs));
  const order = faults
    .map((_, index) => index)
    .toSorted((left, right) => (starts[left] ?? 0) - (starts[right] ?? 0));
  const labels: FaultLabel[] = [];
  for (const [place, index] of order.entries()) {
    const at = starts[index] ?? 0;
    const before = starts[order[place - 1] ?? -1] ?? -1;
    const next =
      order
        .slice(place + 1)
        .map((other) => starts[other] ?? 0)
        .find((start) => start - at >= letterShare) ?? 2;
    labels[index] = faultLabel(faults[index], { at, before, next, letter: faultLetter(index) });
  }
  return labels;
}

function faultLabel(
  fault: FaultResult | undefined,
  index: { readonly at: number; readonly before: number; readonly next: number; readonly letter: string },
): FaultLabel {
  const { at, before, next } = index;
  const letter = at - before < letterShare ? '' : index.letter;
  const align = at > 1 - labelShare ? 'right' : 'left';
  const room = align === 'left' ? next - at : at - before - labelShare;
  const text = clipped(`${fault?.service} ${fault?.kind}`, 22);
  return { long: room < labelShare || letter === '' ? letter : `${letter} ${text}`, short: letter, align };
}
