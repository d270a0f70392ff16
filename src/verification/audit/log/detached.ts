/** Text of a log that is kept, apart from the chunk of the file that it was cut from. */

/** An equal text that keeps nothing else in memory; a slice of a long text would keep all of it. */
export const detached = (text: string): string => JSON.parse(JSON.stringify(text)) as string;
