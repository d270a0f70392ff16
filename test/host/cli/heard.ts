/** Hears what is written to stdout and stderr in this process, as to terminals of a given size or into pipes. */
import { onTestFinished, vi } from 'vitest';

interface Size {
  readonly isTTY: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

/** Both as lists of what each call wrote; they are filled until the test ends. */
export interface Heard {
  readonly stdout: string[];
  readonly stderr: string[];
}

/** Until the test ends. */
export function hear(size: Size = { isTTY: false }): Heard {
  const heard: Heard = { stdout: [], stderr: [] };
  for (const name of ['stdout', 'stderr'] as const) {
    const stream = process[name];
    const { isTTY, columns, rows } = stream;
    Object.assign(stream, { columns: undefined, rows: undefined, ...size });
    const write = vi.spyOn(stream, 'write').mockImplementation((text) => {
      heard[name].push(String(text));
      return true;
    });
    onTestFinished(() => {
      write.mockRestore();
      Object.assign(stream, { isTTY, columns, rows });
    });
  }
  return heard;
}
