/** What scenarios are made of: by place, each value with how often it is drawn. */
import type { ScenarioSource } from '../../../src/verification/check/source.ts';

/** Longer ones are not looked at. */
const valueLengthMax = 60;
const placeLengthMax = 200;
/** References and labels without their numbers: `${escrow-3:/escrow_id}` is `${escrow:/escrow_id}`. */
const unnumbered = (text: string): string => text.replaceAll(/(?<=[a-z])-\d+(?=[:}"/]|$)/g, '');

/** Of calls all but who makes them and when; of the rest of a scenario each member. */
export function drawnIn(sources: readonly ScenarioSource[]): Map<string, Map<string, number>> {
  const drawn = new Map<string, Map<string, number>>();
  const note = (place: string, value: unknown): void => {
    const text = unnumbered(JSON.stringify(value) ?? '');
    if (text.length > valueLengthMax || place.length > placeLengthMax) return;
    const values = drawn.get(place) ?? new Map<string, number>();
    drawn.set(place, values.set(text, (values.get(text) ?? 0) + 1));
  };
  const noteAll = (place: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return note(place, value);
    for (const [name, inner] of Object.entries(value)) noteAll(`${place} ${name}`, inner);
  };
  for (const { operations = [], name: _, seed: __, for: ___, ...around } of sources) {
    noteAll('scenario', around);
    for (const { do: call, by: _by, at: _at, ...rest } of operations) {
      note('call', unnumbered(call));
      noteAll(unnumbered(call), rest);
    }
  }
  return drawn;
}
