/** The field in which two rows of the same table differ, for runs and for branches of a world. */

/** Names the field by which a person recognises the difference; positions differ only because something else did. */
export function differingField<Row extends object>(
  one: Row | undefined,
  two: Row | undefined,
): string | null {
  if (one === undefined || two === undefined) return 'at';
  const others = new Map(Object.entries(two));
  const differs = ([field, value]: [string, unknown]): boolean =>
    field !== 'event' && value !== others.get(field);
  return Object.entries(one).find(differs)?.[0] ?? null;
}
