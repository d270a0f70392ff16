/** One bug that is planted on purpose: a change of one place in the text of one module, and nothing else. */
export interface PlantedBug {
  readonly name: string;
  /** The room or service it is planted in. */
  readonly room: string;
  /** Below `src`, without its ending. */
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly find: string;
  readonly replace: string;
}

/** Bugs of one file after another: name, file, what is found, what stands there instead. */
export const bugsOf = (
  room: string,
  rows: readonly (readonly [string, string, string, string])[],
): PlantedBug[] => rows.map(([name, file, find, replace]) => ({ name, room, file, find, replace }));

/** The text with the bug in it. Throws where the place is not there exactly once: a table that has fallen behind. */
export function planted(text: string, { name, find, replace }: PlantedBug): string {
  const place = new RegExp(escaped(find), 'g');
  const count = text.match(place)?.length ?? 0;
  if (count !== 1) throw new Error(`bug ${name}: its place is found ${count} times; expected once`);
  return text.replace(place, () => replace);
}

/** The compiler breaks lines in places of its own. */
const escaped = (find: string): string =>
  find
    .trim()
    .replaceAll(/[$()*+.?[\\\]^{|}/]/g, '\\$&')
    .replaceAll(/\s+/g, '\\s+');
