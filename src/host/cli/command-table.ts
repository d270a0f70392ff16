/** The commands that run in a thread of their own. Each is loaded only when it is called. */
export const commandTable = {
  run: async (file: string, options: never) => (await import('./run-command.ts')).runCommand(file, options),
  record: async (file: string, options: never) =>
    (await import('./run-command.ts')).runCommand(file, options, 'record'),
  replay: async (trace: string, options: never) =>
    (await import('./replay-command.ts')).replayCommand(trace, options),
  conform: async (options: never) => (await import('./conform-command.ts')).conformCommand(options),
  har: async (from: string, to: string, options: never) =>
    (await import('./har-command.ts')).harCommand(from, to, options),
  bench: async (options: never) => (await import('./bench-command.ts')).benchCommand(options),
  check: async (options: never) => (await import('./check-command.ts')).checkCommand(options),
  audit: async (names: readonly string[], options: never) =>
    (await import('./audit-command.ts')).auditCommand(names, options),
  serve: async (options: never) => (await import('./serve-command.ts')).serveCommand(options),
  sweep: async (file: string, options: never) =>
    (await import('./sweep-command.ts')).sweepCommand(file, options),
  merge: async (folders: readonly string[], options: never) =>
    (await import('./merge-command.ts')).mergeCommand(folders, options),
  compare: async (left: string, right: string, options: never) =>
    (await import('./compare-command.ts')).compareCommand(left, right, options),
  diff: async (left: string, right: string, options: never) =>
    (await import('./diff-command.ts')).diffCommand(left, right, options),
} satisfies Record<string, (...words: never[]) => Promise<number>>;

export type CommandName = keyof typeof commandTable;

/** True where the options of a call, its last word, ask for JSON. */
export const isJsonCall = (words: readonly unknown[]): boolean =>
  (words.at(-1) as { json?: boolean } | undefined)?.json === true;
